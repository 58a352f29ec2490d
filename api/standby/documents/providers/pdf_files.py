"""PDFs that others made, opened in a child process that may crash without harm."""

import json
import logging
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from standby.photos.providers.pictures.file_type import is_plain_pdf

log = logging.getLogger(__name__)

_CHILD: Final = Path(__file__).with_name("pdf_child.py")
# wall-clock seconds on a busy machine; the child's own limit counts CPU time
LONGEST_S: Final = 60.0
_END: Final = b"%%EOF"
# What browsers and shells would run, behind the end of a PDF
_PROGRAM: Final = re.compile(rb"<|#!|MZ|\x7fELF")


class PdfRefused(Exception):
    """It is no whole PDF, is encrypted, too large in some way, or does something when opened."""


def ensure_safe_pdf(content: bytes) -> None:
    """Raise PdfRefused unless it is a whole PDF that only shows its pages."""
    if not is_plain_pdf(content) or _PROGRAM.search(content[content.rfind(_END) :]):
        raise PdfRefused("no whole PDF")
    with tempfile.TemporaryDirectory(prefix="standby-pdf-") as folder:
        source = Path(folder) / "sent.pdf"
        source.write_bytes(content)
        result = _inspected(source)
    if "refused" in result:
        log.info("a PDF is refused: %s", result["refused"])
        raise PdfRefused(result["refused"])


def _inspected(source: Path) -> dict[str, str]:
    try:
        ended = subprocess.run(  # noqa: S603 - our own program, no shell
            [sys.executable, "-I", _CHILD, source],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            cwd=source.parent,
            timeout=LONGEST_S,
            check=True,
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return {"refused": "too heavy"}
    result: dict[str, str] = json.loads(ended.stdout)
    return result
