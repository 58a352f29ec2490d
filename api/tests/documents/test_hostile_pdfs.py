"""Whatever is sent as a PDF: what does anything but show its pages is refused, in time."""

import time
from pathlib import Path

import pytest
from hostile_pdfs import good_pdfs, hostile_pdfs

from standby.documents.providers import pdf_files
from standby.documents.providers.pdf_files import PdfRefused, ensure_safe_pdf
from standby.documents.services.order_files import FileRefused, safe_content

WITHIN_S = 30.0  # of CPU an eighth of it; the machine may be busy


@pytest.mark.req("IN-06.6")
@pytest.mark.parametrize("name", list(good_pdfs()))
def test_what_people_send_is_kept_byte_for_byte(name: str) -> None:
    assert safe_content(good_pdfs()[name]) == (good_pdfs()[name], "application/pdf")


@pytest.mark.req("IN-06.6")
def test_each_hostile_pdf_is_refused_and_the_good_one_behind_it_is_taken_in_time() -> None:
    taken, late, missed = [], [], []
    good = good_pdfs()["one page"]
    for number, (name, content) in enumerate(hostile_pdfs().items()):
        began_s = time.monotonic()
        try:
            safe_content(content)
            taken.append(name)
        except FileRefused:
            pass
        if number % 8 == 0 and safe_content(good)[0] != good:
            missed.append(name)
        if time.monotonic() - began_s > WITHIN_S:
            late.append(name)

    assert (taken, late, missed) == ([], [], [])
    assert len(hostile_pdfs()) > 60


def test_one_that_takes_too_long_or_its_process_down_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pdf_files, "LONGEST_S", 0.001)
    with pytest.raises(PdfRefused, match="too heavy"):
        ensure_safe_pdf(good_pdfs()["one page"])
    child = tmp_path / "child.py"
    child.write_text("raise SystemExit(9)")
    monkeypatch.setattr(pdf_files, "LONGEST_S", 60)
    monkeypatch.setattr(pdf_files, "_CHILD", child)
    with pytest.raises(PdfRefused, match="too heavy"):
        ensure_safe_pdf(good_pdfs()["one page"])
