"""House: a set of rules, every parameter answered, each answer with its status, clause and readings.

Houses are data (`houses/*.toml`): each file states only its differences to its base, and what a house leaves
unsaid is filled from there and marked as assumed.
"""

import hashlib
from collections.abc import Iterable
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.engine.house import choices as c
from auditor.engine.house.files import Setting, Status
from auditor.engine.house.parameter_types import HouseRefused, Stake, Value, text_of
from auditor.engine.house.parameters import PARAMETERS, parameter_of
from auditor.engine.house.table_order import TableOrder

__all__ = ["House", "HouseRefused", "Setting", "Status", "weakest"]


class House(TableOrder):
    """The rules of one house for one game in one structure. Each parameter is an attribute too: `bring_in.tie` is
    `bring_in_tie`.

    `settings` holds all of them in the order of the registry; `digest` is the SHA-256 of `canonical()` in hex.
    """

    # Slots: with so many attributes, looking one up in a dictionary would cost twice as much.
    __slots__ = (
        "ante_before_cards",
        "betting_big_bet_factor",
        "betting_fixed",
        "betting_least_raise",
        "betting_pot_limit",
        "betting_spread",
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
        "structure",
        "table_stakes_announced",
        "table_stakes_no_changes",
        "table_stakes_no_exchange",
        "table_stakes_rule",
        "title",
        "turn_declaration",
        "turn_fold",
        "turn_out_of_turn",
        "turn_partial_bet",
    )

    def __init__(  # noqa: PLR0915 - one line a parameter
        self, name: str, game: Game, structure: Structure, title: str, source: str, settings: dict[str, Setting]
    ) -> None:
        self.name: Final = name
        self.game: Final = game
        self.structure: Final = structure
        self.title: Final = title
        self.source: Final = source
        self.settings: Final = {key: settings[key] for key in PARAMETERS}
        text = {key: text_of(setting.value) for key, setting in settings.items()}
        TableOrder.__init__(self, text)

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
        self.betting_pot_limit: Final = c.BettingPotLimit(text["betting.pot_limit"])
        self.betting_least_raise: Final = c.BettingLeastRaise(text["betting.least_raise"])
        self.betting_spread: Final = c.BettingSpread(text["betting.spread"])
        self.turn_partial_bet: Final = c.TurnPartialBet(text["turn.partial_bet"])
        self.turn_declaration: Final = c.TurnDeclaration(text["turn.declaration"])
        self.table_stakes_announced: Final = text["table_stakes.announced"] == "true"
        self.table_stakes_no_changes: Final = text["table_stakes.no_changes"] == "true"
        self.table_stakes_no_exchange: Final = text["table_stakes.no_exchange"] == "true"

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
        return House(self.name, self.game, self.structure, self.title, self.source, {**self.settings, key: replaced})

    def grade_status(self, cites: tuple[str, ...]) -> str:
        """The weakest status among the parameters of these keys; `stated` where there are none."""
        return weakest([self.setting(key).status for key in cites])

    def clause(self, cites: tuple[str, ...]) -> str:
        """What the house says to these keys: the weakest clause first, two at most."""
        settings = sorted([self.setting(key) for key in cites], key=_weakness, reverse=True)
        return " ".join(list(dict.fromkeys([setting.clause for setting in settings]))[:2])

    def canonical(self) -> str:
        """The house as lines: all that a report can depend on, in the order of the keys."""
        lines = [f"house/2 {_word(self.name)} {self.game} {self.structure}"]
        for key, setting in sorted(self.settings.items()):
            lines.append(f"{key} = {_word(text_of(setting.value))} {setting.status} {_word(setting.clause)}")
            for reading in setting.readings:
                lines.append(f"{key} ? {_word(text_of(reading.value))} {_word(reading.sentence)}")
        return "\n".join(lines)


def weakest(statuses: Iterable[str]) -> str:
    """The least firm of these: hedged, assumed, stated; `stated` where there are none."""
    found = set(statuses)
    for status in reversed(Status):
        if status in found:
            return status
    return Status.STATED


def _weakness(setting: Setting) -> int:
    return list(Status).index(setting.status)


def _stakes(setting: Setting) -> tuple[Stake, ...]:
    assert isinstance(setting.value, tuple)
    return setting.value


def _word(text: str) -> str:
    """Text that cannot be mistaken for another field or line."""
    return text.encode("unicode_escape").decode("ascii").replace(" ", "\\x20") or "-"
