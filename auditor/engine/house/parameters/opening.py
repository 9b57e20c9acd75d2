"""Parameters of the table, the deal and the forced money."""

from typing import Final

from auditor.engine.house import choices as c
from auditor.engine.house.parameter_types import Kind, Parameter, choice, flag, whole

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
        "not laid down",
        "one card at a time, clockwise from the dealer's left",
    ),
    choice(
        "deal.short_deck",
        c.DealShortDeck,
        "What happens when the deck is too short for seventh street.",
        "fewer cards left than live seats: one card face up for all",
        "the last card and the burns are scrambled in, or the burn is skipped, before one card face up for all",
        "a deal that leaves two cards over, the burns scrambled in if need be; else one card face up for all",
    ),
)

FORCED: Final = (
    flag("ante.before_cards", "Every seat that is dealt in antes before it gets a card."),
    Parameter("stakes.published", Kind.STAKES, "The stakes the house publishes: small bet, big bet, ante.", {}),
    flag("stakes.complete", "The published stakes are all there are: a table at other stakes is a finding."),
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
        "What an ace counts as a door card.",
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
        "what the stakes of the hand name",
        "half the small bet, rounded down to the smallest chip",
        "half the small bet, rounded up to the smallest chip",
        "what the hand names as bring-in; where it names none, the ante",
    ),
    flag("bring_in.full_opening", "The low card may open for the full small bet instead."),
    choice(
        "bring_in.next_wager",
        c.BringInNextWager,
        "What the first wager over an uncompleted bring-in is.",
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
