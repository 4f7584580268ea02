"""现场调度: who is there, who is late, which table is free, calling a pair, the projected end."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.playing import Referee
from tournament.models import Account, AuditEntry, Match, Tournament
from tournament.services.actor import Actor
from tournament.services.calling import call_to_table
from tournament.services.check_in import attendance_of, check_in, take_back
from tournament.services.floor import floor_of
from tournament.services.refusal import Conflict, Refusal

pytestmark = pytest.mark.django_db
ME = Actor.program("调度")


@pytest.fixture(autouse=True)
def _morning() -> Iterator[None]:
    """Ten in the morning: what is played stays within the day."""
    with time_machine.travel(datetime(2026, 5, 8, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai")), tick=True):
        yield


@pytest.fixture
def cup(_morning: None) -> Tournament:
    """Twelve teams with players, four tables, the first round planned for now."""
    made = factories.tournament("cup")
    for team in made.teams.all():
        for number in (1, 2):
            team.players.get_or_create(number=number, defaults={"name": f"{team.name}{number}"})
    shift = timezone.now().replace(second=0, microsecond=0) - factories.STARTS_AT
    for match in Match.objects.filter(stage__tournament=made).exclude(starts_at=None):
        match.starts_at, match.ends_at = match.starts_at + shift, match.ends_at + shift
        match.save()
    return made


def first(cup: Tournament) -> Match:
    return Match.objects.filter(stage__tournament=cup, table__number=1).order_by("starts_at")[0]


def start(match: Match) -> Referee:
    referee = Referee(match, ME)
    referee.write({"type": "start", "at": timezone.now().isoformat(), "declarer": "a"})
    return referee


def test_players_check_in_one_by_one_or_all_of_a_side_and_are_taken_back(cup: Tournament) -> None:
    match = first(cup)
    one, other = attendance_of([match.pk])[match.pk]["a"].players
    assert check_in(match.pk, "a", [one.pk], ME).missing == [other.name]
    assert check_in(match.pk, "a", None, ME).complete
    assert take_back(match.pk, "a", [one.pk], ME).missing == [one.name]
    there = attendance_of([match.pk])[match.pk]
    assert (there["a"].missing, there["b"].complete) == ([one.name], False)
    actions = list(
        AuditEntry.objects.filter(action__startswith="checkin").order_by("pk").values_list("after", flat=True)
    )
    assert actions == [[one.name], [other.name], [one.name]]


def test_checking_in_twice_keeps_the_first_time(cup: Tournament) -> None:
    match = first(cup)
    before = check_in(match.pk, "a", None, ME).since
    assert check_in(match.pk, "a", None, ME).since == before


def test_a_stranger_an_unknown_side_a_begun_match_and_an_open_side_are_refused(cup: Tournament) -> None:
    match = first(cup)
    stranger = cup.teams.exclude(slots__match=match)[0].players.all()[0]
    final = Match.objects.get(stage__tournament=cup, place=1)
    for args, sentence in (
        ((match.pk, "a", [stranger.pk], ME), f"编号 {stranger.pk} 不是本场这一方的上场队员"),
        ((match.pk, "c", None, ME), "一方填的是“c”，只能是 a 或 b。"),
        ((final.pk, "a", None, ME), "本场这一方还没有确定是哪一队，不能登记到场。"),
    ):
        with pytest.raises(Refusal, match=sentence):
            check_in(*args)
    start(match)
    with pytest.raises(Refusal, match="本场已经开赛，到场登记不再改动。"):
        check_in(match.pk, "a", None, ME)


def test_the_hall_shows_who_is_late_and_over_the_limit(cup: Tournament) -> None:
    match = first(cup)
    check_in(match.pk, "a", None, ME)
    now = match.starts_at + timedelta(minutes=12) if match.starts_at else timezone.now()
    late = {one["card"].match.pk: one for one in floor_of(cup, now)["late"]}
    found = late[match.pk]
    assert found["minutes"] == 12
    assert len(found["absent"]) == 1
    assert found["over"]
    check_in(match.pk, "b", None, ME)
    found = next(one for one in floor_of(cup, now)["late"] if one["card"].match.pk == match.pk)
    assert (found["absent"], found["over"]) == ([], False)


def test_minutes_the_notice_names_go_before_the_rulesets(cup: Tournament) -> None:
    match = first(cup)
    assert match.starts_at
    cup.details = {"late_minutes": 20}
    cup.save()
    for minutes, over in ((19, False), (20, True)):
        late = floor_of(cup, match.starts_at + timedelta(minutes=minutes))["late"]
        assert next(one for one in late if one["card"].match.pk == match.pk)["over"] is over


def test_a_table_in_play_is_busy_and_the_waiting_match_is_offered_another(cup: Tournament) -> None:
    match = first(cup)
    start(match)
    found = floor_of(cup, timezone.now())
    states = {one["table"].number: one["state"] for one in found["tables"]}
    assert states[1] == "busy"
    assert set(states.values()) == {"busy", "free"}
    offered = [one["choice"] for one in (*found["late"], *found["next"])]
    assert 1 not in offered
    assert offered[:3] == [2, 3, 4]
    held = [one for one in found["next"] if one["card"].table == 1]
    assert held
    assert all(one["held_by"].match.pk == match.pk for one in held)


def test_one_press_sends_a_pair_to_a_free_table_and_keeps_the_plan(cup: Tournament) -> None:
    match = first(cup)
    start(match)
    second = Match.objects.filter(stage__tournament=cup, table__number=1, version=0).order_by("starts_at")[0]
    planned = second.starts_at
    names = [slot.team.name for slot in second.slots.order_by("side") if slot.team]
    assert call_to_table(second.pk, 4, ME) == f"请{'、'.join(names)}到4号桌。"
    second.refresh_from_db()
    assert (second.table.number if second.table else None, second.planned_at) == (4, planned)
    assert second.called_at is not None
    assert second.starts_at == second.called_at
    assert AuditEntry.objects.get(action="match.call").before["table"] == 1


def test_a_table_in_play_a_table_closed_an_unknown_one_and_an_open_pair_are_refused(cup: Tournament) -> None:
    match = first(cup)
    start(match)
    second = Match.objects.filter(stage__tournament=cup, table__number=1, version=0).order_by("starts_at")[0]
    with pytest.raises(Conflict, match="1号桌上场次 .* 还没有结束，请换一张空桌。"):
        call_to_table(second.pk, 1, ME)
    with pytest.raises(Refusal, match="没有77号桌。"):
        call_to_table(second.pk, 77, ME)
    with pytest.raises(Refusal, match="已经开赛，不能再叫号。"):
        call_to_table(match.pk, 2, ME)
    final = Match.objects.get(stage__tournament=cup, place=1)
    with pytest.raises(Refusal, match="对阵还没有定，不能叫号。"):
        call_to_table(final.pk, 2, ME)
    closed = cup.tables.get(number=3)
    closed.hours = [["2011-11-25T13:00:00+08:00", "2011-11-25T18:00:00+08:00"]]
    closed.save()
    with pytest.raises(Conflict, match="3号桌现在不在可用时间内。"):
        call_to_table(second.pk, 3, ME)


def test_the_end_follows_from_how_long_hands_really_take(cup: Tournament) -> None:
    match = first(cup)
    now = timezone.now()
    referee = start(match)
    for _hand in range(4):
        referee.hand("a", 40)
    rows = match.entries.filter(type="hand").order_by("n")
    for number, row in enumerate(rows):
        type(row).objects.filter(pk=row.pk).update(device_at=now + timedelta(minutes=10 * number))
    found = floor_of(cup, now + timedelta(minutes=35))
    (running,) = found["running"]
    assert running["hands"] == 4
    assert running["card"].end == match_deadline(match) + timedelta(minutes=5)


def match_deadline(match: Match) -> datetime:
    started = match.entries.get(type="start").payload["at"]
    return datetime.fromisoformat(started) + timedelta(minutes=60)


def test_on_another_day_the_page_says_when_the_next_match_is(cup: Tournament) -> None:
    early = timezone.now() - timedelta(days=2)
    found = floor_of(cup, early)
    assert found["behind"] is None
    assert found["other_day"] is not None
    later = floor_of(cup, timezone.now() + timedelta(days=2))
    assert later["missed"] == Match.objects.filter(stage__tournament=cup).exclude(starts_at=None).count()


def test_the_page_checks_in_and_calls_by_plain_forms(cup: Tournament) -> None:
    client = Client()
    client.force_login(factories.account("chief", chief=True))
    match, url = first(cup), reverse("office:floor", args=[cup.slug])
    assert "现场调度" in client.get(url).content.decode()
    presence = reverse("office:floor-presence", args=[cup.slug, match.pk])
    client.post(presence, {"side": "a", "present": "1"})
    assert attendance_of([match.pk])[match.pk]["a"].complete
    answer = client.post(reverse("office:floor-call", args=[cup.slug, match.pk]), {"table": "3"}, follow=True)
    assert "到3号桌。" in answer.content.decode()
    for junk in ("", "x", "9" * 30, "²"):
        answer = client.post(reverse("office:floor-call", args=[cup.slug, match.pk]), {"table": junk}, follow=True)
        assert "不是编号，请从页面上选。" in answer.content.decode()


def test_the_page_takes_as_many_queries_for_any_number_of_matches(
    cup: Tournament, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(24):
        floor_of(cup, timezone.now())


def test_the_public_page_tells_both_teams_their_table_once_called(cup: Tournament) -> None:
    cup.published = list(Tournament.Part.values)
    cup.save()
    url = reverse("public:tournament", args=[cup.slug])
    assert "请到3号桌" not in Client().get(url).content.decode()
    call_to_table(first(cup).pk, 3, ME)
    assert "请到3号桌" in Client().get(url).content.decode()
    cup.published = ["teams"]
    cup.save()
    assert "号桌" not in Client().get(url).content.decode()


def test_a_click_renews_the_page_in_place_and_says_what_was_done(
    cup: Tournament, client: Client, office: Account
) -> None:
    client.force_login(office)
    match = first(cup)
    path = reverse("office:floor-presence", args=[cup.slug, match.pk])
    one = attendance_of([match.pk])[match.pk]["a"].players[0]
    answer = client.post(path, {"side": "a", "player": one.pk, "present": "1"}, headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in text
    assert f'id="here-{match.pk}-{one.pk}"' in text
    assert "还差：" in text
    refused = client.post(
        reverse("office:floor-call", args=[cup.slug, match.pk]), {"table": "x"}, headers={"HX-Request": "true"}
    )
    assert "“x”不是编号" in refused.content.decode()
    assert client.post(path, {"side": "a", "present": "1"}).status_code == 302


def test_every_table_has_its_match_listed_and_what_is_left_out_is_counted(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.services.floor.MOST", 2)
    found = floor_of(cup)
    assert len(found["late"]) + len(found["next"]) == 4
    assert found["more"] == 8
    monkeypatch.setattr("tournament.services.floor.MOST", 48)
    assert floor_of(cup)["more"] == 0


@pytest.mark.parametrize(
    ("hour", "minute", "due", "missed"),
    [(23, 59, 4, 0), (0, 8, 4, 0), (5, 0, 4, 0), (6, 10, 0, 4)],
)
def test_an_evening_may_run_past_midnight(cup: Tournament, hour: int, minute: int, due: int, missed: int) -> None:
    """The first round was due at ten to midnight; at six in the morning it is one of yesterday that nobody began."""
    night = datetime(2026, 5, 8, 23, 50, tzinfo=ZoneInfo("Asia/Shanghai"))
    for number, match in enumerate(Match.objects.filter(stage__tournament=cup).order_by("starts_at", "pk")):
        match.starts_at = night if number < 4 else night + timedelta(days=2)
        match.ends_at = match.starts_at + timedelta(hours=1)
        match.save()
    now = night.replace(hour=hour, minute=minute) + timedelta(days=0 if hour == 23 else 1)
    with time_machine.travel(now, tick=False):
        found = floor_of(cup)
    assert (len(found["late"]), found["missed"]) == (due, missed)
