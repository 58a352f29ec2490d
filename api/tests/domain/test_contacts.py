"""Whether a customer can be reached by what they typed."""

import pytest

from standby.domain.contacts import is_callable_phone, is_plausible_email


@pytest.mark.parametrize(
    "text", ["ada@example.org", "a@b.co", "Ada.Lovelace+quote@mail.example.co.uk", "o'b@x-y.org"]
)
def test_addresses_that_mail_can_be_sent_to(text: str) -> None:
    assert is_plausible_email(text)


@pytest.mark.req("WIZ-08.6")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "ada",
        "ada.example.org",
        "@example.org",
        "ada@",
        "ada@example",
        "ada@@example.org",
        "a b@example.org",
        "ada@example.org\r\nBcc: all@example.org",
        "ada@exa_mple.org",
        ".ada@example.org",
        "ada.@example.org",
        "a..b@example.org",
        "ada@-example.org",
        "x" * 65 + "@example.org",
    ],
)
def test_addresses_that_cannot_be(text: str) -> None:
    assert not is_plausible_email(text)


@pytest.mark.parametrize("text", ["(281) 555-0100", "+1 281 555 0100", "2815550100"])
def test_phones_that_a_crew_can_call(text: str) -> None:
    assert is_callable_phone(text)


@pytest.mark.parametrize("text", ["", "555-0100", "call me", "1" * 16, "٢٨١٥٥٥٠١٠٠"])
def test_phones_that_nobody_can(text: str) -> None:
    assert not is_callable_phone(text)


@pytest.mark.parametrize(
    "text",
    ["a." * 10**6 + "@" + "a-" * 10**6, "a@" * 10**6, "a@" + "a-" * 10**6, "a@" + "a." * 10**6],
)
def test_hostile_text_is_looked_at_in_one_pass(text: str) -> None:
    """Of a pattern that goes back over two million characters nobody would see the end."""
    assert not is_plausible_email(text)
