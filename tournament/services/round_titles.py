"""The rounds of a tournament as people name them: 小组赛第2轮, 半决赛, with their matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models import Match

from .kinds import TABLES
from .match_words import Title


@dataclass(frozen=True, slots=True)
class Round:
    """One round of one stage; `matches` in the order of play."""

    stage: int
    number: int
    title: str
    matches: tuple[Match, ...]

    @property
    def key(self) -> str:
        """How an address names it: stage number and round, 2-1."""
        return f"{self.stage}-{self.number}"


def rounds_of(matches: Sequence[Match], titles: Mapping[int, Title]) -> list[Round]:
    """All rounds, stage by stage; needs `stage` loaded."""
    found: dict[tuple[int, int], list[Match]] = {}
    for match in matches:
        found.setdefault((match.stage.number, match.round), []).append(match)
    return [Round(*key, _title(group, titles), tuple(group)) for key, group in sorted(found.items())]


def _title(matches: Sequence[Match], titles: Mapping[int, Title]) -> str:
    first = matches[0]
    if first.stage.kind in TABLES:
        return f"{first.stage.name}{_('第%d轮') % first.round}"
    return _("、").join(dict.fromkeys(titles[match.pk].stage for match in sorted(matches, key=lambda one: -one.pk)))
