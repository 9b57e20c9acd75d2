import pytest

from auditor.web import NotLoopback, loopback_address


@pytest.mark.parametrize(
    ("asked", "given"),
    [("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1"), ("LOCALHOST ", "127.0.0.1"), ("::1", "::1"),
     ("[::1]", "::1"), ("127.8.9.1", "127.8.9.1"), ("::ffff:127.0.0.1", "::ffff:127.0.0.1")],
)  # fmt: skip
def test_addresses_of_this_machine_are_taken(asked: str, given: str) -> None:
    assert loopback_address(asked) == given


@pytest.mark.parametrize(
    "asked",
    ["0.0.0.0", "::", "*", "", "192.0.2.1", "10.0.0.1", "example.org", "localhost.example.org", "128.0.0.1",  # noqa: S104 - refused
     "::ffff:10.0.0.1", "127.1", "0x7f000001", "fe80::1%lo"],
)  # fmt: skip
def test_all_others_are_refused_with_the_reason(asked: str) -> None:
    with pytest.raises(NotLoopback, match=r"no sign-in.*Use 127\.0\.0\.1"):
        loopback_address(asked)
