"""Staff add permits, reports and job photos to an order, and take them away again."""

from typing import Any
from urllib.parse import quote

import pytest
from access_helpers import script_token
from django.test import Client
from document_helpers import a_scheduled_order
from sent_files import PDF, a_jpeg

from standby.core.middleware import LARGEST_FILE_BYTES
from standby.core.providers import wiring as core_providers
from standby.core.roles import Role
from standby.documents.models import OrderFile
from standby.documents.selectors import documents_of, files_of
from standby.orders.models import Order
from standby.photos.providers.pictures.file_type import type_of

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


@pytest.fixture
def staff() -> Client:
    return Client(headers={"authorization": f"Bearer {script_token(Role.DISPATCHER)}"})


def add(
    staff: Client, order: Order, content: bytes, *, kind: str = "permit", note: str = ""
) -> Any:
    return staff.post(
        f"/api/staff/orders/{order.public_id}/files?kind={kind}",
        content,
        content_type="application/octet-stream",
        headers={"File-Note": quote(note)},
    )


def file_page(order: Order, file_id: str) -> str:
    return f"/api/staff/orders/{order.public_id}/files/{file_id}"


@pytest.mark.req("OPS-16.3")
def test_a_permit_is_added_listed_opened_as_an_attachment_and_removed(staff: Client) -> None:
    order = a_scheduled_order()

    answer = add(staff, order, PDF, note="No. 25-117, “Spring”")
    page = file_page(order, answer.json()["id"])
    [listed] = staff.get(f"/api/staff/orders/{order.public_id}").json()["files"]
    opened = staff.get(page)

    assert answer.status_code == 201
    assert (listed["title"], listed["note"]) == ("Permit", "No. 25-117, “Spring”")
    assert listed["added_by"] == "Jo"
    assert opened.content == PDF
    assert opened["Content-Type"] == "application/pdf"
    assert opened["Content-Disposition"].startswith("attachment")
    assert "sandbox" in opened["Content-Security-Policy"]

    assert staff.delete(page).status_code == 204
    assert staff.get(page).status_code == staff.delete(page).status_code == 404
    assert files_of(order) == []
    changes = order.log.filter(subject="file").values_list("before", "after")
    assert list(changes) == [("", "permit"), ("permit", "removed")]
    assert core_providers.files().read(OrderFile.objects.get().key) == PDF  # only hidden


def test_a_picture_is_made_anew_from_its_pixels(staff: Client) -> None:
    order = a_scheduled_order()
    answer = add(staff, order, a_jpeg(64, 48, comment=b"secret"), kind="photo_after")

    opened = staff.get(file_page(order, answer.json()["id"]))

    assert opened["Content-Type"] == "image/jpeg"
    assert opened["Content-Disposition"].endswith('photo-after-1.jpg"')
    assert type_of(opened.content) == "image/jpeg"
    assert b"secret" not in opened.content


def test_the_same_file_again_is_the_one_that_is_there(staff: Client) -> None:
    order = a_scheduled_order()

    first, again, other = (
        add(staff, order, PDF),
        add(staff, order, PDF),
        add(staff, order, PDF, kind="other"),
    )

    assert first.json() == again.json()
    assert other.json()["id"] != first.json()["id"]
    assert OrderFile.objects.count() == 2


@pytest.mark.parametrize(
    "content",
    [b"hello", b"<html>%PDF-", PDF[:-8], PDF + b"PK\x05\x06" + bytes(18), a_jpeg()[:200]],
)
def test_what_is_neither_a_whole_pdf_nor_a_picture_is_refused(
    staff: Client, content: bytes
) -> None:
    order = a_scheduled_order()

    answer = add(staff, order, content)

    assert (answer.status_code, answer.json()["code"]) == (422, "order_file_refused")
    assert answer.json()["errors"][0]["field"] == "file"
    assert not OrderFile.objects.exists()


def test_a_file_has_at_most_20_mb(staff: Client) -> None:
    order = a_scheduled_order()
    largest = PDF[:9] + bytes(LARGEST_FILE_BYTES - len(PDF)) + PDF[9:]

    assert add(staff, order, largest).status_code == 201
    assert add(staff, order, largest + b"\n").status_code == 413


def test_the_homeowner_sees_permits_and_approvals_and_no_job_notes(staff: Client) -> None:
    order = a_scheduled_order()
    for kind in OrderFile.ADDED_BY_STAFF:
        add(staff, order, PDF, kind=kind)

    shown = {file.type for file in documents_of(order)}

    assert shown == {"permit", "hoa_approval", "inspection_report", "warranty"}


def test_a_document_that_we_made_stays(staff: Client) -> None:
    order = a_scheduled_order()
    made = OrderFile.objects.create(
        order=order,
        type="general_proposal",
        title="Proposal",
        key="a.pdf",
        sha256="a" * 64,
        size_bytes=1,
        created_at=order.created_at,
    )

    refused = staff.delete(file_page(order, str(made.public_id)))

    assert (refused.status_code, refused.json()["code"]) == (409, "document_stays")
