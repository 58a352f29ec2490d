"""The audit log: actors and events in words, and the hashes that chain its rows."""

import hashlib
import json
from collections.abc import Mapping
from typing import Final

BEGINNING: Final = ""  # previous hash of a chain's first row
_ACTOR_LABELS: Final[Mapping[str, str]] = {
    "visitor": "The customer",
    "clock": "The system",
    "card provider": "The card provider",
}
# Keyed by endpoint name or action. An action without an entry is shown by its own name.
_ACTION_DESCRIPTIONS: Final[Mapping[str, str]] = {
    "signed_in": "signed in",
    "signed_out": "signed out",
    "sign_in_failed": "tried to sign in and failed",
    "second_factor_shown": "showed the second factor",
    "second_factor_failed": "showed a wrong code",
    "factor_added": "began to add a second factor",
    "factor_removed": "removed a second factor",
    "recovery_codes_renewed": "made new recovery codes",
    "password_changed": "changed the password",
    "role_given": "gave a role",
    "token_made": "made a token for a script",
    "customer_exported": "took a copy of all that is held about a customer",
    "customer_erased": "erased a customer",
    "trail_verified": "proved the trail",
    "look_at_own_account": "looked at their own account",
    "messages_for_staff": "looked at messages",
    "send_message_again": "sent a message again",
    "resend_message": "sent a message again",
    "get_order_money": "looked at an order's money",
    "reach_milestone": "reached a milestone",
    "report_power_on": "reported that the power is on",
    "get_cancellation_choices": "looked at what cancelling would cost",
    "cancel_order_by_staff": "cancelled an order",
    "request_refund": "asked for a refund",
    "retry_refund": "sent a refund again",
    "look_at_board": "looked at the day board",
    "move_appointment": "moved an appointment",
    "choose_technician": "said who comes",
    "assign_technician": "said who comes",
    "set_crew_day": "set how many crews work on a day",
    "add_technician": "added a technician",
    "correct_technician": "corrected a technician",
    "find_orders": "looked for orders",
    "get_staff_order": "looked at an order",
    "write_note": "wrote a note",
    "correct_contact": "corrected how to reach a customer",
    "get_staff_file": "opened a paper",
    "list_photo_reviews": "looked at the photo desk",
    "get_photo_review_at_desk": "looked at a home's photos",
    "get_photo_at_desk": "opened a photo",
    "request_photo_retake": "asked for better photos",
    "preview_photo_decision": "looked at what a distance makes of a price",
    "decide_photo_review": "decided a photo review",
    "make_proposal": "made a proposal",
    "make_hoa_packet": "made an HOA packet",
    "get_overview": "looked at the overview",
    "get_rows_behind_figure": "looked at the rows behind a figure",
    "open_tables": "opened the tables",
    "close_tables": "closed the tables",
    "tables_get": "looked at a page of the tables",
    "tables_post": "sent a form of the tables",
    "find_customers": "looked for customers",
    "get_customer": "looked at what is held about a customer",
    "export_customer": "took a copy of all that is held about a customer",
    "export_customer_with_files": "took a copy of a customer's data with photos and papers",
    "erase_customer": "asked to erase a customer",
    "export_csv": "exported a list",
    "look_at_trail": "looked at the trail",
    "verify_trail": "had the trail checked",
}


def actor_label(actor: str) -> str:
    return _ACTOR_LABELS.get(actor, actor.removeprefix("staff "))


def describe_audit_event(*, actor: str, action: str, status: int | None) -> str:
    who = {"nobody": "Somebody unknown", "operator": "The operator"}.get(actor)
    description = _ACTION_DESCRIPTIONS.get(action, f"called “{action.replace('_', ' ')}”")
    refusal = f", and was refused ({status})" if status is not None and status >= 400 else ""
    return f"{who or actor_label(actor)} {description}{refusal}."


def hash_row(fields: Mapping[str, object], *, after: str) -> str:
    """Return the SHA-256 of a row's fields together with the previous row's hash."""
    plain = json.dumps([after, fields], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def hash_text(text: str, *, salt: str) -> str:
    """Hash a text that a chain refers to, so that it can be erased and the chain still verifies.

    The salt is erased with the text; without it nobody can guess the text by trying.
    """
    return hashlib.sha256(f"{salt}{text}".encode()).hexdigest() if text else ""
