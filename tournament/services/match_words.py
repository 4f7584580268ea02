"""What matches, groups and open sides are called: 半决赛第1场, 1号桌第一名, A组第二名."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q
from django.db.models.functions import Length
from django.utils.translation import gettext as _

from tournament.models import Match, MatchSlot, Stage

from .keypad import reader
from .kinds import BEST, BY_ROUND, ONE_TABLE
from .protests import CLOSED, disputed

_DIGITS = "零一二三四五六七八九"
GROUP_ORDER = (Length("group"), "group")  # A … Z, AA, AB: order_by(*GROUP_ORDER)


@dataclass(frozen=True, slots=True)
class Title:
    """`stage`: 小组赛, 半决赛, 决赛; `full` also says which match of these: 半决赛第1场.

    `disputed` names a match whose winner an open protest could still change: its group, or an empty one.
    """

    stage: str
    full: str
    disputed: tuple[int, str] | None = None


def ordinal(number: int) -> str:
    """1 → 一, 12 → 十二, 35 → 三十五; from 100 on, and for who reads English, in digits."""
    if number >= 100 or reader() == "en":
        return str(number)
    tens, ones = divmod(number, 10)
    head = "" if tens == 0 else "十" if tens == 1 else _DIGITS[tens] + "十"
    return head + (_DIGITS[ones] if ones or not tens else "")


def group_number(group: str) -> int:
    """A → 1, B → 2, … Z → 26, AA → 27."""
    number = 0
    for letter in group:
        number = number * 26 + ord(letter) - 64
    return number


def group_letter(number: int) -> str:
    """1 → A, 26 → Z, 27 → AA."""
    text = ""
    while number:
        number, index = divmod(number - 1, 26)
        text = chr(65 + index) + text
    return text


def group_text(stage: Stage, group: str) -> str:
    """A组; 1号桌 where the stage's groups stay at the table of their number."""
    if group == BEST:
        return _("择优")
    if not group or stage.kind in ONE_TABLE or stage.settings.get("groups") == 1:
        return ""
    if stage.settings.get("groups_at_tables"):
        return _("%(number)s号桌") % {"number": group_number(group)}
    return _("%(group)s组") % {"group": group}


def group_key(stage: Stage, group: str) -> str:
    """The group as a list prints it: A, or 1 where groups go by their tables."""
    if stage.kind in ONE_TABLE:
        return ""
    return str(group_number(group)) if group and stage.settings.get("groups_at_tables") else group


def stage_round(stage: Stage, number: int) -> str:
    """A round by its number: 淘汰赛第2轮."""
    return _("%(stage)s第%(number)d轮") % {"stage": stage.name, "number": number}


def side_text(slot: MatchSlot | None, titles: Mapping[int, Title], *, resolved: bool = True) -> str:
    """The team's name, or in words where it will come from; needs `team`, `source_team`, `source_stage` loaded."""
    if slot is None:
        return ""
    if resolved and slot.team is not None:
        return slot.team.name
    if slot.source == MatchSlot.Source.TEAM:
        return slot.source_team.name if slot.source_team else _("待抽签")
    if slot.source == MatchSlot.Source.BEST and slot.source_stage is not None:
        return _best_text(slot, slot.source_stage)
    if slot.source == MatchSlot.Source.GROUP and slot.source_stage is not None:
        group = group_text(slot.source_stage, slot.source_group)
        text = _("%(group)s第%(place)s名") % {"group": group, "place": ordinal(slot.source_place or 1)}
        waits = any(title.disputed == (slot.source_stage_id, slot.source_group) for title in titles.values())
        return _waiting(text) if waits else text
    title = titles[slot.source_match_id].full if slot.source_match_id is not None else ""
    words = _("%(match)s胜者") if slot.source == MatchSlot.Source.WINNER else _("%(match)s负者")
    text = words % {"match": title}
    waits = slot.source_match_id is not None and titles[slot.source_match_id].disputed is not None
    return _waiting(text) if waits else text


def _waiting(text: str) -> str:
    return _("%(side)s（待裁定）") % {"side": text}


def _best_text(slot: MatchSlot, stage: Stage) -> str:
    """最好的第三名之二；首轮负者择优第二."""
    rank = ordinal(slot.source_rank or 1)
    if stage.kind == Stage.Kind.KNOCKOUT:
        return _("首轮负者择优第%(rank)s") % {"rank": rank}
    return _("各组第%(place)s名择优第%(rank)s") % {"place": ordinal(slot.source_place or 1), "rank": rank}


def titles_of(matches: Sequence[Match]) -> dict[int, Title]:
    """The titles of a tournament's matches by id; needs all of them, with `stage` and `slots` loaded.

    One query, for open protests, once a match is confirmed.
    """
    titles: dict[int, Title] = {}
    knockouts: dict[int, list[Match]] = {}
    finals = {match.stage_id: match.round for match in matches if match.place == 1}
    for match in matches:
        if match.stage.kind in BY_ROUND:
            titles[match.pk] = _round_title(match, finals.get(match.stage_id))
        elif match.group:
            full = _together(match.stage.name, group_text(match.stage, match.group), _("第%d轮") % match.round)
            titles[match.pk] = Title(match.stage.name, full)
        else:
            knockouts.setdefault(match.stage_id, []).append(match)
    for stage_matches in knockouts.values():
        titles.update(_bracket_titles(stage_matches))
    if done := [match.pk for match in matches if match.status in CLOSED]:
        for match in disputed(Q(pk__in=done)):
            titles[match.pk] = replace(titles[match.pk], disputed=(match.stage_id, match.group))
    return titles


def _together(*parts: str) -> str:
    """Parts of a title in one: 小组赛A组第2轮; in English with spaces between them."""
    return (" " if reader() == "en" else "").join(part for part in parts if part)


def _round_title(match: Match, final: int | None) -> Title:
    """第2轮第3场 of Swiss rounds; 半决赛第1场 of a knockout drawn anew each round, whose final is in round `final`."""
    number = _("第%d场") % int(match.code.rpartition("m")[2])
    if final is None:
        name = _("第%d轮") % match.round
        return Title(match.stage.name, _together(match.stage.name, name) + number)
    if match.place:
        return Title(_name(match.place, 0), _name(match.place, 0))
    name = _main_line(final - match.round)
    return Title(name, name + number)


def _bracket_titles(matches: Sequence[Match]) -> dict[int, Title]:
    by_id = {match.pk: match for match in matches}
    named = {pk: _name(place, rounds) for pk, (place, rounds) in _depths(by_id).items()}
    names = {match.pk: named.get(match.pk) or _first_rounds(match) for match in matches}
    if any(match.stage.settings.get("best_losers") for match in matches):
        names |= {match.pk: _first_rounds(match) for match in matches if match.round == 1}
    alike: dict[str, list[int]] = {}
    for match in sorted(matches, key=lambda match: (match.round, match.pk)):
        alike.setdefault(names[match.pk], []).append(match.pk)
    return {
        pk: Title(name, name if len(ids) == 1 else name + _("第%d场") % number)
        for name, ids in alike.items()
        for number, pk in enumerate(ids, start=1)
    }


def _first_rounds(match: Match) -> str:
    """Rounds that are not so many from a final: before the last ones play each other, or before losers come back."""
    return stage_round(match.stage, match.round)


def _depths(matches: Mapping[int, Match]) -> dict[int, tuple[int, int]]:
    """The best place each match leads to, and how many rounds before the match that decides it."""
    depth: dict[int, tuple[int, int]] = {}
    for last in matches.values():
        waiting = [(last.pk, 0)] if last.place else []
        while waiting:
            pk, rounds = waiting.pop()
            depth[pk] = (last.place or 1, rounds)
            waiting += [(feeder, rounds + 1) for feeder in _winners(matches[pk].slots.all()) if feeder in matches]
    return depth


def _winners(slots: Iterable[MatchSlot]) -> list[int]:
    return [s.source_match_id for s in slots if s.source == MatchSlot.Source.WINNER and s.source_match_id is not None]


def _name(place: int, rounds: int) -> str:
    if place == 1:
        return _main_line(rounds)
    if rounds:
        return _("第%(place)d—%(last)d名排位赛") % {"place": place, "last": place + (2 << rounds) - 1}
    if place == 3:
        return _("三四名决赛")
    return _("第%(place)d、%(next)d名决赛") % {"place": place, "next": place + 1}


def _main_line(rounds: int) -> str:
    return {0: _("决赛"), 1: _("半决赛")}.get(rounds) or _("1/%d决赛") % (1 << rounds)
