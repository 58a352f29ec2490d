"""The record of a visit: entries that never change, in a hash chain, sealed once it is complete.

A correction is a new entry. The homeowner, an insurer or an inspector verifies the record by its
code, as a price by its receipt (PROOF-02). Call what writes in a transaction with the order locked.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from standby.audit.rules import BEGINNING, hash_row, hash_text
from standby.audit.services import origin
from standby.core.errors import NotFound, _
from standby.core.providers.crypto import Signer
from standby.core.short_codes import new_long_code, read_long_code
from standby.crew_phone.models import JobEntry, JobReport

Kind = JobEntry.Kind


class JobRecordNotFound(NotFound):
    code = "job_record_not_found"
    message = _("No installation record was found for this code. Please compare it with yours.")


def note_entry(
    report: JobReport,
    kind: Kind,
    facts: Mapping[str, Any],
    *,
    actor: str,
    happened_at: datetime,
    now: datetime,
) -> JobEntry:
    """Append an entry: what happened, when by the phone's clock and by ours, and who did it."""
    last = report.entries.order_by("-pk").first()
    by, text, salt = origin(), _canonical(facts), secrets.token_hex(16)
    entry = JobEntry(
        report=report,
        kind=kind,
        facts=text,
        facts_salt=salt,
        facts_seal=hash_text(text, salt=salt),
        happened_at=happened_at,
        at=now,
        actor=actor,
        credential=by.credential,
        role=by.role,
        prev_hash=last.hash if last else BEGINNING,
    )
    entry.hash = entry_hash(entry)
    entry.save(force_insert=True)
    return entry


def entry_hash(entry: JobEntry) -> str:
    fields = {
        "report": entry.report_id,
        "kind": entry.kind,
        "facts": entry.facts_seal,
        "happened": entry.happened_at.astimezone(UTC).isoformat(),
        "at": entry.at.astimezone(UTC).isoformat(),
        "actor": entry.actor,
        "credential": entry.credential,
        "role": entry.role,
    }
    return hash_row(fields, after=entry.prev_hash)


def entries_of(report: JobReport) -> list[JobEntry]:
    return list(report.entries.order_by("pk"))


def facts_of(entry: JobEntry) -> dict[str, Any]:
    """Return what an entry says; nothing once it was erased."""
    facts: dict[str, Any] = json.loads(entry.facts or "{}")
    return facts


def broken_entries(entries: list[JobEntry], *, is_erased: bool) -> list[JobEntry]:
    """Return the entries of one report, in their order, that are not as they were written.

    Facts may only be gone where `is_erased`: their order's log says that the customer was erased.
    """
    before, broken = BEGINNING, []
    for entry in entries:
        is_gone = is_erased and not entry.facts and not entry.facts_salt
        is_sealed = is_gone or hash_text(entry.facts, salt=entry.facts_salt) == entry.facts_seal
        if entry.prev_hash != before or not is_sealed or entry.hash != entry_hash(entry):
            broken.append(entry)
        before = entry.hash
    return broken


def seal_record(report: JobReport, *, signer: Signer) -> None:
    """Sign where the chain ends now, under the record's code, which a reopened one keeps."""
    report.code = report.code or new_long_code()
    report.seal = signer.sign(sealed_text(report))


def sealed_text(report: JobReport) -> str:
    """What the seal signs: built from the rows each time, so that a changed row no longer fits."""
    completed = report.entries.filter(kind=Kind.COMPLETED).order_by("-pk").first()
    fields = {
        "standby job record": 1,
        "code": report.code,
        "serial_number": report.serial_number,
        "finished": _utc(report.finished_at),
        "completed": _utc(report.completed_at),
        "entries": completed.hash if completed else "-",
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def record_by_code(typed: str) -> JobReport:
    """Return the report with this code, however it is typed. Raises JobRecordNotFound."""
    reports = JobReport.objects.select_related("appointment")
    report = reports.filter(code=read_long_code(typed)).first()
    if report is None:
        raise JobRecordNotFound
    return report


def text_sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _canonical(facts: Mapping[str, Any]) -> str:
    return json.dumps(facts, ensure_ascii=False, sort_keys=True)


def _utc(moment: datetime | None) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if moment else "-"
