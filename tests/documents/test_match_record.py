"""逐副记录 on paper: every line with its clause, struck ones with their reason, nothing cut off, who signed."""

from uuid import uuid4

import pytest
from django.test import Client

from tests import factories
from tests.documents.reading import across_lines, outside, texts
from tests.playing import STOP, Referee, find
from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Match, Tournament
from tournament.services.actor import Actor
from tournament.services.sheet import append_entry
from tournament.services.sheet_story import sheet_story
from tournament.services.shown import Shown


@pytest.fixture
def played(anhui: Tournament, actor: Actor) -> Match:
    """A match with a struck hand, a penalty and a capture, confirmed by both sides."""
    referee = Referee(find(anhui, "A1-2"), actor)
    referee.start("a")
    wrong = referee.hand("a", 45).entry
    referee.strike(wrong.pk, "分数记错")
    referee.hand("a", 40)
    referee.write({"type": "penalty", "side": "a", "player": 1, "offence": "wrong-card"})
    referee.write({"type": "extend", "minutes": 5})
    referee.write({"type": "hand", "declarer": "a", "table_points": 65, "capture": "single", "kitty_points": 10})
    referee.write(STOP)
    referee.confirm()
    return Match.objects.get(pk=referee.match.pk)


def test_a_match_reads_hand_by_hand_with_its_clauses(played: Match, client: Client) -> None:
    client.force_login(factories.account("office", staff=True))
    answer = client.get(f"/chief/anhui/result/{played.pk}/pdf/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    page = "".join(texts(answer.content))
    for text in ("第1副", "比80分少40分", "已划去：分数记错", "判罚甲方1号：", "延长比赛5分钟", "台面65+底牌10×2"):
        assert text in page, text
    for text in ("6:2", "〔", "甲方签字", "确认"):
        assert text in page, text
    assert (outside(answer.content), across_lines(answer.content)) == ([], [])


def test_a_hand_written_anew_stands_after_the_struck_one_and_both_show_their_values(
    anhui: Tournament, actor: Actor
) -> None:
    referee = Referee(find(anhui, "A1-2"), actor)
    referee.start("a")
    wrong = referee.hand("a", 45, capture="pair", kitty_points=10).entry
    referee.strike(wrong.pk, "分数记错")
    referee.hand("a", 55, replaces=str(wrong.pk))
    hands = [line for line in sheet_story(Match.objects.get(pk=referee.match.pk)) if line["kind"] == "hand"]
    assert [(line["struck"], line["struck_reason"], line["number"]) for line in hands] == [
        (True, "分数记错", None),
        (False, "", 1),
    ]
    assert hands[0]["facts"] == "甲方坐庄，闲家台面45分，抠底：一对，底牌10分"
    assert hands[1]["facts"] == "甲方坐庄，闲家台面55分"
    assert "55分少" not in "".join(hands[0]["reasoning"])


def test_a_long_match_goes_over_to_further_pages_with_its_head(anhui: Tournament, actor: Actor) -> None:
    referee = Referee(find(anhui, "B1-2"), actor)
    referee.start("a")
    for _ in range(30):
        side = Match.objects.get(pk=referee.match.pk).projection["declarer"]
        referee.hand(side, 80)
    referee.write({"type": "forfeit", "side": "b"})
    pages = texts(DOCUMENTS["match-records"].pdf(anhui, Shown()))
    assert len(pages) > 1
    assert all("结算与依据" in page for page in pages[:-1])


def test_only_matches_that_are_over_are_printed(anhui: Tournament, played: Match, actor: Actor) -> None:
    open_one = find(anhui, "C1-2")
    start = {"type": "start", "declarer": "a"}
    append_entry(open_one.pk, entry_id=uuid4(), after=None, payload=start, actor=actor)
    text = "".join(texts(DOCUMENTS["match-records"].pdf(anhui, Shown())))
    assert "院直1A" in text
    assert "美术系A" not in text
    assert not DOCUMENTS["match-records"].is_public(anhui)
