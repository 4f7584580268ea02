"""Protests at the chief's desk: both rulings compared, one carried out as shown, appeals to the body of the notice."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from referee.services.queue import protest_states, queue_of, state_of
from referee.services.rulings import appeal_body, compared, protest_in, strikable
from tests.playing import STOP, Referee, find, protested_match
from tournament.models import Account, Match, SheetEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.correcting.summary import summary_of
from tournament.services.floor import load
from tournament.services.sheet_story import sheet_story


@pytest.fixture
def desk(client: Client, chief: Account) -> Client:
    """A browser in which the chief referee has signed in."""
    client.force_login(chief)
    return client


@pytest.fixture
def protested(anhui: Tournament, actor: Actor) -> Referee:
    """A match ended 6 : 2 by one hand, against which the losers protest."""
    return protested_match(find(anhui, "A1-2"), actor)


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
    assert found["history"][-1][1] == "仲裁组：成立。改判"


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


@pytest.fixture
def unnamed(anhui: Tournament, actor: Actor) -> Referee:
    """A match ended 6 : 4 by its first hand; the losers protest without naming one."""
    referee = Referee(find(anhui, "A1-2"), actor)
    referee.start("a")
    referee.hand("a", 40)
    referee.hand("a", 95)
    referee.write(STOP)
    referee.write({"type": "protest", "side": "b", "text": "有人看底牌"})
    return referee


def test_for_a_protest_that_names_no_hand_every_line_is_played_through_without_it(unnamed: Referee) -> None:
    match = Match.objects.get(pk=unnamed.match.pk)
    found = strikable(match, protest_of(unnamed))
    assert [(one.text, one.outcome.levels, one.outcome.winner, one.matters) for one in found] == [
        ("第1副", {"a": "2", "b": "4"}, "b", True),
        ("第2副", {"a": "6", "b": "2"}, "a", False),
    ]


def test_such_a_protest_is_upheld_by_striking_the_line_chosen_and_another_hand_may_stand_there(
    desk: Client, unnamed: Referee
) -> None:
    first = unnamed.match.entries.get(n=2)
    page = desk.get(page_of(unnamed)).content.decode()
    assert "成立，划去：第1副" in page
    assert "改变胜负" in page
    hand = {"r-declarer": "a", "r-table_points": "60", "r-capture": "none", "r-result": "played"}
    assert ruled(desk, unnamed, ruling="uphold", text="重算", strike=str(first.n), **hand).status_code == 302
    hands = Match.objects.get(pk=unnamed.match.pk).projection["hands"]
    assert [one["attackers_points"] for one in hands] == [60, 95]
    assert "成立，维持已作的裁定" in desk.get(page_of(unnamed)).content.decode()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"ruling": "reject", "strike": "2"}, "只有“成立”才能划去记录：请选“成立”，或不划去。"),
        ({"ruling": "uphold", "strike": "1"}, "请从列出的记录中选择要划去的。"),
        ({"ruling": "uphold", "r-table_points": "60", "r-declarer": "a"}, "另写一副只能代替划去的一副"),
    ],
)
def test_what_cannot_be_struck_is_refused_and_what_was_typed_comes_back(
    desk: Client, unnamed: Referee, typed: dict[str, str], sentence: str
) -> None:
    answer = desk.post(page_of(unnamed), {"text": "理由在此", "step": "preview", **typed})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert sentence in page
    assert 'value="理由在此"' in page


def test_the_sheet_says_which_hand_a_protest_names_and_how_it_was_ruled(desk: Client, protested: Referee) -> None:
    ruled(desk, protested, ruling="uphold", text="应重打")
    lines = [line["text"] for line in sheet_story(Match.objects.get(pk=protested.match.pk))]
    assert "抗议裁定：成立。应重打" in lines
    assert desk.post(page_of(protested), {"step": "appeal", "appeal": "不服"}).status_code == 302
    ruled(desk, protested, ruling="reject", text="维持", body="仲裁组")
    lines = [line["text"] for line in sheet_story(Match.objects.get(pk=protested.match.pk))]
    assert "乙方抗议（第1副）：第一副记错" in lines
    assert "抗议裁定：仲裁组：不成立。维持" in lines


def test_a_final_ruling_compares_no_rulings_any_more(desk: Client, protested: Referee) -> None:
    assert "两种裁定的结果" in desk.get(page_of(protested)).content.decode()
    ruled(desk, protested, final="on")
    assert "两种裁定的结果" not in desk.get(page_of(protested)).content.decode()


def test_the_preview_shows_a_hand_written_anew_where_the_struck_one_stood(desk: Client, protested: Referee) -> None:
    typed = {"r-declarer": "a", "r-table_points": "85", "r-capture": "none", "r-result": "played"}
    ruled(desk, protested, ruling="uphold", text="应为85分", **typed)
    lines = summary_of(protested.match.pk).lines
    assert [(line.label, line.points) for line in lines] == [("第1副", "85"), ("第2副", "95")]


def test_each_protest_is_weighed_by_itself(protested: Referee, anhui: Tournament) -> None:
    """The first hand decides the match, the second does not: only the protest against the first may change who wins."""
    second = protested.match.entries.get(n=3)
    protested.write({"type": "protest", "side": "b", "text": "第二副也错", "hand": str(second.pk)})
    cards = [one for one in queue_of(load(anhui, timezone.now()), ()) if one.kind == "protest"]
    assert [one.facts["could"] for one in cards] == [True, False]
