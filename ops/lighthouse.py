"""Measure pages on an emulated phone with Lighthouse, against a budget for each page.

Lighthouse has a folder of its own, because the pages do not need it. Each page is opened directly,
by a new visitor and, where it shows what was filled in before, by one with that. Noise only adds to
times, so the best of a few runs counts, and is printed beside the page's own budget. Scores and
shifts must be kept everywhere; the times of PRESS-02.2 only where TEST_WHOLE says that the machine
is quiet, because they follow its speed.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from ops.build import build
from ops.install import install
from ops.served import served
from ops.tools import ROOT, TOOLS, npm_install, once, require, with_tools

LIGHTHOUSE = "lighthouse@13.5.0"
FOLDER = TOOLS / "lighthouse"
MEASURE = ROOT / "ops" / "lighthouse.mjs"
TRIES = 3
RUNS = 3
CHROMIUM = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
SHIFT_AT_MOST = 0.02
LCP_MS_AT_MOST = 2000
TBT_MS_AT_MOST = 150
SCORES = ("accessibility", "best-practices", "seo")
# A page without the visitor's booking asks for it and logs that there is none.
LEAST_SCORE = 0.95
SEED = int(os.environ.get("TEST_SEED", "1"))
SPREAD = 7  # beside those that it always measures, the gate measures one of so many pages


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page opened directly by a visitor of ops/lighthouse.mjs, with its budgets on a quiet
    machine; `is_listed` is False if search engines must not list it."""

    path: str
    lcp_ms: int = LCP_MS_AT_MOST
    tbt_ms: int = TBT_MS_AT_MOST
    visitor: str = "new"
    is_listed: bool = True


def _application(path: str, visitor: str = "new") -> Page:
    return Page(path=path, visitor=visitor, is_listed=False)


ALWAYS = (
    Page(path="/", lcp_ms=1200, tbt_ms=20),
    Page(path="/installation-wizard", lcp_ms=1500, tbt_ms=50, is_listed=False),
)
OTHERS = (
    Page(path="/tx/houston/home-generator-installation", lcp_ms=1400, tbt_ms=20),
    Page(path="/faq", lcp_ms=1200, tbt_ms=0),
    Page(path="/legal/terms", lcp_ms=1200, tbt_ms=0),
    Page(path="/outages", lcp_ms=1200, tbt_ms=0),
    # One more of each kind: the longest. The others have the same code and differ only in their
    # text; axe and page weight are tested on a sample of them (web/e2e).
    Page(path="/tx/missouri-city/home-generator-installation", lcp_ms=1400, tbt_ms=20),
    Page(path="/legal/installation-agreement", lcp_ms=1200, tbt_ms=0),
    Page(path="/gas-check"),
    Page(path="/reviews"),
    Page(path="/order"),
    Page(path="/generator-config"),
    _application("/system-recommendation"),
    _application("/system-recommendation", "energy"),
    _application("/installation-wizard", "draft"),
    _application("/generator-selection"),
    _application("/generator-selection", "draft"),
    _application("/installation-date"),
    _application("/installation-date", "draft"),
    _application("/finalize-installation"),
    _application("/confirm-appointment"),
    _application("/visit-payment-success"),
    _application("/visit-payment-cancelled"),
    _application("/order-payment-success"),
    _application("/my-booking"),
    _application("/my-booking/photos"),
    _application("/quote"),
    _application("/diagnostic"),
    _application("/verify"),
)


def check(*, all_pages: bool) -> int:
    """Print a row for each page. Returns 1 if one misses a goal for every page."""
    install()
    build()
    require("chromium")
    once(
        "Installing Lighthouse",
        made_from=LIGHTHOUSE,
        stamp=FOLDER / "installed",
        step=lambda: npm_install(FOLDER, LIGHTHOUSE),
    )
    sampled = OTHERS if all_pages else OTHERS[SEED % SPREAD :: SPREAD]
    broken = []
    print("| Best of | speed | access | practices | SEO | shift | LCP ms | TBT ms | scripts | |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |")
    with served(STANDBY_RATE_LIMITS="off") as (site, _):
        for page in (*ALWAYS, *sampled):
            found = _best(site, page, by_time=all_pages)
            if not is_good(found, by_time=all_pages):
                broken.append(f"{page.path} ({page.visitor})")
            print(_row(page, found), flush=True)
    print(f"Broken: {', '.join(broken)}" if broken else "Every page keeps the goals.")
    return 1 if broken else 0


def _row(page: Page, found: dict[str, Any]) -> str:
    lcp, tbt = found["lcpMs"], found["tbtMs"]
    is_over = round(lcp, -2) > page.lcp_ms or round(tbt) > page.tbt_ms
    scores = [str(round(100 * found["scores"][name])) for name in ("performance", *SCORES)]
    figures = [f"{found['shift']:.3f}", f"{lcp:.0f}", f"{tbt:.0f}", str(found["scripts"])]
    cells = [f"`{page.path}` {page.visitor}", *scores, *figures]
    return f"| {' | '.join(cells)} | {'over its budgets' if is_over else ''} |"


def is_good(found: dict[str, Any], *, by_time: bool) -> bool:
    """Whether a run keeps the goals for every page; LCP is rounded to a tenth of a second."""
    is_in_time = (
        round(found["lcpMs"], -2) <= LCP_MS_AT_MOST and round(found["tbtMs"]) <= TBT_MS_AT_MOST
    )
    return (
        all(found["scores"][name] >= LEAST_SCORE for name in SCORES)
        and found["shift"] <= SHIFT_AT_MOST
        and (is_in_time or not by_time)
    )


def _best(site: str, page: Page, *, by_time: bool) -> dict[str, Any]:
    runs = []
    for _ in range(RUNS):
        runs.append(_run(site, page))
        if is_good(runs[-1], by_time=by_time):
            break
    return min(runs, key=lambda found: (not is_good(found, by_time=by_time), found["lcpMs"]))


def _run(site: str, page: Page) -> dict[str, Any]:
    skipped = [] if page.is_listed else ["is-crawlable"]
    # On a busy machine Chromium may fail to start in time, so it is started again.
    for _ in range(TRIES):
        ran = subprocess.run(
            ["node", MEASURE, site, page.path, page.visitor, *skipped],
            cwd=FOLDER,
            env=with_tools(CHROME_PATH=str(require("chromium")), CHROME_FLAGS=CHROMIUM),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        if ran.returncode == 0:
            return dict(json.loads(ran.stdout))
    raise SystemExit(f"Lighthouse could not measure {page.path}: {ran.stderr.decode()}")


if __name__ == "__main__":
    sys.exit(check(all_pages=bool(os.environ.get("TEST_WHOLE"))))
