from functools import cache

from django.conf import settings

from standby.core.providers.crypto import Sealer, Signer
from standby.core.providers.files import Files
from standby.core.providers.files.local import LocalFiles
from standby.core.providers.files.s3 import S3Files


@cache
def files() -> Files:
    environment = settings.ENVIRONMENT
    if environment.files == "s3":
        return S3Files(
            environment.s3_bucket,
            takes_uploads=environment.s3_takes_uploads,
            endpoint_url=environment.s3_endpoint or None,
            region_name=environment.s3_region,
            aws_access_key_id=environment.s3_access_key,
            aws_secret_access_key=environment.s3_secret_key,
        )
    return LocalFiles(folder=settings.FILES)


@cache
def sealer() -> Sealer:
    return Sealer(secret_keys=secret_keys())


@cache
def signer() -> Signer:
    return Signer(secret_keys=secret_keys())


def secret_keys() -> list[str]:
    # The first one is in use; signatures and tokens of the others are still accepted.
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
