"""Long lists of matches: the round in play first, found by round, state, team, player, table, group."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.office.conftest import STARTS_AT, make
from tests.office.test_pages import bulk
from tests.playing import play
from tournament.models import Account, Match, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.fixtures import matches_of, rows_of
from tournament.services.formats import BY_SIZE, KNOCKOUT, Format
from tournament.services.match_finder import EVERYTHING, Asked, find
from tournament.services.match_words import titles_of
from tournament.services.scheduling import lay_out


@pytest.fixture
def large(me: Actor) -> Tournament:
    """32 teams in 8 groups of 4, laid out: 48 matches in three rounds of 16, then 7 of the knockout."""
    cup = make(me, Format(number=8))
    bulk(cup, 32)
    hold_draw(first_stage(cup), actor=me, seed="一")
    lay_out(cup, starts_at=STARTS_AT, actor=me)
    return cup


def found(cup: Tournament, asked: Asked) -> list[Match]:
    matches = matches_of(cup)
    titles = titles_of(matches)
    rows = [
        {**row, "match": match, "title": titles[match.pk].full}
        for match, row in zip(matches, rows_of(matches, titles), strict=True)
    ]
    return [row["match"] for row in find(cup, rows, asked)["rows"]]


def rounds(matches: list[Match]) -> set[tuple[int, int]]:
    return {(match.stage.number, match.round) for match in matches}


def test_a_long_list_starts_at_the_first_round_with_an_open_match(large: Tournament, actor: Actor) -> None:
    assert (len(found(large, Asked())), rounds(found(large, Asked()))) == (16, {(1, 1)})
    for match in Match.objects.filter(stage__tournament=large, stage__number=1, round=1):
        play(match, actor)
    assert rounds(found(large, Asked())) == {(1, 2)}
    assert len(found(large, EVERYTHING)) == 55
    assert rounds(found(large, Asked(round="2-1"))) == {(2, 1)}
    assert len(found(large, Asked(round="7-7"))) == 16  # no such round: as if none were asked for


def test_a_short_list_is_shown_whole(me: Actor) -> None:
    cup = make(me, Format(shape=KNOCKOUT))
    bulk(cup, 32)
    hold_draw(first_stage(cup), actor=me, seed="一")
    assert len(found(cup, Asked())) == 31


def test_matches_are_found_by_state_in_every_round(large: Tournament, actor: Actor) -> None:
    one, other = Match.objects.filter(stage__tournament=large, round__in=(1, 2), group="A").order_by("round")[1:3]
    play(one, actor)
    play(other, actor)
    assert {match.pk for match in found(large, Asked(state="done"))} == {one.pk, other.pk}
    assert len(found(large, Asked(state="open"))) == 53


def test_matches_are_found_by_team_player_pinyin_table_and_group(large: Tournament) -> None:
    team = large.teams.get(name="第17分会")
    group = Match.objects.filter(slots__team=team).first()
    assert group is not None
    own = set(Match.objects.filter(slots__team=team).values_list("pk", flat=True))
    assert {match.pk for match in found(large, Asked(text="第17分会"))} == own
    assert {match.pk for match in found(large, Asked(text=" 17-2 "))} == own
    assert {match.pk for match in found(large, Asked(text="d17f"))} == set()  # a figure in it is no initial
    assert len(found(large, Asked(text="dfh"))) == 0
    assert {match.pk for match in found(large, Asked(text=f"{group.group.lower()}组"))} == set(
        Match.objects.filter(stage=group.stage, group=group.group).values_list("pk", flat=True)
    )
    at_three = {match.pk for match in matches_of(large) if match.table and match.table.number == 3}
    assert {match.pk for match in found(large, Asked(text="3号桌"))} == at_three
    assert {match.pk for match in found(large, Asked(text="Table 3"))} == at_three
    assert found(large, Asked(text="group b")) == found(large, Asked(text="B组")) != []
    assert {match.pk for match in found(large, Asked(text="3桌", round="1-1"))} < at_three
    assert found(large, Asked(text="没有这个队")) == []


def test_the_pages_of_the_day_and_of_corrections_search_alike(large: Tournament, both: Account) -> None:
    desk = Client()
    desk.force_login(both)
    for page in ("day/", "correct/"):
        path = f"/office/{large.slug}/{page}"
        assert len(desk.get(path).context["rows"]) == 16
        answer = desk.get(path, {"text": "第7分会", "round": "all"})
        assert len(answer.context["rows"]) == 3
        assert "3 场，共 55 场" in answer.content.decode()
        assert "没有符合的场次" in desk.get(path, {"text": "无"}).content.decode()


def test_words_narrow_the_groups_to_those_of_the_matches_found(large: Tournament, staff: Client) -> None:
    path = f"/office/{large.slug}/day/"
    assert len(staff.get(path).context["standings"]) == 8
    narrowed = staff.get(path, {"text": "第7分会"}).context["standings"]
    assert len(narrowed) == 1
    assert "第7分会" in {row["team"] for row in narrowed[0]["rows"]}


LISTS = ("day/", "draw/", "schedule/", "schedule/?view=team", "floor/", "print/", "tables/", "late/", "")


@pytest.mark.parametrize("name", LISTS)
def test_a_list_costs_the_same_with_8_and_with_64_teams(staff: Client, me: Actor, name: str) -> None:
    counts = []
    for size in (8, 64):
        cup = make(me, Format(shape=BY_SIZE, number=4), name=f"{size}队")
        bulk(cup, size)
        hold_draw(first_stage(cup), actor=me, seed="一")
        lay_out(cup, starts_at=timezone.now(), actor=me)  # the floor shows today's
        path = f"/office/{cup.slug}/{name}"
        staff.get(path)
        with CaptureQueriesContext(connection) as captured:
            assert staff.get(path).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_more_than_26_groups_stand_from_a_to_z_and_on(me: Actor, staff: Client) -> None:
    cup = make(me, Format(number=28))
    bulk(cup, 56)
    hold_draw(first_stage(cup), actor=me, seed="一")
    names = [f"{chr(65 + n)}组" for n in range(26)] + ["AA组", "AB组"]
    assert list(staff.get(f"/office/{cup.slug}/draw/").context["groups"]) == names
    assert [one["title"] for one in staff.get(f"/office/{cup.slug}/day/").context["standings"]] == names
