"""The snapshot a console shows, and what a ruleset means for its keypad."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.ruleset import changed, load_preset, preset_names
from tests.playing import Referee, find, finish
from tournament.models import Match, Tournament
from tournament.services.actor import Actor
from tournament.services.keypad import keypad
from tournament.services.match_view import match_view
from tournament.services.sheet import confirm


@pytest.fixture
def referee(anhui: Tournament, actor: Actor) -> Referee:
    """The referee of the first match of group A, begun."""
    found = Referee(find(anhui, "A1-2"), actor)
    found.start()
    return found


def view(referee: Referee) -> dict:
    """The snapshot as it goes over the wire."""
    return json.loads(json.dumps(match_view(find(referee.match.stage.tournament, referee.match.code))))


def test_a_snapshot_names_the_match_its_teams_and_players(referee: Referee) -> None:
    seen = view(referee)
    assert (seen["code"], seen["stage"], seen["round"], seen["group"], seen["table"]) == ("A1-2", "小组赛", 1, "A", 1)
    assert seen["teams"]["a"]["name"] == "院直1A"
    assert seen["teams"]["b"]["players"] == [
        {"number": 1, "name": "综艺系B甲"},
        {"number": 2, "name": "综艺系B乙"},
    ]


def test_a_side_still_open_has_no_team(anhui: Tournament) -> None:
    assert match_view(find(anhui, "m3"))["teams"] == {"a": None, "b": None}


def test_a_snapshot_names_what_the_next_write_follows(referee: Referee) -> None:
    hand = referee.hand("a", 40).entry
    seen = view(referee)
    assert (seen["version"], seen["last_entry"], seen["status"]) == (2, str(hand.pk), "playing")
    assert seen["result"] == referee.match.projection
    assert seen["next_step"]["text"]


def test_an_empty_sheet_follows_nothing(anhui: Tournament) -> None:
    seen = match_view(find(anhui, "A1-2"))
    assert (seen["version"], seen["last_entry"], seen["entries"]) == (0, None, [])
    assert seen["clock"]["state"] == "not-started"


def test_struck_entries_say_why(referee: Referee) -> None:
    hand = referee.hand("a", 40).entry.pk
    referee.strike(hand, "抠底记错")
    struck = {entry["n"]: (entry["struck"], entry["struck_reason"]) for entry in view(referee)["entries"]}
    assert struck == {1: (False, ""), 2: (True, "抠底记错"), 3: (False, "")}


def test_what_a_ruling_strikes_is_struck(referee: Referee) -> None:
    hand = referee.hand("a", 40).entry.pk
    protest = referee.write({"type": "protest", "side": "b", "text": "记分有误"}).entry.pk
    referee.write({"type": "ruling", "protest": str(protest), "text": "本副作废", "strike": [str(hand)]})
    assert view(referee)["entries"][1]["struck_reason"] == "本副作废"


def test_only_confirmations_of_this_version_are_shown(anhui: Tournament, actor: Actor) -> None:
    referee = finish(find(anhui, "A1-2"), actor)
    confirm(referee.match.pk, "b", referee.match.version, actor)
    assert view(referee)["confirmations"] == ["b"]
    referee.write({"type": "note", "text": "补记"})
    assert view(referee)["confirmations"] == []


def test_the_clock_runs_from_the_start(referee: Referee) -> None:
    clock = view(referee)["clock"]
    assert clock["deadline"].startswith("2011-11-25T14:10:00")
    assert clock["state"] == "over"


def test_the_query_count_does_not_grow_with_the_sheet(referee: Referee) -> None:
    counts = []
    for _round in range(2):
        match = Match.objects.select_related("stage__ruleset", "stage__tournament", "table").get(pk=referee.match.pk)
        with CaptureQueriesContext(connection) as queries:
            match_view(match)
        counts.append(len(queries))
        for _hand in range(5):
            referee.hand("a", 75)
    assert counts[0] == counts[1] <= 7


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_gives_a_keypad(name: str) -> None:
    facts = keypad(load_preset(name))
    assert json.loads(json.dumps(facts)) == facts
    assert facts["finish"] or facts["captures"][:3] == ["none", "single", "pair"]
    assert all(points % 5 == 0 for points in facts["presets"])
    assert facts["presets"] == sorted(set(facts["presets"]))
    assert len(facts["presets"]) <= 6
    assert all(offence["name"] and offence["code"] for offence in facts["offences"])


def test_the_level_card_is_asked_for_only_where_it_demotes() -> None:
    facts = keypad(load_preset("anhui-chaodipi"))
    assert facts["level_card_levels"] == ["A", "J"]
    assert set(facts["level_card_captures"]) >= {"single", "pair"}
    plain = keypad(changed(load_preset("anhui-chaodipi"), {"settle.demotions": []}))
    assert (plain["level_card_levels"], plain["level_card_captures"]) == ([], [])


def test_captures_a_ruleset_does_not_know_are_not_offered() -> None:
    short = keypad(changed(load_preset("anhui-chaodipi"), {"settle.capture.longest_tractor": 2}))
    assert short["captures"] == ["none", "single", "pair", "tractor-2"]
