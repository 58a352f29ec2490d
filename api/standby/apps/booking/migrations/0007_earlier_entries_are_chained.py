"""What was logged before there were chains is chained, in small transactions."""

import secrets
from datetime import UTC

from django.db import migrations, transaction

from standby.domain.chains import BEGINNING
from standby.domain.chains import hash_row as sealed
from standby.domain.chains import hash_text as seal_of_words

ORDERS_AT_ONCE = 200


def chain(apps, schema_editor):
    entries = apps.get_model("booking", "OrderLogEntry").objects.using(
        schema_editor.connection.alias
    )
    last = 0
    while True:
        orders = list(
            entries.filter(order_id__gt=last, hash="")
            .order_by("order_id")
            .values_list("order_id", flat=True)
            .distinct()[:ORDERS_AT_ONCE]
        )
        if not orders:
            return
        last = orders[-1]
        with transaction.atomic(using=schema_editor.connection.alias):
            _chain_orders(entries, orders)


def _chain_orders(entries, orders):
    heads, changed = {}, []
    for entry in entries.filter(order_id__in=orders).order_by("id"):
        entry.note_salt = secrets.token_hex(16) if entry.note else ""
        entry.note_seal = seal_of_words(entry.note, salt=entry.note_salt)
        entry.prev_hash = heads.get(entry.order_id, BEGINNING)
        entry.hash = sealed(
            {
                "order": entry.order_id,
                "at": entry.at.astimezone(UTC).isoformat(),
                "actor": entry.actor,
                "subject": entry.subject,
                "before": entry.before,
                "after": entry.after,
                "note": entry.note_seal,
            },
            after=entry.prev_hash,
        )
        heads[entry.order_id] = entry.hash
        changed.append(entry)
    entries.bulk_update(
        changed, ["note_salt", "note_seal", "prev_hash", "hash"], batch_size=200
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("booking", "0006_the_log_is_a_chain")]
    operations = [migrations.RunPython(chain, migrations.RunPython.noop)]
