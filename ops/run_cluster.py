"""`make cluster`: three database machines and two web hosts, all of them on this machine.

A program that dies is started again, and none takes another down. Killed itself, this one leaves
nothing behind: every program is told to end with it.
"""

import fcntl
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ops.build import build_for_these_settings
from ops.cluster import (
    HOSTS,
    NEEDED,
    NODES,
    Cluster,
    as_unprivileged_user,
    give_to_unprivileged_user,
)
from ops.install import install
from ops.postgresql import free_port
from ops.run import SERVER, WORKER, Program, Supervisor, serves
from ops.served import NAME, Market, Site, nginx_of
from ops.tools import API, PYTHON, ROOT, quietly, require_all

FOLDER = ROOT / "var" / "cluster"
HTTPS_PORT = 8443
LEFTOVERS_END_WITHIN_S = 60
_PORTS_OF_A_NODE = (2379, 8008, 5432, 6432)
_PORT_OF_A_HOST = 5000


class ClusterSupervisor(Supervisor):
    """Starts the web hosts and nginx, watches the programs of all machines, and stops the database
    last. A program that keeps dying rests between two starts, and the others go on."""

    gives_up = False

    def __init__(
        self,
        cluster: Cluster,
        of_hosts: list[Program],
        nginx: Program,
        *,
        ports: list[int],
        announcement: str,
    ) -> None:
        super().__init__(*cluster.programs.values(), *of_hosts, nginx)
        self.cluster = cluster
        self.of_hosts = Supervisor(*of_hosts)
        self.nginx = Supervisor(nginx)
        self.ports = ports
        self.announcement = announcement

    def at_each_look(self) -> None:
        # While it is watched already: a stop is obeyed, and what dies is started, from the outset.
        if self.announcement and all(serves(port) for port in self.ports):
            print(self.announcement, flush=True)
            self.announcement = ""

    def start(self) -> None:
        self.of_hosts.start()
        self.nginx.start()

    def stop(self) -> None:
        self.of_hosts.stop()
        self.nginx.stop()
        self.cluster.stop()


def main() -> int:
    """Run the cluster until it is stopped."""
    require_all(*NEEDED)
    install()
    pages = build_for_these_settings()
    with only_one(FOLDER):
        cluster = Cluster(FOLDER)
        wait_until_free(cluster)
        cluster.write_files()
        settings = cluster.settings() | {
            "STANDBY_PAGES": str(pages),
            "STANDBY_DATA": str(FOLDER / "standby"),  # for files a bucket on real machines
            "STANDBY_SITE_URL": f"https://{NAME}:{HTTPS_PORT}",
            "STANDBY_TRUSTED_PROXIES": "1",
        }
        line = commands_of(FOLDER, settings)
        ports = [free_port() for _ in HOSTS]
        nginx, site = nginx_before(ports, FOLDER / "nginx")
        give_to_unprivileged_user(FOLDER)
        try:
            cluster.start()
            prepare = [*as_host_user(), str(PYTHON), "-m", "standby.server.prepare"]
            quietly(prepare, cwd=API, **settings)
            hosts = [web_host(at, port, settings) for at, port in enumerate(ports, start=1)]
            of_hosts = [program for host in hosts for program in host]
            ready = f"{line}\nStandby is ready: {site.origin}  (Ctrl-C stops it)"
            supervisor = ClusterSupervisor(
                cluster, of_hosts, nginx, ports=ports, announcement=ready
            )
            supervisor.obey_signals()
            supervisor.start()
            return supervisor.watch()
        finally:
            cluster.stop()


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Raise SystemExit with how to stop it, while another supervisor of this folder lives."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "supervisor").open("a+") as held:
        held.seek(0)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            process = held.read().strip()
            raise SystemExit(
                f"This cluster runs already. Press Ctrl-C where it was started, or: kill {process}"
            ) from error
        held.truncate(0)
        held.write(f"{os.getpid()}\n")
        held.flush()
        yield


def wait_until_free(cluster: Cluster) -> None:
    """Wait for what a killed supervisor told to end. Raises SystemExit with who stays."""
    give_up_at, is_told = time.monotonic() + LEFTOVERS_END_WITHIN_S, False
    while taken := _taken(cluster):
        if not is_told:
            print("An earlier cluster is still ending; waiting for it …", flush=True)
        is_told = True
        if time.monotonic() > give_up_at:
            named = ", ".join(f"{address}:{port}" for address, port in taken)
            raise SystemExit(
                f"Something else serves at {named}. Find it, and stop it: ss -ltnp | grep 127.0.0."
            )
        time.sleep(0.5)


def _taken(cluster: Cluster) -> list[tuple[str, int]]:
    ours = [(cluster.address(node), port) for node in NODES for port in _PORTS_OF_A_NODE]
    ours += [(cluster.address(host), _PORT_OF_A_HOST) for host in HOSTS]
    ours.append(("127.0.0.1", HTTPS_PORT))
    return [place for place in ours if _answers(place)]


def _answers(place: tuple[str, int]) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(place) == 0


def commands_of(folder: Path, settings: Mapping[str, str]) -> str:
    """Write the settings for `./standby`, and return the line that uses them."""
    (folder / "standby").mkdir(exist_ok=True)
    file = folder / "standby.env"
    file.touch(0o600)
    told = {"STANDBY_ENV": "local", **settings}
    file.write_text("".join(f"{name}={value}\n" for name, value in told.items()))
    command = f"STANDBY_ENV_FILE={file.relative_to(ROOT)} ./standby staff_user EMAIL --role owner"
    return f"Its commands, for example the first owner: {command}"


def nginx_before(ports: list[int], folder: Path) -> tuple[Program, Site]:
    """Return nginx before both web hosts, watched like them."""
    folder.mkdir(exist_ok=True)
    site = Market("site", NAME, ports)
    entering = as_unprivileged_user()
    command, [served] = nginx_of([site], folder, port=HTTPS_PORT, is_root=False)
    program = Program("nginx", [*entering, *command], may_restart=True, owns_group=True)
    return program, served


def web_host(number: int, port: int, settings: dict[str, str]) -> list[Program]:
    """Return the server and the worker of a web host."""
    own = settings | {"PORT": str(port)}
    entering = as_host_user()
    return [
        Program(f"server of host{number}", [*entering, *SERVER], settings=own, may_restart=True),
        Program(f"worker of host{number}", [*entering, *WORKER], settings=own, may_restart=True),
    ]


def as_host_user() -> list[str]:
    """Like `as_unprivileged_user`; it may read root's own Python where there is no other."""
    entering = as_unprivileged_user()
    real = PYTHON.resolve()
    if not entering or not subprocess.run([*entering, "test", "-x", real], check=False).returncode:
        return entering
    return [*entering, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # before it was ready
        sys.exit(130)
