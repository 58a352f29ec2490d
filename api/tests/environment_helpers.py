"""Settings as if these variables were the whole environment."""

from collections.abc import Mapping

import pytest

from standby.environment import Environment


def environment_of(variables: Mapping[str, str]) -> Environment:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.environ", dict(variables))
        return Environment()
