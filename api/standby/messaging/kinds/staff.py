"""Messages to staff, and to customers whose ZIP code is served now."""

from collections.abc import Sequence
from dataclasses import dataclass

from standby.messaging.services.outbox import MessageContent


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualQuoteContext:
    """Data that staff need for a manual quote; `steps` is None when the run was given in feet."""

    name: str
    phone: str
    email: str
    address: str
    run_ft: int
    steps: int | None
    notes: str
    number: str


def staff_needed(*, topic: str, order: str) -> MessageContent:
    return MessageContent(
        subject=f"Please look at order {order[:8]}: {topic}",
        text=f"Order {order} needs somebody: {topic}.\n",
    )


def manual_quote_wanted(run: ManualQuoteContext) -> MessageContent:
    # The subject holds no text that a visitor typed.
    steps_text = "" if run.steps is None else f", {run.steps} steps"
    return MessageContent(
        subject=f"Please quote a run of {run.run_ft:,} ft ({run.number[:8]})",
        text=(
            f"{run.name} asks for a quote.\n\n"
            f"Run:     {run.run_ft:,} ft{steps_text}\n"
            f"Address: {run.address}\n"
            f"Phone:   {run.phone}\n"
            f"E-mail:  {run.email or 'not told'}\n"
            f"Notes:   {run.notes or 'none'}\n\n"
            f"Request {run.number}\n"
        ),
    )


def zip_opened(*, zip_code: str, city: str, link: str) -> MessageContent:
    return MessageContent(
        subject="",
        text=(
            f"Standby: you asked to be told. We now install home generators in {city} "
            f"({zip_code}). Your price and date: {link} Reply STOP to opt out."
        ),
    )


def text_received(*, sender: str, text: str, order: str) -> MessageContent:
    # The subject holds no text of the sender.
    return MessageContent(
        subject=f"A text to answer, from ***{sender[-2:]}",
        text=f"From:  {sender}\nOrder: {order}\n\n{text}\n",
    )


def trail_verified(*, fingerprint: str, rows: int, broken: Sequence[str]) -> MessageContent:
    # Kept in a mailbox outside of this system, as evidence of the audit log's state that night.
    if broken:
        broken_list = "\n".join(f"- {one}" for one in broken)
        return MessageContent(
            subject="The trail does not hold: please look at once",
            text=f"Of {rows:,} rows these are not as they were written:\n\n{broken_list}\n",
        )
    return MessageContent(
        subject=f"The trail holds ({fingerprint[:8]})",
        text=f"{rows:,} rows were checked.\n\nFingerprint: {fingerprint}\n\nPlease keep this.\n",
    )
