"""What the tables of all apps forbid: each rule of the schema is broken once."""

from datetime import date, timedelta
from functools import partial
from typing import Any, Final
from uuid import uuid4

import pytest
from booking_helpers import DAY, NOW
from database_helpers import filled, refused_by, table, tables, value_for
from django.db import connection, models

from standby.orders.models import Appointment, Order
from standby.pricing.models.catalog import CatalogVersion
from standby.pricing.selectors import catalog

pytestmark = pytest.mark.django_db
NEGATIVE, TOO_MUCH, LOST = -1, 10**12 + 1, {"status": "lost"}
# What breaks a check in a row that is otherwise valid.
BROKEN: Final[dict[str, list[dict[str, Any]]]] = {
    "staff_user_visitor_is_no_staff": [
        {"is_visitor": True, "is_staff": False, "is_superuser": False, "role": "viewer"},
        {"is_visitor": True, "is_staff": False, "is_superuser": True},
        {"is_visitor": True, "is_staff": True, "is_superuser": False},
    ],
    "staff_user_role_is_known": [{"role": "boss"}],
    "staff_token_is_never_an_owners": [{"role": "owner"}],
    "factor_status_is_known": [LOST],
    "rate_bucket_used_is_not_negative": [{"used": NEGATIVE}, {"used_before": NEGATIVE}],
    "message_is_sent_or_dead_not_both": [{"sent_at": NOW, "dead_at": NOW}],
    "message_status_is_known": [LOST],
    "message_of_an_account_is_of_no_order": [{"link_ref": 1, "order_ref": uuid4()}],
    "message_skipped_because_is_known": [{"skipped_because": "lost"}],
    "message_delivery_is_known": [{"delivery": "lost"}],
    "inbound_message_channel_is_known": [{"channel": "fax"}],
    "inbox_item_kind_is_known": [{"kind": "fax"}],
    "inbox_item_verdict_is_known": [{"verdict": "lost", "judged_at": NOW}],
    "inbox_item_proof_is_known": [{"proof": "sure"}],
    "inbox_item_verdict_has_its_time": [{"verdict": "taken", "judged_at": None}],
    "inbox_item_set_aside_says_why": [{"verdict": "set_aside", "judged_at": NOW, "reason": ""}],
    "received_file_status_is_known": [{"status": "lost"}],
    "received_file_stored_has_its_file": [{"status": "stored", "key": "k", "content_type": ""}],
    "received_file_use_place_is_known": [{"place": "drawer"}],
    "received_file_refused_says_why": [{"status": "refused", "refused_because": ""}],
    "message_template_has_words": [{"text": "", "is_ours": False}],
    "covered_zip_has_five_characters": [{"zip_code": "7738"}],
    "covered_zip_status_is_known": [LOST],
    "covered_zip_is_on_earth": [{"lat": 91}, {"lat": -91}, {"lon": 181}, {"lon": -181}],
    "coverage_import_status_is_known": [LOST],
    "coverage_import_knows_when_it_was_settled": [{"status": "applied", "settled_at": None}],
    "notify_request_status_is_known": [{"notification_status": "lost"}],
    "notify_request_has_a_phone": [{"phone_number": ""}],
    "notify_request_consent_knows_its_words": [{"consent_text": ""}],
    "catalog_version_is_one_row": [{"id": 2}],
    "package_reaches_somewhere": [{"max_distance_feet": 0}],
    "package_band_has_a_code": [{"code": ""}],
    "package_price_is_not_negative": [{"price_cents": NEGATIVE}, {"price_cents": TOO_MUCH}],
    "included_service_price_is_not_negative": [
        {"price_cents": NEGATIVE},
        {"price_cents": TOO_MUCH},
    ],
    "bonus_item_value_is_not_negative": [
        {"retail_value_cents": NEGATIVE},
        {"retail_value_cents": TOO_MUCH},
    ],
    "generator_price_is_not_negative": [{"price_cents": NEGATIVE}, {"price_cents": TOO_MUCH}],
    "generator_size_is_1_to_150_kw": [{"kw": 0}, {"kw": 151}],
    "generator_of_the_customer_is_free": [{"model_number": None}],
    "planned_change_table_is_known": [{"table": "quotes"}],
    "planned_change_price_is_not_negative": [{"new_cents": NEGATIVE}, {"new_cents": TOO_MUCH}],
    "planned_change_is_applied_or_withdrawn": [{"applied_at": NOW, "withdrawn_at": NOW}],
    "coupon_code_is_in_capitals": [{"code": "Spring"}, {"code": ""}],
    "coupon_value_is_of_its_kind": [
        {"kind": "percent", "value": 0},
        {"kind": "percent", "value": 101},
        {"kind": "cents", "value": 0},
        {"kind": "cents", "value": TOO_MUCH},
        {"kind": "gifts", "value": 1},
    ],
    "coupon_ends_after_it_starts": [{"ends_on": DAY - timedelta(days=1)}],
    "coupon_is_used_at_most_so_often": [{"most_uses": 2, "used": 3}],
    "saved_filter_is_named": [{"name": ""}],
    "staff_task_says_what": [{"title": ""}],
    "staff_task_done_knows_who": [
        {"done_at": NOW, "done_by": ""},
        {"done_at": None, "done_by": "staff Jo"},
    ],
    "customer_review_has_one_to_five_stars": [{"stars": 0}, {"stars": 6}],
    "customer_review_declined_says_why": [{"status": "declined", "decline_reason": ""}],
    "customer_review_status_is_known": [LOST],
    "wizard_status_is_known": [LOST],
    "wizard_step_is_known": [{"current_step": 0}, {"current_step": 100}],
    "wizard_completed_knows_its_order": [
        {"status": "completed", "completed_at": None},
        {"status": "completed", "order_id": ""},
    ],
    "wizard_window_is_known": [{"selected_time_window": "night"}],
    "wizard_choice_is_known": [{"generator_choice": "none"}],
    "wizard_has_an_owner": [{"secret_hash": ""}],
    "wizard_event_type_is_known": [{"event_type": "hacked"}],
    "quote_locked_knows_its_run": [{"confirmed_run_ft": None}],
    "quote_total_is_the_sum_of_its_lines": [{"total_cents": 3}],
    "quote_discount_is_at_most_its_charges": [{"discount_cents": 3, "total_cents": -1}],
    "quote_lines_are_not_negative": [
        {"installation_cents": NEGATIVE, "total_cents": 0},
        {"permit_cents": NEGATIVE, "total_cents": 0},
        {"discount_cents": NEGATIVE, "total_cents": 3},
        {"installation_cents": TOO_MUCH, "total_cents": TOO_MUCH + 1},
        {"permit_cents": TOO_MUCH, "total_cents": TOO_MUCH + 1},
        {"extras_cents": NEGATIVE, "total_cents": 1},
    ],
    "quote_custom_run_is_beyond_bands": [
        {"quoted_run_ft": 150, "band_max_ft": 150},
        {"quoted_run_ft": 2001, "band_max_ft": 150},
    ],
    "quote_band_has_limits": [{"band": ""}, {"band_from_ft": 25, "band_max_ft": 25}],
    "saved_quote_band_has_limits": [{"band": ""}, {"band_from_ft": 25, "band_max_ft": 25}],
    "saved_quote_choice_is_known": [{"generator_choice": "buy_here", "model_number": ""}],
    "quote_own_generator_is_free": [
        {"generator_choice": "buy_here", "generator": None},
        {"generator_cents": 1, "total_cents": 3},
        {"sales_tax_cents": 1, "total_cents": 3},
    ],
    "technician_days_off_end_after_they_begin": [
        {"first_day": date(2026, 1, 6), "last_day": date(2026, 1, 5)}
    ],
    "diagnostic_amount_is_positive": [{"amount_cents": 0}],
    "diagnostic_booked_is_paid": [
        {"status": "booked", "charge": None},
        {"status": "booked", "paid_at": None},
    ],
    "diagnostic_credited_is_booked": [{"status": "held", "order": partial(filled, Order)}],
    "diagnostic_window_is_known": [{"time_window": "night"}],
    "diagnostic_status_is_known": [LOST],
    "job_report_completed_is_signed": [
        {"serial_number": ""},
        {"finished_at": None},
        {"signed_at": None},
    ],
    "job_report_finished_after_arrival": [
        {"arrived_at": NOW, "finished_at": NOW - timedelta(minutes=1)}
    ],
    "manual_quote_status_is_known": [LOST],
    "manual_quote_run_is_plausible": [{"run_ft": 0}, {"run_ft": 2001}],
    "manual_quote_can_be_answered": [{"phone": ""}, {"address": ""}],
    "installation_step_done_knows_its_day": [{"status": "done", "done_on": None}],
    "installation_step_equipment_is_done_by_its_milestone": [
        {"kind": "equipment", "status": "done", "done_on": DAY}
    ],
    "job_entry_kind_is_known": [{"kind": "painted"}],
    "job_entry_has_a_hash": [{"hash": ""}],
    "order_log_has_a_hash": [{"hash": ""}],
    "audit_event_has_a_hash": [{"hash": ""}],
    "installation_step_kind_is_known": [{"kind": "paint"}],
    "installation_step_status_is_known": [LOST],
    "undoable_action_is_known": [{"action": "tea"}],
    "custom_quote_status_is_known": [LOST],
    "custom_quote_sent_knows_when": [{"status": "sent", "sent_at": None}],
    "custom_quote_decided_knows_when": [{"status": "declined", "decided_at": None, "sent_at": NOW}],
    "custom_quote_accepted_has_its_order_and_a_name": [
        {"status": "accepted", "decided_at": NOW, "sent_at": NOW, "order": None},
        {"status": "accepted", "decided_at": NOW, "sent_at": NOW, "typed_name": ""},
    ],
    "custom_quote_total_is_not_negative": [{"total_cents": NEGATIVE}],
    "lead_source_is_known": [{"source": "gossip"}],
    "lead_outcome_is_known": [{"outcome": "idle"}],
    "lead_lost_says_why": [{"outcome": "lost", "lost_reason": ""}],
    "lead_of_a_call_has_a_contact": [{"source": "call", "phone": "", "email": ""}],
    "order_total_is_not_negative": [{"total_cents": NEGATIVE}],
    "order_fee_is_not_negative": [{"scheduling_fee_cents": NEGATIVE}],
    "order_powered_on_is_installed": [{"status": "equipment_arrived", "powered_on_at": NOW}],
    "order_status_is_known": [LOST],
    "billing_document_amount_is_positive": [{"amount_cents": 0}],
    "billing_document_void_says_why": [{"voided_at": NOW, "void_reason": ""}],
    "billing_document_kind_is_known": [{"kind": "bill"}],
    "order_file_content_is_known": [{"content_type": "text/html"}],
    "appointment_confirmed_knows_when": [{"status": "confirmed", "confirmed_at": None}],
    "appointment_ends_after_it_starts": [{"start_at": NOW, "end_at": NOW}],
    "appointment_window_is_known": [{"time_window": "night", "ends_on": DAY + timedelta(days=1)}],
    "appointment_of_an_afternoon_ends_later": [
        {"time_window": "afternoon", "day": DAY, "ends_on": DAY},
        {"time_window": "morning", "day": DAY, "ends_on": DAY + timedelta(days=1)},
    ],
    "appointment_status_is_known": [LOST],
    "crew_seat_hold_has_a_holder": [{"afternoon": None, "hold_expires_at": NOW}],
    "crew_seat_closed_is_empty": [
        {"is_closed": True, half: partial(filled, Appointment)} for half in ("morning", "afternoon")
    ],
    "change_order_decided_knows_when": [{"status": "approved", "decided_at": None}],
    "change_order_status_is_known": [LOST],
    "milestone_amount_is_not_negative": [{"amount_cents": NEGATIVE}],
    "milestone_due_knows_when": [
        {"status": status, missing: None}
        for status in ("due", "paid")
        for missing in ("reached_at", "ask_at", "due_on")
    ],
    "milestone_status_is_known": [LOST],
    "payment_surcharge_is_part_of_it": [{"surcharge_cents": NEGATIVE}, {"surcharge_cents": 100}],
    "payment_amount_is_positive": [{"amount_cents": 0, "refunded_cents": 0, "disputed_cents": 0}],
    "payment_paid_knows_charge_and_time": [
        {"status": status, missing: None}
        for status in ("paid", "refunded", "returned")
        for missing in ("paid_at", "provider_ref")
    ],
    "payment_refunds_no_more_than_was_paid": [{"refunded_cents": 101}, {"refunded_cents": -1}],
    "payment_is_disputed_for_no_more_than_was_paid": [
        {"disputed_cents": 101},
        {"disputed_cents": NEGATIVE},
    ],
    "payment_status_is_known": [LOST],
    "checkout_open_has_a_page": [
        {"status": "open", "url": ""},
        {"status": "open", "stripe_session_id": None},
    ],
    "checkout_status_is_known": [LOST],
    "refund_is_positive": [{"amount_cents": 0}],
    "refund_sent_knows_when": [
        {"status": "sent", "sent_at": None},
        {"status": "returned", "sent_at": None},
    ],
    "refund_status_is_known": [LOST],
    "dispute_is_positive": [{"amount_cents": 0}],
    "dispute_takes_no_more_than_was_withdrawn": [
        {"withdrawn_cents": 1, "taken_cents": 2},
        {"taken_cents": NEGATIVE},
        {"reinstated_cents": NEGATIVE},
        {"withdrawn_cents": NEGATIVE, "taken_cents": NEGATIVE},
    ],
    "ledger_entry_is_not_zero": [{"amount_cents": 0}],
    "payout_status_is_known": [LOST],
    "cancellation_keeps_and_returns_no_less_than_nothing": [
        {"costs_cents": NEGATIVE},
        {"retained_cents": NEGATIVE},
        {"refund_cents": NEGATIVE},
    ],
    "photo_review_submitted_was_consented": [
        {"status": status, missing: None}
        for status in ("submitted", "retake_requested", "decided")
        for missing in ("consented_at", "submitted_at")
    ],
    "photo_review_decided_knows_the_run": [
        {"status": "decided", "confirmed_run_ft": None},
        {"status": "decided", "decided_at": None},
    ],
    "photo_review_status_is_known": [LOST],
    "photo_receives_no_more_than_announced": [{"size_bytes": 100, "received_bytes": 101}],
    "photo_ready_can_be_shown": [{"status": "ready", "shown_key": ""}],
    "photo_status_is_known": [LOST],
    "proposal_accepted_is_signed": [
        {"status": "accepted", "accepted_at": None},
        {"status": "accepted", "accepted_name": ""},
        {"status": "accepted", "accepted_sha256": ""},
    ],
    "proposal_status_is_known": [LOST],
}
# What may be only once, what makes a row count, and what makes it count no more.
ONCE: Final[dict[str, tuple[dict[str, Any], dict[str, Any] | None]]] = {
    "identity_is_one_users": ({}, None),
    "saved_filter_has_a_name_of_its_own": ({}, None),
    "factor_name_once_per_user": ({}, None),
    "rate_bucket_one_per_rule_and_subject": ({}, None),
    "message_is_queued_once": ({}, None),
    "inbox_item_is_stored_once": ({}, None),
    "received_file_once": ({}, None),
    "staff_task_one_per_message": ({}, None),
    "received_file_use_once": ({}, None),
    "suppression_one_live_per_recipient": ({"lifted_at": None}, {"lifted_at": NOW}),
    "notify_request_one_pending_per_phone_and_address": (
        {"notification_status": "pending"},
        {"notification_status": "notified"},
    ),
    "package_one_active_per_band": ({"is_active": True}, {"is_active": False}),
    "package_one_active_per_distance": (
        {"max_distance_feet": 25, "is_active": True},
        {"is_active": False},
    ),
    "included_service_named_once_per_package": ({}, None),
    "bonus_item_named_once_per_package": ({}, None),
    "generator_listed_once": ({}, None),
    "configuration_one_value_per_key": ({}, None),
    "planned_change_once_a_day": ({"applied_at": None}, {"applied_at": NOW}),
    "coupon_use_one_an_order": ({"released_at": None}, {"released_at": NOW}),
    "order_one_live_per_wizard": ({}, {"status": "cancelled"}),
    "technician_is_entered_once": ({}, None),
    "technician_days_off_begin_once": ({}, None),
    "appointment_one_live_per_order": ({"status": "expired"}, {"status": "cancelled"}),
    "appointment_technician_leads_one_job_an_afternoon": (
        {"status": "held"},
        {"status": "expired"},
    ),
    "appointment_technician_leads_one_job_a_morning": (
        {"status": "held"},
        {"status": "expired"},
    ),
    "crew_seat_is_one_crew_a_day": ({}, None),
    "order_link_one_live_per_order": ({"revoked_at": None}, {"revoked_at": NOW}),
    "change_order_one_open_per_order": ({"status": "proposed"}, {"status": "approved"}),
    "diagnostic_place_is_taken_once": ({"status": "held"}, {"status": "expired"}),
    "diagnostic_is_one_charge": ({"status": "cancelled"}, None),
    "idempotent_answer_once_per_key": ({}, None),
    "job_once_per_key": ({}, None),
    "milestone_once_per_order": ({}, None),
    "payment_is_one_charge": ({}, None),
    "payment_one_per_order_and_purpose": ({"status": "paid"}, {"status": "cancelled"}),
    "checkout_is_known_once": ({}, None),
    "checkout_one_live_per_payment": ({"status": "opening"}, {"status": "expired"}),
    "card_event_is_kept_once": ({}, None),
    "photo_one_per_slot": ({"status": "stored"}, {"status": "refused"}),
    "installation_step_once_per_order": ({}, None),
    "installation_step_serial_number_once": ({"serial_number": "30"}, {"serial_number": ""}),
    "job_entry_follows_one": ({}, None),
    "billing_document_one_per_number": ({}, None),
    "billing_document_one_live_invoice_per_milestone": (
        {"voided_at": None},
        {"voided_at": NOW, "void_reason": "paid twice"},
    ),
    "order_file_one_per_version": ({}, None),
    "lead_is_noted_once_per_source": ({}, None),
    "proposal_one_per_version": ({"status": "superseded"}, None),
    "proposal_one_live_per_order": ({"status": "ready"}, {"status": "superseded"}),
}
# Columns that are unique by themselves, beside each public_id.
UNIQUE: Final = (
    "business_settings.section",
    "balance_transactions.entry",
    "balance_transactions.provider_ref",
    "cancellations.order",
    "company_logos.sha256",
    "coupons.code",
    "coverage_geometries.covered_zip",
    "coverage_zipcode.zip_code",
    "crew_days.day",
    "crew_seats.afternoon",
    "crew_seats.morning",
    "custom_quotes.order",
    "customer_reviews.order",
    "diagnostics.receipt_number",
    "disputes.provider_ref",
    "erasures.customer",
    "generators.model_number",
    "heartbeats.name",
    "inbound_messages.provider_ref",
    "inbox_sources.name",
    "job_reports.appointment",
    "job_reports.code",
    "ledger_entries.key",
    "manual_quote_requests.repeat_key",
    "one_time_links.token_hash",
    "billing_documents.fact",
    "billing_documents.file",
    "order_files.key",
    "order_locations.order",
    "payouts.provider_ref",
    "photo_reviews.order",
    "photos.key",
    "price_receipts.code",
    "price_receipts.previous",
    "price_receipts.quote",
    "proposals.file",
    "recovery_codes.code_hash",
    "refresh_tokens.token_hash",
    "refunds.dedupe_key",
    "refunds.reference",
    "saved_quotes.token_hash",
    "staff_tokens.token_hash",
    "staff_users.username",
    "stripe_checkout_sessions.reference",
    "sweeps.name",
    "tables_sessions.token_hash",
    "texted_numbers.recipient",
    "audit_log_chains.actor",
    "technicians.user",
    "wizard_sessions.session_id",
)


CONSTRAINTS: Final[dict[str, tuple[type[models.Model], Any]]] = {
    constraint.name: (model, constraint)
    for model in tables()
    for constraint in model._meta.constraints
}


def test_every_rule_of_the_schema_is_broken_once() -> None:
    columns = [field for model in tables() for field in model._meta.concrete_fields]

    assert set(CONSTRAINTS) == {*BROKEN, *ONCE}
    assert set(UNIQUE) == {
        f"{field.model._meta.db_table}.{field.name}"
        for field in columns
        if field.unique and not field.primary_key and field.name != "public_id"
    }
    assert all(field.unique for field in columns if field.name == "public_id")


@pytest.mark.parametrize("name", BROKEN)
def test_the_table_refuses_what_breaks_its_rule(name: str) -> None:
    model, _ = CONSTRAINTS[name]

    for broken in BROKEN[name]:
        values = {column: made() if callable(made) else made for column, made in broken.items()}
        with refused_by(name):
            filled(model, **values)


@pytest.mark.parametrize("model", tables())
def test_a_valid_row_is_taken_and_says_what_it_is_and_not_whose(model: type[models.Model]) -> None:
    CatalogVersion.objects.all().delete()  # triggers make one when tables are emptied after a test
    row = filled(model)

    said = str(row)
    assert said
    personal = [getattr(row, name) for name in getattr(model, "PERSONAL", ())]
    if model._meta.db_table != "staff_users":  # of staff, and named on purpose
        assert [value for value in personal if isinstance(value, str) and value in said] == []


# How the second row differs, where another rule would refuse one that is the same.
OTHERWISE: dict[str, dict[str, Any]] = {
    "package_one_active_per_band": {"max_distance_feet": 50},
    "appointment_technician_leads_one_job_an_afternoon": {
        "time_window": "afternoon",
        "ends_on": DAY + timedelta(days=1),
    },
    "appointment_technician_leads_one_job_a_morning": {
        "time_window": "afternoon",
        "day": DAY - timedelta(days=1),
    },
}


@pytest.mark.parametrize("name", ONCE)
def test_what_counts_may_be_there_once(name: str) -> None:
    model, rule = CONSTRAINTS[name]
    counts, counts_no_more = ONCE[name]
    assert (rule.condition is None) == (counts_no_more is None)
    shared = {column: shareable(model, column) for column in rule.fields}
    filled(model, **shared | counts)

    another = OTHERWISE.get(name, {})
    with refused_by(name):
        filled(model, **shared | counts | another)
    if counts_no_more:
        filled(model, **shared | counts | counts_no_more | another)


@pytest.mark.parametrize("name", UNIQUE)
def test_a_column_holds_each_value_once(name: str) -> None:
    model, column = table(name.partition(".")[0]), name.partition(".")[2]
    shared = {column: shareable(model, column)}
    field: Any = model._meta.get_field(column)
    filled(model, **shared)

    with refused_by(f"{model._meta.db_table}_{field.column}"):
        filled(model, **shared)


def shareable(model: type[models.Model], column: str) -> Any:
    """A value for two rows: also of a parent that a row may do without."""
    field: Any = model._meta.get_field(column)
    return filled(field.related_model) if field.remote_field else value_for(field)


@pytest.mark.parametrize(
    "name",
    [
        "installation_packages",
        "package_included_services",
        "package_bonus_items",
        "generators",
        "app_configuration",
        "planned_changes",
    ],
)
def test_any_write_to_a_catalogue_table_renews_the_version(name: str) -> None:
    """By hand, past every signal: the tables' own triggers do it."""
    row = filled(table(name))
    tokens = [catalog.stored_version()]
    for change in ("UPDATE {} SET id = id", "DELETE FROM {} WHERE id = %s"):
        with connection.cursor() as cursor:
            cursor.execute(change.format(name), [row.pk] if "%s" in change else [])
        tokens.append(catalog.stored_version())
    filled(table(name))
    tokens.append(catalog.stored_version())

    assert len(set(tokens)) == 4


def test_before_the_first_write_the_version_is_empty() -> None:
    CatalogVersion.objects.all().delete()

    assert catalog.stored_version() == ""
