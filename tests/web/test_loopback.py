import pytest

from auditor.web import NotLoopback, address_to_listen_on


@pytest.mark.parametrize(
    ("asked", "given"),
    [("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1"), ("LOCALHOST ", "127.0.0.1"), ("::1", "::1"),
     ("[::1]", "::1"), ("127.8.9.1", "127.8.9.1"), ("::ffff:127.0.0.1", "::ffff:127.0.0.1")],
)  # fmt: skip
def test_addresses_of_this_machine_are_taken(asked: str, given: str) -> None:
    assert address_to_listen_on(asked, for_others=False) == given
    assert address_to_listen_on(asked, for_others=True) == given


@pytest.mark.parametrize(
    "asked",
    ["0.0.0.0", "::", "*", "", "192.0.2.1", "10.0.0.1", "example.org", "localhost.example.org", "128.0.0.1",  # noqa: S104 - refused
     "::ffff:10.0.0.1", "127.1", "0x7f000001", "fe80::1%lo"],
)  # fmt: skip
def test_all_others_are_refused_with_the_reason(asked: str) -> None:
    with pytest.raises(NotLoopback, match=r"there are no accounts.*Use 127\.0\.0\.1.*auditor user add"):
        address_to_listen_on(asked, for_others=False)


@pytest.mark.parametrize("asked", ["0.0.0.0", "::", "[::]", "192.0.2.1", "2001:db8::1"])  # noqa: S104 - with sign-in
def test_with_sign_in_any_numeric_address_is_taken(asked: str) -> None:
    assert address_to_listen_on(asked, for_others=True) == asked.strip("[]")


@pytest.mark.parametrize("asked", ["example.org", "*", "", "127.1"])
def test_a_name_is_no_address_even_with_sign_in(asked: str) -> None:
    with pytest.raises(NotLoopback, match="not a numeric address"):
        address_to_listen_on(asked, for_others=True)
