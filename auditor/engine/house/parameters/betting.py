"""Parameters of the betting and of whose turn it is."""

from typing import Final

from auditor.engine.house import choices as c
from auditor.engine.house.parameter_types import choice, flag, whole

BETTING: Final = (
    flag(
        "betting.fixed",
        "Every wager is of the street's size: a small bet on third and fourth, a big one from fifth on.",
    ),
    whole("betting.big_bet_factor", 1, 10, "How many small bets a big bet is."),
    choice(
        "betting.pot_limit",
        c.BettingPotLimit,
        "The most a raise may be in pot limit.",
        "the call, and then as much as lies on the table with it",
        "the call, and then as much as lay on the table before it",
        "the call, and then as much as the pot holds from earlier rounds",
    ),
    choice(
        "betting.least_raise",
        c.BettingLeastRaise,
        "The least a raise may be in pot limit and no limit.",
        "as much as the last wager",
        "anything",
    ),
    choice(
        "betting.spread",
        c.BettingSpread,
        "What a wager may be in spread limit.",
        "one of the two declared sizes, on any street",
        "anything from the lower to the higher",
    ),
    whole("cap.wagers", 0, 99, "The most wagers on a street, completion or bet included; 0 is no cap."),
    flag("cap.counts_bring_in", "The bring-in counts as one of them."),
    choice(
        "cap.heads_up",
        c.CapHeadsUp,
        "The cap when two seats are left who can still bet.",
        "stands",
        "falls from the moment two are left, unless the street was capped before",
        "falls on a street that starts with two",
        "stands, unless only two were dealt in: then the log cannot tell",
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
        "How much of a full wager an all-in must be to count as one and reopen the betting.",
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
        "Who opens when the board that should is all-in.",
        "the best of the other boards",
        "the next seat clockwise, as if the all-in had checked",
    ),
    choice(
        "opener.seventh_community",
        c.OpenerSeventhCommunity,
        "Which boards decide who opens seventh street when its card is common to all.",
        "the four up cards",
        "the up cards and the common card",
        "whoever opened sixth opens again",
    ),
    choice(
        "turn.out_of_turn",
        c.TurnOutOfTurn,
        "What an act out of turn is worth.",
        "it binds unless a wager comes between",
        "the same, and a seat that checked out of turn may not bet or raise until the street ends",
        "a wager out of turn takes the right to raise until the street ends",
        "a wager out of turn takes the right to raise on that act only",
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
        "Whether chips of one wager may be put in by parts.",
        "no",
        "yes",
    ),
    choice(
        "turn.declaration",
        c.TurnDeclaration,
        "Whether a seat may do otherwise than it declared in its turn.",
        "no",
        "yes",
    ),
    flag("table_stakes.rule", "Only chips on the table when the hand begins play in it."),
    flag("table_stakes.announced", "Money that was announced before the deal plays beside the chips on the table."),
    flag("table_stakes.no_changes", "Nobody adds, takes off, borrows or lends chips while the hand is played."),
    flag("table_stakes.no_exchange", "Nobody has money changed, a note for chips or chips for others, meanwhile."),
)
