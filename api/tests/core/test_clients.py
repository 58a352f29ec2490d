"""Whom a limit counts, by the address that is calling."""

import pytest

from standby.core.limits import Client, client_at


@pytest.mark.req("SEC-03.1")
@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("198.51.100.7", Client("198.51.100.7", "198.51.100.0/24")),
        (" 198.51.100.7 ", Client("198.51.100.7", "198.51.100.0/24")),
        ("::ffff:198.51.100.7", Client("198.51.100.7", "198.51.100.0/24")),
        ("2001:db8:1:2:3:4:5:6", Client("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("2001:DB8:1:2::", Client("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("fe80::1%eth0", Client("fe80::/64", "fe80::/48")),
    ],
)
def test_a_client_is_an_ipv4_address_or_a_64_of_ipv6(address: str, client: Client) -> None:
    assert client_at(address) == client


def test_whatever_is_no_address_is_one_and_the_same_client() -> None:
    nonsense = ["", "unknown", "198.51.100.7:443", "1.2.3", "_hidden", "\x00", "9" * 500]

    assert len({client_at(address) for address in nonsense}) == 1
