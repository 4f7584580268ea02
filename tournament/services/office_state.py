"""Where a tournament stands, step by step, and what comes next: the spine of the staff pages."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournament.models import Draw, Tournament

from .drawing import MIN_TEAMS
from .office_counts import Counted, counted
from .quota_rule import needs_headcount, rule_from
from .rounds import Due, due_round
from .waiting import entered_teams

EMPTY, GOING, DONE, TROUBLE, WAITING = "empty", "going", "done", "trouble", "waiting"


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `page` is the office page's name, `state` and `word` where it stands, `action` what to do."""

    page: str
    title: str
    state: str
    word: str
    action: str


@dataclass(frozen=True, slots=True)
class Spine:
    """All steps in order and the one to do next."""

    steps: tuple[Step, ...]
    next: Step


def spine(tournament: Tournament, seen: Counted | None = None) -> Spine:
    """The steps of a tournament, as `seen` if it was counted already; the number of queries is the same at any size."""
    seen = seen or counted(tournament)
    teams, drawn = entered_teams(tournament).count(), seen.drawn
    entries, draw = _entries(teams, drawn), _draw(tournament, drawn, due_round(tournament) if drawn else None)
    schedule, day = _schedule(seen), _day(seen)
    printing, publishing = _printing(drawn), _publishing(tournament)
    due = [step for step in (entries, draw, schedule) if step.state not in (DONE, WAITING)]
    rest = [publishing] if publishing.state == EMPTY and day.state != DONE else []
    return Spine(
        (_facts(seen), _quotas(tournament), entries, draw, schedule, day, printing, publishing),
        [*due, *rest, day if day.state != DONE else printing][0],
    )


def _facts(seen: Counted) -> Step:
    word = _("缺 %d 项") % seen.unsaid if seen.unsaid else _("完成")
    return Step("facts", _("规程"), GOING if seen.unsaid else DONE, word, _("补全规程"))


def _quotas(tournament: Tournament) -> Step:
    title, action = _("单位与名额"), _("登记单位和名额")
    unknown = Count("pk", filter=Q(headcount=None, team_quota=None))
    found = tournament.departments.aggregate(all=Count("pk"), unknown=unknown)
    if not found["all"]:
        return Step("quotas", title, EMPTY, _("空"), action)
    if found["unknown"] and needs_headcount(rule_from(tournament.quota)):
        return Step("quotas", title, GOING, _("%d 个缺人数") % found["unknown"], action)
    return Step("quotas", title, DONE, _("%d 个单位") % found["all"], action)


def _entries(teams: int, drawn: bool) -> Step:
    word = _("%d 队") % teams if teams else _("空")
    state = DONE if drawn or teams >= MIN_TEAMS else GOING if teams else EMPTY
    return Step("entries", _("报名"), state, word, _("登记参赛队"))


def _draw(tournament: Tournament, drawn: bool, due: Due | None) -> Step:
    if drawn and Draw.objects.filter(stage__tournament=tournament, undone_at=None, revealed__isnull=False).exists():
        return Step("draw", _("抽签"), GOING, _("揭晓中"), _("在大屏上揭晓并确认"))
    if due is not None and due.number is not None:
        facts = {"number": due.number, "total": due.total}
        if due.why_not:
            word = _("已抽 %(number)d/%(total)d 轮") % {**facts, "number": due.number - 1}
            return Step("rounds", _("抽签"), WAITING, word, _("看各轮抽签"))
        word = _("第%(number)d轮待抽") % facts
        return Step("rounds", _("抽签"), GOING, word, _("抽第 %(number)d 轮") % facts)
    if due is not None:
        return Step("rounds", _("抽签"), DONE, _("完成"), _("看各轮抽签"))
    return Step("draw", _("抽签"), DONE if drawn else EMPTY, _("完成") if drawn else _("未抽"), _("抽签或录入分组"))


def _schedule(seen: Counted) -> Step:
    title, action = _("赛程"), _("排赛程")
    if not seen.all or seen.timeless == seen.all:
        return Step("schedule", title, EMPTY, _("空"), action)
    if seen.timeless:
        return Step("schedule", title, GOING, _("%d 场未定") % seen.timeless, action)
    return Step("schedule", title, DONE, _("完成"), action)


def _day(seen: Counted) -> Step:
    title, action = _("比赛日"), _("看比赛进展")
    if seen.owed:
        return Step("day", title, TROUBLE, _("%d 处待抽签") % seen.owed, _("处理待抽签的名次"))
    if seen.all and seen.confirmed == seen.all:
        return Step("day", title, DONE, _("完成"), action)
    if seen.begun:
        facts = {"done": seen.confirmed, "all": seen.all}
        return Step("day", title, GOING, _("%(done)d/%(all)d 场") % facts, action)
    return Step("day", title, EMPTY, _("未开始"), action)


def _printing(drawn: bool) -> Step:
    return Step("print", _("打印"), DONE if drawn else EMPTY, _("可打印") if drawn else _("空"), _("打印文件"))


def _publishing(tournament: Tournament) -> Step:
    parts, every = len(tournament.published), len(Tournament.Part.values)
    word = _("未发布") if not parts else _("已发布") if parts == every else _("%(some)d/%(all)d 项") % {
        "some": parts, "all": every,
    }  # fmt: skip
    return Step("publish", _("发布"), DONE if parts == every else GOING if parts else EMPTY, word, _("发布给大家看"))
