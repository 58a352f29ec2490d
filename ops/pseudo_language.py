"""`python -m ops.pseudo_language`: the pages and the server in a language that nobody speaks.

The web's words are marked as it is built (web/integrations/pseudo-language.ts), the server's in a
catalog of their own (api/tests/pseudo_language.py). The walk in the browser then fails on whatever
stayed English (I18N-01.1).
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from ops.build import build_for_these_settings
from ops.tools import API, PYTHON, ROOT, WEB, quietly, with_tools

WALK = ["playwright", "test", "--config", "pseudo-language.config.ts"]


def main(arguments: list[str]) -> int:
    os.environ["STANDBY_LANGUAGE"] = "pseudo"
    pages = build_for_these_settings().resolve()
    with tempfile.TemporaryDirectory(prefix="standby-pseudo-") as folder:
        locales = f"{folder}/locales"
        write: list[str | Path] = [PYTHON, "tests/pseudo_language.py", locales]
        quietly(write, cwd=API, PYTHONPATH=os.pathsep.join((str(ROOT), str(API))))
        settings = {
            "STANDBY_PAGES": str(pages),
            "STANDBY_LOCALES": locales,
            "E2E_DATA": f"{folder}/data",
        }
        return subprocess.run([*WALK, *arguments], cwd=WEB, env=with_tools(**settings)).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
