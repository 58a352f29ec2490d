"""Files are kept in a folder or in a bucket, and nobody can tell which."""

import base64
import json
import os
import stat
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import boto3
import httpx
import pytest
from moto.server import ThreadedMotoServer

from standby.core.providers.files import FileGone, Files, FilesDown, KeyUnsafe
from standby.core.providers.files.local import LocalFiles
from standby.core.providers.files.s3 import S3Files

KEY = "photos/3f2a/original"
API = Path(__file__).parents[2]
WAYS = ["folder", "bucket"]
NOWHERE = "http://127.0.0.1:1"
UNSAFE = [
    *("../secret-key", "photos/../../secret-key", "/etc/passwd", "~/photos", "photos/.."),
    *("photos//original", "photos/./original", "%2e%2e/secret-key", "..\\secret-key"),
    *("photos\\original", "photos/ori\x00ginal", "photos/original\n", "photos/original "),
    *("photos/original.", "photos/.hidden", "photos/ünïcode", "photos/\u202egpj.exe"),
    *("CON", "", "a" * 201),
]


@pytest.fixture(scope="module")
def store() -> Iterator[str]:
    """A store that speaks as S3 does, on loopback."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


def a_bucket(endpoint: str, *, takes_uploads: bool = False, is_made: bool = True) -> S3Files:
    files = S3Files(
        f"b-{uuid.uuid4().hex}",
        takes_uploads=takes_uploads,
        endpoint_url=endpoint,
        region_name="us-east-1",
        aws_access_key_id="testing",
        aws_secret_access_key="testing",
    )
    if is_made:
        files._client.create_bucket(Bucket=files._bucket)
    return files


def way_in(files: Files) -> dict[str, Any] | None:
    lasts = timedelta(minutes=10)
    return files.presigned_upload(KEY, size_bytes=9, content_type="image/jpeg", expires_in=lasts)


@pytest.fixture(params=WAYS)
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Files:
    if request.param == "folder":
        return LocalFiles(folder=tmp_path / "files")
    return a_bucket(request.getfixturevalue("store"))


def test_a_file_is_kept_as_bytes_are_and_one_put_again_replaces_it(
    files: Files, tmp_path: Path
) -> None:
    film, fetched = tmp_path / "film", tmp_path / "fetched"
    film.write_bytes(bytes(range(256)) * 3000)

    files.put(KEY, b"first", content_type="image/jpeg")
    assert files.read(KEY) == b"first"
    files.store(KEY, film, content_type="video/mp4")
    files.fetch(KEY, target=fetched)

    assert files.size_bytes(KEY) == 768_000
    assert files.read(KEY) == b"".join(files.stream(KEY)) == film.read_bytes()
    assert fetched.read_bytes() == film.read_bytes()


def test_pieces_make_a_file_in_whatever_order_and_however_often_they_come(
    files: Files, tmp_path: Path
) -> None:
    files.append(KEY, offset=0, chunk=b"abc")
    files.append(KEY, offset=6, chunk=b"ghi")
    files.append(KEY, offset=3, chunk=b"def")
    files.append(KEY, offset=3, chunk=b"def")

    files.fetch(KEY, target=tmp_path / "whole")

    assert (tmp_path / "whole").read_bytes() == b"abcdefghi"
    assert files.size_bytes(KEY) == 9


def test_what_is_not_there_is_gone(files: Files, tmp_path: Path) -> None:
    for look in (
        lambda: files.read(KEY),
        lambda: files.stream(KEY),
        lambda: files.size_bytes(KEY),
        lambda: files.fetch(KEY, target=tmp_path / "nothing"),
    ):
        with pytest.raises(FileGone):
            look()


def test_what_is_deleted_is_gone_with_its_pieces_and_may_be_deleted_again(files: Files) -> None:
    files.put("photos/3f2a/shown.jpg", b"shown", content_type="image/jpeg")
    files.append(KEY, offset=0, chunk=b"abc")

    for _ in range(2):
        files.delete("photos/3f2a/shown.jpg")
        files.delete(KEY)

    for key in ("photos/3f2a/shown.jpg", KEY):
        with pytest.raises(FileGone):
            files.size_bytes(key)


def test_no_key_leaves_its_place(files: Files, tmp_path: Path) -> None:
    uses: tuple[Callable[[str], object], ...] = (
        lambda key: files.put(key, b"x", content_type="image/jpeg"),
        lambda key: files.append(key, offset=0, chunk=b"x"),
        files.read,
        files.delete,
        files.size_bytes,
        files.stream,
    )
    for key in UNSAFE:
        print(repr(key))
        for use in uses:
            with pytest.raises(KeyUnsafe):
                use(key)
    assert not list(tmp_path.rglob("*secret*"))


def test_only_its_owner_may_read_a_file_and_nothing_unfinished_stays(tmp_path: Path) -> None:
    files = LocalFiles(folder=tmp_path / "files")

    files.put("photos/a/shown.jpg", b"x", content_type="image/jpeg")
    files.append("photos/a/original", offset=0, chunk=b"x")

    kept = [path for path in (tmp_path / "files").rglob("*") if path.is_file()]
    assert sorted(path.name for path in kept) == ["original", "shown.jpg"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
    assert stat.S_IMODE((tmp_path / "files" / "photos" / "a").stat().st_mode) == 0o700


def test_a_link_in_the_way_is_not_followed(tmp_path: Path) -> None:
    files = LocalFiles(folder=tmp_path / "files")
    files.put("photos/a/other", b"x", content_type="image/jpeg")
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (tmp_path / "files" / "photos" / "a" / "original").symlink_to(secret)

    with pytest.raises(FilesDown):
        files.append("photos/a/original", offset=0, chunk=b"overwritten")

    assert secret.read_text() == "secret"


def test_a_full_disk_is_storage_that_is_down(tmp_path: Path) -> None:
    """What is kept stays as it was; nothing half-written is left."""
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this machine has no disk that is always full")
    files = LocalFiles(folder=tmp_path / "files")
    files.put("photos/a/other", b"x", content_type="image/jpeg")
    device = tmp_path / "files" / "photos" / "a" / "original"
    os.mknod(device, stat.S_IFCHR | 0o600, os.makedev(1, 7)) if os.geteuid() == 0 else None
    if not device.exists():
        pytest.skip("making a device needs root")

    with pytest.raises(FilesDown, match="No space left"):
        files.append("photos/a/original", offset=0, chunk=b"x")


@pytest.mark.parametrize("is_there", [True, False])
def test_a_store_that_refuses_us_or_is_down_says_so_and_is_then_left_alone(
    store: str, is_there: bool
) -> None:
    """J: every call ends in time, and soon without asking at all."""
    files = a_bucket(store if is_there else NOWHERE, is_made=False)

    for _ in range(6):
        with pytest.raises(FilesDown):
            files.put(KEY, b"x", content_type="image/jpeg")
    with pytest.raises(FilesDown):
        files.read(KEY)


def test_a_file_that_is_not_there_is_an_answer_of_a_store_that_works(store: str) -> None:
    """Else a store that came back would stay out of use as long as only such files are asked."""
    files = a_bucket(store)
    up, down = files._client, a_bucket(NOWHERE, is_made=False)._client

    for _ in range(6):
        files.__dict__["_client"] = down
        with pytest.raises(FilesDown):
            files.size_bytes(KEY)
        files.__dict__["_client"] = up
        with pytest.raises(FileGone):
            files.size_bytes(KEY)


def test_what_a_browser_may_send_is_signed_key_type_and_size(store: str) -> None:
    files = a_bucket(store, takes_uploads=True)

    upload = way_in(files)

    assert upload is not None
    policy: dict[str, Any] = json.loads(base64.b64decode(upload["fields"]["policy"]))
    assert ["content-length-range", 9, 9] in policy["conditions"]
    assert {"Content-Type": "image/jpeg"} in policy["conditions"]
    assert {"key": KEY} in policy["conditions"]
    sent = httpx.post(upload["url"], data=upload["fields"], files={"file": b"123456789"})
    assert sent.status_code < 300
    assert files.size_bytes(KEY) == 9


def test_a_film_may_be_fetched_by_an_address_of_a_bucket_that_soon_ends(
    store: str, tmp_path: Path
) -> None:
    files, key, lasts = a_bucket(store), "photos/a/video.mp4", timedelta(minutes=10)
    files.put(key, b"film", content_type="video/mp4")

    address = files.presigned_read(key, file_name="video.mp4", expires_in=lasts)

    assert address is not None
    assert "X-Amz-Expires=600" in address
    answer = httpx.get(address)
    assert answer.content == b"film"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="video.mp4"'
    folder = LocalFiles(folder=tmp_path)
    assert folder.presigned_read(key, file_name="video.mp4", expires_in=lasts) is None
    assert way_in(folder) is way_in(files) is None  # where nobody chose so, they come through us


def test_nobody_else_may_read_a_bucket(store: str) -> None:
    files = a_bucket(store)
    files.put(KEY, b"x", content_type="image/jpeg")

    allowed = files._client.get_object_acl(Bucket=files._bucket, Key=KEY)["Grants"]

    assert {grant["Grantee"]["Type"] for grant in allowed} == {"CanonicalUser"}


def test_a_business_that_keeps_a_folder_never_loads_the_vendors_library() -> None:
    code = (
        "import sys; from standby.core.providers.files.s3 import S3Files; "
        "sys.exit(any(name.split('.')[0] in ('boto3', 'botocore') for name in sys.modules))"
    )

    ran = subprocess.run([sys.executable, "-c", code], cwd=API, check=False)

    assert ran.returncode == 0
    assert boto3.__version__


FOLDER: type[Files] = LocalFiles
BUCKET: type[Files] = S3Files
