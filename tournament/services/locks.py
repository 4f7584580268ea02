"""The one place that locks rows. Order: stages by id, then matches by id; an ordinary entry locks its match only.

On SQLite the transaction itself is exclusive from its first statement, so these are plain reads there.
"""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.models import Match, Stage

from . import folded
from .prepared import Prepared
from .refusal import Refusal


def lock_match(match_id: int) -> Match:
    """The match, held until the transaction ends; refused where it does not exist."""
    match = _ONE_MATCH.one(pk=match_id)
    if match is None:
        message = _("没有编号为 %(id)s 的场次，请从场次列表中选择。")
        raise Refusal(message % {"id": match_id}, code="no-match", at="match")
    return match


def _one_match(pk: int) -> QuerySet[Match]:
    """A match to write on, with its last line; what writing does not look at is read when somebody asks."""
    rows = Match.objects.select_for_update(of=("self",), no_key=True).select_related("stage__ruleset")
    read = ("version", "status", "stage__match_options", "stage__ruleset__content_hash")
    return folded.with_last_entry(rows.only(*read).order_by().filter(pk=pk))


_ONE_MATCH = Prepared(_one_match, pk=(Match._meta.pk, int))


def lock_matches(match_ids: Iterable[int]) -> dict[int, Match]:
    """Several matches by id, held until the transaction ends."""
    rows = Match.objects.select_for_update(of=("self",), no_key=True).select_related("stage__ruleset")
    return {match.pk: match for match in rows.filter(pk__in=set(match_ids)).order_by("pk")}


def lock_stages(stage_ids: Iterable[int]) -> dict[int, Stage]:
    """Several stages by id, held until the transaction ends."""
    rows = Stage.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=set(stage_ids)).order_by("pk")
    return {stage.pk: stage for stage in rows}
