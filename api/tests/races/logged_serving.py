"""The product's own gunicorn configuration, with a line in the log for each process that is up."""

from typing import Any

from standby.server import serving
from standby.server.serving import *  # noqa: F403 - gunicorn reads a module's names


def post_worker_init(worker: Any) -> None:  # type: ignore[no-redef]
    serving.post_worker_init(worker)
    worker.log.warning("a process of server %s is up", worker.ppid)
