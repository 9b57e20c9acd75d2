"""The parameters of addresses and forms, with the values that are allowed. Pages and the API use the same parameters.

An unknown parameter is refused. Otherwise a misspelt filter would silently give the unfiltered list.
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
NO_FIELDS: Final[frozenset[str]] = frozenset()  # the fields of a form that is only a button
NO_PLACE: Final = "there is no such place in the list"
LONGEST_LIST: Final = 1_000  # the most characters of `list`: the query of the list from which a page was opened
_GAMES: Final = tuple(game.value for game in Game)
_STRUCTURES: Final = tuple(structure.value for structure in Structure)


class Query(Schema):
    """The parameters of one kind of address."""

    class Meta:
        """The option that refuses unknown parameters."""

        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        names = [field.data_key or name for name, field in self.load_fields.items()]
        there_are = f"there are: {', '.join(names)}" if names else "this address takes none"
        self.error_messages = {**self.error_messages, "unknown": f"There is no such parameter; {there_are}."}

    @pre_load
    def read_numbers(self, data: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        """Turns plain digits into integers, because an address has only text and the number fields accept no text."""
        return {name: _digits(data[name]) if name in _NUMBERS else data[name] for name in data}


class Whole(Regexp):
    """Checks that a whole text matches a pattern.

    The pattern has `^` and `$` for JSON Schema. In Python these are not enough, because `$` also matches before a line
    end.
    """

    def __call__(self, value: Any) -> Any:
        """Returns the value. Raises `ValidationError` if the whole value does not match."""
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
    """Checks that a value is one of `values` or empty."""
    return OneOf([*values, ""], error=f"Must be one of: {', '.join(values)}, or empty.")


_YES_OR_NO: Final = OneOf(["yes", "no"])
_RUNS: Final = "^[0-9]{0,18}[.][.][0-9]{0,18}$"


class NoParameters(Query):
    """An address without parameters."""


class PagedQuery(Query):
    """The parameters of a list in pages, newest first."""

    before = _number("`next` of the page before this one")
    limit = _limit()


class FindingsQuery(Query):
    """The parameters of the list of findings: its filters, and the place in the list."""

    triage = _text("the state of the decision about the finding", OneOf(list(State)))
    flagged = _text("whether the decision needs another review", _YES_OR_NO)
    reopened = _text("whether a run reopened the finding", _YES_OR_NO)
    news = _text("the change since the last reviewed run, or in the runs of `runs`", OneOf(list(NEWS)))
    runs = _text(
        "with `news`: 12..15 means after run 12, up to and including run 15", Whole(_RUNS, error="name runs as 12..15")
    )
    grade = _text("the grade", OneOf(["fault", "violation", "irregular"]))
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
    band = _text("the smallest amount of the finding, in units of the currency", OneOf(BANDS))
    assignee = _text("the assignee; empty: nobody", Length(max=80))
    contested = _text("whether another reading of a clause does not give the finding", _YES_OR_NO)
    detection = _text(
        "the result of the last run; by default all except `gone`", OneOf(["present", "changed", "gone", "unassessed"])
    )
    gone_by = _text("why the finding is gone; empty: unknown", _or_empty(["record", "engine", "rules"]))
    second = _text("the person who may give a second review of its dismissal; empty: anybody", Length(max=80))
    upload = _text("the receipt of an upload", Whole("^[0-9a-f-]{1,64}$", error="a receipt has the digits 0-9 and a-f"))
    against = _text(
        "cross-hand findings in other uploads that involve the upload with this receipt",
        Whole("^[0-9a-f-]{1,64}$", error="a receipt has the digits 0-9 and a-f"),
    )
    selection = _text("the number of a selection", Whole("^[0-9]{1,18}$", error="a selection has a number"))
    picked = _text(
        "the numbers of single findings",
        Whole("^[0-9]{1,18}(,[0-9]{1,18}){0,199}$", error="send numbers with commas between"),
    )
    all = _text("send yes to list all findings, not only the open and new ones", OneOf(["yes"]))
    after = _text("`next` of the page before", Whole("^-?[0-9]{0,19}[.][0-9]{1,19}$", error=NO_PLACE))
    limit = _limit()


class FindingQuery(Query):
    """The parameters of the page of a finding or of a selection: the list from which the page was opened."""

    list = _text("the query of the list from which it was opened", Length(max=LONGEST_LIST))


class DecisionBody(Query):
    """The fields of a decision about a finding."""

    act = _text("the action", OneOf(list(Act)), required=True)
    reason = _text("the reason for dismissing, accepting or disagreeing", OneOf(sorted({*chain(*REASONS.values())})))
    comment = _text("a comment in your own words; by default the text of the reason", Length(max=LONGEST_COMMENT))
    until = _text(
        "the last day of an acceptance, such as 2026-12-31; by default it ends when the house's rules change",
        Whole("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", error="a day is written as 2026-12-31"),
    )
    assignee = _text(
        "the account to which the finding is assigned; empty: nobody; by default your own account", Length(max=80)
    )
    of = _number("the dismissal with which you agree or disagree: `waits.number` of the finding")


class UploadQuery(Query):
    """The parameters of the page of one upload."""

    again = _text("send 1 if the same file was uploaded again", OneOf(["1"]))
    after = _text(
        "`next` of the page before, for the rejected hands", Whole("^[0-9]{1,18}[.][0-9]{1,18}$", error=NO_PLACE)
    )


class EncodingQuery(Query):
    """The parameter of a re-read: the encoding."""

    encoding = _text("the encoding", OneOf(list(ENCODINGS)), required=True)


class ReceiptsQuery(Query):
    """The parameters of the page of files that were sent together."""

    receipts = _text(
        "the receipts of the files",
        Whole("^[0-9a-f-]{1,64}(,[0-9a-f-]{1,64}){0,49}$", error="send receipts with commas between"),
    )
    again = _text(
        "the places, counted from 1, of the files that were stored before",
        Whole("^[0-9]{1,2}(,[0-9]{1,2}){0,49}$", error=NO_PLACE),
    )


class StaticFileQuery(Query):
    """The parameter of a static file, such as a style sheet, a script or a picture."""

    v = _text("the digest of the content", Whole("^[0-9a-f]{12}$", error="there is no such version"))


class GameQuery(Query):
    """The parameters that choose a game of a house and its structure, which is the limit on wagers."""

    game = _text("a game of the house", OneOf(_GAMES))
    structure = _text("a structure of the house; by default the first", OneOf(_STRUCTURES))


class HouseVersionQuery(GameQuery):
    """The parameters that choose one version of the rules of a house."""

    digest = _text(
        "the digest of rules that a run used; by default the rules of today",
        Whole("^[0-9a-f]{64}$", error="a digest has 64 digits 0-9 and a-f"),
    )


class HouseQuery(GameQuery):
    """The parameters that choose a house, one of its games, and its structure."""

    house = _house("the house whose clauses the page shows")


class OtherHouseQuery(GameQuery):
    """The parameters that choose another house, with which the house of the page is compared."""

    house = _house("the other house; by default the base of all houses, or the first other house for the base itself")


class HandQuery(Query):
    """The parameter that chooses the house under which a hand is audited."""

    house = _house("the house of the audit")


class MaskedHandQuery(HandQuery):
    """The parameters that choose the house of a hand, and whether names are shown."""

    names = _text("send masked to show seat numbers instead of names", OneOf(["masked"]))


class HandPageQuery(MaskedHandQuery):
    """The parameters of the page of a hand. They include the list of findings from which the page was opened."""

    list = _text("the query of the list of findings from which it was opened", Length(max=LONGEST_LIST))
    at = _number("the number of the finding in that list")


class StepQuery(HandPageQuery):
    """The parameters of a step of a hand."""

    cards = _text("send known to show all cards in the record, also cards that were face down", OneOf(["known"]))


class WhatIfQuery(Query):
    """The parameters that choose the two houses under which a hand is compared."""

    house = _house(
        "the second house; by default the base of all houses, or another house if that is the first", load_default=ROOT
    )
    own = _house("the first house; by default the house of the stored audit", data_key="as")


class FileQuery(Query):
    """The parameters of an upload: the name of the file, its house and its encoding."""

    file_name = _text("the name of the file", Length(max=255), load_default="")
    house = _text(
        "the house of the audit; by default it depends on the file or its room",
        Whole("^[a-z0-9-]{0,64}$", error="a house is named in small letters"),
        load_default="",
    )
    encoding = _text(
        "the encoding of the file; by default it is detected",
        OneOf([*ENCODINGS, ""], error=f"Must be one of: {', '.join(ENCODINGS)}."),
        load_default="",
    )


class HandsQuery(PagedQuery):
    """The parameters of the list of hands: one hand number, or a place in the list of the newest hands."""

    number = _text("the complete hand number of the room", Length(min=1, max=100))
    venue = _text("the venue", Whole("^[a-z0-9-]{1,64}$", error="a venue is named in small letters"))


# The names of the parameters that are integers.
_NUMBERS: Final = ("at", "before", "limit")


def parse_query(schema: type[Query]) -> dict[str, Any]:
    """Returns the checked parameters of the current request. Raises `Refusal` (422) that names a wrong parameter."""
    return parse_parameters(schema, request.args.to_dict())


def parse_parameters(schema: type[Query], parameters: Mapping[str, str]) -> dict[str, Any]:
    """Returns these parameters, checked. Raises `Refusal` (422) that names a wrong parameter.

    The parameters need not be from the current address: a form may contain the query of a list.
    """
    try:
        loaded: dict[str, Any] = schema().load(parameters)
    except ValidationError as error:
        raise invalid(dict(error.messages_dict)) from error
    return loaded


def refuse_unknown_fields(known: AbstractSet[str]) -> None:
    """Raises `Refusal` if the current form has a field or a file whose name is not in `known`."""
    unknown = sorted({*request.form, *request.files} - known - {"csrf_token"})
    if unknown:
        raise Refusal(422, f"The form has an unknown field: {unknown[0][:40]}.")


def _digits(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 19 else text
