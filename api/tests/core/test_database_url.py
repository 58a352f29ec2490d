"""The address of the database, as PostgreSQL's own programs read it."""

import pytest

from standby.core.database_url import DatabaseUrlWrong, connection_string, database_settings

CLUSTER = "postgresql://standby:p%2Fw@10.0.0.21:5000,10.0.0.22:5000/shop?sslmode=require"


@pytest.mark.req("RUN-08.4")
def test_several_hosts_are_tried_in_turn_and_parameters_are_passed_on() -> None:
    found = database_settings(f"{CLUSTER}&target_session_attrs=read-write", pooler=True)

    assert (found["HOST"], found["PORT"]) == ("10.0.0.21,10.0.0.22", "5000,5000")
    assert (found["USER"], found["PASSWORD"], found["NAME"]) == ("standby", "p/w", "shop")
    assert (
        found["OPTIONS"].items()
        >= {
            "target_session_attrs": "read-write",
            "sslmode": "require",
            "connect_timeout": 2,
        }.items()
    )
    assert "options" not in found["OPTIONS"]


def test_what_the_address_says_goes_before_our_own() -> None:
    found = database_settings("postgresql://h/d?connect_timeout=9", pooler=False)

    assert (found["HOST"], found["PORT"], found["OPTIONS"]["connect_timeout"]) == ("h", "", "9")


def test_programs_of_postgresql_are_told_all_but_the_password() -> None:
    told = connection_string(database_settings(CLUSTER, pooler=False))

    assert "host=10.0.0.21,10.0.0.22 port=5000,5000" in told
    assert "sslmode=require" in told
    assert "p/w" not in told
    assert "prepare_threshold" not in told


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql://u:hidden@h1:5000,h2:port/d", "not an address"),
        ("postgresql://u:hidden@h:70000/d", "not an address"),
        ("postgresql://u:hidden@h/d?colour=red", "perhaps a parameter"),
        ("postgresql://u:hidden@h1,h2,h3/d?port=1,2", "as many ports as hosts"),
        ("postgresql://u:hidden@h", "the name of the database is missing"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_in_words_that_quote_nothing(
    url: str, why: str
) -> None:
    with pytest.raises(DatabaseUrlWrong, match=why) as refused:
        database_settings(url, pooler=False)

    assert "hidden" not in str(refused.value)
