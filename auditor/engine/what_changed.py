"""Changes of the rules by version: a sentence for every rule that judges differently since.

A reader learns here why a finding is new, or is gone. A sentence under a later version raises `RULES_VERSION`, and so
does a rule that is `new_in` a later version.
"""

from typing import Final, NamedTuple

from auditor.engine.history.codes import ACROSS_HANDS
from auditor.engine.rules import RULES

NEW: Final = "New."
UNCHANGED: Final = "Nothing changed for this rule."


class Change(NamedTuple):
    """The change of a rule in one version: `said` about this rule alone, empty where there is nothing; `at_large` about
    all rules. The rule `is_new` in its first version.
    """

    version: int
    is_new: bool
    said: str
    at_large: str

    def words(self) -> str:
        """The change in one line; for a new rule only that it is new."""
        if self.is_new or not self.at_large:
            return self.said or UNCHANGED
        return f"{self.said} Of all rules: {self.at_large}".lstrip()


AT_LARGE: Final = {
    1: "The first rules, for stud and stud eight-or-better in fixed limit.",
    2: "Razz is audited: its hands were skipped before. A hand with more than a thousand findings lists"
    " the first thousand.",
    3: "Pot, no and spread limit are audited as what they are. A clause that can be read in more than one way is"
    " audited under each.",
    4: "",
    5: "What is judged at the end of a log is judged once, at its last line. A log that says before that line that it"
    " ends had each such finding again at every end.",
}
_SIZED: Final = "Where nobody names the stakes, the first wager tells the size of those that follow."
_BELOW_ZERO: Final = "An amount below zero is L108's."
_IN_ALL: Final = "With several pots or payments, the paid and due amounts are marked as totals."
_CHANGED: Final[dict[int, dict[str, str]]] = {
    2: {
        "L106": "A rake greater than the bet that nobody called, and chips that the room lays into the pot, are"
        " nobody's fault.",
        "L107": "No fault: stacks that stand above the payments, uncalled chips without a line of their own, the empty"
        " pot of a hand that was called off, and what a seat won where logs of its kind have no payments.",
        "B406": "Over a bring-in that is all-in for less, where nobody names it or the limits, what a call owes is"
        " not known, and not verifiable.",
        "B410": "A pot that is paid while a seat has yet to answer a bet is found too. A seat that never answers is"
        " named once, and not again on every street.",
        "S502": "Not verifiable in a room that prints hands in an order of its own.",
        "S503": "A bet that nobody called may be taken unshown where the log has no other line for it.",
        "S504": "At razz a low may be named by its pair or by its cards. Not verifiable where six cards of seven are"
        " shown. Ranks that no card has are printed as logged.",
        "S508": "Found too where the other hand was given up only after the winner showed.",
        "P601": "Who is paid just what nobody called won nothing, where the log tells neither that nor the rake.",
        "P605": "In a room that was never seen to give an odd chip, any one of those tied may have it, but no two while"
        " another has none.",
        "P606": "In a room that was never seen to give it to either half, either may have it.",
        "P610": "Not verifiable in a log that has no lines for chips that come back.",
        "P611": "A bet that nobody called is no rake, where it is paid with a pot.",
        "H803": "Records are compared street by street: what one leaves out, cuts off or tells in the way of another"
        " room is no contradiction.",
    },
    3: {
        **dict.fromkeys(("P602", "P603", "P605", "P606", "P607", "P611"), _IN_ALL),
        "L102": "What the clock or the house does for a seat is an act too.",
        "L103": "Who shuffles, cuts, changes or announces money need not be in the hand; an act of nobody is found.",
        "L106": "Chips that a seat adds are no payment, where stacks alone tell what was paid.",
        "L107": "The stack of a seat that announced money, or folded and added chips, is not verifiable.",
        "D203": "A hole card that the dealer turned over may be the door; the next one then comes face down.",
        "D210": "An up card that the log tells once more must be one of the up cards.",
        "O302": _BELOW_ZERO,
        "O303": "The finding names whether a wrong opening was taken back, or stands; a full one that was taken back is"
        " found once.",
        "O304": _BELOW_ZERO,
        "O306": f"In pot, no and spread limit a raise is held to the least. {_SIZED} A raise to less than somebody"
        " called by mistake is found.",
        "O307": "In pot, no and spread limit the low card posts the bring-in and no more.",
        "O311": "What the clock does for a seat is not the seat's doing.",
        "O312": "Asked in fixed limit alone.",
        "B401": "Who checked out of turn may check again in turn. What the clock does out of turn is C706's.",
        "B402": f"In pot, no and spread limit a wager is held to the least, and to the raise before it. {_SIZED} A"
        " raise to less than somebody called by mistake is found.",
        "B403": f"It is graded by whose cap it is, and by whether the bring-in counts, where that matters. {_SIZED}",
        "B404": "An act out of turn gives no right to raise that the house does not let stand. In pot, no and spread"
        " limit only an all-in of a full raise reopens the betting.",
        "B406": "One call of too much is one finding: who then calls what was bet, or what the bring-in should be, is"
        f" not blamed. {_BELOW_ZERO}",
        "B407": "The finding names whether a wrong opening was taken back, corrected, or stands. Who opened sixth"
        " street wrongly is not blamed again on seventh over a card for all.",
        "B408": "Asked in fixed limit alone.",
        "B409": "A single raise over a double bet that was not allowed is lawful. Asked in fixed limit alone.",
        "B411": "A seat that the clock made all-in has nothing to act with.",
        "B412": "Money that was announced before the deal plays where the house lets it. A line that cannot be read may"
        " have been chips for the seat.",
        "B416": "Who checked out of turn may check again in turn.",
        "S506": "Of those who are not seated, one that folded and one that shows need not be the same.",
        "P601": f"A sixth card decides between equal hands where a house says so. {_IN_ALL}",
        "P609": "A rake that the log does not tell may leave nothing of a small pot, or a seat no odd chip of it.",
    },
    4: {
        "B406": "It cites what the amount hangs on: the stack, the bring-in, or no clause where it is what was bet.",
    },
}
_NEW_IN: Final = {rule.code: rule.new_in for rule in RULES} | {
    code: found.new_in for code, found in ACROSS_HANDS.items()
}
# Raised with every change of an outcome: by a sentence above, or by a rule that is new in a later version.
RULES_VERSION: Final = max(*AT_LARGE, *_CHANGED, *_NEW_IN.values())
BY_RULE: Final = {
    version: {code: NEW for code, new_in in _NEW_IN.items() if new_in == version} | _CHANGED.get(version, {})
    for version in range(1, RULES_VERSION + 1)
}


def history(code: str) -> tuple[Change, ...]:
    """The changes of a rule by version, the latest first, back to its first version."""
    changes: list[Change] = []
    for version in sorted(BY_RULE, reverse=True):
        said = BY_RULE[version].get(code, "")
        changes.append(Change(version, said == NEW, said, AT_LARGE.get(version, "")))
        if said == NEW:
            break
    return tuple(changes)
