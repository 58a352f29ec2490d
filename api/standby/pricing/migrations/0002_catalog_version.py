from django.db import migrations

# The tables themselves renew the catalog's version, whoever writes: ORM, admin or SQL by hand.
TABLES = (
    "installation_packages",
    "package_included_services",
    "package_bonus_items",
    "generators",
    "app_configuration",
    "planned_changes",
)
POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION renew_catalog_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO catalog_version (id, token) VALUES (1, replace(gen_random_uuid()::text, '-', ''))
    ON CONFLICT (id) DO UPDATE SET token = excluded.token;
    RETURN NULL;
END $$
"""
POSTGRESQL_TRIGGER = """
CREATE TRIGGER {table}_renews_catalog_version
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION renew_catalog_version()
"""
SQLITE_TRIGGER = """
CREATE TRIGGER {table}_{verb}_renews_catalog_version AFTER {verb} ON {table}
BEGIN
    INSERT INTO catalog_version (id, token) VALUES (1, lower(hex(randomblob(16))))
    ON CONFLICT (id) DO UPDATE SET token = excluded.token;
END
"""
VERBS = ("insert", "update", "delete")


def add_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_FUNCTION)
        for table in TABLES:
            schema_editor.execute(POSTGRESQL_TRIGGER.format(table=table))
        return
    for table in TABLES:
        for verb in VERBS:
            schema_editor.execute(SQLITE_TRIGGER.format(table=table, verb=verb))


class Migration(migrations.Migration):

    dependencies = [("pricing", "0001_initial")]

    operations = [migrations.RunPython(add_triggers, migrations.RunPython.noop)]
