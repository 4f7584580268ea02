"""逐副记录: a match line by line, what each led to and by which clause, who confirmed, with lines to sign."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Match, Tournament
from tournament.services.fixtures import matches_of
from tournament.services.match_words import titles_of
from tournament.services.sheet_story import CLOSED, sheet_page_of, signed_of
from tournament.services.shown import Shown

from .flow import Flow, heading
from .frame import MM, Frame, Page, Parts
from .table import Column, head_of, row_of

SIZE = 9.5
SIGN = 14 * MM
GAP = 3 * MM
AIR = 5.0
ENDED = (Match.Status.FINISHED, *CLOSED)


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """Every match that is over, each on pages of its own, in the order of play."""
    matches = [match for match in matches_of(tournament) if match.status in ENDED]
    titles = titles_of(matches_of(tournament))
    return [(frame, [page for match in matches for page in pages_of(match, titles[match.pk].full, frame)])]


def is_ready(tournament: Tournament) -> bool:
    """True once a match is over."""
    return Match.objects.filter(stage__tournament=tournament, status__in=ENDED).exists()


def draw_match_record(match: Match, frame: Frame) -> bytes:
    """The PDF of one match, as far as it has come."""
    titles = titles_of(matches_of(match.stage.tournament))
    return frame.render(pages_of(match, titles[match.pk].full, frame))


def pages_of(match: Match, title: str, frame: Frame) -> list[Page]:
    """The pages of one match."""
    flow, story = Flow(frame), sheet_page_of(match)
    _sides(flow, match, story, title)
    _lines(flow, story["lines"])
    for number, text in enumerate([*story["warnings"], *_signed(match)]):
        flow.say(text, size=SIZE, above=0 if number else AIR)
    _signatures(flow)
    return flow.pages()


def _sides(flow: Flow, match: Match, story: dict[str, Any], title: str) -> None:
    """Which match it is, both teams, and what decided it."""
    columns = [
        Column(_("方"), 14, "center"),
        Column(_("队"), 50),
        Column(_("队员"), 60),
        Column(_("成绩"), 26, "center"),
        Column(_("胜负"), 20, "center"),
    ]
    head = head_of(columns, flow.frame.room, SIZE)
    rows = [row_of(_side(one), columns, flow.frame.room, SIZE) for one in story["sides"]]
    flow.add(rows, [heading(title, flow.frame.room, 13), head])
    facts = [f"{timezone.localtime(match.starts_at):%Y-%m-%d %H:%M}"] if match.starts_at else []
    if match.table:
        facts.append(str(match.table))
    facts.append(_("规则：%(rules)s") % {"rules": story["rules"]})
    if story["decided"]:
        facts.append(_("胜负依据：%(decided)s") % {"decided": story["decided"]})
    flow.say("  ".join(facts), size=SIZE, above=AIR)


def _side(one: dict[str, Any]) -> list[str]:
    outcome = _("胜") if one["won"] else ""
    return [one["word"], one["name"], _("、").join(one["players"]), one["score"], outcome]


def _lines(flow: Flow, lines: list[dict[str, Any]]) -> None:
    """Every line with its settlement and the clause, struck ones too."""
    columns = [
        Column(_("记录"), 52),
        Column(_("结算与依据"), 80),
        Column(_("级数"), 20, "center"),
        Column(_("记录人"), 26, "center"),
    ]
    head = [head_of(columns, flow.frame.room, SIZE)]
    rows = [row_of(_cells(line), columns, flow.frame.room, SIZE, wrapped=True) for line in lines]
    flow.add(rows, head, again=head)


def _cells(line: dict[str, Any]) -> list[str]:
    written = _("：").join(part for part in (line["text"], line["facts"]) if part)
    if line["struck"]:
        why = line["struck_reason"]
        written += _("（已划去：%(why)s）") % {"why": why} if why else _("（已划去）")
    levels = " : ".join(line["levels"][side] for side in "ab") if line["levels"] else ""
    when = f"{timezone.localtime(line['at']):%H:%M}" if line["at"] else ""
    reasons = [*line["reasoning"], *([_("原因：%(why)s") % {"why": line["why"]}] if line["why"] else [])]
    return [written, _("；").join(reasons), levels, f"{line['by']} {when}".strip()]


def _signed(match: Match) -> list[str]:
    """Who confirmed and verified on the screen."""
    signed = signed_of(match)
    if not signed:
        return []
    found = []
    for side, name, at in signed["confirmations"]:
        when = f"{timezone.localtime(at):%Y-%m-%d %H:%M}"
        found.append(_("%(side)s：%(name)s 于 %(when)s 确认") % {"side": side, "name": name, "when": when})
    if signed["verified_by"]:
        text = _("%(name)s 核验") % {"name": signed["verified_by"]}
        self_reason = signed["self_reason"]
        found.append(text + (_("（自核：%(why)s）") % {"why": self_reason} if self_reason else ""))
    return found


def _signatures(flow: Flow) -> None:
    """Lines for a signature on paper."""
    columns = [Column("", 1)] * 3
    cells = [_("甲方签字："), _("乙方签字："), _("裁判签字：")]
    flow.add([_Signature(row_of(cells, columns, flow.frame.room, SIZE))], whole=True)


class _Signature:
    """Three names to be signed beside, in one row high enough for a pen."""

    def __init__(self, row: Any) -> None:
        self.row, self.height = row, SIGN + GAP

    def draw(self, canvas: Any, left: float, top: float) -> None:
        """Draw the row."""
        self.row.draw(canvas, left, top - GAP, SIGN)
