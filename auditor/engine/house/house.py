"""House: a set of rules that answers every parameter (every question of the auditor about the rules).

An answer has these parts:

- a value
- a status: how certain the answer is
- a clause: the answer in our words
- readings: other ways to understand the clause

Houses are stored in files (`houses/*.toml`). Each file has only the answers that differ from those of its base; the
other answers come from the base and are marked as assumed. `House.canonical` writes a house as lines of text, and
`house_from_lines` reads these lines. So a database can keep the rules as they were when a hand was audited.
"""

import hashlib
from collections.abc import Iterable
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.engine.house import choices as c
from auditor.engine.house.files import Reading, Setting, Status
from auditor.engine.house.parameter_types import HouseRefused, Stake, Value, text_of
from auditor.engine.house.parameters import PARAMETERS, parameter_of

__all__ = ["House", "HouseRefused", "Setting", "Status", "house_from_lines", "weakest"]

_FORM: Final = "house/2"


class TableOrder:
    """The part of a `House` about order at the table: the shuffle, turns, time limits, the conduct of players, and
    disputes.
    """

    __slots__ = (
        "clock_ante_counts",
        "clock_countdown",
        "clock_disconnect_needs_money",
        "clock_out_of_time",
        "clock_pot",
        "clock_reconnection",
        "clock_reconnections",
        "clock_runs",
        "clock_time",
        "clock_tolerance",
        "conduct_hole_cards",
        "conduct_in_sight",
        "conduct_short_stack_plays",
        "deal_shuffle",
        "dispute_deadline",
        "turn_declaration",
        "turn_fold",
        "turn_order",
        "turn_out_of_turn",
        "turn_partial_bet",
        "turn_street_end",
    )

    def __init__(self, text: dict[str, str]) -> None:
        self.clock_time: Final = int(text["clock.time"])
        self.clock_countdown: Final = int(text["clock.countdown"])
        self.clock_runs: Final = c.ClockRuns(text["clock.runs"])
        self.clock_tolerance: Final = int(text["clock.tolerance"])
        self.clock_out_of_time: Final = c.ClockOutOfTime(text["clock.out_of_time"])
        self.clock_ante_counts: Final = text["clock.ante_counts"] == "true"
        self.clock_reconnection: Final = c.ClockReconnection(text["clock.reconnection"])
        self.clock_reconnections: Final = c.ClockReconnections(text["clock.reconnections"])
        self.clock_disconnect_needs_money: Final = text["clock.disconnect_needs_money"] == "true"
        self.clock_pot: Final = c.ClockPot(text["clock.pot"])
        self.conduct_in_sight: Final = text["conduct.in_sight"] == "true"
        self.conduct_hole_cards: Final = text["conduct.hole_cards"] == "true"
        self.conduct_short_stack_plays: Final = text["conduct.short_stack_plays"] == "true"
        self.turn_declaration: Final = c.TurnDeclaration(text["turn.declaration"])
        self.turn_fold: Final = c.TurnFold(text["turn.fold"])
        self.turn_order: Final = text["turn.order"] == "true"
        self.turn_out_of_turn: Final = c.TurnOutOfTurn(text["turn.out_of_turn"])
        self.turn_partial_bet: Final = c.TurnPartialBet(text["turn.partial_bet"])
        self.turn_street_end: Final = text["turn.street_end"] == "true"
        self.deal_shuffle: Final = text["deal.shuffle"] == "true"
        self.dispute_deadline: Final = c.DisputeDeadline(text["dispute.deadline"])


class House(TableOrder):
    """The rules of one house for one game in one betting structure. Each parameter is also an attribute: `bring_in.tie`
    is `bring_in_tie`.

    `settings` has all answers by key, in the order of `PARAMETERS`. `digest` is the SHA-256 of `canonical()` in hex.
    """

    # Slots make each attribute fast: without them, Python looks it up in a large dictionary, which takes twice as long.
    __slots__ = (
        "ante_before_cards",
        "betting_big_bet_factor",
        "betting_fixed",
        "betting_later_streets",
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
        "pots_side",
        "rake_cap",
        "rake_from",
        "rake_percent",
        "rake_schedule",
        "rake_third_street",
        "reopen_share",
        "seats_least",
        "seats_most",
        "settings",
        "showdown_clockwise",
        "showdown_first",
        "showdown_muck",
        "showdown_side_pots_first",
        "showdown_to_win",
        "showdown_unbet",
        "source",
        "stakes_complete",
        "stakes_published",
        "structure",
        "table_stakes_announced",
        "table_stakes_no_changes",
        "table_stakes_no_exchange",
        "table_stakes_rule",
        "title",
    )

    def __init__(  # noqa: PLR0915 - one line for each parameter
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
        self.table_stakes_rule: Final = text["table_stakes.rule"] == "true"
        self.showdown_first: Final = c.ShowdownFirst(text["showdown.first"])
        self.showdown_unbet: Final = c.ShowdownUnbet(text["showdown.unbet"])
        self.showdown_clockwise: Final = text["showdown.clockwise"] == "true"
        self.showdown_side_pots_first: Final = text["showdown.side_pots_first"] == "true"
        self.showdown_to_win: Final = c.ShowdownToWin(text["showdown.to_win"])
        self.showdown_muck: Final = c.ShowdownMuck(text["showdown.muck"])
        self.hand_best: Final = c.HandBest(text["hand.best"])
        self.low_qualifier: Final = c.LowQualifier(text["low.qualifier"])
        self.pots_rule: Final = text["pots.rule"] == "true"
        self.pots_side: Final = text["pots.side"] == "true"
        self.odd_tied: Final = c.OddTied(text["odd.tied"])
        self.odd_halves: Final = c.OddHalves(text["odd.halves"])
        self.odd_tied_low: Final = c.OddTiedLow(text["odd.tied_low"])
        self.odd_cards: Final = c.OddCards(text["odd.cards"])
        self.rake_schedule: Final = c.RakeSchedule(text["rake.schedule"])
        self.rake_percent: Final = int(text["rake.percent"])
        self.rake_cap: Final = int(text["rake.cap"])
        self.rake_third_street: Final = text["rake.third_street"] == "true"
        self.rake_from: Final = c.RakeFrom(text["rake.from"])
        self.betting_later_streets: Final = c.BettingLaterStreets(text["betting.later_streets"])
        self.betting_pot_limit: Final = c.BettingPotLimit(text["betting.pot_limit"])
        self.betting_least_raise: Final = c.BettingLeastRaise(text["betting.least_raise"])
        self.betting_spread: Final = c.BettingSpread(text["betting.spread"])
        self.table_stakes_announced: Final = text["table_stakes.announced"] == "true"
        self.table_stakes_no_changes: Final = text["table_stakes.no_changes"] == "true"
        self.table_stakes_no_exchange: Final = text["table_stakes.no_exchange"] == "true"

        self.digest: Final = hashlib.sha256(self.canonical().encode()).hexdigest()

    def setting(self, key: str) -> Setting:
        """Returns the answer of the house to the parameter `key`. Raises `HouseRefused` for an unknown key."""
        return self.settings[parameter_of(key).key]

    def with_value(self, key: str, value: Value) -> "House":
        """Returns a copy of this house in which the parameter `key` has the value `value`. A text is converted by
        `Parameter.parsed`.

        If `value` is the value of a reading (another way to understand the clause), the answer keeps its status, and
        its clause is the sentence of the reading. Any other value gets the status `stated`, and a clause which says
        that the value was set for this audit. Raises `HouseRefused` for an unknown key, or for a value that the
        parameter cannot have.
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
        """Returns the status of the least certain answer that the house gives to the parameters named in `cites`.
        Returns `stated`, the most certain status, if `cites` is empty.
        """
        return weakest([self.setting(key).status for key in cites])

    def surest_first(self, cites: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the keys in `cites` sorted by the status of the answers of this house, the most certain answer first.
        Keys with the same status keep their order.
        """
        return tuple(sorted(cites, key=lambda key: _weakness(self.setting(key))))

    def clause(self, cites: tuple[str, ...]) -> str:
        """Returns the clauses of the house for the parameters named in `cites` as one text. If there are more than two
        clauses, only the two least certain are in the text. The least certain clause comes first.
        """
        settings = sorted([self.setting(key) for key in cites], key=_weakness, reverse=True)
        return " ".join(list(dict.fromkeys([setting.clause for setting in settings]))[:2])

    def canonical(self) -> str:
        """Returns the house as lines of text, sorted by key. The lines contain everything in the house that a report
        can depend on. The digest of the house is computed from these lines.
        """
        lines = [f"{_FORM} {_word(self.name)} {self.game} {self.structure}"]
        for key, setting in sorted(self.settings.items()):
            lines.append(f"{key} = {_word(text_of(setting.value))} {setting.status} {_word(setting.clause)}")
            for reading in setting.readings:
                lines.append(f"{key} ? {_word(text_of(reading.value))} {_word(reading.sentence)}")
        return "\n".join(lines)


def weakest(statuses: Iterable[str]) -> str:
    """Returns the least certain of these statuses. From the least to the most certain, the statuses are `hedged`,
    `assumed`, `universal` and `stated`. Returns `stated` if `statuses` is empty.
    """
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
    """Returns the text as one field of a line of `House.canonical`: spaces and special characters are escaped, because
    a space separates two fields. An empty text becomes `-`.
    """
    return text.encode("unicode_escape").decode("ascii").replace(" ", "\\x20") or "-"


def house_from_lines(lines: str, today: House) -> House:
    """Reads a house from the lines that `canonical()` wrote at an earlier time. `today` is the same house with its
    present rules. The lines may lack answers to newer parameters; these answers are taken from `today`.

    Raises `HouseRefused` if the lines are of another house than `today`, or have an answer that is no longer valid.
    """
    head, *answers = [[_text(word) for word in line.split(" ")] for line in lines.splitlines()] or [[]]
    if head != [_FORM, today.name, today.game, today.structure]:
        raise HouseRefused(f'a stored text is not the rules of {today.name} for {today.game}: "{lines[:80]}"')
    try:
        settings = _settings(answers)
    except (LookupError, ValueError) as wrong:
        raise HouseRefused(
            f"the stored rules of {today.name} have an answer that is no longer valid: {wrong}"
        ) from wrong
    return House(today.name, today.game, today.structure, today.title, today.source, {**today.settings, **settings})


def identity_in(lines: str) -> tuple[str, Game, Structure]:
    """Returns the name, game and structure of the house in these lines, which `House.canonical` wrote. Raises
    `HouseRefused` if the lines are not the rules of a house.
    """
    try:
        form, name, game, structure = [_text(word) for word in lines.partition("\n")[0].split(" ")]
        if form == _FORM:
            return name, Game(game), Structure(structure)
    except ValueError:
        pass
    raise HouseRefused(f'a stored text is not the rules of a house: "{lines[:80]}"')


def _settings(lines: list[list[str]]) -> dict[str, Setting]:
    """Returns the answers in `lines` by key. `lines` are the lines of a canonical text after its first line, each split
    into its fields. Answers to parameters that no longer exist are left out. Raises `LookupError` or `ValueError` if a
    line is damaged, or if an answer is not valid.
    """
    answers = {key: (value, Status(rest[0]), rest[1]) for key, mark, value, *rest in lines if mark == "="}
    readings: dict[str, list[Reading]] = {key: [] for key in answers}
    for key, mark, value, *rest in lines:
        if mark == "?" and key in PARAMETERS:
            readings[key].append(Reading(PARAMETERS[key].parsed(value), rest[0]))
    return {
        key: Setting(key, PARAMETERS[key].parsed(value), status, clause, tuple(readings[key]))
        for key, (value, status, clause) in answers.items()
        if key in PARAMETERS
    }


def _text(word: str) -> str:
    """Returns the original text of a field that `_word` escaped."""
    return "" if word == "-" else word.encode("ascii").decode("unicode_escape")
