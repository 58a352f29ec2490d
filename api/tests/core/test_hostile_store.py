"""Whatever a file store answers: a read raises FileGone or FilesDown, and the next one works."""

import logging
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from hostile_json import BODIES

from standby.core.providers.files import FileGone, FilesDown
from standby.core.providers.files.local import LocalFiles
from standby.core.providers.files.s3 import S3Files

log = logging.getLogger(__name__)
GOOD: Final = b'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: "a"\r\n\r\ngood'
_XML: Final = b'<?xml version="1.0"?><Error><Code>%s</Code></Error>'


def _answer(
    status: bytes, body: bytes = b"", headers: bytes = b"", length: int | None = None
) -> bytes:
    size = len(body) if length is None else length
    return b"HTTP/1.1 %s\r\nContent-Length: %d\r\n%s\r\n%s" % (status, size, headers, body)


def hostile_answers() -> dict[str, bytes]:
    found = {f"500 {name}": _answer(b"500 Oops", body) for name, body in BODIES.items()}
    for status in (
        b"100 Continue", b"204 No Content", b"206 Partial Content", b"301 Moved", b"302 Found",
        b"304 Not Modified", b"307 Moved", b"400 Bad", b"401 No", b"403 No", b"404 Not Found",
        b"405 No", b"409 Conflict", b"410 Gone", b"412 No", b"416 Range", b"429 Slow", b"501 No",
        b"502 Bad Gateway", b"503 Slow Down", b"599 What", b"700 What", b"999 Denied",
    ):  # fmt: skip
        found[f"status {status!r}"] = _answer(status, b"<html>no store</html>")
    for code in (b"NoSuchKey", b"NoSuchBucket", b"AccessDenied", b"SlowDown", b"", b"<a", b"\x00"):
        found[f"code {code!r}"] = _answer(b"404 Not Found", _XML % code)
    return found | {
        "nothing": b"",
        "no http": b"SSH-2.0-OpenSSH_9.6\r\n",
        "half a header": b"HTTP/1.1 200",
        "no version": b"HTTP/9.9 200 OK\r\n\r\n",
        "a word as status": b"HTTP/1.1 OK\r\n\r\n",
        "cut off": _answer(b"200 OK", b"half", length=4000),
        "a length that is none": b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\ngood",
        "less than nothing": b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\ngood",
        "two lengths": b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 9\r\n\r\ngood",
        "bad pieces": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\ngood\r\n",
        "half a piece": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\ngood",
        "no gzip": _answer(b"200 OK", b"good", b"Content-Encoding: gzip\r\n"),
        "a ring": _answer(b"301 Moved", b"", b"Location: /hostile\r\n"),
        "to a file": _answer(b"302 Found", b"", b"Location: file:///etc/passwd\r\n"),
        "many headers": b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 500 + b"\r\n",
        "a long header": b"HTTP/1.1 200 OK\r\nA: " + b"b" * 100_000 + b"\r\n\r\n",
        "an odd date": _answer(b"200 OK", b"good", b"Last-Modified: never\r\n", 9),
        "another checksum": _answer(b"200 OK", b"good", b"x-amz-checksum-crc32: AAAAAA==\r\n"),
    }


class Store(socketserver.ThreadingTCPServer):
    allow_reuse_address, daemon_threads = True, True
    answer = GOOD

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that gives up is what some tests are about."""


class _Handler(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        self.request.recv(65_536)
        assert isinstance(self.server, Store)
        with suppress(OSError):  # who asked may have left
            self.request.sendall(self.server.answer)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def a_bucket(store: Store) -> S3Files:
    return S3Files(
        "standby",
        endpoint_url=f"http://127.0.0.1:{store.server_address[1]}",
        region_name="us-east-1",
        aws_access_key_id="testing",
        aws_secret_access_key="testing",
    )


def outcome(read: Callable[[], object]) -> str:
    try:
        read()
    except (FileGone, FilesDown):
        return ""
    except Exception as error:
        log.warning("raised", exc_info=error)
        return type(error).__name__
    return ""


@pytest.mark.req("IN-06.7")
def test_whatever_a_store_answers_a_read_is_down_or_gone_and_the_next_one_works(
    store: Store, tmp_path: Path
) -> None:
    raised, hostile = {}, hostile_answers()
    for number, (name, answer) in enumerate(hostile.items()):
        # A new one each time: after five failures it would be left alone for half a minute.
        files = a_bucket(store)
        store.answer = answer
        reads = (
            lambda: files.read("photos/a"),  # noqa: B023
            lambda: files.size_bytes("photos/a"),  # noqa: B023
            lambda: files.fetch("photos/a", target=tmp_path / "fetched"),  # noqa: B023
        )
        found = [outcome(reads[0]), outcome(reads[1 + number % 2])]
        if any(found):
            raised[name] = found
        store.answer = GOOD
        assert a_bucket(store).read("photos/a") == b"good"

    assert raised == {}
    assert len(hostile) > 50


@pytest.mark.req("IN-06.7")
def test_what_became_of_a_file_in_a_folder_is_gone_or_down_and_the_next_one_is_read(
    tmp_path: Path,
) -> None:
    files = LocalFiles(folder=tmp_path)
    files.put("photos/good", b"good", content_type="image/jpeg")
    (tmp_path / "photos" / "folder").mkdir()
    (tmp_path / "photos" / "ring").symlink_to(tmp_path / "photos" / "ring")
    (tmp_path / "photos" / "nowhere").symlink_to(tmp_path / "nothing")
    odd = ("photos/folder", "photos/ring", "photos/nowhere", "photos/good/below", "photos/none")

    for key in odd:
        with pytest.raises((FileGone, FilesDown)):
            files.read(key)
        with pytest.raises((FileGone, FilesDown)):
            b"".join(files.stream(key))
        assert files.read("photos/good") == b"good"
