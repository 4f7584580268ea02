"""The chief referee's pages: look at a correction, choose, apply it with a reason; nothing typed is lost."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.correcting import decide, knockout
from tests.playing import Referee, find, play, play_group, teams
from tournament.models import Account, AuditEntry, Match, MatchSlot, SheetEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.calling import call_to_table
from tournament.services.correcting import Correction, Draft
from tournament.services.floor import load
from tournament.services.refusal import Refusal
from tournament.services.sheet import confirm
from tournament.services.standings import group_standings
from tournament.services.verify import differences
from tournament.services.withdrawing import Withdrawal


@pytest.fixture
def desk(chief: Account) -> Client:
    client = Client()
    client.force_login(chief)
    return client


@pytest.fixture
def cup(actor: Actor, db: None) -> Tournament:
    """Four teams, the first semi-final played."""
    made = knockout(4)
    play(find(made, "m1"), actor)
    return made


def shown_fields(page: str) -> dict[str, str]:
    """What a browser would send back from the page's form, untouched."""
    fields = dict(
        re.findall(r'<input(?![^>]*type="(?:checkbox|radio)")[^>]*name="([\w-]+)"[^>]*?value="([^"]*)"', page)
    )
    for name, body in re.findall(r'<select[^>]*name="([\w-]+)"[^>]*>(.*?)</select>', page, re.S):
        options = re.findall(r'<option value="([^"]*)"( selected)?', body)
        fields[name] = next((value for value, chosen in options if chosen), options[0][0])
    fields.pop("csrfmiddlewaretoken", None)
    return fields


def sent(client: Client, path: str, step: str, page: str, **typed: str) -> Any:
    return client.post(path, {**shown_fields(page), "step": step, **typed})


def path_of(match: Match) -> str:
    return f"/office/{match.stage.tournament.slug}/correct/match/{match.pk}/"


def test_a_hand_is_corrected_on_the_page_looked_at_and_applied(desk: Client, cup: Tournament) -> None:
    match = find(cup, "m1")
    path, hand = path_of(match), match.entries.get(type="hand")
    page = desk.get(path).content.decode()
    field = f"h{hand.n}-table_points"
    assert f'name="{field}"' in page
    looked = sent(desk, path, "preview", page, **{field: "85"})
    text = looked.content.decode()
    assert looked.status_code == 200
    assert "影响（尚未执行）" in text
    assert 'value="85"' in text
    assert SheetEntry.objects.filter(match=match).count() == 3
    done = sent(desk, path, "apply", text, **{field: "85"}, reason="核对牌票")
    assert done.status_code == 302
    assert find(cup, "m1").winner == "b"
    assert teams(find(cup, "m4"))["a"] == "第2队"
    assert differences(cup) == []
    listed = desk.get(done.url).content.decode()
    assert "核对牌票" in listed
    assert "更正或判决" in listed


def test_an_untouched_page_changes_nothing(desk: Client, cup: Tournament) -> None:
    path = path_of(find(cup, "m1"))
    answer = sent(desk, path, "preview", desk.get(path).content.decode())
    assert answer.status_code == 400
    assert "还没有写任何更正" in answer.content.decode()
    assert AuditEntry.objects.filter(action="match.correct").count() == 0


def test_without_a_reason_or_a_choice_nothing_is_applied_and_nothing_typed_is_lost(
    desk: Client, cup: Tournament, actor: Actor
) -> None:
    play(find(cup, "m2"), actor)
    final = play(find(cup, "m4"), actor)
    path = path_of(find(cup, "m1"))
    page = sent(desk, path, "preview", desk.get(path).content.decode(), verdict="forfeit-a").content.decode()
    assert "作废重赛" in page
    assert f'name="choice-{final.pk}"' in page
    refused = sent(desk, path, "apply", page, reason="")
    assert "请写明原因" in refused.content.decode()
    assert "影响（尚未执行）" in refused.content.decode()
    refused = sent(desk, path, "apply", refused.content.decode(), reason="冒名顶替")
    text = refused.content.decode()
    assert refused.status_code == 409
    assert "还没有选择" in text
    assert 'value="冒名顶替"' in text
    assert shown_fields(text)["verdict"] == "forfeit-a"
    assert find(cup, "m1").winner == "a"
    done = sent(desk, path, "apply", text, **{f"choice-{final.pk}": "replay"})
    assert done.status_code == 302
    assert find(cup, "m4").status == "scheduled"
    assert differences(cup) == []


HOSTILE = ["9" * 5000, "-5", "八十五", "1e3", "\0", "<b>", "85.5", "99999999"]


@pytest.mark.parametrize("value", HOSTILE)
def test_what_is_no_number_is_refused_and_shown_again(desk: Client, cup: Tournament, value: str) -> None:
    match = find(cup, "m1")
    hand = match.entries.get(type="hand")
    path = path_of(match)
    page = desk.get(path).content.decode()
    answer = sent(desk, path, "preview", page, **{f"h{hand.n}-table_points": value})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()


JUNK = [
    {"verdict": "hang"}, {"ending": "decision:z"}, {"ending": "lot:"}, {"p1-offence": "nonsense"}, {"step": "apply"},
    {"p1-offence": "late", "p1-hand": "not-a-uuid"}, {"key": "x", "token": "\0", "step": "apply", "reason": "改"},
    {"x1-table_points": "40", "x1-declarer": "z"}, {"choice-999999999999999999999": "keep", "verdict": "void"},
    {"p1-offence": "other", "p1-effect": "points", "p1-amount": ""}, {"ending_text": "\0", "ending": "decision:a"},
    {"x1-finish": "a1 a1 a1 a1"}, {"x1-special_bid": "a", "x1-table_points": "40"},
]  # fmt: skip


@pytest.mark.parametrize("typed", JUNK, ids=map(str, range(len(JUNK))))
def test_no_input_breaks_the_page(desk: Client, cup: Tournament, typed: dict[str, str]) -> None:
    answer = desk.post(path_of(find(cup, "m1")), {"step": "preview", **typed})
    assert answer.status_code in (200, 400, 409)


def test_a_forfeit_before_the_match_is_ruled_on_its_page(desk: Client, cup: Tournament) -> None:
    path = path_of(find(cup, "m2"))
    page = desk.get(path + "?verdict=forfeit-both").content.decode()
    page = sent(desk, path, "preview", page).content.decode()
    assert sent(desk, path, "apply", page, reason="双方未到").status_code == 302
    match = find(cup, "m2")
    assert (match.status, match.decided_by) == ("confirmed", "both-lose")
    listed = desk.get("/office/cup/correct/").content.decode()
    assert "对手不战而胜" in listed
    assert f"{path_of(find(cup, 'm4'))}?verdict=forfeit-b" in listed


def test_a_team_withdraws_and_the_desk_lists_what_follows(desk: Client, anhui: Tournament, actor: Actor) -> None:
    play_group(anhui, "A", actor)
    team = anhui.teams.get(name="院直1A")
    path = f"/office/anhui/correct/withdraw/{team.pk}/"
    page = desk.post(path, {"step": "preview", "fill": "on"}).content.decode()
    assert "综艺系B" in page
    assert sent(desk, path, "apply", page, fill="on", reason="出差").status_code == 302
    listed = desk.get("/office/anhui/correct/").content.decode()
    assert "生效的席位裁定" in listed
    assert "已退赛" in listed
    slot = MatchSlot.objects.get(match__code="m1", side="a")
    path = f"/office/anhui/correct/slot/{slot.pk}/"
    page = sent(desk, path, "preview", desk.get(path).content.decode(), team="lift").content.decode()
    assert sent(desk, path, "apply", page, team="lift", reason="记错").status_code == 302
    assert teams(find(anhui, "m1"))["a"] == "院直1A"
    for value in ("", "x", "9" * 40, "nobody"):
        assert desk.post(path, {"step": "preview", "team": value}).status_code in (200, 400)


def test_pages_show_what_a_protest_holds_back(desk: Client, cup: Tournament, actor: Actor) -> None:
    referee = Referee(find(cup, "m2"), actor)
    referee.start()
    hand = referee.hand("a", 85).entry
    referee.stop()
    referee.write({"type": "protest", "side": "b", "text": "记错", "hand": str(hand.pk)})
    for side in "ab":
        confirm(referee.match.pk, side, referee.match.version, actor)
    assert "半决赛第2场胜者（待裁定）" in desk.get("/office/cup/day/").content.decode()
    assert "待裁定" in desk.get("/office/cup/correct/").content.decode()
    cup.published = ["draw", "results"]
    cup.save()
    assert "待裁定" in Client().get("/cup/").content.decode()
    path = path_of(referee.match)
    protest = referee.match.entries.get(type="protest")
    page = desk.get(path).content.decode()
    page = sent(desk, path, "preview", page, **{f"ruling-{protest.n}": "reject"}).content.decode()
    assert sent(desk, path, "apply", page, reason="复核").status_code == 302
    assert teams(find(cup, "m4"))["b"] is not None
    assert "待裁定" not in desk.get("/office/cup/day/").content.decode()


def test_an_aborted_match_played_again_counts_once_on_every_page(desk: Client, anhui: Tournament, actor: Actor) -> None:
    match = play(find(anhui, "A1-2"), actor, "a")
    decide(Correction(match.pk, Draft(anew=True)), actor, reason="停电中断")
    play(find(anhui, "A1-2"), actor, "b")
    anhui.published = ["draw", "schedule", "results"]
    anhui.save()
    rows = group_standings(anhui.stages.get(number=1))["A"].standing.rows
    assert {row.team: (row.played, row.won) for row in rows} == {"院直1A": (1, 0), "综艺系B": (1, 1), "戏剧系": (0, 0)}
    public = Client().get("/anhui/")
    assert [card["winner"] for card in public.context["results"]] == ["b"]
    day = desk.get("/office/anhui/day/")
    assert [row["result"] for row in day.context["rows"] if row["result"]] == ["2 : 6"]
    sheet = Client().get(f"/anhui/match/{match.pk}/")
    assert [line["hand"] for line in sheet.context["lines"]] == [1]
    assert differences(anhui) == []


def test_matches_that_a_withdrawal_calls_off_say_so_and_do_not_hold_up_the_day(
    desk: Client, anhui: Tournament, actor: Actor
) -> None:
    decide(Withdrawal(anhui.teams.get(name="戏剧系").pk), actor)
    assert desk.get("/office/anhui/day/").content.decode().count("退赛，不再进行") == 2
    anhui.published = ["draw", "schedule", "results"]
    anhui.save()
    assert Client().get("/anhui/").content.decode().count("退赛，不再进行") == 2


def test_a_match_to_be_played_again_is_called_again(cup: Tournament, chief: Account, actor: Actor) -> None:
    match = find(cup, "m1")
    with pytest.raises(Refusal, match="已经开赛"):
        call_to_table(match.pk, 1, Actor.of(chief))
    decide(Correction(match.pk, Draft(anew=True)), actor)
    assert "第1队" in call_to_table(match.pk, 1, Actor.of(chief))


def test_the_hall_does_not_wait_for_a_team_that_withdrew(anhui: Tournament, actor: Actor) -> None:
    starts_at = find(anhui, "A1-2").starts_at
    assert starts_at is not None
    before = {match.code for match in load(anhui, starts_at).waiting()}
    decide(Withdrawal(anhui.teams.get(name="院直1A").pk), actor)
    assert before - {match.code for match in load(anhui, starts_at).waiting()} == {"A1-2", "A1-3"}


def test_the_desk_takes_as_many_queries_for_16_teams_as_for_4(desk: Client, cup: Tournament, actor: Actor) -> None:
    play(find(knockout(16, "large"), "m1"), actor)
    counts = []
    for slug in ("cup", "large"):
        with CaptureQueriesContext(connection) as caught:
            assert desk.get(f"/office/{slug}/correct/").status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1]


def test_the_page_of_a_withdrawal_speaks_of_groups_only_where_there_are_groups(
    desk: Client, cup: Tournament, anhui: Tournament
) -> None:
    said = {
        made.slug: desk.get(f"/office/{made.slug}/correct/withdraw/{made.teams.all()[0].pk}/").content.decode()
        for made in (cup, anhui)
    }
    assert "由本组下一名递补" in said[anhui.slug]
    assert 'name="fill"' in said[anhui.slug]
    assert "小组赛" not in said[cup.slug]
    assert 'name="fill"' not in said[cup.slug]
    assert "未赛的场次判弃权" in said[cup.slug]


def verdict_on(desk: Client, match: Match, verdict: str, reason: str) -> Any:
    """Looked at, then carried out with a reason."""
    path = path_of(match)
    page = sent(desk, path, "preview", desk.get(path).content.decode(), verdict=verdict).content.decode()
    return sent(desk, path, "apply", page, verdict=verdict, reason=reason)


def begun(cup: Tournament, code: str, actor: Actor) -> Referee:
    """A match of one hand, going on."""
    referee = Referee(find(cup, code), actor)
    referee.start("a")
    referee.hand("a", 40)
    return referee


def test_a_player_is_put_out_by_name_and_the_match_goes_on(desk: Client, cup: Tournament, actor: Actor) -> None:
    match = begun(cup, "m2", actor).match
    assert re.search(
        '<option value="disqualify-a1">罚 甲方1 .+ 出局，不判负</option>', desk.get(path_of(match)).content.decode()
    )
    assert verdict_on(desk, match, "disqualify-a1", "第二次传递信息").status_code == 302
    now = find(cup, "m2")
    assert (now.status, now.winner) == (Match.Status.PLAYING, "")
    page = desk.get(f"/chief/{cup.slug}/result/{match.pk}/").content.decode()
    assert "甲方1号罚出局" in page
    assert "原因：第二次传递信息" in page


def test_a_player_may_be_put_out_after_the_end_and_the_result_stays(desk: Client, cup: Tournament) -> None:
    match = find(cup, "m1")
    assert verdict_on(desk, match, "disqualify-b2", "赛后查实").status_code == 302
    now = find(cup, "m1")
    assert (now.status, now.winner) == (match.status, match.winner)


def test_the_preview_of_a_player_put_out_says_so(desk: Client, cup: Tournament) -> None:
    path = path_of(find(cup, "m1"))
    page = sent(desk, path, "preview", desk.get(path).content.decode(), verdict="disqualify-a2").content.decode()
    assert '<p class="changed">甲方2号队员罚出局' in page


def test_a_player_put_out_confirms_nothing_for_the_sides(desk: Client, cup: Tournament, actor: Actor) -> None:
    referee = begun(cup, "m2", actor)
    referee.stop()
    assert verdict_on(desk, referee.match, "disqualify-a1", "赛后查实").status_code == 302
    assert find(cup, "m2").status == Match.Status.FINISHED


@pytest.mark.parametrize("junk", ["disqualify-a3", "disqualify-c1", "disqualify-a", "disqualify-a1 "])
def test_only_players_who_can_be_are_put_out(desk: Client, cup: Tournament, junk: str) -> None:
    match = find(cup, "m1")
    page = desk.post(path_of(match), {"verdict": junk, "step": "preview"}).content.decode()
    assert ("没有这种判决" in page) == (junk != "disqualify-a")


@pytest.mark.parametrize(
    ("verdict", "line"), [("disqualify-b", "乙方取消资格"), ("retire-a", "甲方中途退出"), ("forfeit-both", "乙方弃权")]
)
def test_the_page_for_the_losers_says_why_the_match_was_taken_away(
    desk: Client, cup: Tournament, actor: Actor, verdict: str, line: str
) -> None:
    match = begun(cup, "m2", actor).match
    assert verdict_on(desk, match, verdict, "屡教不改").status_code == 302
    page = desk.get(f"/chief/{cup.slug}/result/{match.pk}/").content.decode()
    assert line in page
    assert "原因：屡教不改" in page


def test_a_pause_says_from_when_it_counts(desk: Client, cup: Tournament, actor: Actor) -> None:
    referee = begun(cup, "m2", actor)
    referee.write({"type": "pause", "at": "2011-11-25T13:20:00+08:00"})
    referee.write({"type": "resume", "at": "2011-11-25T13:25:30+08:00"})
    page = desk.get(f"/chief/{cup.slug}/result/{referee.match.pk}/").content.decode()
    assert "暂停（13:20:00起）" in page
    assert "恢复（13:25:30起）" in page


def test_the_preview_of_a_double_forfeit_says_that_nobody_comes_next(desk: Client, cup: Tournament) -> None:
    """Before, the place waits for a winner as afterwards: what changes is that there will be none."""
    path = path_of(find(cup, "m2"))
    page = sent(desk, path, "preview", desk.get(path).content.decode(), verdict="forfeit-both").content.decode()
    assert "其他场次和名次都不变" not in page
    assert re.search('决赛</td><td>乙方</td><td>半决赛第2场胜者</td><td class="changed">无人出场', page)
