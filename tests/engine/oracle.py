"""What an outsider counted of real hands: what each seat put in, the pots and who may win them, and who won."""

import json
from typing import Any

from auditor.engine.hand import Hand
from auditor.engine.settlement import Settlement
from tests.engine.corpus import CORPUS


def expected(room: str) -> dict[str, dict[str, Any]]:
    """The rows of a room by hand number."""
    path = CORPUS / "expected" / "pokerstars_fulltilt.jsonl"
    assert path.is_file(), f"there are real hands, but not what an outsider counted of them: {path} is missing"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["hand_id"]: row for row in rows if row["site"] == room}


def with_winners(room: str) -> int:
    """How many rows of a room name the winners of their pots."""
    return len([row for row in expected(room).values() if row["showdown"]])


def cents(hand: Hand, amount: int) -> int:
    """The oracle counts chips in hundredths too."""
    return amount * int(10 ** (2 - hand.unit.minor))


def assert_agrees(hand: Hand, settlement: Settlement, row: dict[str, Any]) -> None:
    """The settlement has the pots and the money of the row, and the winners where it has a showdown."""
    names = {seat.number: seat.player for seat in hand.seats}
    pots = [(cents(hand, pot.amount), sorted(names[seat] for seat in pot.eligible)) for pot in settlement.pots]
    assert pots == [(pot["gross"], sorted(pot["eligible"])) for pot in row["pots"]]
    for pot, shown in zip(settlement.pots, row["showdown"], strict=True) if row["showdown"] else ():
        high = sorted(names[share.seat] for share in pot.shares if share.half != "low")
        low = sorted(names[share.seat] for share in pot.shares if share.half == "low")
        assert (high, low) == (sorted(shown["high"]), sorted(shown["low"])), hand.number
    put_in = {account.player: cents(hand, account.put_in) for account in settlement.seats if account.put_in}
    assert put_in == {name: chips for name, chips in row["contributed"].items() if chips}
