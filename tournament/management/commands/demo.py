"""Make a preset competition as a demonstration and, if asked, play it to the champion."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from scoring.management.jsonio import use_utf8
from tournament.models import Tournament
from tournament.services.actor import Actor
from tournament.services.demo import create_demo, play_demo
from tournament.services.presets import preset_keys, preset_of
from tournament.services.refusal import Refusal
from tournament.services.standings import final_placings

from ._tournament import refuse


class Command(BaseCommand):
    """`demo NAME [--play] [--seed N] [--slug SLUG]`; without NAME, lists the presets."""

    help = (
        "按赛事预设建立一项演示赛事，可自动打完全部场次。"
        " Make a preset competition as a demonstration and, if asked, play it through."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The preset, whether to play, the seed of the hands, another address."""
        parser.add_argument("name", metavar="NAME", nargs="?", help="赛事预设名；不写则列出全部预设")
        parser.add_argument("--play", action="store_true", help="打完全部场次，直到决出名次")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="随机种子：同一种子打出同样的牌（默认 1）")
        parser.add_argument("--slug", default="", metavar="SLUG", help="网址名（默认与预设同名）")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, play it, say what became of it."""
        use_utf8()
        if not options["name"]:
            self._list()
            return
        actor = Actor.program("演示")
        try:
            made = create_demo(options["name"], actor=actor, slug=options["slug"] or options["name"])
            self.stdout.write(f"已建立“{made.name}”：/{made.slug}/，{made.teams.count()} 队。")
            if options["play"]:
                self._play(made, options["seed"], actor)
        except Refusal as refusal:
            refuse(self, refusal.message)

    def _list(self) -> None:
        for key in preset_keys():
            self.stdout.write(f"{key}  {preset_of(key).title.zh}")

    def _play(self, made: Tournament, seed: int, actor: Actor) -> None:
        self.stdout.write(f"已打完 {play_demo(made, seed=seed, actor=actor)} 场。")
        for place, team in final_placings(made):
            self.stdout.write(f"第{place}名 {team.name}")
