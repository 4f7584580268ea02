"""The chief referee's desk: tiles sorted by trouble, the queue of decisions, late teams, lots, rounds, verification."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.services.desk import desk_of
from referee.services.power import pause_all, resume_all, standstill_of
from referee.services.proposals import ACTUAL, PLANNED, allow_start
from referee.services.rounds import close_round, round_now
from tests import factories
from tests.playing import Referee, find, finish, play
from tournament.models import Account, Match, Tournament
from tournament.services.actor import Actor
from tournament.services.check_in import check_in
from tournament.services.refusal import Conflict, NotAllowed, Refusal
from tournament.services.sheet import match_state


@pytest.fixture
def now() -> Any:
    """This moment, to the second."""
    return timezone.now().replace(microsecond=0)


@pytest.fixture
def today(anhui: Tournament, now: Any) -> Tournament:
    """The small tournament with its first round due twelve minutes ago, later rounds after it."""
    for match in Match.objects.filter(stage__tournament=anhui):
        match.starts_at = now + timedelta(minutes=-12 + 60 * (match.round - 1 + (0 if match.group else 3)))
        match.ends_at = match.starts_at + timedelta(hours=1)
        match.save(update_fields=["starts_at", "ends_at"])
    return anhui


@pytest.fixture
def desk(client: Client, chief: Account) -> Client:
    """A browser in which the chief referee has signed in."""
    client.force_login(chief)
    return client


def begun(match: Match, actor: Actor, at: Any) -> Referee:
    """The match begun at this moment, a on stage."""
    referee = Referee(match, actor)
    referee.write({"type": "start", "at": timezone.localtime(at).isoformat(), "declarer": "a"})
    return referee


def codes(tournament: Tournament) -> dict[str, list[str]]:
    """What is wrong at each match on the desk, in the desk's order."""
    tiles = desk_of(tournament).tiles
    return {tile.card.match.code: [one.code for one in tile.troubles] for tile in tiles if tile.card}


def kinds(tournament: Tournament) -> list[str]:
    return [one.kind for one in desk_of(tournament).queue]


def test_tiles_stand_in_the_order_of_their_trouble(today: Tournament, actor: Actor, now: Any) -> None:
    begun(find(today, "A1-2"), actor, now).hand("a", 40)
    begun(find(today, "B1-2"), actor, now - timedelta(minutes=70)).hand("a", 40)
    referee = begun(find(today, "C1-2"), actor, now)
    hand = referee.hand("a", 40).entry
    referee.write({"type": "protest", "side": "b", "text": "分数有误", "hand": str(hand.pk)})
    assert codes(today) == {"C1-2": ["disputed"], "B1-2": ["overdue"], "D1-2": ["late"], "A1-2": []}


def test_a_finished_match_is_unconfirmed_and_a_paused_one_says_so(today: Tournament, actor: Actor, now: Any) -> None:
    finish(find(today, "A1-2"), actor)
    begun(find(today, "B1-2"), actor, now).write({"type": "pause"})
    found = codes(today)
    assert (found["A1-2"], found["B1-2"]) == (["unconfirmed"], ["paused"])


def test_a_ruling_takes_the_dispute_off_the_tile(today: Tournament, actor: Actor, now: Any) -> None:
    referee = begun(find(today, "A1-2"), actor, now)
    protest = referee.write({"type": "protest", "side": "b", "text": "分数有误"}).entry
    referee.write({"type": "ruling", "protest": str(protest.pk), "text": "不成立"})
    assert codes(today)["A1-2"] == []


def test_a_tile_shows_levels_hand_and_clock(today: Tournament, actor: Actor, now: Any) -> None:
    begun(find(today, "A1-2"), actor, now).hand("a", 40)
    tile = next(tile for tile in desk_of(today).tiles if tile.card and tile.card.match.code == "A1-2")
    assert tile.hand == 2
    assert tile.levels is not None
    assert tile.clock is not None
    assert tile.clock.state == "running"
    assert tile.contact is not None
    assert tile.contact.name == actor.name


@pytest.mark.parametrize(
    ("minutes", "waits"),
    [pytest.param(9, False, id="before the limit"), pytest.param(10, True, id="at the limit")],
)
def test_a_forfeit_is_proposed_from_the_rules_limit_on(today: Tournament, now: Any, minutes: int, waits: bool) -> None:
    today.details = {"late_minutes": 10}
    today.save()
    Match.objects.filter(stage__tournament=today, round=1, group__gt="").update(
        starts_at=now - timedelta(minutes=minutes)
    )
    found = desk_of(today, now)
    assert ("late" in [one.kind for one in found.queue]) is waits
    assert {late.minutes for late in found.late} == {minutes}


def test_who_has_checked_in_is_not_proposed_as_absent(today: Tournament, actor: Actor, now: Any) -> None:
    match = find(today, "A1-2")
    check_in(match.pk, "a", None, actor)
    late = next(one for one in desk_of(today).late if one.card.match == match)
    assert (late.absent, late.verdict) == (("b",), "forfeit-b")
    check_in(match.pk, "b", None, actor)
    assert match not in [one.card.match for one in desk_of(today).late]


def test_nobody_is_late_for_a_table_still_in_use(today: Tournament, actor: Actor, now: Any) -> None:
    begun(find(today, "A1-2"), actor, now)
    Match.objects.filter(pk=find(today, "A1-3").pk).update(starts_at=now - timedelta(minutes=30))
    assert "A1-3" not in [one.card.match.code for one in desk_of(today).late]


def test_lateness_counts_from_the_call_where_the_notice_says_so(today: Tournament, now: Any) -> None:
    today.details = {"late_minutes": 10, "late_from": "announced"}
    today.save()
    assert desk_of(today).late == []
    Match.objects.filter(pk=find(today, "A1-2").pk).update(called_at=now - timedelta(minutes=11))
    assert [(one.card.match.code, one.minutes) for one in desk_of(today, now).late] == [("A1-2", 11)]


@pytest.mark.parametrize(("clock", "minutes"), [(PLANNED, 12), (ACTUAL, 0)])
def test_a_late_match_begins_with_the_clock_from_where_the_chief_says(
    today: Tournament, actor: Actor, now: Any, clock: str, minutes: int
) -> None:
    match, key = find(today, "A1-2"), uuid4()
    for _ in range(2):
        allow_start(match.pk, reason="堵车", clock_from=clock, declarer="", actor=actor, key=key)
    start, note = match_state(find(today, "A1-2")).entries
    assert (now - timezone.datetime.fromisoformat(start["at"])).total_seconds() // 60 == minutes if minutes else True
    assert "堵车" in note["text"]
    assert find(today, "A1-2").status == Match.Status.PLAYING


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ({"reason": " "}, "reason"),
        ({"reason": "迟" * 201}, "reason"),
        ({"clock_from": "later"}, "clock"),
        ({"declarer": "c"}, "declarer"),
    ],
)
def test_allowing_refuses_what_it_cannot_use(today: Tournament, actor: Actor, typed: dict[str, str], at: str) -> None:
    facts = {"reason": "堵车", "clock_from": ACTUAL, "declarer": "", **typed}
    with pytest.raises(Refusal) as refused:
        allow_start(find(today, "A1-2").pk, actor=actor, key=uuid4(), **facts)
    assert refused.value.at == at
    assert find(today, "A1-2").version == 0


def test_only_the_chief_lets_a_late_match_begin(today: Tournament, office: Account) -> None:
    facts: dict[str, Any] = {"reason": "堵车", "clock_from": ACTUAL, "declarer": ""}
    with pytest.raises(NotAllowed):
        allow_start(find(today, "A1-2").pk, actor=Actor.of(office), key=uuid4(), **facts)


def test_a_match_already_begun_is_not_allowed_again(today: Tournament, actor: Actor, now: Any) -> None:
    begun(find(today, "A1-2"), actor, now)
    with pytest.raises(Conflict):
        allow_start(find(today, "A1-2").pk, reason="堵车", clock_from=ACTUAL, declarer="", actor=actor, key=uuid4())


def test_what_was_typed_comes_back_with_a_refusal(desk: Client, today: Tournament) -> None:
    today.details = {"late_minutes": 10}
    today.save()
    match = find(today, "A1-2")
    answer = desk.post(f"/chief/{today.slug}/allow/{match.pk}/", {"reason": "雨" * 201, "clock": "actual"})
    assert answer.status_code == 400
    assert "雨" * 201 in answer.content.decode()
    assert "最多 200 个字" in answer.content.decode()


def test_a_round_is_not_closed_while_a_table_is_open(today: Tournament, actor: Actor) -> None:
    for code in ("A1-2", "B1-2", "C1-2"):
        play(find(today, code), actor)
    stage = today.stages.get(number=1)
    with pytest.raises(Conflict) as refused:
        close_round(stage.pk, 1, actor)
    assert "4号桌" in refused.value.message
    play(find(today, "D1-2"), actor)
    for _ in range(2):
        assert close_round(stage.pk, 1, actor).closable
    assert today.audit_entries.filter(action="round.close").count() == 1
    now_on = round_now(today)
    assert now_on is not None
    assert (now_on.number, now_on.done) == (2, 0)


def test_the_round_is_closed_from_the_page(desk: Client, today: Tournament, actor: Actor) -> None:
    stage = today.stages.get(number=1)
    facts = {"stage": stage.pk, "round": 1}
    refused = desk.post(f"/chief/{today.slug}/round/close/", facts, follow=True).content.decode()
    assert "第1轮还不能结束" in refused
    for junk in ({}, {"stage": "x", "round": "9" * 40}, {"stage": stage.pk, "round": "77"}):
        assert desk.post(f"/chief/{today.slug}/round/close/", junk).status_code == 302


def test_results_wait_for_another_persons_eyes(desk: Client, today: Tournament, actor: Actor, chief: Account) -> None:
    other = Actor.of(factories.account("helper", chief=True))
    first, own = play(find(today, "A1-2"), other), play(find(today, "B1-2"), actor)
    assert "verify" in kinds(today)
    listing = desk.get(f"/chief/{today.slug}/verify/").content.decode()
    assert listing.count("本人记过") == 1
    page = f"/chief/{today.slug}/verify/{first.pk}/"
    assert "自核的原因" not in desk.get(page).content.decode()
    answer = desk.post(page, {"version": first.version})
    assert answer["Location"].endswith(f"/verify/{own.pk}/")
    assert find(today, "A1-2").status == Match.Status.VERIFIED
    mine = f"/chief/{today.slug}/verify/{own.pk}/"
    assert desk.post(mine, {"version": own.version}).status_code == 400
    assert desk.post(mine, {"version": own.version, "reason": "只有一人"})["Location"].endswith("/verify/")
    result = find(today, "B1-2").results.get(superseded_at=None)
    assert result.self_verified_reason == "只有一人"
    assert "verify" not in kinds(today)


@pytest.mark.parametrize("version", ["", "0", "x", "9" * 50, "\0"])
def test_a_result_is_verified_only_as_it_was_looked_at(
    desk: Client, today: Tournament, actor: Actor, version: str
) -> None:
    match = play(find(today, "A1-2"), actor)
    answer = desk.post(f"/chief/{today.slug}/verify/{match.pk}/", {"version": version, "reason": "自己"})
    assert answer.status_code == 409
    assert find(today, "A1-2").status == Match.Status.CONFIRMED


def test_one_pause_for_all_tables_backdated_and_one_resume(today: Tournament, actor: Actor, now: Any) -> None:
    for code, minutes in (("A1-2", 30), ("B1-2", 5)):
        begun(find(today, code), actor, now - timedelta(minutes=minutes))
    finish(find(today, "C1-2"), actor)
    key, cut = uuid4(), now - timedelta(minutes=10)
    assert [pause_all(today, cut, actor, key) for _ in range(2)] == [2, 0]
    assert {match.code for match in standstill_of(today).paused} == {"A1-2", "B1-2"}
    early, late = (match_state(find(today, code)).entries[-1] for code in ("A1-2", "B1-2"))
    assert timezone.datetime.fromisoformat(early["at"]) == cut
    assert timezone.datetime.fromisoformat(late["at"]) == now - timedelta(minutes=5)  # it began after the cut
    assert resume_all(today, now, actor, uuid4()) == 2
    tile = next(tile for tile in desk_of(today, now).tiles if tile.card and tile.card.match.code == "A1-2")
    assert tile.clock is not None
    assert tile.clock.seconds_left == (60 - 20) * 60


@pytest.mark.parametrize("at", ["", "gestern", "2011-13-45 99:99", "9999-12-31 23:59:59", "2001-01-01 00:00", "\0"])
def test_the_pause_refuses_what_is_no_time(desk: Client, today: Tournament, actor: Actor, now: Any, at: str) -> None:
    begun(find(today, "A1-2"), actor, now)
    for step in ("pause", "resume", "", "x"):
        assert desk.post(f"/chief/{today.slug}/power/", {"at": at, "step": step}).status_code == 400
    assert find(today, "A1-2").version == 1


def test_the_page_pauses_and_resumes(desk: Client, today: Tournament, actor: Actor, now: Any) -> None:
    begun(find(today, "A1-2"), actor, now - timedelta(minutes=5))
    at = f"{timezone.localtime(now):%Y-%m-%d %H:%M:%S}"
    page = f"/chief/{today.slug}/power/"
    assert "已暂停 1 桌" in desk.post(page, {"at": at, "step": "pause"}, follow=True).content.decode()
    assert "已恢复 1 桌" in desk.post(page, {"at": at, "step": "resume"}, follow=True).content.decode()


def test_the_desk_is_answered_by_304_until_something_happens(
    desk: Client, today: Tournament, actor: Actor, now: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.chief.desk.FRESH_SECONDS", 10**9)
    page = f"/chief/{today.slug}/"
    first = desk.get(page, headers={"X-Part": "desk"})
    again = {"X-Part": "desk", "If-None-Match": first["ETag"]}
    assert desk.get(page, headers=again).status_code == 304
    begun(find(today, "A1-2"), actor, now)
    assert desk.get(page, headers=again).status_code == 200


def test_the_sheet_beside_the_grid_is_answered_by_304_until_something_is_written(
    desk: Client, today: Tournament, actor: Actor, now: Any
) -> None:
    referee = begun(find(today, "A1-2"), actor, now)
    page = f"/chief/{today.slug}/sheet/{referee.match.pk}/"
    first = desk.get(page)
    assert desk.get(page, headers={"If-None-Match": first["ETag"]}).status_code == 304
    referee.hand("a", 40)
    fresh = desk.get(page, headers={"If-None-Match": first["ETag"]})
    assert "闲家台面40分" in fresh.content.decode()


def test_the_result_page_cites_a_clause_for_every_hand_and_tells_who_signed(
    client: Client, both: Account, today: Tournament, actor: Actor
) -> None:
    referee = finish(find(today, "A1-2"), actor, points=(40, 85))
    wrong = referee.match.entries.filter(type="hand").order_by("n")[0]
    referee.strike(wrong.pk, "记在别桌")
    referee.confirm()
    client.force_login(both)
    page = client.get(f"/chief/{today.slug}/result/{referee.match.pk}/").content.decode()
    assert page.count("〔") >= 1
    for words in ("甲方坐庄", "已划去：记在别桌", "尚未核验", "确认"):
        assert words in page


def test_a_lot_that_no_match_owes_is_refused_in_words(desk: Client, today: Tournament) -> None:
    match = find(today, "A1-2")
    answer = desk.post(f"/chief/{today.slug}/decide/{match.pk}/", {"winner": "a"})
    assert answer.status_code == 409
    assert "本场现在没有要由裁判长决定的胜负。" in answer.content.decode()


def test_an_open_chain_of_queries_does_not_grow_with_the_tables(today: Tournament, actor: Actor, now: Any) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as found:
            desk_of(today)
        return len(found)

    begun(find(today, "A1-2"), actor, now).hand("a", 40)
    one = count()
    for code in ("B1-2", "C1-2", "D1-2"):
        begun(find(today, code), actor, now).hand("a", 40)
    assert count() == one


@pytest.mark.parametrize("page", ["", "protests/", "verify/", "power/"])
def test_every_page_of_the_desk_names_its_tournament(desk: Client, today: Tournament, page: str) -> None:
    assert f'<span class="chief-name">{today.name}</span>' in desk.get(f"/chief/{today.slug}/{page}").content.decode()


def test_a_match_that_ended_level_says_what_it_waits_for(actor: Actor, now: Any) -> None:
    """With an extra hand it is played at the table; the chief is asked only where the ruleset asks him."""
    double = factories.tournament("double", "shuangkou")
    referee = begun(find(double, "A1-2"), actor, now)
    for side, points in (("a", 60), ("a", 90), ("b", 60)):
        referee.hand(side, points)
    referee.write({"type": "time-up", "at": timezone.localtime().isoformat(), "cards_drawn": False})
    tile = next(tile for tile in desk_of(double).tiles if tile.troubles)
    assert [(one.code, one.word) for one in tile.troubles] == [("tied", "待加赛一副")]
    assert "decision" not in kinds(double)
