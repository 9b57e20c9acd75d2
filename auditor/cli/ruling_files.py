"""Rulings that people write as JSON or TOML, and the draft of a ruling from the settlement of the engine.

Amounts in a file are texts such as `"0.25"`. The rule is a key of the house, such as `odd.halves`: the clause, its
status and the house are those that are pinned to the case. If no house rule applies, the file names a source and a
clause instead.
"""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from auditor.cli.case_acting import typed_amount
from auditor.cli.exit_codes import Refused
from auditor.cli.terminal_text import money
from auditor.disputes.drafts import draft_of
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import ExGratia, Fact, Line, RuleBasis, Ruling
from auditor.engine.audit import audit
from auditor.engine.house import House
from auditor.engine.house.clause_words import clause_words
from auditor.engine.readings import read_as
from auditor.engine.rules import BY_CODE
from auditor.formats.log import decode
from auditor.settings import command_line
from auditor.store.disputes.pins import Pin
from auditor.store.hands.documents import Unpacker
from auditor.store.postgres.database import Connection

LARGEST: Final = 1024 * 1024


class WrittenFact(msgspec.Struct, forbid_unknown_fields=True):
    """A fact in a file, and the event of the record that shows this fact."""

    text: str
    event: int | None = None


class WrittenRule(msgspec.Struct, forbid_unknown_fields=True):
    """The rule in a file: a key of the house and a reading such as `low.qualifier = none`, or a source and a clause."""

    key: str = ""
    reading: str = ""
    source: str = ""
    clause: str = ""


class WrittenLine(msgspec.Struct, forbid_unknown_fields=True):
    """A line of the settlement in a file."""

    party: str
    ruled: str
    reason: str = ""


class WrittenExtra(msgspec.Struct, forbid_unknown_fields=True):
    """A payment ex gratia in a file."""

    party: str
    amount: str
    reason: str


class WrittenRuling(msgspec.Struct, forbid_unknown_fields=True):
    """A ruling in a file."""

    outcome: Outcome
    facts: tuple[WrittenFact, ...]
    rule: WrittenRule
    lines: tuple[WrittenLine, ...] = ()
    ex_gratia: tuple[WrittenExtra, ...] = ()


class Ground:
    """The ground of a ruling: the pinned hand, its house on that day, and the amounts of the engine. `pin` is `None`
    if the venue has no log of the hand. `unit` is the currency and its number of decimals.
    """

    def __init__(self, connection: Connection, pin: Pin | None, unit: tuple[str, int]) -> None:
        self._connection: Final = connection
        self.pin: Final = pin
        self.unit: Final = unit

    def house(self, reading: str = "") -> House | None:
        """Returns the pinned house, under a reading such as `low.qualifier = none`. Returns `None` without a pinned
        hand. Raises `HouseRefused` if the house has no such reading.
        """
        if self.pin is None:
            return None
        house = self.pin.house_then()
        if not reading:
            return house
        key, equals, value = [part.strip() for part in reading.partition("=")]
        if not equals:
            raise Refused(f'"{reading}" is no reading. Write a key, an equals sign and a value: low.qualifier = none')
        return read_as(house, key, value)

    def engine_lines(self, reading: str = "") -> tuple[Line, ...] | None:
        """Returns the settlement of the engine as lines of a ruling, under a reading. Returns `None` without a pinned
        hand, or if the log does not show enough.
        """
        house = self.house(reading)
        if self.pin is None or house is None:
            return None
        if not reading:
            return draft_of(self.pin.settlement())
        document = Unpacker().unpack(self._connection, self.pin.document)
        return draft_of(audit(decode(document), house).settlement)


def ruling_in(path: Path, ground: Ground) -> Ruling:
    """Reads a ruling from a file that ends in .json or .toml. Raises `Refused` with the place of the mistake."""
    try:
        content = path.read_bytes()[: LARGEST + 1]
        if len(content) > LARGEST:
            raise Refused(f"{path} is larger than {LARGEST:,} bytes. Write a shorter ruling.")
        text = content.decode("utf-8")
        document: Any = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as error:
        form = "TOML" if path.suffix == ".toml" else "JSON"
        raise Refused(f"{path} is no valid {form}: {error}. Correct the file.") from error
    try:
        written = msgspec.convert(document, WrittenRuling)
    except msgspec.ValidationError as error:
        draft = command_line("case rule draft NUMBER")
        raise Refused(f"{path} is no ruling: {error}. To print a ruling that you can change: {draft}") from error
    return ruling_of(written, ground)


def ruling_of(written: WrittenRuling, ground: Ground) -> Ruling:
    """Returns the ruling that a person wrote, with the clause of the house and the amounts of the engine filled in.
    Raises `Refused` or `HouseRefused` for a rule that the house does not have, or for an amount that is no amount.
    """
    currency, minor = ground.unit
    engine = ground.engine_lines(written.rule.reading)
    amounts = None if engine is None else {line.party: line.ruled for line in engine}
    lines = [
        Line(each.party, _of_engine(amounts, each.party), typed_amount(each.ruled, minor), each.reason)
        for each in written.lines
    ]
    extras = [ExGratia(each.party, typed_amount(each.amount, minor), each.reason) for each in written.ex_gratia]
    facts = tuple([Fact(each.text, each.event) for each in written.facts])
    left_out = sorted(set(amounts or {}) - {line.party for line in lines})
    if left_out:
        raise Refused(
            f"The settlement of the engine has an amount for {left_out[0]}, but the ruling does not name this party."
            " Add a line for this party, with the reason if the amount differs."
        )
    return Ruling(written.outcome, facts, _basis(written.rule, ground), tuple(lines), currency, minor, tuple(extras))


def draft(ground: Ground, reading: str = "", outcome: Outcome | None = None) -> WrittenRuling:
    """Returns the draft of a ruling: a fact for each pinned finding, the clause of the first finding, and the
    settlement of the engine under a reading. Raises `Refused` if no hand is pinned to the case.
    """
    if ground.pin is None:
        raise Refused("No hand is pinned to this case, so there is no draft. Write the ruling as a file.")
    lines = ground.engine_lines(reading)
    findings = ground.pin.findings
    facts = [
        WrittenFact(
            f"{BY_CODE[each['code']].title}: the log has {each['logged']}; lawful: {each['lawful']}.", each["event"]
        )
        if each["code"] in BY_CODE
        else WrittenFact(f"The log has {each['logged']}; lawful: {each['lawful']}.", each["event"])
        for each in findings
    ]
    return WrittenRuling(
        outcome or (Outcome.UPHELD if lines else Outcome.NOT_UPHELD),
        tuple(facts) or (WrittenFact("The audit of the hand has no finding."),),
        _rule_of(findings, ground.house(reading), reading),
        tuple([WrittenLine(line.party, money(line.ruled, ground.unit[1])) for line in lines or ()]),
    )


def draft_text(written: WrittenRuling) -> str:
    """Returns a draft as JSON text that `ruling_in` reads."""
    return json.dumps(msgspec.to_builtins(written), indent=2, ensure_ascii=False)


def _rule_of(findings: tuple[dict[str, Any], ...], house: House | None, reading: str) -> WrittenRule:
    """Returns the rule of the first finding: the first key of the house whose clause the finding quotes."""
    if reading:
        return WrittenRule(reading.partition("=")[0].strip(), reading)
    for each in findings:
        rule = BY_CODE.get(each["code"])
        for key in rule.cites if rule and house else ():
            assert house is not None
            if house.setting(key).clause in each["clause"]:
                return WrittenRule(key)
    return WrittenRule()


def _basis(written: WrittenRule, ground: Ground) -> RuleBasis:
    if not written.key:
        if written.reading:
            raise Refused("The ruling names a reading, but no key of the house. Write the key, such as low.qualifier.")
        return RuleBasis(written.clause, source=written.source)
    house = ground.house(written.reading)
    if house is None or ground.pin is None:
        raise Refused(
            "No hand is pinned to this case, so no house is known. Name the source and the clause instead of a key."
        )
    setting = house.setting(written.key)
    clause = clause_words(setting.clause)
    status = str(setting.status)
    return RuleBasis(clause, setting.key, house.name, ground.pin.house_digest, status, written.reading)


def _of_engine(amounts: Mapping[str, int] | None, party: str) -> int | None:
    return None if amounts is None else amounts.get(party, 0)
