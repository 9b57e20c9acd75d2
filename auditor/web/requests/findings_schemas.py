"""The parameters of the list of findings: the filters, which may have several values, and the place in the list."""

from collections.abc import Sequence
from typing import Any, Final

from marshmallow import ValidationError, fields
from marshmallow.validate import Length, OneOf, Validator

from auditor.engine.findings import Certainty, Severity
from auditor.engine.hand import Game
from auditor.store.queries.changes_since_review import NEWS
from auditor.store.queries.filter_values import MOST_VALUES
from auditor.store.queries.filtering import BANDS
from auditor.store.queries.sorted_lists import SORTS
from auditor.triage.states import State
from auditor.web.requests.parameters import parameters_in
from auditor.web.requests.request_schemas import (
    MOST_OF_NAME,
    NO_PLACE,
    RECEIPT,
    SMALL_LETTERS,
    Query,
    Whole,
    a_limit,
    a_sort,
    a_text,
    parse_parameters,
)

_PERIOD: Final = "^[12][0-9]{3}(-[0-9]{2}){0,2}$"
_WRITE_DAY: Final = "write a day, a month or a year, such as 2026-05-31, 2026-05 or 2026"
_AMOUNT: Final = "^([<>]=?[0-9]{1,15}([.][0-9]{1,6})?|[0-9]{1,15}([.][0-9]{1,6})?([.]{2}[0-9]{1,15}([.][0-9]{1,6})?)?)$"
_GAMES: Final = tuple(game.value for game in Game)


class OneText(Length):
    """Checks the length of a text that is not a name in a log. In a filter, the character NUL stands between values."""

    def __call__(self, value: Any) -> Any:
        """Returns the value. Raises `ValidationError` if the text is too long or has the character NUL."""
        if "\0" in value:
            raise ValidationError("The text contains an invisible character. Type the text again.")
        return super().__call__(value)


def some_texts(meaning: str, validate: Validator) -> fields.List[str]:
    """Makes the field for a parameter that may stand several times. `validate` checks each of its values."""
    return fields.List(
        fields.String(validate=validate),
        validate=Length(max=MOST_VALUES, error=f"write at most {MOST_VALUES} values"),
        metadata={"description": f"{meaning}; several values: any of them"},
    )


def _or_empty(values: Sequence[str]) -> OneOf:
    """Returns a check that a value is one of `values`, or empty."""
    return OneOf([*values, ""], error=f"Must be one of: {', '.join(values)}, or empty.")


_YES_OR_NO: Final = OneOf(["yes", "no"])
_RUNS: Final = "^[0-9]{0,18}[.][.][0-9]{0,18}$"


class FindingsQuery(Query):
    """The parameters of the list of findings: the filters, the place in the list where the page begins, and the length
    of the page.

    Most filters may stand several times in the address, as in `code=B402&code=B406`. Then a finding matches if it has
    any of these values.
    """

    triage = some_texts("the state of the decision about the finding", OneOf(list(State)))
    flagged = some_texts("whether the decision needs another review", _YES_OR_NO)
    reopened = some_texts("whether a run reopened the finding", _YES_OR_NO)
    news = some_texts(
        "how the finding changed since the last reviewed run, or in the runs that `runs` names", OneOf(list(NEWS))
    )
    runs = a_text(
        "the runs for `news`: 12..15 means after run 12, up to and including run 15",
        Whole(_RUNS, error="write runs as 12..15"),
    )
    severity = some_texts("the severity", OneOf(list(Severity)))
    certainty = some_texts("the certainty", OneOf(list(Certainty)))
    grade = some_texts("the grade", OneOf(["fault", "violation", "irregular"]))
    code = some_texts("the rule", Whole("^[A-Z][0-9]{3}$", error="a code is a letter and three digits, such as B402"))
    venue = some_texts("the venue", Whole("^[a-z0-9-]{1,64}$", error=SMALL_LETTERS))
    room = some_texts("the room of the hand", Length(max=64))
    game = some_texts("the game of the hand", OneOf(_GAMES))
    stakes = some_texts("the stakes of the hand, such as 10/20 USD; empty: unknown", Length(max=80))
    street = some_texts("the street, from 3 to 7; empty: before the cards", _or_empty("34567"))
    house = some_texts("the house of the audit", Whole("^[a-z0-9-]{1,64}$", error=SMALL_LETTERS))
    engine = some_texts(
        "the rules version that first found the finding",
        Whole("^[0-9]{1,9}$", error="write the version of the rules as a number"),
    )
    band = some_texts("the smallest amount of the finding, in units of the currency", OneOf(BANDS))
    assignee = some_texts("the assignee; empty: nobody", Length(max=80))
    contested = some_texts("whether the finding is contested: another reading of a clause gives no finding", _YES_OR_NO)
    detection = some_texts(
        "the result of the last run; by default all except `gone`", OneOf(["present", "changed", "gone", "unassessed"])
    )
    gone_by = some_texts("why the finding is gone; empty: unknown", _or_empty(["record", "engine", "rules"]))
    second = a_text(
        "the person who may do the second review of the proposal; empty: anybody",
        OneText(max=80),
    )
    upload = some_texts("the receipt of an upload", Whole("^[0-9a-f-]{1,64}$", error=RECEIPT))
    against = a_text(
        "the receipt of an upload: lists findings of other uploads that compare a hand with its hands",
        Whole("^[0-9a-f-]{1,64}$", error=RECEIPT),
    )
    selection = a_text("the number of a selection", Whole("^[0-9]{1,18}$", error="write the selection as a number"))
    picked = a_text(
        "the numbers of single findings",
        Whole("^[0-9]{1,18}(,[0-9]{1,18}){0,199}$", error="write commas between the numbers"),
    )
    cause = a_text(
        "the numbers of findings: lists the findings that have the same cause as one of them",
        Whole("^[0-9]{1,18}(,[0-9]{1,18}){0,199}$", error="write commas between the numbers"),
    )
    shape = some_texts(
        "the shape: the rule, and the number of the difference without names, amounts, seats and cards",
        Whole("^[A-Z][0-9]{3}-[0-9a-f]{16}$", error="take a shape from the page of groups"),
    )
    named = a_text(
        "the beginning of the name of a player or of a table, or the number of a hand: findings about that player, or"
        " in hands of that table, or in that hand",
        OneText(min=1, max=MOST_OF_NAME),
    )
    player = some_texts("the name of a player: findings against or for this player", Length(min=1, max=MOST_OF_NAME))
    against_player = some_texts(
        "the name of a player: findings about the seat of this player, or about a payout that gave him too much",
        Length(min=1, max=MOST_OF_NAME),
    )
    for_player = some_texts(
        "the name of a player: findings about chips that this player is owed", Length(min=1, max=MOST_OF_NAME)
    )
    table = some_texts("the name of a poker table", Length(min=1, max=MOST_OF_NAME))
    since = a_text("the first day of play, such as 2026-05-31, 2026-05 or 2026 (UTC)", Whole(_PERIOD, error=_WRITE_DAY))
    until = a_text("the last day of play, such as 2026-05-31, 2026-05 or 2026 (UTC)", Whole(_PERIOD, error=_WRITE_DAY))
    amount = a_text(
        "the amount, in units of the currency, such as >5, <=2.50 or 5..10",
        Whole(_AMOUNT, error="write an amount such as 5, >5, <=2.50 or 5..10"),
    )
    rows = a_text("findings: the page has a row for each finding; by default, for each cause", OneOf(["findings"]))
    currency = some_texts("the currency of the amounts; empty: no currency named", Length(max=MOST_OF_NAME))
    weekday = some_texts("the weekday of play (UTC): 1 is Monday, 7 is Sunday", Whole("^[1-7]$", error="write 1 to 7"))
    hour = some_texts("the hour of play (UTC), 0 to 23", Whole("^(1?[0-9]|2[0-3])$", error="write 0 to 23"))
    sort = a_sort(
        "the column by which the list is sorted; by default the most serious findings come first. `hand` begins with"
        " the hand that was stored first, and `amount` with the smallest amount in big bets",
        SORTS,
    )
    all = a_text("send yes to list all findings, not only the open and new ones", OneOf(["yes"]))
    after = a_text(
        "the value of `next` on the previous page",
        Whole("^-?[0-9]{0,19}[.][0-9]{1,19}([.][A-Za-z0-9]{0,20})?$", error=NO_PLACE),
    )
    limit = a_limit()


def parse_list(query: str) -> dict[str, Any]:
    """Returns the parameters in the query of a list of findings. Raises `Refusal` (422) as `parse_parameters` does."""
    return parse_parameters(FindingsQuery, parameters_in(query))
