"""What happens at a table."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """The referee's console and the chief referee's desk."""

    name = "referee"
    verbose_name = "裁判"

    def ready(self) -> None:
        """Say where the codes of tables on score sheets lead."""
        from referee.services.passes import table_paths
        from tournament.services.table_addresses import register

        register(table_paths)
