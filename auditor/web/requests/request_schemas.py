"""What may be asked: every parameter of an address or a form, bounded. Pages and the API ask the same way.

Anything unknown is refused: a filter with a slip of the pen in its name would otherwise show a list that is not
filtered, and nobody would see it.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any, Final

from flask import request
from marshmallow import RAISE, Schema, ValidationError, fields, pre_load
from marshmallow.validate import Length, OneOf, Range, Regexp, Validator

from auditor.engine.hand import Game, Structure
from auditor.engine.house.files import ROOT
from auditor.formats.files.encodings import TITLES as ENCODINGS
from auditor.store.queries.changes_since_review import NEWS
from auditor.store.queries.filtering import BANDS
from auditor.triage.acts import LONGEST_COMMENT, REASONS, Act
from auditor.triage.states import State
from auditor.web.requests.refusals import Refusal, invalid

PAGE: Final = 50
MOST: Final = 200
NO_FIELDS: Final[frozenset[str]] = frozenset()  # of a form that is a button
NO_PLACE: Final = "no such place in the list"
LONGEST_LIST: Final = 1_000  # of the query of a list that a page was opened from
_GAMES: Final = tuple(game.value for game in Game)
_STRUCTURES: Final = tuple(structure.value for structure in Structure)


class Query(Schema):
    """Parameters of an address; unknown ones are refused."""

    class Meta:
        """Refuses what it does not know."""

        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        names = [field.data_key or name for name, field in self.load_fields.items()]
        there_are = f"there are: {', '.join(names)}" if names else "nothing is asked for here"
        self.error_messages = {**self.error_messages, "unknown": f"There is no such parameter; {there_are}."}

    @pre_load
    def read_numbers(self, data: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        """An address is text: plain digits become the integers that strict fields ask for, and nothing else does."""
        return {name: _digits(data[name]) if name in _NUMBERS else data[name] for name in data}


class Whole(Regexp):
    """A text that fits a pattern as a whole. The pattern is written as JSON Schema has it, `^...$`; Python alone would
    let a line end pass at its end.
    """

    def __call__(self, value: Any) -> Any:
        """The value. Raises `ValidationError`."""
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self.error)
        return value


def _text(says: str, validate: Validator, **options: Any) -> fields.String:
    return fields.String(validate=validate, metadata={"description": says}, **options)


def _house(says: str, **options: Any) -> fields.String:
    return _text(says, Whole("^[a-z0-9-]{1,64}$", error="a house is named in small letters"), **options)


def _number(says: str, most: int = 2**63 - 1, **options: Any) -> fields.Integer:
    words = f"Must be a whole number from 1 to {most:,}, in the digits 0-9."
    return fields.Integer(
        strict=True,
        validate=Range(min=1, max=most, error=words),
        error_messages={"invalid": words},
        metadata={"description": says},
        **options,
    )


def _limit() -> fields.Integer:
    return _number("how many at once", MOST, load_default=PAGE)


def _or_empty(values: Sequence[str]) -> OneOf:
    """One of these, or nothing."""
    return OneOf([*values, ""], error=f"Must be one of: {', '.join(values)}, or empty.")


_YES_OR_NO: Final = OneOf(["yes", "no"])
_RUNS: Final = "^[0-9]{0,18}[.][.][0-9]{0,18}$"


class NoParameters(Query):
    """No parameters at all."""


class PagedQuery(Query):
    """A list by number, newest first."""

    before = _number("`next` of the page before this one")
    limit = _limit()


class FindingsQuery(Query):
    """The filters of the findings, and the place in the list."""

    triage = _text("where it stands with people", OneOf(list(State)))
    flagged = _text("whether its decision is to be looked at again", _YES_OR_NO)
    reopened = _text("whether a run opened it again", _YES_OR_NO)
    news = _text("what runs did since the last that was reviewed, or those of `runs`", OneOf(list(NEWS)))
    runs = _text(
        "with `news`: 12..15 is after run 12 up to and with run 15", Whole(_RUNS, error="no runs; such as 12..15")
    )
    grade = _text("its weight", OneOf(["fault", "violation", "irregular"]))
    code = _text("the rule", Whole("^[A-Z][0-9]{3}$", error="a code is a letter and three digits, such as B402"))
    venue = _text("the venue", Whole("^[a-z0-9-]{1,64}$", error="a venue is named in small letters"))
    room = _text("the room of the hand", Length(max=64))
    game = _text("the game of the hand", OneOf(_GAMES))
    stakes = _text("the stakes of the hand, such as 10/20 USD; empty: not told", Length(max=80))
    street = _text("3 to 7; empty: before the cards", _or_empty("34567"))
    house = _house("under which it was found")
    engine = _text(
        "the version of the rules that was the first to find it",
        Whole("^[0-9]{1,9}$", error="a version of the rules is a number"),
    )
    band = _text("how much is at stake, from so many units of its currency on", OneOf(BANDS))
    assignee = _text("to whom it is assigned; empty: nobody", Length(max=80))
    contested = _text("whether it hangs on how a clause is read", _YES_OR_NO)
    detection = _text(
        "what the last run said; else all but `gone`", OneOf(["present", "changed", "gone", "unassessed"])
    )
    gone_by = _text("why it is gone; empty: nobody knows", _or_empty(["record", "engine", "rules"]))
    second = _text(
        "its dismissal waits for a second person, who may be this one; empty: whoever that is", Length(max=80)
    )
    upload = _text("the receipt of an upload", Whole("^[0-9a-f-]{1,64}$", error="a receipt has the digits 0-9 and a-f"))
    against = _text(
        "found across hands against a hand of the upload with this receipt, on one that came otherwise",
        Whole("^[0-9a-f-]{1,64}$", error="a receipt has the digits 0-9 and a-f"),
    )
    selection = _text("the number of a selection", Whole("^[0-9]{1,18}$", error="a selection has a number"))
    picked = _text(
        "these findings, by number", Whole("^[0-9]{1,18}(,[0-9]{1,18}){0,199}$", error="numbers, with commas")
    )
    all = _text("without any filter: all, and not only what is open and new", OneOf(["yes"]))
    after = _text("`next` of the page before", Whole("^-?[0-9]{0,19}[.][0-9]{1,19}$", error=NO_PLACE))
    limit = _limit()


class FindingQuery(Query):
    """One finding."""

    list = _text("the query of the list it was opened from", Length(max=LONGEST_LIST))


class DecisionBody(Query):
    """What is to be done about a finding."""

    act = _text("what to do", OneOf(list(Act)), required=True)
    reason = _text("why it is dismissed, accepted or disagreed with", OneOf(sorted({*chain(*REASONS.values())})))
    comment = _text("in your own words; else that of the reason", Length(max=LONGEST_COMMENT))
    until = _text(
        "the last day of an acceptance, such as 2026-12-31; else it holds as long as the house's rules stay",
        Whole("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", error="a day is written as 2026-12-31"),
    )
    assignee = _text("the account it is assigned to; empty: nobody; else your own", Length(max=80))
    of = _number("which dismissal you agree or disagree with: `waits.number` of the finding")


class UploadQuery(Query):
    """One upload."""

    again = _text("the same file came once more", OneOf(["1"]))
    after = _text("`next` of the rejected hands", Whole("^[0-9]{1,18}[.][0-9]{1,18}$", error=NO_PLACE))


class EncodingQuery(Query):
    """In which encoding kept bytes are read again."""

    encoding = _text("the encoding", OneOf(list(ENCODINGS)), required=True)


class ReceiptsQuery(Query):
    """Uploads that were sent together."""

    receipts = _text("their receipts", Whole("^[0-9a-f-]{1,64}(,[0-9a-f-]{1,64}){0,49}$", error="no list of receipts"))
    again = _text("which of them, from 1, were there before", Whole("^[0-9]{1,2}(,[0-9]{1,2}){0,49}$", error=NO_PLACE))


class StaticFileQuery(Query):
    """A style sheet, a script or a picture."""

    v = _text("of which content, so that it may be kept for good", Whole("^[0-9a-f]{12}$", error="no such version"))


class GameQuery(Query):
    """For which game, in which structure."""

    game = _text("for which of its games", OneOf(_GAMES))
    structure = _text("in which of its structures; else the first", OneOf(_STRUCTURES))


class HouseVersionQuery(GameQuery):
    """In which version: the digest of a house."""

    digest = _text(
        "the digest of its rules, as a run kept them; else those of today",
        Whole("^[0-9a-f]{64}$", error="a digest has 64 digits 0-9 and a-f"),
    )


class HouseQuery(GameQuery):
    """Under which house, too."""

    house = _house("whose clauses are shown")


class OtherHouseQuery(GameQuery):
    """With which other house one is compared."""

    house = _house("the other house; else the base of all, and for that one the first other by the alphabet")


class HandQuery(Query):
    """Under which house a hand is audited."""

    house = _house("what if it had been played under this one")


class MaskedHandQuery(HandQuery):
    """How a hand is looked at, too."""

    names = _text("`masked`: players go by the numbers of their seats", OneOf(["masked"]))


class HandPageQuery(MaskedHandQuery):
    """From which list it was opened, too."""

    list = _text("the query of the list of findings it was opened from", Length(max=LONGEST_LIST))
    at = _number("the finding in that list")


class StepQuery(HandPageQuery):
    """How one step of it is."""

    cards = _text("`known`: all cards that the record tells, also those that lay face down", OneOf(["known"]))


class WhatIfQuery(Query):
    """Under which two houses a hand is audited."""

    house = _house("the other house; else the base of all, or another than the one on record", load_default=ROOT)
    own = _house("the house it is compared with; else the one the hand is on record under", data_key="as")


class FileQuery(Query):
    """What a file is called by its sender, the house it is to be audited under, and how its bytes are to be read."""

    file_name = _text("what the sender calls it", Length(max=255), load_default="")
    house = _text(
        "the house it is audited under; else the one the file names, or its room's",
        Whole("^[a-z0-9-]{0,64}$", error="a house is named in small letters"),
        load_default="",
    )
    encoding = _text(
        "the encoding it is read in; else found by its bytes",
        OneOf([*ENCODINGS, ""], error=f"Must be one of: {', '.join(ENCODINGS)}."),
        load_default="",
    )


class HandsQuery(PagedQuery):
    """Hands by their number, or the newest."""

    number = _text("the room's hand number, whole", Length(min=1, max=100))
    venue = _text("the venue", Whole("^[a-z0-9-]{1,64}$", error="a venue is named in small letters"))


# The numbers of an address are text to begin with: these are read as plain digits, and `strict` then has its integer.
_NUMBERS: Final = ("at", "before", "limit")


def parse_query(schema: type[Query]) -> dict[str, Any]:
    """The parameters of this request's address. Raises `Refusal` (422) with what is wrong and where."""
    return parse_parameters(schema, request.args.to_dict())


def parse_parameters(schema: type[Query], given: Mapping[str, str]) -> dict[str, Any]:
    """The same of parameters that stand elsewhere: in the query of a list that a form names."""
    try:
        loaded: dict[str, Any] = schema().load(given)
    except ValidationError as error:
        raise invalid(dict(error.messages_dict)) from error
    return loaded


def refuse_unknown_fields(known: AbstractSet[str]) -> None:
    """Raises `Refusal` where the form has a field, or a file, that is not among the `known`."""
    unknown = sorted({*request.form, *request.files} - known - {"csrf_token"})
    if unknown:
        raise Refusal(422, f"The form has a field that is not known here: {unknown[0][:40]}.")


def _digits(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 19 else text
