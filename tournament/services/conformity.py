"""The notices sentence by sentence beside what carries them: a rule in words, a setting, a prompt, a text."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.conformity import IN_RULESET, Sentence, carrier_text, notices
from scoring.ruleset import load_preset
from scoring.words.clauses import clause_text
from scoring.words.describe import Line, describe

KINDS: dict[str, str | Promise] = {
    "knob": _("规则项"),
    "offence": _("违例"),
    "assumption": _("补充约定"),
    "prompt": _("裁判提示"),
    "text": _("查阅文字"),
    "setting": _("赛事设置"),
    "outside": _("不属软件"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence: its place in the notice, what it says, the kind of its carrier, and the carrier in words.

    `ref` is the ruleset that carries it, empty where it is none of a ruleset; `tested` whether a test shows it.
    """

    place: str
    says: str
    kind: str | Promise
    carried: tuple[str, ...]
    ref: str
    tested: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """A notice, its rows, the rulesets that carry them (reference, name), and how many sentences each kind carries."""

    number: str
    title: str
    rows: list[Row]
    rulesets: list[tuple[str, str]]
    counts: list[tuple[str | Promise, int]]


def compared(lang: str = "zh") -> list[Compared]:
    """All notices in this language."""
    lines = _Lines(lang)
    found = []
    for notice in notices():
        rows = [_row(sentence, lines) for sentence in notice.sentences]
        refs = dict.fromkeys(row.ref for row in rows if row.ref)
        kinds = [sentence.kind for sentence in notice.sentences]
        counts = [(name, kinds.count(kind)) for kind, name in KINDS.items() if kind in kinds]
        named = [(ref, load_preset(ref).name.said(lang)) for ref in refs]
        title = notice.title if lang == "zh" else notice.english
        found.append(Compared(notice.number, title, rows, named, counts))
    return found


def _row(sentence: Sentence, lines: "_Lines") -> Row:
    inside = sentence.kind in IN_RULESET
    outside = tuple(carrier_text(one, lines.lang) for one in sentence.carriers)
    carried = lines.of(sentence.ruleset, sentence.carriers) if inside else outside
    place = clause_text(sentence.id.partition("-")[2], lines.lang)
    says = sentence.says if lines.lang == "zh" else sentence.english
    return Row(place, says, KINDS[sentence.kind], carried, sentence.ruleset if inside else "", bool(sentence.test))


class _Lines:
    """The sentences of the rulesets by the knobs they word, each ruleset described once."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.known: dict[str, list[Line]] = {}

    def of(self, ref: str, knobs: tuple[str, ...]) -> tuple[str, ...]:
        """The sentences that word these knobs."""
        if ref not in self.known:
            self.known[ref] = [line for part in describe(load_preset(ref), self.lang) for line in part.lines]
        found = tuple(dict.fromkeys(text for knob in knobs for text in self._wording(self.known[ref], knob)))
        return found or (gettext("规则里没有这样的规定"),)

    def _wording(self, lines: list[Line], knob: str) -> Iterator[str]:
        """The lines of just this knob; else those of its parts; else those of what it is part of."""
        exact = [line.text for line in lines if knob in line.knobs]
        below = [line.text for line in lines if any(one.startswith(f"{knob}.") for one in line.knobs)]
        above = [line.text for line in lines if any(knob.startswith(f"{one}.") for one in line.knobs)]
        yield from exact or below or above
