"""`make sbom`: name, version and license of all shipped packages, as CycloneDX in var/sbom."""

from pathlib import Path

from ops.install import install
from ops.once import quietly
from ops.places import API, PNPM, ROOT, UV, WEB

FOLDER = ROOT / "var" / "sbom"


def sbom() -> list[Path]:
    install()
    FOLDER.mkdir(parents=True, exist_ok=True)
    python, web = FOLDER / "python.cdx.json", FOLDER / "web.cdx.json"
    locked = ["--frozen", "--no-default-groups", "--format", "cyclonedx1.5"]
    quietly([UV, "export", "--quiet", *locked, "--output-file", python], cwd=API)
    quietly([PNPM, "sbom", "--prod", "--sbom-format", "cyclonedx", "--out", web], cwd=WEB)
    return [python, web]


if __name__ == "__main__":
    for file in sbom():
        print(file)
