"""Commands of manage.py, one after another, in one process: loading Django is what takes long.

`python -m command_loop [MODULE]`: each line that comes in is a command, each that goes out its exit
code and what it printed; an empty one first, when it is ready. The module is imported before, to
take guards out.
"""

import importlib
import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout

import django
from django.core.management import CommandError, call_command
from django.db import connections


def run(command: list[str]) -> tuple[int, str]:
    printed, code = io.StringIO(), 0
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            call_command(*command)
        except (CommandError, SystemExit) as refused:
            code = 1
            printed.write(str(refused))
        finally:
            connections.close_all()
    return code, printed.getvalue()


if __name__ == "__main__":
    django.setup()
    for module in sys.argv[1:]:
        importlib.import_module(module)
    print(flush=True)
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)
