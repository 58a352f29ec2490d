"""The cluster of deploy/cluster: its files, and its database's programs on this machine.

`make cluster` (ops/run_cluster.py) runs it here, each part at an address of its own, so that the
files are those of real machines (docs/scaling.md). The tests of faults run the same with a network
namespace for each node. `python -m ops.cluster files …` is `make cluster-files`.
"""

import json
import os
import secrets
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Template

from ops.postgresql import SUPERUSER
from ops.run import STOPS_WITHIN_S, Program
from ops.tools import ROOT, quietly, require

CONFIGURATION = ROOT / "deploy" / "cluster"
NODES = ("node1", "node2", "node3")
HOSTS = ("host1", "host2")
SCOPE = "standby"  # the market: its database, its role and its backups
LOOPBACK = "127.0.0"
_LAST = {"node1": 11, "node2": 12, "node3": 13, "host1": 21, "host2": 22}
# On machines of their own, with Debian 12.
_ON_MACHINES = {
    "FOLDER": "/var/lib/standby-database",
    "CONFIGURATION": "/var/lib/standby-database",
    "POSTGRESQL_BIN": "/usr/lib/postgresql/15/bin",
    "REPOSITORY": "/var/backups/standby-database",
    "SYNCHRONOUS": "true",
    "WATCHDOG": "automatic",
}
_PASSWORDS = (
    "POSTGRES_PASSWORD",
    "REPLICATION_PASSWORD",
    "DATABASE_PASSWORD",
    "BACKUP_PASSWORD",
    "STANDBY_SECRET_KEY",
)
NEEDED = (
    *("etcd", "etcdctl", "patroni", "initdb", "pgbouncer", "pgbackrest", "curl"),
    *("haproxy", "nginx", "openssl"),
)
_OF_A_NODE = ("etcd", "patroni", "pgbouncer", "disk-guard")  # in the order in which they start
_STOPPED = ("haproxy", "disk-guard", "pgbouncer", "patroni", "etcd")
_SEEN_WHOLE = 6  # times in a row, half a second apart


def on_this_machine(_machine: str) -> list[str]:
    """Return what stands before each command of a machine: nothing, unless root runs it."""
    return as_unprivileged_user()


def as_unprivileged_user() -> list[str]:
    """Nothing of the cluster runs as root. Changing the user would clear that it ends with us."""
    if os.geteuid():
        return []
    user = [f"--reuid={SUPERUSER}", f"--regid={SUPERUSER}", "--init-groups"]
    return ["setpriv", *user, "--pdeathsig=TERM"]


def give_to_unprivileged_user(folder: Path) -> None:
    if not os.geteuid():
        quietly(["chown", "-R", f"{SUPERUSER}:{SUPERUSER}", folder])


@dataclass
class Cluster:
    """The machines' programs. `entering` is what stands before each command of a machine."""

    folder: Path
    network: str = LOOPBACK  # the first three numbers of each address
    is_synchronous: bool = True
    entering: Callable[[str], list[str]] = on_this_machine
    programs: dict[tuple[str, str], Program] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)

    def address(self, machine: str) -> str:
        return f"{self.network}.{_LAST[machine]}"

    def folder_of(self, machine: str) -> Path:
        return self.folder / machine

    def write_files(self) -> None:
        """Fill in the files of deploy/cluster for each machine. The passwords are kept."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.secrets = _kept_secrets(self.folder / "passwords.json")
        for kept in ("backups", "logs"):
            (self.folder / kept).mkdir(exist_ok=True)
        for machine in _LAST:
            _fill_in(self.folder_of(machine), self._values(machine))
        give_to_unprivileged_user(self.folder)

    def _values(self, machine: str) -> dict[str, str]:
        folder = str(self.folder_of(machine))
        return {
            **_of_a_machine(machine, {each: self.address(each) for each in _LAST}),
            "NETWORK": f"{self.network}.0/24",
            "FOLDER": folder,
            "CONFIGURATION": folder,
            "POSTGRESQL_BIN": str(require("initdb").resolve().parent),
            "REPOSITORY": str(self.folder / "backups"),
            "SYNCHRONOUS": "true" if self.is_synchronous else "false",
            "WATCHDOG": "off",
            **self.secrets,
        }

    def start(self) -> None:
        """Start the nodes and both HAProxies, and wait until a commit is safe."""
        for machine, program in self.all_programs():
            self.start_program(machine, program)
        self.wait_until_whole()

    def all_programs(self) -> list[tuple[str, str]]:
        """Return each machine with each of its programs, in the order in which they start."""
        of_nodes = [(node, program) for program in _OF_A_NODE for node in NODES]
        return [*of_nodes, *((host, "haproxy") for host in HOSTS)]

    def start_program(self, machine: str, program: str) -> None:
        folder = self.folder_of(machine)
        self.programs[machine, program] = started = Program(
            f"{program} of {machine}",
            [*self.entering(machine), "sh", "start", program],
            may_restart=True,
            cwd=folder,
            log=self.folder / "logs" / f"{machine}-{program}.log",
        )
        started.start()

    def stop_program(self, machine: str, program: str) -> None:
        """Stop one program in order, and wait until it has ended."""
        stopped = self.programs.pop((machine, program))
        stopped.process.terminate()
        stopped.wait(until=time.monotonic() + STOPS_WITHIN_S)

    def stop(self) -> None:
        """Stop everything, the primary last, so that what it wrote is on its replicas."""
        primary = self.primary()
        for machine, program in sorted(
            self.programs, key=lambda one: (_STOPPED.index(one[1]), one[0] == primary)
        ):
            self.stop_program(machine, program)

    def members(self) -> dict[str, str]:
        """Each node's role, as the first node that answers says: leader, sync_standby, replica.

        A replica that does not follow the leader yet is left out.
        """
        for node in NODES:
            try:
                url = f"http://{self.address(node)}:8008/cluster"
                with urllib.request.urlopen(url, timeout=2) as answer:
                    members = json.load(answer)["members"]
            except (OSError, KeyError, ValueError):
                continue
            running = [one for one in members if one["state"] in ("running", "streaming")]
            # A leader that has just been promoted does not tell its timeline yet.
            timelines = [
                one["timeline"] for one in running if one["role"] == "leader" and "timeline" in one
            ]
            return {one["name"]: one["role"] for one in running if one.get("timeline") in timelines}
        return {}

    def primary(self) -> str:
        """The name of the primary, or "" while there is none."""
        found = [node for node, role in self.members().items() if role == "leader"]
        return found[0] if found else ""

    def is_whole(self) -> bool:
        needed = ["leader", "replica", "sync_standby" if self.is_synchronous else "replica"]
        return sorted(self.members().values()) == sorted(needed)

    def wait_until_whole(self, *, within_s: float = 120) -> None:
        """Wait for a primary with two replicas that stay. Raises SystemExit with who is there."""
        give_up_at, seen = time.monotonic() + within_s, 0
        while seen < _SEEN_WHOLE:
            seen = seen + 1 if self.is_whole() else 0
            if time.monotonic() > give_up_at:
                raise SystemExit(
                    f"The cluster is not whole; logs in {self.folder}: {self.members()}"
                )
            time.sleep(0.5)

    def url(self, port: int = 5000) -> str:
        """The primary's address, with 5001 a replica's, with 5002 past the poolers."""
        addresses = [self.address(host) for host in HOSTS]
        return _url(self.secrets["DATABASE_PASSWORD"], addresses, port)

    def settings(self) -> dict[str, str]:
        """What the product on a web host is told of its database."""
        return {
            "DATABASE_URL": self.url(),
            "DATABASE_REPLICA_URL": self.url(5001),
            "DATABASE_POOLER": "on",
            "DATABASE_DIRECT_URL": self.url(5002),
            "STANDBY_SECRET_KEY": self.secrets["STANDBY_SECRET_KEY"],
        }

    def run(self, machine: str, *command: str) -> str:
        """Run a command on a machine, in its folder. Raises SystemExit with what it printed."""
        program, *arguments = command
        ran = subprocess.run(
            [*self.entering(machine), program, *arguments],
            cwd=self.folder_of(machine),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise SystemExit(f"{' '.join(command)} on {machine}: {ran.stdout}")
        return ran.stdout

    def pgbackrest(self, *command: str) -> str:
        """Run pgBackRest on the primary. Raises SystemExit with what it printed."""
        primary = self.primary()
        file = self.folder_of(primary) / "pgbackrest.conf"
        program = (str(require("pgbackrest")), f"--config={file}", f"--stanza={SCOPE}")
        return self.run(primary, *program, *command)


def write_files_of_machines(folder: Path, addresses: Mapping[str, str], network: str) -> str:
    """Fill in the files of deploy/cluster for machines of their own.

    Returns the settings of the web hosts. The passwords are made once, and kept beside the files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    passwords = _kept_secrets(folder / "passwords.json")
    for machine in _LAST:
        values = {
            **_ON_MACHINES,
            "NETWORK": network,
            **passwords,
            **_of_a_machine(machine, addresses),
        }
        _fill_in(folder / machine, values)
    at = [addresses[host] for host in HOSTS]
    urls = {"URL": 5000, "REPLICA_URL": 5001, "DIRECT_URL": 5002}
    password = passwords["DATABASE_PASSWORD"]
    settings = [f"DATABASE_{name}={_url(password, at, port)}" for name, port in urls.items()]
    # Clear text within their private network
    private = f"STANDBY_PRIVATE_HOSTS={','.join(at)}"
    return "\n".join([*settings, "DATABASE_POOLER=on", private])


def _of_a_machine(machine: str, addresses: Mapping[str, str]) -> dict[str, str]:
    return {
        "NAME": machine,
        "ADDRESS": addresses[machine],
        "SCOPE": SCOPE,
        "SYSTEM_USER": SUPERUSER if machine in NODES else "haproxy",
        **{node.upper(): addresses[node] for node in NODES},
    }


def _fill_in(folder: Path, values: Mapping[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    of_hosts = {"haproxy.cfg", "start", "standby-database@.service"}
    is_node = values["NAME"] in NODES
    for file in CONFIGURATION.iterdir():
        if file.name == "haproxy.cfg" if is_node else file.name not in of_hosts:
            continue  # a web host has no use for the nodes' passwords
        written = folder / file.name
        written.write_text(Template(file.read_text()).safe_substitute(values))
        written.chmod(0o700 if "." not in file.name else 0o600)
    folder.chmod(0o700)


def _url(password: str, addresses: Sequence[str], port: int) -> str:
    hosts = ",".join(f"{address}:{port}" for address in addresses)
    return f"postgresql://{SCOPE}:{password}@{hosts}/{SCOPE}"


def _kept_secrets(file: Path) -> dict[str, str]:
    if not file.exists():
        file.touch(0o600)
        file.write_text(json.dumps({name: secrets.token_hex(32) for name in _PASSWORDS}))
    return dict(json.loads(file.read_text()))


def files(*arguments: str) -> int:
    """`make cluster-files`: the files of the machines that the command line names."""
    named = dict(each.partition("=")[::2] for each in arguments)
    network = named.pop("network", "")
    if set(named) != set(_LAST) or not all([network, *named.values()]):
        raise SystemExit(
            "Give the address of each machine and their network: network=10.0.0.0/24 "
            + " ".join(f"{machine}=10.0.0.{last}" for machine, last in _LAST.items())
        )
    folder = ROOT / "var" / "cluster-files"
    settings = write_files_of_machines(folder, named, network)
    print(f"Written to {folder}, a folder for each machine.\nOn both web hosts:\n{settings}")
    return 0


if __name__ == "__main__":
    sys.exit(files(*sys.argv[2:]))
