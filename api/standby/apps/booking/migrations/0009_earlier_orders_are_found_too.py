"""Orders from before get their search text; what was complete then had its power on."""

from django.db import migrations
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from standby.domain.search_words import search_text

ORDERS_AT_ONCE = 500


def keep(apps, schema_editor):
    alias = schema_editor.connection.alias
    orders = apps.get_model("booking", "Order").objects.using(alias)
    texts = apps.get_model("booking", "OrderSearchText")
    last = 0
    while True:
        found = list(
            orders.select_related("customer", "order_location")
            .filter(pk__gt=last, order_location__isnull=False, search_text=None)
            .order_by("pk")[:ORDERS_AT_ONCE]
        )
        if not found:
            break
        last = found[-1].pk
        texts.objects.using(alias).bulk_create(
            texts(order_id=order.pk, words=_words(order)) for order in found
        )
    log = apps.get_model("booking", "OrderLogEntry").objects
    completed = log.filter(order=OuterRef("pk"), subject="order", after="completed")
    orders.filter(status="completed", powered_on_at=None).update(
        powered_on_at=Coalesce(Subquery(completed.values("at")[:1]), F("created_at"))
    )


def _words(order):
    customer, place = order.customer, order.order_location
    return search_text(
        name=customer.name,
        email=customer.email,
        phone=customer.phone,
        places=(place.formatted_address, place.city, place.zip_code),
    )[:900]


class Migration(migrations.Migration):
    dependencies = [("booking", "0008_what_staff_find_orders_by")]
    operations = [migrations.RunPython(keep, migrations.RunPython.noop)]
