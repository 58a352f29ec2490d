"""Nothing that is made of a customer while they are erased is stored (ERASE-01, M2)."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import NOW
from document_helpers import a_locked_order, a_proposal, accept, make_documents
from photo_reviews import an_order_that_asks_for_photos, process_photos, send
from sent_files import PDF, a_jpeg

from standby.core.models import Job
from standby.core.providers.files import FilesDown
from standby.core.providers.files.local import LocalFiles
from standby.documents.models import BillingDocument, OrderFile
from standby.documents.services.billing import print_documents
from standby.documents.services.documents import (
    DocumentContext,
    make_certificate,
    make_completion_packet,
    make_hoa_packet,
)
from standby.documents.services.order_files import add_order_file
from standby.documents.services.proposals import make_proposal
from standby.orders.models import Order
from standby.orders.selectors.orders import CustomerErased
from standby.photos.models import Photo
from standby.workflows.erase_customer import ErasureReason, erase_customer

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
Makes = Callable[[Order, DocumentContext], object]


def erase(order: Order) -> None:
    """Whatever is still open."""
    customer = Order.objects.get(pk=order.pk).customer
    erase_customer(customer.public_id, reason=ErasureReason.RESTORED, actor="staff jo", now=NOW)


def hoa_packet(order: Order, documents: DocumentContext) -> object:
    association = {"name": "Bear Branch", "address": "", "contact": "", "notes": ""}
    return make_hoa_packet(
        order, association=association, documents=documents, actor="staff jo", now=NOW
    )


def certificate(order: Order, documents: DocumentContext) -> object:
    return make_certificate(order.proposals.get(), documents=documents, now=NOW)


def completion_packet(order: Order, documents: DocumentContext) -> object:
    facts: dict[str, Any] = {
        "machine": [],
        "installed_on": "",
        "powered_on": "",
        "inspections": [],
        "documents": [],
        "photos": [],
        "warranty": [],
    }
    return make_completion_packet(order, facts, documents=documents, now=NOW)


def proposal(order: Order, documents: DocumentContext) -> object:
    return make_proposal(order, documents=documents, actor="clock", now=NOW)


def invoices(order: Order, documents: DocumentContext) -> object:
    BillingDocument.objects.create(
        order=order,
        kind="invoice",
        number=1,
        contents={"language": "en", "of": order.customer.name},
        issued_at=NOW,
        amount_cents=1,
    )
    return print_documents(order, documents=documents)


MAKERS: dict[str, Makes] = {
    "make_hoa_packet": hoa_packet,
    "make_certificate": certificate,
    "make_completion_packet": completion_packet,
    "_store_if_unchanged": proposal,
    "_store_once": invoices,
}


def functions_that_store() -> set[str]:
    """Those of our source that store a made document."""
    found = set()
    for path in (Path(__file__).parents[2] / "standby").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                calls = [each for each in ast.walk(function) if isinstance(each, ast.Call)]
                called = {getattr(call.func, "id", "") for call in calls}
                found |= {function.name} if "store_document" in called else set()
    return found


def test_each_function_that_stores_a_document_is_tried() -> None:
    assert functions_that_store() == set(MAKERS)


class Blank:
    """Prints nothing, after something else happens."""

    def __init__(self, happens: Callable[[], object]) -> None:
        self.happens = happens

    def render(self, _template: Any, _facts: Any, *, made_at: Any) -> bytes:
        self.happens()
        return b"%PDF-1.7 of Ada Lovelace %%EOF"


def met_while_made(folder: Path, happens: Callable[[], object]) -> DocumentContext:
    files = LocalFiles(folder=folder / "files")
    return DocumentContext(renderer=Blank(happens), files=files, site_url="https://site.test")


@pytest.mark.req("ERASE-01.2")
@pytest.mark.parametrize("makes", MAKERS.values(), ids=MAKERS.keys())
def test_what_is_made_while_they_are_erased_is_thrown_away(makes: Makes, tmp_path: Path) -> None:
    order = a_locked_order()
    if makes is certificate:
        accept(a_proposal(tmp_path, order))
    before = OrderFile.objects.count()

    with pytest.raises(CustomerErased):
        makes(order, met_while_made(tmp_path, lambda: erase(order)))

    assert OrderFile.objects.count() == before
    assert [path for path in (tmp_path / "files").rglob("*.pdf") if path.is_file()] == []


@pytest.mark.parametrize("makes", MAKERS.values(), ids=MAKERS.keys())
def test_control_otherwise_it_is_stored(makes: Makes, tmp_path: Path) -> None:
    order = a_locked_order()
    if makes is certificate:
        accept(a_proposal(tmp_path, order))
    before = OrderFile.objects.count()

    makes(order, met_while_made(tmp_path, lambda: None))

    assert OrderFile.objects.count() == before + 1


class ErasingFiles(LocalFiles):
    """While one of these files is written, something else happens."""

    def __init__(self, happens: Callable[[], object], *, folder: Path, ending: str) -> None:
        super().__init__(folder=folder)
        self.happens, self.ending = happens, ending

    def put(self, key: str, content: bytes, *, content_type: str) -> None:
        super().put(key, content, content_type=content_type)
        if key.endswith(self.ending):
            self.happens()

    def store(self, key: str, path: Path, *, content_type: str) -> None:
        super().store(key, path, content_type=content_type)
        if key.endswith(self.ending):
            self.happens()


def test_a_file_that_is_added_while_they_are_erased_is_thrown_away(tmp_path: Path) -> None:
    order = a_locked_order()
    files = ErasingFiles(lambda: erase(order), folder=tmp_path, ending=".pdf")

    with pytest.raises(CustomerErased):
        add_order_file(
            order,
            kind=OrderFile.Type.PERMIT,
            content=PDF,
            files=files,
            actor="staff jo",
            now=NOW,
        )

    assert not order.files.filter(type="permit").exists()
    assert list(tmp_path.rglob("*.pdf")) == []


def test_a_photo_that_is_made_small_while_they_are_erased_leaves_no_file(tmp_path: Path) -> None:
    order = an_order_that_asks_for_photos()
    files = ErasingFiles(lambda: None, folder=tmp_path, ending="shown.jpg")
    photo = send(order, a_jpeg(), files=files)
    files.happens = lambda: erase(order)

    process_photos(files)

    photo.refresh_from_db()
    made = [path for path in tmp_path.rglob("*.jpg") if path.is_file()]
    waits = Job.objects.filter(kind=Job.Kind.FILE_DELETION).values_list("key", flat=True)
    assert photo.status == Photo.Status.STORED
    assert made
    assert {path.name for path in made} <= {key.rpartition("/")[2] for key in waits}


def test_a_worker_makes_nothing_of_whoever_is_erased_meanwhile(tmp_path: Path) -> None:
    order = a_locked_order()
    assert Job.objects.filter(kind=Job.Kind.DOCUMENT).exists()

    made = make_documents(met_while_made(tmp_path, lambda: erase(order)))

    assert made == 0
    assert not Job.objects.filter(kind=Job.Kind.DOCUMENT).exists()


def test_a_document_is_deleted_later_where_storage_is_down(tmp_path: Path) -> None:
    order = a_locked_order()

    class Down(LocalFiles):
        def delete(self, _key: str) -> None:
            raise FilesDown("no route")

    documents = DocumentContext(
        renderer=Blank(lambda: erase(order)), files=Down(folder=tmp_path), site_url="https://s.test"
    )
    with pytest.raises(CustomerErased):
        hoa_packet(order, documents)

    [path] = tmp_path.rglob("hoa_packet*.pdf")
    keys = Job.objects.filter(kind=Job.Kind.FILE_DELETION).values_list("key", flat=True)
    assert any(key.endswith(path.name) for key in keys)
