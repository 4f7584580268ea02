"""`manage.py standings SLUG --stage NAME` prints what pages and slots read."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.playing import find, play, play_group
from tournament.models import Tournament
from tournament.services.actor import Actor
from tournament.services.standings import stage_standing


def run(*arguments: str) -> Any:
    """The JSON a call prints."""
    out = StringIO()
    call_command("standings", *arguments, stdout=out)
    return json.loads(out.getvalue())


def test_a_stage_of_groups_prints_each_groups_table(anhui: Tournament, actor: Actor) -> None:
    play_group(anhui, "A", actor)
    printed = run("anhui", "--stage", "小组赛")
    standing = stage_standing(anhui.stages.get(number=1))
    assert list(printed["groups"]) == list("ABCD")
    for group, table in printed["groups"].items():
        assert table == {"rows": standing[group]["rows"], "open_ties": standing[group]["open_ties"]}
    assert printed["groups"]["A"]["rows"][0]["team"] == "院直1A"


def test_a_knockout_prints_the_places_decided_so_far(anhui: Tournament, actor: Actor) -> None:
    anhui.stages.filter(number=2).update(settings={"places": 4, "third_place": "joint"})
    for group in "ABCD":
        play_group(anhui, group, actor)
    assert run("anhui", "--stage", "淘汰赛") == {"stage": "淘汰赛", "places": []}
    play(find(anhui, "m1"), actor)
    assert run("anhui", "--stage", "淘汰赛")["places"] == [{"rank": 3, "team": "美术系A"}]


def test_it_writes_a_file_in_utf_8(anhui: Tournament, tmp_path: Path) -> None:
    target = tmp_path / "名次.json"
    call_command("standings", "anhui", "--stage", "小组赛", "--output", str(target))
    assert "院直1A" in target.read_text(encoding="utf-8")


UNKNOWN = [("anhui", "--stage", "决赛圈"), ("nowhere", "--stage", "小组赛"), ("--stage", "小组赛")]


@pytest.mark.parametrize("arguments", UNKNOWN)
def test_a_stage_that_does_not_exist_is_refused_with_those_that_do(
    anhui: Tournament, arguments: tuple[str, ...]
) -> None:
    err = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("standings", *arguments, stderr=err)
    assert ended.value.code == 2
    assert "anhui 小组赛、anhui 淘汰赛" in err.getvalue()
