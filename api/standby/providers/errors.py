"""How a provider says no: nothing happened there, and trying again later is safe."""

from typing import ClassVar


class ProviderDown(Exception):
    """The provider did not answer, or not sensibly."""

    code: ClassVar[str] = "provider_down"
