"""Which cards of a line lie face up, in rooms that leave it to the street to say."""

from auditor.engine.cards import UNSEEN
from auditor.engine.events import Deal


def deal_by_street(seat: int, new: tuple[int, ...], street: int, spelled: str, line: int) -> Deal:
    """New cards of a seat: up from fourth street on, down on seventh. On third the last one is the door card; where it
    stands alone, the two before it were not seen.
    """
    if street > 6:
        return Deal(seat, new, (), spelled, line)
    if street > 3:
        return Deal(seat, (), new, spelled, line)
    return Deal(seat, new[:-1] if len(new) > 1 else (UNSEEN, UNSEEN), new[-1:], spelled, line)
