"""Where a tournament stands, step by step, and what comes next: the spine of the staff pages."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournament.models import Match, Tournament

from .drawing import MIN_TEAMS
from .progress import open_questions
from .registration import is_drawn
from .waiting import entered_teams
from .withdrawn import called_off

EMPTY, GOING, DONE, TROUBLE = "empty", "going", "done", "trouble"


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
    entries, draw = _entries(teams, drawn), _draw(drawn)
    schedule, day = _schedule(counts), _day(counts, owed)
    printing, publishing = _printing(drawn), _publishing(tournament)
    due = [step for step in (entries, draw, schedule) if step.state != DONE]
    rest = [publishing] if publishing.state == EMPTY and day.state != DONE else []
    return Spine(
        (entries, draw, schedule, day, printing, publishing),
        [*due, *rest, day if day.state != DONE else printing][0],
    )


def _counts(tournament: Tournament) -> dict[str, int]:
    done = Q(status__in=[Match.Status.CONFIRMED, Match.Status.VERIFIED])
    matches = Match.objects.filter(stage__tournament=tournament)
    return matches.exclude(pk__in=called_off(matches)).aggregate(
        all=Count("pk"),
        timeless=Count("pk", filter=Q(starts_at=None)),
        begun=Count("pk", filter=Q(version__gt=0)),
        confirmed=Count("pk", filter=done),
    )


def _entries(teams: int, drawn: bool) -> Step:
    word = _("%d 队") % teams if teams else _("空")
    state = DONE if drawn or teams >= MIN_TEAMS else GOING if teams else EMPTY
    return Step("entries", _("单位与报名"), state, word, _("登记参赛队"))


def _draw(drawn: bool) -> Step:
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
