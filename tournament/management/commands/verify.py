"""`manage.py verify [SLUG]`: recompute what is stored and compare."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.services.verify import differences


class Command(BaseCommand):
    """Prints each difference and exits 1 if there is one; exits 2 for an unknown tournament."""

    help = (
        "由记分表、确认成绩和抽签记录重新计算全部结果、名次与席位，并与所存数据比较。"
        " Recompute all results, places and slots and compare them with what is stored."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """One optional tournament."""
        parser.add_argument("slug", nargs="?", metavar="SLUG", help="赛事网址名；不写则检查全部赛事")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare and print."""
        tournament = self._tournament(options["slug"])
        found = differences(tournament)
        for line in found:
            self.stdout.write(line)
        if found:
            self.stderr.write(_("共有 %(count)d 处不一致。") % {"count": len(found)})
            sys.exit(1)
        self.stdout.write(_("全部一致。"))

    def _tournament(self, slug: str | None) -> Tournament | None:
        if slug is None:
            return None
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            known = "、".join(Tournament.objects.values_list("slug", flat=True)) or _("无")
            self.stderr.write(_("没有赛事“%(slug)s”，现有：%(known)s。") % {"slug": slug, "known": known})
            sys.exit(2)
        return tournament
