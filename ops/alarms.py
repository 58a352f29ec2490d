"""`make alarms`: rewrite the table in docs/operating.md and the Prometheus alert rules."""

from ops.install import install
from ops.once import quietly
from ops.places import API, PYTHON

if __name__ == "__main__":
    install()
    quietly([PYTHON, "-m", "standby.server.alarms"], cwd=API)
    print(
        "docs/operating.md and deploy/alarms.rules.yml are what api/standby/server/alarms.py says"
    )
