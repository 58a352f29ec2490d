"""Write the OpenAPI contract and the web client's types, or check the committed ones."""

import sys
import tempfile
from pathlib import Path

from ops.install import install
from ops.once import quietly
from ops.places import API, PYTHON, WEB

SCHEMA = API / "openapi.json"
CLIENT = WEB / "src" / "api" / "schema.gen.ts"


def write(*, schema: Path, client: Path) -> None:
    quietly([PYTHON, "-m", "standby.server.openapi", schema], cwd=API)
    quietly(["openapi-typescript", schema, "--output", client], cwd=WEB)


def compare() -> None:
    """Exit with a message if an endpoint has changed and the committed files have not."""
    with tempfile.TemporaryDirectory() as folder:
        schema, client = Path(folder) / SCHEMA.name, Path(folder) / CLIENT.name
        write(schema=schema, client=client)
        stale = [
            kept.name
            for kept, made in ((SCHEMA, schema), (CLIENT, client))
            if not kept.is_file() or kept.read_text() != made.read_text()
        ]
    if stale:
        raise SystemExit(f"{' and '.join(stale)} are stale: commit what `make contract` writes.")
    print("openapi.json and schema.gen.ts are what the endpoints make")


if __name__ == "__main__":
    if "--compare" in sys.argv:
        compare()
    else:
        install()
        write(schema=SCHEMA, client=CLIENT)
