"""The read-only interface: documented shapes, filters, pages, tags; what is not published is in no answer, no count."""

import re
from itertools import combinations
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from rest_framework import serializers

from tests.documents.brackets import PARTS, knockout, play_all
from tests.documents.reading import texts
from tests.playing import Referee, find, play, play_group
from tests.referee.test_api import problem_of
from tournament.api.public import shapes
from tournament.api.public.urls import urlpatterns
from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Player, Tournament
from tournament.services.actor import Actor
from tournament.services.bracket import tournament_plans
from tournament.services.shown import Shown

PICTURE = re.compile(r'<svg class="bracket".*?</svg>', re.DOTALL)
SIDE = re.compile(r'<g class="bracket-side.*?</g>', re.DOTALL)
TEXT = re.compile(r"<text[^>]*>(.*?)</text>")
LISTS = {"teams": shapes.TeamShape, "fixtures": shapes.FixtureShape, "results": shapes.ResultShape}
WHOLE = {"standings": shapes.StandingsShape, "bracket": shapes.BracketShape}
NEEDS = {"teams": "teams", "fixtures": "schedule", "results": "results", "standings": "results", "bracket": "draw"}
SUBSETS = [list(subset) for size in range(1, 6) for subset in combinations(PARTS, size)]


@pytest.fixture
def played(anhui: Tournament, actor: Actor) -> Tournament:
    """Everything published; group A over, a match of group B being played."""
    publish(anhui, PARTS)
    play_group(anhui, "A", actor)
    Referee(find(anhui, "B1-2"), actor).start()
    return anhui


def publish(made: Tournament, parts: list[str]) -> None:
    made.published = parts
    made.save(update_fields=["published"])


def get(made: Tournament, what: str = "", query: str = "", **headers: str) -> Any:
    return Client().get(f"/api/tournaments/{made.slug}/{what}{'/' if what else ''}{query}", headers=headers)


def rows(made: Tournament, what: str, query: str = "") -> list[dict[str, Any]]:
    response = get(made, what, query)
    assert response.status_code == 200, response.content.decode()
    found: list[dict[str, Any]] = response.json()["results"]
    return found


def same_shape(shape: Any, value: Any, at: str = "") -> None:
    """The value has exactly the keys its documentation names, all the way down."""
    if isinstance(shape, serializers.ListSerializer):
        assert value, f"nothing to look at in {at}"
        for one in value:
            same_shape(shape.child, one, at)
    elif isinstance(shape, serializers.Serializer) and value is not None:
        assert set(value) == set(shape.fields), at
        for name, field in shape.fields.items():
            same_shape(field, value[name], f"{at}.{name}")


def test_every_answer_has_the_documented_shape(played: Tournament, actor: Actor) -> None:
    same_shape(shapes.TournamentShape(), get(played).json())
    for what, shape in LISTS.items():
        same_shape(shape(many=True), rows(played, what))
    for group in "BCD":
        for code in ("1-2", "1-3", "2-3"):
            if find(played, group + code).status == "scheduled":
                play(find(played, group + code), actor)
    for what, whole in WHOLE.items():
        if what == "bracket":
            same_shape(whole(), get(played, what).json())
    table = get(played, "standings").json()["tables"][0]
    same_shape(shapes.TableShape(), table)
    assert [row["team"] for row in table["rows"]] == ["院直1A", "综艺系B", "戏剧系"]
    assert table["rows"][0]["why"][0].startswith("积分")


def test_the_documentation_is_valid_and_complete() -> None:
    with GENERATOR_STATS.silence():
        schema = SchemaGenerator(patterns=urlpatterns).get_schema(request=None, public=True)
    validate_schema(schema)
    assert len(schema["paths"]) == 7
    for path, operations in schema["paths"].items():
        assert set(operations) == {"get"}, path
        assert operations["get"]["summary"]
        assert "200" in operations["get"]["responses"]
        assert operations["get"]["tags"] == ["公开"]
        assert all(one["description"] for one in operations["get"]["parameters"]), path


@pytest.mark.parametrize("parts", SUBSETS, ids="+".join)
def test_each_part_answers_only_where_it_is_published(played: Tournament, parts: list[str]) -> None:
    publish(played, parts)
    answers = {what: get(played, what) for what in NEEDS}
    assert {what: answer.status_code for what, answer in answers.items()} == {
        what: 200 if part in parts else 404 for what, part in NEEDS.items()
    }
    text = " ".join(answer.content.decode() for answer in (*answers.values(), get(played)))
    player = Player.objects.filter(team__tournament=played).first()
    assert player is not None
    assert (player.name in text) == ("teams" in parts)
    assert ("T13:10" in text) == bool({"schedule", "notice"} & set(parts))
    assert ("T15:10" in text) == ("schedule" in parts)  # the third round: only the schedule says it
    assert ('"playing"' in text) == ("results" in parts and "schedule" in parts)
    assert ("级数高" in text) == ("results" in parts)
    # 基础部 has not played: only its entry, the draw in a list or a table names it
    named = {"teams", "results"} & set(parts) or "draw" in parts and "schedule" in parts
    assert ("基础部" in text) == bool(named)


@pytest.mark.parametrize("query", ["?team={a}", "?group=A", "?department={d}"])
def test_a_filter_finds_nothing_by_what_is_not_shown(played: Tournament, query: str) -> None:
    team = played.teams.get(name="院直1A")
    asked = query.format(a=team.pk, d=team.department_id)
    assert len(rows(played, "fixtures", asked)) >= 2
    publish(played, ["schedule"])
    answer = get(played, "fixtures", asked).json()
    assert (answer["count"], answer["results"]) == (0, [])
    assert get(played, "fixtures", "?status=playing").json()["count"] == 0
    publish(played, ["schedule", "results", "draw"])
    assert get(played, "fixtures", "?status=playing").json()["count"] == 1


def test_filters_keep_what_they_name(played: Tournament) -> None:
    assert {row["group"] for row in rows(played, "fixtures", "?group=B")} == {"B"}
    assert len(rows(played, "fixtures", "?table=2&round=1")) == 1
    assert len(rows(played, "fixtures", "?date=2011-11-25")) == 15
    assert rows(played, "fixtures", "?date=2011-11-26") == []
    assert len(rows(played, "results", "?group=A")) == 3
    assert rows(played, "results", "?group=B") == []
    assert [team["name"] for team in rows(played, "teams", "?search=综艺")] == ["综艺系B", "综艺系A"]
    assert [row["name"] for row in Client().get("/api/tournaments/?search=炒地皮").json()["results"]] == [played.name]
    assert Client().get("/api/tournaments/?search=桥牌").json()["count"] == 0


def test_pages_lead_to_each_other(played: Tournament) -> None:
    first = get(played, "fixtures", "?page_size=6").json()
    assert (first["count"], len(first["results"]), first["previous"]) == (15, 6, None)
    second = Client().get(first["next"]).json()
    third = Client().get(second["next"]).json()
    assert (len(third["results"]), third["next"]) == (3, None)
    ids = [row["id"] for page in (first, second, third) for row in page["results"]]
    assert len(set(ids)) == 15
    past = get(played, "fixtures", "?page_size=6&page=9").json()
    assert past["results"] == []
    assert "page=3" in past["previous"]


@pytest.mark.parametrize(
    ("query", "at", "said"),
    [
        ("?colour=red", "", "colour"),
        ("?page=0", "page", "1 到 2000000000 的整数"),
        ("?page_size=9999", "page_size", "1 到 200 的整数"),
        ("?team=abc", "team", "整数"),
        ("?date=yesterday", "date", "2011-11-25"),
        ("?status=over", "status", "playing"),
        ("?group=" + "A" * 9, "group", "组名"),
    ],
)
def test_a_query_that_cannot_be_is_refused_by_name(played: Tournament, query: str, at: str, said: str) -> None:
    found = problem_of(get(played, "fixtures", query), 400)
    assert found["at"] == at
    assert said in found["detail"]


def test_what_is_not_there_is_a_problem(played: Tournament) -> None:
    publish(played, ["notice"])
    assert problem_of(get(played, "teams"), 404)["code"] == "not-published"
    assert problem_of(Client().get("/api/tournaments/nowhere/"), 404)["code"] == "not-published"
    publish(played, [])
    assert problem_of(get(played), 404)["code"] == "not-published"
    assert Client().get("/api/tournaments/").json()["count"] == 0


def test_an_answer_holds_its_tag_until_something_changes(played: Tournament, actor: Actor) -> None:
    tag = get(played, "results")["ETag"]
    assert get(played, "results", if_none_match=tag).status_code == 304
    assert get(played, "results", "?group=A", if_none_match=tag).status_code == 200
    play(find(played, "C1-2"), actor)
    assert len(get(played, "results", if_none_match=tag).json()["results"]) == 4


def test_a_result_under_protest_is_marked(played: Tournament, actor: Actor) -> None:
    referee = Referee(find(played, "C1-2"), actor)
    referee.start()
    referee.hand("a", 85)  # side b takes the stage and wins by it; without this hand side a would
    referee.stop()
    referee.write({"type": "protest", "side": "a", "text": "第一副应重算"})
    referee.confirm()
    (row,) = rows(played, "results", "?group=C")
    assert (row["disputed"], "待裁定" in row["decided_by"]) == (True, True)


@pytest.mark.django_db
def test_the_bracket_is_the_one_of_screen_and_paper() -> None:
    made = knockout(6, places=4)
    play_all(made)
    trees = get(made, "bracket").json()["trees"]
    plans = tournament_plans(made, Shown())
    assert [tree["name"] for tree in trees] == [plan.name for plan in plans]
    pictures = PICTURE.findall(Client().get(f"/{made.slug}/").content.decode())
    assert [_sides(tree) for tree in trees] == [_drawn(picture) for picture in pictures]
    paper = "".join(texts(DOCUMENTS["bracket"].pdf(made, Shown())))
    for name, _score in (side for tree in trees for match in _sides(tree) for side in match):
        written = sum(side[0] == name for tree in trees for match in _sides(tree) for side in match)
        assert paper.count(name) >= written
    for tree, plan in zip(trees, plans, strict=True):
        told = [(one["id"], one["column"], one["row"]) for one in tree["matches"]]
        assert told == [(box.match.pk, box.column, box.row) for box in plan.boxes]


def _sides(tree: dict[str, Any]) -> list[list[tuple[str, str]]]:
    """Each match's sides as (name, score)."""
    return [[(one["sides"][side]["text"], one["sides"][side]["score"]) for side in "ab"] for one in tree["matches"]]


def _drawn(picture: str) -> list[list[tuple[str, str]]]:
    """The same out of the page's picture."""
    words = [TEXT.findall(side) for side in SIDE.findall(picture)]
    sides = [(texts[0], texts[1] if len(texts) > 1 else "") for texts in words]
    return [sides[at : at + 2] for at in range(0, len(sides), 2)]


@pytest.mark.django_db
@pytest.mark.parametrize("what", NEEDS)
def test_the_number_of_queries_does_not_grow_with_the_tables(what: str) -> None:
    counts = []
    for teams in (9, 65):
        made = knockout(teams, slug=f"cup{teams}")
        with CaptureQueriesContext(connection) as queries:
            assert get(made, what).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
