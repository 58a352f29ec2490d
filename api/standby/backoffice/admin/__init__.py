"""The tables that staff change, as Django's admin."""

from standby.backoffice.admin import (  # noqa: F401 - each registers its tables
    app_configuration,
    catalog,
    coverage,
    diagnostics,
    message_templates,
    planned_changes,
    reviews,
    staff,
)
