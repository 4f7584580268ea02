"""What the commands about one tournament share: finding it, and refusing in one sentence with exit code 2."""

import sys
from typing import NoReturn

from django.core.management.base import BaseCommand

from tournament.models import Tournament

REFUSED = 2


def refuse(command: BaseCommand, sentence: str) -> NoReturn:
    """Say it on stderr and leave with exit code 2, without a traceback."""
    command.stderr.write(sentence)
    sys.exit(REFUSED)


def tournament_or_exit(command: BaseCommand, slug: str) -> Tournament:
    """The tournament of this address; where there is none, the sentence names those there are."""
    found = Tournament.objects.filter(slug=slug).first()
    if found is None:
        known = "、".join(Tournament.objects.order_by("slug").values_list("slug", flat=True)) or "（无）"
        refuse(command, f"没有网址名为“{slug}”的赛事，现有：{known}。")
    return found
