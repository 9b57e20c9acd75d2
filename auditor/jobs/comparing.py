"""Compares two records of the same deal. A record is a hand as one log has it. Finds contradictions between the
records, and broken rules that only the two records together show.
"""

from collections import Counter
from collections.abc import Mapping
from functools import partial

from auditor.engine.audit import audit
from auditor.engine.copies import contradict, merged, of_one_deal
from auditor.engine.findings import Finding
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import audit_with_readings
from auditor.formats.log import decode
from auditor.jobs.context import Workplace
from auditor.jobs.quarantine import each_limited, uncompared
from auditor.store.hands.contradictions import Across, Rival, contradiction, rivals_of, seen_together
from auditor.store.hands.insert import Entry
from auditor.store.postgres.database import Connection, keep_alive
from auditor.store.runs import run_rows


def compared(
    place: Workplace,
    connection: Connection,
    run_id: int,
    contested: Mapping[int, Entry],
    house: str,
    *,
    carefully: bool,
) -> list[Across]:
    """Compares each new record in `contested` with the first stored record of the same deal, and returns the findings.

    - `contested` maps the number of a new record in the database to its hand and compressed text.
    - `house` is the name of the house that the sender chose; it may be empty.
    - `carefully` is true if an earlier attempt may have killed the worker. Then a child process tries the comparisons
      first.

    If a comparison fails or exceeds the limits for a hand, the reason is stored with the run `run_id`. Both records
    stay in the database.
    """
    rivals = rivals_of(connection, list(contested))
    # The stored texts of the records are unpacked before the limits for a hand begin. The reason is that unpacking may
    # read the database, and a limit must not interrupt this.
    documents = [place.unpacker.unpack(connection, rival.packed) for rival in rivals]
    steps = [
        partial(_between, contested[rival.hand_id], rival, document, house)
        for rival, document in zip(rivals, documents, strict=True)
    ]
    found: list[Across] = []
    results = each_limited(steps, carefully=carefully, keep_alive=partial(keep_alive, connection))
    for rival, result in zip(rivals, results, strict=True):
        if isinstance(result, Exception):
            reason = uncompared(result, f"record {rival.digest[:12]} of the same deal")
            run_rows.note_failures(connection, run_id, [(rival.hand_id, rival.month, reason)])
        else:
            found += result
    return found


def _between(entry: Entry, rival: Rival, document: bytes, named_house: str) -> list[Across]:
    first = decode(document)
    if not of_one_deal(first, entry.hand):
        return []
    about = (entry.hand, entry.digest, entry.first_line, rival)
    if contradict(first, entry.hand):
        return [contradiction(*about)]
    house = house_for(entry.hand, named_house)
    return [seen_together(*about, each, house.name) for each in only_together(first, entry.hand, house)]


def only_together(one: Hand, other: Hand, house: House) -> list[Finding]:
    """Returns the findings that neither record has alone, but that the two records have when merged into one. For
    example, one record may show a card in seat 1, and the other record the same card in seat 3.
    """
    alone = Counter(_place(each) for hand in (one, other) for each in audit(hand, house).findings)
    return [each for each in audit_with_readings(merged(one, other), house).findings if not alone[_place(each)]]


def _place(finding: Finding) -> tuple[str, int]:
    return finding.code, finding.seat
