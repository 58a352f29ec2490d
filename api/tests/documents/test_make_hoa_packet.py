"""An application to a homeowners' association, in one file."""

from dataclasses import replace
from pathlib import Path

import pytest
from bookings import NOW, a_wish
from papers import STAFF, a_locked_order, a_scheduled_order, printing, words_of

from standby.core.providers.files.local import LocalFiles
from standby.documents.models import OrderFile
from standby.documents.providers.pdf import Document
from standby.documents.services.document_data import HomeownersAssociation
from standby.documents.services.documents import (
    DocumentContext,
    OutsideTheStatute,
    PacketOvertaken,
    make_hoa_packet,
)
from standby.orders.models import Order
from standby.pricing.models.catalog import Generator

pytestmark = pytest.mark.usefixtures("shop")
WATERWAY = HomeownersAssociation(
    name="Waterway Village Association",
    address="9 Lake Front Circle, The Woodlands, TX 77380",
    contact="Ms. Ray",
    notes="The spot is behind the <fence>.",
)


def packet(
    documents: DocumentContext, order: Order, *, association: HomeownersAssociation = WATERWAY
) -> OrderFile:
    return make_hoa_packet(
        order, association=association, documents=documents, actor=STAFF, now=NOW
    )


def read(folder: Path, made: OrderFile) -> str:
    return words_of(LocalFiles(folder=folder).read(made.key))


def test_letter_sketch_and_figures_are_one_file(tmp_path: Path) -> None:
    order = a_locked_order(a_wish(model_number="7291"))

    made = packet(printing(tmp_path), order)

    assert (made.type, made.version) == ("hoa_packet", 1)
    text = read(tmp_path, made)
    for line in (
        "Waterway Village Association 9 Lake Front Circle",
        "Dear Ms. Ray,",
        "Section 202.019 of the Texas Property Code",
        "Rated output. 26 kW; the statute asks for 7 kW or more.",
        "raises the cost of the installation by more than 10 percent",
        "electrical contractor license TECL 12345; the gas piping",
        "From the owner: The spot is behind the <fence>.",
        "Site sketch",
        "18 in to the wall behind",
        "Output on natural gas 22.5 kW",
        "Natural gas at full load 333 cubic feet an hour",
        "Length, width, height 48 x 25 x 29 in",
        "Weight 518 lb",
    ):
        assert line in text, line
    entry = order.log.get(subject="document")
    assert (entry.after, entry.actor) == ("hoa_packet", STAFF)


def test_each_call_makes_the_next_version(tmp_path: Path) -> None:
    order = a_scheduled_order()
    bare = HomeownersAssociation(name="Waterway")

    first, second = (
        packet(printing(tmp_path), order, association=bare),
        packet(printing(tmp_path), order),
    )

    assert (first.version, second.version) == (1, 2)
    text = read(tmp_path, first)
    assert "Dear members of the committee," in text
    assert "From the owner" not in text


def test_an_own_generator_of_an_unknown_model(tmp_path: Path) -> None:
    order = a_scheduled_order(a_wish(generator_choice="provide_own", model_number="XG-1"))

    text = read(tmp_path, packet(printing(tmp_path), order))

    assert "Model XG-1" in text
    assert "Output on propane" not in text


def test_the_statute_does_not_protect_a_small_machine(tmp_path: Path) -> None:
    a_scheduled_order()
    Generator.objects.filter(model_number="7043").update(kw=6)

    with pytest.raises(OutsideTheStatute):
        packet(printing(tmp_path), Order.objects.get())


def test_two_at_once_do_not_have_one_version(tmp_path: Path) -> None:
    order, plain = a_scheduled_order(), printing(tmp_path)

    class Overtaken:
        def render(self, paper: Document) -> bytes:
            packet(plain, order)
            return plain.renderer.render(paper)

    with pytest.raises(PacketOvertaken):
        packet(replace(plain, renderer=Overtaken()), order)

    assert len(list(tmp_path.rglob("*.pdf"))) == OrderFile.objects.count() == 1
