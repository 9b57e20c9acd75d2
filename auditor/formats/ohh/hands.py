"""A hand of Open Hand History: who plays what, for what, where and when; then its rounds and pots as events."""

import re
from typing import Final

from auditor.engine.events import LogEnd
from auditor.engine.hand import RECORDS, Game, Hand, Records, Seat, Stakes, Structure, Unit
from auditor.formats.markup.json_text import Malformed, Object
from auditor.formats.ohh.fields import chips, decimals_of, objects, text, whole
from auditor.formats.ohh.pots import read_pots
from auditor.formats.ohh.rounds import Rounds

GAMES: Final = {"Stud": Game.STUD, "StudHiLo": Game.STUD8, "Razz": Game.RAZZ}
STRUCTURES: Final = {"FL": Structure.FIXED, "PL": Structure.POT, "NL": Structure.NO, "SL": Structure.SPREAD}
# Rooms by the names that sites go by in such files, letters and digits alone.
_ROOMS: Final = {
    "pokerstars": "pokerstars",
    "fulltilt": "fulltilt",
    "fulltiltpoker": "fulltilt",
    "partypoker": "partypoker",
    "ipoker": "ipoker",
    "bovada": "bovada",
    "bodog": "bovada",
    "ignition": "bovada",
    "everleaf": "everleaf",
    "merge": "merge",
    "americascardroom": "acr",
    "wpn": "acr",
    "kingsclub": "kingsclub",
    "ongame": "ongame",
    "winamax": "winamax",
    "absolutepoker": "absolute",
}
_UTC: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]+)?Z?")
_PLAY_MONEY: Final = ("", "chips", "XXX")


def hand_of(told: Object, number: str | None) -> Hand:
    """The hand. Raises `Malformed` where nobody is seated."""
    currency = text(told, "currency")
    tournament = _tournament(told)
    minor = decimals_of(told, money=not tournament and currency not in _PLAY_MONEY)
    seats, players = _seats(told, minor)
    rounds = Rounds(players, minor)
    for place, each in enumerate(objects(told, "rounds")):
        rounds.take(each, place)
    pots = read_pots(told, players, minor)
    complete = told.get("_complete", bool(pots))
    events = [*rounds.events, *pots, LogEnd(complete is True, told.line)]
    played = _UTC.fullmatch(text(told, "start_date_utc"))
    return Hand(
        GAMES[text(told, "game_type")],
        seats,
        Stakes(
            chips(told, "_ante_amount", minor) if "_ante_amount" in told else chips(told, "ante_amount", minor) or None,
            chips(told, "_bring_in_amount", minor),
            chips(told, "_small_bet", minor),
            chips(told, "_big_bet", minor),
        ),
        tuple(events),
        _records(told, rounds),
        structure=_structure(told),
        unit=Unit(currency, minor),
        room=_room(told),
        number=number,
        table=text(told, "table_name"),
        tournament=tournament,
        house=text(told, "_house"),
        played=f"{played[1]}Z" if played else "",
        local=text(told, "_local") or ("" if played else text(told, "start_date_utc")),
        # `dealer_seat` is a field that every file has, also of games without a button: no proof that one was printed.
        button=whole(told, "_button") or 0,
        first_dealt=whole(told, "_first_dealt") or 0,
        most_seats=whole(told, "_table_size" if "_table_size" in told else "table_size") or 0,
    )


def _seats(told: Object, minor: int) -> tuple[tuple[Seat, ...], dict[str, int]]:
    """The seats, and the seat of every player id."""
    seats: list[Seat] = []
    players: dict[str, int] = {}
    for player in objects(told, "players"):
        seat = whole(player, "seat", 999)
        if seat is None:
            where = f"{player.path}.seat"
            raise Malformed(player.line, f"At {where}: expected the number of a seat. Every player needs one.")
        stack = chips(player, "starting_stack", minor)
        dealt_in = player.get("is_sitting_out") is not True
        seats.append(Seat(seat, text(player, "name") or str(seat), stack, dealt_in))
        players.setdefault(text(player, "id"), seat)
    if not seats:
        raise Malformed(told.line, 'The list "players" is missing or empty; every hand needs it.')
    return tuple(seats), players


def _records(told: Object, rounds: Rounds) -> int:
    """What such a log writes down: as the extension says, else only what the strict form cannot do without."""
    named = told.get("_records")
    if isinstance(named, list):
        return sum({RECORDS[name] for name in named if isinstance(name, str) and name in RECORDS})
    records = Records.PAYOUT if objects(told, "pots") else 0
    if any("rake" in pot for pot in objects(told, "pots")):
        records |= Records.RAKE
    return records | (Records.BRING_IN if rounds.brought_in else 0)


def _structure(told: Object) -> Structure:
    limit = told.get("bet_limit")
    named = text(limit, "bet_type") if isinstance(limit, Object) else ""
    return STRUCTURES.get(named, Structure.FIXED)


def _room(told: Object) -> str:
    """The room whose rules it was played under: as the extension says, else by the name of the site."""
    if "_room" in told:
        return text(told, "_room")
    for key in ("site_name", "network_name"):
        letters = "".join([letter for letter in text(told, key).lower() if letter.isalnum()])
        if letters in _ROOMS:
            return _ROOMS[letters]
    return ""


def _tournament(told: Object) -> str:
    """The number or name of the tournament; empty for a cash game."""
    info = told.get("tournament_info")
    if not isinstance(info, Object):
        return "?" if told.get("tournament") is True else ""
    return text(info, "tournament_number") or text(info, "name") or "?"
