"""Selects the stored records (hands as logged) that a run audits again, and divides them by number into shards, one for
each job.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Row, text

from auditor.store.findings import houses
from auditor.store.findings.reports import Venue
from auditor.store.postgres.database import Connection
from auditor.store.runs import shards
from auditor.store.runs.run_rows import Pin, finish_if_done, pinned
from auditor.store.runs.shards import Range

# An arbitrary number, which no other program may use for advisory locks on the same database.
TURN: Final = 7_283_114_521


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice of the records that a run audits again.

    A record (a hand as one log has it) is chosen if all these conditions are true:

    - `house` is empty, or the record has a report under this house;
    - `since` is `None`, or the hand was played on this day or later;
    - `hand` is `None`, or is the number of the record;
    - `every` is set, or the house or the rules version has changed since the report on the record.
    """

    house: str = ""
    since: dt.date | None = None
    every: bool = False
    hand: int | None = None

    def words(self) -> str:
        """Returns a description of the choice for people."""
        hands = "every hand" if self.every else "hands whose house or rules version changed"
        if self.hand is not None:
            hands = f"hand {self.hand}" if self.every else f"hand {self.hand}, if its house or rules version changed"
        under = f" under {self.house}" if self.house else ""
        return f"{hands}{under}{f', played since {self.since}' if self.since else ''}"


@dataclass(frozen=True, slots=True)
class Selected:
    """A record (a hand as one log has it) to be audited again, under the house of its last report.

    `lines` and `first_line` give the line of each event in its first upload (see `hands.insert.lines_from`). `found` is
    the number of findings in the last report. If both the house and the rules version changed since that report,
    `former` is the digest of the house at that time; otherwise it is empty.
    """

    hand_id: int
    month: dt.date
    venue: Venue
    house: str
    digest: str
    document: bytes
    lines: bytes
    first_line: int
    found: int
    former: bytes


@dataclass(frozen=True, slots=True)
class Part:
    """The records (hands as logged) from number `start` to before `stop`. `bytes` limits how many of these records one
    job audits: the job stops when their documents together have about this many bytes. But the job always audits the
    first record.
    """

    start: int
    stop: int
    bytes: int


def start(connection: Connection, trigger: str, pin: Pin, choice: Choice, shard_hands: int) -> tuple[int, list[int]]:
    """Starts a run that audits the records (hands as logged) of `choice` again, with the rules version and houses of
    `pin`. Each shard, the part for one job, has about `shard_hands` records. Returns the number of the run and the
    numbers of its shards.

    `trigger` is `nightly` or `manual`. If there are no records, the run is done immediately. A record with reports
    under two houses counts twice.
    """
    values = {
        **pinned(pin),
        "trigger": trigger,
        "selection": choice.words(),
        "house": choice.house,
        "since": choice.since,
        "every": choice.every,
    }
    run_id = int(connection.execute(text(_START), values).scalar_one())
    houses.keep(connection, pin.lines)
    found = connection.execute(text(_RANGES), {**_narrowed(choice, pin), "size": shard_hands})
    ranges = [Range(number, row.start, row.stop, 1, row.expected) for number, row in enumerate(found, 1)]
    numbers = shards.add(connection, ranges, run_id=run_id)
    connection.execute(
        text("UPDATE run SET hands = :hands WHERE id = :run"),
        {"run": run_id, "hands": sum([one.expected for one in ranges])},
    )
    finish_if_done(connection, run_id)
    return run_id, numbers


def take_turn(connection: Connection) -> None:
    """Waits until no other transaction is starting a nightly run. Other transactions that want to start a nightly run
    then wait until this transaction ends.
    """
    connection.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": TURN})


def going(connection: Connection, pin: Pin, choice: Choice) -> int | None:
    """Returns the number of the unfinished re-audit with the same choice of hands and the same `pin` (rules version
    and houses). Returns `None` if there is none.
    """
    values = {"pin": pinned(pin)["pin"], "selection": choice.words()}
    number: int | None = connection.execute(text(_GOING), values).scalar()
    return number


def choice_of(connection: Connection, run_id: int) -> Choice:
    """Returns the choice of a run, without `hand`, which the database does not store.

    If `hand` was set, the run has only one shard (the part for one job), and the shard has only that record (the stored
    hand).
    """
    row = connection.execute(text("SELECT house, since, every FROM run WHERE id = :run"), {"run": run_id}).one()
    return Choice(row.house, row.since, row.every)


def selected(
    connection: Connection, unpack: Callable[[bytes], bytes], pin: Pin, choice: Choice, part: Part
) -> tuple[list[Selected], int | None]:
    """Returns the records (hands as logged) with numbers in `part` that still have to be audited again, in the order of
    their numbers.

    Also returns the number of the first record that is left for another shard, because the documents before it already
    fill `part.bytes`; `None` if no record is left. `unpack` decompresses a document.
    """
    values = {**_narrowed(choice, pin), "start": part.start, "stop": part.stop}
    # The rows are read a few at a time, because all documents together may need too much memory. For such reading, the
    # server expects that only the first rows are needed. This setting makes the server plan for reading all rows.
    connection.execute(text("SET LOCAL cursor_tuple_fraction = 1"))
    rows = connection.execute(text(_SELECTED), values, execution_options={"stream_results": True, "max_row_buffer": 50})
    chosen: list[Selected] = []
    size = 0
    with rows:
        for row in rows:
            document = unpack(row.document)
            size += len(document)
            # A record with reports under two houses has two rows. A part ends between two records, never between the
            # two rows.
            if size > part.bytes and chosen and chosen[-1].hand_id != row.hand_id:
                return chosen, int(row.hand_id)
            chosen.append(_selected(row, document))
    return chosen, None


def _selected(row: Row[Any], document: bytes) -> Selected:
    return Selected(
        hand_id=row.hand_id,
        month=row.month,
        venue=Venue(row.venue_id, row.venue),
        house=row.house,
        digest=row.digest.hex(),
        document=document,
        lines=row.lines or b"",
        first_line=row.first_line or 1,
        found=row.found,
        former=bytes(row.former or b""),
    )


def _narrowed(choice: Choice, pin: Pin) -> Mapping[str, Any]:
    return {
        "every": choice.every,
        "house": choice.house,
        "since": choice.since,
        "month": choice.since.replace(day=1) if choice.since else None,
        "hand": choice.hand,
        "version": pin.rules_version,
        "names": [name.split("/")[0] for name in pin.houses],
        "games": [name.split("/")[1] for name in pin.houses],
        "structures": [name.split("/")[2] for name in pin.houses],
        "digests": [bytes.fromhex(digest) for digest in pin.houses.values()],
    }


_GOING: Final = """
SELECT id FROM run
WHERE upload_id IS NULL AND state = 'running' AND pin = :pin AND selection = :selection
ORDER BY id LIMIT 1
"""

_START: Final = """
INSERT INTO run (trigger, selection, house, since, every, rules_version, houses, pin)
VALUES (:trigger, :selection, :house, :since, :every, :version, CAST(:houses AS jsonb), :pin) RETURNING id
"""

# In this query, `now` is the list of the houses that the program has now. If a house no longer exists, it is not in
# this list, so its hands are not audited again.
_RANGES: Final = """
SELECT min(hand_id) AS start, max(hand_id) + 1 AS stop, count(*) AS expected
FROM (SELECT r.hand_id, (dense_rank() OVER (ORDER BY r.hand_id) - 1) / :size AS shard
      FROM report AS r
      JOIN hand ON hand.id = r.hand_id AND hand.month = r.month
      JOIN unnest(CAST(:names AS text[]), CAST(:games AS text[]), CAST(:structures AS text[]),
                  CAST(:digests AS bytea[]))
        AS now (house, game, structure, digest)
        ON now.house = r.house AND now.game = r.game AND now.structure = hand.structure
      WHERE r.current
        AND (:every OR r.house_digest <> now.digest OR r.rules_version <> :version)
        AND (:house = '' OR r.house = :house)
        AND (CAST(:since AS date) IS NULL OR (hand.month >= :month AND hand.played >= :since))
        AND (CAST(:hand AS bigint) IS NULL OR r.hand_id = :hand)) AS chosen
GROUP BY shard ORDER BY shard
"""

_SELECTED: Final = """
SELECT r.hand_id, r.month, hand.venue_id, venue.name AS venue, r.house, hand.digest, hand.document,
       origin.lines, origin.first_line, r.findings AS found,
       CASE WHEN r.house_digest <> now.digest AND r.rules_version <> :version THEN r.house_digest END AS former
FROM report AS r
JOIN hand ON hand.id = r.hand_id AND hand.month = r.month
JOIN unnest(CAST(:names AS text[]), CAST(:games AS text[]), CAST(:structures AS text[]), CAST(:digests AS bytea[]))
  AS now (house, game, structure, digest)
  ON now.house = r.house AND now.game = r.game AND now.structure = hand.structure
JOIN venue ON venue.id = hand.venue_id
LEFT JOIN LATERAL (SELECT lines, first_line FROM source WHERE source.hand_id = r.hand_id
                   ORDER BY upload_id, first_line LIMIT 1) AS origin ON true
WHERE r.current AND r.hand_id >= :start AND r.hand_id < :stop
  AND (:every OR r.house_digest <> now.digest OR r.rules_version <> :version)
  AND (:house = '' OR r.house = :house)
  AND (CAST(:since AS date) IS NULL OR (hand.month >= :month AND hand.played >= :since))
ORDER BY r.hand_id, r.house
"""
