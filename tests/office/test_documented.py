"""The documented competitions, each played through: places as awarded, hours and lengths as announced, nothing odd."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.documents import reading
from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Match, MatchSlot, Player, Tournament
from tournament.services.actor import Actor
from tournament.services.bracket import tournament_plans
from tournament.services.demo import create_demo
from tournament.services.fixtures import fixture_rows
from tournament.services.match_rules import rules_of
from tournament.services.presets import preset_keys, preset_of
from tournament.services.scheduling import clash_sentences
from tournament.services.sheet import match_view, sheet_document
from tournament.services.shown import Shown
from tournament.services.standings import placings
from tournament.services.verify import differences

PLACES = {
    "anhui-2011": [1],
    "bashifen": [1, 2],
    "houqin-2007": [1, 2, 3, 3],
    "jianye-2007": [1, 2, 3, 4],
    "liaoning-2014": [1, 2, 3, 4, 5, 6],
}
TEAMS = {"anhui-2011": 12, "bashifen": 16, "houqin-2007": 13, "jianye-2007": 11, "liaoning-2014": 22}
TREES = {"anhui-2011": 1, "bashifen": 1, "houqin-2007": 1, "jianye-2007": 2, "liaoning-2014": 3}
HOURS = {  # of each round, as laid out before play; None: to be announced
    "bashifen": ["2026-05-09 09:00", "2026-05-09 10:00", "2026-05-09 11:00", "2026-05-09 13:00"],
    "houqin-2007": ["2007-09-21 20:00", "2007-09-22 14:00", "2007-09-22 16:00", "2007-09-23 15:00"],
    "jianye-2007": ["2007-11-30 13:00", "2007-12-01 13:00", None, None],
    "liaoning-2014": [f"2014-04-{day:02} 12:10" for day in range(9, 14)],
}
LENGTHS = {  # minutes: of the matches before the semi-finals, of semi-finals, of the final
    "bashifen": (60, 90, 90),
    "houqin-2007": (60, 60, 120),
    "jianye-2007": (150, 150, 150),
    "liaoning-2014": (60, 60, 60),
}
PROGRAM = Actor.program("测试")


def played(key: str, seed: int) -> tuple[Tournament, str]:
    """The competition played with this seed, and what the command said."""
    out = StringIO()
    call_command("demo", key, "--play", "--seed", str(seed), stdout=out)
    return Tournament.objects.get(slug=key), out.getvalue()


def main_line(made: Tournament) -> tuple[list[Match], list[Match], Match]:
    """First-round matches, semi-finals, the final."""
    matches = Match.objects.filter(stage__tournament=made).select_related("stage__ruleset", "stage__tournament")
    final = matches.get(place=1)
    semis = [matches.get(pk=slot.source_match_id) for slot in final.slots.all()]
    return list(matches.filter(round=1)), semis, final


def local(match: Match) -> str | None:
    return f"{timezone.localtime(match.starts_at):%Y-%m-%d %H:%M}" if match.starts_at else None


def losers_of_semi_finals(made: Tournament) -> Iterator[int | None]:
    _first, semis, _final = main_line(made)
    for semi in semis:
        yield semi.slots.exclude(side=semi.winner).get().team_id


def test_every_preset_is_expected_here() -> None:
    assert set(preset_keys()) == set(PLACES)


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "seed"), [*((key, 1) for key in PLACES), ("anhui-2011", 20)])
def test_it_ends_with_exactly_the_places_awarded(key: str, seed: int) -> None:
    made, said = played(key, seed)
    found = [placing for stage in made.stages.filter(kind="knockout") for placing in placings(stage)]
    assert [place for place, _team in found] == PLACES[key]
    assert len({team for _place, team in found}) == len(found)
    assert said.splitlines()[2:] == [f"第{place}名 {team.name}" for place, team in found]
    assert made.teams.count() == TEAMS[key]
    assert not Match.objects.exclude(status="confirmed").exists()
    assert differences(made) == []
    assert clash_sentences(made) == []
    assert not Match.objects.filter(starts_at=None).exists()


@pytest.mark.django_db
def test_the_joint_thirds_are_the_losers_of_the_semi_finals() -> None:
    made, _said = played("houqin-2007", 1)
    third = {team.pk for place, team in placings(made.stages.get()) if place == 3}
    assert third == set(losers_of_semi_finals(made))


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["jianye-2007", "liaoning-2014"])
def test_third_and_fourth_are_played_for_by_the_losers_of_the_semi_finals(key: str) -> None:
    made, _said = played(key, 1)
    ranked = {team.pk for place, team in placings(made.stages.get()) if place in (3, 4)}
    assert ranked == set(losers_of_semi_finals(made))


@pytest.mark.django_db
def test_fifth_and_sixth_come_out_of_the_losers_of_the_quarter_finals() -> None:
    made, _said = played("liaoning-2014", 1)
    ranked = {team.pk for place, team in placings(made.stages.get()) if place in (5, 6)}
    quarters = Match.objects.filter(round=3)
    assert quarters.count() == 4
    assert ranked < {match.slots.exclude(side=match.winner).get().team_id for match in quarters}


@pytest.mark.django_db
@pytest.mark.parametrize("key", HOURS)
def test_each_round_has_its_announced_hour_and_length(key: str) -> None:
    made = create_demo(key, actor=PROGRAM)
    rounds: dict[int, set[str | None]] = {}
    for match in Match.objects.order_by("round"):
        rounds.setdefault(match.round, set()).add(local(match))
        assert (match.starts_at is None) == (match.table is None)
    assert list(rounds.values()) == [{hour} for hour in HOURS[key]]
    first, semis, final = main_line(made)
    for matches, minutes in zip((first, semis, [final]), LENGTHS[key], strict=True):
        assert {rules_of(match).time.limit_minutes for match in matches} == {minutes}
        planned = {match.ends_at - match.starts_at for match in matches if match.starts_at and match.ends_at}
        assert planned <= {timedelta(minutes=minutes)}


@pytest.mark.django_db
def test_console_and_sheet_of_a_final_have_its_own_clock() -> None:
    _first, _semis, final = main_line(create_demo("houqin-2007", actor=PROGRAM))
    assert match_view(final)["clock"]["seconds_left"] == 120 * 60
    assert match_view(final)["rules"]["limit_minutes"] == 120
    assert sheet_document(final)["ruleset"]["time"]["limit_minutes"] == 120


@pytest.mark.django_db
@pytest.mark.parametrize("key", PLACES)
def test_the_bracket_is_whole_on_screen_and_on_paper(key: str, client: Client) -> None:
    made, _said = played(key, 3)
    plans = tournament_plans(made, Shown())
    assert len(plans) == TREES[key]
    drawn = [box.match.pk for plan in plans for box in plan.boxes]
    knockout = Match.objects.filter(stage__kind="knockout")
    assert Counter(drawn) == Counter(knockout.values_list("pk", flat=True))
    one = plans[0].boxes[0]
    several_days = key in ("houqin-2007", "jianye-2007", "liaoning-2014")
    start = timezone.localtime(one.match.starts_at)
    day = f"{start.month}月{start.day}日 " if several_days else ""
    assert one.when.startswith(f"{day}{start:%H:%M}")
    pdf = DOCUMENTS["bracket"].pdf(made, Shown())
    assert reading.outside(pdf) == []
    text = "".join(reading.texts(pdf))
    html = client.get(reverse("public:tournament", args=[key])).content.decode()
    entered = MatchSlot.objects.filter(match__in=knockout).values_list("team__name", flat=True)
    assert all(name in text and name in html for name in entered)
    assert all(f"第{place}名" in html for place in PLACES[key][1:])


@pytest.mark.django_db
def test_a_department_enters_no_more_than_one_team_for_fifteen_people() -> None:
    made = create_demo("jianye-2007", actor=PROGRAM)
    for department in made.departments.all():
        assert department.headcount is not None
        assert department.teams.count() == department.team_quota == (department.headcount + 14) // 15


@pytest.mark.django_db
@pytest.mark.parametrize("key", PLACES)
def test_no_player_occurs_twice(key: str) -> None:
    names = [name for department in preset_of(key).departments for team in department.teams for name in team]
    assert len(names) == len(set(names)) == 2 * TEAMS[key]
    create_demo(key, actor=PROGRAM)
    assert Player.objects.count() == len(names)


@pytest.mark.django_db
def test_two_demonstrations_played_with_one_seed_stand_side_by_side() -> None:
    for key in ("houqin-2007", "jianye-2007"):
        made, _said = played(key, 1)
        assert differences(made) == []


@pytest.mark.django_db
def test_a_placement_round_is_called_by_the_places_it_is_about() -> None:
    made, _said = played("liaoning-2014", 1)
    rounds = [row["stage"] for row in fixture_rows(made)]
    assert rounds.count("第5—8名排位赛") == 2
    assert rounds.count("第5、6名决赛") == 1
