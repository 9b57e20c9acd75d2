"""Reads the tags of XML logs, each with its line number. The lines may be a part of a document, such as one hand.

The reader loads no other files and expands no entities that a document defines. It replaces only the five entities of
XML itself, such as `&amp;`, and numbered characters, such as `&#65;`. A `<!DOCTYPE ...>` is read as a damaged tag. The
text is read in one pass.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

# A tag: its name, its attributes with their values, and the text up to the next tag. The pattern can match a text in
# one way only, so it never goes back to try another way. Only the attribute `text`, which holds a line of chat, may
# contain an unescaped "<".
_TAG: Final = re.compile(
    r"""<(?P<closing>/?)(?P<name>[A-Za-z][\w.:-]*+)
        (?P<attributes>(?:\s++[\w.:-]++\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+'))*+(?:\s++text="[^"\n]*+")?+)
        \s*+/?>
        (?P<text>[^<]*+)""",
    re.VERBOSE,
)
_ATTRIBUTE: Final = re.compile(r"""(?<![\w.:-])([\w.:-]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')""")
_INSTRUCTION: Final = re.compile(r"<\?[^<>?]*+\?>")
_LONGEST_COMMENT: Final = 1000
_ENTITY: Final = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{2,7})|#x([0-9A-Fa-f]{2,6}));")
_NAMED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


class Tag:
    """An XML tag, such as `<player seat="3">`: its name, its attributes, and the text between this tag and the next
    one. `line` and `text_line` are the lines where the tag and its text begin. Text that belongs to no tag becomes a
    `Tag` with an empty name.
    """

    __slots__ = ("_attributes", "closing", "line", "name", "text", "text_line")

    def __init__(self, name: str, attributes: str, text: str, line: int, text_line: int, *, closing: bool) -> None:
        self.name: Final = name
        self.closing: Final = closing
        self.text: Final = text
        self.line: Final = line
        self.text_line: Final = text_line
        self._attributes: Final = attributes

    def attributes(self) -> dict[str, str]:
        """Returns the values of the attributes by their names. If the tag has an attribute twice, returns the first
        value.
        """
        found: dict[str, str] = {}
        for name, quoted, other in _ATTRIBUTE.findall(self._attributes):
            found.setdefault(name, unescaped(quoted or other))
        return found

    def words(self) -> str:
        """Returns the tag and its text on one line, to show to a person who looks for it in the file. Blanks and quotes
        may differ from the file.
        """
        if not self.name:
            return self.text
        attributes = [f'{name}="{value}"' for name, value in self.attributes().items()]
        slash = "/" if self.closing else ""
        return f"<{' '.join([slash + self.name, *attributes])}>{' '.join(self.text.split())}"


def tags_in(lines: Sequence[str], first_line: int) -> Iterator[Tag]:
    """Yields the tags of these lines in order. `first_line` is the number of the first line. Text before the first tag,
    and a damaged tag, are yielded as a `Tag` with an empty name.
    """
    text = "\n".join(lines)
    place, line = 0, first_line
    while place < len(text):
        silent = _silent(text, place)
        found = _TAG.match(text, place)
        if found is not None:
            end = found.end()
            text_line = line + text.count("\n", place, found.start("text"))
            behind = found["text"]
            text_line += behind.count("\n", 0, len(behind) - len(behind.lstrip()))
            closing = bool(found["closing"])
            yield Tag(found["name"], found["attributes"], unescaped(behind), line, text_line, closing=closing)
        else:
            start = silent or place
            end = text.find("<", silent or place + 1)
            end = len(text) if end < 0 else end
            stray = text[start:end]
            if stray.strip():
                at = line + text.count("\n", place, start + len(stray) - len(stray.lstrip()))
                yield Tag("", "", " ".join(stray.split()), at, at, closing=False)
        line += text.count("\n", place, end)
        place = end


def _silent(text: str, place: int) -> int:
    """Returns the position after the XML comment (`<!-- ... -->`) or instruction (`<? ... ?>`) that begins at `place`.
    Comments and instructions are skipped. Returns 0 if neither begins there.
    """
    if text.startswith("<!--", place):
        end = text.find("-->", place, place + _LONGEST_COMMENT)
        return end + 3 if end > 0 else 0
    found = _INSTRUCTION.match(text, place) if text.startswith("<?", place) else None
    return found.end() if found else 0


def unescaped(text: str) -> str:
    """Replaces the entities in a text by characters: `&amp;` by `&`, `&#65;` by `A`. Entities that XML itself does not
    define stay as written.
    """
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    named, decimal, hexadecimal = match.groups()
    if named:
        return _NAMED[named]
    number = int(decimal) if decimal else int(hexadecimal, 16)
    # An escape stays as written if it stands for an unprintable character, such as a line end, or for no character.
    character = chr(number) if 32 <= number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else ""
    return character if character.isprintable() and character else match.group()
