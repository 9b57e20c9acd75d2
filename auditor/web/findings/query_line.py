"""Reads the line with which people filter the list of findings, such as `rule:B402 player:"Ilse" amount:>5`.

Each word before a colon sets one filter of the list. Commas stand between several values of a filter, as in
`rule:B402,B406`; the word may also stand several times. Words without a colon are the beginning of a name. The address
of the list then contains the filters, not the line. Every filter of the list has a word, because the page also writes
the filters of a list as such a line. If a filter had no word, it would be lost when a person edits this line and sends
it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from auditor.engine.findings import Certainty, Severity
from auditor.engine.hand import Game
from auditor.store.queries.changes_since_review import NEWS
from auditor.store.queries.filter_values import MOST_VALUES, of_values, values_of
from auditor.store.queries.filtering import FILTERS, WITH_SEVERAL
from auditor.store.queries.people_filters import is_amount, period
from auditor.triage.states import State
from auditor.web.rendering.template_filters import STREETS
from auditor.web.requests.findings_schemas import FindingsQuery

# The most characters of a line. A line may be long, because the word `picked` may name 200 findings.
LONGEST_LINE: Final = 5_000
_FILTERS_OF_ADDRESS: Final = FindingsQuery()
_GRADES: Final = ("violation", "fault", "irregular")
_GAMES: Final = tuple(game.value for game in Game)
_STATES: Final = tuple(state.value for state in State)
# A word, a colon, and values with commas between them. A value with blanks or commas stands in quotes. Inside the
# quotes, two quotes mean one quote.
_VALUE: Final = r'(?:"(?:[^"]|"")*"|[^\s",]*)'
_WORD: Final = re.compile(rf'(?P<word>[^\s:"]+):(?P<values>{_VALUE}(?:,{_VALUE})*)(?=\s|$)')
# Words without a colon: the beginning of a name.
_NAMED: Final = re.compile(r'(?P<value>"(?:[^"]|"")+"|[^\s:"]+)(?=\s|$)')
_VALUES: Final = re.compile(rf"(?P<value>{_VALUE})(?:,|$)")
_NEEDS_QUOTES: Final = re.compile(r'[\s",]')


class BadLine(ValueError):
    """Raised if the line cannot be read. The message says which part is wrong, and what to write instead."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word that may stand before a colon in the line.

    - `filter`: the filter of the list that the word sets
    - `fits`: checks the value after the colon
    - `write`: the sentence that tells the user which values are possible
    - `values`: for each value that people may write, such as `7th`, the value of the filter, such as `7`. Empty if
      people write the values of the filter.
    """

    filter: str
    fits: Callable[[str], bool]
    write: str
    values: Mapping[str, str] = field(default_factory=dict)


def _any(value: str) -> bool:
    return bool(value)


def _one_of(values: tuple[str, ...], name: str) -> _Word:
    return _Word(name, lambda value: value in values, f"Write one of these: {', '.join(values)}.")


def _matching(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda value: pattern.fullmatch(value) is not None


def _day(name: str) -> _Word:
    return _Word(name, lambda value: period(value) is not None, "Write a day, a month or a year: 2026-05-31, 2026-05.")


def _of_link(name: str) -> _Word:
    """Returns the word for a filter that people usually set with a link, not by typing. The value is checked in the
    same way as the parameter `name` in the address of the list.
    """
    return _Word(
        name,
        lambda value: not _FILTERS_OF_ADDRESS.validate({name: value}),
        "You cannot type this filter: use a link that sets it.",
    )


_NAME: Final = 'Write a name; a name with blanks stands in quotes: "Ann Lee".'
_CODE: Final = re.compile("[A-Z][0-9]{3}")
_HYPHENED: Final = re.compile("[a-z0-9-]{1,64}")
_WORDS: Final[Mapping[str, _Word]] = {
    "rule": _Word("code", _matching(_CODE), "Write the code of a rule: a letter and three digits, such as B402."),
    "house": _Word("house", _matching(_HYPHENED), "Write the name of a house, as it is on the page Houses."),
    "named": _Word("named", lambda value: not _FILTERS_OF_ADDRESS.validate({"named": value}), _NAME),
    "player": _Word("player", _any, _NAME),
    "against": _Word("against_player", _any, _NAME),
    "for": _Word("for_player", _any, _NAME),
    "table": _Word("table", _any, _NAME),
    "amount": _Word("amount", is_amount, "Write an amount in units of the currency: 5, >5, <=2.50 or 5..10."),
    "since": _day("since"),
    "until": _day("until"),
    "severity": _one_of(tuple(Severity), "severity"),
    "certainty": _one_of(tuple(Certainty), "certainty"),
    "grade": _one_of(_GRADES, "grade"),
    "status": _one_of(_STATES, "triage"),
    "street": _Word(
        "street",
        lambda value: value in ("3", "4", "5", "6", "7"),
        f"Write one of these: {', '.join(STREETS.values())}.",
        {name: f"{street}" for street, name in STREETS.items()},
    ),
    "news": _one_of(tuple(NEWS), "news"),
    "game": _one_of(_GAMES, "game"),
    "room": _Word("room", _any, _NAME),
    "stakes": _Word("stakes", _any, 'Write the stakes as in the list: "10/20 USD".'),
    "venue": _Word("venue", _matching(_HYPHENED), "Write the name of a venue in small letters, digits and hyphens."),
    "assigned": _Word("assignee", _any, _NAME),
}
WORDS: Final = tuple(_WORDS)
# The words for filters that people usually set with links. If a line has a mistake, the sentence about the mistake does
# not list these words.
_WORDS_OF_LINKS: Final = {
    "against-upload": _of_link("against"),
    **{
        name.replace("_", "-"): _of_link(name)
        for name in FILTERS
        if name != "against" and name not in [each.filter for each in _WORDS.values()]
    },
}
_ALL_WORDS: Final = {**_WORDS, **_WORDS_OF_LINKS}
_BY_FILTER: Final = {each.filter: word for word, each in _ALL_WORDS.items()}
# The filters that accept an empty value. For example, the stakes of a hand may be unknown, and a finding may be
# assigned to nobody.
_MAY_BE_EMPTY: Final = frozenset(name for name in FILTERS if not _FILTERS_OF_ADDRESS.validate({name: ""}))


def filters_of_line(line: str) -> dict[str, str]:
    """Returns the filters of a line, such as `{"code": "B402", "amount": ">5"}`. A filter may have several values (see
    `filter_values`). Raises `BadLine` if the line is too long, has an unknown word or a wrong value, or if a filter
    with only one value has several.
    """
    if len(line) > LONGEST_LINE:
        raise BadLine(f"The line is too long. Write at most {LONGEST_LINE:,} characters.")
    filters: dict[str, str] = {}
    words: list[str] = []
    rest = line.strip()
    while rest:
        named = _NAMED.match(rest)
        if named is not None:
            words.append(_value_of("named", named["value"]))
            rest = rest[named.end() :].lstrip()
            continue
        found = _WORD.match(rest)
        if found is None:
            raise BadLine(_why_unread(rest))
        name, values = _filter(found["word"].lower(), found["values"])
        earlier = values_of(filters[name]) if name in filters else ()
        if earlier and name not in WITH_SEVERAL:
            raise BadLine(f'The word "{found["word"]}" is in the line twice. Write the word only once.')
        if len(earlier) + len(values) > MOST_VALUES:
            raise BadLine(f'The word "{found["word"]}" has too many values. Write at most {MOST_VALUES}.')
        filters[name] = of_values([*earlier, *values])
        rest = rest[found.end() :].lstrip()
    return _with_words(filters, words)


def _with_words(filters: dict[str, str], words: Sequence[str]) -> dict[str, str]:
    """Returns the filters with the filter for a name, if the line has words without a colon. The words make one name,
    such as `Ann Lee`.
    """
    if not words:
        return filters
    if "named" in filters:
        raise BadLine(f'The line has a name twice: "{filters["named"][:40]}" and "{" ".join(words)[:40]}". Write one.')
    name = " ".join(words)
    if not _WORDS["named"].fits(name):
        raise BadLine(f'"{name[:40]}" is too long for a name. {_WORDS["named"].write}')
    return {"named": name, **filters}


def line_of_filters(filters: Mapping[str, str]) -> str:
    """Returns the line that sets these filters."""
    return " ".join(
        [
            f"{_BY_FILTER[name]}:{','.join([_quoted(name, value) for value in values_of(text)])}"
            for name, text in filters.items()
        ]
    )


def _filter(word: str, written: str) -> tuple[str, list[str]]:
    """Returns the filter that a word sets, and its values. `written` is the text after the colon."""
    if word not in _ALL_WORDS:
        raise BadLine(f'The word "{word[:40]}" is unknown. Use these words: {", ".join(WORDS)}.')
    name = _ALL_WORDS[word].filter
    parts = [each["value"] for each in _VALUES.finditer(written)] if name in WITH_SEVERAL else [written]
    # The pattern also matches the empty text at the end, if there is a value before it.
    parts = parts[:-1] if len(parts) > 1 and not written.endswith(",") and not parts[-1] else parts
    return name, [_value_of(word, part) for part in parts]


def _value_of(word: str, written: str) -> str:
    value = written[1:-1].replace('""', '"') if written.startswith('"') else written
    value = value.replace("\0", "\\x00")  # the database stores these four characters for a NUL in a name
    value = value.upper() if word == "rule" else value
    known = _ALL_WORDS[word]
    value = known.values.get(value.lower(), value)
    if written == '""' and known.filter in _MAY_BE_EMPTY:
        return ""
    if not value:
        raise BadLine(f'The word "{word}" has no value. {known.write}')
    if not known.fits(value):
        raise BadLine(f'"{value[:40]}" cannot stand after "{word}:". {known.write}')
    return value


def _why_unread(rest: str) -> str:
    first = rest.split(maxsplit=1)[0][:40]
    words = f"Use these words: {', '.join(WORDS)}."
    if first.startswith(":"):
        return f'There is no word before the colon of "{first}". {words}'
    return f'The quotes in "{first}" are wrong. Write a quote before and after the value: player:"Ann Lee".'


def _quoted(name: str, value: str) -> str:
    doubled = value.replace('"', '""')
    # A comma needs no quotes in a filter with only one value, such as `picked:7,9`.
    plain = value if name in WITH_SEVERAL else value.replace(",", "")
    return f'"{doubled}"' if not value or _NEEDS_QUOTES.search(plain) else value
