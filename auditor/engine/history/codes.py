"""The codes of findings across hands."""

from typing import Final

from auditor.engine.findings import Grade


class HistoryCode:
    """One code of a finding across hands. `title` is the offence, `law` the law in one sentence, and `why` the harm
    that breaking the law does. `new_in` is the version of the rules that brought the code. `checked` names the things
    that are compared, and `grade` is the grade in every house. If a log may leave out an innocent explanation, `doubt`
    names that explanation. `cites` lists parameters of the house. A transcript shows one hand only, so it cannot be a
    test case of a code.
    """

    __slots__ = ("checked", "cites", "code", "doubt", "grade", "law", "new_in", "title", "why")

    def __init__(
        self,
        code: str,
        title: str,
        new_in: int,
        why: str,
        law: str,
        checked: str,
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
        self.grade: Final = grade
        self.cites: Final = cites
        self.doubt: Final = doubt


STACKS: Final = HistoryCode(
    "H801",
    "Stack changed between hands",
    3,
    "Nobody can win back chips that leave the table, and chips must not appear from nowhere.",
    "A stack stands at the next hand as the one before left it; chips may be added between hands, not taken away.",
    "each hand with the one before it at its table",
    Grade.IRREGULAR,
    cites=("table_stakes.rule",),
    doubt="charges and tips may be taken from a stack between hands without a line in the log",
)
TWO_SEATS: Final = HistoryCode(
    "H802",
    "One player in two seats",
    3,
    "A player in two seats knows two hands, and can trap the others between two raises.",
    "One player sits in one seat of a table.",
    "the seats of each hand with each other",
    Grade.IRREGULAR,
    doubt="two players may go by one name",
)
CONTRADICTION: Final = HistoryCode(
    "H803",
    "One hand number, two contents",
    1,
    "If two records of one deal disagree, one of them is wrong, and a ruling needs the right one.",
    "One hand number stands for one deal, and every record of that deal tells the same.",
    "each record with others of its number, when it comes into the database (auditor ingest)",
    Grade.FAULT,
)
REPEATED_DECK: Final = HistoryCode(
    "H805",
    "Two hands share a deck order",
    3,
    "Players who saw the earlier hand know the cards of an order that repeats.",
    "The deck is shuffled for every hand: its order does not come again.",
    "each hand with the earlier ones of its table",
    Grade.FAULT,
)
ACROSS_HANDS: Final = {each.code: each for each in (STACKS, TWO_SEATS, CONTRADICTION, REPEATED_DECK)}
