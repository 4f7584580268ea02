"""The fairness file: it holds what is published and no more; replayed offline it agrees, and every change is found."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.documents.brackets import PARTS, knockout, play_all
from tests.playing import play_circle, play_group
from tournament.models import Tournament
from tournament.services.actor import Actor
from tournament.services.fairness.replay import replay
from tournament.services.fairness.writing import fairness_document
from tournament.services.progress import record_lot
from tournament.services.shown import Shown

NOTHING = dict.fromkeys(("notice", "teams", "draw", "schedule", "results"), False)


@pytest.fixture
def played(anhui: Tournament, actor: Actor) -> dict[str, Any]:
    """The file of a tournament whose groups are over, one of them by lot."""
    for group in "BCD":
        play_group(anhui, group, actor)
    play_circle(anhui, "A", actor)
    groups = anhui.stages.get(number=1)
    record_lot(groups, "A", [place.team_id for place in groups.group_places.filter(group="A")], actor)
    return json.loads(json.dumps(fairness_document(anhui, Shown())))


def test_the_file_of_a_played_tournament_agrees(played: dict[str, Any]) -> None:
    found = replay(played)
    assert found.differences == ()
    assert (found.draws, found.tables, found.matches) == (1, 4, 3)
    assert found.sentence.startswith("一致")
    filled = [match[side]["team"] for match in played["knockouts"][0]["matches"] for side in "ab"]
    assert sum(team is not None for team in filled) == 4


@pytest.mark.django_db
def test_a_whole_knockout_is_followed_back_to_its_champion() -> None:
    made = knockout(6, places=4)
    play_all(made)
    document = json.loads(json.dumps(fairness_document(made, Shown())))
    assert replay(document).differences == ()
    last = document["knockouts"][0]["matches"][-1]
    last["a"]["team"] = "路人队"
    assert any("路人队" in line for line in replay(document).differences)


@pytest.mark.django_db
def test_a_place_that_no_match_gives_is_found() -> None:
    made = knockout(6, places=4)
    play_all(made)
    document = json.loads(json.dumps(fairness_document(made, Shown())))
    first, second = document["knockouts"][0]["places"][:2]
    was = first["team"], second["team"]
    first["team"], second["team"] = second["team"], first["team"]
    stage = document["knockouts"][0]["stage"]
    assert set(replay(document).differences) == {
        *(f"{stage}：第 {n} 名应有 {team}" for n, team in enumerate(was, start=1)),
        *(f"{stage}：第 {n} 名不是 {team}" for n, team in enumerate(reversed(was), start=1)),
    }


def _seed(document: dict[str, Any]) -> None:
    groups = document["draws"][0]["record"]["result"]["groups"]
    groups[0][0], groups[1][0] = groups[1][0], groups[0][0]


def _winner(document: dict[str, Any]) -> None:
    match = document["standings"][1]["document"]["matches"][0]
    match["winner"] = "b" if match["winner"] == "a" else "a"


def _lot(document: dict[str, Any]) -> None:
    document["standings"][0]["document"]["lots"][0].reverse()


def _rank(document: dict[str, Any]) -> None:
    document["standings"][2]["result"]["rows"][0]["rank"] = 2


def _qualifier(document: dict[str, Any]) -> None:
    document["knockouts"][0]["matches"][0]["a"]["team"] = "戏剧系"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_seed, "抽签"),
        (_winner, "B"),
        (_lot, "A"),
        (_rank, "C"),
        (_qualifier, "戏剧系"),
    ],
    ids=["draw", "winner", "lot", "rank", "qualifier"],
)
def test_every_change_is_found(played: dict[str, Any], change: Callable[[dict[str, Any]], None], said: str) -> None:
    change(played)
    found = replay(played)
    assert found.differences
    assert any(said in line for line in found.differences)
    assert found.sentence.startswith("不一致")


def test_the_file_holds_only_what_is_published(anhui: Tournament, played: dict[str, Any]) -> None:
    def parts(**shown: bool) -> dict[str, Any]:
        return fairness_document(anhui, Shown(**{**NOTHING, **shown}))

    drawn = parts(draw=True)
    assert (len(drawn["draws"]), drawn["standings"], drawn["knockouts"]) == (1, [], [])
    results = parts(results=True)
    assert (results["draws"], len(results["standings"])) == ([], 4)
    anhui.published = ["notice", "teams", "schedule"]
    anhui.save(update_fields=["published"])
    assert Client().get(reverse("public:fairness", args=[anhui.slug])).status_code == 404


def command(path: Path, *options: str) -> tuple[int, str, str]:
    """The exit code, what was printed, and what was complained about."""
    out, err = StringIO(), StringIO()
    try:
        call_command("fairness", str(path), *options, stdout=out, stderr=err)
    except SystemExit as left:
        return int(left.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_the_downloaded_file_is_replayed_by_one_command(
    client: Client, anhui: Tournament, played: dict[str, Any], tmp_path: Path
) -> None:
    anhui.published = PARTS
    anhui.save(update_fields=["published"])
    response = client.get(reverse("public:fairness", args=[anhui.slug]))
    assert response["Content-Disposition"] == f'attachment; filename="fairness-{anhui.slug}.json"'
    path = tmp_path / "fairness.json"
    path.write_bytes(response.content)
    code, out, _err = command(path)
    assert (code, out[:2]) == (0, "一致")
    assert command(path, "--language", "en")[1].startswith("All agrees")
    _winner(played)
    path.write_text(json.dumps(played), encoding="utf-8")
    code, out, _err = command(path)
    assert code == 1
    assert "重算为第" in out
    path.write_text(json.dumps({**played, "mood": 1}), encoding="utf-8")
    code, _out, err = command(path)
    assert (code, "“mood”" in err) == (2, True)
    del played["standings"][0]["document"]["teams"]
    path.write_text(json.dumps(played), encoding="utf-8")
    assert command(path)[2].startswith("standings[0].document: 缺少“teams”")
