"""The supervisor of `make run` and `make cluster`: nothing dies unnoticed, and nothing is left."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer

import pytest
from http_peer import Answers, HttpPeer, serving
from ops import run, run_cluster
from ops.cluster import Cluster, as_unprivileged_user, give_to_unprivileged_user
from ops.postgresql import free_port
from ops.run import RESTARTS_AT_MOST, Program, Supervisor
from ops.run_cluster import (
    ClusterSupervisor,
    as_host_user,
    commands_of,
    nginx_before,
    only_one,
    wait_until_free,
    web_host,
)
from ops.served import wait_for_port
from ops.tools import API, PYTHON, ROOT
from shop import until

ON_LINUX_AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root changes the user")
SLEEPS = ["sleep", "600"]
SUPERVISES: str = """
import sys, time
from ops.run import Program, Supervisor
supervisor = Supervisor(Program("sleeper", sys.argv[1:]))
supervisor.start()
print(supervisor.programs[0].process.pid, flush=True)
time.sleep(600)
"""


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def left_by_a_killed_supervisor(command: list[str]) -> int:
    """The number of the process that it had started."""
    killed = subprocess.Popen(
        [sys.executable, "-c", SUPERVISES, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert killed.stdout is not None
    pid = int(killed.stdout.readline())
    until(lambda: "sleep" in Path(f"/proc/{pid}/cmdline").read_text().split("\0")[0])
    killed.kill()
    killed.wait()
    killed.stdout.close()
    return pid


@pytest.mark.req("RUN-10.5")
@pytest.mark.parametrize("entering", [[], as_unprivileged_user(), as_host_user()])
def test_a_killed_supervisor_leaves_nothing_behind(entering: list[str]) -> None:
    pid = left_by_a_killed_supervisor([*entering, *SLEEPS])

    until(lambda: not lives(pid), within_s=10)


@ON_LINUX_AS_ROOT
def test_control_a_program_that_changes_its_user_alone_is_left_behind() -> None:
    alone = [part for part in as_unprivileged_user() if not part.startswith("--pdeathsig")]
    pid = left_by_a_killed_supervisor([*alone, *SLEEPS])

    time.sleep(1)
    is_left = lives(pid)
    os.kill(pid, signal.SIGKILL)

    assert is_left


@contextmanager
def started(*programs: Program, gives_up: bool = True) -> Iterator[Supervisor]:
    supervisor = Supervisor(*programs)
    supervisor.gives_up = gives_up
    supervisor.start()
    try:
        yield supervisor
    finally:
        supervisor.stop()


def died(program: Program) -> bool:
    return program.process.poll() is not None


@pytest.mark.req("RUN-10.6")
def test_a_program_that_keeps_dying_rests_and_takes_no_other_down(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dying = Program("worker", ["false"], may_restart=True)
    database = Program("database", SLEEPS, may_restart=True)
    with started(dying, database, gives_up=False) as supervisor:
        for _ in range(RESTARTS_AT_MOST):
            until(lambda: died(dying))
            assert supervisor._keeps_running(dying)
        until(lambda: died(dying))
        assert supervisor._keeps_running(dying)
        rests = [supervisor._keeps_running(dying) for _ in range(3)]
        told_while_resting = capsys.readouterr().out
        dying.rests_until = time.monotonic()
        dying.command = SLEEPS
        again = supervisor._keeps_running(dying), died(dying)

        assert supervisor._keeps_running(database)
        assert not died(database)

    assert (rests, again) == ([True] * 3, (True, False))
    assert told_while_resting.count("starting it again.") == RESTARTS_AT_MOST
    assert told_while_resting.count("again; starting it in 30 s.") == 1


@pytest.mark.parametrize("may_restart", [True, False])
def test_make_run_ends_with_a_program_that_keeps_dying(
    may_restart: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "RESTARTS_AT_MOST", 0)
    dying = Program("worker", ["false"], may_restart=may_restart)
    with started(dying) as supervisor:
        until(lambda: died(dying))

        assert supervisor.watch() == 1
    assert "stopping everything" in capsys.readouterr().out


@pytest.mark.parametrize("owns_group", [True, False])
def test_what_a_killed_program_leaves_behind_is_killed_before_it_starts_again(
    owns_group: bool, tmp_path: Path
) -> None:
    """As nginx, whose workers keep its port. Control: without it, the child stays."""
    child = tmp_path / "child"
    script = f"sleep 600 & echo $! > {child}.new; mv {child}.new {child}; wait"
    program = Program("nginx", ["sh", "-c", script], may_restart=True, owns_group=owns_group)
    with started(program) as supervisor:
        until(child.exists)
        pid = int(child.read_text())
        program.process.kill()
        until(lambda: died(program))
        program.command = SLEEPS
        supervisor._keeps_running(program)
        if owns_group:
            until(lambda: not lives(pid), within_s=10)
        is_left = lives(pid)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    assert is_left is not owns_group


def test_a_second_cluster_is_told_how_to_stop_the_first(tmp_path: Path) -> None:
    second = only_one(tmp_path)
    with only_one(tmp_path), pytest.raises(SystemExit, match=f"or: kill {os.getpid()}$"):
        second.__enter__()
    with only_one(tmp_path):
        pass  # a lock ends with who held it, however that was


@pytest.fixture
def leftover(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Something answers where the cluster's nginx would; it can be told to end."""
    monkeypatch.setattr(run_cluster, "HTTPS_PORT", free_port())
    with socket.create_server(("127.0.0.1", run_cluster.HTTPS_PORT)) as left:
        yield left.close


def test_what_an_earlier_cluster_left_is_waited_for(
    leftover: Callable[[], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    cluster = Cluster(tmp_path, network="127.0.98")
    monkeypatch.setattr(time, "sleep", lambda _s: leftover())

    wait_until_free(cluster)

    assert capsys.readouterr().out.count("is still ending") == 1


@pytest.mark.usefixtures("leftover")
def test_what_does_not_end_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_cluster, "LEFTOVERS_END_WITHIN_S", 0)

    with pytest.raises(SystemExit, match=f"serves at 127.0.0.1:{run_cluster.HTTPS_PORT}"):
        wait_until_free(Cluster(tmp_path, network="127.0.98"))


def user_of(pid: int) -> int:
    return Path(f"/proc/{pid}").stat().st_uid


@pytest.mark.slow
@pytest.mark.req("RUN-10.6")
def test_nginx_runs_without_rights_and_comes_back_when_all_of_it_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_cluster, "HTTPS_PORT", free_port())
    for above in tmp_path.parents[:3]:  # pytest's are for root alone
        above.chmod(above.stat().st_mode | 0o055)
    tmp_path.chmod(0o755)
    program, site = nginx_before([free_port()], tmp_path / "nginx")
    give_to_unprivileged_user(tmp_path)
    with started(program, gives_up=False) as supervisor:
        wait_for_port(site.port)
        user = user_of(program.process.pid)
        os.killpg(program.process.pid, signal.SIGKILL)
        until(lambda: died(program))
        supervisor._keeps_running(program)
        wait_for_port(site.port)

    assert (user == 0) is False


@pytest.mark.req("RUN-10.7")
def test_nothing_of_a_web_host_runs_as_root() -> None:
    shown = subprocess.run(
        [*as_host_user(), PYTHON, "-c", "import os, django; print(os.getuid())"],
        cwd=API,
        capture_output=True,
        text=True,
        check=True,
    )
    programs = web_host(1, 8001, {})

    assert int(shown.stdout) != 0
    assert all(program.command[: len(as_host_user())] == as_host_user() for program in programs)


def test_the_web_hosts_and_nginx_end_before_the_database() -> None:
    ended: list[str] = []

    class Database(Cluster):
        def stop(self) -> None:
            ended.append("database")

    class Ends(Program):
        def wait(self, *, until: float) -> None:
            super().wait(until=until)
            ended.append(self.name)

    host, nginx = Ends("worker of host1", SLEEPS), Ends("nginx", SLEEPS)
    supervisor = ClusterSupervisor(Database(Path()), [host], nginx, ports=[], announcement="")
    supervisor.start()
    supervisor.stop()

    assert (ended, supervisor.gives_up) == (["worker of host1", "nginx", "database"], False)


@pytest.mark.req("RUN-10.6")
def test_a_cluster_that_is_not_ready_obeys_a_stop_and_says_nothing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    class Database(Cluster):
        def stop(self) -> None:
            pass

    host, nginx = Program("worker of host1", SLEEPS), Program("nginx", SLEEPS)
    database = Database(Path())
    supervisor = ClusterSupervisor(
        database, [host], nginx, ports=[free_port()], announcement="Standby is ready"
    )
    supervisor.programs = (host, nginx)  # no database runs here
    supervisor.start()
    Timer(0.5, setattr, (supervisor, "stop_requested", True)).start()

    began = time.monotonic()
    code = supervisor.watch()

    assert (code, time.monotonic() - began < 5) == (0, True)
    assert "ready" not in capfd.readouterr().out


@pytest.mark.req("RUN-10.6")
def test_a_cluster_says_once_that_it_is_ready(capfd: pytest.CaptureFixture[str]) -> None:
    class Ready(Answers):
        def get(self) -> None:
            self.say(200, {"status": "ok"})

    with serving(HttpPeer(Ready)) as peer:
        supervisor = ClusterSupervisor(
            Cluster(Path()),
            [],
            Program("nginx", SLEEPS),
            ports=[peer.server_port],
            announcement="It is ready",
        )
        supervisor.at_each_look()
        supervisor.at_each_look()

    assert capfd.readouterr().out == "It is ready\n"


@pytest.mark.req("RUN-10.8")
def test_one_line_uses_the_command_line_with_the_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_cluster, "ROOT", tmp_path)
    settings = {"DATABASE_URL": "postgresql://standby:x@127.0.0.21:5000/standby"}
    told = {**settings, "STANDBY_DATA": str(tmp_path / "standby")}

    line = commands_of(tmp_path, told)

    file = tmp_path / "standby.env"
    ran = subprocess.run(
        [sys.executable, ROOT / "standby", "exec", "env"],
        env={"STANDBY_ENV_FILE": str(file), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert line.endswith("STANDBY_ENV_FILE=standby.env ./standby staff_user EMAIL --role owner")
    assert {f"{name}={value}" for name, value in told.items()} <= set(ran.stdout.splitlines())
    assert file.stat().st_mode & 0o077 == 0


def test_the_documents_have_that_line() -> None:
    line = "STANDBY_ENV_FILE=var/cluster/standby.env ./standby staff_user EMAIL --role owner"

    assert line in (ROOT / "docs" / "scaling.md").read_text()
