"""Rules and houses as documents: all that the pages, the JSON and the API say of them comes out of the engine here."""

from collections.abc import Iterator
from typing import Any, Final

from auditor.engine.hand import Game
from auditor.engine.history_codes import ACROSS_HANDS
from auditor.engine.house import House, HouseRefused, Setting, load, names, shipped
from auditor.engine.house_files import Status
from auditor.engine.kinds import Kind, Parameter, text_of
from auditor.engine.parameters import PARAMETERS
from auditor.engine.rule import Rule
from auditor.engine.rules import BY_CODE
from auditor.web.refusals import Refusal

CHAPTERS: Final = {
    "L": "Log",
    "D": "Deal",
    "O": "Opening",
    "B": "Betting",
    "S": "Showdown",
    "P": "Payout",
    "C": "Clock",
    "K": "Conduct",
    "H": "History",
}
GAME_WORDS: Final = {Game.STUD: "Seven-card stud", Game.STUD8: "Stud hi-lo", Game.RAZZ: "Razz"}
STATUS_WORDS: Final = {
    Status.STATED: "the house says so",
    Status.ASSUMED: "the house is silent, this fills the gap",
    Status.HEDGED: "the house says usually, or might",
}


def rule_document(rule: Rule) -> dict[str, Any]:
    """A rule in the list."""
    return {
        "code": rule.code,
        "title": rule.title,
        "chapter": CHAPTERS[rule.code[0]],
        "law": rule.law,
        "grade": rule.grade or "by its clause",
        "cites": list(rule.cites),
    }


def rule_documents() -> list[dict[str, Any]]:
    """All rules in the order of the catalogue, and then those across hands."""
    return [rule_document(rule) for rule in BY_CODE.values()] + [
        _across_hands(code) for code in ACROSS_HANDS if code not in BY_CODE
    ]


def rule_named(code: str) -> dict[str, Any]:
    """The rule of this code; raises `Refusal` (404) where there is none."""
    if code in BY_CODE:
        return rule_document(BY_CODE[code])
    if code in ACROSS_HANDS:
        return _across_hands(code)
    raise Refusal(404, f"There is no rule {code}. The list of rules has all of them.")


def title_of(code: str) -> str:
    """What a code stands for; empty for one that is none."""
    if code in BY_CODE:
        return BY_CODE[code].title
    return ACROSS_HANDS[code].title if code in ACROSS_HANDS else ""


def _across_hands(code: str) -> dict[str, Any]:
    found = ACROSS_HANDS[code]
    return {
        "code": code,
        "title": found.title,
        "chapter": CHAPTERS[code[0]],
        "law": found.law,
        "grade": found.grade,
        "cites": [],
    }


def house_named(name: str, game: str) -> House:
    """The house for a game, by default the first it covers; raises `Refusal` where there is none."""
    try:
        games = shipped().file(name).games
        asked = [each for each in games if each.value == game] if game else [games[0]]
        return load(name, asked[0] if asked else Game(game))
    except HouseRefused as refused:
        message = str(refused)
        raise Refusal(404, f"{message[:1].upper()}{message[1:].rstrip('.')}.") from refused


def house_documents() -> list[dict[str, Any]]:
    """All houses, by the alphabet."""
    return [_house_head(name) for name in names()]


def house_document(house: House) -> dict[str, Any]:
    """A house for one game, with every parameter."""
    head = _house_head(house.name)
    return {
        **head,
        "game": house.game.value,
        "digest": house.digest,
        "parameters": [setting_document(setting) for setting in house.settings.values()],
    }


def clauses_of(code: str, house: House) -> list[dict[str, Any]]:
    """What the house says to the parameters that a rule rests on."""
    cites = BY_CODE[code].cites if code in BY_CODE else ()
    return [setting_document(house.setting(key)) for key in cites]


def status_of(code: str, house: House) -> str:
    """How firm the house's word is on all that the rule cites: the weakest."""
    return house.grade_status(BY_CODE[code].cites if code in BY_CODE else ())


def setting_document(setting: Setting) -> dict[str, Any]:
    """One parameter as a house answers it."""
    parameter = PARAMETERS[setting.key]
    return {
        "key": setting.key,
        "asks": parameter.meaning,
        "value": text_of(setting.value),
        "means": _means(parameter, setting.value),
        "status": setting.status.value,
        "clause": setting.clause,
        "readings": [
            {"value": text_of(each.value), "means": _means(parameter, each.value), "sentence": each.sentence}
            for each in setting.readings
        ],
    }


def rules_citing(key: str) -> list[str]:
    """The codes of the rules that rest on a parameter."""
    return [rule.code for rule in BY_CODE.values() if key in rule.cites]


def _house_head(name: str) -> dict[str, Any]:
    file = shipped().file(name)
    house = load(name, file.games[0])
    return {
        "name": name,
        "title": file.title,
        "source": file.source,
        "base": "" if file.base == name else file.base,
        "games": [game.value for game in file.games],
        "rooms": list(file.rooms),
        "statuses": {status.value: count for status, count in _statuses(house)},
    }


def _statuses(house: House) -> Iterator[tuple[Status, int]]:
    for status in Status:
        yield status, sum([setting.status is status for setting in house.settings.values()])


def _means(parameter: Parameter, value: object) -> str:
    """A value in card-room words."""
    if parameter.kind is Kind.CHOICE:
        return parameter.choices[str(value)]
    if parameter.kind is Kind.BOOLEAN:
        return "yes" if value else "no"
    return text_of(value) or "none"
