"""Hands whose pot went to the wrong player."""

from tests.web.night import HandText, hand

ASTER, BIRCH, CEDAR = PLAYERS = ("Aster", "Birch", "Cedar")


def wrongly_paid(number: str, table: str = "Ivy", players: tuple[str, str, str] = PLAYERS, day: str = "12") -> bytes:
    """A hand whose pot of 42 goes to the second player, who folded; the first player should get all of it."""
    first, second, _ = players
    text = hand(HandText(number=number, table=table, players=players)).replace("2026/11/12", f"2026/11/{day}")
    return text.replace(f"{first} collected $42 from", f"{second} collected $42 from").encode()
