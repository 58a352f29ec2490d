"""`make dev`: API, worker and pages with hot reload, until Ctrl-C.

Django's runserver and `astro dev` reload by themselves; watchfiles starts the worker again when a
Python file changes. Open the pages' address: it passes on what is not a page.
"""

import os
import signal
import sys
from contextlib import suppress

from ops.install import install
from ops.once import quietly
from ops.places import API, PYTHON, WEB
from ops.run import obey_signals
from ops.supervise import Program, Supervisor

PAGES_PORT = "4321"


def dev() -> int:
    port = os.environ.setdefault("PORT", "8000")
    os.environ.setdefault("STANDBY_SITE_URL", f"http://127.0.0.1:{PAGES_PORT}")
    install()
    quietly([PYTHON, "-m", "standby.server.prepare"], cwd=API)
    api = [str(PYTHON), "manage.py", "runserver", port]
    worker = ["watchfiles", "--filter", "python", f"{PYTHON} manage.py work", "standby"]
    pages = ["astro", "dev", "--port", PAGES_PORT]
    supervisor = Supervisor(
        Program("API", api, cwd=API, may_restart=False),
        Program("worker", worker, cwd=API, may_restart=True),
        Program("pages", pages, cwd=WEB, may_restart=False),
    )
    obey_signals(supervisor)
    supervisor.start()
    print(f"Pages: http://127.0.0.1:{PAGES_PORT}  (Ctrl-C stops all of it)", flush=True)
    code = supervisor.watch()
    for program in supervisor.programs:  # Node runs below a launcher that does not pass signals on
        if program.process:
            with suppress(ProcessLookupError):
                os.killpg(program.process.pid, signal.SIGTERM)
    return code


if __name__ == "__main__":
    sys.exit(dev())
