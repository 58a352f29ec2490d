"""Account mail to staff; its link is a placeholder until the message is sent."""

from standby.messaging.kinds.email import ACCOUNT_LINK
from standby.messaging.services.outbox import MessageContent


def password_forgotten() -> MessageContent:
    return MessageContent(
        subject="Choose a new password for Standby",
        text=(
            "Somebody asked for a new password for your Standby account.\n\n"
            f"Choose it here; the link works once, within an hour:\n{ACCOUNT_LINK}\n\n"
            "If it was not you, nothing has changed, and you can leave this message alone.\n"
        ),
    )


def invitation() -> MessageContent:
    return MessageContent(
        subject="Choose your password for Standby",
        text=(
            "You have an account for the staff console of Standby.\n\n"
            f"Choose your password here; the link works once, within an hour:\n{ACCOUNT_LINK}\n\n"
            "If an hour has passed, ask whoever invited you to send it again, or choose "
            "'Forgot your password?' at the sign-in.\n"
        ),
    )


def email_changed() -> MessageContent:
    return MessageContent(
        subject="Confirm your new e-mail address for Standby",
        text=(
            "Your Standby account is to use this e-mail address from now on.\n\n"
            f"Confirm it here; the link works once, within an hour:\n{ACCOUNT_LINK}\n\n"
            "If it was not you, leave this message alone: nothing changes then.\n"
        ),
    )
