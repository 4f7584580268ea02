"""The rules of the game, as a Django app."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Holds the ruleset versions."""

    name = "scoring"
    verbose_name = "规则"
