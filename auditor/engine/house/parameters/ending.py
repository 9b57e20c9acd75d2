"""Parameters of the showdown, the payout and the rake."""

from typing import Final

from auditor.engine.house import choices as c
from auditor.engine.house.parameter_types import choice, flag, whole

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
    flag("showdown.side_pots_first", "Those who contend for a side pot show before those in the main pot only."),
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
        "yes, except where a seat is all-in: those hands are tabled",
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
        "Which cards are looked at for the odd chip.",
        "the five that play",
        "all seven",
    ),
    choice(
        "rake.schedule",
        c.RakeSchedule,
        "What the house takes.",
        "not known: what the log says it took stands",
        "nothing",
        "a percentage up to a cap",
    ),
    whole("rake.percent", 0, 100, "The percentage, where the schedule is one."),
    whole("rake.cap", 0, 1_000_000, "The most it takes of a hand, in whole currency units."),
    flag("rake.third_street", "A hand that ends on third street is raked too."),
    choice(
        "rake.from",
        c.RakeFrom,
        "Which pots it is taken from.",
        "the main pot first",
        "each pot by its share",
        "as the log says",
    ),
)
