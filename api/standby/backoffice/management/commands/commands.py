"""`./standby help`: the product's own commands, each with its sentence. Django's are left out."""

from typing import Any

from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "List the product's own commands."

    def handle(self, *_args: Any, **_options: Any) -> None:
        own = {name: app for name, app in get_commands().items() if str(app).startswith("standby.")}
        for name, app in sorted(own.items()):
            self.stdout.write(f"{name:<14}{load_command_class(str(app), name).help}")
        self.stdout.write("\n./standby NAME --help explains one. Django's own commands work, too.")
