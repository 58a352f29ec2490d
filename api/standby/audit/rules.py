"""The audit log: actors and events in words, and the hashes that chain its rows."""

import hashlib
import json
from collections.abc import Mapping
from typing import Final
from uuid import UUID

from standby.core.words import _, say

BEGINNING: Final = ""  # previous hash of a chain's first row
_ACTOR_LABELS: Final[Mapping[str, str]] = {
    "visitor": _("The customer"),
    "clock": _("The system"),
    "card provider": _("The card provider"),
    "nobody": _("Somebody unknown"),
    "operator": _("The operator"),
}
# Keyed by endpoint name or action. Only one of an earlier release has no entry, and shows its name.
_ACTION_DESCRIPTIONS: Final[Mapping[str, str]] = {
    "signed_in": _("signed in"),
    "signed_out": _("signed out"),
    "sign_in_failed": _("tried to sign in and failed"),
    "second_factor_shown": _("confirmed the second factor"),
    "second_factor_failed": _("entered a wrong code"),
    "factor_added": _("started to add a second factor"),
    "factor_removed": _("removed a second factor"),
    "recovery_codes_renewed": _("created new recovery codes"),
    "password_changed": _("changed the password"),
    "role_given": _("assigned a role"),
    "token_made": _("created an API token"),
    "customer_exported": _("exported a customer's data"),
    "customer_erased": _("erased a customer"),
    "look_at_first_run": _("viewed the checklist"),
    "change_first_run": _("changed the checklist"),
    "look_at_terms": _("viewed the terms"),
    "change_terms": _("saved the terms"),
    "look_at_calendar": _("viewed the working days"),
    "change_calendar": _("saved the working days"),
    "look_at_permit_fees": _("viewed the permit fees"),
    "change_permit_fees": _("saved the permit fees"),
    "look_at_connections": _("viewed the connections"),
    "send_test_mail": _("sent a test email"),
    "send_test_text": _("sent a test text"),
    "try_cards": _("tested the card payments"),
    "try_maps": _("tested the maps"),
    "look_at_staff": _("viewed the staff"),
    "look_at_staff_history": _("viewed the history of the staff"),
    "invite_staff": _("invited somebody to join the staff"),
    "staff_invited": _("added somebody to the staff"),
    "renew_invitation": _("asked for a new invitation link"),
    "link_made": _("made a new invitation link"),
    "link_sent": _("sent a new sign-in link"),
    "change_staff": _("changed somebody on the staff"),
    "staff_changed": _("changed somebody's role or access"),
    "factors_removed": _("removed somebody's second factors"),
    "settings_changed": _("changed the settings"),
    "row_added": _("added a row to a table"),
    "row_changed": _("changed a row of a table"),
    "words_written": _("wrote a message template"),
    "our_words_back": _("restored the original message template"),
    "diagnostic_cancelled": _("canceled a diagnostic"),
    "planned_change_applied": _("applied a planned price"),
    "coverage_import_applied": _("applied a coverage import"),
    "coverage_import_withdrawn": _("withdrew a coverage import"),
    "look_at_company_settings": _("viewed the company's settings"),
    "change_company_settings": _("saved the company's settings"),
    "look_at_logo_and_colors": _("viewed the logo and the colors"),
    "change_colors": _("saved the colors"),
    "change_logo": _("uploaded a logo"),
    "remove_logo": _("removed the logo"),
    "audit_log_verified": _("checked the audit log"),
    "look_at_own_account": _("viewed their own account"),
    "change_own_account": _("changed their own account"),
    "messages_for_staff": _("viewed messages"),
    "send_message_again": _("sent a message again"),
    "resend_message": _("sent a message"),
    "list_suppressions": _("viewed who gets no messages"),
    "lift_suppression": _("lifted an opt-out"),
    "suppression_lifted": _("lifted an opt-out"),
    "get_order_money": _("viewed an order's payments"),
    "reach_milestone": _("marked a milestone as reached"),
    "report_power_on": _("reported that the power is on"),
    "get_undoable": _("checked for something to undo"),
    "undo_action": _("undid what they had just done"),
    "take_back": _("took back what was marked"),
    "list_payouts": _("viewed the payouts"),
    "get_payout": _("viewed a payout"),
    "read_payouts": _("checked for new payouts"),
    "get_cancellation_choices": _("viewed what canceling would refund"),
    "cancel_order_by_staff": _("canceled an order"),
    "get_refund_effect": _("checked what a refund would change"),
    "request_refund": _("requested a refund"),
    "retry_refund": _("sent a refund again"),
    "look_at_board": _("viewed the day board"),
    "move_appointment": _("moved an appointment"),
    "choose_technician": _("assigned a technician"),
    "assign_technician": _("assigned a technician"),
    "keep_visit": _("kept a visit whose fee was refunded"),
    "set_crew_day": _("changed the crews of a day"),
    "crews set": _("changed the crews of a day"),
    "plan_closing": _("previewed closing a day"),
    "close_day": _("closed a day and moved its jobs"),
    "add_technician": _("added a technician"),
    "technician entered": _("added a technician"),
    "correct_technician": _("changed a technician"),
    "technician changed": _("changed a technician"),
    "get_readiness": _("viewed what jobs are missing"),
    "change_step": _("changed a step of a job"),
    "list_calendar_feeds": _("viewed the calendar links"),
    "change_calendar_feed": _("changed a calendar link"),
    "get_own_calendar": _("viewed their own calendar link"),
    "change_own_calendar": _("changed their own calendar link"),
    "list_own_jobs": _("viewed their own jobs"),
    "get_own_job": _("viewed one of their own jobs"),
    "record_job": _("filled in the report of a job"),
    "add_job_photo": _("added a photo to a job"),
    "get_own_job_photo": _("opened a photo of a job"),
    "sign_job": _("took the homeowner's signature"),
    "complete_job": _("completed a job"),
    "tell_on_the_way": _("told a homeowner that the crew is on the way"),
    "list_job_reports": _("viewed the crew's report"),
    "list_visits": _("viewed the diagnostic visits"),
    "assign_visit": _("assigned a technician to a diagnostic visit"),
    "visit assigned": _("assigned a technician to a diagnostic visit"),
    "finish_visit": _("recorded that a diagnostic visit is done"),
    "visit done": _("recorded that a diagnostic visit is done"),
    "technician's days off changed": _("changed the days off of a technician"),
    "add_days_off": _("entered days off of a technician"),
    "remove_days_off": _("took back days off of a technician"),
    "find_orders": _("searched orders"),
    "get_staff_order": _("viewed an order"),
    "get_new_order": _("opened an order for a caller"),
    "place_order": _("placed an order for a caller"),
    "list_custom_quotes": _("viewed the custom quotes"),
    "get_custom_quote_pdf_for_staff": _("opened a custom quote as a PDF"),
    "get_custom_quote_for_staff": _("viewed a custom quote"),
    "create_custom_quote": _("made a custom quote"),
    "change_custom_quote": _("changed a custom quote"),
    "send_custom_quote": _("sent a custom quote"),
    "accept_custom_quote_by_phone": _("accepted a custom quote for a caller"),
    "list_leads": _("viewed the leads"),
    "get_lead": _("viewed a lead"),
    "create_lead": _("saved a caller as a lead"),
    "follow_up_lead": _("updated a lead"),
    "get_photo_slots": _("viewed which photos are missing"),
    "add_photo_for_customer": _("added a photo for a customer"),
    "submit_photos_for_customer": _("submitted photos for a customer"),
    "write_note": _("wrote a note"),
    "correct_contact": _("corrected a customer's contact details"),
    "change_agreed_price": _("changed the agreed price"),
    "preview_agreed_price": _("previewed the price of other lines"),
    "correct_lock": _("corrected a locked price"),
    "get_staff_file": _("opened a document"),
    "add_order_file": _("added a file to an order"),
    "remove_order_file": _("removed a file from an order"),
    "list_photo_reviews": _("viewed the photo queue"),
    "get_photo_review_at_desk": _("viewed a home's photos"),
    "get_photo_at_desk": _("opened a photo"),
    "request_photo_retake": _("requested better photos"),
    "preview_photo_decision": _("previewed a price for a distance"),
    "decide_photo_review": _("decided a photo review"),
    "make_proposal": _("generated a proposal"),
    "make_hoa_packet": _("created an HOA packet"),
    "get_overview": _("viewed the overview"),
    "get_rows_behind_figure": _("viewed the rows behind a metric"),
    "open_tables": _("opened the admin"),
    "close_tables": _("closed the admin"),
    "tables_get": _("viewed an admin page"),
    "tables_post": _("submitted an admin form"),
    "search_everything": _("searched everything"),
    "assign_technician_to_orders": _("assigned a technician to several orders"),
    "add_task_to_orders": _("added a task to several orders"),
    "send_message_to_orders": _("sent a message to several customers"),
    "export_order_rows": _("exported rows of the orders"),
    "undo_at_once": _("undid what they had just done to several orders"),
    "list_saved_filters": _("viewed their saved filters"),
    "save_filter": _("saved a filter"),
    "delete_saved_filter": _("deleted a saved filter"),
    "get_conversation": _("viewed the conversation with a customer"),
    "write_to_customer": _("wrote to a customer"),
    "get_inbox": _("viewed what came in"),
    "get_inbox_item": _("viewed something that came in"),
    "get_inbox_original": _("opened something that came in, as it came"),
    "try_inbox_item_again": _("tried again to read something that came in"),
    "assign_inbox_item": _("put something that came in into a conversation"),
    "ignore_inbox_item": _("ignored something that came in"),
    "get_card_reports": _("viewed the card provider's reports that were set aside or ignored"),
    "get_card_report": _("viewed a report of the card provider that was set aside"),
    "get_card_report_original": _("opened a report of the card provider, as it came"),
    "try_card_report_again": _("tried again to take a report of the card provider"),
    "ignore_card_report": _("ignored a report of the card provider"),
    "get_received_file": _("opened a file that a customer sent"),
    "put_received_file_in_files": _("added a file that a customer sent to an order"),
    "put_received_file_in_review": _("added a picture that a customer sent to the photos"),
    "get_waits": _("viewed what waits"),
    "count_waits": _("viewed what waits"),
    "mark_message_answered": _("marked a message as answered"),
    "settle_likely_stop": _("decided whether a text was an opt-out"),
    "list_colleagues": _("viewed the names of colleagues"),
    "list_tasks": _("viewed tasks"),
    "add_task": _("added a task"),
    "change_task": _("changed a task"),
    "find_customers": _("searched customers"),
    "get_customer": _("viewed the data stored about a customer"),
    "export_customer": _("exported a customer's data"),
    "export_customer_with_files": _("exported a customer's data with photos and documents"),
    "erase_customer": _("asked to erase a customer"),
    "export_csv": _("exported a list"),
    "get_audit_log": _("viewed the audit log"),
    "verify_audit_log": _("started an audit log check"),
}


def actor_of(user: UUID) -> str:
    """Return the actor that logs, undo and hash chains know a user by: their id, never a name.

    Names and addresses change and can be given to somebody else; they are shown from the user.
    """
    return f"staff {user.hex}"


def actor_label(actor: str) -> str:
    """Return an actor in words; somebody on the staff only by their id."""
    label = _ACTOR_LABELS.get(actor)
    return say(label) if label else actor.removeprefix("staff ")


def describe_audit_event(*, who: str, action: str, status: int | None) -> str:
    known = _ACTION_DESCRIPTIONS.get(action)
    called = action.replace("_", " ")
    did = say(known) if known else say("called “%(action)s”", action=called)
    if status is not None and status >= 400:
        return say(
            "%(who)s %(did)s, and was refused (%(status)s).", who=who, did=did, status=status
        )
    return say("%(who)s %(did)s.", who=who, did=did)


def hash_row(fields: Mapping[str, object], *, after: str) -> str:
    """Return the SHA-256 of a row's fields together with the previous row's hash."""
    plain = json.dumps([after, fields], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def hash_text(text: str, *, salt: str) -> str:
    """Hash a text that a chain refers to, so that it can be erased and the chain still verifies.

    The salt is erased with the text; without it nobody can guess the text by trying.
    """
    return hashlib.sha256(f"{salt}{text}".encode()).hexdigest() if text else ""
