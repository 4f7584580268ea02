"""What happens at a table."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """The referee's console and the chief referee's desk."""

    name = "referee"
    verbose_name = "裁判"
