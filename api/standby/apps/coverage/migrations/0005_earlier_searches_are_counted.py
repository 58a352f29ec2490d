"""Searches kept before they told their ZIP code and whose first they are."""

from django.db import migrations

from standby.domain.addresses import extract_zip as zip_in

AT_A_TIME = 500


def count_earlier(apps, schema_editor):
    AddressSearch = apps.get_model("coverage", "AddressSearch")
    checked, covered, written = set(), set(), []
    for search in AddressSearch.objects.order_by("pk").iterator():
        visitor = search.session_id or f"unknown {search.pk}"
        search.zip_code = zip_in(search.address) or ""
        if search.coverage_status != "lookup_failed":
            search.is_first_check = visitor not in checked
            checked.add(visitor)
        if search.coverage_status == "covered":
            search.is_first_covered = visitor not in covered
            covered.add(visitor)
        written.append(search)
        if len(written) == AT_A_TIME:
            write(AddressSearch, written)
    write(AddressSearch, written)


def write(AddressSearch, written):
    AddressSearch.objects.bulk_update(written, ["zip_code", "is_first_check", "is_first_covered"])
    written.clear()


class Migration(migrations.Migration):
    dependencies = [("coverage", "0004_searches_counted_by_visitor_and_zip")]

    operations = [migrations.RunPython(count_earlier, migrations.RunPython.noop)]
