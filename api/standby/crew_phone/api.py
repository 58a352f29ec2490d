"""The record of a finished installation, for anybody who has its code."""

from datetime import datetime, timedelta
from typing import Any, Final, Literal

from django.http import HttpRequest
from ninja import Router, Schema

from standby.core.limits import spend_by_client
from standby.core.policy import RateLimitRule
from standby.core.providers import wiring as core_providers
from standby.crew_phone.job_record import (
    Kind,
    broken_entries,
    entries_of,
    facts_of,
    record_by_code,
    sealed_text,
)
from standby.crew_phone.models import JobEntry
from standby.crew_phone.rules import CHECKLIST, item_title
from standby.orders.services.order_log import erased_since

router = Router(tags=["quoting"])
_RECORDS_PER_CLIENT: Final = RateLimitRule(
    name="job_records", limit=30, window=timedelta(minutes=10)
)
_CHECKLIST: Final = {each.item: each for each in CHECKLIST}


class RecordPhotoOut(Schema):
    stage: str
    sha256: str
    taken_at: datetime


class RecordSignatureOut(Schema):
    """One signature; who signed is named by their initials, since codes may be shared.

    `signed_at` is by the phone's clock, `recorded_at` by ours.
    """

    initials: str
    text: str
    text_sha256: str
    is_drawn: bool
    is_taken_back: bool
    signed_at: datetime
    recorded_at: datetime


class JobRecordOut(Schema):
    """Without name or street, since codes may be shared.

    `is_valid`: no entry was changed, and the seal fits. Without a seal the record was reopened and
    is not complete again. City, ZIP code, generator and checklist are as they were sealed; all of
    it is empty since `erased_at`, when the customer was erased.
    """

    code: str
    is_valid: bool
    is_sealed: bool
    erased_at: datetime | None
    city: str
    zip_code: str
    generator: str
    serial_number: str
    finished_at: datetime | None
    completed_at: datetime | None
    reopened: int
    checklist: list[str]
    photos: list[RecordPhotoOut]
    signatures: list[RecordSignatureOut]
    entries: int
    algorithm: Literal["Ed25519"]
    public_key: str
    signature: str
    signed_text: str


@router.get(
    "/job-records/{code}",
    response=JobRecordOut,
    operation_id="get_job_record",
)
def get_job_record(request: HttpRequest, code: str) -> dict[str, Any]:
    """What the crew recorded about a finished installation, under its code however it is typed."""
    spend_by_client(request, _RECORDS_PER_CLIENT)
    report = record_by_code(code)
    entries, erased_at = entries_of(report), erased_since(report.appointment.order_id)
    signer, text = core_providers.signer(), sealed_text(report)
    key = signer.key_that_signed(text, signature=report.seal) if report.seal else None
    completed = [facts_of(entry) for entry in entries if entry.kind == Kind.COMPLETED]
    # What was sealed, and not what the report and the order say today.
    sealed = completed[-1] if completed else {}
    is_whole = not broken_entries(entries, is_erased=erased_at is not None)
    return {
        "code": report.code,
        "is_valid": is_whole and (key is not None or not report.seal),
        "is_sealed": bool(report.seal),
        "erased_at": erased_at,
        "city": sealed.get("city", ""),
        "zip_code": sealed.get("zip_code", ""),
        "generator": sealed.get("generator", ""),
        "serial_number": report.serial_number,
        "finished_at": report.finished_at,
        "completed_at": report.completed_at,
        "reopened": sum(entry.kind == Kind.REOPENED for entry in entries),
        "checklist": [
            item_title(_CHECKLIST[item]) if item in _CHECKLIST else item
            for item in sealed.get("checklist", [])
        ],
        "photos": [_photo(entry) for entry in entries if entry.kind == Kind.PHOTO],
        "signatures": _signatures(entries),
        "entries": len(entries),
        "algorithm": "Ed25519",
        "public_key": key or signer.public_key,
        "signature": report.seal,
        "signed_text": text,
    }


def _photo(entry: JobEntry) -> dict[str, Any]:
    facts = facts_of(entry)
    return {
        "stage": facts.get("stage", ""),
        "sha256": facts.get("sha256", ""),
        "taken_at": entry.happened_at,
    }


def _initials(name: str) -> str:
    # Two letters at most: typed with a space between any two, all of them would be the name.
    words = name.split()
    return "".join(word[0] for word in (words[:1] + words[1:][-1:]))


def _signatures(entries: list[JobEntry]) -> list[dict[str, Any]]:
    signatures: list[dict[str, Any]] = []
    for entry in entries:
        if entry.kind == Kind.UNSIGNED:
            signatures[-1]["is_taken_back"] = True
        if entry.kind != Kind.SIGNED:
            continue
        facts = facts_of(entry)
        if signatures:  # a later one stands instead of the one before, which stays in the record
            signatures[-1]["is_taken_back"] = True
        signatures.append(
            {
                "initials": _initials(facts.get("signed_by", "")),
                "text": facts.get("text", ""),
                "text_sha256": facts.get("text_sha256", ""),
                "is_drawn": bool(facts.get("drawing_sha256")),
                "is_taken_back": False,
                "signed_at": entry.happened_at,
                "recorded_at": entry.at,
            }
        )
    return signatures
