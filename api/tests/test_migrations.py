"""A new version starts while the old one still answers: migrations only add (reliability K2).

What is no longer used goes one release later, in a migration whose name begins with "contract_".
"""

import json
from pathlib import Path

import pytest
from django.apps import apps
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

FIRST_RELEASE: dict[str, str] = json.loads(
    (Path(__file__).parent / "first_release.json").read_text()
)
TAKES_AWAY = (
    migrations.RemoveField,
    migrations.DeleteModel,
    migrations.RenameField,
    migrations.RenameModel,
    migrations.AlterModelTable,
)


def fault_of(operation: Operation) -> str:
    """Why the version before could not go on beside this; '' when it can."""
    if isinstance(operation, TAKES_AWAY):
        return "takes away what the version before still uses"
    if isinstance(operation, migrations.AddField) and not _fills_itself(operation.field):
        return "the version before does not know this column: give it null or db_default"
    if isinstance(operation, migrations.AlterField) and not _fills_itself(operation.field):
        return "a changed column may refuse what the version before writes: add another"
    return ""


def _fills_itself(field: "models.Field[object, object]") -> bool:
    return field.null or field.many_to_many is True or field.has_db_default()


def _takes_what_it_took(
    operation: Operation, *, of: str, before: MigrationLoader, name: str
) -> bool:
    # Choices are words of the code, and a longer text is none that is refused.
    if not isinstance(operation, migrations.AlterField):
        return False
    state = before.project_state((of, name), at_end=False)
    was = state.models[of, operation.model_name_lower].fields[operation.name]
    old, new = (
        {key: value for key, value in field.deconstruct()[3].items() if key != "choices"}
        for field in (was, operation.field)
    )
    is_longer = old.pop("max_length", 0) <= new.pop("max_length", 0)
    return is_longer and old == new


def faults() -> list[str]:
    ours = {app.label for app in apps.get_app_configs() if app.name.startswith("standby.")}
    loader = MigrationLoader(None)
    return [
        f"{label}.{name}: {type(operation).__name__}: {fault}"
        for (label, name), migration in sorted(loader.disk_migrations.items())
        if label in ours and name > FIRST_RELEASE.get(label, "")
        for operation in migration.operations
        if not _takes_what_it_took(operation, of=label, before=loader, name=name)
        and (fault := fault_of(operation))
        and not name[5:].startswith("contract_")
    ]


def test_k2_the_version_before_works_on_the_new_tables() -> None:
    assert faults() == []


def test_the_first_release_names_migrations_that_exist() -> None:
    known = set(MigrationLoader(None).disk_migrations)

    assert set(FIRST_RELEASE.items()) <= known


@pytest.mark.parametrize(
    ("operation", "is_fault"),
    [
        (migrations.RemoveField("order", "status"), True),
        (migrations.DeleteModel("order"), True),
        (migrations.RenameField("order", "a", "b"), True),
        (migrations.AddField("order", "a", models.IntegerField(default=0)), True),
        (migrations.AddField("order", "a", models.IntegerField(null=True)), False),
        (migrations.AddField("order", "a", models.IntegerField(db_default=0)), False),
        (migrations.AlterField("order", "a", models.CharField(max_length=5)), True),
        (migrations.RunPython(migrations.RunPython.noop), False),
    ],
)
def test_the_rule_bites(operation: Operation, is_fault: bool) -> None:
    assert bool(fault_of(operation)) is is_fault
