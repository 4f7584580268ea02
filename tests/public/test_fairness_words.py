"""What the fairness file's replay says: for every way of tampering a sentence with names, never a key or a number."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from tests.documents.brackets import knockout as cup_of
from tests.documents.brackets import play_all
from tests.playing import play_group
from tests.tournament.test_archive_formats import FORMATS, drawn, play_on
from tournament.draw.replay import compute
from tournament.models import Team, Tournament
from tournament.services.actor import Actor
from tournament.services.draw_differences import draw_differences
from tournament.services.fairness.replay import replay
from tournament.services.fairness.writing import fairness_document
from tournament.services.shown import Shown

Document = dict[str, Any]
CODED = "{}[]'_"
OTHER = {"a": "b", "b": "a"}


def written(made: Tournament) -> Document:
    found: Document = json.loads(json.dumps(fairness_document(made, Shown())))
    return found


@pytest.fixture
def groups(anhui: Tournament, actor: Actor) -> Document:
    """Four groups that are over, their first ones in the semi-finals."""
    for group in "ABCD":
        play_group(anhui, group, actor)
    return written(anhui)


@pytest.fixture
def tree(db: None) -> Document:
    """A knockout of eight played to its champion."""
    made = cup_of(8, places=4)
    play_all(made)
    return written(made)


def swap(items: list[Any], one: int, other: int) -> None:
    items[one], items[other] = items[other], items[one]


def group_drawn(file: Document) -> None:
    drawn_groups = file["draws"][0]["record"]["result"]["groups"]
    drawn_groups[0][0], drawn_groups[1][0] = drawn_groups[1][0], drawn_groups[0][0]


def pairs_turned(file: Document) -> None:
    swap(file["draws"][0]["record"]["result"]["rounds"][0], 0, 1)


def way_on(file: Document) -> None:
    file["draws"][0]["record"]["result"]["matches"][0]["a"] = {"group": "B", "place": 1}


def rounds_left_out(file: Document) -> None:
    del file["draws"][0]["record"]["result"]["rounds"]


def nonsense(file: Document) -> None:
    file["draws"][0]["record"]["result"]["groups"] = 7


def winner_of_a_group_match(file: Document) -> None:
    match = file["standings"][1]["document"]["matches"][0]
    match["winner"] = OTHER[match["winner"]]


def rank(file: Document) -> None:
    file["standings"][2]["result"]["rows"][0]["rank"] = 2


def points(file: Document) -> None:
    file["standings"][2]["result"]["rows"][0]["values"]["points"] = 9


def row_left_out(file: Document) -> None:
    file["standings"][0]["result"]["rows"].pop()


def table_left_out(file: Document) -> None:
    del file["standings"][0]


def two_groups_exchanged(file: Document) -> None:
    """A team in the other's place in every line of its group: no table contradicts itself."""
    pair = file["standings"][0]["document"]["teams"][0], file["standings"][1]["document"]["teams"][0]
    text = json.dumps(file["standings"][:2], ensure_ascii=False)
    for old, new in ((pair[0], "?"), (pair[1], pair[0]), ("?", pair[1])):
        text = text.replace(f'"{old}"', f'"{new}"')
    file["standings"][:2] = json.loads(text)


def qualifier(file: Document) -> None:
    file["knockouts"][0]["matches"][0]["a"]["team"] = "戏剧系"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (group_drawn, "小组赛的抽签，A组 1号：重算为“院直1A”，记录里为“院直1B”"),
        (pairs_turned, "小组赛的抽签，第 1 轮第 1 场：重算为“院直1A – 综艺系B”，记录里为“院直1B – 院直3A”"),
        (way_on, "小组赛的抽签，m1 甲方：重算为“A组第 1 名”，记录里为“B组第 1 名”"),
        (rounds_left_out, "小组赛的抽签，记录的结果里缺少“轮次”"),
        (nonsense, "小组赛的抽签，分组：重算没有，记录里为“7”"),
        (winner_of_a_group_match, "小组赛 B组：院直3A 重算为第 1 名，文件里为第 2 名；不同的项："),
        (rank, "小组赛 C组：美术系A 重算为第 1 名，文件里为第 2 名"),
        (points, "小组赛 C组：美术系A 第 1 名，不同的项：积分应为 2（文件里 9）"),
        (row_left_out, "小组赛 A组：戏剧系 重算为第 3 名，文件里没有这一队"),
        (table_left_out, "淘汰赛 m1（院直1A – 美术系A）的甲方应来自小组赛 A组第 1 名，文件里却没有"),
        (two_groups_exchanged, "小组赛 A组：抽签抽入的是院直1A、综艺系B、戏剧系，名次表里是院直1B、综艺系B、戏剧系"),
        (qualifier, "淘汰赛 m1（戏剧系 – 美术系A）的甲方应为 院直1A（小组赛 A组第 1 名），文件里为 戏剧系"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_what_was_changed_behind_groups_is_named(
    groups: Document, change: Callable[[Document], None], said: str
) -> None:
    change(groups)
    _says(groups, said)


def slot(file: Document) -> None:
    swap(file["draws"][0]["record"]["result"]["slots"], 0, 3)


def first_round(file: Document) -> None:
    first, second = file["knockouts"][0]["matches"][:2]
    first["a"]["team"], second["a"]["team"] = second["a"]["team"], first["a"]["team"]


def winner(file: Document) -> None:
    match = file["knockouts"][0]["matches"][0]
    match["winner"] = OTHER[match["winner"]]


def champion(file: Document) -> None:
    file["knockouts"][0]["places"][0]["team"] = "路人队"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (slot, "淘汰赛的抽签，第 1 号位：重算为“{0}”，记录里为“{3}”"),
        (first_round, "淘汰赛 m1（{2} – {1}）的甲方抽签抽得 {0}，文件里为 {2}"),
        (winner, "的甲方应为 {1}（m1 的胜者），文件里为 {0}"),
        (champion, "淘汰赛：第 1 名不是 路人队"),
    ],
    ids=["slot", "first round", "winner", "champion"],
)
def test_what_was_changed_in_a_knockout_is_named(tree: Document, change: Callable[[Document], None], said: str) -> None:
    record = tree["draws"][0]["record"]
    names = {team["id"]: team["name"] for team in record["teams"]}
    slots = [names[one] for one in record["result"]["slots"]]
    change(tree)
    _says(tree, said.format(*slots))


def _says(file: Document, said: str) -> None:
    """In Chinese that sentence; in English as many, in words of their own."""
    found = replay(file)
    assert any(said in line for line in found.differences), found.differences
    assert found.sentence.startswith("不一致")
    assert not [line for line in found.differences if any(mark in line for mark in CODED)]
    with translation.override("en"):
        assert len(replay(file).differences) == len(found.differences)


def test_two_teams_of_one_name_are_told_apart_by_their_numbers() -> None:
    teams = [{"id": str(number), "name": "同名队", "department": None, "seed": None} for number in (1, 2)]
    record = {"format": "draw/1", "algorithm": 1, "seed": "x", "method": "single-elimination", "teams": teams}
    held = compute(record)
    first, second = held["result"]["slots"]
    held["result"]["slots"] = [second, first]
    said = f"第 1 号位：重算为“同名队（编号 {first}）”，记录里为“同名队（编号 {second}）”"
    assert draw_differences(held)[0] == said


@pytest.mark.django_db
@pytest.mark.parametrize("name", FORMATS)
def test_the_file_of_every_format_agrees_even_after_a_team_was_renamed(name: str, actor: Actor) -> None:
    cup = drawn(name, actor)
    renamed = cup.teams.order_by("pk").first()
    assert renamed is not None
    Team.objects.filter(pk=renamed.pk).update(name="改了名的队")
    assert replay(written(cup)).differences == ()
    play_on(cup, actor)
    assert replay(written(cup)).differences == ()
