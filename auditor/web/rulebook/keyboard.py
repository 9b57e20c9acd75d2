"""The keys of the desk, by the place they work in. On the pages themselves each stands at the button it presses, in
`aria-keyshortcuts`, in the same words as here; the script knows none of them by name.
"""

from collections.abc import Mapping
from typing import Final

# The keys as `aria-keyshortcuts` has them, those that do the same beside each other, and what they do.
KEYS: Final[Mapping[str, Mapping[str, str]]] = {
    "Everywhere": {
        "/": "Look for a hand by its number",
        "?": "The keys of this page",
    },
    "In a list": {
        "j ArrowDown": "Next row",
        "k ArrowUp": "Row before",
        "ArrowRight": "Open the row in hand; so does Enter",
        "x": "Choose the row, for an act on several",
    },
    "At a finding, in a list or on its page": {
        "c": "Confirm",
        "d": "Dismiss: opens the reasons; where a dismissal waits for you, agree or disagree",
        "a": "Accept: opens the reasons",
        "1": "The first reason; so does Enter",
        "2": "The second reason",
        "3": "The third reason",
        "m": "Assign to me",
        "g": "Give back what is assigned to me",
        "r": "Reopen",
        "u": "Undo what was done last",
    },
    "On a page opened from a list": {
        "ArrowLeft": "Back to the list",
        "[": "The one before in that list",
        "]": "The next in that list",
    },
    "At a finding beside its list": {
        "Escape ArrowLeft": "Close it: back to its row",
        "ArrowRight": "The whole hand",
    },
    "At a hand": {
        "s": "The settlement: what is owed",
        "ArrowRight": "The table, step by step",
    },
    "At a step of a hand": {
        "ArrowRight": "Next step",
        "ArrowLeft": "Step before",
        "Shift+ArrowRight": "Next street",
        "Shift+ArrowLeft": "Street before",
        "Home": "First step",
        "End": "Last step",
        "n": "Next finding",
        "p": "Finding before",
        "h": "All cards, or those known at the time",
        "y": "Copy the link to this step",
        "[": "The hand before in the list",
        "]": "The next hand in the list",
    },
}
GLYPHS: Final = {"Escape": "Esc", "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓"}


def spelt(keys: str) -> list[str]:
    """Each of the keys as it stands on a keyboard."""
    return [" ".join(GLYPHS.get(part, part) for part in key.split("+")) for key in keys.split(" ")]
