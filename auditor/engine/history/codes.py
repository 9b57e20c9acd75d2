"""The rules that compare several hands, such as H801: their codes, titles and texts."""

from typing import Final

from auditor.engine.findings import Grade, Severity


class HistoryCode:
    """One rule that compares several hands.

    - `title` names the offence, `law` states the law in one sentence, and `why` says what harm the offence does.
    - `new_in` is the version of the rules that added this rule.
    - `checked` says which hands or records are compared.
    - `severity` says how serious a finding is. `severity` and `grade` are the same in every house.
    - `doubt` is a lawful explanation of the finding that a log may not show; empty if there is none.
    - `cites` lists the parameters of the house on which the rule depends.
    """

    __slots__ = ("checked", "cites", "code", "doubt", "grade", "law", "new_in", "severity", "title", "why")

    def __init__(
        self,
        code: str,
        title: str,
        new_in: int,
        why: str,
        law: str,
        checked: str,
        severity: str,
        grade: str,
        cites: tuple[str, ...] = (),
        doubt: str = "",
    ) -> None:
        self.code: Final = code
        self.title: Final = title
        self.new_in: Final = new_in
        self.why: Final = why
        self.law: Final = law
        self.checked: Final = checked
        self.severity: Final = severity
        self.grade: Final = grade
        self.cites: Final = cites
        self.doubt: Final = doubt


STACKS: Final = HistoryCode(
    "H801",
    "Stack changed between hands",
    3,
    "If chips leave the table, the others can no longer win these chips. Chips must not appear from nowhere.",
    "A seat begins each hand with the chips that it had left. Between hands it may add chips, but not take chips away.",
    "each hand with the hand before it at the same table",
    Severity.PLAY,
    Grade.IRREGULAR,
    cites=("table_stakes.rule",),
    doubt="between hands, a player may pay charges or tips that the log does not show",
)
TWO_SEATS: Final = HistoryCode(
    "H802",
    "One player in two seats",
    3,
    "A player in two seats knows the cards of two hands, and can raise from both sides of another player.",
    "One player sits in one seat of a table.",
    "the seats of one hand with each other",
    Severity.INTEGRITY,
    Grade.IRREGULAR,
    doubt="two players may have the same name",
)
CONTRADICTION: Final = HistoryCode(
    "H803",
    "Two records of one hand number disagree",
    1,
    "If two records of one deal disagree, at least one record is wrong. A ruling needs the correct record.",
    "One hand number stands for one deal, and every record of that deal tells the same.",
    "each record with the stored records of the same hand number, when auditor ingest stores the record",
    Severity.LOG,
    Grade.FAULT,
)
REPEATED_DECK: Final = HistoryCode(
    "H805",
    "Two hands share a deck order",
    3,
    "If the deck order repeats, players who saw the earlier hand know the next cards.",
    "The deck is shuffled for every hand: its order does not come again.",
    "each hand with the earlier hands of its table",
    Severity.INTEGRITY,
    Grade.FAULT,
)
ACROSS_HANDS: Final = {each.code: each for each in (STACKS, TWO_SEATS, CONTRADICTION, REPEATED_DECK)}
