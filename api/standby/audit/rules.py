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
    "second_factor_shown": "confirmed the second factor",
    "second_factor_failed": "entered a wrong code",
    "factor_added": "started to add a second factor",
    "factor_removed": "removed a second factor",
    "recovery_codes_renewed": "created new recovery codes",
    "password_changed": "changed the password",
    "role_given": "assigned a role",
    "token_made": "created an API token",
    "customer_exported": "exported a customer's data",
    "customer_erased": "erased a customer",
    "look_at_first_run": "viewed the checklist",
    "change_first_run": "changed the checklist",
    "look_at_terms": "viewed the terms",
    "change_terms": "saved the terms",
    "look_at_calendar": "viewed the working days",
    "change_calendar": "saved the working days",
    "look_at_permit_fees": "viewed the permit fees",
    "change_permit_fees": "saved the permit fees",
    "look_at_connections": "viewed the connections",
    "send_test_mail": "sent a test email",
    "send_test_text": "sent a test text",
    "try_cards": "tested the card payments",
    "try_maps": "tested the maps",
    "look_at_staff": "viewed the staff",
    "look_at_staff_history": "viewed the changes of the staff",
    "invite_staff": "invited somebody to the staff",
    "staff_invited": "added somebody to the staff",
    "renew_invitation": "asked for a new invitation link",
    "link_made": "made a new invitation link",
    "change_staff": "changed somebody on the staff",
    "staff_changed": "changed somebody's role or access",
    "factors_removed": "removed somebody's second factors",
    "settings_changed": "changed the settings",
    "look_at_company_settings": "viewed the company's settings",
    "change_company_settings": "saved the company's settings",
    "look_at_logo_and_colors": "viewed the logo and the colors",
    "change_colors": "saved the colors",
    "change_logo": "uploaded a logo",
    "remove_logo": "removed the logo",
    "trail_verified": "checked the audit log",
    "look_at_own_account": "viewed their own account",
    "change_own_account": "changed their own account",
    "messages_for_staff": "viewed messages",
    "send_message_again": "sent a message again",
    "resend_message": "sent a message",
    "get_order_money": "viewed an order's payments",
    "reach_milestone": "marked a milestone as reached",
    "report_power_on": "reported that the power is on",
    "get_cancellation_choices": "viewed the cost of cancelling",
    "cancel_order_by_staff": "cancelled an order",
    "request_refund": "requested a refund",
    "retry_refund": "sent a refund again",
    "look_at_board": "viewed the day board",
    "move_appointment": "moved an appointment",
    "choose_technician": "assigned a technician",
    "assign_technician": "assigned a technician",
    "set_crew_day": "changed the crews of a day",
    "add_technician": "added a technician",
    "correct_technician": "corrected a technician",
    "find_orders": "searched orders",
    "get_staff_order": "viewed an order",
    "get_new_order": "opened an order for a caller",
    "place_order": "placed an order for a caller",
    "list_custom_quotes": "viewed the custom quotes",
    "get_custom_quote_pdf_for_staff": "opened a custom quote as a PDF",
    "get_custom_quote_for_staff": "viewed a custom quote",
    "create_custom_quote": "made a custom quote",
    "change_custom_quote": "changed a custom quote",
    "send_custom_quote": "sent a custom quote",
    "list_leads": "viewed the leads",
    "get_lead": "viewed a lead",
    "create_lead": "kept a caller as a lead",
    "follow_up_lead": "noted the next contact of a lead",
    "get_photo_slots": "viewed which photos are missing",
    "add_photo_for_customer": "added a photo for a customer",
    "submit_photos_for_customer": "submitted photos for a customer",
    "write_note": "wrote a note",
    "correct_contact": "corrected a customer's contact details",
    "get_staff_file": "opened a document",
    "list_photo_reviews": "viewed the photo queue",
    "get_photo_review_at_desk": "viewed a home's photos",
    "get_photo_at_desk": "opened a photo",
    "request_photo_retake": "requested better photos",
    "preview_photo_decision": "previewed a price for a distance",
    "decide_photo_review": "decided a photo review",
    "make_proposal": "generated a proposal",
    "make_hoa_packet": "created an HOA packet",
    "get_overview": "viewed the overview",
    "get_rows_behind_figure": "viewed the rows behind a metric",
    "open_tables": "opened the admin",
    "close_tables": "closed the admin",
    "tables_get": "viewed an admin page",
    "tables_post": "submitted an admin form",
    "search_everything": "searched everything",
    "assign_technician_to_orders": "assigned a technician to several orders",
    "add_task_to_orders": "added a task to several orders",
    "send_message_to_orders": "sent a message to several customers",
    "export_order_rows": "exported rows of the orders",
    "list_saved_filters": "viewed their saved filters",
    "save_filter": "saved a filter",
    "delete_saved_filter": "deleted a saved filter",
    "get_conversation": "viewed the conversation with a customer",
    "write_to_customer": "wrote to a customer",
    "get_waits": "viewed what waits",
    "count_waits": "viewed what waits",
    "mark_message_answered": "marked a message as answered",
    "list_colleagues": "viewed the names of colleagues",
    "list_tasks": "viewed tasks",
    "add_task": "added a task",
    "change_task": "changed a task",
    "find_customers": "searched customers",
    "get_customer": "viewed the data stored about a customer",
    "export_customer": "exported a customer's data",
    "export_customer_with_files": "exported a customer's data with photos and documents",
    "erase_customer": "requested to erase a customer",
    "export_csv": "exported a list",
    "look_at_trail": "viewed the audit log",
    "verify_trail": "started an audit log check",
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
