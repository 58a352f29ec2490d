"""Whether a customer can be reached by what they typed."""

import pytest

from standby.core.contacts import is_callable_phone, is_plausible_email


@pytest.mark.req("WIZ-08.6")
@pytest.mark.parametrize(
    ("text", "can_be"),
    [
        *((good, True) for good in ("ada@example.org", "a@b.co", "o'b@x-y.org")),
        ("Ada.Lovelace+quote@mail.example.co.uk", True),
        *((part, False) for part in ("", "ada", "ada.example.org", "@example.org", "ada@")),
        *((domain, False) for domain in ("ada@example", "ada@exa_mple.org", "ada@-example.org")),
        *((name, False) for name in (".ada@example.org", "ada.@example.org", "a..b@example.org")),
        *((signs, False) for signs in ("ada@@example.org", "a b@example.org")),
        ("ada@example.org\r\nBcc: all@example.org", False),
        ("x" * 65 + "@example.org", False),
    ],
)
def test_addresses_that_mail_can_be_sent_to(text: str, can_be: bool) -> None:
    assert is_plausible_email(text) is can_be


@pytest.mark.parametrize(
    ("text", "can_be"),
    [
        *((text, True) for text in ("(281) 555-0100", "+1 281 555 0100", "2815550100")),
        *((text, False) for text in ("", "555-0100", "call me", "1" * 16, "٢٨١٥٥٥٠١٠٠")),
    ],
)
def test_phones_that_a_crew_can_call(text: str, can_be: bool) -> None:
    assert is_callable_phone(text) is can_be


@pytest.mark.parametrize(
    "text",
    ["a." * 10**6 + "@" + "a-" * 10**6, "a@" * 10**6, "a@" + "a-" * 10**6, "a@" + "a." * 10**6],
)
def test_hostile_text_is_looked_at_in_one_pass(text: str) -> None:
    """Of a pattern that goes back over two million characters nobody would see the end."""
    assert not is_plausible_email(text)
