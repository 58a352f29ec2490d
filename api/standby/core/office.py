from dataclasses import dataclass

from standby.core.providers.signing import Signer


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageContext:
    site_url: str
    staff_mail: str
    signer: Signer
