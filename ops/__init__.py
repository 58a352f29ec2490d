"""How the product is installed, built, run, tested and measured. Needs Python 3.11 only."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - read by whatever Python a machine has
    raise SystemExit(
        "Standby needs Python 3.11 or newer; this one is "
        + sys.version.split()[0]
        + ". Choose another: make PYTHON=python3.12 …"
    )
