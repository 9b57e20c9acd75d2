"""What may be asked: every parameter of an address or a form, bounded. Pages and the API ask the same way.

Anything unknown is refused: a filter with a slip of the pen in its name would otherwise show a list that is not
filtered, and nobody would see it.
"""

from collections.abc import Mapping
from typing import Any, Final

from flask import request
from marshmallow import RAISE, Schema, ValidationError, fields, pre_load
from marshmallow.validate import Length, OneOf, Range, Regexp

from auditor.engine.hand import Game
from auditor.web.refusals import invalid

PAGE: Final = 50
MOST: Final = 200
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


class Nothing(Asked):
    """No parameters at all."""


class Listed(Asked):
    """A list by number, newest first."""

    before = fields.Integer(strict=True, validate=Range(min=1, max=2**63 - 1))
    limit = fields.Integer(strict=True, load_default=PAGE, validate=Range(min=1, max=MOST))


class FindingsAsked(Asked):
    """The filters of the findings, and the place in the list."""

    code = fields.String(validate=Regexp(r"[A-Z][0-9]{3}\Z", error="a code is a letter and three digits, such as B402"))
    house = fields.String(validate=Regexp(r"[a-z0-9-]{1,64}\Z", error="a house is named in small letters"))
    grade = fields.String(validate=OneOf(["fault", "violation", "irregular"]))
    street = fields.String(validate=OneOf(["3", "4", "5", "6", "7", ""]))
    game = fields.String(validate=OneOf(_GAMES))
    room = fields.String(validate=Length(max=64))
    detection = fields.String(validate=OneOf(["present", "changed", "gone", "unassessed"]))
    upload = fields.String(validate=Regexp(r"[0-9a-f-]{1,64}\Z", error="a receipt has the digits 0-9 and a-f"))
    after = fields.String(validate=Regexp(r"-?[0-9]{0,19}\.[0-9]{1,19}\Z", error="no such place in the list"))
    limit = fields.Integer(strict=True, load_default=PAGE, validate=Range(min=1, max=MOST))


class UploadAsked(Asked):
    """One upload: `again` where the same file came once more; `after` a line in the list of rejected hands."""

    again = fields.String(validate=OneOf(["1"]))
    after = fields.String(validate=Regexp(r"[0-9]{1,18}\.[0-9]{1,18}\Z", error="no such place in the list"))


class HouseAsked(Asked):
    """Under which house, and for which game."""

    house = fields.String(validate=Regexp(r"[a-z0-9-]{1,64}\Z", error="a house is named in small letters"))
    game = fields.String(validate=OneOf(_GAMES))


class GameAsked(Asked):
    """For which game."""

    game = fields.String(validate=OneOf(_GAMES))


class HandAsked(Asked):
    """Under which house a hand is audited."""

    house = fields.String(validate=Regexp(r"[a-z0-9-]{1,64}\Z", error="a house is named in small letters"))


class FileAsked(Asked):
    """What a file is called by its sender, and the house it is to be audited under."""

    file_name = fields.String(load_default="", validate=Length(max=255))
    house = fields.String(
        load_default="", validate=Regexp(r"[a-z0-9-]{0,64}\Z", error="a house is named in small letters")
    )


class HandsAsked(Listed):
    """Hands by their number, or the newest."""

    number = fields.String(validate=Length(min=1, max=100))
    venue = fields.String(validate=Regexp(r"[a-z0-9-]{1,64}\Z", error="a venue is named in small letters"))


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
