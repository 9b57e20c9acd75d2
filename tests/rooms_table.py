"""The table of what becomes of real hands, room by room, as the README shows it.

`./run regenerate` writes it into the README, between its two marks.
"""

import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Final

from auditor.engine.audit import audit
from auditor.engine.findings import Report
from auditor.engine.hand import Game, Hand
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Read, Rejected
from tests.engine.corpus import CORPUS, files

TOP: Final = Path(__file__).resolve().parents[1]
README: Final = TOP / "README.md"
EXPLAINED: Final = TOP / "fixtures" / "rooms" / "explained.toml"
BEGIN: Final = "<!-- real hands: made by tests/rooms_table.py -->\n"
END: Final = "<!-- end of real hands -->\n"
_HEAD: Final = (
    "| room | game | hands | audited | rejected | skipped | findings | not verifiable |\n"
    "| --- | --- | ---: | ---: | ---: | ---: | --- | --- |\n"
)
# Said once beneath the table: no room logs them.
_BURNS: Final = "D207"
# Copies of other files, damaged or changed on purpose.
_LEFT_OUT: Final = ("_defective", "_doctored")
_OTHER: Final = "other games"


class Row:
    """What became of the hands of one game in one room."""

    def __init__(self) -> None:
        self.outcomes: Final[Counter[str]] = Counter()
        self.findings: Final[Counter[str]] = Counter()
        self.unverifiable: Final[Counter[str]] = Counter()

    def audited(self, report: Report) -> None:
        self.outcomes["audited"] += 1
        self.findings.update([finding.code for finding in report.findings])
        self.unverifiable.update({each.code for each in report.unverifiable} - {_BURNS})

    def cells(self) -> list[str]:
        read, rejected, skipped = (self.outcomes[name] for name in ("audited", "rejected", "skipped"))
        counts = [str(each) for each in (self.outcomes.total(), read, rejected, skipped)]
        return [*counts, _row_of(self.findings), _row_of(self.unverifiable)]


def _row_of(codes: Counter[str]) -> str:
    return ", ".join(f"{code} {count}" for code, count in sorted(codes.items())) or "0"


def rows() -> tuple[dict[tuple[str, str], Row], set[tuple[str, str, str]]]:
    """The rows by room and game, and room, hand and code of every finding."""
    found: defaultdict[tuple[str, str], Row] = defaultdict(Row)
    stays: set[tuple[str, str, str]] = set()
    for path in files("rooms"):
        if path.suffix == ".tsv" or any(part.startswith(_LEFT_OUT) for part in path.parts):
            continue
        room = path.relative_to(CORPUS).parts[1]
        for outcome in open_log(path.read_bytes()):
            if isinstance(outcome, Rejected):
                found[room, _OTHER].outcomes["rejected"] += 1
            elif not isinstance(outcome, Read):
                found[room, _OTHER].outcomes["skipped"] += 1
            else:
                report = _report(outcome.hand)
                found[room, outcome.hand.game].audited(report)
                stays |= {(room, outcome.hand.number or "", finding.code) for finding in report.findings}
    return found, stays


def _report(hand: Hand) -> Report:
    return audit(hand, house_for(hand))


def explained() -> dict[tuple[str, str, str], str]:
    """Why each finding on a real hand is right, by room, hand and code."""
    told = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))["finding"]
    return {(each["room"], each["hand"], each["code"]): each["why"] for each in told}


def table(found: dict[tuple[str, str], Row]) -> str:
    """The table in Markdown, and under it every finding with its reason."""
    order = [*[game.value for game in Game], _OTHER]
    lines = [
        f"| {' | '.join([room, game, *found[room, game].cells()])} |\n"
        for room, game in sorted(found, key=lambda place: (place[0], order.index(place[1])))
    ]
    whys = [f"- {room} {hand}, {code}: {why}\n" for (room, hand, code), why in sorted(explained().items())]
    return _HEAD + "".join(lines) + "\nEvery finding on a real hand, and why it is right:\n\n" + "".join(whys)


def write() -> bool:
    """Writes the table into the README, between its marks; whether that changed it."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    fresh = before + BEGIN + table(rows()[0]) + END + rest.partition(END)[2]
    README.write_text(fresh, encoding="utf-8")
    return fresh != text
