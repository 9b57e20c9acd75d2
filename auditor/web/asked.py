"""What may be asked: every parameter of an address or a form, bounded. Pages and the API ask the same way.

Anything unknown is refused: a filter with a slip of the pen in its name would otherwise show a list that is not
filtered, and nobody would see it.
"""

from collections.abc import Mapping
from typing import Any, Final

from flask import request
from marshmallow import RAISE, Schema, ValidationError, fields, pre_load
from marshmallow.validate import Length, OneOf, Range, Regexp, Validator

from auditor.engine.hand import Game
from auditor.formats.files.encodings import TITLES as ENCODINGS
from auditor.web.refusals import invalid

PAGE: Final = 50
MOST: Final = 200
NO_PLACE: Final = "no such place in the list"
_GAMES: Final = tuple(game.value for game in Game)


class Asked(Schema):
    """Parameters of an address; unknown ones are refused."""

    class Meta:
        """Refuses what it does not know."""

        unknown = RAISE

    @pre_load
    def read_numbers(self, data: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        """An address is text: plain digits become the integers that strict fields ask for, and nothing else does."""
        return {name: _digits(data[name]) if name in _NUMBERS else data[name] for name in data}


class Whole(Regexp):
    """A text that fits a pattern as a whole. The pattern is written as JSON Schema has it, `^...$`; Python alone would
    let a line end pass at its end.
    """

    def __call__(self, value: Any) -> Any:
        """The value. Raises `ValidationError`."""
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self.error)
        return value


def _text(says: str, validate: Validator, **options: Any) -> fields.String:
    return fields.String(validate=validate, metadata={"description": says}, **options)


def _house(says: str) -> fields.String:
    return _text(says, Whole("^[a-z0-9-]{1,64}$", error="a house is named in small letters"))


def _limit() -> fields.Integer:
    says = "how many at once"
    return fields.Integer(
        strict=True, load_default=PAGE, validate=Range(min=1, max=MOST), metadata={"description": says}
    )


class Nothing(Asked):
    """No parameters at all."""


class Listed(Asked):
    """A list by number, newest first."""

    before = fields.Integer(
        strict=True,
        validate=Range(min=1, max=2**63 - 1),
        metadata={"description": "`next` of the page before this one"},
    )
    limit = _limit()


class FindingsAsked(Asked):
    """The filters of the findings, and the place in the list."""

    code = _text("the rule", Whole("^[A-Z][0-9]{3}$", error="a code is a letter and three digits, such as B402"))
    house = _house("under which it was found")
    grade = _text("its weight", OneOf(["fault", "violation", "irregular"]))
    street = _text("3 to 7; empty: before the cards", OneOf(["3", "4", "5", "6", "7", ""]))
    game = _text("the game of the hand", OneOf(_GAMES))
    room = _text("the room of the hand", Length(max=64))
    detection = _text(
        "what the last run said; else all but `gone`", OneOf(["present", "changed", "gone", "unassessed"])
    )
    upload = _text("the receipt of an upload", Whole("^[0-9a-f-]{1,64}$", error="a receipt has the digits 0-9 and a-f"))
    after = _text("`next` of the page before", Whole("^-?[0-9]{0,19}[.][0-9]{1,19}$", error=NO_PLACE))
    limit = _limit()


class UploadAsked(Asked):
    """One upload."""

    again = _text("the same file came once more", OneOf(["1"]))
    after = _text("`next` of the rejected hands", Whole("^[0-9]{1,18}[.][0-9]{1,18}$", error=NO_PLACE))


class ReadingAsked(Asked):
    """In which encoding kept bytes are read again."""

    encoding = _text("the encoding", OneOf(list(ENCODINGS)), required=True)


class ReceivedAsked(Asked):
    """Uploads that were sent together."""

    receipts = _text("their receipts", Whole("^[0-9a-f-]{1,64}(,[0-9a-f-]{1,64}){0,49}$", error="no list of receipts"))
    again = _text("which of them, from 1, were there before", Whole("^[0-9]{1,2}(,[0-9]{1,2}){0,49}$", error=NO_PLACE))


class HouseAsked(Asked):
    """Under which house, and for which game."""

    house = _house("whose clauses are shown")
    game = _text("for which of its games", OneOf(_GAMES))


class GameAsked(Asked):
    """For which game."""

    game = _text("for which of its games", OneOf(_GAMES))


class HandAsked(Asked):
    """Under which house a hand is audited."""

    house = _house("what if it had been played under this one")


class FileAsked(Asked):
    """What a file is called by its sender, the house it is to be audited under, and how its bytes are to be read."""

    file_name = _text("what the sender calls it", Length(max=255), load_default="")
    house = _text(
        "the house it is audited under; else the one the file names, or its room's",
        Whole("^[a-z0-9-]{0,64}$", error="a house is named in small letters"),
        load_default="",
    )
    encoding = _text(
        "the encoding it is read in; else found by its bytes",
        OneOf([*ENCODINGS, ""], error=f"Must be one of: {', '.join(ENCODINGS)}."),
        load_default="",
    )


class HandsAsked(Listed):
    """Hands by their number, or the newest."""

    number = _text("the room's hand number, whole", Length(min=1, max=100))
    venue = _text("the venue", Whole("^[a-z0-9-]{1,64}$", error="a venue is named in small letters"))


# The numbers of an address are text to begin with: these are read as plain digits, and `strict` then has its integer.
_NUMBERS: Final = ("before", "limit")


def asked(schema: type[Asked]) -> dict[str, Any]:
    """The parameters of this request's address. Raises `Refusal` (422) with what is wrong and where."""
    try:
        loaded: dict[str, Any] = schema().load(request.args.to_dict())
    except ValidationError as error:
        raise invalid(dict(error.messages_dict)) from error
    return loaded


def _digits(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 19 else text
