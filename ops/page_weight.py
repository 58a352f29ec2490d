"""What JavaScript each page weighs."""

import re
import subprocess

from ops.places import WEB, with_tools
from ops.postgresql import free_port


def weight_table() -> str:
    """As the browser tests weigh them: what really was loaded."""
    ran = subprocess.run(
        ["playwright", "test", "budgets"],
        cwd=WEB,
        env=with_tools(PORT=str(free_port())),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    told = sorted(set(re.findall(r"^(/\S*): (.+) kB, then (.+) kB$", ran.stdout, re.MULTILINE)))
    rows = [f"| `{path}` | {at_first} | {later} |" for path, at_first, later in told]
    head = "| JavaScript, kB gzipped (brotli) | at first | scrolled through |\n| --- | --: | --: |"
    return "\n".join([head, *rows])


if __name__ == "__main__":
    print(weight_table())
