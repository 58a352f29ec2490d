from functools import cache

from django.conf import settings

from standby.inbox.providers.access_tokens import OAuthTokens
from standby.inbox.providers.mailbox import AccessTokens, ImapInbox, Inbox
from standby.inbox.providers.media import Media, TwilioMedia


@cache
def inbox() -> Inbox | None:
    """Return the mailbox of replies, or None where none is set."""
    environment = settings.ENVIRONMENT
    if environment.inbox == "none":
        return None
    return ImapInbox(
        host=environment.imap_host,
        port=environment.imap_port,
        user=environment.imap_user,
        password=environment.imap_password,
        tokens=_tokens(),
        security=environment.imap_security,
        folder=environment.imap_folder,
    )


def _tokens() -> AccessTokens | None:
    environment = settings.ENVIRONMENT
    if environment.imap_auth == "password":
        return None
    return OAuthTokens(
        url=environment.imap_token_url,
        client_id=environment.imap_client_id,
        client_secret=environment.imap_client_secret,
        refresh_token=environment.imap_refresh_token,
        scope=environment.imap_token_scope,
    )


def inbox_name() -> str:
    """Return the name of the mailbox of replies among the sources."""
    environment = settings.ENVIRONMENT
    return f"{environment.imap_user} at {environment.imap_host}, {environment.imap_folder}"


@cache
def media() -> Media | None:
    """Return where the pictures of texts are, or None where no texts come in."""
    environment = settings.ENVIRONMENT
    if environment.texts != "twilio":
        return None
    return TwilioMedia(
        sid=environment.twilio_account_sid,
        token=environment.twilio_auth_token,
        api_base=environment.twilio_api_base,
    )
