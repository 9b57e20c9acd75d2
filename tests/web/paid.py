"""Hands whose pot went to the wrong player."""

from tests.web.night import LAWFUL, HandText, hand

ASTER, BIRCH, CEDAR = PLAYERS = ("Aster", "Birch", "Cedar")


def wrongly_paid(number: str, table: str = "Ivy", players: tuple[str, str, str] = PLAYERS, day: str = "12") -> bytes:
    """A hand whose pot of 42 goes to the second player, who folded; the first player should get all of it. The summary
    says so too: a log that contradicts itself about money names nobody who owes chips.
    """
    first, second, _ = players
    text = hand(HandText(number=number, table=table, players=players)).replace("2026/11/12", f"2026/11/{day}")
    for lawful, wrong in (
        (f"{first} collected $42 from", f"{second} collected $42 from"),
        (f"Seat 1: {first} collected ($42)", f"Seat 1: {first} mucked"),
        (f"Seat 2: {second} folded on the 5th Street", f"Seat 2: {second} collected ($42)"),
    ):
        assert text.count(lawful) == 1, lawful
        text = text.replace(lawful, wrong)
    return text.encode()


def without_added_chips() -> str:
    """A hand to whose pot the room adds 10. Neither the stated pot nor the payment has them, so nobody knows who got
    them: the winner is due 10 more.
    """
    return hand(LAWFUL).replace("*** 3rd STREET ***", "STP added: $10.00\n*** 3rd STREET ***")
