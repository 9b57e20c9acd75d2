"""The codes of findings across hands."""

from typing import Final

from auditor.engine.findings import Grade


class HistoryCode:
    """One code: `title` is the offence, `law` the law in one sentence, `why` the harm where nobody keeps the law,
    `new_in` the version of the rules that brought it, `checked` the things that are compared, `grade` the grade in
    every house. Where a log may leave out an innocent explanation, `doubt` names it. A code may cite
    parameters of the house. No transcript of one hand can be its case.
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
    "Chips that leave a table between hands cannot be won back; more than were bought come from nowhere.",
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
    "Who plays two seats of a table sees two hands and can squeeze the others between them.",
    "One player sits in one seat of a table.",
    "the seats of each hand with each other",
    Grade.IRREGULAR,
    doubt="two players may go by one name",
)
CONTRADICTION: Final = HistoryCode(
    "H803",
    "One hand number, two contents",
    1,
    "Where two records of one deal disagree, one of them is wrong, and a ruling may not rest on it.",
    "One hand number stands for one deal, and every record of that deal tells the same.",
    "each record with others of its number, when it comes into the database (auditor ingest)",
    Grade.FAULT,
)
REPEATED_DECK: Final = HistoryCode(
    "H805",
    "Two hands share a deck order",
    3,
    "An order that comes again is known to whoever saw it before.",
    "The deck is shuffled for every hand: its order does not come again.",
    "each hand with the earlier ones of its table",
    Grade.FAULT,
)
ACROSS_HANDS: Final = {each.code: each for each in (STACKS, TWO_SEATS, CONTRADICTION, REPEATED_DECK)}
