"""A knockout drawn anew each round: what becomes of a round's draw when the winners it was held for change."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Draw, Match, Stage, Tournament

from .. import audit
from ..match_words import stage_round
from ..round_store import empty_round
from ..sides import teams_of
from ..standings import results_of
from .rewriting import Ruling

Winners = Mapping[int, int | None]


@dataclass(frozen=True, slots=True)
class Held:
    """The draw of a later round: who had won the matches before it (team ids by match id), what of it has begun."""

    draw: Draw
    winners: Winners
    begun: tuple[int, ...]

    def words(self, titles: Mapping[int, str]) -> str:
        """What becomes of it, its winners having changed; `titles` are the matches'."""
        facts: dict[str, object] = {"round": stage_round(self.draw.stage, self.draw.round)}
        if not self.begun:
            message = _("%(round)s的抽签作废（记录保留）：它按原来的胜者抽出，还没有场次开始；更正后请重抽这一轮。")
            return message % facts
        facts["begun"] = _("、").join(titles[pk] for pk in self.begun)
        message = _("%(round)s的抽签照旧：%(begun)s已经开始。胜者改变的，未开始的场次由现在的胜者接替所抽的位置。")
        return message % facts


def later_draws(tournament: Tournament) -> tuple[Held, ...]:
    """The draws in force that were held for winners, first to last; two queries and four a draw."""
    draws = Draw.objects.filter(stage__tournament=tournament, stage__kind=Stage.Kind.REDRAW, undone_at=None)
    later = draws.filter(round__gt=1).select_related("stage__tournament").order_by("stage__number", "round")
    return tuple(Held(draw, _winners(draw), tuple(_begun(draw))) for draw in later)


def undraw(held: Iterable[Held], by: Ruling) -> tuple[Held, ...]:
    """Of these draws, those whose winners are others now. One of which nothing had begun is void: the round's sides
    are open again and it is drawn anew; where a match had begun the draw stands and whoever won has the place drawn.
    """
    changed = tuple(one for one in held if _winners(one.draw) != one.winners)
    for one in changed:
        if not one.begun:
            _void(one.draw, by)
    return changed


def later_rounds(match_ids: Iterable[int]) -> set[int]:
    """The matches of the rounds that another winner of one of these matches can leave without their draw."""
    stages = Stage.objects.filter(kind=Stage.Kind.REDRAW, matches__in=set(match_ids))
    return set(Match.objects.filter(stage__in=stages, round__gt=1).values_list("pk", flat=True))


def words_of(changed: Sequence[Held], titles: Mapping[int, str]) -> tuple[str, ...]:
    """A sentence for each of these draws."""
    return tuple(one.words(titles) for one in changed)


def _winners(draw: Draw) -> Winners:
    """Who won each match of the round before; null where nobody did or it is open."""
    ids = list(Match.objects.filter(stage=draw.stage_id, round=draw.round - 1).values_list("pk", flat=True))
    results, sides = results_of(ids), teams_of(ids)
    won = {pk: result["winner"] for pk, result in results.items()}
    return {pk: sides[pk][won[pk]] if won.get(pk) else None for pk in ids}


def _begun(draw: Draw) -> Iterable[int]:
    matches = Match.objects.filter(stage=draw.stage_id, round=draw.round).exclude(status=Match.Status.SCHEDULED)
    return matches.order_by("pk").values_list("pk", flat=True)


def _void(draw: Draw, by: Ruling) -> None:
    empty_round(draw.stage, draw.round, 0)
    draw.undone_at = timezone.now()
    draw.save(update_fields=["undone_at"])
    before = {"draw": draw.pk, "record": draw.record}
    subject = stage_round(draw.stage, draw.round)
    audit.record(draw.stage.tournament, by.actor, "draw.undo", subject, before=before, reason=by.reason)
