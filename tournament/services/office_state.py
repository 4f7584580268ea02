"""Where a tournament stands, step by step, and what comes next: the spine of the staff pages."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournament.models import Draw, Match, Tournament

from .drawing import MIN_TEAMS
from .notice import sections_of
from .progress import open_questions
from .quota_rule import needs_headcount, rule_from
from .registration import is_drawn
from .rounds import Due, due_round
from .waiting import entered_teams
from .withdrawn import called_off

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


def spine(tournament: Tournament) -> Spine:
    """The steps of a tournament; the number of queries does not depend on its size."""
    teams, drawn = entered_teams(tournament).count(), is_drawn(tournament)
    counts = _counts(tournament)
    owed = len(open_questions(tournament)) if counts["confirmed"] else 0
    entries, draw = _entries(teams, drawn), _draw(tournament, drawn, due_round(tournament) if drawn else None)
    schedule, day = _schedule(counts), _day(counts, owed)
    printing, publishing = _printing(drawn), _publishing(tournament)
    due = [step for step in (entries, draw, schedule) if step.state not in (DONE, WAITING)]
    rest = [publishing] if publishing.state == EMPTY and day.state != DONE else []
    return Spine(
        (_facts(tournament), _quotas(tournament), entries, draw, schedule, day, printing, publishing),
        [*due, *rest, day if day.state != DONE else printing][0],
    )


def _counts(tournament: Tournament) -> dict[str, int]:
    done = Q(status__in=[Match.Status.CONFIRMED, Match.Status.VERIFIED])
    matches = Match.objects.filter(stage__tournament=tournament)
    return matches.exclude(pk__in=called_off(matches)).aggregate(
        all=Count("pk"),
        timeless=Count("pk", filter=Q(starts_at=None)),
        begun=Count("pk", filter=~Q(status=Match.Status.SCHEDULED)),
        confirmed=Count("pk", filter=done),
    )


def _facts(tournament: Tournament) -> Step:
    missing = sum(len(section.missing) for section in sections_of(tournament))
    word = _("缺 %d 项") % missing if missing else _("完成")
    return Step("facts", _("规程"), GOING if missing else DONE, word, _("补全规程"))


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


def _schedule(counts: dict[str, int]) -> Step:
    title, action = _("赛程"), _("排赛程")
    if not counts["all"] or counts["timeless"] == counts["all"]:
        return Step("schedule", title, EMPTY, _("空"), action)
    if counts["timeless"]:
        return Step("schedule", title, GOING, _("%d 场未定") % counts["timeless"], action)
    return Step("schedule", title, DONE, _("完成"), action)


def _day(counts: dict[str, int], owed: int) -> Step:
    title, action = _("比赛日"), _("看比赛进展")
    if owed:
        return Step("day", title, TROUBLE, _("%d 处待抽签") % owed, _("处理待抽签的名次"))
    if counts["all"] and counts["confirmed"] == counts["all"]:
        return Step("day", title, DONE, _("完成"), action)
    if counts["begun"]:
        facts = {"done": counts["confirmed"], "all": counts["all"]}
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
