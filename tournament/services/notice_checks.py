"""What a notice may not say: dates that contradict each other, rosters that do not fit."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Tournament

from .people import AT_TABLE, MOST_IN_ROSTER
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
MOST_CHANGE_MINUTES = 60 * 24 * 60
YEARS = (1970, 2199)


def refuse_contradictions(held: Tournament, touched: Collection[str]) -> None:
    """Refuse what the tournament would then say against itself; looks only where something was `touched`."""
    if {"starts_at", "ends_on"} & set(touched):
        _refuse_early_end(held)
    if {"starts_at", "entry_opens_at", "entry_closes_at"} & set(touched):
        _refuse_odd_window(held)
    if "change_minutes" in touched and not 0 <= held.change_minutes <= MOST_CHANGE_MINUTES:
        message = _("截止更换的分钟数应在 0 到 %d 之间。") % MOST_CHANGE_MINUTES
        raise Refusal(message, code="change-minutes", at="change_minutes")
    if "roster_size" in touched:
        _refuse_small_roster(held)


def _refuse_early_end(held: Tournament) -> None:
    first, last = YEARS
    if held.ends_on and not first <= held.ends_on.year <= last:
        message = _("年份应在 %(first)d 到 %(last)d 之间。") % {"first": first, "last": last}
        raise Refusal(message, code="odd-year", at="ends_on")
    if held.starts_at and held.ends_on and held.ends_on < timezone.localtime(held.starts_at).date():
        facts = {"end": f"{held.ends_on:%Y-%m-%d}", "start": f"{timezone.localtime(held.starts_at):%Y-%m-%d}"}
        message = _("最后一天 %(end)s 在第一轮 %(start)s 之前，请改其中一个。") % facts
        raise Refusal(message, code="early-end", at="ends_on")


def _refuse_odd_window(held: Tournament) -> None:
    opens, closes = held.entry_opens_at, held.entry_closes_at
    if opens and closes and closes <= opens:
        facts = {"opens": _moment(opens), "closes": _moment(closes)}
        message = _("报名截止（%(closes)s）应晚于报名开始（%(opens)s）。") % facts
        raise Refusal(message, code="window-order", at="entry_closes_at")
    if closes and held.starts_at and closes > held.starts_at:
        facts = {"closes": _moment(closes), "starts": _moment(held.starts_at)}
        message = _("报名截止 %(closes)s 晚于第一轮开始 %(starts)s，请改其中一个。") % facts
        raise Refusal(message, code="late-window", at="entry_closes_at")


def _refuse_small_roster(held: Tournament) -> None:
    if not AT_TABLE <= held.roster_size <= MOST_IN_ROSTER:
        sizes = {"least": AT_TABLE, "most": MOST_IN_ROSTER}
        raise Refusal(_("每队人数应在 %(least)d 到 %(most)d 之间。") % sizes, code="roster-size", at="roster_size")
    present = Count("players", filter=Q(players__left_at=None))
    largest = held.teams.annotate(size=present).aggregate(most=Max("size"))["most"] or 0
    if largest > held.roster_size:
        message = _("已有队报了 %(most)d 人，每队人数不能改成 %(size)d。") % {"most": largest, "size": held.roster_size}
        raise Refusal(message, code="roster-size", at="roster_size")


def _moment(when: datetime) -> str:
    return f"{timezone.localtime(when):%Y-%m-%d %H:%M}"
