"""Makes dicts for JSON (documents) of rules and houses, for pages and the API. A house is a set of rules."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from auditor.engine.hand import Game, Structure
from auditor.engine.history.codes import ACROSS_HANDS
from auditor.engine.house import House, HouseRefused
from auditor.engine.house.differences import differences, in_both, pair
from auditor.engine.house.files import ROOT, Status
from auditor.engine.house.parameters import PARAMETERS
from auditor.engine.house.registry import in_use, load, names
from auditor.engine.house.setting_words import setting_document
from auditor.engine.rule import Rule, houses_with
from auditor.engine.rules import BY_CODE
from auditor.engine.what_changed import history
from auditor.web.requests.refusals import Refusal

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
    Status.STATED: "the written rules of the house contain this rule",
    Status.UNIVERSAL: "the house does not answer the question, but every rulebook has this rule",
    Status.ASSUMED: "the house does not answer the question, so the answer of its base applies",
    Status.HEDGED: "the house states the rule only with a word such as usually or might",
}


def rule_document(rule: Rule) -> dict[str, Any]:
    """Returns a rule as a dict for JSON."""
    return {
        "code": rule.code,
        "title": rule.title,
        "chapter": CHAPTERS[rule.code[0]],
        "law": rule.law,
        "why": rule.why,
        "grade": rule.grade or "by its clause",
        "severity": rule.severity,
        "cites": list(rule.cites),
    }


def rule_documents() -> list[dict[str, Any]]:
    """Returns all rules as dicts: first the rules about single hands, in the order of the catalogue, then the rules
    that compare hands.
    """
    return [rule_document(rule) for rule in BY_CODE.values()] + [
        _across_hands(code) for code in ACROSS_HANDS if code not in BY_CODE
    ]


def rule_named(code: str) -> dict[str, Any]:
    """Returns the rule with this code, such as B402, as a dict for JSON. Raises `Refusal` (404) if there is no such
    rule.
    """
    if code in BY_CODE:
        return rule_document(BY_CODE[code])
    if code in ACROSS_HANDS:
        return _across_hands(code)
    raise Refusal(404, f"There is no rule {code}. The list of rules shows all rules.")


def title_of(code: str) -> str:
    """Returns the title of the rule with this code; empty if the code is unknown."""
    if code in BY_CODE:
        return BY_CODE[code].title
    return ACROSS_HANDS[code].title if code in ACROSS_HANDS else ""


def severity_of(code: str) -> str:
    """Returns the severity of the findings of this rule, such as `money`; empty if the code is unknown."""
    return str(rule_named(code)["severity"]) if code in BY_CODE or code in ACROSS_HANDS else ""


def checked_of(code: str) -> str:
    """Returns in words which data a rule compares between hands. For a rule about a single hand, the text is empty."""
    return ACROSS_HANDS[code].checked if code in ACROSS_HANDS else ""


def doubt_of(code: str) -> str:
    """Returns the reason why a finding of this rule may still be lawful. Only rules that compare hands have such a
    reason. For all other rules, the text is empty.
    """
    return ACROSS_HANDS[code].doubt if code in ACROSS_HANDS else ""


def _across_hands(code: str) -> dict[str, Any]:
    found = ACROSS_HANDS[code]
    return {
        "code": code,
        "title": found.title,
        "chapter": CHAPTERS[code[0]],
        "law": found.law,
        "why": found.why,
        "grade": found.grade,
        "severity": found.severity,
        "cites": list(found.cites),
    }


def history_of(code: str, runs: Mapping[int, tuple[int, int]], found: Mapping[int, int]) -> list[dict[str, Any]]:
    """Returns the history of the rule `code` as dicts, newest first: one for each rules version.

    `runs` maps a rules version to the first and the last run that used this version. `found` maps a rules version to
    the number of findings that no earlier version found.
    """
    return [
        {
            "version": each.version,
            "new": each.is_new,
            "said": each.own,
            "at_large": each.at_large,
            "first_run": runs.get(each.version, (None, None))[0],
            "last_run": runs.get(each.version, (None, None))[1],
            "findings": found.get(each.version, 0),
        }
        for each in history(code)
    ]


def house_applying(code: str, name: str, game: str, structure: str) -> House:
    """Returns the house `name` for one game and one structure (limit on wagers).

    If `game` or `structure` is empty, the first game or structure is chosen in which the rule `code` applies under this
    house. Raises `Refusal` if there is no such house, or if the house does not cover the game.
    """
    with_rule: list[House] = []
    if code in BY_CODE and name in names():
        with_rule = houses_with(BY_CODE[code], name)
    fitting = [each for each in with_rule if game in ("", each.game) and structure in ("", each.structure)]
    return fitting[0] if fitting else house_named(name, game, structure)


def structures_applying(code: str, house: House) -> list[str]:
    """Returns the structures (limits on wagers) in which the rule `code` applies under this house, for the game of
    `house`. For a rule that compares hands, and for a house whose file was deleted, returns only the structure of
    `house`.
    """
    with_rule = houses_with(BY_CODE[code], house.name) if code in BY_CODE and house.name in names() else [house]
    return [each.structure.value for each in with_rule if each.game is house.game]


def house_named(name: str, game: str, structure: str = "") -> House:
    """Returns the house `name` for a game and a structure (limit on wagers).

    If `game` or `structure` is empty, the first game or structure in the file of the house is used. Raises `Refusal`
    (404) if there is no such house, or if the house does not cover the game.
    """
    try:
        file = in_use().file(name)
        return load(
            name,
            Game(game) if game else file.games[0],
            Structure(structure) if structure else file.structures[0],
        )
    except HouseRefused as refused:
        message = str(refused)
        raise Refusal(404, f"{message[:1].upper()}{message[1:].rstrip('.')}.") from refused


def house_documents() -> list[dict[str, Any]]:
    """Returns all houses as dicts for JSON, sorted by name, without their clauses."""
    return [_house_head(name) for name in names()]


def house_document(house: House) -> dict[str, Any]:
    """Returns a house for one game as a dict for JSON, with its answer to every question.

    If the file of the house was deleted, the other games and structures of the house are unknown. The dict then lists
    only the game and the structure of `house`.
    """
    head = _house_head(house.name) if house.name in names() else _head_of_gone(house)
    return {
        **head,
        "game": house.game.value,
        "structure": house.structure.value,
        "digest": house.digest,
        "parameters": [setting_document(setting) for setting in house.settings.values()],
    }


def comparable(name: str) -> list[str]:
    """Returns the names of the other houses that can be compared with the house `name`: they share at least one game
    and structure (limit on wagers) with it.
    """
    return [other for other in names() if other != name and _together(name, other)]


def usual_other(name: str) -> str:
    """Returns the house that is compared with `name` if the visitor chooses none: the base of all houses. If `name` is
    the base itself, returns the first house that can be compared with the base.
    """
    return ROOT if name != ROOT else comparable(name)[0]


def against_document(first: str, second: str, game: str, structure: str) -> dict[str, Any]:
    """Returns the differences between two houses as a dict for JSON.

    If `game` or `structure` (limit on wagers) is empty, the first one that both houses cover is used. Raises `Refusal`
    if there is no such house, or if the houses do not both cover the game and the structure.
    """
    if first not in names():
        house_named(first, "")  # for an unknown house, this call raises the refusal
    try:
        places = in_both(first, second)
        games, structures = ([each.value for each in dict.fromkeys(kind)] for kind in zip(*places, strict=True))
        houses = pair(first, second, Game(game or games[0]), Structure(structure or structures[0]))
    except HouseRefused as refused:
        message = str(refused)
        raise Refusal(422, f"{message[:1].upper()}{message[1:].rstrip('.')}.") from refused
    return {
        "first": _house_head(first),
        "second": _house_head(second),
        "game": houses[0].game.value,
        "structure": houses[0].structure.value,
        "games": games,
        "structures": structures,
        "answers": len(PARAMETERS),
        "differences": [
            {
                "key": each.key,
                "asks": PARAMETERS[each.key].meaning,
                "differs": list(each.differs),
                "first": setting_document(each.first),
                "second": setting_document(each.second),
            }
            for each in differences(*houses)
        ],
    }


def _together(first: str, second: str) -> bool:
    try:
        return bool(in_both(first, second))
    except HouseRefused:
        return False


def clauses_of(code: str, house: House) -> list[dict[str, Any]]:
    """Returns the clauses of a house that the rule `code` uses, as dicts. A clause is the answer of the house to one
    question.
    """
    return [setting_document(house.setting(key)) for key in _cites(code)]


def others_of(code: str, house: House) -> list[dict[str, Any]]:
    """Returns the answers of other houses to the questions that the rule `code` uses, if they differ from the answers
    of `house`. Each answer is a dict with the names of the houses that give it.
    """
    others: dict[tuple[str, str], dict[str, Any]] = {}
    own = {each["key"]: each["value"] for each in clauses_of(code, house)}
    for name in names():
        file = in_use().file(name)
        if name == house.name or house.game not in file.games or house.structure not in file.structures:
            continue
        for each in clauses_of(code, load(name, house.game, house.structure)):
            if each["value"] != own[each["key"]]:
                found = {"key": each["key"], "value": each["value"], "means": each["means"], "houses": []}
                others.setdefault((each["key"], each["value"]), found)["houses"].append(name)
    return [others[key, value] for key, value in sorted(others, key=lambda pair: list(own).index(pair[0]))]


def status_of(code: str, house: House) -> str:
    """Returns the status of the least certain clause that the rule `code` uses under a house. From the most to the
    least certain, the statuses are `stated`, `universal`, `assumed` and `hedged`.
    """
    return house.grade_status(_cites(code))


def _cites(code: str) -> tuple[str, ...]:
    return BY_CODE[code].cites if code in BY_CODE else ACROSS_HANDS[code].cites


def rules_citing(key: str) -> list[str]:
    """Returns the codes of the rules that use the answer to one question. `key` names the question, such as
    `bring_in.door`.
    """
    return [rule.code for rule in BY_CODE.values() if key in rule.cites]


def _house_head(name: str) -> dict[str, Any]:
    file = in_use().file(name)
    house = load(name, file.games[0], file.structures[0])
    return {
        "name": name,
        "title": file.title,
        "source": file.source,
        "base": "" if file.base == name else file.base,
        "games": [game.value for game in file.games],
        "structures": [structure.value for structure in file.structures],
        "rooms": list(file.rooms),
        "statuses": {status.value: count for status, count in _statuses(house)},
    }


def _head_of_gone(house: House) -> dict[str, Any]:
    return {
        "name": house.name,
        "title": house.title,
        "source": house.source,
        "base": "",
        "games": [house.game.value],
        "structures": [house.structure.value],
        "rooms": [],
        "statuses": {status.value: count for status, count in _statuses(house)},
    }


def _statuses(house: House) -> Iterator[tuple[Status, int]]:
    for status in Status:
        yield status, sum([setting.status is status for setting in house.settings.values()])
