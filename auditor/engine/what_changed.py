"""Changes of the rules by version: one sentence for every rule that judges differently since that version.

The sentences explain why a finding is new or has disappeared. A sentence for a later version raises `RULES_VERSION`,
and so does a rule that is `new_in` a later version.
"""

from typing import Final, NamedTuple

from auditor.engine.history.codes import ACROSS_HANDS
from auditor.engine.rules import RULES

NEW: Final = "New."
UNCHANGED: Final = "Nothing changed for this rule."


class Change(NamedTuple):
    """The change of one rule in one version. `own` is about this rule alone; it is empty if the rule did not change.
    `at_large` is about all rules. `is_new` is true in the first version of the rule.
    """

    version: int
    is_new: bool
    own: str
    at_large: str

    def words(self) -> str:
        """Returns the change in one line. For a new rule, the line only says that the rule is new."""
        if self.is_new or not self.at_large:
            return self.own or UNCHANGED
        return f"{self.own} All rules: {self.at_large}".lstrip()


AT_LARGE: Final = {
    1: "The first rules, for stud and stud eight-or-better in fixed limit.",
    2: "Razz is audited; its hands were skipped before. A hand with more than a thousand findings lists the first"
    " thousand.",
    3: "Pot, no and spread limit have rules of their own. If a clause has several readings, a hand is audited under"
    " each.",
    4: "",
    5: "The rules for the end of a log are applied once, at its last line. A log with several end lines had each such"
    " finding several times.",
}
_SIZED: Final = "If the log does not name the stakes, the first wager sets the size of the next ones."
_BELOW_ZERO: Final = "L108 reports an amount below zero."
_IN_ALL: Final = "With several pots or payments, the paid and due amounts are marked as totals."
_FIXED_ALONE: Final = "The rule applies in fixed limit alone."
_CHECKED_BEFORE: Final = "A seat that checked out of turn may check again in turn."
_CHANGED: Final[dict[int, dict[str, str]]] = {
    2: {
        "L106": "No finding if the rake is greater than the bet that nobody called, or if the room adds chips to the"
        " pot.",
        "L107": "These are no findings any more: stacks that the log states as they were before the payments; uncalled"
        " chips that have no line; the empty pot of a cancelled hand; the winnings of a seat, if the log has no"
        " payments.",
        "B406": "Not verifiable over a short all-in bring-in, if the log names neither the bring-in nor the limits.",
        "B410": "A pot that is paid before a seat has answered a bet is found too. A seat that never answers is found"
        " once, and not again on every street.",
        "S502": "Not verifiable in a room that prints the hands in its own order.",
        "S503": "No finding if a bet that nobody called is taken unshown, and the log has no other line for it.",
        "S504": "In razz, a low may be named by its pair or by its cards. Not verifiable if six of seven cards are"
        " shown. A rank that no card has is printed as logged.",
        "S508": "Found also if the other hand was given up only after the winner showed.",
        "P601": "A seat that is paid exactly its uncalled bet won nothing, if the log has no line for that bet or for"
        " the rake.",
        "P605": "In a room that has no known rule for odd chips, any tied seat may have one, but no seat two while"
        " another has none.",
        "P606": "In a room that has no known rule for it, either half may have the odd chip.",
        "P610": "Not verifiable in a log that has no lines for returned chips.",
        "P611": "A bet that nobody called is no rake, if it is paid together with a pot.",
        "H803": "Records are compared street by street. Missing lines, a cut end and the wording of another room are no"
        " contradiction.",
    },
    3: {
        **dict.fromkeys(("P602", "P603", "P605", "P606", "P607", "P611"), _IN_ALL),
        "L102": "An act that the clock or the house makes for a seat counts as an act too.",
        "L103": "A person who shuffles, cuts, changes money or announces money need not be in the hand. An act of"
        " nobody is found.",
        "L106": "If the log shows payouts only by the stacks after the hand, chips that a player adds to a stack are no"
        " payout.",
        "L107": "Not verifiable for the stack of a seat that announced money, or that folded and added chips.",
        "D203": "A hole card that the dealer turned over may be the door card; the next card then comes face down.",
        "D210": "If the log repeats an up card, it must be one of the up cards.",
        "O302": _BELOW_ZERO,
        "O303": "The finding says whether a wrong opening was taken back or stands. An opening for the full bet that"
        " was taken back is reported once.",
        "O304": _BELOW_ZERO,
        "O306": f"In pot, no and spread limit, the minimum raise applies. {_SIZED} A raise to less than a mistaken call"
        " is found.",
        "O307": "In pot, no and spread limit, the low card posts the bring-in and no more.",
        "O311": "An act of the clock is no act of the seat.",
        "O312": _FIXED_ALONE,
        "B401": f"{_CHECKED_BEFORE} C706 reports acts that the clock makes out of turn.",
        "B402": "In pot, no and spread limit, a raise must be at least the minimum, and as large as the raise before."
        f" {_SIZED} A raise to less than a wrong call is a finding.",
        "B403": "The grade depends on the house that sets the cap, and on whether the bring-in counts, if that"
        f" matters. {_SIZED}",
        "B404": "An act out of turn gives no right to raise, unless the house lets that act stand. In pot, no and"
        " spread limit, only an all-in of a full raise reopens the betting.",
        "B406": "A call of too much is one finding. Nobody is blamed who then calls the bet, or the right bring-in."
        f" {_BELOW_ZERO}",
        "B407": "The finding says whether a wrong opening was taken back, was corrected, or stands. A seat that opened"
        " sixth street wrongly is not blamed again on seventh street over a community card.",
        "B408": _FIXED_ALONE,
        "B409": f"A single raise over a double bet that was not allowed is lawful. {_FIXED_ALONE}",
        "B411": "A seat that the clock made all-in has no chips to act with.",
        "B412": "Money that was announced before the deal plays where the house allows it. An unreadable line may have"
        " brought chips to the seat.",
        "B416": _CHECKED_BEFORE,
        "S506": "If two names are not in the seat list, the one that folds and the one that shows may be two people.",
        "P601": f"A sixth card decides between equal hands if the house says so. {_IN_ALL}",
        "P609": "A rake that is not in the log may leave nothing of a small pot, or no odd chip for a seat.",
    },
    4: {
        "B406": "The finding cites the reason for the amount: the stack, the bring-in, or no clause for a plain bet.",
    },
}
_NEW_IN: Final = {rule.code: rule.new_in for rule in RULES} | {
    code: found.new_in for code, found in ACROSS_HANDS.items()
}
# Every change of an outcome raises this number, by a sentence above or by a rule that is new in a later version.
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
