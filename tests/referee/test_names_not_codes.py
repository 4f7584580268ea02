"""Matches are called by their names on the chief's pages, the console's list and the log, never by their codes."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from referee.services.places import Places
from referee.services.rounds import close_round
from referee.services.table_moves import SideSwap, move_table, table_move, written_again
from tests.correcting import decide
from tests.playing import Referee, find, play, play_group
from tournament.models import Account, Match, PlayTable, Tournament
from tournament.services import audit
from tournament.services.actor import Actor
from tournament.services.audit_words import audit_texts
from tournament.services.correcting import Correction, Draft
from tournament.services.refusal import Conflict, Refusal

CODE = re.compile(r"\bm\d\b|[A-D]\d-\d")
pytestmark = pytest.mark.django_db


@pytest.fixture
def semi(anhui: Tournament, actor: Actor) -> Match:
    """The first semi-final, both teams known, at no table."""
    for group in "ABCD":
        play_group(anhui, group, actor)
    return find(anhui, "m1")


@pytest.fixture
def desk(client: Client, chief: Account) -> Client:
    """A browser in which the chief referee has signed in."""
    client.force_login(chief)
    return client


def name_of(match: Match) -> str:
    sides = [slot.team.name for slot in match.slots.order_by("side") if slot.team]
    return f"半决赛第1场（{sides[0]}――{sides[1]}）"


def test_a_round_with_an_open_match_at_no_table_names_it(semi: Match, actor: Actor) -> None:
    with pytest.raises(Conflict) as refused:
        close_round(semi.stage_id, 1, actor)
    assert f"{name_of(semi)}：未开始" in refused.value.message
    assert not CODE.search(refused.value.message)


def test_a_round_is_not_closed_while_a_protest_could_change_who_won(semi: Match, actor: Actor) -> None:
    referee = Referee(semi, actor)
    referee.start("a")
    hand = referee.hand("a", 40).entry
    referee.hand("a", 95)
    protest = referee.write({"type": "protest", "side": "b", "text": "第一副记错", "hand": str(hand.pk)}).entry
    referee.write({"type": "time-up", "at": "2011-11-25T17:10:00+08:00", "cards_drawn": False})
    referee.confirm()
    play(find(semi.stage.tournament, "m2"), actor)
    with pytest.raises(Conflict) as refused:
        close_round(semi.stage_id, 1, actor)
    assert refused.value.message == (f"第1轮还不能结束，这些场次的抗议可能改变胜负，请先裁定：{name_of(semi)}。")
    decide(Correction(semi.pk, Draft(({"type": "ruling", "protest": str(protest.pk), "text": "不成立"},))), actor)
    assert close_round(semi.stage_id, 1, actor).closable


def test_the_pages_of_the_desk_and_the_console_name_a_match_at_no_table(
    desk: Client, semi: Match, actor: Actor
) -> None:
    referee = Referee(semi, actor)
    referee.write({"type": "start", "at": timezone.localtime().isoformat(), "declarer": "a"})
    slug = semi.stage.tournament.slug
    for path, words in (
        (f"/chief/{slug}/power/", name_of(semi)),
        (f"/chief/{slug}/sheet/{semi.pk}/", "半决赛第1场"),
        ("/console/", "半决赛第1场"),
        (f"/console/{semi.pk}/", "半决赛第1场"),
    ):
        page = desk.get(path).content.decode()
        shown = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
        assert words in shown, path
        assert not CODE.search(re.sub(r"<[^>]*>", " ", shown)), path


def test_a_heading_names_the_table_once(anhui: Tournament) -> None:
    match = find(anhui, "A1-2")
    assert Places(anhui).heading(match) == "1号桌 小组赛A组第1轮"
    stage = match.stage
    stage.settings = {**stage.settings, "groups_at_tables": True}
    stage.save()
    assert Places(anhui).heading(find(anhui, "A1-2")) == "小组赛1号桌第1轮"


def test_the_log_names_round_and_teams(desk: Client, semi: Match, actor: Actor) -> None:
    """Also an entry written before, whose subject is a code, and one whose match is gone."""
    tournament = semi.stage.tournament
    play(semi, actor)
    audit.record(tournament, actor, "match.verify", "淘汰赛 m77")
    found = audit_texts(list(tournament.audit_entries.all()[:3]))
    assert found[0] == "核验成绩 淘汰赛 m77"
    assert found[1] == f"确认成绩 {name_of(semi)}"
    assert re.fullmatch(r"确认成绩 小组赛D组第3轮（.+――.+）", found[2])
    page = desk.get(f"/office/{tournament.slug}/").content.decode()
    assert f"确认成绩 {name_of(semi)}" in page


def test_moves_and_proposals_are_logged_in_words(semi: Match, actor: Actor) -> None:
    tournament = semi.stage.tournament
    table = PlayTable.objects.get(tournament=tournament, number=2)
    match = Match.objects.select_related("stage__tournament", "table").get(pk=semi.pk)
    move_table(match, table.number, table_move(match, table.number).token, "桌坏了", actor)
    assert audit_texts([tournament.audit_entries.all()[0]]) == [f"换桌 {name_of(semi)}：未排桌→2号桌"]
    assert SideSwap(semi.pk).subject({semi.pk: "半决赛第1场"}) == "半决赛第1场换边"


def test_a_sheet_with_a_ruling_is_named_in_the_refusal(semi: Match, actor: Actor) -> None:
    referee = Referee(semi, actor)
    referee.start("a")
    protest = referee.write({"type": "protest", "side": "a", "text": "有疑问"}).entry
    referee.write({"type": "ruling", "protest": str(protest.pk), "text": "不成立"})
    with pytest.raises(Refusal) as refused:
        written_again(Match.objects.get(pk=semi.pk), semi.uuid)
    assert refused.value.message == f"{name_of(semi)}的记分表上有裁定，不能整张改写；请逐条更正。"
