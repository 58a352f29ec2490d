"""Which columns say who somebody is: a new one without a class fails (reliability M2)."""

from typing import Final

import pytest
from database_helpers import tables
from django.apps import apps
from django.db import models

from standby.workflows.personal_data_map import PERSONAL_DATA_MAP

# Text that says nothing about who a customer is. Names of staff stand in `actor`, `…_by`, `author`.
NOT_PERSONAL: Final = {
    "address_searches": "coverage_status search_context session_id zip_code",
    "app_configuration": "category key value",
    "balance_transactions": "about attempt charge provider_ref title",
    "billing_documents": "fact void_reason",
    "business_settings": "section value",
    "cancellations": "cancelled_by rule",
    "card_events": "error event_id provider type",
    "catalog_version": "token",
    "change_orders": "proposed_by",
    "company_logos": "content sha256",
    "consents": "language page purpose wording",
    "coupons": "code note",
    "coverage_geometries": "bbox geometry_json source",
    "coverage_imports": "based_on changes file_name file_sha256 previewed_by report settled_by",
    "coverage_rejection_requests": "city consent_text country language rejection_reason source "
    "state zip_code",
    "coverage_zipcode": "city county region state zip_code",
    "crew_days": "reason",
    "custom_quotes": "accepted_by agreement_versions lead_ref lead_source line_items made_by "
    "model_number versions",
    "customer_reviews": "decline_reason",
    "customers": "language",
    "diagnostics": "charge language provider session_id url zip_code",
    "disputes": "charge provider_ref reason status",
    "factors": "friendly_name secret",
    "generators": "brand description fuel_type model model_number switch_type",
    "heartbeats": "last_error name",
    "idempotent_answers": "endpoint fingerprint key",
    "identities": "provider",
    "inbound_messages": "answered_by meaning provider_ref",
    "inbox_items": "part_of reason ref",
    "inbox_sources": "last_error name",
    "installation_packages": "code description name",
    "installation_steps": "model purchase_order serial_number supplier",
    "job_entries": "actor credential facts_seal hash prev_hash role",
    "job_reports": "checklist code hours seal serial_number",
    "jobs": "key last_error",
    "leads": "lost_reason person source_ref",
    "ledger_entries": "actor key",
    "manual_quote_requests": "repeat_key",
    "message_templates": "glance heading kind language made_by subject text",
    "messages": "dedupe_key kind language provider_ref",
    "number_series": "kind",
    "one_time_links": "code_challenge method token_hash",
    "order_files": "added_by key language sha256",
    "order_locations": "city state zip_code",
    "order_log": "actor after before credential hash note_seal prev_hash role subject",
    "order_notes": "author",
    "orders": "agreement_versions city_key own_model_number review_reason zip_code",
    "package_bonus_items": "bonus_category bonus_description bonus_name highlight_color",
    "package_included_services": "service_description service_name",
    "payouts": "provider provider_ref",
    "payments": "currency funding provider provider_ref",
    "photo_reviews": "consent_wording decided_by retake_slots",
    "photos": "added_by content_type key refused_code shown_key slot thumbnail_key",
    "planned_changes": "field planned_by withdrawn_by",
    "price_receipts": "code reason signature",
    "proposals": "accepted_clauses_sha256 accepted_sha256 agreement_versions clauses "
    "clauses_sha256 milestones",
    "quotes": "band city line_items township zip_code",
    "rate_buckets": "rule subject",
    "sweeps": "name position stuck_at",
    "undoable_actions": "actor message_keys",
    "received_files": "content_type key",
    "recovery_codes": "code_hash",
    "refresh_tokens": "token_hash",
    "refunds": "charge dedupe_key last_error provider_ref requested_by",
    "saved_quotes": "band city lines model_number signature token_hash zip_code",
    "saved_filters": "name query",
    "waiting_counts": "counts",
    "sign_in_sessions": "methods",
    "audit_events": "action actor after before credential hash network object prev_hash request_id"
    " role",
    "staff_tasks": "created_by done_by",
    "staff_tokens": "role token_hash",
    "staff_users": "password role",
    "stripe_checkout_sessions": "payment_type provider stripe_session_id url",
    "suppressions": "lifted_by lifted_credential lifted_role reason",
    "tables_sessions": "token_hash",
    "audit_log_chains": "actor head",
    "wizard_sessions": "completed_steps order_id selected_time_window session_id",
}
# Personal, and no customer's: it is of staff, and goes when they go.
OF_STAFF: Final = {"staff_users", "identities", "technicians"}


def personal(model: type[models.Model]) -> set[str]:
    return set(getattr(model, "PERSONAL", ()))


def free_columns(model: type[models.Model]) -> set[str]:
    """Those that could hold anything."""
    kinds = (models.CharField, models.TextField, models.JSONField, models.BinaryField)
    return {
        column.name
        for column in model._meta.concrete_fields
        if isinstance(column, kinds) and not column.choices
    }


@pytest.mark.parametrize("model", tables(), ids=lambda model: model._meta.db_table)
def test_every_column_that_could_hold_a_name_says_whether_it_does(
    model: type[models.Model],
) -> None:
    not_personal = set(NOT_PERSONAL.get(model._meta.db_table, "").split())

    assert free_columns(model) - personal(model) == not_personal


def test_every_personal_column_names_a_column() -> None:
    for model in tables():
        assert personal(model) <= {column.name for column in model._meta.concrete_fields}


def test_erasing_a_customer_knows_every_table_with_personal_columns() -> None:
    wiped = {
        holding.name: personal(holding.table)
        if holding.erased_values is None
        else set(holding.erased_values)
        for holding in PERSONAL_DATA_MAP
    }

    forgotten = {
        model._meta.db_table: sorted(left)
        for model in tables()
        if model._meta.db_table not in OF_STAFF
        and (left := personal(model) - wiped.get(model._meta.db_table, set()))
    }

    assert forgotten == {}


def test_the_framework_keeps_no_log_of_its_own_beside_the_trail() -> None:
    """Django's log of its admin tells rows by their names; nothing is written to it."""
    others = {
        model._meta.label
        for model in apps.get_models()
        if not model.__module__.startswith("standby.")
    }

    assert others <= {
        "contenttypes.ContentType",
        "auth.Permission",
        "auth.Group",
        "admin.LogEntry",
    }
