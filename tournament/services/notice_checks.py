"""What a notice may not say: dates that contradict each other, rosters that do not fit."""

from collections.abc import Collection

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Team, Tournament

from .refusal import Refusal

COLUMNS = (
    "name",
    "host",
    "venue",
    "starts_at",
    "ends_on",
    "entry_opens_at",
    "entry_closes_at",
    "change_minutes",
    "roster_size",
)
MAX_CHANGE_MINUTES = 7 * 24 * 60
ROSTER = (2, 4)
YEARS = (1970, 2199)


def refuse_contradictions(held: Tournament, touched: Collection[str]) -> None:
    """Refuse what the tournament would then say against itself; looks only where something was `touched`."""
    if {"starts_at", "ends_on"} & set(touched):
        _refuse_early_end(held)
    if {"starts_at", "entry_opens_at", "entry_closes_at"} & set(touched):
        _refuse_odd_window(held)
    if "change_minutes" in touched and not 0 <= held.change_minutes <= MAX_CHANGE_MINUTES:
        message = _("更换截止应在第一轮前 0 到 %(most)d 分钟之间。")
        raise Refusal(message % {"most": MAX_CHANGE_MINUTES}, code="bad-minutes", at="change_minutes")
    if "roster_size" in touched:
        _refuse_small_roster(held)


def _refuse_early_end(held: Tournament) -> None:
    first, last = YEARS
    if held.ends_on and not first <= held.ends_on.year <= last:
        message = _("年份应在 %(first)d 到 %(last)d 之间。") % {"first": first, "last": last}
        raise Refusal(message, code="odd-year", at="ends_on")
    if held.starts_at and held.ends_on and held.ends_on < timezone.localtime(held.starts_at).date():
        facts = {"end": f"{held.ends_on:%Y-%m-%d}", "start": f"{timezone.localtime(held.starts_at):%Y-%m-%d}"}
        message = _("最后一天 %(end)s 在第一轮 %(start)s 之前,请改其中一个。") % facts
        raise Refusal(message, code="early-end", at="ends_on")


def _refuse_odd_window(held: Tournament) -> None:
    opens, closes = held.entry_opens_at, held.entry_closes_at
    if opens and closes and closes <= opens:
        message = _("报名截止应晚于报名开始,请改其中一个。")
        raise Refusal(message, code="odd-window", at="entry_closes_at")
    if closes and held.starts_at and closes > held.starts_at:
        facts = {
            "closes": f"{timezone.localtime(closes):%Y-%m-%d %H:%M}",
            "starts": f"{timezone.localtime(held.starts_at):%Y-%m-%d %H:%M}",
        }
        message = _("报名截止 %(closes)s 晚于第一轮开始 %(starts)s,请改其中一个。") % facts
        raise Refusal(message, code="late-window", at="entry_closes_at")


def _refuse_small_roster(held: Tournament) -> None:
    least, most = ROSTER
    if not least <= held.roster_size <= most:
        message = _("每队最多人数应在 %(least)d 到 %(most)d 之间。") % {"least": least, "most": most}
        raise Refusal(message, code="bad-roster", at="roster_size")
    sizes = Count("players", filter=Q(players__left_at=None))
    larger = Team.objects.filter(tournament=held).annotate(size=sizes).filter(size__gt=held.roster_size).first()
    if larger is not None:
        message = _("“%(team)s”已经报了 %(size)d 人,每队最多人数不能再少。") % {
            "team": larger.name,
            "size": larger.size,
        }
        raise Refusal(message, code="roster-in-use", at="roster_size")
