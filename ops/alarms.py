"""`make alarms`: write the table of docs/operating.md from the alarms in deploy/alarms.rules.yml.

The fault tests cause each alarm's fault and check that it fires in the promised time (RUN-04.1).
"""

import math
import re
from dataclasses import dataclass

import yaml

from ops.tools import ROOT, write_between

SCRAPED_EVERY_S = 60  # the longest scrape interval that the promised times allow for
TABLE_IN = ROOT / "docs" / "operating.md"
RULES = ROOT / "deploy" / "alarms.rules.yml"
BEGIN = "<!-- alarms: written by `make alarms` -->"
END = "<!-- end of alarms -->"
_HEADER = "| Alarm | is over | rises within | because | do |\n| --- | --- | --: | --- | --- |\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """An alarm that fires once `measure` (PromQL) has exceeded `over` for `for_s` seconds.

    `metric` is the metric it reads, which is `lag_s` late itself. The promised delay is counted
    from `counted_from`; empty means from the fault itself.
    """

    name: str
    measure: str
    over: float
    for_s: int
    because: str
    do: str
    counted_from: str
    lag_s: int

    @property
    def metric(self) -> str:
        return str(re.findall(r"standby_\w+", self.measure)[0])

    @property
    def rises_within_s(self) -> int:
        # An age has to grow over the threshold first.
        grows_s = round(self.over) if self.metric.endswith("_seconds") else 0
        return grows_s + self.for_s + self.lag_s + SCRAPED_EVERY_S


def read_alarms() -> list[Alarm]:
    alarms = []
    [group] = yaml.safe_load(RULES.read_text())["groups"]
    for rule in group["rules"]:
        measure, _, over = rule["expr"].rpartition(" > ")
        words = rule["annotations"]
        alarms.append(
            Alarm(
                name=rule["alert"],
                measure=measure,
                over=float(over),
                for_s=int(rule["for"].removesuffix("s")),
                because=words["summary"],
                do=words["description"],
                counted_from=words.get("counted_from", ""),
                lag_s=int(words.get("lag", "0s").removesuffix("s")),
            )
        )
    return alarms


ALARMS = read_alarms()


def operating(page: str) -> str:
    """Return docs/operating.md with its alarm table replaced by the current alarms."""
    rows = ""
    for alarm in ALARMS:
        over = f"{alarm.over:g}" + (f" for {_time(alarm.for_s)}" if alarm.for_s else "")
        within = _time(alarm.rises_within_s)
        if alarm.counted_from:
            within += f" of {alarm.counted_from}"
        measure = alarm.measure.replace("|", "\\|")
        cells = (f"{alarm.name}<br>`{measure}`", over, within, alarm.because, alarm.do)
        rows += f"| {' | '.join(cells)} |\n"
    return write_between(page, BEGIN, END, f"\n{_HEADER}{rows}")


def _time(seconds: int) -> str:
    # Rounded up, so that the promised time is never understated.
    for unit, name in ((3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            return f"{math.ceil(seconds / unit)} {name}"
    return f"{seconds} s"


if __name__ == "__main__":
    TABLE_IN.write_text(operating(TABLE_IN.read_text()))
