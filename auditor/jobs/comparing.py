"""Comparing the records of one deal: whether they contradict each other, and what only both together show."""

from collections import Counter
from collections.abc import Mapping

from auditor.engine.audit import audit
from auditor.engine.copies import contradict, merged, of_one_deal
from auditor.engine.findings import Finding
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import audit_with_readings
from auditor.formats.log import decode
from auditor.jobs.context import Workplace
from auditor.store.hands.contradictions import Across, contradiction, rivals_of, seen_together
from auditor.store.hands.insert import Entry
from auditor.store.postgres.database import Connection


def compared(place: Workplace, connection: Connection, contested: Mapping[int, Entry], asked: str) -> list[Across]:
    """What is found between these records, by their numbers, and the first record of each one's deal.

    `asked` is the house that the sender named, if any.
    """
    found: list[Across] = []
    for rival in rivals_of(connection, list(contested)):
        entry = contested[rival.hand_id]
        first = decode(place.unpacker.unpack(connection, rival.packed))
        if not of_one_deal(first, entry.hand):
            continue
        about = (entry.hand, entry.digest, entry.first_line, rival)
        if contradict(first, entry.hand):
            found.append(contradiction(*about))
            continue
        house = house_for(entry.hand, asked)
        found += [seen_together(*about, each, house.name) for each in only_together(first, entry.hand, house)]
    return found


def only_together(one: Hand, other: Hand, house: House) -> list[Finding]:
    """The findings on two records read as one that neither of them shows by itself."""
    alone = Counter(_what(each) for hand in (one, other) for each in audit(hand, house).findings)
    return [each for each in audit_with_readings(merged(one, other), house).findings if not alone[_what(each)]]


def _what(finding: Finding) -> tuple[str, int]:
    return finding.code, finding.seat
