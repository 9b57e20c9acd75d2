"""The words of the game, a line each: what a newcomer must know to follow a hand."""

from typing import Final

from auditor.web.rulebook.glossary.word import Word

GAMES: Final = (
    Word("stud", "Seven-card stud: three cards down and four up to each seat; the best five of the seven win."),
    Word(
        "stud8",
        "Stud hi-lo: the best hand and the best low of eight or better share each pot.",
        ("stud hi-lo", "hi-lo"),
    ),
    Word("razz", "Stud in which the lowest five cards win; straights and flushes count for nothing."),
    Word("fixed limit", "Every wager is of one size: the small bet on third and fourth street, the big bet after."),
    Word("pot limit", "A wager may be as large as the pot, the caller's chips counted in."),
    Word("no limit", "A wager may be as large as the stack behind it."),
    Word("spread limit", "A wager may be any amount between two that the house names."),
    Word("stakes", "What a table is played for: the small bet, the big bet, the ante and the bring-in."),
    Word("seat", "A numbered place at the table, and who plays there in this hand.", ("seats",)),
    Word("stack", "The chips a seat has before it that are not yet in play.", ("stacks", "behind")),
)

CARDS: Final = (
    Word("deal", "The cards leaving the deck, one at a time and in the house's order.", ("deck", "dealt")),
    Word(
        "street",
        "One round of cards and betting: third to seventh, named for how many cards a seat then has.",
        ("streets", "third street", "fourth street", "fifth street", "sixth street", "seventh street"),
    ),
    Word("hole card", "A card dealt face down: the first two and the last.", ("hole cards", "down card", "down cards")),
    Word("up card", "A card dealt face up, for all to see.", ("up cards", "face up")),
    Word("door card", "A seat's first up card; the door cards decide who brings it in.", ("door cards", "low card")),
    Word("board", "All of one seat's up cards.", ("boards",)),
    Word(
        "open pair",
        "A pair among the two up cards of fourth street; in many houses it allows the big bet there.",
        ("pair", "double"),
    ),
    Word("burn", "A card taken off the deck unseen before a street is dealt.", ("burned",)),
    Word(
        "community card",
        "One up card for all seats, where the deck is too short to give each its seventh.",
        ("common to all", "short deck", "too short"),
    ),
    Word("misdeal", "A deal that is declared dead; all chips go back."),
)

BETTING: Final = (
    Word("ante", "What every seat puts into the pot before it gets a card.", ("antes",)),
    Word(
        "bring-in",
        "The small forced bet of the lowest door card (razz: the highest) that opens third street.",
        ("brings it in", "bring it in", "brings in", "bring_in"),
    ),
    Word(
        "completion",
        "The first wager over a bring-in: it makes up the full small bet.",
        ("completes", "uncompleted", "full opening"),
    ),
    Word("wager", "Any completion, bet or raise.", ("wagers", "bet", "betting", "raise", "raised", "raises")),
    Word("small bet", "The size of a fixed-limit wager on third and fourth street.", ("small bets",)),
    Word("big bet", "The size of a fixed-limit wager from fifth street on.", ("big bets",)),
    Word("level", "What every seat must have in front to stay in, the highest amount any has there."),
    Word("cap", "The most wagers there may be on a street.", ("caps",)),
    Word("heads-up", "Only two seats are left in the hand.", ("heads up", "two seats are left")),
    Word("opener", "The seat that must act first on a street.", ("opens", "first to act")),
    Word("turn", "The order in which seats act, clockwise from the opener.", ("out of turn", "in its turn")),
    Word("declaration", "What a seat says it will do before its chips move.", ("declares", "declared")),
    Word(
        "all-in", "A seat that has put in its last chip: it acts no more and can win only what it matched.", ("all in",)
    ),
    Word(
        "reopening",
        "After an all-in for less than a full wager: whether those who acted already may raise again.",
        ("reopen", "reopens"),
    ),
    Word("table stakes", "Only chips that lay on the table when the hand began play in it.", ("table_stakes",)),
    Word(
        "clock",
        "The time a seat has to act, where the house lays one down.",
        ("clocked", "countdown", "out of time", "time runs out", "time is over", "disconnected"),
    ),
)

PAYING: Final = (
    Word("showdown", "The seats that are left lay their cards open, and the best are paid.", ("shows", "show")),
    Word("muck", "To give up a hand unseen at the end.", ("mucks", "mucked")),
    Word("hand", "One deal from the antes to the payout; also what the cards of a seat are worth.", ("hands",)),
    Word("low", "In hi-lo the lowest five cards, if they qualify: they win half of each pot.", ("lows",)),
    Word("eight or better", "A low qualifies only with five different cards of eight or lower; else the high has all.",
         ("qualifier", "eight-or-better")),
    Word("half", "In hi-lo each pot is cut in two, one for the best high and one for the best low.",
         ("halves", "split pot", "high half", "low half")),
    Word("pot", "The chips that were put in and are to be won.", ("pots", "main pot", "all pots")),
    Word("side pot", "What seats put in beyond a seat that is all-in; that seat cannot win it.", ("side pots",)),
    Word("eligible", "A seat that has put chips into a pot and not folded: it can win that pot.", ("contend",)),
    Word("uncalled", "The part of a wager that nobody matched: it goes back and is in no pot.", ("unmatched",)),
    Word("odd chip", "The chip left over when a pot does not share out evenly.", ("odd chips", "odd")),
    Word("rake", "What the house keeps of a pot.", ("raked",)),
    Word("conduct", "How seats must behave with cards and chips while a hand is played.",
         ("in sight", "folded", "stay in sight")),
)  # fmt: skip
