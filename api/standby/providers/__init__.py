"""Provider adapters chosen by settings."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from django.conf import settings

from standby.providers.cards import Cards
from standby.providers.cards.stripe import StripeCards
from standby.providers.cards.test_mode import TestCards
from standby.providers.files import Files
from standby.providers.files.local import LocalFiles
from standby.providers.files.s3 import Bucket, S3Files
from standby.providers.identity import IdentityProvider
from standby.providers.identity.oidc import OidcClient, OidcIdentity
from standby.providers.mail import Mailer
from standby.providers.mail.kept import FileMailer
from standby.providers.mail.smtp import SmtpAccount, SmtpMail
from standby.providers.outlines import BoundaryReader
from standby.providers.outlines.reader import CensusBoundaryReader
from standby.providers.pdf import DocumentRenderer, Letterhead
from standby.providers.pdf.typst import TypstRenderer
from standby.providers.places import Places, Shape, Town
from standby.providers.places.google import GoogleConnection, GooglePlaces, open_line
from standby.providers.places.kept_pictures import PictureCache
from standby.providers.places.map_picture import atlas_from
from standby.providers.places.offline import OfflinePlaces
from standby.providers.sealing import Sealer
from standby.providers.sealing.fernet import FernetSealer
from standby.providers.signing import Signer
from standby.providers.signing.ed25519 import Ed25519Signer
from standby.providers.texts import Texter
from standby.providers.texts.kept import FileTexter
from standby.providers.texts.twilio import TwilioAccount, TwilioTexts, is_signed
from standby.providers.tokens import Tokens
from standby.providers.tokens.es256 import Es256Tokens

Towns = Callable[[], Sequence[Town]]
Shapes = Callable[[], Sequence[Shape]]


def places(*, towns: Towns, shapes: Shapes, spend_millicents: Callable[[int], None]) -> Places:
    environment = settings.ENVIRONMENT
    if environment.places == "google":
        return GooglePlaces(
            key=environment.google_server_key,
            line=_google_line(),
            spend_millicents=spend_millicents,
        )
    return offline_places(towns=towns, shapes=shapes)


def offline_places(*, towns: Towns, shapes: Shapes) -> Places:
    # The fallback when the configured provider is down.
    return OfflinePlaces(
        towns=towns,
        shapes=shapes,
        atlas=atlas_from(settings.SEEDS / "coverage_counties.geojson"),
        pictures=_map_cache(),
    )


def outlines() -> BoundaryReader:
    return CensusBoundaryReader()


@cache
def cards() -> Cards:
    environment = settings.ENVIRONMENT
    if environment.cards == "stripe":
        return StripeCards(
            secret_key=environment.stripe_secret_key,
            webhook_secrets=environment.stripe_webhook_secrets,
            api_base=environment.stripe_api_base,
        )
    return test_cards()


@cache
def test_cards() -> TestCards:
    # The embedded checkout; the settings check refuses it together with live keys.
    return TestCards(folder=settings.DATA / "test-cards", secret=settings.SECRET_KEY)


@cache
def files() -> Files:
    environment = settings.ENVIRONMENT
    if environment.files == "s3":
        return S3Files(
            Bucket(
                name=environment.s3_bucket,
                endpoint=environment.s3_endpoint,
                region=environment.s3_region,
                access_key=environment.s3_access_key,
                secret_key=environment.s3_secret_key,
                takes_uploads=environment.s3_takes_uploads,
            )
        )
    return LocalFiles(folder=settings.FILES)


@cache
def mail() -> Mailer:
    environment = settings.ENVIRONMENT
    if environment.mail == "smtp":
        return SmtpMail(
            SmtpAccount(
                host=environment.smtp_host,
                port=environment.smtp_port,
                user=environment.smtp_user,
                password=environment.smtp_password,
                security=environment.smtp_security,
                sender=environment.mail_from,
            )
        )
    return FileMailer(folder=settings.DATA / "outbox", sender=environment.mail_from)


@cache
def texts() -> Texter:
    environment = settings.ENVIRONMENT
    if environment.texts == "twilio":
        return TwilioTexts(
            TwilioAccount(
                sid=environment.twilio_account_sid,
                token=environment.twilio_auth_token,
                sender=environment.twilio_from,
                status_url=f"{settings.SITE_URL}/api/webhooks/twilio/status",
                api_base=environment.twilio_api_base,
            )
        )
    return FileTexter(folder=settings.DATA / "outbox")


@cache
def document_renderer() -> DocumentRenderer:
    contractor = settings.ENVIRONMENT.contractor
    return TypstRenderer(
        letterhead=Letterhead(
            brand="Standby",
            name=contractor["CONTRACTOR_NAME"],
            address=contractor["CONTRACTOR_ADDRESS"],
            phone=contractor["CONTRACTOR_PHONE"],
            email=contractor["CONTRACTOR_EMAIL"],
            licence=contractor["CONTRACTOR_LICENCE"],
            regulator=contractor["CONTRACTOR_REGULATOR"],
        )
    )


@cache
def tokens() -> Tokens:
    return Es256Tokens(secret_keys=_secret_keys())


@cache
def sealer() -> Sealer:
    return FernetSealer(secret_keys=_secret_keys())


@cache
def signer() -> Signer:
    return Ed25519Signer(secret_keys=_secret_keys())


def is_text_call_signed(url: str, *, sent: Mapping[str, str], signature: str) -> bool:
    """Whether a webhook about texts is signed by our provider. False without a provider."""
    environment = settings.ENVIRONMENT
    return environment.texts == "twilio" and is_signed(
        url, sent=sent, signature=signature, token=environment.twilio_auth_token
    )


@cache
def identity(name: str) -> IdentityProvider | None:
    """Return the sign-in provider of this name; None when it is not configured."""
    for provider in settings.ENVIRONMENT.sign_in_providers:
        if provider.name == name:
            return OidcIdentity(
                OidcClient(
                    issuer=provider.issuer,
                    client_id=provider.client_id,
                    client_secret=provider.client_secret,
                )
            )
    return None


@cache
def _google_line() -> GoogleConnection:
    # One per process, because its circuit breaker keeps state.
    return open_line()


@cache
def _map_cache() -> PictureCache:
    return PictureCache(settings.DATA / "maps")


def _secret_keys() -> list[str]:
    # The first one is in use; signatures and tokens of the others are still accepted.
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
