"""Which accounts a comment mentions."""

import pytest

from auditor.triage.mentions import MOST_MENTIONS, Mentions, mentions_in

NAMES = ("Ann", "Ann Lee", "Bo", "d'Arcy", "Zoë", "a.b")


@pytest.mark.parametrize(
    ("comment", "names", "unknown"),
    [
        ("nobody at all", (), ()),
        ("@Ann", ("Ann",), ()),
        ("See this, @ann.", ("Ann",), ()),
        ("@Ann Lee and @Ann", ("Ann Lee", "Ann"), ()),
        ("@ann leeward", ("Ann",), ()),
        ("(@Bo,@bo) @BO", ("Bo",), ()),
        ("@Bob", (), ("Bob",)),
        ("@Bo_1", (), ("Bo_1",)),
        ("write to ann@Bo.example", (), ()),
        ("@@Bo", (), ()),
        ("@ Bo", (), ()),
        ("@d'Arcy: @zoë", ("d'Arcy", "Zoë"), ()),
        ("@a.b, @a.c and @Bo.", ("a.b", "Bo"), ("a.c",)),
        ("<b>@Bo</b>", ("Bo",), ()),
        ("line\n@Bo", ("Bo",), ()),
    ],
)
def test_names_are_found_whole(comment: str, names: tuple[str, ...], unknown: tuple[str, ...]) -> None:
    assert mentions_in(comment, NAMES) == Mentions(names, unknown)


def test_a_comment_mentions_at_most_so_many() -> None:
    many = [f"p{number}" for number in range(MOST_MENTIONS + 5)]
    comment = " ".join([f"@{name} @x{name}" for name in many])
    assert [len(each) for each in (mentions_in(comment, many).names, mentions_in(comment, many).unknown)] == [
        MOST_MENTIONS,
        MOST_MENTIONS,
    ]


def test_without_accounts_nobody_is_mentioned() -> None:
    assert mentions_in("@Bo", ()) == Mentions((), ("Bo",))
