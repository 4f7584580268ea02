"""竞赛规则: format and rules of play in plain words, clause by clause, with the table of offences."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from scoring.words.describe import Section, describe, offence_rows
from scoring.words.standings import criterion_name
from tournament.models import Stage, Tournament
from tournament.services.keypad import reader, text_of
from tournament.services.kinds import TABLES, kind_words
from tournament.services.notice_words import ended, numbered_heading
from tournament.services.rulesets import ruleset_of
from tournament.services.shown import Shown
from tournament.services.standings import LAST
from tournament.services.typography import closed_up

from .flow import Flow, Lines, Strip, heading, paragraph
from .frame import Frame, Parts
from .table import Column, head_of, row_of
from .text import Fitted, wrap

SIZE = 10.5
OFFENCES = "offences"


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """How it is played, then every ruleset it is played by."""
    flow = Flow(frame)
    add_rules(flow, tournament)
    return [(frame, flow.pages())]


def is_ready(tournament: Tournament) -> bool:
    """True once a format and a ruleset are chosen."""
    return tournament.stages.exists()


def add_rules(flow: Flow, tournament: Tournament) -> None:
    """The same into a flow with other things."""
    stages = list(tournament.stages.select_related("ruleset"))
    flow.add(_clauses(flow, list(_format(stages))), [heading(_("赛制和名次"), flow.frame.room, 13)])
    for version in {stage.ruleset_id: stage.ruleset for stage in stages}.values():
        _ruleset(flow, ruleset_of(version))


def _format(stages: Sequence[Stage]) -> Iterator[str]:
    for stage in stages:
        yield _("%(stage)s：%(kind)s。") % {"stage": stage.name, "kind": kind_words(stage)}
        if stage.kind in TABLES and stage.criteria:
            names = _("、").join(criterion_name(key, reader()) for key in stage.criteria)
            facts = {"stage": stage.name, "criteria": names}
            yield _("%(stage)s名次相同时依次比较：%(criteria)s。") % facts
            if stage.settings.get("disqualified", LAST) == LAST:
                yield _("有一场被取消资格的队列在已赛各队之后，不出线。")


def _ruleset(flow: Flow, ruleset: Ruleset) -> None:
    """A ruleset: its name, then its sections numbered through."""
    title = heading(_cell(text_of(ruleset.name)), flow.frame.room, 14)
    for number, section in enumerate(describe(ruleset, reader()), start=1):
        head = heading(numbered_heading(number, section.heading), flow.frame.room)
        heads: list[Strip] = [title, head] if number == 1 else [head]
        if section.key == OFFENCES:
            _offences(flow, ruleset, heads)
        else:
            flow.add(_clauses(flow, texts_of(section)), heads)


def texts_of(section: Section) -> list[str]:
    """A section's sentences as printed, without its name, which stands above, and its code, which is for programs."""
    return [printed(line.text) for line in section.lines if not {"name", "key"} & set(line.knobs)]


def printed(text: str) -> str:
    """A sentence with the marks of print where it is Chinese, and a full stop."""
    return ended(closed_up(text) if reader() == "zh" else text)


def _clauses(flow: Flow, texts: Sequence[str]) -> list[Strip]:
    """Numbered sentences, further lines of one hanging under its first."""
    found: list[Strip] = []
    for number, text in enumerate(texts, start=1):
        found += hanging(f"{number}.", text, flow.frame.room) if len(texts) > 1 else paragraph(text, flow.frame.room)
    return found


def hanging(mark: str, text: str, room: float, size: float = SIZE) -> list[Strip]:
    """A sentence beside its number."""
    inset = 2.2 * size
    return [
        _Hanging(mark if number == 0 else "", line, inset, room, size)
        for number, line in enumerate(wrap(text, "song", size, room - inset).lines)
    ]


class _Hanging:
    """A line of a numbered sentence."""

    def __init__(self, mark: str, text: str, inset: float, room: float, size: float) -> None:
        self.mark = Lines(Fitted((mark,), size), "song", inset, below=0.0)
        self.line = Lines(Fitted((text,), size), "song", room - inset, below=0.0)
        self.inset = inset

    @property
    def height(self) -> float:
        """One line with a little air."""
        return self.line.height + 1.5

    def draw(self, canvas: object, left: float, top: float) -> None:
        """Draw number and line."""
        self.mark.draw(canvas, left, top)
        self.line.draw(canvas, left + self.inset, top)


def _offences(flow: Flow, ruleset: Ruleset, heads: Sequence[Strip]) -> None:
    columns = [Column(_("违例"), 38), Column(_("判罚"), 58), Column(_("处理"), 78)]
    room = flow.frame.room
    head = head_of(columns, room, SIZE * 0.9)
    rows = [
        row_of([_cell(cell) for cell in row], columns, room, SIZE, wrapped=True)
        for row in offence_rows(ruleset, reader())
    ]
    flow.add(rows, [*heads, head], again=[head])


def _cell(text: str) -> str:
    """A phrase in a table or heading."""
    return closed_up(text) if reader() == "zh" else text
