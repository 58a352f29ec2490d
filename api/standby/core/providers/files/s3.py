"""Files in a private bucket of S3 or a compatible store."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from django.utils.http import content_disposition_header

from standby.core.provider_calls import Breaker, Unreachable, outgoing
from standby.core.providers.files import FileGone, FilesDown, KeyUnsafe, checked_key

# With a silent store both tries end within about 12 seconds; a chunk blocks a thread that long.
_CONNECT_S: Final = 2
_READ_S: Final = 5
_TRIES: Final = 2
_NOT_THERE: Final = frozenset({"404", "NoSuchKey", "NotFound"})
_PIECE_BYTES: Final = 256 * 1024
_PIECE: Final = re.compile(r"\.pieces/(\d{12})$")


class S3Files:
    """Files in one bucket; with `takes_uploads`, browsers upload to it directly.

    `store` has boto3's arguments for the store's address and our credentials. Chunks of an
    unfinished upload are one object each, because S3 cannot append to an object.
    """

    def __init__(self, bucket: str, *, takes_uploads: bool = False, **store: str | None) -> None:
        self._bucket = bucket
        self._takes_uploads = takes_uploads
        self._store = store
        self._breaker = Breaker()

    def put(self, key: str, content: bytes, *, content_type: str) -> None:
        self._put(checked_key(key), content, content_type=content_type)

    def store(self, key: str, path: Path, *, content_type: str) -> None:
        checked_key(key)
        with self._storage_errors(), path.open("rb") as source:
            self._client.upload_fileobj(
                source, self._bucket, key, ExtraArgs={"ContentType": content_type}
            )

    def append(self, key: str, *, offset: int, chunk: bytes) -> None:
        piece = f"{checked_key(key)}.pieces/{offset:012d}"
        self._put(piece, chunk, content_type="application/octet-stream")

    def read(self, key: str) -> bytes:
        return b"".join(self.stream(key))

    def fetch(self, key: str, *, target: Path) -> None:
        with target.open("wb") as file:
            for offset, content in self._contents(key):
                file.seek(offset)
                file.write(content)

    def stream(self, key: str) -> Iterator[bytes]:
        checked_key(key)
        body = self._body(key)
        return self._pieces_of(body)

    def size_bytes(self, key: str) -> int:
        try:
            with self._storage_errors():
                head = self._client.head_object(Bucket=self._bucket, Key=checked_key(key))
                return int(head["ContentLength"])
        except FileGone:
            pieces = self._pieces(key)
            if not pieces:
                raise
            return max(offset + size for _, offset, size in pieces)

    def delete(self, key: str) -> None:
        checked_key(key)
        names = [key, *(name for name, _, _ in self._pieces(key))]
        with self._storage_errors():
            for name in names:
                self._client.delete_object(Bucket=self._bucket, Key=name)

    def presigned_upload(
        self, key: str, *, size_bytes: int, content_type: str, expires_in: timedelta
    ) -> dict[str, Any] | None:
        # Signed for this key, this type and exactly this many bytes: nothing else is accepted.
        if not self._takes_uploads:
            return None
        form: dict[str, Any] = self._client.generate_presigned_post(
            self._bucket,
            checked_key(key),
            Fields={"Content-Type": content_type},
            Conditions=[
                {"Content-Type": content_type},
                ["content-length-range", size_bytes, size_bytes],
            ],
            ExpiresIn=int(expires_in.total_seconds()),
        )
        return form

    def presigned_read(self, key: str, *, file_name: str, expires_in: timedelta) -> str | None:
        address: str = self._client.generate_presigned_url(
            "get_object",
            Params={
                "Bucket": self._bucket,
                "Key": checked_key(key),
                "ResponseContentDisposition": content_disposition_header(True, file_name),
            },
            ExpiresIn=int(expires_in.total_seconds()),
        )
        return address

    @cached_property
    def _client(self) -> Any:
        import boto3  # noqa: PLC0415 - only a business that chose S3 waits for it
        from botocore.config import Config  # noqa: PLC0415

        return boto3.session.Session().client(
            "s3",
            **self._store,
            config=Config(
                connect_timeout=_CONNECT_S,
                read_timeout=_READ_S,
                retries={"total_max_attempts": _TRIES, "mode": "standard"},
                signature_version="s3v4",
                s3={"addressing_style": "path" if self._store.get("endpoint_url") else "virtual"},
            ),
        )

    @contextmanager
    def _storage_errors(self) -> Iterator[None]:
        # Raises FileGone, and FilesDown for any other error or no response.
        from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415
        from botocore.parsers import ResponseParserError  # noqa: PLC0415
        from urllib3.exceptions import HTTPError  # noqa: PLC0415

        # a "not found" is a response, so the breaker must not count it as a failure
        missing: ClientError | None = None
        with self._breaker.watch(down=FilesDown("the storage does not answer")):
            try:
                with outgoing("s3"):
                    yield
            except KeyUnsafe:
                raise
            except ClientError as error:
                if error.response["Error"]["Code"] not in _NOT_THERE:
                    raise Unreachable from error
                missing = error
            # The last four are what the library makes of an answer that is no store's.
            except (
                *(BotoCoreError, ResponseParserError, HTTPError, OSError),
                *(ValueError, KeyError, TypeError, RecursionError),
            ) as failure:
                raise Unreachable from failure
        if missing is not None:
            raise FileGone from missing

    def _put(self, name: str, content: bytes, *, content_type: str) -> None:
        with self._storage_errors():
            self._client.put_object(
                Bucket=self._bucket, Key=name, Body=content, ContentType=content_type
            )

    def _body(self, name: str) -> Any:
        with self._storage_errors():
            return self._client.get_object(Bucket=self._bucket, Key=name)["Body"]

    def _pieces_of(self, body: Any) -> Iterator[bytes]:
        with self._storage_errors():
            yield from body.iter_chunks(_PIECE_BYTES)

    def _contents(self, key: str) -> Iterator[tuple[int, bytes]]:
        # (offset, content) of the whole file, or of the chunks of an unfinished one.
        try:
            whole = self.stream(key)
        except FileGone:
            pieces = self._pieces(key)
            if not pieces:
                raise
            for name, offset, _ in pieces:
                yield offset, b"".join(self._pieces_of(self._body(name)))
            return
        offset = 0
        for content in whole:
            yield offset, content
            offset += len(content)

    def _pieces(self, key: str) -> list[tuple[str, int, int]]:
        # (name, offset, size) of each chunk.
        with self._storage_errors():
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=self._bucket, Prefix=f"{key}.pieces/"
            )
            pieces = [
                (entry["Key"], entry["Size"])
                for page in pages
                for entry in page.get("Contents", [])
            ]
        matches = [(_PIECE.search(name), name, size) for name, size in pieces]
        return [(name, int(match[1]), size) for match, name, size in matches if match]
