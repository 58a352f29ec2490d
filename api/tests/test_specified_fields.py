"""Every entity of the specification has each of its fields: in its table, and on the wire."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db.models import DecimalField, Field, FloatField, IntegerField
from ops.tools import API

# Prices are kept in cents, times of an appointment with its order.
TABLES = {
    "coverage_zipcode": "zip_code city state status",
    "coverage_rejection_requests": """
        address_formatted street_number street_name city state zip_code country phone_number
        formatted_phone rejection_reason notification_status source verified_at
        notification_requested_at""",
    "wizard_sessions": """
        session_id current_step completed_steps installation_cost_cents max_distance_ft
        generator_choice selected_generator_id generator_price_cents subtotal_cents
        selected_installation_date selected_time_window full_name mobile_number email tax_cents
        total_cents status completed_at order_id updated_at""",
    "wizard_interaction_events": "session_id event_type event_data",
    "installation_packages": "id name description max_distance_feet price_cents is_active",
    "package_included_services": """
        package_id service_name service_description price_cents display_order is_active""",
    "package_bonus_items": """
        id package_id bonus_category bonus_name bonus_description retail_value_cents
        highlight_color display_order is_active""",
    "generators": "id brand model kw price_cents description fuel_type has_wifi switch_type",
    "app_configuration": "category key value is_active",
    "coverage_geometries": "covered_zip_id bbox geometry_json",
    "appointments": "id start_at end_at assigned_to_id time_window order_id",
    "orders": "id total_cents customer_id generator_id package_id",
    "customers": "name email phone",
    "order_locations": "order_id formatted_address",
    "order_files": "id order_id key title type",
    "stripe_checkout_sessions": "stripe_session_id payment_type entity_id",
}
ON_THE_WIRE = {
    "AddressSearchIn": "address coverage_status session_id search_context geocoding_response",
    "AppointmentOut": "id start_at end_at assigned_to time_window order_id order",
    "AppointmentOrderOut": "id customer order_location",
    "AppointmentCustomerOut": "name email phone",
    "AppointmentLocationOut": "formatted_address",
    "BonusItemOut": """
        id bonus_category bonus_name bonus_description retail_value_cents highlight_color
        display_order""",
    "CoveredZipOut": "zip_code city state status",
    "DateRangeOut": "current_min min current_max max unit",
    "GeneratorOut": "id brand model kw price description fuel_type has_wifi switch_type",
    "IncludedServiceOut": """
        package_id service_name service_description price_cents display_order is_active""",
    "InstallationOrderIn": "customerData wizardData paymentData",
    "ManualProposalIn": "orderId fileType",
    "NotifyRequestIn": """
        address_formatted street_number street_name city state zip_code country phone_number
        formatted_phone rejection_reason source""",
    "OrderGeneratorOut": "brand model kw",
    "OrderPackageOut": "name",
    "PackageOut": "id name description max_distance_feet price",
    "PaidFileOut": "url title type",
    "PaidOrderOut": "id total_paid_cents customer generator package order_location files",
    "PermitFeeOut": "default_cents city_specific",
    "PredictionOut": "description place_id structured_formatting",
    "SchedulingFeeOut": "amount_cents refundable",
    "SchedulingOut": "scheduling_date_range scheduling_disabled_weekdays",
    "WizardEventIn": "session_id event_type event_data",
    "ZipShapeOut": "zip_code city state bbox geometry_json",
}


@pytest.mark.req("API-02.14", "API-03.1")
@pytest.mark.parametrize("table", TABLES)
def test_a_table_has_every_field(table: str) -> None:
    has = {field.attname for name, field in columns() if name == table}

    assert set(TABLES[table].split()) - has == set()


@pytest.mark.req("API-03.2")
@pytest.mark.parametrize("schema", ON_THE_WIRE)
def test_a_body_has_every_field(schema: str) -> None:
    assert set(ON_THE_WIRE[schema].split()) - set(schemas()[schema]["properties"]) == set()


@pytest.mark.req("PRICE-01.1")
def test_money_is_whole_cents_in_tables_and_on_the_wire() -> None:
    kept = {f"{table}.{field.name}": field for table, field in columns() if "cents" in field.name}
    told = {
        f"{name}.{field}": {kind["type"] for kind in shape.get("anyOf", [shape])}
        for name, schema in schemas().items()
        for field, shape in schema.get("properties", {}).items()
        if field.lower().endswith("cents")
    }
    fractions = {field.name for _, field in columns() if isinstance(field, FRACTION)}

    assert len(kept) > 20
    assert {name for name, field in kept.items() if not isinstance(field, IntegerField)} == set()
    assert fractions == {"lat", "lon", "late_fee_rate"}
    assert len(told) > 50
    assert {name for name, kinds in told.items() if "integer" not in kinds} == set()
    assert {name for name, kinds in told.items() if "number" in kinds} == set()


FRACTION = (FloatField, DecimalField)


def columns() -> Iterator[tuple[str, "Field[Any, Any]"]]:
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            yield model._meta.db_table, field


def schemas() -> dict[str, Any]:
    contract: dict[str, Any] = json.loads((API / "openapi.json").read_text())
    found: dict[str, Any] = contract["components"]["schemas"]
    return found
