"""Makes the heads of the columns of a list into links that sort the list."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column. `address` is that of the list sorted by this column, in the other order if the list is
    sorted by the column already. `order` is the value of `aria-sort`: `ascending`, `descending`, or empty if the list
    is sorted by another column.
    """

    address: str
    order: str


def heads(
    names: Iterable[str], sort: str, address_of: Callable[[str], str], down: Iterable[str] = ()
) -> dict[str, Head]:
    """Returns the head of each sortable column, by the name with which the column is sorted.

    `sort` is the present order, such as `hands` or `-hands`. `address_of` makes the address of the list sorted in some
    order. `down` are the columns whose first click shows the largest value first.
    """
    return {name: _head(name, sort, address_of, name in down) for name in names}


def _head(name: str, sort: str, address_of: Callable[[str], str], down: bool) -> Head:
    if sort.removeprefix("-") != name:
        return Head(address_of(f"-{name}" if down else name), "")
    is_down = sort.startswith("-")
    return Head(address_of(name if is_down else f"-{name}"), "descending" if is_down else "ascending")
