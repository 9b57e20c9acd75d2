"""The list of all parameters: each question that a house answers, and the meaning of every possible answer in words.
The command `auditor house` prints these sentences.
"""

from typing import Final

from auditor.engine.house import choices as c
from auditor.engine.house.order_parameters import CLOCK, CONDUCT, DISPUTE
from auditor.engine.house.parameter_types import HouseRefused, Kind, Parameter, choice, flag, in_words, nearest, whole

TABLE: Final = (
    whole("seats.most", 2, 11, "The largest number of seats that may be dealt in."),
    whole("seats.least", 2, 11, "The smallest number of seats that may be dealt in."),
)

DEAL: Final = (
    flag("deal.burn_fourth", "A card is burned before fourth street."),
    flag("deal.burn_later", "A card is burned before fifth, sixth and seventh street."),
    choice(
        "deal.order",
        c.DealOrder,
        "The order in which the dealer deals single cards.",
        "the house sets no order",
        "one card at a time, clockwise from the dealer's left",
    ),
    choice(
        "deal.short_deck",
        c.DealShortDeck,
        "What happens when the deck is too short for seventh street.",
        "if fewer cards are left than live seats: one card face up for all seats",
        "first mix the last card with the burned cards, or burn no card; if still too few, one card face up for all",
        "a card to each seat if at least two cards would be left, with burned cards if needed; else one for all",
    ),
    flag(
        "deal.shuffle",
        "The dealer shuffles and cuts after the antes and before the first card, and not again in the hand.",
    ),
)

FORCED: Final = (
    flag("ante.before_cards", "Every seat must post its ante before it gets a card."),
    Parameter("stakes.published", Kind.STAKES, "The stakes the house publishes: small bet, big bet, ante.", {}),
    flag("stakes.complete", "A table may play only the published stakes. Other stakes are a finding."),
    choice(
        "bring_in.door",
        c.BringInDoor,
        "Which door card must post the bring-in.",
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
        "Which door card must post the bring-in if two door cards are equal.",
        "the lowest suit: clubs, diamonds, hearts, spades (razz: the highest)",
        "the card dealt first",
    ),
    choice(
        "bring_in.amount",
        c.BringInAmount,
        "How much the bring-in is.",
        "the amount in the stakes of the hand",
        "half the small bet, rounded down to the smallest chip",
        "half the small bet, rounded up to the smallest chip",
        "the bring-in that the log states; if the log states none, the ante",
    ),
    flag("bring_in.full_opening", "The low card may open for the full small bet instead of the bring-in."),
    choice(
        "bring_in.next_wager",
        c.BringInNextWager,
        "How large the first wager after the bring-in is.",
        "the wager completes to the small bet",
        "the wager completes to the small bet; later raises may also be counted from the bring-in",
        "the wager raises the bring-in by the small bet",
        "the wager raises by the amount of the bring-in",
    ),
    choice(
        "bring_in.all_in_for_ante",
        c.BringInAllInForAnte,
        "Who posts the bring-in if the seat with the low card is all-in for its ante.",
        "the next seat to the left with chips; this seat may not fold",
        "the next seat to the left with chips; this seat may also fold",
        "the seat with the lowest door card among the seats with chips",
    ),
)

BETTING: Final = (
    flag(
        "betting.fixed",
        "Every wager has the size of its street: a small bet on third and fourth, a big bet from fifth on.",
    ),
    whole("betting.big_bet_factor", 1, 10, "How many small bets make a big bet."),
    choice(
        "betting.later_streets",
        c.BettingLaterStreets,
        "Whether the big bet is the size or only the maximum of a wager from fifth street on.",
        "the size of every wager",
        "the maximum of a wager",
    ),
    choice(
        "betting.pot_limit",
        c.BettingPotLimit,
        "The maximum raise in pot limit.",
        "the call, plus all chips that are on the table after the call",
        "the call, plus all chips that were on the table before the call",
        "the call, plus the chips that the pot holds from earlier rounds",
    ),
    choice(
        "betting.least_raise",
        c.BettingLeastRaise,
        "The minimum raise in pot limit, no limit and spread limit.",
        "as much as the last wager",
        "any amount that is allowed for a wager",
    ),
    choice(
        "betting.spread",
        c.BettingSpread,
        "The sizes that a wager may have in spread limit.",
        "one of the two declared sizes, on any street",
        "any amount from the smaller to the larger size",
    ),
    whole(
        "cap.wagers", 0, 99, "The largest number of wagers on a street. A completion or a bet counts. 0 means no cap."
    ),
    flag("cap.counts_bring_in", "The bring-in counts as one of the wagers under the cap."),
    choice(
        "cap.heads_up",
        c.CapHeadsUp,
        "What happens to the cap when only two seats can still bet.",
        "the cap stays",
        "the cap ends when two seats are left, unless the street was capped before",
        "there is no cap on a street that starts with two seats",
        "the cap stays; but if only two seats were dealt in, the event may have no cap, and the log cannot show this",
    ),
    choice(
        "cap.scope",
        c.CapScope,
        "Whose wagers the cap counts.",
        "the wagers of all seats together",
        "the wagers of each seat separately",
    ),
    choice(
        "double.right",
        c.DoubleRight,
        "Who may bet the big bet on fourth street when a seat has a pair in its two up cards.",
        "nobody",
        "a seat with a pair up, if no seat has wagered before",
        "only the opener, if the opener has a pair up",
        "the opener, if the opener has a pair up, and all seats that act later",
        "every seat",
    ),
    choice(
        "double.raises",
        c.DoubleRaises,
        "How large a raise is on fourth street when a seat has a pair up.",
        "as large as the bet",
        "the small bet or the big bet; after a big bet, only the big bet",
    ),
    choice(
        "reopen.share",
        c.ReopenShare,
        "How large an all-in must be, compared with a full wager, so that seats that already acted may raise again.",
        "half of a full wager",
        "a full wager",
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
        "Which board opens if the best boards are equal.",
        "the board dealt first",
        "the first tied seat to the left of the dealer",
        "the board whose highest card has the best suit: spades, hearts, diamonds, clubs",
        "the seat left of the dealer, even if it does not have one of the equal boards",
    ),
    choice(
        "opener.all_in",
        c.OpenerAllIn,
        "Who opens if the seat that should open is all-in.",
        "the seat with the best of the other boards",
        "the next seat clockwise, as if the all-in seat had checked",
    ),
    choice(
        "opener.seventh_community",
        c.OpenerSeventhCommunity,
        "If the card of seventh street is a community card: which boards decide who opens seventh street.",
        "the four up cards",
        "the four up cards and the community card",
        "the seat that opened sixth street opens again",
    ),
    flag("turn.order", "Seats act one after another, clockwise."),
    flag("turn.street_end", "A street ends only after every seat that can bet has acted on the last wager."),
    choice(
        "turn.out_of_turn",
        c.TurnOutOfTurn,
        "The consequence of an act out of turn.",
        "the act binds the seat, unless another seat wagers before the turn of this seat",
        "the act binds the seat, unless another seat wagers before the turn of this seat; a seat that checked out of"
        " turn may not bet or raise until the street ends",
        "a seat that wagers out of turn may not raise until the street ends",
        "a seat that wagers out of turn may not raise with this wager",
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
        "Whether a player may put in the chips of one wager in several motions.",
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
    flag("table_stakes.rule", "Players may use only the chips that are on the table when the hand begins."),
    flag("table_stakes.announced", "Players may also use money that they announced before the deal."),
    flag("table_stakes.no_changes", "Nobody adds, takes off, borrows or lends chips while the hand is played."),
    flag("table_stakes.no_exchange", "Nobody exchanges money or chips while the hand is played."),
)

SHOWDOWN: Final = (
    choice(
        "showdown.first",
        c.ShowdownFirst,
        "Who shows first.",
        "the seat that wagered last on seventh street",
        "the seat that wagered last on any street",
        "not verifiable: the room prints the hands in its own order",
        "the seat that wagered first on seventh street",
    ),
    choice(
        "showdown.unbet",
        c.ShowdownUnbet,
        "Who shows first if nobody bet on the last street.",
        "the seat that opened seventh street",
        "the lowest seat number (heads-up: not verifiable)",
        "any seat",
    ),
    flag("showdown.clockwise", "After the first seat, the other seats show clockwise."),
    flag("showdown.side_pots_first", "Seats that can win a side pot show before seats that can win only the main pot."),
    choice(
        "showdown.to_win",
        c.ShowdownToWin,
        "How many cards of a hand must be shown to win.",
        "the five cards that play",
        "all its cards",
    ),
    choice(
        "showdown.muck",
        c.ShowdownMuck,
        "Whether a losing seat may muck without showing its cards.",
        "yes",
        "yes, but if a seat is all-in, all live hands must be shown",
    ),
    choice(
        "hand.best",
        c.HandBest,
        "How many cards of a hand are compared at the showdown.",
        "its best five cards",
        "its best five cards; between equal hands, the best sixth card",
    ),
    choice(
        "low.qualifier",
        c.LowQualifier,
        "Which hands make a low in hi-lo.",
        "five different ranks, eight or lower",
        "every hand",
    ),
)

PAYOUT: Final = (
    flag(
        "pots.rule",
        "Among the seats that put chips into a pot, the best hand wins all of the pot. Unmatched chips go back.",
    ),
    flag(
        "pots.side",
        "Chips that an all-in seat did not match make a side pot. Only the other seats can win this side pot.",
    ),
    choice(
        "odd.tied",
        c.OddTied,
        "Who gets the odd chip if hands are tied.",
        "the first winner to the left of the dealer",
        "the highest card; between equal cards, spades before hearts, diamonds and clubs",
        "any tied seat, but no seat gets two odd chips while another tied seat has none",
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
        "Who gets the odd chip if lows are tied.",
        "the lowest card; between equal cards, clubs before diamonds, hearts and spades",
        "the highest card; between equal cards, spades before hearts, diamonds and clubs",
        "any tied seat, but no seat gets two odd chips while another tied seat has none",
    ),
    choice(
        "odd.cards",
        c.OddCards,
        "Which cards of a hand decide who gets the odd chip.",
        "the five cards that play",
        "all seven cards",
    ),
    choice(
        "rake.schedule",
        c.RakeSchedule,
        "How much rake the house takes.",
        "unknown: the auditor accepts the rake in the log",
        "the house names no rake: the auditor accepts only a rake that a line of the log states",
        "nothing",
        "a percentage up to a cap",
    ),
    whole("rake.percent", 0, 100, "The rake as a percentage of the pot, if the house takes a percentage."),
    whole("rake.cap", 0, 1_000_000, "The maximum rake of a hand, in whole currency units."),
    flag("rake.third_street", "A hand that ends on third street is raked too."),
    choice(
        "rake.from",
        c.RakeFrom,
        "Which pots the rake comes from.",
        "the main pot first",
        "every pot, in proportion to its size",
        "the pots that the log names",
    ),
)

# All parameters by key. The order is that of a rulebook, from the seats to disputes.
PARAMETERS: Final[dict[str, Parameter]] = {
    parameter.key: parameter
    for parameter in (*TABLE, *DEAL, *FORCED, *BETTING, *TURN, *SHOWDOWN, *PAYOUT, *CLOCK, *CONDUCT, *DISPUTE)
}
HEADINGS: Final = tuple(dict.fromkeys([key.split(".")[0] for key in PARAMETERS]))


def parameter_of(key: str) -> Parameter:
    """Returns the parameter with this key, such as `bring_in.tie`. Raises `HouseRefused` if there is none. The message
    lists the keys with the same heading (`bring_in`). If there is no such heading, it lists all headings. If another
    key is very similar, the message suggests that key.
    """
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
