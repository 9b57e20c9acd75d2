"""Recognizes lines of markup around a hand that was copied from a forum, a web page or a Markdown text."""

import re
from typing import Final

# A line that has only marks of a forum, a web page or Markdown, such as `[/code]`, `</pre>` or three backticks,
# or that is a rule of dashes or stars.
_MARKUP: Final = re.compile(
    r"(?:`{3,9}[a-z]{0,12}|[-=_*~]{3,99}|(?:\[/?[a-z]{1,10}\]|</?[a-z][a-z0-9]{0,9}>){1,9})", re.IGNORECASE
)


def is_markup(line: str) -> bool:
    """Whether the line has only marks, such as `[/code]`, `</pre>`, three backticks or `=====`."""
    return _MARKUP.fullmatch(line.strip()) is not None
