"""`make faults`: every test, unsampled, on both databases. Meant to run nightly.

The gate's samples are complete here: every city and legal page, 10,000 random histories, fuzzing
with 200 examples of each call, and the tests that are too long for every change.
"""

import os
import sys

from ops import checks
from ops.checks import AUTH, BROWSER, BUILD, DURABLE, PYTEST, Part, Stage
from ops.commit import POSTGRESQL, SQLITE
from ops.install import install
from ops.machine import require

EVERYTHING = "not live"
EXAMPLES = "200"


def stages() -> tuple[Stage, ...]:
    return (
        (BUILD,),
        (AUTH,),
        (_tests_on(SQLITE), _tests_on(POSTGRESQL)),
        (_fuzz_on(SQLITE), _fuzz_on(POSTGRESQL)),
        (BROWSER,),
        (checks.LIGHTHOUSE,),
    )


def _tests_on(database: str) -> Part:
    durable = DURABLE if database == POSTGRESQL else ()
    command = (*durable, *PYTEST, "-s", "-m", EVERYTHING, "api/tests")
    return Part(name=f"all tests on {database}", command=command, database=database)


def _fuzz_on(database: str) -> Part:
    durable = DURABLE if database == POSTGRESQL else ()
    fuzz = (sys.executable, "-m", "ops.fuzz", EXAMPLES)
    return Part(name=f"fuzz on {database}", command=(*durable, *fuzz))


def faults() -> int:
    os.environ["TEST_WHOLE"] = "1"
    install()
    for program in ("chromium", "initdb", "nginx"):
        require(program)
    return checks.run(stages(), stops_at_red=False)


if __name__ == "__main__":
    sys.exit(faults())
