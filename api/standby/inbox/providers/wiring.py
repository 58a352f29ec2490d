from functools import cache

from django.conf import settings

from standby.inbox.providers.mailbox import ImapInbox, Inbox
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
        security=environment.imap_security,
        folder=environment.imap_folder,
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
