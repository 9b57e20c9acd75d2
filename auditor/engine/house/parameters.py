"""The list of all parameters: the question that each parameter asks a house, and the meaning of every choice in words.

A house (`auditor.engine.house.house`) answers all parameters; `auditor house` prints these sentences.
"""

from typing import Final

from auditor.engine.house import choices as c
from auditor.engine.house.parameter_types import HouseRefused, Kind, Parameter, choice, flag, in_words, nearest, whole

TABLE: Final = (
    whole("seats.most", 2, 11, "The most seats that may be dealt in."),
    whole("seats.least", 2, 11, "The fewest seats that may be dealt in."),
)

DEAL: Final = (
    flag("deal.burn_fourth", "A card is burned before fourth street."),
    flag("deal.burn_later", "A card is burned before fifth, sixth and seventh street."),
    choice(
        "deal.order",
        c.DealOrder,
        "The order in which single cards leave the deck.",
        "no rule",
        "one card at a time, clockwise from the dealer's left",
    ),
    choice(
        "deal.short_deck",
        c.DealShortDeck,
        "What happens when the deck is too short for seventh street.",
        "fewer cards left than live seats: one card face up for all",
        "the last card and the burns are scrambled in, or the burn is skipped, before one card face up for all",
        "a card to each seat if two cards are then left, with the burns if necessary; else one card face up for all",
    ),
)

FORCED: Final = (
    flag("ante.before_cards", "Every seat that is dealt in antes before it gets a card."),
    Parameter("stakes.published", Kind.STAKES, "The stakes the house publishes: small bet, big bet, ante.", {}),
    flag("stakes.complete", "The list of published stakes is complete: other stakes at a table are a finding."),
    choice(
        "bring_in.door",
        c.BringInDoor,
        "Which door card brings it in.",
        "the lowest",
        "the highest (razz)",
    ),
    choice(
        "bring_in.ace",
        c.BringInAce,
        "How an ace counts as a door card.",
        "above the king",
        "below the deuce",
    ),
    choice(
        "bring_in.tie",
        c.BringInTie,
        "Which of equal door cards brings it in.",
        "the lowest suit: clubs, diamonds, hearts, spades (razz: the highest)",
        "the one dealt first",
    ),
    choice(
        "bring_in.amount",
        c.BringInAmount,
        "How much the bring-in is.",
        "the amount in the stakes of the hand",
        "half the small bet, rounded down to the smallest chip",
        "half the small bet, rounded up to the smallest chip",
        "the bring-in that the hand names; if it names none, the ante",
    ),
    flag("bring_in.full_opening", "The low card may open for the full small bet instead."),
    choice(
        "bring_in.next_wager",
        c.BringInNextWager,
        "How much the first wager after the bring-in is.",
        "it completes to the small bet",
        "it raises the bring-in by the small bet",
        "it raises the bring-in by as much again",
    ),
    choice(
        "bring_in.all_in_for_ante",
        c.BringInAllInForAnte,
        "The low card is all-in for its ante: the duty passes to the next seat left with chips, which",
        "may not fold",
        "may also fold",
    ),
)

BETTING: Final = (
    flag(
        "betting.fixed",
        "Every wager has the size of its street: a small bet on third and fourth, a big bet from fifth on.",
    ),
    whole("betting.big_bet_factor", 1, 10, "How many small bets make a big bet."),
    choice(
        "betting.pot_limit",
        c.BettingPotLimit,
        "The maximum raise in pot limit.",
        "the call, and then as much as is on the table after the call",
        "the call, and then as much as was on the table before the call",
        "the call, and then as much as the pot holds from earlier rounds",
    ),
    choice(
        "betting.least_raise",
        c.BettingLeastRaise,
        "The minimum raise in pot limit and no limit.",
        "as much as the last wager",
        "anything",
    ),
    choice(
        "betting.spread",
        c.BettingSpread,
        "The sizes of a wager in spread limit.",
        "one of the two declared sizes, on any street",
        "anything from the lower to the higher",
    ),
    whole("cap.wagers", 0, 99, "The most wagers on a street, completion or bet included; 0 is no cap."),
    flag("cap.counts_bring_in", "The bring-in counts as one of the wagers under the cap."),
    choice(
        "cap.heads_up",
        c.CapHeadsUp,
        "The cap when two seats are left who can still bet.",
        "the cap stays",
        "the cap ends when two seats are left, unless the street was capped before",
        "there is no cap on a street that starts with two seats",
        "the cap stays, unless only two were dealt in: then the log cannot show it",
    ),
    choice(
        "cap.scope",
        c.CapScope,
        "Whose wagers the cap counts.",
        "those of all seats together",
        "each seat's own",
    ),
    choice(
        "double.right",
        c.DoubleRight,
        "Who may bet the big bet on fourth street when a pair is in the two up cards.",
        "nobody",
        "a seat with its own pair up, as first to wager",
        "the opener alone, with its own pair up",
        "the opener with its own pair up, and all who act after it",
        "every seat",
    ),
    choice(
        "double.raises",
        c.DoubleRaises,
        "How a bet on that fourth street is raised.",
        "by as much as the bet was",
        "by the small or the big bet; only by the big bet once one was made",
    ),
    choice(
        "reopen.share",
        c.ReopenShare,
        "How large an all-in must be, as a part of a full wager, to reopen the betting.",
        "half",
        "all of it",
    ),
)

TURN: Final = (
    choice(
        "opener.board",
        c.OpenerBoard,
        "Which board opens from fourth street on.",
        "the best",
        "the lowest (razz)",
    ),
    choice(
        "opener.tie",
        c.OpenerTie,
        "Which of equal boards opens.",
        "the one dealt first",
        "of those tied, the first to the left of the dealer",
        "the one whose highest single card has the best suit: spades, hearts, diamonds, clubs",
        "the seat left of the dealer, tied or not",
    ),
    choice(
        "opener.all_in",
        c.OpenerAllIn,
        "Who opens if the seat that should open is all-in.",
        "the best of the other boards",
        "the next seat clockwise, as if the all-in had checked",
    ),
    choice(
        "opener.seventh_community",
        c.OpenerSeventhCommunity,
        "Which boards decide who opens seventh street when its card is common to all.",
        "the four up cards",
        "the up cards and the common card",
        "the seat that opened sixth street opens again",
    ),
    choice(
        "turn.out_of_turn",
        c.TurnOutOfTurn,
        "The effect of an act out of turn.",
        "it binds unless a wager comes between",
        "the same, and a seat that checked out of turn may not bet or raise until the street ends",
        "a seat that wagers out of turn may not raise until the street ends",
        "a seat that wagers out of turn may not raise in that act",
    ),
    choice(
        "turn.fold",
        c.TurnFold,
        "When a seat may fold.",
        "at any time",
        "in its turn",
    ),
    choice(
        "turn.partial_bet",
        c.TurnPartialBet,
        "Whether the chips of one wager may go in by several motions.",
        "no",
        "yes",
    ),
    choice(
        "turn.declaration",
        c.TurnDeclaration,
        "Whether a seat may change an act that it declared in its turn.",
        "no",
        "yes",
    ),
    flag("table_stakes.rule", "Only chips on the table when the hand begins play in it."),
    flag("table_stakes.announced", "Money announced before the deal may be played like the chips on the table."),
    flag("table_stakes.no_changes", "Nobody adds, takes off, borrows or lends chips while the hand is played."),
    flag("table_stakes.no_exchange", "Nobody changes money or chips while the hand is played."),
)

SHOWDOWN: Final = (
    choice(
        "showdown.first",
        c.ShowdownFirst,
        "Who shows first.",
        "the last to wager on seventh street; without one, its opener",
        "the last to wager on any street; without one, the opener of seventh",
        "the last to wager on seventh street; without one, the lowest seat number (heads-up: seat 2)",
        "the room prints an order of its own: not verifiable",
        "the first to wager on seventh street; without one, its opener",
    ),
    flag("showdown.side_pots_first", "Seats that can win a side pot show before seats that can win the main pot only."),
    choice(
        "showdown.to_win",
        c.ShowdownToWin,
        "How much of a hand must be shown to win.",
        "the five cards that play",
        "all its cards",
    ),
    choice(
        "showdown.muck",
        c.ShowdownMuck,
        "Whether a loser may muck unseen.",
        "yes",
        "yes, except if a seat is all-in: then all live hands are tabled",
    ),
    choice(
        "hand.best",
        c.HandBest,
        "What a hand is worth.",
        "its best five cards",
        "its best five cards; between equals, the best sixth",
    ),
    choice(
        "low.qualifier",
        c.LowQualifier,
        "Which hands make a low in hi-lo.",
        "five different ranks, eight or lower",
        "any",
    ),
)

PAYOUT: Final = (
    flag("pots.rule", "A pot is paid in full to the best hand among those who put chips in; unmatched chips go back."),
    choice(
        "odd.tied",
        c.OddTied,
        "Who gets the odd chip of tied hands.",
        "the first winner to the left of the dealer",
        "the highest card, then spades, hearts, diamonds, clubs",
        "any one of them; but no two chips to one while another has none",
    ),
    choice(
        "odd.halves",
        c.OddHalves,
        "Which half gets the odd chip of a split pot.",
        "high",
        "low",
        "either",
    ),
    choice(
        "odd.tied_low",
        c.OddTiedLow,
        "Who gets the odd chip of tied lows.",
        "the lowest card, then clubs, diamonds, hearts, spades",
        "the highest card, then spades, hearts, diamonds, clubs",
        "any one of them; but no two chips to one while another has none",
    ),
    choice(
        "odd.cards",
        c.OddCards,
        "Which cards decide the odd chip.",
        "the five that play",
        "all seven",
    ),
    choice(
        "rake.schedule",
        c.RakeSchedule,
        "How much rake the house takes.",
        "not known: the rake in the log is accepted",
        "nothing",
        "a percentage up to a cap",
    ),
    whole("rake.percent", 0, 100, "The percentage of the pot, if the schedule is a percentage."),
    whole("rake.cap", 0, 1_000_000, "The maximum rake of a hand, in whole currency units."),
    flag("rake.third_street", "A hand that ends on third street is raked too."),
    choice(
        "rake.from",
        c.RakeFrom,
        "Which pots the rake comes from.",
        "the main pot first",
        "each pot by its share",
        "as the log says",
    ),
)

CLOCK: Final = (
    whole(
        "clock.time", 0, 3600, "How many seconds a seat has to act before the countdown; 0 if the house sets no time."
    ),
    whole("clock.countdown", 0, 3600, "How many seconds the countdown gives after that."),
    choice(
        "clock.runs",
        c.ClockRuns,
        "When the time of a seat begins.",
        "when its turn comes",
        "when somebody calls the clock on it; a log shows that by the time it allows",
    ),
    whole("clock.tolerance", 0, 60, "How many seconds the clock of a log may be wrong."),
    choice(
        "clock.out_of_time",
        c.ClockOutOfTime,
        "What happens to a seat whose time runs out.",
        "a seat with chips in the pot is all-in for these chips (clocked); any other seat is folded",
        "the seat is folded",
        "the seat checks if it owes nothing; otherwise it is folded",
    ),
    flag("clock.ante_counts", "An ante counts as chips in the pot when time runs out."),
    choice(
        "clock.reconnection",
        c.ClockReconnection,
        "How much time a seat has that was disconnected and comes back before its time is over.",
        "the rest of its time, and the countdown once more",
        "the countdown, from the moment of the reconnection",
        "the time that was left",
    ),
    choice(
        "clock.reconnections",
        c.ClockReconnections,
        "How often a seat gets that time in one act.",
        "once",
        "each time",
    ),
    flag("clock.disconnect_needs_money", "A disconnected seat is clocked only if it has chips in the pot."),
    choice(
        "clock.pot",
        c.ClockPot,
        "Which chips a clocked seat can win.",
        "from each other seat, as many chips as it put in itself, as in an all-in",
        "all chips that were in the pot at that moment",
    ),
)

CONDUCT: Final = (
    flag("conduct.in_sight", "Cards and chips stay in sight."),
    flag("conduct.hole_cards", "Nobody shows a down card while the hand is played."),
    flag("conduct.short_stack_plays", "Nobody is folded because chips are missing."),
)

# The order is that of the rulebook; `auditor house` prints the parameters in this order.
PARAMETERS: Final[dict[str, Parameter]] = {
    parameter.key: parameter
    for parameter in (*TABLE, *DEAL, *FORCED, *BETTING, *TURN, *SHOWDOWN, *PAYOUT, *CLOCK, *CONDUCT)
}
HEADINGS: Final = tuple(dict.fromkeys([key.split(".")[0] for key in PARAMETERS]))


def parameter_of(key: str) -> Parameter:
    """Returns the parameter with this key. Raises `HouseRefused` if there is none; the message lists similar keys."""
    found = PARAMETERS.get(key)
    if found is not None:
        return found
    heading = key.split(".", maxsplit=1)[0]
    kin = [name for name in PARAMETERS if name.startswith(f"{heading}.")]
    near = (
        f"{heading} has {in_words([name.split('.')[1] for name in kin], 'and')}"
        if kin
        else f"the headings are {in_words(HEADINGS, 'and')}"
    )
    raise HouseRefused(f'there is no parameter "{key[:80]}"{nearest(key, PARAMETERS)} {near}')
