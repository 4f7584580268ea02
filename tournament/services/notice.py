"""A tournament's notice section by section, in words: what is said, and what an office would miss."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Tournament

from .details import LATE_FROM, Details, Prize, details_of, role_title
from .kinds import kind_words
from .lateness import Lateness, lateness_of
from .quota_rule import FREE, rule_from, rule_words
from .rulesets import ruleset_title

BASICS, WHEN, ENTRY, FORMAT = "basics", "when", "entry", "format"
CONDUCT, PRIZES, OFFICIALS, AGENDA = "conduct", "prizes", "officials", "agenda"


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: its name, what is said (a line each, none where nothing is), `expected` if an office would miss it.

    `pending` says that what is said is only that it is still to be settled.
    """

    label: str
    lines: tuple[str, ...]
    expected: bool = False
    pending: bool = False

    @property
    def missing(self) -> bool:
        """True for an expected fact of which nothing is said, or only that it is still to be settled."""
        return self.expected and (self.pending or not self.lines)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the notice with its facts; `key` names its page."""

    key: str
    title: str
    facts: tuple[Fact, ...]

    @property
    def missing(self) -> list[str]:
        """Names of the expected facts not said yet."""
        return [fact.label for fact in self.facts if fact.missing]

    @property
    def said(self) -> list[Fact]:
        """The facts of which something is said."""
        return [fact for fact in self.facts if fact.lines]


def sections_of(tournament: Tournament) -> list[Section]:
    """All sections in the order of the guide; two queries, for stages and tables."""
    details = details_of(tournament)
    late = lateness_of(tournament, details)
    return [
        Section(BASICS, _("名称和单位"), _basics(tournament, details)),
        Section(WHEN, _("时间和地点"), _when(tournament, details)),
        Section(ENTRY, _("参赛和报名"), _entry(tournament, details)),
        Section(FORMAT, _("规则和赛制"), _format(tournament)),
        Section(CONDUCT, _("到场和纪律"), _conduct(details, late)),
        Section(PRIZES, _("奖励"), _prizes(details)),
        Section(OFFICIALS, _("工作人员和申诉"), _officials(details)),
        Section(AGENDA, _("日程和附件"), _agenda(details)),
    ]


def public_sections(tournament: Tournament) -> list[Section]:
    """The sections of which something is said, for the public page; the name stands above them already."""
    found = []
    for section in sections_of(tournament):
        facts = section.said[1:] if section.key == BASICS else section.said
        if facts:
            found.append(replace(section, facts=tuple(facts)))
    return found


def _basics(tournament: Tournament, details: Details) -> tuple[Fact, ...]:
    return (
        Fact(_("赛事名称"), _lines(tournament.name), expected=True),
        Fact(_("主办单位"), _lines(tournament.host), expected=True),
        Fact(_("承办单位"), _joined(details.organisers)),
        Fact(_("协办单位"), _joined(details.co_organisers)),
        Fact(_("办赛目的"), _lines(details.purpose)),
    )


def _when(tournament: Tournament, details: Details) -> tuple[Fact, ...]:
    places = tuple(_with(place.name, place.use) for place in details.places)
    last = f"{tournament.ends_on:%Y-%m-%d}" if tournament.ends_on else ""
    return (
        Fact(_("第一轮开始"), _lines(_moment(tournament.starts_at)), expected=True),
        Fact(_("最后一天"), _lines(last)),
        Fact(_("比赛地点"), _lines(tournament.venue), expected=True),
        Fact(_("其他地点"), places),
    )


def _entry(tournament: Tournament, details: Details) -> tuple[Fact, ...]:
    contacts = tuple(_with(_joined_text(contact.name, contact.phone), contact.note) for contact in details.contacts)
    changes = _("第一轮开始前 %(minutes)d 分钟") % {"minutes": tournament.change_minutes}
    return (
        Fact(_("参赛对象"), _lines(details.eligibility), expected=True),
        Fact(_("每队人数"), _lines(_size(tournament.roster_size))),
        Fact(_("预赛"), _lines(details.preliminaries)),
        Fact(_("报名时间"), _lines(_window(tournament)), expected=True),
        Fact(_("报名地点"), _lines(details.entry_place)),
        Fact(_("报名办法"), _lines(details.entry_way)),
        Fact(_("更换截止"), (changes,)),
        Fact(_("名额"), _lines(_quota(tournament))),
        Fact(_("联系人"), contacts),
    )


def _format(tournament: Tournament) -> tuple[Fact, ...]:
    stages = list(tournament.stages.select_related("ruleset"))
    names = dict.fromkeys(ruleset_title(stage.ruleset) for stage in stages)
    facts = {"count": tournament.tables.count()}
    return (
        Fact(_("竞赛规则"), tuple(names), expected=True),
        Fact(
            _("赛制"),
            tuple(_("%(name)s（%(kind)s）") % {"name": stage.name, "kind": kind_words(stage)} for stage in stages),
            expected=True,
        ),
        Fact(_("桌数"), (_("%(count)d 桌") % facts,)),
    )


def _conduct(details: Details, late: Lateness) -> tuple[Fact, ...]:
    origin = _(LATE_FROM[late.counts_from]) if late.counts_from else ""
    return (
        Fact(_("提前到场"), _lines(_check_in(late.check_in_minutes))),
        Fact(_("迟到"), _lines(_late(late.forfeit_minutes)), expected=True),
        Fact(_("迟到从何时算起"), _lines(origin), expected=late.forfeit_minutes is not None),
        Fact(_("纪律和要求"), details.requirements),
    )


def _prizes(details: Details) -> tuple[Fact, ...]:
    prizes = tuple(prize_text(prize) for prize in sorted(details.prizes, key=lambda prize: prize.first))
    return (
        Fact(_("按名次奖励"), prizes, expected=True),
        Fact(_("参与奖"), _lines(details.participation)),
    )


def _officials(details: Details) -> tuple[Fact, ...]:
    named = [
        Fact(
            role_title(one),
            (_("、").join(one.names) or _("待定"),),
            expected=one.role == "chief",
            pending=not one.names,
        )
        for one in details.officials
    ]
    chief = any(one.role == "chief" for one in details.officials)
    return (
        *([] if chief else [Fact(_("裁判长"), (), expected=True)]),
        *named,
        Fact(_("受理申诉"), _lines(details.appeals), expected=True),
        Fact(_("解释权"), _lines(details.interpretation)),
    )


def _agenda(details: Details) -> tuple[Fact, ...]:
    far = timezone.now() + timedelta(days=40_000)
    items = sorted(details.agenda, key=lambda item: item.at or far)
    lines = []
    for item in items:
        line = " ".join(part for part in (_moment(item.at), item.what, item.place) if part)
        lines.append(_with(line, _("%(who)s参加") % {"who": item.attend} if item.attend else ""))
    return (
        Fact(_("日程"), tuple(lines), expected=True),
        Fact(_("附件"), details.attachments),
    )


def prize_text(prize: Prize) -> str:
    """A prize in words：第3—4名 并列第三名：奖杯."""
    span = f"{prize.first}" if prize.first == prize.last else f"{prize.first}—{prize.last}"
    text = _("第%(places)s名 %(title)s") % {"places": span, "title": prize.title}
    return _("%(name)s：%(what)s") % {"name": text, "what": prize.award} if prize.award else text


def _late(minutes: int | None) -> str:
    if minutes is None:
        return ""
    return _("迟到 %(minutes)d 分钟作弃权") % {"minutes": minutes} if minutes else _("迟到即作弃权")


def _check_in(minutes: int | None) -> str:
    return _("提前 %(minutes)d 分钟到场") % {"minutes": minutes} if minutes else ""


def _size(most: int) -> str:
    return _("2 人") if most == 2 else _("2 至 %(most)d 人") % {"most": most}


def _quota(tournament: Tournament) -> str:
    """The quota rule in words; nothing where departments may enter as many teams as they like."""
    rule = rule_from(tournament.quota)
    return "" if rule.kind == FREE else rule_words(rule)


def _window(tournament: Tournament) -> str:
    opens, closes = _moment(tournament.entry_opens_at), _moment(tournament.entry_closes_at)
    if opens and closes:
        return _("%(opens)s 至 %(closes)s") % {"opens": opens, "closes": closes}
    if opens:
        return _("%(opens)s 起") % {"opens": opens}
    return _("到 %(closes)s 截止") % {"closes": closes} if closes else ""


def _moment(when: datetime | None) -> str:
    return f"{timezone.localtime(when):%Y-%m-%d %H:%M}" if when else ""


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.splitlines() if line.strip())


def _joined(names: Sequence[str]) -> tuple[str, ...]:
    return _lines(_("、").join(names))


def _joined_text(*parts: str) -> str:
    return " ".join(_nonempty(parts))


def _nonempty(parts: Iterable[str]) -> list[str]:
    return [part for part in parts if part]


def _with(text: str, note: str) -> str:
    return _("%(name)s（%(kind)s）") % {"name": text, "kind": note} if note else text
