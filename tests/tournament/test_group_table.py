"""A group's table: nothing of the knockout touches it, and who goes on is who stands in it, by what is shown there."""

from random import Random
from typing import Any

import pytest

from scoring.standings import rank
from tests.correcting import carried, other_winner, verdict
from tests.playing import Referee, find, finish, play, play_group
from tournament.models import GroupPlace, Match, MatchSlot, Stage, Tournament
from tournament.services.actor import Actor
from tournament.services.correcting import REPLAY, Correction, Draft, SlotRuling
from tournament.services.fairness.writing import standings_document
from tournament.services.fixtures import matches_of
from tournament.services.progress import open_questions, record_lot
from tournament.services.public_page import group_tables
from tournament.services.shown import Shown
from tournament.services.standings import group_standings, results_of
from tournament.services.verify import differences
from tournament.services.withdrawing import Withdrawal

CRITERIA = {
    "levels": ["points", "levels-in-wins", "levels-in-losses", "lot"],
    "meetings": ["points", "head-to-head", "level-difference", "lot"],
    "total": ["points", "levels-total", "level-difference", "lot"],
    "lot alone": ["points", "lot"],
}


def tables(cup: Tournament) -> list[dict[str, Any]]:
    """The groups' tables as the public page and the paper show them, with what decided each place."""
    matches = matches_of(cup)
    found = group_tables(cup, matches, results_of(match.pk for match in matches if match.group), Shown())
    return [{key: one[key] for key in ("title", "rows", "complete", "lot_owed", "played")} for one in found]


def test_nothing_in_a_knockout_ever_changes_a_groups_table(anhui: Tournament, actor: Actor) -> None:
    for group in "ABCD":
        play_group(anhui, group, actor)
    before = tables(anhui)
    assert [one["rows"][0]["rank"] for one in before] == [1, 1, 1, 1]

    def same(what: str) -> None:
        assert tables(anhui) == before, what

    semi = finish(find(anhui, "m1"), actor)
    same("a match being confirmed")
    semi.confirm()
    forfeited = Referee(find(anhui, "m2"), actor)
    forfeited.write({"type": "forfeit", "side": "a"})
    forfeited.confirm()
    same("a forfeit")
    final = play(find(anhui, "m3"), actor, points=(0, 0, 0))
    same("the final, the ladder passed")
    carried(other_winner(find(anhui, "m1")), actor, {final.pk: REPLAY})
    same("another semi-finalist")
    carried(Correction(find(anhui, "m2").pk, Draft(anew=True)), actor, {})
    same("a semi-final struck whole")
    carried(SlotRuling(find(anhui, "m3").slots.get(side="b").pk, anhui.teams.get(name="戏剧系").pk), actor, {})
    same("a place by ruling")
    play(find(anhui, "m3"), actor)
    same("a final with a team that had not qualified")
    carried(Correction(find(anhui, "m3").pk, verdict({"type": "disqualify", "side": "a"})), actor, {})
    same("a disqualification")


def test_who_withdraws_in_the_knockout_keeps_the_matches_of_its_group(anhui: Tournament, actor: Actor) -> None:
    for group in "ABCD":
        play_group(anhui, group, actor)
    figures = [(row["team"], row["played"], row["won"], row["values"]) for row in tables(anhui)[0]["rows"]]
    Referee(find(anhui, "m1"), actor).start()
    carried(Withdrawal(find(anhui, "m1").slots.get(side="a").team_id or 0), actor, {})
    assert [(row["team"], row["played"], row["won"], row["values"]) for row in tables(anhui)[0]["rows"]] == figures


def first_of(shown: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in shown["rows"] if row["rank"] == 1]


def number(value: object) -> float:
    """A value of the table; a dash where the criterion did not come into it."""
    return float("-inf") if value == "–" else float(str(value))


@pytest.mark.parametrize("name", CRITERIA)
def test_who_goes_on_is_the_first_of_the_table_by_the_criterion_shown_there(
    anhui: Tournament, actor: Actor, name: str
) -> None:
    Stage.objects.filter(tournament=anhui, number=1).update(criteria=CRITERIA[name])
    stage, chance = anhui.stages.get(number=1), Random(name)
    for match in Match.objects.filter(stage=stage).order_by("pk"):
        play(match, actor, chance.choice("ab"), [chance.choice((0, 20, 40, 60))])
    for owed in open_questions(anhui):
        slot = MatchSlot.objects.get(source_stage=stage, source_group=owed["group"], source_place=1)
        shown = tables(anhui)["ABCD".index(owed["group"])]
        assert shown["lot_owed"]
        if owed["place"] == 1:
            assert slot.team is None
            assert {row["team"] for row in first_of(shown)} == {team.name for team in owed["teams"]}
        record_lot(stage, owed["group"], [team.pk for team in owed["teams"]][::-1], actor)
    for group, shown in zip("ABCD", tables(anhui), strict=True):
        slot = MatchSlot.objects.get(source_stage=stage, source_group=group, source_place=1)
        (first,) = first_of(shown)
        assert slot.team is not None
        assert first["team"] == slot.team.name
        by = CRITERIA[name].index(first["decided_by"])
        mine, *others = [[number(value) for value in row["values"]][: by + 1] for row in shown["rows"]]
        assert all(mine > other or first["decided_by"] == "lot" for other in others)


def test_a_match_struck_whole_and_played_again_counts_once(anhui: Tournament, actor: Actor) -> None:
    play(find(anhui, "A1-2"), actor)
    carried(Correction(find(anhui, "A1-2").pk, Draft(anew=True)), actor, {})
    assert [row["played"] for row in tables(anhui)[0]["rows"]] == [0, 0, 0]
    play(find(anhui, "A1-2"), actor, "b")
    (shown, *_others) = tables(anhui)
    figures = {row["team"]: (row["played"], row["won"], row["lost"]) for row in shown["rows"]}
    assert figures == {"综艺系B": (1, 1, 0), "院直1A": (1, 0, 1), "戏剧系": (0, 0, 0)}
    assert shown["played"] == 1
    matches = matches_of(anhui)
    (cross, *_rest) = group_tables(anhui, matches, results_of(match.pk for match in matches), Shown())
    assert [[len(cell) for cell in row["cells"] if cell is not None] for row in cross["cross"]] == [
        [1, 0],
        [1, 0],
        [0, 0],
    ]


def disqualified(anhui: Tournament, actor: Actor, **settings: str) -> list[tuple[int, str, str | None]]:
    """Group A, of which the first team is disqualified in its last match: rank, team and what decided it."""
    stage = anhui.stages.get(number=1)
    stage.settings = {**stage.settings, **settings}
    stage.save()
    for group in "ABCD":
        play_group(anhui, group, actor)
    carried(Correction(find(anhui, "A1-3").pk, verdict({"type": "disqualify", "side": "a"})), actor, {})
    assert differences(anhui) == []
    rows = group_standings(anhui.stages.get(number=1))["A"].standing.rows
    return [(row.rank, row.team, row.decided_by) for row in rows]


def test_a_team_disqualified_in_a_match_stands_last_in_its_group_and_does_not_go_on(
    anhui: Tournament, actor: Actor
) -> None:
    """The notices say nothing of it [A]: 1 beat 2 and lost to 3 by disqualification, 2 beat 3."""
    names = [place.team.name for place in GroupPlace.objects.filter(group="A", stage__tournament=anhui)]
    rows = disqualified(anhui, actor)
    assert rows[-1] == (3, names[0], "disqualified")
    assert {team for _rank, team, _why in rows[:2]} == set(names[1:])
    semi = find(anhui, "m1").slots.get(side="a")
    assert semi.team is not None
    assert semi.team.name == rows[0][1]


def test_where_the_stage_says_so_it_is_ranked_by_its_results(anhui: Tournament, actor: Actor) -> None:
    rows = disqualified(anhui, actor, disqualified="ranked")
    assert "disqualified" not in {why for _rank, _team, why in rows}


def test_a_fairness_file_ranks_the_disqualified_as_the_page_does(anhui: Tournament, actor: Actor) -> None:
    rows = disqualified(anhui, actor)
    found = group_standings(anhui.stages.get(number=1))["A"]
    document = standings_document(found.inputs)
    assert document["disqualified"] == [rows[-1][1]]
    assert [(one["rank"], one["team"], one["decided_by"]) for one in rank(document)["rows"]] == rows
