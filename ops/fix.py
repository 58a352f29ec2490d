"""`make fix`: format the code and fix what linters can."""

import subprocess

from ops.install import install
from ops.places import API, ROOT, WEB, with_tools

COMMANDS = (
    (["ruff", "check", "--quiet", "--fix", "api", "ops", "perf"], ROOT),
    (["ruff", "format", "--quiet", "api", "ops", "perf"], ROOT),
    (["biome", "check", "--write"], WEB),
)

if __name__ == "__main__":
    install()
    for command, cwd in COMMANDS:
        subprocess.run(command, cwd=cwd, env=with_tools(), check=False)
    print(f"Formatted {API.name} and {WEB.name}; `make check` says what is left.")
