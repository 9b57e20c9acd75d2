"""A finding that results from the comparison of two hands of a session."""

from typing import Final

from auditor.engine.certainty import certainty_under
from auditor.engine.findings import Certainty
from auditor.engine.history.codes import HistoryCode
from auditor.engine.house import House
from auditor.engine.house.files import Status


class HistoryFinding:
    """A finding about two hands, such as a stack that changed between them.

    - `earlier` and `later` are numbers that the caller chose for the two hands. Both numbers are equal if the finding
      is about one hand alone.
    - `logged` says in words what the logs show, and `lawful` what would be lawful.
    - `seat` is 0 if no seat is involved.
    - `amount` is in the smallest unit; `None` if no chips are at stake.
    """

    __slots__ = (
        "amount",
        "certainty",
        "clause",
        "code",
        "earlier",
        "grade",
        "later",
        "lawful",
        "logged",
        "seat",
        "severity",
        "status",
    )

    def __init__(
        self,
        law: HistoryCode,
        house: House,
        hands: tuple[int, int],
        words: tuple[str, str],
        seat: int = 0,
        amount: int | None = None,
    ) -> None:
        self.code: Final = law.code
        self.earlier, self.later = hands
        self.logged, self.lawful = words
        self.seat: Final = seat
        self.amount: Final = amount
        self.clause: Final = house.clause(law.cites) if law.cites else law.law
        self.status: Final = house.grade_status(law.cites) if law.cites else Status.STATED.value
        self.grade: Final = str(law.grade)
        self.severity: Final = str(law.severity)
        # `law.doubt` is a lawful explanation that no log can exclude. So the finding is uncertain, even if every house
        # has the clause.
        self.certainty: Final = Certainty.ASSUMED if law.doubt else certainty_under(house, law.cites)

    def words(self) -> str:
        """Returns the finding as one line of text, from which the digest of a session's report is computed."""
        return (
            f"{self.code} {self.grade} {self.earlier} {self.later} {self.seat} {self.amount} {self.status}"
            f" {self.logged} -> {self.lawful}"
        )
