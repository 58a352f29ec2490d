"""Write the alarm files of operators: `python -m standby.server.alarm_files`.

Makes the table in docs/operating.md and deploy/alarms.rules.yml from standby/server/alarms.py.
"""

import json
import math
from pathlib import Path
from typing import Final

from standby.server.alarms import ALARMS, Alarm

ROOT: Final = Path(__file__).resolve().parents[3]
TABLE_IN: Final = ROOT / "docs" / "operating.md"
RULES: Final = ROOT / "deploy" / "alarms.rules.yml"
BEGIN: Final = "<!-- alarms: written by `make alarms` -->"
END: Final = "<!-- end of alarms -->"
_HEADER: Final = (
    "| Alarm | is over | rises within | because | do |\n| --- | --- | --: | --- | --- |\n"
)


def operating(page: str) -> str:
    """Return docs/operating.md with its alarm table replaced by the current alarms."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    rows = "".join(f"{_row(alarm)}\n" for alarm in ALARMS)
    return f"{before}{BEGIN}\n{_HEADER}{rows}{END}{after}"


def rules() -> str:
    # Strings are written as JSON, which is valid YAML too.
    head = "# Written by `make alarms` from api/standby/server/alarms.py.\n"
    return f"{head}groups:\n  - name: standby\n    rules:\n" + "".join(map(_rule, ALARMS))


def _row(alarm: Alarm) -> str:
    over = f"{alarm.over:g}" + (f" for {_time(alarm.for_s)}" if alarm.for_s else "")
    within = _time(alarm.rises_within_s)
    if alarm.counted_from:
        within += f" of {alarm.counted_from}"
    measure = alarm.measure.replace("|", "\\|")
    cells = (f"{alarm.name}<br>`{measure}`", over, within, alarm.because, alarm.do)
    return f"| {' | '.join(cells)} |"


def _rule(alarm: Alarm) -> str:
    return (
        f"      - alert: {alarm.name}\n"
        f"        expr: {json.dumps(alarm.expression)}\n"
        f"        for: {alarm.for_s}s\n"
        f"        annotations:\n"
        f"          summary: {json.dumps(alarm.because)}\n"
        f"          description: {json.dumps(alarm.do)}\n"
    )


def _time(seconds: int) -> str:
    # Rounded up, so that the promised time is never understated.
    for unit, name in ((3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            return f"{math.ceil(seconds / unit)} {name}"
    return f"{seconds} s"


if __name__ == "__main__":
    TABLE_IN.write_text(operating(TABLE_IN.read_text()))
    RULES.write_text(rules())
