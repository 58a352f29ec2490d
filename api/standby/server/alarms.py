"""Alarms: source of the table in docs/operating.md and of the Prometheus rules (RUN-04.1).

The fault tests cause each alarm's fault and check that it fires in the promised time.
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SCRAPED_EVERY_S: Final = 60  # the longest scrape interval that the promised times allow for
_BEAT_S: Final = 20  # how old a worker's heartbeat may be in normal operation
ROOT: Final = Path(__file__).resolve().parents[3]
TABLE_IN: Final = ROOT / "docs" / "operating.md"
RULES: Final = ROOT / "deploy" / "alarms.rules.yml"
BEGIN: Final = "<!-- alarms: written by `make alarms` -->"
END: Final = "<!-- end of alarms -->"
_HEADER: Final = (
    "| Alarm | is over | rises within | because | do |\n| --- | --- | --: | --- | --- |\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """An alarm that fires once `measure` (PromQL) has exceeded `over` for `for_s` seconds.

    `metric` is the metric it reads. `rises_within_s` is the promised delay, counted from
    `counted_from`; empty means from the fault itself.
    """

    name: str
    metric: str
    over: float
    because: str
    do: str
    rises_within_s: int
    for_s: int = 0
    promql: str = ""
    counted_from: str = ""

    @property
    def measure(self) -> str:
        return self.promql or self.metric

    @property
    def expression(self) -> str:
        return f"{self.measure} > {self.over:g}"


ALARMS: Final = (
    Alarm(
        name="StandbySilent",
        metric="standby_database_down",
        promql="absent(standby_database_down)",
        over=0,
        for_s=120,
        rises_within_s=120 + SCRAPED_EVERY_S,
        because="no server answers /metrics: the site is probably down as well",
        do="start standby-web; its log names what is missing",
    ),
    Alarm(
        name="StandbyDatabaseDown",
        metric="standby_database_down",
        over=0,
        for_s=60,
        rises_within_s=60 + SCRAPED_EVERY_S,
        because="the database does not answer: nothing can be reserved",
        do="start the database; the log names what it says",
    ),
    Alarm(
        name="StandbyWorkerDead",
        metric="standby_worker_age_seconds",
        over=120,
        for_s=60,
        rises_within_s=180 + SCRAPED_EVERY_S,
        because="no worker has given a sign, or none can write: confirmations and messages wait",
        do="start standby-worker; when it runs, look at the disk and the database",
    ),
    Alarm(
        name="StandbyLaneStuck",
        metric="standby_lane_age_seconds",
        over=900,
        for_s=60,
        rises_within_s=960 + SCRAPED_EVERY_S,
        because="one lane of the worker hangs or is gone while others go on",
        do="read the log for the lane's jobs, then restart standby-worker",
    ),
    Alarm(
        name="StandbyJobFailing",
        metric="standby_job_failing_seconds",
        over=600,
        rises_within_s=600 + SCRAPED_EVERY_S,
        counted_from="its first failed run",
        because="a job has raised at every run for ten minutes",
        do='the log has its trace under "… failed"; it is tried again every five minutes',
    ),
    Alarm(
        name="StandbyJobOverdue",
        metric="standby_job_overdue_seconds",
        over=900,
        for_s=60,
        rises_within_s=960 + _BEAT_S + SCRAPED_EVERY_S,
        counted_from="when it was due",
        because="a job has not succeeded for 15 minutes more than its rhythm",
        do="is the worker of this version running? Restart it; its log names the job",
    ),
    Alarm(
        name="StandbyMessagesUnsent",
        metric="standby_messages_oldest_seconds",
        over=600,
        rises_within_s=600 + SCRAPED_EVERY_S,
        counted_from="when the first was due",
        because="the mail or text provider does not answer, or no worker runs",
        do="look at the provider's status page and settings; what waits goes out by itself",
    ),
    Alarm(
        name="StandbyMessagesDead",
        metric="standby_messages_dead",
        over=0,
        rises_within_s=SCRAPED_EVERY_S,
        counted_from="the last try",
        because="somebody was not told; each counts for two weeks",
        do="mend the cause, then send again from the console's overview, or call them",
    ),
    Alarm(
        name="StandbyOutboxHeld",
        metric="standby_outbox_held",
        over=0,
        rises_within_s=SCRAPED_EVERY_S,
        counted_from="the restore",
        because="a snapshot was restored, and no message is sent",
        do="look at what waits with `./standby outbox`, then `./standby outbox release`",
    ),
    Alarm(
        name="StandbyCardEventsWait",
        metric="standby_card_events_oldest_seconds",
        over=120,
        for_s=60,
        rises_within_s=180 + SCRAPED_EVERY_S,
        counted_from="the event's arrival",
        because="visitors who paid wait for their confirmation",
        do="is a worker running? The log names the event that fails",
    ),
    Alarm(
        name="StandbyRefundsUnsent",
        metric="standby_refunds_oldest_seconds",
        over=3600,
        for_s=300,
        rises_within_s=3900 + SCRAPED_EVERY_S,
        counted_from="its request",
        because="money that was promised back has not left for an hour",
        do="look at the card provider's status page; it is tried again by itself",
    ),
    Alarm(
        name="StandbyRefundsFailed",
        metric="standby_refunds_failed",
        over=0,
        rises_within_s=SCRAPED_EVERY_S,
        because="a refund was refused, or the customer's bank returned it",
        do="the order's page in the console tells why, and sends it again",
    ),
    Alarm(
        name="StandbyDisputesOpen",
        metric="standby_disputes_open",
        over=0,
        rises_within_s=SCRAPED_EVERY_S,
        counted_from="its event",
        because="a customer's bank disputes a payment; without an answer the money is lost",
        do='the order list\'s "Answer the dispute" says by which day to respond',
    ),
    Alarm(
        name="StandbyPhotosWait",
        metric="standby_photos_oldest_seconds",
        over=1800,
        rises_within_s=1800 + SCRAPED_EVERY_S,
        counted_from="the photo's arrival",
        because="a photo that was sent is not shown: the file store or the photo lane is ill",
        do="does the bucket answer? Is the lane of photos alive?",
    ),
    Alarm(
        name="StandbyPhotosGivenUp",
        metric="standby_photos_given_up",
        over=0,
        rises_within_s=SCRAPED_EVERY_S,
        counted_from="the last try",
        because="a photo took its worker down three times and was refused; counted for a day",
        do="has the machine enough memory? Ask the customer for another photo",
    ),
    Alarm(
        name="StandbyDocumentsWait",
        metric="standby_documents_oldest_seconds",
        over=600,
        rises_within_s=600 + SCRAPED_EVERY_S,
        counted_from="when it was due",
        because="a proposal or certificate is not made: the homeowner cannot sign or cancel",
        do='the log has "document job … failed" and why; it is tried again every minute',
    ),
    Alarm(
        name="StandbyDocumentsGivenUp",
        metric="standby_documents_given_up",
        over=0,
        rises_within_s=SCRAPED_EVERY_S,
        counted_from="the last try",
        because="a document could not be made for 30 days and is tried no more",
        do="make it by hand from the order's page",
    ),
    Alarm(
        name="StandbyNoDate",
        metric="standby_appointments_without_a_date",
        over=0,
        rises_within_s=SCRAPED_EVERY_S,
        because="somebody paid and has no day",
        do="call them and reserve a day",
    ),
    Alarm(
        name="StandbySnapshotsLate",
        metric="standby_snapshot_overdue_seconds",
        over=600,
        for_s=60,
        rises_within_s=660 + SCRAPED_EVERY_S,
        counted_from="when the next one was due",
        because="there is no good snapshot where one is expected: a crash would lose more",
        do="is standby-snapshots running? Its log names why; is there room in its folder?",
    ),
    Alarm(
        name="StandbyDiskFull",
        metric="standby_disk_used_ratio",
        over=0.9,
        rises_within_s=SCRAPED_EVERY_S,
        because="less than a tenth of the disk is free; when it is full nothing can be reserved",
        do="make room; it heals by itself",
    ),
    Alarm(
        name="StandbyAuditLogBroken",
        metric="standby_audit_log_broken",
        over=0,
        rises_within_s=SCRAPED_EVERY_S,
        counted_from="the night's check",
        because="the audit log does not verify: somebody changed it by hand",
        do="keep a copy of the database first; `./standby verify_trail` names the row",
    ),
    Alarm(
        name="StandbyAuditLogUnchecked",
        metric="standby_audit_log_proof_age_seconds",
        over=26 * 60 * 60,
        for_s=60,
        rises_within_s=26 * 60 * 60 + 60 + SCRAPED_EVERY_S,
        counted_from="the last good check",
        because="the nightly check of the audit log did not happen",
        do="did a worker run at 3 AM in Houston? `./standby verify_trail` checks now",
    ),
    Alarm(
        name="StandbyServerErrors",
        metric="standby_calls_total",
        promql='sum(increase(standby_calls_total{status=~"5.."}[5m]))',
        over=5,
        rises_within_s=300 + SCRAPED_EVERY_S,
        because="more than one answer a minute is a fault of ours",
        do="the log has its trace",
    ),
)


def operating(page: str) -> str:
    """Return docs/operating.md with its alarm table replaced by the current alarms."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    rows = ""
    for alarm in ALARMS:
        over = f"{alarm.over:g}" + (f" for {_time(alarm.for_s)}" if alarm.for_s else "")
        within = _time(alarm.rises_within_s)
        if alarm.counted_from:
            within += f" of {alarm.counted_from}"
        measure = alarm.measure.replace("|", "\\|")
        cells = (f"{alarm.name}<br>`{measure}`", over, within, alarm.because, alarm.do)
        rows += f"| {' | '.join(cells)} |\n"
    return f"{before}{BEGIN}\n{_HEADER}{rows}{END}{after}"


def rules() -> str:
    # Strings are written as JSON, which is valid YAML too.
    head = "# Written by `make alarms` from api/standby/server/alarms.py.\n"
    return f"{head}groups:\n  - name: standby\n    rules:\n" + "".join(
        f"      - alert: {alarm.name}\n"
        f"        expr: {json.dumps(alarm.expression)}\n"
        f"        for: {alarm.for_s}s\n"
        f"        annotations:\n"
        f"          summary: {json.dumps(alarm.because)}\n"
        f"          description: {json.dumps(alarm.do)}\n"
        for alarm in ALARMS
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
