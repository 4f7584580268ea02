"""Standings out of confirmed matches: what counts, who is first and why, at what cost."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from tests.playing import Referee, find, finish, play, play_group
from tournament.models import PlayTable, Stage, Tournament
from tournament.services.actor import Actor
from tournament.services.standings import stage_standing
from tournament.services.verify import differences

TO_ACE = (0, 0)  # 2 → J → A
PASSED = (0, 0, 0)  # 2 → J → A → passed


def table(tournament: Tournament, group: str = "A") -> dict[str, Any]:
    """A group's standing."""
    return stage_standing(tournament.stages.get(number=1))[group]


def column(found: dict[str, Any], key: str) -> dict[str, Any]:
    """One value by team."""
    return {row["team"]: row["values"][key] for row in found["rows"]}


def test_a_group_nobody_has_played_in_is_tied_and_incomplete(anhui: Tournament) -> None:
    found = table(anhui)
    assert [row["rank"] for row in found["rows"]] == [1, 1, 1]
    assert (found["complete"], found["played"], found["matches"]) == (False, 0, 3)
    assert sorted(found["teams"]) == sorted(factories.GROUPS["A"])


def test_only_confirmed_matches_count(anhui: Tournament, actor: Actor) -> None:
    referee = finish(find(anhui, "A1-2"), actor)
    assert all(row["played"] == 0 for row in table(anhui)["rows"])
    referee.confirm()
    assert {row["team"]: row["played"] for row in table(anhui)["rows"]} == {"院直1A": 1, "综艺系B": 1, "戏剧系": 0}


def test_points_decide_first(anhui: Tournament, actor: Actor) -> None:
    play_group(anhui, "A", actor)
    found = table(anhui)
    assert [(row["rank"], row["team"], row["decided_by"]) for row in found["rows"]] == [
        (1, "院直1A", "points"),
        (2, "综艺系B", "points"),
        (3, "戏剧系", "points"),
    ]
    assert (found["complete"], found["open_ties"]) == (True, [])


def test_level_on_points_the_levels_reached_in_won_matches_decide(anhui: Tournament, actor: Actor) -> None:
    play(find(anhui, "A1-2"), actor, "a", TO_ACE)
    play(find(anhui, "A1-3"), actor, "b", (40,))
    play(find(anhui, "A2-3"), actor, "a", PASSED)
    found = table(anhui)
    assert [row["team"] for row in found["rows"]] == ["综艺系B", "院直1A", "戏剧系"]
    assert column(found, "levels-in-wins") == {"综艺系B": 13, "院直1A": 12, "戏剧系": 4}
    assert {row["decided_by"] for row in found["rows"]} == {"levels-in-wins"}


def test_a_forfeit_is_a_loss_and_adds_no_level(anhui: Tournament, actor: Actor) -> None:
    referee = Referee(find(anhui, "A1-2"), actor)
    referee.write({"type": "forfeit", "side": "a"})
    referee.confirm()
    found = table(anhui)
    assert column(found, "points") == {"院直1A": 0, "综艺系B": 1, "戏剧系": 0}
    assert column(found, "levels-in-wins")["综艺系B"] == 0


def test_a_team_that_withdrew_before_half_its_matches_is_struck(anhui: Tournament, actor: Actor) -> None:
    anhui.teams.filter(name="戏剧系").update(withdrawn_at=timezone.now())
    play(find(anhui, "A1-2"), actor)
    found = table(anhui)
    assert found["rows"][-1]["team"] == "戏剧系"
    assert found["complete"] is True


def test_each_row_carries_the_chain_of_criteria(anhui: Tournament, actor: Actor) -> None:
    play_group(anhui, "A", actor)
    why = table(anhui)["why"]["院直1A"]
    assert [step.criterion for step in why.chain] == ["points"]


def test_the_query_count_does_not_grow_with_the_groups(anhui: Tournament, actor: Actor) -> None:
    stage = Stage.objects.select_related("ruleset").get(tournament=anhui, number=1)
    with CaptureQueriesContext(
        connection,
    ) as few:
        stage_standing(stage)
        differences_few = len(few)
    for index in range(10):
        desk = PlayTable.objects.create(tournament=anhui, number=20 + index)
        members = [factories.team(anhui, f"新{index}队{number}") for number in (1, 2, 3)]
        factories.group_of(stage, f"X{index}", members, desk)
        play(find(anhui, f"X{index}1-2"), actor)
    with CaptureQueriesContext(connection) as many:
        assert len(stage_standing(stage)) == 14
    assert len(many) == differences_few


@pytest.mark.parametrize("group", "ABCD")
def test_the_groups_do_not_mix(anhui: Tournament, actor: Actor, group: str) -> None:
    play_group(anhui, group, actor)
    complete = {name: found["complete"] for name, found in stage_standing(anhui.stages.get(number=1)).items()}
    assert complete == {name: name == group for name in "ABCD"}
    assert differences(anhui) == []
