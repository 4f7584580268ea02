"""逐副记录: a match line by line, what each led to and by which clause, who confirmed, with lines to sign."""

from collections.abc import Sequence
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
from .table import PAD, Column, Row, row_of
from .text import wrap

SIZE = 9.5
SIGN = 14 * MM
GAP = 3 * MM
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
    for warning in story["warnings"]:
        flow.say(warning, size=SIZE)
    _signed(flow, match)
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
    head = row_of([column.title for column in columns], columns, flow.frame.room, SIZE, "hei")
    rows = [row_of(_side(one), columns, flow.frame.room, SIZE) for one in story["sides"]]
    flow.add(rows, [heading(title, flow.frame.room, 13), head])
    facts = [f"{timezone.localtime(match.starts_at):%Y-%m-%d %H:%M}"] if match.starts_at else []
    if match.table:
        facts.append(str(match.table))
    facts.append(_("规则：%(rules)s") % {"rules": story["rules"]})
    if story["decided"]:
        facts.append(_("胜负依据：%(decided)s") % {"decided": story["decided"]})
    flow.say("  ".join(facts), size=SIZE, above=4)


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
    head = [row_of([column.title for column in columns], columns, flow.frame.room, SIZE, "hei")]
    rows = [_wrapped(_cells(line), columns, flow.frame.room) for line in lines]
    flow.add(rows, [heading(_("逐副记录"), flow.frame.room), *head], again=head)


def _wrapped(cells: Sequence[str], columns: Sequence[Column], room: float) -> Row:
    """A row whose cells keep their size and take as many lines as they need: a reasoning is there to be read."""
    whole = sum(column.share for column in columns)
    widths = [room * column.share / whole for column in columns]
    fitted = [wrap(text, "song", SIZE, width - 2 * PAD) for text, width in zip(cells, widths, strict=True)]
    places = [sum(widths[:index]) for index in range(len(widths))]
    return Row(fitted, places, widths, [column.align for column in columns], "song")


def _cells(line: dict[str, Any]) -> list[str]:
    written = _("：").join(part for part in (line["text"], line["facts"]) if part)
    if line["struck"]:
        why = line["struck_reason"]
        written += _("（已划去：%(why)s）") % {"why": why} if why else _("（已划去）")
    levels = " : ".join(line["levels"][side] for side in "ab") if line["levels"] else ""
    when = f"{timezone.localtime(line['at']):%H:%M}" if line["at"] else ""
    reasons = [*line["reasoning"], *([_("原因：%(why)s") % {"why": line["why"]}] if line["why"] else [])]
    return [written, _("；").join(reasons), levels, f"{line['by']} {when}".strip()]


def _signed(flow: Flow, match: Match) -> None:
    """Who confirmed and verified on the screen, then lines for a signature on paper."""
    signed, above = signed_of(match), 6.0
    for side, name, at in signed["confirmations"] if signed else []:
        when = f"{timezone.localtime(at):%Y-%m-%d %H:%M}"
        facts = {"side": side, "name": name, "when": when}
        flow.say(_("%(side)s：%(name)s 于 %(when)s 确认") % facts, size=SIZE, above=above)
        above = 0.0
    if signed and signed["verified_by"]:
        text = _("%(name)s 核验") % {"name": signed["verified_by"]}
        self_reason = signed["self_reason"]
        flow.say(text + (_("（自核：%(why)s）") % {"why": self_reason} if self_reason else ""), size=SIZE)
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
