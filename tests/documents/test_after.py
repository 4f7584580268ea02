"""Bulletin and certificates: places, prizes, players as the standings have them, and only once all is verified."""

import re

import pytest

from tests import factories
from tests.documents import reading
from tests.documents.brackets import PROGRAM, knockout, play_all
from tests.playing import play_group
from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Match, Player, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.awards import awards_of, is_final, taking_part
from tournament.services.sheet import verify_result
from tournament.services.shown import Shown
from tournament.services.standings import final_placings

LONG = "安徽艺术职业学院后勤服务集团离退休工作处联合代表队第一支队伍之龑𠅤"
PRIZES = [
    {"first": 1, "last": 1, "title": "一等奖", "award": "奖杯"},
    {"first": 2, "last": 2, "title": "二等奖", "award": "奖牌"},
]


def verified(count: int = 4, **facts: object) -> Tournament:
    """A knockout played to its end and verified; its notice says `facts`."""
    cup = knockout(count, places=2)
    Tournament.objects.filter(pk=cup.pk).update(details=facts, host="院工会")
    cup.refresh_from_db()
    play_all(cup)
    _verify(cup)
    return cup


def _verify(cup: Tournament) -> None:
    chief = Actor.of(factories.account("looker", chief=True))
    for match in Match.objects.filter(stage__tournament=cup):
        verify_result(match.pk, chief)


def _text(key: str, cup: Tournament) -> str:
    return "".join(reading.texts(DOCUMENTS[key].pdf(cup, Shown())))


@pytest.mark.django_db
def test_the_bulletin_has_the_places_with_department_players_and_prize() -> None:
    cup = verified(prizes=PRIZES, participation="参与奖若干名")
    text = _text("bulletin", cup)
    placed = final_placings(cup)
    assert [place for place, _team in placed] == [1, 2]
    for (place, team), prize in zip(placed, PRIZES, strict=True):
        players = "、".join(team.players.values_list("name", flat=True))
        assert f"{place}{prize['title']}{team.name}{team.department.name}{players}" in text
    assert "共有4个单位4支队参加，进行了3场比赛" in text
    assert "一等奖：奖杯。" in text
    others = Team.objects.filter(tournament=cup).exclude(pk__in=[team.pk for _place, team in placed])
    assert {one.team for one in taking_part(cup)} == set(others)
    assert re.search("参与奖若干名：(第[1-4]队、第[1-4]队)。", text)
    assert "院工会2011年11月25日" in text


@pytest.mark.django_db
def test_equal_awards_are_said_once_and_without_prizes_the_places_have_names() -> None:
    cup = verified(prizes=[{**prize, "award": "毛巾"} for prize in PRIZES])
    assert "一等奖、二等奖：毛巾。" in _text("bulletin", cup)
    Tournament.objects.update(details={})
    cup.refresh_from_db()
    assert [(one.place, one.title) for one in awards_of(cup)] == [(1, "第一名"), (2, "第二名")]
    assert taking_part(cup) == []


@pytest.mark.django_db
def test_places_beyond_the_prizes_get_none_and_who_left_is_not_named() -> None:
    cup = verified(prizes=PRIZES[:1])
    Player.objects.filter(team=final_placings(cup)[0][1], number=2).update(left_at=cup.starts_at)
    (award,) = awards_of(cup)
    assert award.players == (f"{award.team.name}甲",)


@pytest.mark.django_db
def test_a_certificate_a_player_best_places_first() -> None:
    cup = verified(prizes=PRIZES, participation="参与奖若干名")
    pdf = DOCUMENTS["certificates"].pdf(cup, Shown())
    pages = reading.texts(pdf)
    first, second = (team for _place, team in final_placings(cup))
    names = [f"{team.name}{player}" for team in (first, second) for player in "甲乙"]
    assert len(pages) == len(names)
    for page, name, prize in zip(pages, names, ["一等奖"] * 2 + ["二等奖"] * 2, strict=True):
        assert page.startswith(f"奖状{name}同志：与")
        assert f"代表{name[:-1]}参加淘汰赛杯，荣获{prize}特发此状，以资鼓励。院工会2011年11月25日" in page
    assert all(reading.embedded(pdf).values())
    part = reading.texts(DOCUMENTS["certificates-part"].pdf(cup, Shown()))
    assert len(part) == 4
    assert all("荣获参与奖" in page for page in part)
    assert {page[2:6] for page in part} == {f"{one.team.name}{player}" for one in taking_part(cup) for player in "甲乙"}


@pytest.mark.django_db
def test_before_everything_is_verified_nothing_is_awarded_on_paper() -> None:
    cup = knockout(4, places=2)
    keys = ("bulletin", "certificates", "certificates-part")
    assert not any(DOCUMENTS[key].is_ready(cup) for key in keys)
    play_all(cup)
    assert len(final_placings(cup)) == 2
    assert not any(DOCUMENTS[key].is_ready(cup) for key in keys)
    _verify(cup)
    assert [DOCUMENTS[key].is_ready(cup) for key in keys] == [True, True, False]
    assert DOCUMENTS["bulletin"].is_public(cup)
    cup.published = ["results"]
    assert not DOCUMENTS["bulletin"].is_public(cup)
    assert not DOCUMENTS["certificates"].is_public(cup)


def test_verified_groups_alone_are_not_the_end(anhui: Tournament) -> None:
    for group in "ABCD":
        play_group(anhui, group, PROGRAM)
    chief = Actor.of(factories.account("looker", chief=True))
    for match in Match.objects.filter(stage__tournament=anhui).exclude(group=""):
        verify_result(match.pk, chief)
    assert not is_final(anhui)


@pytest.mark.django_db
def test_the_longest_names_are_fitted_on_bulletin_and_certificates() -> None:
    cup = knockout(4, name=LONG[:-1] + "{}𠅤", places=2)
    Player.objects.update(name="欧阳古丽娜·艾买提江·阿不都热合曼诺娃")
    Tournament.objects.update(host=LONG * 2, name=LONG * 3, details={"participation": "参与奖若干名"})
    cup.refresh_from_db()
    play_all(cup)
    _verify(cup)
    for key in ("bulletin", "certificates", "certificates-part"):
        pdf = DOCUMENTS[key].pdf(cup, Shown())
        assert reading.outside(pdf, 14) == [], key
        assert reading.across_lines(pdf) == [], key
    assert "𠅤" in _text("certificates", cup)


@pytest.mark.django_db
@pytest.mark.parametrize("count", [4, 64, 256])
def test_a_page_for_every_player_who_took_part(count: int) -> None:
    cup = knockout(count)
    Tournament.objects.update(details={"participation": "参与奖"})
    cup.refresh_from_db()
    parts = DOCUMENTS["certificates-part"].parts(cup, Shown())
    assert sum(len(pages) for _frame, pages in parts) == 2 * count
