"""How the tables of staff head the reviews."""

from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    name = "standby.reviews"
    verbose_name = "What homeowners wrote"
