"""Reads a hand of Open Hand History: its game, stakes, seats, room and time, and then its rounds and pots as events."""

import re
from typing import Final

from auditor.engine.events import LogEnd, Remark
from auditor.engine.hand import RECORDS, Game, Hand, Records, Seat, Stakes, Structure, Unit
from auditor.formats.folds_in_turn import LEAVING, with_folds_in_turn
from auditor.formats.markup.json_text import Malformed, Object
from auditor.formats.ohh.fields import chips, decimals_of, objects, text, whole
from auditor.formats.ohh.pots import read_pots
from auditor.formats.ohh.rounds import Rounds

GAMES: Final = {"Stud": Game.STUD, "StudHiLo": Game.STUD8, "Razz": Game.RAZZ}
STRUCTURES: Final = {"FL": Structure.FIXED, "PL": Structure.POT, "NL": Structure.NO, "SL": Structure.SPREAD}
# Two limits of this format. The payments stand in the list of pots, not among the actions, so their place in the order
# of events is unknown. Some movements of chips outside the betting cannot be written, neither in the standard nor in
# our additional fields.
SILENT: Final = Records.PAYOUT_APART | Records.BETTING_ALONE
# Our names of card rooms, by the names of sites in these files. Only the letters and digits of a site's name are
# compared, in lower case: `Full Tilt` is `fulltilt`.
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
    "pokermavens": "mavens",
    "winamax": "winamax",
    "absolutepoker": "absolute",
}
_UTC: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]+)?Z?")
_PLAY_MONEY: Final = ("", "chips", "XXX", "XPM", "PPC")


def hand_of(record: Object, number: str | None) -> Hand:
    """Converts the JSON object of a hand to the hand of the engine. `number` is the room's number of the hand. Raises
    `Malformed` if there are no players, or if a player has no seat number.
    """
    currency = text(record, "currency")
    tournament = _tournament(record)
    minor = decimals_of(record, money=not tournament and currency not in _PLAY_MONEY)
    seats, players = _seats(record, minor)
    ours = isinstance(record.get("_records"), list)  # our writer made this file, so it has all events of the hand
    rounds = Rounds(players, minor, exact=ours)
    for place, each in enumerate(objects(record, "rounds")):
        rounds.take(each, place)
    pots = read_pots(record, players, minor)
    complete = record.get("_complete", bool(pots))
    events = [*rounds.events, *pots]
    if not ours and any(isinstance(event, Remark) and event.kind in LEAVING for event in events):
        events = with_folds_in_turn(events, {}, GAMES[text(record, "game_type")], seats, text_of=rounds.text_of)
    events.append(LogEnd(complete is True, record.line))
    played = _UTC.fullmatch(text(record, "start_date_utc"))
    return Hand(
        GAMES[text(record, "game_type")],
        seats,
        Stakes(
            chips(record, "_ante_amount", minor)
            if "_ante_amount" in record
            else chips(record, "ante_amount", minor) or None,
            chips(record, "_bring_in_amount", minor),
            chips(record, "_small_bet", minor),
            chips(record, "_big_bet", minor),
        ),
        tuple(events),
        _records(record, rounds),
        structure=_structure(record),
        unit=Unit(currency, minor),
        room=_room(record),
        number=number,
        table=text(record, "table_name"),
        tournament=tournament,
        house=text(record, "_house"),
        played=f"{played[1]}Z" if played else "",
        local=text(record, "_local") or ("" if played else text(record, "start_date_utc")),
        # The standard requires the field `dealer_seat` even for games without a button. So the button is read only from
        # our own field `_button`.
        button=whole(record, "_button") or 0,
        first_dealt=whole(record, "_first_dealt") or 0,
        most_seats=whole(record, "_table_size" if "_table_size" in record else "table_size") or 0,
    )


def _seats(record: Object, minor: int) -> tuple[tuple[Seat, ...], dict[str, int]]:
    """Returns the seats, and a dictionary from the id of each player in this file to the number of his seat."""
    seats: list[Seat] = []
    players: dict[str, int] = {}
    for player in objects(record, "players"):
        seat = whole(player, "seat", 999)
        if seat is None:
            where = f"{player.path}.seat"
            raise Malformed(player.line, f"At {where}: expected the number of a seat. Every player needs one.")
        stack = chips(player, "starting_stack", minor)
        dealt_in = player.get("is_sitting_out") is not True
        seats.append(Seat(seat, text(player, "name") or str(seat), stack, dealt_in))
        players.setdefault(text(player, "id"), seat)
    if not seats:
        raise Malformed(record.line, 'The list "players" is missing or empty. Every hand needs this list.')
    return tuple(seats), players


def _records(record: Object, rounds: Rounds) -> int:
    """Returns the kinds of facts that the log always records, as bits of `Records`, and the limits of the format
    (`SILENT`). Our own field `_records` lists these kinds.

    A file without this field has up to three kinds:

    - payments, if the file lists pots;
    - rake, if the file lists pots and every pot states its rake;
    - the bring-in, if the hand has one.
    """
    named = record.get("_records")
    if isinstance(named, list):
        return SILENT | sum({RECORDS[name] for name in named if isinstance(name, str) and name in RECORDS})
    records = SILENT | (Records.PAYOUT if objects(record, "pots") else 0)
    if records & Records.PAYOUT and all(text(pot, "rake") for pot in objects(record, "pots")):
        records |= Records.RAKE
    return records | (Records.BRING_IN if rounds.brought_in else 0)


def _structure(record: Object) -> Structure:
    limit = record.get("bet_limit")
    named = text(limit, "bet_type") if isinstance(limit, Object) else ""
    return STRUCTURES.get(named, Structure.FIXED)


def _room(record: Object) -> str:
    """Returns our name of the card room, such as `fulltilt`: from our own field `_room` or, without this field, from
    the name of the site or network. Empty if the room is unknown.
    """
    if "_room" in record:
        return text(record, "_room")
    for key in ("site_name", "network_name"):
        letters = "".join([letter for letter in text(record, key).lower() if letter.isalnum()])
        if letters in _ROOMS:
            return _ROOMS[letters]
    return ""


def _tournament(record: Object) -> str:
    """Returns the number or name of the tournament, `?` if the file states neither of them, or an empty text for a cash
    game.
    """
    info = record.get("tournament_info")
    if not isinstance(info, Object):
        return "?" if record.get("tournament") is True else ""
    return text(info, "tournament_number") or text(info, "name") or "?"
