"""Rank results: `standings/1` in and the table out, or the standing of a stage that is being played."""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scoring.management.jsonio import REFUSED, add_file_arguments, render, run_files, use_utf8
from scoring.standings import rank
from tournament.models import Stage
from tournament.services.kinds import TABLES
from tournament.services.standings import placings, stage_standing


class Command(BaseCommand):
    """`manage.py standings FILE | --lines FILE | SLUG --stage NAME [--output FILE]`.

    Exit 2 with `at: message` for a refused file, or with a sentence for a stage that does not exist.
    """

    help = (
        "由赛果文件（standings/1）或某赛事的一个阶段排出名次，并说明每个名次由哪一项依据决定。"
        " Rank a file of results (standings/1) or a stage, and say what decided each place."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE, --lines, --output, --stage."""
        add_file_arguments(parser, "赛果文件")
        parser.add_argument("--stage", metavar="NAME", help="阶段名称；这时 FILE 处写赛事的网址名")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rank and print."""
        if options["stage"] is not None:
            self._print_stage(options)
        elif code := run_files(options, rank, self.stdout, self.stderr):
            sys.exit(code)

    def _print_stage(self, options: Mapping[str, Any]) -> None:
        use_utf8()
        slug, name = options["file"] or "", options["stage"]
        stage = Stage.objects.select_related("ruleset").filter(tournament__slug=slug, name=name).first()
        if stage is None:
            self.stderr.write(_unknown(slug, name))
            sys.exit(REFUSED)
        text = render(standing_document(stage))
        if options["output"]:
            Path(options["output"]).write_text(text + "\n", encoding="utf-8", newline="\n")
        else:
            self.stdout.write(text)


def standing_document(stage: Stage) -> dict[str, Any]:
    """With tables: `groups` {name: {"rows", "open_ties"}} in the form of `standings/1`; a knockout: `places`."""
    if stage.kind not in TABLES:
        return {"stage": stage.name, "places": [{"rank": place, "team": team.name} for place, team in placings(stage)]}
    groups = {
        group: {"rows": found["rows"], "open_ties": found["open_ties"]}
        for group, found in stage_standing(stage).items()
    }
    return {"stage": stage.name, "groups": groups}


def _unknown(slug: str, name: str) -> str:
    stages = Stage.objects.order_by("tournament_id", "number").values_list("tournament__slug", "name")
    known = "、".join(f"{slug} {stage}" for slug, stage in stages) or _("无")
    message = _("没有赛事“%(slug)s”的阶段“%(name)s”；现有：%(known)s。")
    return message % {"slug": slug, "name": name, "known": known}
