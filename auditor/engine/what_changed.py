"""Changes of the rules by version. For each version, there is one sentence for each rule whose findings changed in that
version.

The sentences explain why a finding is new or has disappeared. `RULES_VERSION` is the newest version: the highest
version that has a sentence or a new rule.
"""

from typing import Final, NamedTuple

from auditor.engine.history.codes import ACROSS_HANDS
from auditor.engine.rules import RULES

NEW: Final = "This rule is new in this version."
UNCHANGED: Final = "Nothing changed for this rule."


class Change(NamedTuple):
    """The change of one rule in one version of the rules. `own` is a sentence about this rule alone, or empty.
    `at_large` is a sentence about all rules, or empty. `is_new` is true in the version in which the rule was new.
    """

    version: int
    is_new: bool
    own: str
    at_large: str

    def words(self) -> str:
        """Returns the change in one line: the sentence about this rule, and then the sentence about all rules. For a
        new rule, the second sentence is left out. If there is no sentence at all, the line says that nothing changed.
        """
        if self.is_new or not self.at_large:
            return self.own or UNCHANGED
        return f"{self.own} All rules: {self.at_large}".lstrip()


AT_LARGE: Final = {
    1: "These were the first rules. They cover stud and stud eight-or-better in fixed limit.",
    2: "The auditor now audits razz. Before this version, it skipped razz hands. If a hand has more than a thousand"
    " findings, the report lists the first thousand.",
    3: "Pot, no and spread limit now have their own rules. If a clause can be understood in several ways (readings),"
    " the auditor audits the hand under each reading.",
    4: "",
    5: "The auditor applies the rules for the end of a log only once, at the last line. Before this version, a log"
    " with several end lines had each of these findings several times.",
    6: "A line that the auditor does not understand is no longer a finding. Rules that may depend on this line are"
    " not verifiable."
    " A chat line that may state an act, cards or chips counts as a line not understood."
    " A finding cites only the clauses that decided this finding, and its grade follows from these clauses."
    " A finding names the thing that it counts both as logged and as lawful, such as: an ante of 1 -> an ante of 2."
    " The auditor also audits hands in a betting structure that the house does not cover. Before this version, it"
    " skipped these hands.",
    8: "Some clauses are in every rulebook, such as: the best hand wins. If a house"
    " does not state such a clause, it now counts as if the house stated it. So a finding that only such clauses"
    " decide is a violation. Each finding now"
    " has a severity and a certainty.",
    12: "If a log has a line that the auditor does not understand, the amounts due are unknown, unless they are exactly"
    " the amounts that were paid. Before this version, such a hand could have no finding and still name chips that one"
    " player owes another.",
}
_SIZED: Final = "If the log does not name the stakes, the first wager sets the size of the next wagers."
_BELOW_ZERO: Final = "Rule L108 now reports amounts below zero."
_IN_ALL: Final = (
    "If a hand has several pots or payments, the finding marks the paid amount and the due amount as totals."
)
_ITS_OWN: Final = "If a seat shows the community card, this card does not count as a card of the seat."
_ALL_MUCKED: Final = "If all hands in a pot are mucked, the seat that mucked last owns the pot."
_FIXED_ALONE: Final = "The rule now applies only in fixed limit."
_NO_LINE_NO_RAKE: Final = (
    "Some logs have a line for every rake. In such a log, a hand without this line has a rake of 0."
)
_CHECKED_BEFORE: Final = "A seat that checked out of turn may check again in turn."
_TRIMMED: Final = (
    "Some formats, such as PHH, cut a wager down to the amount that an opponent can still call. In such a log, a"
    " raise to this amount is lawful."
)
_UNSHOWN: Final = (
    "If the chips of a seat are unknown and the log never marks an all-in, the rule is not verifiable for this seat."
)
_LEFT_UNFOLDED: Final = (
    "If a player leaves the table and the log has no line for the fold, the player now folds when it is his turn. The"
    " players after him no longer act out of turn."
)
_PROTECTED: Final = (
    "If a player lost the connection and the hand goes on without his acts, the line about the connection counts as a"
    " line not understood."
)
_ANY_CARD: Final = "If the log does not name the community card, the auditor treats the community card as unknown."
_CHANGED: Final[dict[int, dict[str, str]]] = {
    2: {
        "L106": "There is no finding if the rake is greater than the uncalled bet, or if the room adds chips to the"
        " pot.",
        "L107": "These amounts no longer cause a finding: stacks that the log states before the payments; uncalled"
        " chips without a line of their own; the empty pot of a cancelled hand; the winnings of a seat in a log"
        " without payments.",
        "B406": "If a bring-in is all-in and too small, and the log names neither the bring-in nor the limits, the"
        " rule is not verifiable.",
        "B410": "There is also a finding if a pot is paid although a seat has not called, raised or folded after a"
        " bet. If the seat never does so, there is only one finding, not one on every street.",
        "S502": "If the room prints the hands in its own order, the rule is not verifiable.",
        "S503": "Some logs have no line for an uncalled bet that goes back to its seat. In such a log, a seat may take"
        " this bet without showing its cards.",
        "S504": "In razz, a log may name a low by its pair or by its cards. The rule is not verifiable if a seat"
        " shows only six of seven cards. If the log names a rank that does not exist, the finding prints the rank as"
        " logged.",
        "S508": "There is also a finding if the other seat mucked only after the winner had shown too few cards.",
        "P601": "If the log has no line for the uncalled bet or for the rake, a seat that is paid exactly its"
        " uncalled bet does not count as a winner.",
        "P605": "If the rule of a room for odd chips is unknown, any tied seat may get an odd chip. But no seat may"
        " get two odd chips while another tied seat has none.",
        "P606": "If the rule of a room for odd chips is unknown, either half may get the odd chip.",
        "P610": "If the log has no lines for returned chips, the rule is not verifiable.",
        "P611": "If an uncalled bet is paid together with a pot, this bet does not count as rake.",
        "H803": "The auditor compares records street by street. It is no contradiction if one record lacks lines or"
        " the end of the hand, or if the records are written in different words.",
    },
    3: {
        **dict.fromkeys(("P602", "P603", "P605", "P606", "P607", "P611"), _IN_ALL),
        "L102": "The rule also checks an act that the clock or the house makes for a seat.",
        "L103": "A person who shuffles, cuts, changes money or announces money need not be in the hand. There is a"
        " finding if an act names no seat.",
        "L106": "Some logs show payouts only as the stacks after the hand. In such a log, chips that a player adds to"
        " his stack do not count as a payout.",
        "L107": "If a seat announced money, or folded and added chips, the rule is not verifiable for the stack of"
        " this seat.",
        "D203": "If the dealer turned over a hole card, this card may become the door card. The next card then comes"
        " face down.",
        "D210": "If the log lists up cards of a seat again, the seat must have got these cards face up.",
        "O302": _BELOW_ZERO,
        "O303": "The finding says whether the table took back a wrong opening or played on. If the table took back an"
        " opening for the full bet, there is only one finding.",
        "O304": _BELOW_ZERO,
        "O306": f"In pot-limit, no-limit and spread-limit games, the minimum raise applies. {_SIZED}"
        " There is a finding if a seat"
        " raises to less than an earlier wrong call.",
        "O307": "In pot-limit, no-limit and spread-limit games, the low card posts the bring-in and no more.",
        "O311": "If the clock folds or checks for a seat, the rule reports nothing about this seat.",
        "O312": _FIXED_ALONE,
        "B401": f"{_CHECKED_BEFORE} Rule C706 reports acts that the clock makes out of turn.",
        "B402": "In pot-limit, no-limit and spread-limit games, a raise must be at least the minimum, and at least"
        " as large as the raise before."
        f" {_SIZED} There is a finding if a seat raises to less than an earlier wrong call.",
        "B403": "The grade depends on how certain the clause about the cap is. If the bring-in matters for the cap,"
        f" the grade also depends on the clause about the bring-in. {_SIZED}",
        "B404": "A seat that acted out of turn may not raise, unless the house accepts the act out of turn. In pot,"
        " no and spread limit, only an all-in of a full raise reopens the betting.",
        "B406": "If a seat calls too much, there is one finding. A later seat that calls the correct amount gets no"
        " finding."
        f" {_BELOW_ZERO}",
        "B407": "The finding says whether the table took back a wrong opening, corrected the opening, or played on."
        " If a seat opened sixth street wrongly, a community card on seventh street gives no second finding.",
        "B408": _FIXED_ALONE,
        "B409": f"If a double bet was not allowed, a single raise after this bet is lawful. {_FIXED_ALONE}",
        "B411": "If the clock made a seat all-in, the seat has no chips to act with.",
        "B412": "If the house allows announced money, a seat may bet money that it announced before the deal. If a"
        " line is unreadable, the rule is not verifiable, because this line may have added chips to the seat.",
        "B416": _CHECKED_BEFORE,
        "S506": "If two players are not in the seat list, the rule no longer treats them as one person: one may fold"
        " and the other may show.",
        "P601": f"A sixth card decides between equal hands if the house says so. {_IN_ALL}",
        "P609": "If the log does not state the rake, the rake may have taken all of a small pot, or the odd chip of a"
        " seat.",
    },
    4: {
        "B406": "The finding cites the clause that sets the amount of the call, such as the clause about the"
        " bring-in. A call of a plain bet needs no clause.",
    },
    6: {
        "O301": "The finding now names the line with the first cards of the seat that posted no ante. Before this"
        " version, the finding named the line of the first act.",
        "O303": "Two more houses do not say whether an ace is high or low as a door card. In these houses, a finding"
        " that depends on the ace is contested.",
        "O304": "An all-in for more than the bring-in counts as an opening for this amount.",
        "O306": "An opening for exactly the bring-in counts as the bring-in, whatever word the log uses. After an"
        " all-in opening, the next wager completes or raises this opening. If a raise is wrong whichever way the"
        f" house counts raises, the finding cites the clause on the size of a wager. {_TRIMMED} {_UNSHOWN}",
        "O307": "If a seat opens for exactly the bring-in, this act counts as the bring-in. If a seat is all-in for"
        " more than the bring-in, this act counts as an opening.",
        "B401": "The finding now cites the clause on the order of turns. Before this version, the finding cited the"
        " clause on acts out of turn."
        f" {_UNSHOWN}",
        "B402": "After an all-in for less than a bet, the grade depends on the clause about reopening the betting. If"
        " the big bet of a house may be only a maximum, a finding about a smaller bet on a later street is contested."
        f" In spread limit, a separate clause sets the minimum raise. {_TRIMMED} {_UNSHOWN}",
        "B404": "A seat may open a street with a wager although another seat had to open. If the house says so, the"
        " wrong opener may not raise afterwards.",
        "B407": "Under one reading, the seat left of the dealer opens. This reading now applies only if the best"
        " boards are tied."
        f" {_ANY_CARD} {_UNSHOWN}",
        "B409": f"{_TRIMMED} {_UNSHOWN}",
        "B410": "The finding now cites the clause on the end of a street. Before this version, the finding cited the"
        f" clause on acts out of turn. {_UNSHOWN}",
        "B416": "The finding now cites the clause on the end of a street. Before this version, the finding cited the"
        " clause on acts out of turn.",
        "B419": "Two houses now state that players may use only the chips in play at the start of the hand.",
        "D201": f"{_ANY_CARD} If a line says that the deck was reshuffled, cards of folded seats and burned cards may"
        " come again. A seat may show a card more than once. The rule is not verifiable after a line that the auditor"
        " does not understand.",
        "D209": "The rule is not verifiable after a line that the auditor does not understand.",
        "D212": "A line that the auditor does not understand may be the seat line of a player. So if a hand has such"
        " a line, the rule is not verifiable for a player without a seat line.",
        "D205": "There is no finding if the log stops between two cards of a street, and nobody was paid.",
        **dict.fromkeys(("D207", "D208"), "If a short deck was reshuffled, the rule is not verifiable."),
        "D210": _ANY_CARD,
        "S501": "If nobody wagered, a separate clause now says who shows first.",
        "S502": "If the house lets losers muck, the rule skips a seat that never shows or mucks in the log. A"
        " separate clause now says that the other seats show clockwise. The finding cites the clause on side pots"
        " only if side pots change which seat shows next.",
        "S505": "There is also a finding if a folded seat shows its down cards while other seats still bet.",
        "S506": "A folded seat may show its cards, but not at a showdown before the first payment.",
        "S508": "If several lines show cards of one seat, the rule counts all these cards.",
        "S509": "If all hands are mucked, the pot belongs to the seat that mucked last.",
        **dict.fromkeys(("P601", "P602", "P607"), f"{_ALL_MUCKED} {_ITS_OWN}"),
        **dict.fromkeys(("P606", "P611"), _ITS_OWN),
        "P603": f"{_ALL_MUCKED} {_ITS_OWN} A separate clause now covers side pots.",
        "P604": "There is no finding if a player collects his uncalled bet together with a pot.",
        "P605": f"{_ALL_MUCKED} {_ITS_OWN} The finding cites the clause on the deciding cards only if other cards"
        " would give the chip to another seat.",
        "P608": f"{_NO_LINE_NO_RAKE} If the house names no rake, only a rake that a line of the log states is lawful.",
        "P609": _NO_LINE_NO_RAKE,
        "L106": f"{_NO_LINE_NO_RAKE} If the log says how many chips the room adds to the pot, these chips count as"
        " put in. If the stated pot does not include these chips, the rule is not verifiable.",
        "L107": "If a log is cut off and a missing payment may explain the stack, the rule is not verifiable. A log"
        " may state the pots with or without the chips that the room adds.",
        "L108": "The rule now also checks the chips that the room adds to the pot.",
        "S503": "If a log is cut off and its format states shown cards after the payments, the rule is not verifiable.",
        "C706": "If the clock acts before the turn of a seat, the finding cites the clause on the order of turns.",
        "H803": "If the format of a record cannot state a fact, it is no contradiction that this record lacks the"
        " fact.",
    },
    7: {
        "O306": "After an all-in for less than a small bet, the house KingsClub now also allows a wager to the bring-in"
        " and one small bet.",
        "B402": "The house KingsClub now also allows a raise on third street to the bring-in and one or more small"
        " bets.",
    },
    9: {
        "P603": "The clause on side pots is only assumed in a house that does not state the clause, because one"
        " rulebook never mentions side pots.",
    },
    10: {
        "L101": "If the log writes amounts in a form that the auditor does not know, the acts with such amounts count"
        " as lines not understood.",
        "L105": "A log of Poker Mavens is complete if all chips of the hand are paid. In logs of other rooms, the"
        " summary may lack a line for a person who has no seat.",
        "H801": "If a line above the first ante is not understood, the rule does not compare the stacks of this hand.",
        "B402": "On fourth street, a bet that is neither one nor two small bets is a finding also if nobody saw the up"
        " cards.",
        **dict.fromkeys(("B401", "B410", "D205"), _LEFT_UNFOLDED),
        "O303": "If the player with the low card leaves before the bring-in, the next lowest card brings in.",
        "B411": "A player who sits out and then acts again has not folded.",
        "B413": "A player with cards may buy chips during the hand, because he gets these chips after the hand.",
    },
    11: {
        "L101": "An amount in another form, such as 1.250 or 5USD, is no longer taken for a damaged amount. Its line is"
        " a line not understood.",
        "L105": "If all other players left, the hand may end without another act.",
        **dict.fromkeys(("B401", "B410"), _PROTECTED),
        "B407": "If the player with the best board left, either the next seat clockwise or the next best board may open"
        " the street.",
    },
    13: {
        **dict.fromkeys(
            ("D201", "D205"),
            "If a line names a player who has no seat, his cards may belong to any seat. The rule is then not"
            " verifiable.",
        ),
        "D214": "If a hand is paid after a misdeal, the finding has the amount that players must give back.",
        "L106": "The amount is negative if the payments and the rake are less than the chips put in.",
    },
}
_NEW_IN: Final = {rule.code: rule.new_in for rule in RULES} | {
    code: found.new_in for code, found in ACROSS_HANDS.items()
}
# The version of the rules. Any change that can change a finding must raise this number: either by a sentence above, or
# by a new rule with a higher `new_in`.
RULES_VERSION: Final = max(*AT_LARGE, *_CHANGED, *_NEW_IN.values())
BY_RULE: Final = {
    version: {code: NEW for code, new_in in _NEW_IN.items() if new_in == version} | _CHANGED.get(version, {})
    for version in range(1, RULES_VERSION + 1)
}


def history(code: str) -> tuple[Change, ...]:
    """Returns the changes of a rule by version, from the latest version back to the first version of the rule."""
    changes: list[Change] = []
    for version in sorted(BY_RULE, reverse=True):
        own = BY_RULE[version].get(code, "")
        changes.append(Change(version, own == NEW, own, AT_LARGE.get(version, "")))
        if own == NEW:
            break
    return tuple(changes)
