"""Who plays whom, where and when."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Departments, teams, stages, matches, sheets."""

    name = "tournament"
    verbose_name = "赛事"
