"""The addresses of the pages of players, poker tables and days.

A name comes from a log and may contain any characters. Browsers and proxies change some paths, such as `/players/..`. A
name that would not survive as a part of the path is put into the query instead.
"""

from typing import Final
from urllib.parse import quote, urlencode

# If the name is in the query, this character stands in the path in place of the name.
IN_QUERY: Final = "~"
_ENDINGS: Final = (".json", ".csv")


def player_address(name: str, venue: str = "", form: str = "", **parameters: str) -> str:
    """Returns the address of the page of a player. `form` is `.json` or `.csv` for the page in one of these formats,
    else empty.
    """
    return _address("/players", name, form, {"venue": venue, **parameters})


def table_address(name: str, venue: str = "", form: str = "", **parameters: str) -> str:
    """Returns the address of the page of a poker table. `form` is `.json` or `.csv` for the page in one of these
    formats, else empty.
    """
    return _address("/tables", name, form, {"venue": venue, **parameters})


def day_address(name: str, venue: str = "", form: str = "", **parameters: str) -> str:
    """Returns the address of the page of a day, such as `2026-11-24`."""
    return _address("/days", name, form, {"venue": venue, **parameters})


ADDRESS_OF: Final = {"player": player_address, "table": table_address, "day": day_address}


def owed_address(kind: str, name: str, venue: str = "", **parameters: str) -> str:
    """Returns the address of the list of the hands with wrong payouts of one player, table, night or house. An empty
    table or currency stays in the address: it means hands without a table name or without a currency.
    """
    query = {"day" if kind == "night" else kind: name, "venue": venue, **parameters}
    kept = {key: value for key, value in query.items() if value or key in ("table", "currency")}
    return f"/owed/hands?{urlencode(kept)}"


def _address(folder: str, name: str, form: str, parameters: dict[str, str]) -> str:
    query = {key: value for key, value in parameters.items() if value}
    if _survives(name):
        path = f"{folder}/{quote(name, safe='')}{form}"
    else:
        path, query = f"{folder}/{IN_QUERY}{form}", {"name": name, **query}
    return f"{path}?{urlencode(query)}" if query else path


def _survives(name: str) -> bool:
    """Whether the name reaches the server unchanged as a part of a path."""
    is_changed = "/" in name or "\\" in name or name in (".", "..", IN_QUERY) or name != name.strip()
    return name.isprintable() and not is_changed and not name.lower().endswith(_ENDINGS)
