"""The page of the folder with the card room's own house files. Each visit reads the folder again and shows what has
changed. The server itself still uses the houses that it read when it started.
"""

from typing import Any, Final

from flask import Blueprint

from auditor.engine.house import HouseRefused
from auditor.engine.house.registry import folder_in_use
from auditor.engine.house.survey import OwnHouse, survey
from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.requests.request_schemas import NoParameters, parse_query

blueprint: Final = Blueprint("house_files", __name__)
COLUMNS: Final = ("name", "standing", "title", "base", "versions", "mistake")


@page(blueprint, "/settings/houses")
def every() -> PageContent:
    """Lists the house files of the folder in AUDITOR_HOUSES: their versions, their mistakes, and whether this server
    uses them.
    """
    parse_query(NoParameters)
    folder = folder_in_use()
    found: list[dict[str, Any]] = []
    faults: list[str] = []
    if folder is not None:
        try:
            found = [_document(house) for house in survey(folder)]
        except HouseRefused as refused:
            faults = list(refused.sentences)
    document = {"folder": str(folder) if folder is not None else None, "houses": found, "faults": faults}
    rows = Rows(
        COLUMNS, [[*[each[column] for column in COLUMNS[:4]], _versions(each), each["mistake"]] for each in found]
    )
    values = {"unused": [each["name"] for each in found if each["standing"] in ("changed", "new", "deleted")]}
    return PageContent("house_files.html", document, rows, values)


def _document(house: OwnHouse) -> dict[str, Any]:
    return {
        "name": house.name,
        "standing": house.standing.value,
        "title": house.title,
        "base": house.base,
        "versions": house.versions,
        "mistake": house.mistake,
    }


def _versions(house: dict[str, Any]) -> str:
    return " ".join([f"{name}={digest}" for name, digest in house["versions"].items()])
