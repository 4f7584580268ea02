"""Protests at the chief's desk: both rulings compared, one carried out as shown, appeals to the body of the notice."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from referee.services.queue import protest_states, queue_of, state_of
from referee.services.rulings import appeal_body, compared, protest_in
from tests.playing import STOP, Referee, find
from tournament.models import Account, Match, SheetEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.floor import load


@pytest.fixture
def desk(client: Client, chief: Account) -> Client:
    """A browser in which the chief referee has signed in."""
    client.force_login(chief)
    return client


@pytest.fixture
def protested(anhui: Tournament, actor: Actor) -> Referee:
    """A match ended 6 : 2 by one hand, against which the losers protest."""
    referee = Referee(find(anhui, "A1-2"), actor)
    referee.start("a")
    hand = referee.hand("a", 40).entry
    referee.hand("a", 95)
    referee.write(STOP)
    referee.write({"type": "protest", "side": "b", "text": "第一副记错", "hand": str(hand.pk)})
    return referee


def protest_of(referee: Referee) -> dict[str, Any]:
    return protest_states(Match.objects.get(pk=referee.match.pk))[0]


def page_of(referee: Referee) -> str:
    return f"/chief/anhui/protests/{referee.match.pk}/{protest_of(referee)['n']}/"


def ruled(desk: Client, referee: Referee, **typed: str) -> Any:
    """Look at a ruling, then carry it out as shown."""
    page, key = page_of(referee), str(uuid4())
    facts = {"ruling": "reject", "text": "核对无误", "key": key, **typed}
    shown = desk.post(page, {**facts, "step": "preview"})
    token = re.search(r'name="token" value="(\w+)"', shown.content.decode())
    assert token, shown.content.decode()
    return desk.post(page, {**facts, "step": "apply", "token": token[1]})


@pytest.mark.parametrize(
    ("answers", "state"),
    [
        ([], "opened"),
        ([("ruling", False)], "ruled"),
        ([("ruling", True)], "final"),
        ([("ruling", False), ("appeal", False)], "appealed"),
        ([("ruling", False), ("appeal", False), ("ruling", True)], "final"),
        ([("ruling", False), ("ruling", False)], "ruled"),
    ],
)
def test_a_protest_goes_from_opened_to_final(answers: list[tuple[str, bool]], state: str) -> None:
    assert state_of(answers) == state


def test_the_console_is_told_both_rulings_and_whether_they_change_who_wins(protested: Referee, desk: Client) -> None:
    told = desk.get(f"/api/matches/{protested.match.pk}/").json()["protests"]
    assert [one["n"] for one in told] == [5]
    assert told[0]["text"] == (
        "乙方抗议待裁定：第一副记错。不成立，所抗议的记录照算：甲方6、乙方4，甲方胜；成立，划去所抗议的一副：甲方2、乙方4，乙方胜。"
    )
    assert told[0]["brief"] == "乙方抗议待裁定：可能改变胜负"
    assert (told[0]["matters"], "可能改变胜负" in told[0]["matters_text"]) == (True, True)
    assert told[0]["matters_text"] in desk.get(page_of(protested)).content.decode()
    ruled(desk, protested)
    assert desk.get(f"/api/matches/{protested.match.pk}/").json()["protests"] == []


def test_while_the_match_is_played_nobody_is_told_that_a_protest_changes_nothing(
    anhui: Tournament, actor: Actor, desk: Client
) -> None:
    """The hand moves levels; who wins shows at the end. The card names table, match and teams in words."""
    referee = Referee(find(anhui, "A1-2"), actor)
    referee.start("a")
    hand = referee.hand("a", 40).entry
    referee.write({"type": "protest", "side": "b", "text": "第一副记错", "hand": str(hand.pk)})
    told = desk.get(f"/api/matches/{referee.match.pk}/").json()["protests"][0]
    assert (told["matters"], told["brief"]) == (False, "乙方抗议待裁定：胜负打完才知道")
    card = next(one for one in queue_of(load(anhui, timezone.now()), ()) if one.kind == "protest")
    sides = [slot.team.name for slot in referee.match.slots.order_by("side") if slot.team]
    assert card.title == f"{referee.match.table} 小组赛A组第1轮（{sides[0]}――{sides[1]}）：乙方抗议"
    assert card.facts["over"] is False
    listed = desk.get("/chief/anhui/protests/").content.decode()
    assert f"小组赛A组第1轮（{sides[0]}――{sides[1]}）" in listed
    assert referee.match.code not in listed
    referee.write(STOP)
    assert next(one for one in queue_of(load(anhui, timezone.now()), ()) if one.kind == "protest").facts["over"] is True


def test_both_rulings_are_played_through(protested: Referee) -> None:
    match = Match.objects.get(pk=protested.match.pk)
    reject, uphold = compared(match, protest_in(match, protest_of(protested)["n"]))
    assert (reject.levels["a"], uphold.levels["a"]) == ("6", "2")
    assert reject.winner != uphold.winner


def test_looking_writes_nothing_and_carrying_out_strikes_the_hand(desk: Client, protested: Referee) -> None:
    before = SheetEntry.objects.count()
    shown = desk.post(page_of(protested), {"ruling": "uphold", "text": "应为85分", "step": "preview"})
    assert shown.status_code == 200
    assert SheetEntry.objects.count() == before
    assert ruled(desk, protested, ruling="uphold", text="应为85分").status_code == 302
    assert protest_of(protested)["state"] == "ruled"
    assert protest_of(protested)["hand"] is None


def test_another_hand_may_stand_in_place_of_the_struck_one(desk: Client, protested: Referee) -> None:
    typed = {"r-declarer": "a", "r-table_points": "85", "r-capture": "none", "r-result": "played"}
    assert ruled(desk, protested, ruling="uphold", text="应为85分", **typed).status_code == 302
    hands = Match.objects.get(pk=protested.match.pk).projection["hands"]
    assert [hand["attackers_points"] for hand in hands] == [85, 95]


def test_an_appeal_goes_to_the_body_the_notice_names_and_its_word_is_final(
    desk: Client, anhui: Tournament, protested: Referee
) -> None:
    anhui.details = {"officials": [{"role": "arbitration", "names": ["某甲", "某乙"]}]}
    anhui.save()
    assert appeal_body(anhui) == "仲裁组（某甲、某乙）"
    ruled(desk, protested)
    assert desk.post(page_of(protested), {"step": "appeal", "appeal": "不服"}).status_code == 302
    assert protest_of(protested)["state"] == "appealed"
    assert "仲裁组（某甲、某乙）" in desk.get(page_of(protested)).content.decode()
    ruled(desk, protested, ruling="uphold", text="改判", body="仲裁组")
    found = protest_of(protested)
    assert (found["state"], found["hand"]) == ("final", None)
    assert found["history"][-1][1] == "仲裁组：改判"


def test_a_reversed_ruling_brings_the_struck_hand_back(desk: Client, protested: Referee) -> None:
    ruled(desk, protested, ruling="uphold", text="应重打")
    desk.post(page_of(protested), {"step": "appeal", "appeal": "不服"})
    ruled(desk, protested, ruling="reject", text="维持原记录", body="仲裁组")
    found = protest_of(protested)
    assert found["state"] == "final"
    assert found["hand_number"] == 1


def test_a_confirmed_result_is_confirmed_anew_by_the_ruling(desk: Client, protested: Referee) -> None:
    protested.confirm()
    winner = Match.objects.get(pk=protested.match.pk).winner
    ruled(desk, protested, ruling="uphold", text="应重打")
    match = Match.objects.get(pk=protested.match.pk)
    assert match.status == Match.Status.CONFIRMED
    assert match.winner != winner
    assert desk.post(page_of(protested), {"step": "appeal", "appeal": "不服"}).status_code == 302
    assert Match.objects.get(pk=match.pk).status == Match.Status.CONFIRMED


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"ruling": "maybe", "text": "好"},
        {"ruling": "uphold", "text": " "},
        {"ruling": "uphold", "text": "长" * 201},
        {"ruling": "reject", "text": "好", "r-table_points": "85"},
        {"ruling": "uphold", "text": "好", "r-table_points": "9" * 40, "r-declarer": "a"},
        {"ruling": "uphold", "text": "坏\0字"},
        {"step": "appeal", "appeal": "还没有裁定"},
        {"step": "appeal", "appeal": ""},
    ],
)
def test_what_cannot_be_ruled_is_refused_and_stays_typed(
    desk: Client, protested: Referee, typed: dict[str, str]
) -> None:
    before = SheetEntry.objects.count()
    answer = desk.post(page_of(protested), {"step": "preview", **typed})
    assert answer.status_code == 400
    assert SheetEntry.objects.count() == before


def test_a_protest_that_is_not_there_leads_back_to_the_list(desk: Client, protested: Referee) -> None:
    answer = desk.get(f"/chief/anhui/protests/{protested.match.pk}/1/", follow=True)
    assert "本场没有这一抗议" in answer.content.decode()
    assert "第一副记错" in answer.content.decode()
