"""`manage.py rehearse [--no-wait]`: an evening with faults on a tournament of its own, step by step."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.rehearsal.evening import STEPS, Step, checked
from referee.rehearsal.hall import Hall, open_hall
from scoring.management.jsonio import use_utf8
from tournament.services import serve_mark
from tournament.services.refusal import Refusal


class Command(BaseCommand):
    """Tells each step, says where to look, waits for Enter; exits 1 if in the end something does not agree."""

    help = (
        "演练：在单独的一项赛事上演一晚故障（迟到、开错桌、停电、抗议、更正等），逐步提示看哪里、怎样处理。"
        " Practise an evening with faults on a tournament of its own, told step by step."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether to wait."""
        parser.add_argument("--no-wait", action="store_true", help="不等回车，一气演完")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play all steps, then recompute everything."""
        use_utf8()
        self.waits = not options["no_wait"]
        self._ask_for_server()
        hall = open_hall()
        self.stdout.write(f"{hall.tournament.name}（{hall.tournament.slug}）：单独的一项赛事，不公开，不影响别的赛事。")
        self.stdout.write("工会的页面用 office 登录，裁判长的页面用 chief 登录。")
        for number, step in enumerate(STEPS, start=1):
            self._play(f"{number}/{len(STEPS)}", step, hall)
        found = checked(hall)
        self.stdout.write("\n".join(["", "全部重新计算：", *(found or ["全部一致。"])]))
        if found:
            sys.exit(1)

    def _play(self, number: str, step: Step, hall: Hall) -> None:
        self.stdout.write(f"\n{number} {step.title}\n  {step.told}")
        self._act(step.arises, hall)
        for look in step.look:
            self.stdout.write(f"  看 {self._base()}{look.path(hall)} ：{look.see}。")
        self._wait("按回车，由程序代为处理（也可以先在上面的页面自己处理）…" if step.answer else "按回车继续…")
        self.stdout.write(f"  {step.done}")
        if step.answer:
            self._act(step.answer, hall)

    def _act(self, act: Any, hall: Hall) -> None:
        """Do it; where those who practise have done it already, what the program says to that is part of the lesson."""
        try:
            said = act(hall)
        except Refusal as refusal:
            if not self.waits:
                raise
            said = f"（没有再做：{refusal.message}）"
        if said:
            self.stdout.write(f"  {said}")

    def _ask_for_server(self) -> None:
        """The pages open only while the server runs."""
        if self.waits and not serve_mark.serving():
            self._wait("页面要由服务打开：没有运行的话，请另开一个窗口运行 python3 start.py，再回到这里按回车…")

    def _base(self) -> str:
        return str(serve_mark.facts().get("url", "")).rstrip("/")

    def _wait(self, sentence: str) -> None:
        if self.waits:
            self.stdout.write(f"  {sentence}", ending="")
            self.stdout.flush()
            if not sys.stdin.readline():
                raise CommandError("没有键盘可按回车；不等待请加 --no-wait。", returncode=2)
