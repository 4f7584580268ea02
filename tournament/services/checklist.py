"""What is still missing before each step of a tournament, each a sentence that leads to where it is mended."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Stage, Tournament

from .details import Details, details_of
from .drawing import MIN_TEAMS
from .notice import FORMAT, WHEN
from .office_counts import Counted, counted
from .quota_rule import needs_headcount, rule_from

_PLAYED_OUT = (Stage.Kind.KNOCKOUT, Stage.Kind.REDRAW)


@dataclass(frozen=True, slots=True)
class Missing:
    """Something missing: the sentence, the office page that mends it (`section` of the notice if it is one), whether
    the step cannot be taken without it, and how many things the sentence names.
    """

    sentence: str
    page: str
    section: str = ""
    blocking: bool = False
    count: int = 1


@dataclass(frozen=True, slots=True)
class Before:
    """A step and what is missing before it; `done` once it is taken."""

    title: str
    page: str
    done: bool
    missing: tuple[Missing, ...]

    @property
    def blocked(self) -> bool:
        """True if something blocking is missing."""
        return any(one.blocking for one in self.missing)

    @property
    def count(self) -> int:
        """How many things are missing, as the spine counts them."""
        return sum(one.count for one in self.missing)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the checklist looks at, read once."""

    tournament: Tournament
    details: Details
    counts: Counted
    teams: dict[str, int]
    departments: int


def checklist(tournament: Tournament, counts: Counted | None = None) -> list[Before]:
    """Every step in order, with `counts` if they were taken already; the number of queries is the same at any size."""
    seen = _look(tournament, counts or counted(tournament))
    return [
        _notice(seen),
        Before(_("单位与名额"), "quotas", bool(seen.departments), _before_departments(seen)),
        Before(_("报名"), "entries", seen.counts.drawn, () if seen.counts.drawn else _before_teams(seen)),
        Before(_("抽签"), "draw", seen.counts.drawn, () if seen.counts.drawn else _before_draw(seen)),
        Before(_("排赛程"), "schedule", _scheduled(seen), () if _scheduled(seen) else _before_schedule(seen)),
        Before(_("比赛"), "day", _over(seen), () if _over(seen) else _before_play(seen)),
        Before(_("名次和颁奖"), "day", _placed(seen), _before_places(seen)),
    ]


def _look(tournament: Tournament, counts: Counted) -> _Seen:
    return _Seen(
        tournament=tournament,
        details=details_of(tournament),
        counts=counts,
        teams=_teams(tournament),
        departments=tournament.departments.count(),
    )


def _teams(tournament: Tournament) -> dict[str, int]:
    """How many teams take part and how many of them have fewer than two players."""
    playing = Q(withdrawn_at=None, waiting_since=None)
    here = Count("players", filter=Q(players__left_at=None))
    rows = tournament.teams.filter(playing).order_by().annotate(here=here).values_list("here", flat=True)
    found = list(rows)
    return {"all": len(found), "short": sum(1 for count in found if count < 2)}


def _scheduled(seen: _Seen) -> bool:
    return bool(seen.counts.all) and not seen.counts.timeless


def _over(seen: _Seen) -> bool:
    return bool(seen.counts.all) and seen.counts.all == seen.counts.confirmed


def _placed(seen: _Seen) -> bool:
    """Every place is decided, and a second pair of eyes has seen every result."""
    return _over(seen) and not seen.counts.owed and seen.counts.verified == seen.counts.all


def _notice(seen: _Seen) -> Before:
    """The notice: what it does not say yet, a sentence a section."""
    found = []
    for section in seen.counts.sections:
        if section.missing:
            facts = {"section": section.title, "facts": _("、").join(section.missing)}
            sentence = _("“%(section)s”还没写：%(facts)s。") % facts
            found.append(Missing(sentence, "facts", section.key, count=len(section.missing)))
    return Before(_("规程"), "facts", not found, tuple(found))


def _before_departments(seen: _Seen) -> tuple[Missing, ...]:
    if not seen.departments:
        return (Missing(_("还没有登记参赛单位。"), "quotas"),)
    uncounted = seen.tournament.departments.filter(headcount=None, team_quota=None).count()
    if needs_headcount(rule_from(seen.tournament.quota)) and uncounted and not seen.counts.drawn:
        sentence = _("名额按人数算，有 %(count)d 个单位没有填人数。") % {"count": uncounted}
        return (Missing(sentence, "quotas"),)
    return ()


def _before_teams(seen: _Seen) -> tuple[Missing, ...]:
    found = []
    opens = seen.tournament.entry_opens_at
    if opens and opens > timezone.now():
        when = f"{timezone.localtime(opens):%m-%d %H:%M}"
        found.append(Missing(_("报名还没开始，%(when)s 起报名。") % {"when": when}, "facts", "entry"))
    return tuple(found)


def _before_draw(seen: _Seen) -> tuple[Missing, ...]:
    found = []
    if seen.teams["all"] < MIN_TEAMS:
        facts = {"least": MIN_TEAMS, "count": seen.teams["all"]}
        found.append(Missing(_("至少要有 %(least)d 队才能抽签，现有 %(count)d 队。") % facts, "entries", blocking=True))
    if seen.teams["short"]:
        found.append(Missing(_("有 %(count)d 队不足两人。") % {"count": seen.teams["short"]}, "entries", blocking=True))
    closes = seen.tournament.entry_closes_at
    if closes and closes > timezone.now():
        when = f"{timezone.localtime(closes):%m-%d %H:%M}"
        found.append(Missing(_("报名到 %(when)s 才截止。") % {"when": when}, "facts", "entry"))
    if sentence := _few_tables(seen):
        found.append(Missing(sentence, "facts", FORMAT, blocking=True))
    return tuple(found)


def _few_tables(seen: _Seen) -> str:
    """Groups that stay at the table of their number need as many tables."""
    stage = seen.tournament.stages.filter(kind=Stage.Kind.GROUPS).first()
    if stage is None or not stage.settings.get("groups_at_tables"):
        return ""
    groups, tables = int(stage.settings.get("groups") or 0), seen.tournament.tables.count()
    if groups <= tables:
        return ""
    facts = {"groups": groups, "tables": tables}
    return _("%(groups)d 组各固定在一张桌，只有 %(tables)d 张桌。") % facts


def _before_schedule(seen: _Seen) -> tuple[Missing, ...]:
    found = []
    if not seen.counts.drawn:
        found.append(Missing(_("抽签以后才能排赛程。"), "draw", blocking=True))
    if not seen.tournament.starts_at:
        found.append(Missing(_("还没有写第一轮的开始时间。"), "facts", WHEN, blocking=True))
    if not seen.tournament.tables.exists():
        found.append(Missing(_("还没有牌桌。"), "facts", FORMAT, blocking=True))
    return tuple(found)


def _before_play(seen: _Seen) -> tuple[Missing, ...]:
    if not seen.counts.all:
        return (Missing(_("抽签以后才有场次可赛。"), "draw", blocking=True),)
    found = []
    if seen.counts.timeless:
        sentence = _("还有 %(count)d 场没有时间。") % {"count": seen.counts.timeless}
        found.append(Missing(sentence, "schedule"))
    if not seen.tournament.published:
        found.append(Missing(_("赛程还没有公布，参赛队看不到。"), "publish"))
    return tuple(found)


def _before_places(seen: _Seen) -> tuple[Missing, ...]:
    found = []
    if not seen.counts.all:
        found.append(Missing(_("赛完以后才有名次。"), "draw", blocking=True))
    if left := seen.counts.all - seen.counts.confirmed:
        sentence = _("还有 %(count)d 场没有确认成绩。") % {"count": left}
        found.append(Missing(sentence, "day", blocking=True))
    if seen.counts.owed:
        found.append(Missing(_("有 %(count)d 处名次待抽签。") % {"count": seen.counts.owed}, "day", blocking=True))
    waiting = seen.counts.all - seen.counts.verified
    if _over(seen) and waiting:
        sentence = _("还有 %(count)d 场等裁判长核验，成绩公告和奖状要等核验以后。") % {"count": waiting}
        found.append(Missing(sentence, "day", blocking=True))
    if sentence := _beyond_places(seen):
        found.append(Missing(sentence, "facts", FORMAT))
    return tuple(found)


def _beyond_places(seen: _Seen) -> str:
    """Prizes for places that the format does not play out; a final alone gives the first two."""
    promised = max((prize.last for prize in seen.details.prizes), default=0)
    last = seen.tournament.stages.last()
    if last is None or last.kind not in _PLAYED_OUT:
        return ""
    decided = max(2, int(last.settings.get("places", 1)))
    if promised <= decided:
        return ""
    facts = {"promised": promised, "decided": decided}
    return _("奖励到第 %(promised)d 名，现在的赛制只决出前 %(decided)d 名。") % facts
