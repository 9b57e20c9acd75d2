"""Turns a stored clause into text for people, which the pages and the commands show. A clause is the answer of a house
to one question of its rules, in our words. A stored clause may begin with a formula such as `Silent; filled from
roberts: `; this module replaces the formula with a sentence.
"""

import re
from typing import Final

# The beginning of a stored clause for a question that the rulebook of the house does not answer, such as `Silent;
# filled from roberts: Silent on side pots. `. The named groups:
# - `base` is the house whose answer applies instead. The group is missing if no other house answers.
# - `silent` is the sentence about a rulebook, such as `Silent on side pots. `. After `base`, it means that the rulebook
#   of `base` does not answer the question either. Without `base`, it means that the rulebook of this house does not.
# - `link` is the word before `subject`: `on`, `in` or `for`.
# - `subject` after the word `on` is the matter that the rulebook does not mention. After `in` or `for`, it is the game
#   or the limit for which the rulebook does not answer the question.
# - `end` is the full stop or the semicolon after these words.
_SILENT: Final = re.compile(
    r"(?:Silent; filled from (?P<base>[^:]+): )?"
    r"(?P<silent>Silent(?: (?P<link>on|in|for) (?P<subject>[^.;]+))?(?P<end>[;.])(?: |$))?"
)


def clause_words(clause: str) -> str:
    """Returns a stored clause as people should read it.

    A clause that begins with `Silent` belongs to a question that the rulebook of the house does not answer. The
    returned text begins with a sentence that says so. If the answer of another house applies instead, the sentence
    names that house. All other clauses are returned unchanged.
    """
    found = _SILENT.match(clause)
    if not found or not found[0]:
        return clause
    base, link, subject, rest = found["base"], found["link"], found["subject"], clause[found.end() :]
    who = f"Neither the rulebook nor the rulebook of {base}" if base else "The rulebook"
    if base and not found["silent"]:
        return f"The rulebook does not say. By the rulebook of {base}: {rest}"
    if link == "on":
        words = f"{who} says {'anything' if base else 'nothing'} about {subject}"
    else:
        says = f"{who} {'says' if base else 'does not say'}"
        words = f"{link.capitalize()} {subject}, {says[0].lower()}{says[1:]}" if link else says
    return f"{words}{found['end']} {rest}".rstrip()
