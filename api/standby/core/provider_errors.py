"""Base class of provider failures."""

from typing import ClassVar


class ProviderDown(Exception):
    """The provider did not respond, or not sensibly. Nothing happened there; retrying is safe."""

    code: ClassVar[str] = "provider_down"
