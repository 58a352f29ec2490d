"""List what runs in test mode or only on this machine: `python -m standby.server.modes`."""

from standby.environment import Environment


def modes(env: Environment) -> list[str]:
    """Return one line per setting that differs from how production serves customers."""
    lines = []
    if not env.database_url:
        lines.append(f"database: SQLite in {env.data}")
    if env.cards == "test":
        lines.append("cards: test mode, a checkout page of our own; no money moves")
    if env.mail == "kept":
        lines.append("e-mail: kept in the outbox, not sent")
    if env.texts == "kept":
        lines.append("texts: kept in the outbox, not sent")
    if env.places == "offline":
        lines.append("addresses: suggested and located without a network, by ZIP code")
    if not env.trusted_proxies:
        lines.append(
            "proxy: none; a few slow clients can hold the server up, so production stands behind "
            "nginx (docs/deploying.md)"
        )
    if not env.rate_limits:
        lines.append("rate limits: off")
    return lines


if __name__ == "__main__":
    print("\n".join(modes(Environment())))  # noqa: T201
