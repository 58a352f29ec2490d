"""Measure how many messages a worker sends in a second, database and rendering included.

`python api/bench/outbox.py [COUNT]` uses a fresh SQLite file and providers that accept everything
at once, so that only our own work is measured. A real mail server or Twilio takes 0.2 to 1 s for
each message.
"""

import os
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

API = Path(__file__).resolve().parents[1]
NOON = datetime(2026, 1, 15, 18, 0, tzinfo=UTC)
ROUNDS = 3


class Taker:
    def send(self, what: object) -> str:
        return "taken"


def main(count: int) -> None:
    with tempfile.TemporaryDirectory(prefix="standby-outbox-") as folder:
        speeds = sorted(_rounds(folder, count))
    print(f"outbox: {speeds[ROUNDS // 2]:.0f} messages/s, one worker, SQLite synchronous=FULL")
    print(f"        {ROUNDS} rounds of {count}: {', '.join(f'{each:.0f}' for each in speeds)}")


def _rounds(folder: str, count: int) -> list[float]:
    os.environ.update(STANDBY_DATA=folder, DJANGO_SETTINGS_MODULE="standby.settings")
    sys.path.insert(0, str(API))
    import django

    django.setup()
    from django.core.management import call_command

    from standby.core.jobs import run_next_job
    from standby.workflows.send_messages import SendContext, message_handlers

    call_command("migrate", verbosity=0)
    post = SendContext(
        mail=Taker(),
        texts=Taker(),
        site_url="https://site.test",
        staff_mail="staff@site.test",
        secret_keys=["k" * 50],
    )
    handlers = message_handlers(post)
    speeds = []
    for number in range(ROUNDS):
        _queue(count, number)
        begun = time.perf_counter()
        while any(run_next_job(each, now=NOON) for each in handlers):
            pass
        speeds.append(count / (time.perf_counter() - begun))
    return speeds


def _queue(count: int, number: int) -> None:
    from standby.messaging.models import Message
    from standby.messaging.services import outbox as services

    for one in range(count):
        message = Message(
            kind="news",
            channel="email",
            recipient=f"n{one}@example.org",
            subject="News",
            text="News " * 60,
            html="<p>News</p>" * 60,
            dedupe_key=f"news:{number}:{one}",
        )
        services.queue_messages(message, now=NOON)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
