"""The parameters of addresses and forms, with their bounds, for pages and the API.

An unknown parameter is refused. Otherwise a misspelt filter would give an unfiltered list without a warning.
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
NO_FIELDS: Final[frozenset[str]] = frozenset()  # of a form that is only a button
NO_PLACE: Final = "there is no such place in the list"
LONGEST_LIST: Final = 1_000  # of the query of a list that a page was opened from
_GAMES: Final = tuple(game.value for game in Game)
_STRUCTURES: Final = tuple(structure.value for structure in Structure)


class Query(Schema):
    """The parameters of an address."""

    class Meta:
        """Refuses unknown parameters."""

        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        names = [field.data_key or name for name, field in self.load_fields.items()]
        there_are = f"there are: {', '.join(names)}" if names else "this address takes none"
        self.error_messages = {**self.error_messages, "unknown": f"There is no such parameter; {there_are}."}

    @pre_load
    def read_numbers(self, data: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        """Turns plain digits into integers, because an address is text and the fields are strict."""
        return {name: _digits(data[name]) if name in _NUMBERS else data[name] for name in data}


class Whole(Regexp):
    """A text that matches a whole pattern. It has `^...$` for JSON Schema; Python's `$` also allows a line end."""

    def __call__(self, value: Any) -> Any:
        """The value. Raises `ValidationError`."""
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self.error)
        return value


def _text(meaning: str, validate: Validator, **options: Any) -> fields.String:
    return fields.String(validate=validate, metadata={"description": meaning}, **options)


def _house(meaning: str, **options: Any) -> fields.String:
    return _text(meaning, Whole("^[a-z0-9-]{1,64}$", error="a house is named in small letters"), **options)


def _number(meaning: str, most: int = 2**63 - 1, **options: Any) -> fields.Integer:
    words = f"Must be a whole number from 1 to {most:,}, in the digits 0-9."
    return fields.Integer(
        strict=True,
        validate=Range(min=1, max=most, error=words),
        error_messages={"invalid": words},
        metadata={"description": meaning},
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
    """An address without parameters."""


class PagedQuery(Query):
    """A list by number, newest first, in pages."""

    before = _number("`next` of the page before this one")
    limit = _limit()


class FindingsQuery(Query):
    """The filters of the findings, and the place in the list."""

    triage = _text("the decision about it", OneOf(list(State)))
    flagged = _text("whether its decision needs another review", _YES_OR_NO)
    reopened = _text("whether a run reopened it", _YES_OR_NO)
    news = _text("changes since the last reviewed run, or by `runs`", OneOf(list(NEWS)))
    runs = _text(
        "with `news`: 12..15 means after run 12, up to and including run 15", Whole(_RUNS, error="name runs as 12..15")
    )
    grade = _text("its grade", OneOf(["fault", "violation", "irregular"]))
    code = _text("the rule", Whole("^[A-Z][0-9]{3}$", error="a code is a letter and three digits, such as B402"))
    venue = _text("the venue", Whole("^[a-z0-9-]{1,64}$", error="a venue is named in small letters"))
    room = _text("the room of the hand", Length(max=64))
    game = _text("the game of the hand", OneOf(_GAMES))
    stakes = _text("the stakes of the hand, such as 10/20 USD; empty: unknown", Length(max=80))
    street = _text("3 to 7; empty: before the cards", _or_empty("34567"))
    house = _house("the house of the audit")
    engine = _text(
        "the version of the rules that first found it",
        Whole("^[0-9]{1,9}$", error="a version of the rules is a number"),
    )
    band = _text("the amount at stake, from this many units of the currency on", OneOf(BANDS))
    assignee = _text("the assignee; empty: nobody", Length(max=80))
    contested = _text("whether another reading of a clause does not have it", _YES_OR_NO)
    detection = _text(
        "the result of the last run; else all but `gone`", OneOf(["present", "changed", "gone", "unassessed"])
    )
    gone_by = _text("why it is gone; empty: unknown", _or_empty(["record", "engine", "rules"]))
    second = _text("its dismissal waits for a second review that this person may give; empty: anybody", Length(max=80))
    upload = _text("the receipt of an upload", Whole("^[0-9a-f-]{1,64}$", error="a receipt has the digits 0-9 and a-f"))
    against = _text(
        "cross-hand findings in other uploads that involve the upload with this receipt",
        Whole("^[0-9a-f-]{1,64}$", error="a receipt has the digits 0-9 and a-f"),
    )
    selection = _text("the number of a selection", Whole("^[0-9]{1,18}$", error="a selection has a number"))
    picked = _text(
        "these findings, by number",
        Whole("^[0-9]{1,18}(,[0-9]{1,18}){0,199}$", error="send numbers with commas between"),
    )
    all = _text("all findings, not only open and new ones", OneOf(["yes"]))
    after = _text("`next` of the page before", Whole("^-?[0-9]{0,19}[.][0-9]{1,19}$", error=NO_PLACE))
    limit = _limit()


class FindingQuery(Query):
    """One finding, or a selection, with the list it was opened from."""

    list = _text("the query of the list from which it was opened", Length(max=LONGEST_LIST))


class DecisionBody(Query):
    """A decision about a finding."""

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

    again = _text("the same file was uploaded again", OneOf(["1"]))
    after = _text("`next` of the rejected hands", Whole("^[0-9]{1,18}[.][0-9]{1,18}$", error=NO_PLACE))


class EncodingQuery(Query):
    """The encoding of a re-read."""

    encoding = _text("the encoding", OneOf(list(ENCODINGS)), required=True)


class ReceiptsQuery(Query):
    """Files that were sent together."""

    receipts = _text(
        "their receipts", Whole("^[0-9a-f-]{1,64}(,[0-9a-f-]{1,64}){0,49}$", error="send receipts with commas between")
    )
    again = _text(
        "the numbers, from 1, of the files that were there before",
        Whole("^[0-9]{1,2}(,[0-9]{1,2}){0,49}$", error=NO_PLACE),
    )


class StaticFileQuery(Query):
    """A style sheet, a script or a picture."""

    v = _text("the digest of the content", Whole("^[0-9a-f]{12}$", error="there is no such version"))


class GameQuery(Query):
    """A game in a structure."""

    game = _text("one of its games", OneOf(_GAMES))
    structure = _text("one of its structures; else the first", OneOf(_STRUCTURES))


class HouseVersionQuery(GameQuery):
    """In which version: the digest of a house."""

    digest = _text(
        "the digest of its rules, as a run kept them; else those of today",
        Whole("^[0-9a-f]{64}$", error="a digest has 64 digits 0-9 and a-f"),
    )


class HouseQuery(GameQuery):
    """A house, for a game in a structure."""

    house = _house("the house whose clauses the page has")


class OtherHouseQuery(GameQuery):
    """The house to compare with."""

    house = _house("the other house; else the base of all houses, and for the base the first other house")


class HandQuery(Query):
    """The house of an audit of a hand."""

    house = _house("the house of the audit")


class MaskedHandQuery(HandQuery):
    """A hand, with or without names."""

    names = _text("`masked`: seat numbers instead of names", OneOf(["masked"]))


class HandPageQuery(MaskedHandQuery):
    """The page of a hand, with the list it was opened from."""

    list = _text("the query of the list of findings from which it was opened", Length(max=LONGEST_LIST))
    at = _number("the finding in that list")


class StepQuery(HandPageQuery):
    """A step of a hand."""

    cards = _text("`known`: all cards in the record, also cards that were face down", OneOf(["known"]))


class WhatIfQuery(Query):
    """The two houses of a comparison."""

    house = _house(
        "the other house; else the base of all houses, or another house than the stored one", load_default=ROOT
    )
    own = _house("the house to compare with; else the house of the stored audit", data_key="as")


class FileQuery(Query):
    """The name of an uploaded file, its house and its encoding."""

    file_name = _text("the name of the file", Length(max=255), load_default="")
    house = _text(
        "the house of the audit; else from the file or its room",
        Whole("^[a-z0-9-]{0,64}$", error="a house is named in small letters"),
        load_default="",
    )
    encoding = _text(
        "the encoding of the file; else detected automatically",
        OneOf([*ENCODINGS, ""], error=f"Must be one of: {', '.join(ENCODINGS)}."),
        load_default="",
    )


class HandsQuery(PagedQuery):
    """Hands by their number, or the newest hands."""

    number = _text("the whole hand number of the room", Length(min=1, max=100))
    venue = _text("the venue", Whole("^[a-z0-9-]{1,64}$", error="a venue is named in small letters"))


# These parameters are integers; an address has them as digits.
_NUMBERS: Final = ("at", "before", "limit")


def parse_query(schema: type[Query]) -> dict[str, Any]:
    """The parameters of the current request. Raises `Refusal` (422) with the error and its parameter."""
    return parse_parameters(schema, request.args.to_dict())


def parse_parameters(schema: type[Query], parameters: Mapping[str, str]) -> dict[str, Any]:
    """Checks parameters of another source, such as the query of a list in a form."""
    try:
        loaded: dict[str, Any] = schema().load(parameters)
    except ValidationError as error:
        raise invalid(dict(error.messages_dict)) from error
    return loaded


def refuse_unknown_fields(known: AbstractSet[str]) -> None:
    """Raises `Refusal` if the form has a field, or a file, that is not in `known`."""
    unknown = sorted({*request.form, *request.files} - known - {"csrf_token"})
    if unknown:
        raise Refusal(422, f"The form has an unknown field: {unknown[0][:40]}.")


def _digits(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 19 else text
