"""Commands of manage.py, one after another, in one process: loading Django is what takes long.

`python -m backroom [MODULE]`: each line that comes in is a command, each that goes out its exit
code and what it said; an empty one first, when it is ready. The module is imported before, to take
guards out.
"""

import importlib
import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout

from django_ready import is_ready

# isort: split
from django.core.management import CommandError, call_command
from django.db import connections

__all__ = ["is_ready"]


def run(command: list[str]) -> tuple[int, str]:
    said, code = io.StringIO(), 0
    with redirect_stdout(said), redirect_stderr(said):
        try:
            call_command(*command)
        except (CommandError, SystemExit) as refused:
            code = 1
            said.write(str(refused))
        finally:
            connections.close_all()
    return code, said.getvalue()


if __name__ == "__main__":
    for module in sys.argv[1:]:
        importlib.import_module(module)
    print(flush=True)
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)
