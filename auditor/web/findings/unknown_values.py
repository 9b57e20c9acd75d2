"""Writes a sentence for each value of a filter that nothing here has, such as the name of no player.

Without the sentence, a person could take a list that is empty because of a misspelt name for good news.
"""

from collections.abc import Mapping
from typing import Final

from auditor.engine.house.registry import names
from auditor.store.postgres.database import Connection
from auditor.store.queries.missing_values import missing
from auditor.web.access.visitor import own_venue
from auditor.web.rendering.template_filters import visible
from auditor.web.rulebook.catalogue import title_of

_SENTENCES: Final = {
    "code": "There is no rule {}.",
    "house": 'There is no house "{}".',
    "venue": 'There is no venue "{}".',
    "room": 'No finding here is from the room "{}".',
    "stakes": 'No finding here has the stakes "{}".',
    "engine": "No finding here is from version {} of the rules.",
    "assignee": 'Nobody here is called "{}".',
    "second": 'Nobody here is called "{}".',
    **dict.fromkeys(("player", "against_player", "for_player"), 'No player is called "{}" here.'),
    "table": 'No table is called "{}" here.',
    "named": 'No player, table or hand here has a name that begins with "{}".',
    "currency": 'No finding here has the currency "{}".',
    **dict.fromkeys(("upload", "against"), "There is no upload with the receipt {}."),
    "selection": "There is no selection {}.",
}
# The values of these filters belong to no venue. A program may read only about its own venue, so it does not learn
# whether they exist.
_OF_NO_VENUE: Final = ("assignee", "second", "selection", "named")


def unknown_values(connection: Connection, filters: Mapping[str, str]) -> list[str]:
    """Returns a sentence for each value of these filters that nothing here has. The list is empty for most lists."""
    if own_venue() is not None:
        filters = {name: text for name, text in filters.items() if name not in _OF_NO_VENUE}
    sentences = [
        _SENTENCES[name].format(visible(value))
        for name, value in missing(connection, filters)
        if not (name == "code" and title_of(value)) and not (name == "house" and value in names())
    ]
    return list(dict.fromkeys(sentences))
