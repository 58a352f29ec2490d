"""Commands to install, build, run, test and measure the product. They need only Python 3.11."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - run by whatever Python a machine has
    raise SystemExit(
        "Standby needs Python 3.11 or newer; this one is "
        + sys.version.split()[0]
        + ". Choose another: make PYTHON=python3.12 …"
    )
