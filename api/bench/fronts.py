"""The deployed site's nginx before a server, and nginx with the same page as a file, side by side.

`fronts.py PORT` prints their ports as JSON; both end with the standard input.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests" / "races"))
from front import AROUND, nginx  # noqa: E402  (the folder is told first)
from shop import free_port  # noqa: E402

DIST = HERE.parents[1] / "web" / "dist"
FILES = """
server {{
    listen 127.0.0.1:{tls} ssl; listen 127.0.0.1:{plain};
    ssl_certificate {folder}/site.crt; ssl_certificate_key {folder}/site.key;
    root {folder}/pages; index index.html; gzip_static on;
}}
"""


@contextmanager
def files(folder: Path) -> Iterator[tuple[int, int]]:
    """Two ports: with TLS and without. Copied, because nginx's own user reads no home of ours."""
    shutil.copytree(DIST, folder / "pages", dirs_exist_ok=True)
    tls, plain = free_port(), free_port()
    site = FILES.format(folder=folder, tls=tls, plain=plain)
    written = folder / "files.conf"
    written.write_text(AROUND.format(folder=folder, site=site).replace("/pid;", "/files.pid;"))
    process = subprocess.Popen(["nginx", "-c", str(written), "-p", str(folder)])  # noqa: S603, S607
    try:
        yield tls, plain
    finally:
        process.terminate()
        process.wait(10)


def main(port: int) -> None:
    with tempfile.TemporaryDirectory(prefix="standby-fronts-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        with nginx([port], folder) as site, files(folder) as (tls, plain):
            found = {"deployed": site.port, "file_tls": tls, "file_plain": plain}
            print(json.dumps(found), flush=True)
            sys.stdin.read()


if __name__ == "__main__":
    main(int(sys.argv[1]))
