"""The rate at which the database alone commits a reservation's transaction.

`commits.py PROCESSES THREADS SECONDS`: as many connections as the server has, each in a loop, on
the database of DATABASE_URL or the SQLite file of STANDBY_DATA. Prints one line of JSON.
"""

import json
import statistics
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from recorded import RESERVE
from replay import Replay, database, recorded


def main(processes: int, threads: int, seconds: float) -> None:
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as crowd:
        list(crowd.map(_committed, [1] * processes, [0.0] * processes))  # start all processes
        rounds = crowd.map(_committed, [threads] * processes, [seconds] * processes)
        took_s = sorted(each for one in rounds for each in one)
    found = {
        "per_second": len(took_s) / seconds,
        "median_ms": statistics.median(took_s) * 1000,
        "p99_ms": took_s[int(len(took_s) * 0.99)] * 1000,
    }
    print(json.dumps(found))


def _committed(threads: int, seconds: float) -> list[float]:
    replay = Replay(recorded()[RESERVE]["statements"], asks=False)
    took_s: list[float] = []

    def commit_on() -> None:
        connection = database()
        until = time.monotonic() + seconds
        while (began := time.monotonic()) < until:
            replay.run(connection)
            took_s.append(time.monotonic() - began)

    crowd = [threading.Thread(target=commit_on) for _ in range(threads)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    return took_s


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
