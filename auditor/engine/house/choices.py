"""The named answers that a house may choose: one enumeration for each parameter. For example, `BringInTie` has the
answers to the parameter `bring_in.tie`. `auditor.engine.house.parameters` explains each answer. The modules in
`auditor.engine.law` and `auditor.engine.settlement` apply the answers.
"""

from enum import StrEnum


class DealOrder(StrEnum):
    ANY = "any"
    SINGLY_CLOCKWISE = "singly_clockwise"


class DealShortDeck(StrEnum):
    COMMUNITY = "community"
    ROBERTS = "roberts"
    PLUS_TWO = "plus_two"


class BringInDoor(StrEnum):
    LOWEST = "lowest"
    HIGHEST = "highest"


class BringInAce(StrEnum):
    HIGH = "high"
    LOW = "low"


class BringInTie(StrEnum):
    SUIT = "suit"
    FIRST_DEALT = "first_dealt"


class BringInAmount(StrEnum):
    STAKES = "stakes"
    HALF_ROUNDED_DOWN = "half_rounded_down"
    HALF_ROUNDED_UP = "half_rounded_up"
    NAMED_OR_ANTE = "named_or_ante"


class BringInNextWager(StrEnum):
    COMPLETES = "completes"
    COMPLETES_OR_ON_TOP = "completes_or_on_top"
    RAISES_BY_SMALL_BET = "raises_by_small_bet"
    RAISES_BY_PREVIOUS = "raises_by_previous"


class BringInAllInForAnte(StrEnum):
    PASSES_MAY_NOT_FOLD = "passes_may_not_fold"
    PASSES_MAY_FOLD = "passes_may_fold"
    NEXT_LOWEST = "next_lowest"  # no house file has this answer so far


class CapHeadsUp(StrEnum):
    CAPPED = "capped"
    UNCAPPED_WHEN_TWO_LEFT = "uncapped_when_two_left"
    UNCAPPED_IF_STREET_STARTS_WITH_TWO = "uncapped_if_street_starts_with_two"
    CAPPED_UNLESS_TWO_DEALT_IN = "capped_unless_two_dealt_in"


class CapScope(StrEnum):
    ROUND = "round"
    PER_PLAYER = "per_player"


class DoubleRight(StrEnum):
    NONE = "none"
    PAIR_HOLDER = "pair_holder"
    PAIR_OPENER = "pair_opener"  # not the answer of any house; but some clauses can be understood in this way
    OPENER_PAIR = "opener_pair"
    ANYONE = "anyone"


class DoubleRaises(StrEnum):
    AS_BET = "as_bet"
    EITHER_UNTIL_DOUBLE = "either_until_double"


class BettingLaterStreets(StrEnum):
    SIZE = "size"
    CEILING = "ceiling"  # not the answer of any house; but some clauses can be understood in this way


class BettingPotLimit(StrEnum):
    CALL_THEN_POT = "call_then_pot"
    POT_BEFORE_CALL = "pot_before_call"  # not the answer of any house; but some clauses can be understood in this way
    COLLECTED_POT = "collected_pot"  # not the answer of any house; but some clauses can be understood in this way


class BettingLeastRaise(StrEnum):
    LAST_WAGER = "last_wager"
    ANY = "any"


class BettingSpread(StrEnum):
    EITHER_SIZE = "either_size"
    ANYTHING_BETWEEN = "anything_between"


class ReopenShare(StrEnum):
    HALF_BET = "half_bet"
    FULL_BET = "full_bet"


class OpenerBoard(StrEnum):
    BEST = "best"
    LOWEST = "lowest"


class OpenerTie(StrEnum):
    FIRST_DEALT = "first_dealt"
    LEFT_OF_DEALER = "left_of_dealer"
    SUIT = "suit"
    # No house has this answer; but the clauses of some houses can be understood in this way.
    SEAT_LEFT_OF_DEALER = "seat_left_of_dealer"


class OpenerAllIn(StrEnum):
    BEST_OF_REST = "best_of_rest"
    NEXT_CLOCKWISE = "next_clockwise"


class OpenerSeventhCommunity(StrEnum):
    UP_CARDS = "up_cards"
    WITH_COMMUNITY = "with_community"
    AS_SIXTH = "as_sixth"


class TurnOutOfTurn(StrEnum):
    BINDING_UNLESS_WAGER = "binding_unless_wager"
    CHECKER_MAY_NOT_WAGER = "checker_may_not_wager"
    NO_RAISE_THIS_STREET = "no_raise_this_street"
    NO_RAISE_THAT_ACT = "no_raise_that_act"


class TurnFold(StrEnum):
    ANY_TIME = "any_time"
    IN_TURN = "in_turn"


class TurnPartialBet(StrEnum):
    PROHIBITED = "prohibited"
    ALLOWED = "allowed"


class TurnDeclaration(StrEnum):
    BINDS = "binds"
    FREE = "free"


class ShowdownFirst(StrEnum):
    SEVENTH_WAGER = "seventh_wager"
    ANY_WAGER = "any_wager"
    ROOM_ORDER = "room_order"
    # No house has this answer; but the clauses of some houses can be understood in this way.
    SEVENTH_FIRST_WAGER = "seventh_first_wager"


class ShowdownUnbet(StrEnum):
    OPENER = "opener"
    LOWEST_SEAT = "lowest_seat"
    ANY = "any"  # no house file has this answer so far


class ShowdownToWin(StrEnum):
    FIVE = "five"
    SEVEN = "seven"


class ShowdownMuck(StrEnum):
    ALLOWED = "allowed"
    ALL_IN_TABLED = "all_in_tabled"


class HandBest(StrEnum):
    FIVE = "five"
    # Five cards decide. If the five cards of two hands are equal, the sixth card decides. No house has this answer; but
    # the clauses of some houses can be understood in this way.
    FIVE_THEN_SIXTH = "five_then_sixth"


class LowQualifier(StrEnum):
    EIGHT_OR_BETTER = "eight_or_better"
    NONE = "none"


class OddTied(StrEnum):
    FIRST_LEFT_OF_DEALER = "first_left_of_dealer"
    HIGHEST_CARD = "highest_card"
    ANY = "any"


class OddHalves(StrEnum):
    HIGH = "high"
    LOW = "low"
    ANY = "any"


class OddTiedLow(StrEnum):
    LOWEST_CARD = "lowest_card"
    HIGHEST_CARD = "highest_card"
    ANY = "any"


class OddCards(StrEnum):
    FIVE = "five"
    SEVEN = "seven"


class RakeSchedule(StrEnum):
    UNKNOWN = "unknown"
    AS_STATED = "as_stated"
    NONE = "none"
    PERCENT = "percent"


class RakeFrom(StrEnum):
    MAIN_FIRST = "main_first"
    PROPORTIONAL = "proportional"
    AS_LOGGED = "as_logged"


class ClockRuns(StrEnum):
    FROM_THE_TURN = "from_the_turn"
    ONCE_CALLED = "once_called"


class ClockOutOfTime(StrEnum):
    CLOCKED = "clocked"
    FOLDED = "folded"
    CHECKED_OR_FOLDED = "checked_or_folded"


class ClockReconnection(StrEnum):
    ADDS_COUNTDOWN = "adds_countdown"
    COUNTDOWN_ANEW = "countdown_anew"
    AS_LEFT = "as_left"


class ClockReconnections(StrEnum):
    ONCE = "once"
    EACH_TIME = "each_time"


class ClockPot(StrEnum):
    MATCHED = "matched"
    MOMENT = "moment"


class DisputeDeadline(StrEnum):
    ANY_TIME = "any_time"
    NEXT_HAND = "next_hand"
    NEXT_HAND_OR_ACTION = "next_hand_or_action"
