"""The order's log is written and never changed: the database itself refuses."""

from django.db import migrations

SQLITE = """
CREATE TRIGGER order_log_is_never_changed BEFORE UPDATE ON order_log
BEGIN SELECT RAISE(ABORT, 'order_log_is_never_changed'); END
"""
POSTGRESQL = """
CREATE FUNCTION order_log_is_never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'order_log_is_never_changed' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER order_log_is_never_changed BEFORE UPDATE ON order_log
FOR EACH ROW EXECUTE FUNCTION order_log_is_never_changed()
"""


def guard(apps, schema_editor):
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    schema_editor.execute(SQLITE if is_sqlite else POSTGRESQL, params=None)


def unguard(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER order_log_is_never_changed")
        return
    schema_editor.execute("DROP TRIGGER order_log_is_never_changed ON order_log")
    schema_editor.execute("DROP FUNCTION order_log_is_never_changed()")


class Migration(migrations.Migration):
    dependencies = [("booking", "0001_initial")]
    operations = [migrations.RunPython(guard, unguard)]
