"""House: a set of rules, every parameter answered, each answer with its status, clause and readings.

Houses are data (`houses/*.toml`): each file states only its differences to its base, and what a house leaves
unsaid is filled from there and marked as assumed.
"""

import functools
import hashlib
import importlib.resources
from collections.abc import Iterable, Mapping
from typing import Final

from auditor.engine import choices as c
from auditor.engine.hand import Game
from auditor.engine.house_files import ALL_GAMES, HouseFile, Setting, Status, read
from auditor.engine.kinds import HouseRefused, Stake, Value, in_words, nearest, text_of
from auditor.engine.parameters import PARAMETERS, parameter_of

__all__ = ["House", "HouseRefused", "Houses", "Setting", "Status", "house_for_room", "load", "names", "weakest"]


class House:
    """The rules of one house for one game. Each parameter is an attribute too: `bring_in.tie` is `bring_in_tie`.

    `settings` holds all of them in the order of the registry; `digest` is the SHA-256 of `canonical()` in hex.
    """

    # Slots: with so many attributes, looking one up in a dictionary would cost twice as much.
    __slots__ = (
        "ante_before_cards",
        "betting_big_bet_factor",
        "betting_fixed",
        "bring_in_ace",
        "bring_in_all_in_for_ante",
        "bring_in_amount",
        "bring_in_door",
        "bring_in_full_opening",
        "bring_in_next_wager",
        "bring_in_tie",
        "cap_counts_bring_in",
        "cap_heads_up",
        "cap_scope",
        "cap_wagers",
        "deal_burn_fourth",
        "deal_burn_later",
        "deal_order",
        "deal_short_deck",
        "digest",
        "double_raises",
        "double_right",
        "game",
        "hand_best",
        "low_qualifier",
        "name",
        "odd_cards",
        "odd_halves",
        "odd_tied",
        "odd_tied_low",
        "opener_all_in",
        "opener_board",
        "opener_seventh_community",
        "opener_tie",
        "pots_rule",
        "rake_cap",
        "rake_from",
        "rake_percent",
        "rake_schedule",
        "rake_third_street",
        "reopen_share",
        "seats_least",
        "seats_most",
        "settings",
        "showdown_first",
        "showdown_muck",
        "showdown_side_pots_first",
        "showdown_to_win",
        "source",
        "stakes_complete",
        "stakes_published",
        "table_stakes_rule",
        "title",
        "turn_fold",
        "turn_out_of_turn",
    )

    def __init__(self, name: str, game: Game, title: str, source: str, settings: dict[str, Setting]) -> None:  # noqa: PLR0915 - one line a parameter
        self.name: Final = name
        self.game: Final = game
        self.title: Final = title
        self.source: Final = source
        self.settings: Final = {key: settings[key] for key in PARAMETERS}
        text = {key: text_of(setting.value) for key, setting in settings.items()}

        self.seats_most: Final = int(text["seats.most"])
        self.seats_least: Final = int(text["seats.least"])
        self.deal_burn_fourth: Final = text["deal.burn_fourth"] == "true"
        self.deal_burn_later: Final = text["deal.burn_later"] == "true"
        self.deal_order: Final = c.DealOrder(text["deal.order"])
        self.deal_short_deck: Final = c.DealShortDeck(text["deal.short_deck"])
        self.ante_before_cards: Final = text["ante.before_cards"] == "true"
        self.stakes_published: Final = _stakes(settings["stakes.published"])
        self.stakes_complete: Final = text["stakes.complete"] == "true"
        self.bring_in_door: Final = c.BringInDoor(text["bring_in.door"])
        self.bring_in_ace: Final = c.BringInAce(text["bring_in.ace"])
        self.bring_in_tie: Final = c.BringInTie(text["bring_in.tie"])
        self.bring_in_amount: Final = c.BringInAmount(text["bring_in.amount"])
        self.bring_in_full_opening: Final = text["bring_in.full_opening"] == "true"
        self.bring_in_next_wager: Final = c.BringInNextWager(text["bring_in.next_wager"])
        self.bring_in_all_in_for_ante: Final = c.BringInAllInForAnte(text["bring_in.all_in_for_ante"])
        self.betting_fixed: Final = text["betting.fixed"] == "true"
        self.betting_big_bet_factor: Final = int(text["betting.big_bet_factor"])
        self.cap_wagers: Final = int(text["cap.wagers"])
        self.cap_counts_bring_in: Final = text["cap.counts_bring_in"] == "true"
        self.cap_heads_up: Final = c.CapHeadsUp(text["cap.heads_up"])
        self.cap_scope: Final = c.CapScope(text["cap.scope"])
        self.double_right: Final = c.DoubleRight(text["double.right"])
        self.double_raises: Final = c.DoubleRaises(text["double.raises"])
        self.reopen_share: Final = c.ReopenShare(text["reopen.share"])
        self.opener_board: Final = c.OpenerBoard(text["opener.board"])
        self.opener_tie: Final = c.OpenerTie(text["opener.tie"])
        self.opener_all_in: Final = c.OpenerAllIn(text["opener.all_in"])
        self.opener_seventh_community: Final = c.OpenerSeventhCommunity(text["opener.seventh_community"])
        self.turn_out_of_turn: Final = c.TurnOutOfTurn(text["turn.out_of_turn"])
        self.turn_fold: Final = c.TurnFold(text["turn.fold"])
        self.table_stakes_rule: Final = text["table_stakes.rule"] == "true"
        self.showdown_first: Final = c.ShowdownFirst(text["showdown.first"])
        self.showdown_side_pots_first: Final = text["showdown.side_pots_first"] == "true"
        self.showdown_to_win: Final = c.ShowdownToWin(text["showdown.to_win"])
        self.showdown_muck: Final = c.ShowdownMuck(text["showdown.muck"])
        self.hand_best: Final = c.HandBest(text["hand.best"])
        self.low_qualifier: Final = c.LowQualifier(text["low.qualifier"])
        self.pots_rule: Final = text["pots.rule"] == "true"
        self.odd_tied: Final = c.OddTied(text["odd.tied"])
        self.odd_halves: Final = c.OddHalves(text["odd.halves"])
        self.odd_tied_low: Final = c.OddTiedLow(text["odd.tied_low"])
        self.odd_cards: Final = c.OddCards(text["odd.cards"])
        self.rake_schedule: Final = c.RakeSchedule(text["rake.schedule"])
        self.rake_percent: Final = int(text["rake.percent"])
        self.rake_cap: Final = int(text["rake.cap"])
        self.rake_third_street: Final = text["rake.third_street"] == "true"
        self.rake_from: Final = c.RakeFrom(text["rake.from"])

        self.digest: Final = hashlib.sha256(self.canonical().encode()).hexdigest()

    def setting(self, key: str) -> Setting:
        """The house's answer to one parameter; raises `HouseRefused` for a key that is none."""
        return self.settings[parameter_of(key).key]

    def with_value(self, key: str, value: Value) -> "House":
        """This house with one value replaced; a text is read as `Parameter.parsed` does.

        One of the readings keeps the status of the clause it reads. Any other value counts as stated: whoever set
        it says so. Raises `HouseRefused` for a key or a value that is none.
        """
        old = self.setting(key)
        parameter = parameter_of(key)
        new = parameter.parsed(value) if isinstance(value, str) else parameter.checked(value)
        replaced = Setting(key, new, Status.STATED, f"Set for this audit: {key} = {text_of(new)}.")
        for reading in old.readings:
            if reading.value == new:
                replaced = Setting(key, new, old.status, reading.sentence)
        return House(self.name, self.game, self.title, self.source, {**self.settings, key: replaced})

    def grade_status(self, cites: tuple[str, ...]) -> str:
        """The weakest status among the parameters of these keys; `stated` where there are none."""
        return weakest([self.setting(key).status for key in cites])

    def clause(self, cites: tuple[str, ...]) -> str:
        """What the house says to these keys: the weakest clause first, two at most."""
        settings = sorted([self.setting(key) for key in cites], key=_weakness, reverse=True)
        return " ".join(list(dict.fromkeys([setting.clause for setting in settings]))[:2])

    def canonical(self) -> str:
        """The house as lines: all that a report can depend on, in the order of the keys."""
        lines = [f"house/1 {_word(self.name)} {self.game}"]
        for key, setting in sorted(self.settings.items()):
            lines.append(f"{key} = {_word(text_of(setting.value))} {setting.status} {_word(setting.clause)}")
            for reading in setting.readings:
                lines.append(f"{key} ? {_word(text_of(reading.value))} {_word(reading.sentence)}")
        return "\n".join(lines)


class Houses:
    """A shelf of houses, by name; built from the texts of their files, which are read when they are asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts: Final = dict(sorted(texts.items()))
        self._files: Final[dict[str, HouseFile]] = {}
        self._houses: Final[dict[tuple[str, Game], House]] = {}

    def names(self) -> tuple[str, ...]:
        """All houses, by the alphabet."""
        return tuple(self._texts)

    def file(self, name: str) -> HouseFile:
        """A house as its own file has it: title, source, games, rooms. Raises `HouseRefused`."""
        if name not in self._texts:
            close = nearest(name, self._texts)
            raise HouseRefused(f'there is no house "{name[:80]}"{close} the houses are {in_words(self._texts, "and")}')
        if name not in self._files:
            self._files[name] = read(name, self._texts[name])
        return self._files[name]

    def load(self, name: str, game: Game) -> House:
        """The house's rules for this game; raises `HouseRefused` where it has none, or where its file is wrong."""
        house = self._houses.get((name, game))
        if house is None:
            house = self._houses[name, game] = self._built(name, game)
        return house

    def for_room(self, room: str, game: Game) -> str | None:
        """The house under which logs of this room are audited, `None` where no house claims it."""
        found = None
        for name in self._texts if room else ():
            file = self.file(name)
            if room in file.rooms and game in file.games:
                if found is not None:
                    raise HouseRefused(
                        f'houses "{found}" and "{name}" both claim {game} of room "{room}"; one must give way'
                    )
                found = name
        return found

    def _built(self, name: str, game: Game) -> House:
        file = self.file(name)
        if game not in file.games:
            raise HouseRefused(f'house "{name}" does not cover {game}; it covers {in_words(file.games, "and")}')
        settings = self._settings(name, game, ())
        missing = [key for key in PARAMETERS if key not in settings]
        if missing:
            raise HouseRefused(f'house "{name}" leaves {in_words(missing, "and")} unsaid; state it or name a base')
        return House(name, game, file.title, file.source, settings)

    def _settings(self, name: str, game: Game, above: tuple[str, ...]) -> dict[str, Setting]:
        """All settings of a house, silences filled from its base; `above` are the houses that are built on it."""
        if name in above:
            raise HouseRefused(f'house "{name}" is its own base ({" on ".join([*above, name])}); change one of them')
        file = self.file(name)
        settings: dict[str, Setting] = {}
        if file.base:
            for key, setting in self._settings(file.base, game, (*above, name)).items():
                settings[key] = setting.filling(file.base)
        settings.update(file.settings[ALL_GAMES])
        settings.update(file.settings[game.value])
        return settings


def weakest(statuses: Iterable[str]) -> str:
    """The least firm of these: hedged, assumed, stated; `stated` where there are none."""
    found = set(statuses)
    for status in reversed(Status):
        if status in found:
            return status
    return Status.STATED


def load(name: str, game: Game) -> House:
    """The shipped house of this name for this game; raises `HouseRefused` where there is none."""
    return shipped().load(name, game)


def names() -> tuple[str, ...]:
    """All shipped houses."""
    return shipped().names()


def house_for_room(room: str, game: Game) -> str | None:
    """The shipped house under which logs of this room are audited, `None` where no house claims it."""
    return shipped().for_room(room, game)


@functools.cache
def shipped() -> Houses:
    """The houses that come with the auditor."""
    folder = importlib.resources.files("auditor.engine") / "houses"
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return Houses({file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in files})


def _weakness(setting: Setting) -> int:
    return list(Status).index(setting.status)


def _stakes(setting: Setting) -> tuple[Stake, ...]:
    assert isinstance(setting.value, tuple)
    return setting.value


def _word(text: str) -> str:
    """Text that cannot be mistaken for another field or line."""
    return text.encode("unicode_escape").decode("ascii").replace(" ", "\\x20") or "-"
