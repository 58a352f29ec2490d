"""The cluster of `make cluster`, with a network namespace and a disk of its own for each node."""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Self

from ops.cluster import NEEDED, NODES, Cluster, as_unprivileged_user
from ops.postgresql import free_port
from ops.served import Site, nginx
from ops.tools import require, require_all
from shop import READY_WITHIN_S, until
from visitors import Hosts, Outside, outside

DISK_MB = 1024  # a restore moves the present data aside and needs room for both
_numbers = count()


@dataclass(kw_only=True)
class Machines(Cluster):
    """A node can be lost whole, cut off from the other two, or have a full disk."""

    prefix: str

    def namespace(self, node: str) -> str:
        return f"{self.prefix}-{node}"

    def lose(self, node: str) -> None:
        """Everything on it is killed. Whoever was connected is told by a reset."""
        while pids := _ip("netns", "pids", self.namespace(node)).split():
            subprocess.run(["kill", "-9", *pids], stderr=subprocess.DEVNULL, check=False)
        for machine, program in list(self.programs):
            if machine == node:
                self.programs.pop((machine, program)).process.wait()

    def kill(self, machine: str, program: str) -> None:
        killed = self.programs.pop((machine, program)).process
        killed.kill()
        killed.wait()

    def lose_power(self, node: str) -> None:
        """As when its power fails: nobody who was connected is told anything."""
        self._in(node, "link", "set", "eth0", "down")
        self.lose(node)

    def cut_off(self, node: str) -> None:
        """The other two nodes do not reach it any more, nor does it reach them. Web hosts do."""
        for other in NODES:
            if other != node:
                self._in(node, "route", "add", "blackhole", self.address(other))

    def connect(self, node: str) -> None:
        """Whatever line of it was cut."""
        for route in _ip("-n", self.namespace(node), "route", "show", "type", "blackhole").split():
            if route.startswith(self.network):
                self._in(node, "route", "del", "blackhole", route)
        self._in(node, "link", "set", "eth0", "up")

    def kill_postgresql(self, node: str) -> None:
        """Its first process; the others end by themselves."""
        os.kill(self._postmaster(node), signal.SIGKILL)

    def replay(self, node: str, *, goes_on: bool) -> None:
        """A replica stands still, or goes on. It still takes what the primary sends.

        Patroni itself resumes a replay that was paused by SQL.
        """
        of_replay = ("pgrep", "--parent", str(self._postmaster(node)), "--full", "startup")
        pid = subprocess.run(of_replay, check=True, capture_output=True, text=True).stdout
        os.kill(int(pid), signal.SIGCONT if goes_on else signal.SIGSTOP)

    def _postmaster(self, node: str) -> int:
        pid, *_ = (self.folder_of(node) / "data" / "postmaster.pid").read_text().splitlines()
        return int(pid)

    def switch_over(self) -> None:
        """As planned, by Patroni's own call. Raises SystemExit with what it answered."""
        primary = self.primary()
        url = f"http://{self.address(primary)}:8008/switchover"
        asked = ("curl", "--silent", "--fail-with-body", "--json", f'{{"leader": "{primary}"}}')
        self.run(primary, *asked, url)

    def fill_disk(self, node: str) -> None:
        subprocess.run(
            ["dd", "if=/dev/zero", f"of={self.folder_of(node)}/filler", "bs=1M"],
            stderr=subprocess.DEVNULL,
            check=False,  # it ends because no space is left
        )

    def free_disk(self, node: str) -> None:
        (self.folder_of(node) / "filler").unlink(missing_ok=True)

    def heal(self) -> None:
        """Start whatever is gone, and wait until all of it is there again."""
        for machine, program in self.all_programs():
            found = self.programs.get((machine, program))
            if found is None or found.process.poll() is not None:
                self.start_program(machine, program)
        self.wait_until_whole()

    def _in(self, node: str, *command: str) -> None:
        _ip("-n", self.namespace(node), *command)


@contextmanager
def machines(folder: Path, *, is_synchronous: bool = True) -> Iterator[Machines]:
    """Run the three nodes and both HAProxies. Only the machine's administrator may."""
    require_all(*NEEDED)
    for above in folder.parents[:3]:
        # pytest's are for root alone, and PostgreSQL is not root; with --basetemp one can be /tmp
        above.chmod(above.stat().st_mode | 0o055)
    number = (os.getpid() + next(_numbers)) % 250
    prefix, network = f"sb{number}", f"10.77.{number}"
    cluster = Machines(
        folder=folder,
        network=network,
        is_synchronous=is_synchronous,
        entering=lambda machine: _entering(prefix, machine),
        prefix=prefix,
    )
    with ExitStack() as made:
        made.enter_context(_switch(prefix, [cluster.address(host) for host in ("host1", "host2")]))
        for node in NODES:
            made.enter_context(_namespace(prefix, node, cluster.address(node)))
            made.enter_context(_disk(cluster.folder_of(node)))
        cluster.write_files()
        made.callback(cluster.stop)
        cluster.start()
        yield cluster


def _entering(prefix: str, machine: str) -> list[str]:
    enter = ["ip", "netns", "exec", f"{prefix}-{machine}"] if machine in NODES else []
    return [*enter, *as_unprivileged_user()]


@contextmanager
def _switch(name: str, addresses: list[str]) -> Iterator[None]:
    """The network between all of them, on which this machine has both web hosts' addresses."""
    _ip("link", "add", name, "type", "bridge")
    try:
        for address in addresses:
            _ip("address", "add", f"{address}/24", "dev", name)
        _ip("link", "set", name, "up")
        yield
    finally:
        _ip("link", "delete", name)


@contextmanager
def _namespace(prefix: str, node: str, address: str) -> Iterator[None]:
    name, line = f"{prefix}-{node}", f"{prefix}-{node[-1]}"
    _ip("netns", "add", name)
    try:
        _ip("link", "add", line, "type", "veth", "peer", "name", "eth0", "netns", name)
        _ip("link", "set", line, "master", prefix, "up")
        _ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
        for each in ("lo", "eth0"):
            _ip("-n", name, "link", "set", each, "up")
        yield
    finally:
        _ip("netns", "delete", name)


@contextmanager
def _disk(place: Path) -> Iterator[None]:
    place.mkdir(parents=True)
    size = f"size={DISK_MB}m"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def _ip(*command: str) -> str:
    return subprocess.run(
        [require("ip"), *command], check=True, capture_output=True, text=True
    ).stdout


@dataclass
class ClusterHosts(Hosts):
    """Both web hosts, on the cluster's database."""

    def __enter__(self) -> Self:
        self.data.mkdir(parents=True)
        self.ports = [free_port() for _ in range(self.size)]
        ran = self.run("-m", "standby.server.prepare")
        assert ran.returncode == 0, ran.stderr
        self.start()
        until(self._are_ready, within_s=READY_WITHIN_S, why=self.log.read_text)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_cluster(
    opened: ExitStack,
    place: Path,
    *,
    is_synchronous: bool = True,
    settings: Mapping[str, str] | None = None,
) -> tuple[Machines, ClusterHosts, Outside, Site]:
    """The whole of it, behind nginx, with a card provider, a mail server and a bucket."""
    peers = opened.enter_context(outside())
    cluster = opened.enter_context(machines(place / "nodes", is_synchronous=is_synchronous))
    environment = {
        **peers.settings,
        **cluster.settings(),
        "STANDBY_RATE_LIMITS": "off",
        **(settings or {}),
    }
    made = ClusterHosts(data=place / "hosts", database_url=cluster.url(), settings=environment)
    hosts = opened.enter_context(made)
    (place / "nginx").mkdir()
    site = opened.enter_context(nginx(hosts.ports, place / "nginx"))
    return cluster, hosts, peers, site
