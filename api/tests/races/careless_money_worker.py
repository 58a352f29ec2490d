"""The control: the worker of the shop whose money has no guards."""

from django_ready import is_ready

# isort: split
from prompt_worker import work_from_the_moment_on
from unguarded_money import application

__all__ = ["application", "is_ready"]

if __name__ == "__main__":
    work_from_the_moment_on()
