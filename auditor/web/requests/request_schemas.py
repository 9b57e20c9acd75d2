"""The parameters of addresses and forms, with the values that are allowed. Pages and the API use the same parameters.

An unknown parameter is refused. If it were ignored, a misspelt filter would give the whole list, and nobody would
notice.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any, Final

from flask import request
from marshmallow import RAISE, Schema, ValidationError, fields, post_load, pre_load
from marshmallow.validate import Length, OneOf, Range, Regexp, Validator

from auditor.engine.hand import Game, Structure
from auditor.engine.house.files import ROOT
from auditor.formats.files.encodings import TITLES as ENCODINGS
from auditor.store.queries.filter_values import of_values
from auditor.store.queries.hands import SORTS
from auditor.triage.acts import LONGEST_COMMENT, REASONS, Act
from auditor.web.requests.parameters import one_or_several
from auditor.web.requests.refusals import Refusal, invalid, only_once

PAGE: Final = 50
MOST: Final = 200
# The names of the fields of a form that has only a button: none. The form token does not count as a field.
NO_FIELDS: Final[frozenset[str]] = frozenset()
NO_PLACE: Final = "this is not the address of a page of the list; open the first page of the list"
# The most characters of the parameter `list`, which is the query of the list from which a page was opened.
LONGEST_LIST: Final = 1_000
# The most characters of the name of a player or of a poker table.
MOST_OF_NAME: Final = 400
SMALL_LETTERS: Final = "write the name in small letters, digits and hyphens"
FROM_0: Final = "Must be a whole number from 0, in the digits 0-9."
RECEIPT: Final = "write the receipt with the digits 0-9, the letters a-f and hyphens"
_GAMES: Final = tuple(game.value for game in Game)
_STRUCTURES: Final = tuple(structure.value for structure in Structure)


class Query(Schema):
    """The base class for the parameters of an address. Each subclass has the parameters of one kind of address, such as
    the list of findings.
    """

    class Meta:
        """Tells marshmallow to refuse unknown parameters."""

        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        names = [field.data_key or name for name, field in self.load_fields.items()]
        there_are = f"the parameters are: {', '.join(names)}" if names else "this address has no parameters"
        self.error_messages = {**self.error_messages, "unknown": f"There is no such parameter; {there_are}."}

    @pre_load
    def read_values(self, data: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        """Turns the digits of parameters that are numbers into integers, and a single value of a parameter that may
        stand several times into a list. An address contains only text, but the fields for numbers accept only integers.
        """
        several = {name for name, field in self.load_fields.items() if isinstance(field, fields.List)}
        read = {name: _digits(data[name]) if name in _NUMBERS else data[name] for name in data}
        return {
            name: [value] if name in several and not isinstance(value, list) else value for name, value in read.items()
        }

    @post_load
    def join_values(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Makes one text of the values of a parameter that may stand several times (see `filter_values`). The names in
        logs may have the character NUL; the database stores four visible characters in its place.
        """
        return {
            name: of_values([each.replace("\0", "\\x00") for each in value]) if isinstance(value, list) else value
            for name, value in data.items()
        }


_LETTERS: Final = "a name has only the letters A-Z and a-z"


class Whole(Regexp):
    """Checks that a pattern matches the whole text.

    In JSON Schema, `^` and `$` in the pattern are enough for that. In Python they are not, because `$` also matches
    before a line end.
    """

    def __call__(self, value: Any) -> Any:
        """Returns the value if the whole value matches the pattern. Raises `ValidationError` if it does not."""
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self.error)
        return value


def a_text(meaning: str, validate: Validator, **options: Any) -> fields.String:
    return fields.String(validate=validate, metadata={"description": meaning}, **options)


def a_house(meaning: str, **options: Any) -> fields.String:
    return a_text(meaning, Whole("^[a-z0-9-]{1,64}$", error=SMALL_LETTERS), **options)


def a_number(meaning: str, most: int = 2**63 - 1, **options: Any) -> fields.Integer:
    words = f"Must be a whole number from 1 to {most:,}, in the digits 0-9."
    return fields.Integer(
        strict=True,
        validate=Range(min=1, max=most, error=words),
        error_messages={"invalid": words},
        metadata={"description": meaning},
        **options,
    )


def a_sort(meaning: str, names: Sequence[str]) -> fields.String:
    """Makes the field for the column by which a list is sorted. A `-` before a name reverses the order."""
    both = [*names, *[f"-{name}" for name in names]]
    error = f"Must be one of: {', '.join(names)}; a hyphen before the name reverses the order."
    return a_text(meaning, OneOf(both, error=error))


def a_limit() -> fields.Integer:
    return a_number("the number of entries on a page", MOST, load_default=PAGE)


class NoParameters(Query):
    """The parameters of an address that takes none."""


class PagedQuery(Query):
    """The parameters of a list in pages, newest first: where the page begins, and how many entries it has."""

    before = a_number("the value of `next` on the previous page")
    limit = a_limit()


class FindingQuery(Query):
    """The parameter of the page of a finding, and of a selection of findings: the query of the list from which the page
    was opened.
    """

    list = a_text("the filters of the list from which the page was opened", Length(max=LONGEST_LIST))


class DecisionBody(Query):
    """The fields of a decision about a finding: the act, its reason and comment, and other details of the act."""

    act = a_text("the action", OneOf(list(Act)), required=True)
    reason = a_text("the reason for dismissing, accepting or disagreeing", OneOf(sorted({*chain(*REASONS.values())})))
    comment = a_text("a comment in your own words; by default the text of the reason", Length(max=LONGEST_COMMENT))
    until = a_text(
        "the last day of an acceptance, such as 2026-12-31; by default the acceptance ends when the rules change",
        Whole("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", error="write the day as 2026-12-31"),
    )
    assignee = a_text(
        "the account to which the finding is assigned; empty: nobody; by default your own account", Length(max=80)
    )
    based_on = fields.Integer(
        strict=True,
        validate=Range(min=0, max=2**63 - 1, error=FROM_0),
        error_messages={"invalid": FROM_0},
        metadata={
            "description": "the number of the last act that you have seen: `last_act` of the finding. If there is a"
            " later act, nothing is done, and the answer is 409. Without `based_on`, the decision replaces any earlier"
            " decision."
        },
    )
    of = a_number("the number of the proposal that you answer with agree or disagree: `waits.number` of the finding")


class UploadQuery(Query):
    """The parameters of the page of one upload, such as the place in its list of rejected hands."""

    again = a_text("send 1 if the same file was uploaded again", OneOf(["1"]))
    after = a_text(
        "the value of `next` on the previous page of rejected hands",
        Whole("^[0-9]{1,18}[.][0-9]{1,18}$", error=NO_PLACE),
    )


class EncodingQuery(Query):
    """The parameter for reading an uploaded file again: the encoding of its text."""

    encoding = a_text("the encoding", OneOf(list(ENCODINGS)), required=True)


class ReceiptsQuery(Query):
    """The parameters of the page about several files that were uploaded together: their receipts, and which of them had
    been uploaded before.
    """

    receipts = a_text(
        "the receipts of the files",
        Whole("^[0-9a-f-]{1,64}(,[0-9a-f-]{1,64}){0,49}$", error="write commas between the receipts"),
    )
    again = a_text(
        "the places in `receipts`, counted from 1, of the files that were already stored",
        Whole("^[0-9]{1,2}(,[0-9]{1,2}){0,49}$", error=NO_PLACE),
    )


class StaticFileQuery(Query):
    """The parameter in the address of a static file: the digest of its content. A static file is a style sheet, a
    script or a picture.
    """

    v = a_text("the digest of the file", Whole("^[0-9a-f]{12}$", error="this version of the file does not exist"))


class GameQuery(Query):
    """The parameters that choose a game and a structure of a house. The structure is the limit on wagers, such as
    `fixed`.
    """

    game = a_text("a game of the house", OneOf(_GAMES))
    structure = a_text("the limit on wagers; by default the first limit of the house", OneOf(_STRUCTURES))


class HouseVersionQuery(GameQuery):
    """The parameters that choose the rules of a house as they were at one time, by their digest."""

    digest = a_text(
        "the digest of rules that a run used; by default the rules of today",
        Whole("^[0-9a-f]{64}$", error="a digest has 64 characters: the digits 0-9 and the letters a-f"),
    )


class HouseQuery(GameQuery):
    """The parameters that choose a house, one of its games, and its structure (the limit on wagers)."""

    house = a_house("the house whose clauses the page shows")


class RuleQuery(HouseQuery):
    """The parameters of the page of a rule: the house, and the number of a further example hand that the page draws."""

    example = a_number("the number of a further example that the page shows too", 9_999)


class ApiPageQuery(Query):
    """The parameter of the page about the API: the part that the page shows in full."""

    show = a_text("the name of a subject or of an object, or all", Whole("^[A-Za-z]{1,64}$", error=_LETTERS))


class OtherHouseQuery(GameQuery):
    """The parameters of the page that compares two houses: the other house, the game, and the structure (the limit on
    wagers).
    """

    house = a_house("the other house; by default roberts, or another house if the first house is roberts")


class HandQuery(Query):
    """The parameter that chooses the house (the set of rules) under which a hand is audited."""

    house = a_house("the house of the audit")


class MaskedHandQuery(HandQuery):
    """The parameters that choose the house under which a hand is audited, and whether the names of players
    are masked.
    """

    names = a_text("send masked to show seat numbers instead of names", OneOf(["masked"]))


class HandPageQuery(MaskedHandQuery):
    """The parameters of the page of a hand. They include the list of findings from which the page was opened."""

    list = a_text("the filters of the list of findings from which the page was opened", Length(max=LONGEST_LIST))
    at = a_number("the number of the finding in that list")


class ExplainedQuery(Query):
    """The parameters of the page that explains a hand to a player: the seat of this player, and the house."""

    seat = a_number("the seat of the player; without it, the seat that is owed the most", most=99)
    house = a_house("the house whose rules are applied")


class StepQuery(HandPageQuery):
    """The parameters of the page of one step in the replayer: those of the page of the hand, and whether all cards are
    shown.
    """

    cards = a_text("send known to show all cards in the record, also cards that were face down", OneOf(["known"]))


class CaseQuery(Query):
    """The parameter of the page of a test case: the step of the hand that the page shows."""

    step = a_text("the step of the hand, such as 4.2", Whole("^[0-9][.][0-9]{1,4}$", error="write the step like 4.2"))


class WhatIfQuery(Query):
    """The parameters that choose the two houses (sets of rules) under which a hand is audited and compared."""

    house = a_house(
        "the second house; by default roberts, or another house if the first house is roberts",
        load_default=ROOT,
    )
    own = a_house("the first house; by default the house of the stored audit", data_key="as")


class FileQuery(Query):
    """The parameters of a file that is sent through the API: its name, the house of the audit, and the encoding."""

    file_name = a_text("the name of the file", Length(max=255), load_default="")
    house = a_text(
        "the house of the audit; by default the file or its room decides the house",
        Whole("^[a-z0-9-]{0,64}$", error=SMALL_LETTERS),
        load_default="",
    )
    encoding = a_text(
        "the encoding of the file; by default the auditor detects the encoding",
        OneOf([*ENCODINGS, ""], error=f"Must be one of: {', '.join(ENCODINGS)}."),
        load_default="",
    )


class HandsQuery(PagedQuery):
    """The parameters of the list of hands: a hand number to search for, or the place in the list of the
    newest hands.
    """

    number = a_text("the complete hand number, as the card room writes it", Length(min=1, max=100))
    sort = a_sort("the column by which the list is sorted; by default the hand that was stored last comes first", SORTS)
    venue = a_text("the venue", Whole("^[a-z0-9-]{1,64}$", error=SMALL_LETTERS))


# The names of the parameters that are integers.
_NUMBERS: Final = ("at", "before", "example", "finding", "from_event", "from_row", "hand", "index", "limit", "seat")


def parse_query(schema: type[Query]) -> dict[str, Any]:
    """Returns the parameters of the current request, checked by `schema`. Raises `Refusal` (422) if a parameter is not
    valid. The refusal names that parameter.
    """
    return parse_parameters(schema, one_or_several(request.args.to_dict(flat=False)))


def parse_parameters(schema: type[Query], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the values of `parameters`, checked by `schema`. Raises `Refusal` (422) if a parameter is not valid. The
    refusal names that parameter.

    `parameters` may come from another place than the address, for example from a form that contains the query of a
    list.
    """
    fields_of = schema()
    for name, value in parameters.items():
        known = fields_of.fields.get(name)
        if isinstance(value, list) and isinstance(known, fields.String | fields.Integer):
            raise only_once(name)
    try:
        loaded: dict[str, Any] = fields_of.load(parameters)
    except ValidationError as error:
        raise invalid(dict(error.messages_dict)) from error
    return loaded


def refuse_unknown_fields(known: AbstractSet[str]) -> None:
    """Raises `Refusal` if the current form has a field or a file whose name is not in `known`. The form token is always
    allowed.
    """
    unknown = sorted({*request.form, *request.files} - known - {"csrf_token"})
    if unknown:
        raise Refusal(422, f"The form has an unknown field: {unknown[0][:40]}. Load the page again and use its form.")


def _digits(text: Any) -> Any:
    is_text = isinstance(text, str)
    return int(text) if is_text and text.isascii() and text.isdigit() and len(text) <= 19 else text
