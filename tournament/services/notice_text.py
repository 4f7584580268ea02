"""The notice as running text, part by part in the usual order, made of what the tournament's pages say."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.words.describe.names import STAGES, named
from scoring.words.standings import criterion_name
from tournament.models import Stage, Tournament

from .details import LATE_FROM, AgendaItem, Contact, Details, Prize, details_of, role_title
from .keypad import reader
from .kinds import TABLES, kind_words
from .lateness import Lateness, lateness_of
from .match_rules import ROUNDS
from .match_words import ordinal
from .notice_words import bare, broken, day_text, ended, moment_text, paragraph
from .quota_rule import FREE, rule_from, rule_words
from .rulesets import ruleset_of, ruleset_title
from .typography import closed_up

TITLE, OPENING, ATTACHMENTS = "title", "opening", "attachments"
UNTITLED = (TITLE, OPENING, ATTACHMENTS)  # parts without a heading to number


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the notice: its heading (none for the opening) and its text, a paragraph a line; no text, no part."""

    key: str
    heading: str
    text: str

    @property
    def lines(self) -> list[str]:
        """Its paragraphs."""
        return [line.strip() for line in self.text.splitlines() if line.strip()]


def written(tournament: Tournament) -> list[Part]:
    """All parts as the data give them, in the reader's language, the empty ones too; three queries."""
    writer = _Writer(tournament)
    return [Part(key, _(heading), writer.text(key)) for key, heading in _headings().items()]


def bases(tournament: Tournament) -> dict[str, str]:
    """By part, a digest of what the data say of it, whatever the reader's language."""
    with override("zh-hans"):
        return {part.key: _digest(f"{part.heading}\n{part.text}") for part in written(tournament)}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _headings() -> dict[str, str]:
    return {
        TITLE: "",
        OPENING: "",
        "time": _("比赛时间"),
        "place": _("比赛地点"),
        "entry": _("参赛办法"),
        "registration": _("报名办法"),
        "method": _("竞赛办法"),
        "prizes": _("奖励办法"),
        "officials": _("裁判和申诉"),
        "agenda": _("日程安排"),
        "requirements": _("有关要求"),
        ATTACHMENTS: _("附件"),
    }


class _Writer:
    """Writes the parts of one tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self.held = tournament
        self.details: Details = details_of(tournament)
        self.late: Lateness = lateness_of(tournament, self.details)
        self.stages: list[Stage] = list(tournament.stages.select_related("ruleset"))
        self.tables = tournament.tables.count()

    def text(self, key: str) -> str:
        """A part's paragraphs; in Chinese with full-width marks and without spaces beside figures."""
        make: Callable[[], Iterable[str]] = getattr(self, f"_{key}")
        lines = [line for line in make() if line]
        return "\n".join(closed_up(line) if reader() == "zh" else " ".join(line.split()) for line in lines)

    def _title(self) -> Iterator[str]:
        yield from broken(_("关于举办%(name)s的通知") % {"name": self.held.name})

    def _opening(self) -> Iterator[str]:
        host = self.held.host
        facts = {"host": host or _("主办单位"), "name": self.held.name, "when": self._days()}
        if host and len(self.held.name) > len(host):
            facts["name"] = self.held.name.removeprefix(host)
        facts["purpose"] = _("；").join(bare(line) for line in self.details.purpose.splitlines() if line.strip())
        facts["purpose"] = facts["purpose"].removeprefix("为了").removeprefix("为")
        if facts["purpose"] and facts["when"]:
            yield _("为%(purpose)s，%(host)s定于%(when)s举办%(name)s。现将有关事项通知如下：") % facts
        elif facts["purpose"]:
            yield _("为%(purpose)s，%(host)s决定举办%(name)s。现将有关事项通知如下：") % facts
        elif facts["when"]:
            yield _("%(host)s定于%(when)s举办%(name)s。现将有关事项通知如下：") % facts
        else:
            yield _("%(host)s决定举办%(name)s。现将有关事项通知如下：") % facts

    def _days(self) -> str:
        """The first day, or the first and the last."""
        start, end = self.held.starts_at, self.held.ends_on
        if start is None:
            return ""
        first = timezone.localdate(start)
        if end is None or end == first:
            return day_text(first)
        return _("%(first)s至%(last)s") % {
            "first": day_text(first),
            "last": day_text(end, short=end.year == first.year),
        }

    def _time(self) -> Iterator[str]:
        start, end = self.held.starts_at, self.held.ends_on
        if start is None:
            return
        facts = {"start": moment_text(start)}
        if end is None or end == timezone.localdate(start):
            yield _("%(start)s开始第一轮比赛。") % facts
        else:
            facts["end"] = day_text(end, short=end.year == timezone.localdate(start).year)
            yield _("%(start)s开始第一轮比赛，%(end)s结束。") % facts
        yield _("各轮的时间和桌号以公布的赛程为准。")

    def _place(self) -> Iterator[str]:
        if self.held.venue:
            yield ended(self.held.venue)
        for place in self.details.places:
            yield ended(_("：").join(filter(None, (place.use, place.name))))

    def _entry(self) -> Iterator[str]:
        most = self.held.roster_size
        size = _("每队2人") if most == 2 else _("每队2至%(most)d人，每场2人上场") % {"most": most}
        rule = rule_from(self.held.quota)
        yield from _numbered(
            [
                (_("参赛对象"), paragraph(self.details.eligibility)),
                (_("队员人数"), size),
                (_("参赛名额"), "" if rule.kind == FREE else rule_words(rule)),
                (_("预赛"), paragraph(self.details.preliminaries)),
            ]
        )

    def _registration(self) -> Iterator[str]:
        details = self.details
        contacts = _("；").join(map(_contact, details.contacts))
        change = _("更换队员在第一轮比赛开始%(minutes)d分钟以前办理，过时不再更换") % {
            "minutes": self.held.change_minutes
        }
        yield from _numbered(
            [
                (_("报名时间"), self._window()),
                (_("报名地点"), details.entry_place),
                (_("报名方式"), paragraph(details.entry_way)),
                (_("更换队员"), change),
                (_("联系人"), contacts),
            ]
        )

    def _window(self) -> str:
        opens, closes = self.held.entry_opens_at, self.held.entry_closes_at
        if opens and closes:
            same = timezone.localdate(opens).year == timezone.localdate(closes).year
            facts = {"opens": moment_text(opens), "closes": moment_text(closes, short=same)}
            return _("%(opens)s至%(closes)s") % facts
        if opens:
            return _("自%(opens)s起") % {"opens": moment_text(opens)}
        return _("%(closes)s截止") % {"closes": moment_text(closes)} if closes else ""

    def _method(self) -> Iterator[str]:
        names = list(dict.fromkeys(ruleset_title(stage.ruleset) for stage in self.stages))
        rules = _("、").join(_("《%(name)s》") % {"name": name} for name in names)
        yield from _numbered(
            [
                (_("竞赛规则"), _("采用%(rules)s，全文见附件") % {"rules": rules} if names else ""),
                (_("赛制"), _("；").join(_("：").join((stage.name, kind_words(stage))) for stage in self.stages)),
                (_("每场时限"), _("；").join(self._lengths())),
                (_("名次"), _("；").join(self._criteria())),
                (_("到场和迟到"), _("，").join(self._lateness())),
                (_("牌桌"), _("共设%(count)d张") % {"count": self.tables} if self.tables else ""),
            ]
        )

    def _lengths(self) -> list[str]:
        """Minutes of a match, of semi-finals and the final where they differ; what a stage adds nothing to is left."""
        texts = list(dict.fromkeys(text for stage in self.stages if (text := _length(stage))))
        return [text for text in texts if not any(other != text and other.startswith(text) for other in texts)]

    def _criteria(self) -> Iterator[str]:
        for stage in self.stages:
            if stage.kind in TABLES and stage.criteria:
                names = _("、").join(criterion_name(key, reader()) for key in stage.criteria)
                yield _("%(stage)s依次比较%(criteria)s") % {"stage": stage.name, "criteria": names}

    def _lateness(self) -> Iterator[str]:
        if self.late.check_in_minutes:
            yield _("请提前%(minutes)d分钟到场") % {"minutes": self.late.check_in_minutes}
        if self.late.forfeit_minutes is None:
            return
        minutes = self.late.forfeit_minutes
        yield _("迟到%(minutes)d分钟的作弃权处理") % {"minutes": minutes} if minutes else _("迟到的作弃权处理")
        if self.late.counts_from:
            yield _("迟到从%(origin)s算起") % {"origin": _(LATE_FROM[self.late.counts_from])}

    def _prizes(self) -> Iterator[str]:
        prizes = sorted(self.details.prizes, key=lambda one: one.first)
        if prizes and not any(prize.award for prize in prizes):
            last, titles = prizes[-1].last, _("、").join(prize.title for prize in prizes)
            words = _("录取前%(last)d名，设%(titles)s。") if last > 1 else _("设%(titles)s。")
            yield words % {"last": last, "titles": titles}
        else:
            yield from (ended(_("：").join(filter(None, (_prize_name(prize), prize.award)))) for prize in prizes)
        yield ended(self.details.participation)

    def _officials(self) -> Iterator[str]:
        named = [(role_title(one), _("、").join(one.names)) for one in self.details.officials if one.names]
        more = [(_("受理申诉"), self.details.appeals), (_("解释权"), self.details.interpretation)]
        yield from _numbered([*named, *more])

    def _agenda(self) -> Iterator[str]:
        for item in sorted(self.details.agenda, key=lambda one: (one.at is None, one.at.timestamp() if one.at else 0)):
            yield ended(_agenda_text(item))

    def _requirements(self) -> Iterator[str]:
        lines = [line for text in self.details.requirements for line in text.splitlines() if line.strip()]
        for number, line in enumerate(lines, start=1):
            yield f"{number}. {ended(line)}" if len(lines) > 1 else ended(line)

    def _attachments(self) -> Iterator[str]:
        names = list(dict.fromkeys(ruleset_title(stage.ruleset) for stage in self.stages))
        yield from self.details.attachments or [*[_("%(name)s规则") % {"name": name} for name in names], _("报名表")]


def _length(stage: Stage) -> str:
    """每场60分钟，半决赛90分钟，决赛90分钟."""
    rules = ruleset_of(stage.ruleset)
    usual = stage.match_options.get("time_limit_minutes") or rules.time.limit_minutes
    found = [_("每场%(minutes)d分钟") % {"minutes": usual}] if usual else []
    if stage.kind in (Stage.Kind.KNOCKOUT, Stage.Kind.REDRAW):
        own = {key: change.limit_minutes for key, change in rules.stages.items() if change.limit_minutes}
        for key in (key for key in ROUNDS if key in own):
            facts = {"round": named(key, STAGES, reader() == "zh"), "minutes": own[key]}
            found.append(_("%(round)s%(minutes)d分钟") % facts)
    return _("，").join(found)


def _contact(one: Contact) -> str:
    note = _("（%(note)s）") % {"note": one.note} if one.note else ""
    return " ".join(part for part in (one.name, one.phone, note) if part)


def _prize_name(prize: Prize) -> str:
    """一等奖（第1名）; the title alone where it says the place."""
    if "名" in prize.title:
        return prize.title
    span = f"{prize.first}" if prize.first == prize.last else f"{prize.first}—{prize.last}"
    return _("%(title)s（第%(places)s名）") % {"title": prize.title, "places": span}


def _numbered(facts: Sequence[tuple[str, str]]) -> Iterator[str]:
    """（一）label。text — a line each, of those of which something is said; a single one has no number."""
    said = [(label, text) for label, text in facts if text]
    if len(said) == 1:
        label, text = said[0]
        yield ended(text if text.startswith(label) else f"{label}{_('：')}{text}")
        return
    for number, (label, text) in enumerate(said, start=1):
        if reader() == "zh":
            yield f"（{ordinal(number)}）{label}。{ended(text)}"
        else:
            yield f"({number}) {label}. {ended(text[:1].upper() + text[1:])}"


def _agenda_text(item: AgendaItem) -> str:
    parts = [moment_text(item.at) if item.at else "", item.what, item.place]
    parts.append(_("%(who)s参加") % {"who": item.attend} if item.attend else "")
    return _("，").join(part for part in parts if part)
