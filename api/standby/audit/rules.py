"""The audit log: actors and events in words, and the hashes that chain its rows."""

import hashlib
import json
from collections.abc import Mapping
from typing import Final
from uuid import UUID

BEGINNING: Final = ""  # previous hash of a chain's first row
_ACTOR_LABELS: Final[Mapping[str, str]] = {
    "visitor": "The customer",
    "clock": "The system",
    "card provider": "The card provider",
    "nobody": "Somebody unknown",
    "operator": "The operator",
}
# Keyed by endpoint name or action. Only one of an earlier release has no entry, and shows its name.
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
    "look_at_staff_history": "viewed the history of the staff",
    "invite_staff": "invited somebody to join the staff",
    "staff_invited": "added somebody to the staff",
    "renew_invitation": "asked for a new invitation link",
    "link_made": "made a new invitation link",
    "link_sent": "sent a new sign-in link",
    "change_staff": "changed somebody on the staff",
    "staff_changed": "changed somebody's role or access",
    "factors_removed": "removed somebody's second factors",
    "settings_changed": "changed the settings",
    "row_added": "added a row to a table",
    "row_changed": "changed a row of a table",
    "words_written": "wrote a message template",
    "our_words_back": "restored the original message template",
    "diagnostic_cancelled": "canceled a diagnostic",
    "planned_change_applied": "applied a planned price",
    "coverage_import_applied": "applied a coverage import",
    "coverage_import_withdrawn": "withdrew a coverage import",
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
    "list_suppressions": "viewed who gets no messages",
    "lift_suppression": "lifted an opt-out",
    "suppression_lifted": "lifted an opt-out",
    "get_order_money": "viewed an order's payments",
    "reach_milestone": "marked a milestone as reached",
    "report_power_on": "reported that the power is on",
    "get_undoable": "checked for something to undo",
    "undo_act": "undid what they had just done",
    "take_back": "took back what was marked",
    "list_payouts": "viewed the payouts",
    "get_payout": "viewed a payout",
    "read_payouts": "checked for new payouts",
    "get_cancellation_choices": "viewed what canceling would refund",
    "cancel_order_by_staff": "canceled an order",
    "get_refund_effect": "checked what a refund would change",
    "request_refund": "requested a refund",
    "retry_refund": "sent a refund again",
    "look_at_board": "viewed the day board",
    "move_appointment": "moved an appointment",
    "choose_technician": "assigned a technician",
    "assign_technician": "assigned a technician",
    "keep_visit": "kept a visit whose fee was refunded",
    "set_crew_day": "changed the crews of a day",
    "crews set": "changed the crews of a day",
    "plan_closing": "previewed closing a day",
    "close_day": "closed a day and moved its jobs",
    "add_technician": "added a technician",
    "technician entered": "added a technician",
    "correct_technician": "changed a technician",
    "technician changed": "changed a technician",
    "get_readiness": "viewed what jobs are missing",
    "change_step": "changed a step of a job",
    "list_calendar_feeds": "viewed the calendar links",
    "change_calendar_feed": "changed a calendar link",
    "get_own_calendar": "viewed their own calendar link",
    "change_own_calendar": "changed their own calendar link",
    "list_own_jobs": "viewed their own jobs",
    "get_own_job": "viewed one of their own jobs",
    "record_job": "filled in the report of a job",
    "add_job_photo": "added a photo to a job",
    "get_own_job_photo": "opened a photo of a job",
    "sign_job": "took the homeowner's signature",
    "complete_job": "completed a job",
    "tell_on_the_way": "told a homeowner that the crew is on the way",
    "list_job_reports": "viewed the crew's report",
    "list_visits": "viewed the diagnostic visits",
    "assign_visit": "assigned a technician to a diagnostic visit",
    "visit assigned": "assigned a technician to a diagnostic visit",
    "finish_visit": "recorded that a diagnostic visit is done",
    "visit done": "recorded that a diagnostic visit is done",
    "technician's days off changed": "changed the days off of a technician",
    "add_days_off": "entered days off of a technician",
    "remove_days_off": "took back days off of a technician",
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
    "accept_custom_quote_by_phone": "accepted a custom quote for a caller",
    "list_leads": "viewed the leads",
    "get_lead": "viewed a lead",
    "create_lead": "saved a caller as a lead",
    "follow_up_lead": "updated a lead",
    "get_photo_slots": "viewed which photos are missing",
    "add_photo_for_customer": "added a photo for a customer",
    "submit_photos_for_customer": "submitted photos for a customer",
    "write_note": "wrote a note",
    "correct_contact": "corrected a customer's contact details",
    "change_agreed_price": "changed the agreed price",
    "preview_agreed_price": "previewed the price of other lines",
    "correct_lock": "corrected a locked price",
    "get_staff_file": "opened a document",
    "add_order_file": "added a file to an order",
    "remove_order_file": "removed a file from an order",
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
    "undo_at_once": "undid what they had just done to several orders",
    "list_saved_filters": "viewed their saved filters",
    "save_filter": "saved a filter",
    "delete_saved_filter": "deleted a saved filter",
    "get_conversation": "viewed the conversation with a customer",
    "write_to_customer": "wrote to a customer",
    "get_inbox": "viewed what came in",
    "get_inbox_item": "viewed something that came in",
    "get_inbox_original": "opened something that came in, as it came",
    "try_inbox_item_again": "tried again to read something that came in",
    "assign_inbox_item": "put something that came in into a conversation",
    "ignore_inbox_item": "ignored something that came in",
    "get_received_file": "opened a file that a customer sent",
    "put_received_file_in_files": "added a file that a customer sent to an order",
    "put_received_file_in_review": "added a picture that a customer sent to the photos",
    "get_waits": "viewed what waits",
    "count_waits": "viewed what waits",
    "mark_message_answered": "marked a message as answered",
    "settle_likely_stop": "decided whether a text was an opt-out",
    "list_colleagues": "viewed the names of colleagues",
    "list_tasks": "viewed tasks",
    "add_task": "added a task",
    "change_task": "changed a task",
    "find_customers": "searched customers",
    "get_customer": "viewed the data stored about a customer",
    "export_customer": "exported a customer's data",
    "export_customer_with_files": "exported a customer's data with photos and documents",
    "erase_customer": "asked to erase a customer",
    "export_csv": "exported a list",
    "look_at_trail": "viewed the audit log",
    "verify_trail": "started an audit log check",
}


def actor_of(user: UUID) -> str:
    """Return the actor that logs, undo and hash chains know a user by: their id, never a name.

    Names and addresses change and can be given to somebody else; they are shown from the user.
    """
    return f"staff {user.hex}"


def actor_label(actor: str) -> str:
    """Return an actor in words; somebody on the staff only by their id."""
    return _ACTOR_LABELS.get(actor, actor.removeprefix("staff "))


def describe_audit_event(*, who: str, action: str, status: int | None) -> str:
    description = _ACTION_DESCRIPTIONS.get(action, f"called “{action.replace('_', ' ')}”")
    refusal = f", and was refused ({status})" if status is not None and status >= 400 else ""
    return f"{who} {description}{refusal}."


def hash_row(fields: Mapping[str, object], *, after: str) -> str:
    """Return the SHA-256 of a row's fields together with the previous row's hash."""
    plain = json.dumps([after, fields], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def hash_text(text: str, *, salt: str) -> str:
    """Hash a text that a chain refers to, so that it can be erased and the chain still verifies.

    The salt is erased with the text; without it nobody can guess the text by trying.
    """
    return hashlib.sha256(f"{salt}{text}".encode()).hexdigest() if text else ""
