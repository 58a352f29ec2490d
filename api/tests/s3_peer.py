"""A bucket on this machine, that speaks as S3 does."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import boto3
from moto.server import ThreadedMotoServer

BUCKET = "standby"
_KEYS = {"aws_access_key_id": "testing", "aws_secret_access_key": "testing"}


@contextmanager
def s3_peer() -> Iterator[tuple[Any, int]]:
    """A client of the bucket, and the port of its server."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    _, port = server.get_host_and_port()
    url = f"http://127.0.0.1:{port}"
    client = boto3.client("s3", endpoint_url=url, region_name="us-east-1", **_KEYS)
    client.create_bucket(Bucket=BUCKET)
    yield client, port
    server.stop()


def s3_settings(url: str) -> dict[str, str]:
    return {
        "S3_BUCKET": BUCKET,
        "S3_ENDPOINT": url,
        "S3_ACCESS_KEY": _KEYS["aws_access_key_id"],
        "S3_SECRET_KEY": _KEYS["aws_secret_access_key"],
    }
