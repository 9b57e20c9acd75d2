"""Writes the stored clause of a house in words. The pages and the commands show these words."""

import re
from typing import Final

# The beginning of a stored clause for a question that the rulebook of the house does not answer. `base` is the house
# whose answer applies instead. If `link` is `on`, `subject` is the matter that the rulebook does not mention. If `link`
# is `in` or `for`, `subject` is the game or the limit for which the rulebook does not answer the question.
_SILENT: Final = re.compile(
    r"(?:Silent; filled from (?P<base>[^:]+): )?"
    r"(?P<silent>Silent(?: (?P<link>on|in|for) (?P<subject>[^.;]+))?(?P<end>[;.])(?: |$))?"
)


def clause_words(clause: str) -> str:
    """Returns a stored clause as people should read it.

    A clause that begins with `Silent` belongs to a question that the rulebook of the house does not answer. A sentence
    replaces this word. The sentence says that the rulebook does not answer, and names the house whose answer applies
    instead. All other clauses are returned unchanged.
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
