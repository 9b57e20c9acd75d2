"""Writes the stored clause of a house in words. The pages and the commands show these words."""

import re
from typing import Final

# The beginning of a stored clause for a question that the rulebook of the house does not answer, such as `Silent;
# filled from roberts: Silent on side pots. `. The named groups:
# - `base` is the house whose answer applies instead.
# - `silent` matches if the rulebook of that house (or of this house, without `base`) does not answer the question.
# - `subject` after the word `on` is the matter that the rulebook does not mention.
# - `subject` after `in` or `for` is the game or the limit for which the rulebook does not answer the question.
# - `link` is the word before `subject`.
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
