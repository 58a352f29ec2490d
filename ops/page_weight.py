"""What pages weigh and how fast they are: JavaScript for each page, Lighthouse for two."""

import json
import re
import statistics
import subprocess

from ops.once import once, quietly
from ops.places import PYTHON, TOOLS, WEB, with_tools
from ops.postgresql import free_port

LIGHTHOUSE = "lighthouse@13.5.0"
FOLDER = TOOLS / "lighthouse"
RUNS = 3
PAGES = ("/", "/installation-wizard")
CHROMIUM = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
AUDITS = {
    "LCP s": ("largest-contentful-paint", 1000),
    "TBT ms": ("total-blocking-time", 1),
    "CLS": ("cumulative-layout-shift", 1),
}


def lighthouse_table(site: str) -> str:
    once("Installing Lighthouse", made_from=LIGHTHOUSE, stamp=FOLDER / "installed", step=_install)
    names = ["performance", "accessibility", "best-practices", "seo", *AUDITS]
    rows = [f"| `{path}` | {' | '.join(_figures(site + path))} |" for path in PAGES]
    head = f"| Lighthouse, medians of {RUNS} | {' | '.join(names)} |"
    return "\n".join([head, "| --- |" + " --: |" * len(names), *rows])


def _install() -> None:
    FOLDER.mkdir(exist_ok=True)
    quietly([PYTHON.parent / "npm", "install", "--prefix", FOLDER, "--no-save", LIGHTHOUSE])


def _figures(url: str) -> list[str]:
    runs = [_lighthouse(url) for _ in range(RUNS)]
    return [f"{statistics.median(one):g}" for one in zip(*runs, strict=True)]


def _lighthouse(url: str) -> list[float]:
    """The four scores of 100, then the audits' numbers."""
    program = FOLDER / "node_modules" / ".bin" / "lighthouse"
    ran = subprocess.run(
        [program, url, "--output=json", "--quiet", f"--chrome-flags={CHROMIUM}"],
        env=with_tools(CHROME_PATH="/usr/bin/chromium"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=True,
    )
    told = json.loads(ran.stdout)
    scores = [round(100 * category["score"]) for category in told["categories"].values()]
    audits = [
        round(told["audits"][name]["numericValue"] / unit, 2) for name, unit in AUDITS.values()
    ]
    return [*scores[:4], *audits]


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
