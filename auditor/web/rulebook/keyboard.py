"""The list of keyboard shortcuts, by the place where they work, such as "In a list".

On a page, the attribute `aria-keyshortcuts` of a button contains its shortcut. The script of the page reads the
shortcut from there.
"""

from collections.abc import Mapping
from typing import Final

# The shortcuts of each place. An inner dict maps a shortcut, written as in the attribute `aria-keyshortcuts`, to words
# that say what it does. A space separates two shortcuts that do the same, as in `j ArrowDown`.
KEYS: Final[Mapping[str, Mapping[str, str]]] = {
    "Everywhere": {
        "/": "Search for a name or a number",
        "?": "Show the keys of this page",
    },
    "In a list": {
        "j ArrowDown": "Next row",
        "k ArrowUp": "Previous row",
        "ArrowRight": "Open the selected row (Enter works too)",
        "x": "Select the row",
    },
    "At a finding, in a list or on its page": {
        "c": "Confirm",
        "d": "Dismiss: choose a reason; for a proposal, agree or disagree",
        "a": "Accept: choose a reason",
        "1": "The first reason (Enter works too)",
        "2": "The second reason",
        "3": "The third reason",
        "m": "Assign to me",
        "g": "Unassign from me",
        "o": "Assign to another person (on the page of the finding)",
        "w": "Write a comment (on the page of the finding)",
        "r": "Reopen",
        "u": "Undo your last act; press again to undo the act before it",
    },
    "In the inbox": {
        "e": "Mark the row as read",
    },
    "At a group of findings": {
        "x": "Decide on the findings of the group",
        "g": "Divide this group into groups of equal differences",
    },
    "On a page that you opened from a list": {
        "ArrowLeft": "Back to the list",
        "[": "Previous in the list",
        "]": "Next in the list",
    },
    "At a finding that is open beside the list": {
        "Escape ArrowLeft": "Close the finding",
        "ArrowRight": "Open the whole hand",
    },
    "At a hand": {
        "s": "Go to the lawful payout",
        "ArrowRight": "Replay the hand",
    },
    "Where a hand can be played": {
        "Space": "Play or pause the hand",
    },
    "At a step of a hand": {
        "ArrowRight": "Next step",
        "ArrowLeft": "Previous step",
        "Shift+ArrowRight": "Next street",
        "Shift+ArrowLeft": "Previous street",
        "Home": "First step",
        "End": "Last step",
        "n": "Next finding",
        "p": "Previous finding",
        "h": "Show all known cards, or only the cards known at this step",
        "y": "Copy the link to this step",
        "[": "Previous hand in the list",
        "]": "Next hand in the list",
    },
}
GLYPHS: Final = {"Escape": "Esc", "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓"}


def spelt(keys: str) -> list[str]:
    """Returns the names of keys as they are printed on a keyboard: `["j", "↓"]` for `j ArrowDown`."""
    return [" ".join(GLYPHS.get(part, part) for part in key.split("+")) for key in keys.split(" ")]
