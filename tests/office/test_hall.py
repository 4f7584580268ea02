"""The drawing screen of the hall: stored first, shown name by name, nothing public before it is confirmed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.office.conftest import make
from tournament.draw.record import check
from tournament.draw.reveal import order_of
from tournament.models import AuditEntry, Draw, GroupPlace, Match, Team, Tournament
from tournament.services import formats
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw, undo_draw
from tournament.services.formats import Format
from tournament.services.hall import confirm_hall, pending_draw, reveal, shown_of, start_hall, waiting_names
from tournament.services.refusal import Refusal
from tournament.services.verify import differences

Enter = Callable[..., list[Team]]


def test_the_record_is_stored_before_the_first_name_is_shown(knockout: Tournament, me: Actor) -> None:
    draw = start_hall(first_stage(knockout), actor=me, seed="大礼堂", present="各分会代表")
    assert (draw.revealed, draw.present, check(draw.record)) == (0, "各分会代表", [])
    assert not Match.objects.exists()
    assert AuditEntry.objects.get(action="draw.hold").after["record"] == draw.record
    assert differences(knockout) == []


def test_it_is_the_draw_that_the_seed_gives_without_a_screen(knockout: Tournament, me: Actor) -> None:
    stage = first_stage(knockout)
    start_hall(stage, actor=me, seed="同一颗种子")
    reveal(stage, 0, 99)
    shown = confirm_hall(stage, me).record
    undo_draw(stage, knockout.name, me)
    assert hold_draw(stage, actor=me, seed="同一颗种子").record == shown


def test_names_are_shown_in_the_drawn_order_each_once(knockout: Tournament, me: Actor) -> None:
    stage = first_stage(knockout)
    draw = start_hall(stage, actor=me, seed="大礼堂")
    shown = [one.name for step in range(5) for one in reveal(stage, step, 1)]
    names = {team["id"]: team["name"] for team in draw.record["teams"]}
    assert shown == [names[team] for team in order_of(draw.record)]


def test_a_repeated_request_shows_nothing_twice_and_a_second_screen_catches_up(knockout: Tournament, me: Actor) -> None:
    stage = first_stage(knockout)
    start_hall(stage, actor=me, seed="大礼堂")
    first = reveal(stage, 0, 1)
    assert reveal(stage, 0, 1) == first  # the answer got lost, the same request again
    two = reveal(stage, 1, 1)
    assert reveal(stage, 0, 1) == first + two
    assert pending_draw(stage).revealed == 2
    assert reveal(stage, 10**9, 1) != []
    assert len(reveal(stage, -7, 1)) == 3


def test_what_rolls_tells_nothing_of_the_order(knockout: Tournament, me: Actor) -> None:
    stage = first_stage(knockout)
    draw = start_hall(stage, actor=me, seed="大礼堂")
    assert waiting_names(draw) == sorted(team.name for team in knockout.teams.all())
    [one] = reveal(stage, 0, 1)
    assert one.name not in waiting_names(pending_draw(stage))


def test_the_opponent_and_the_bye_are_said_as_far_as_the_hall_knows(knockout: Tournament, me: Actor) -> None:
    stage = first_stage(knockout)
    start_hall(stage, actor=me, seed="大礼堂")
    reveal(stage, 0, 99)
    shown = shown_of(pending_draw(stage))
    against = [one.against for one in shown]
    assert against.count("首轮轮空") == 3
    pair = [one for one in shown if not one.bye]
    assert [one.against for one in pair] == ["", f"对 {pair[0].name}"]


def test_it_is_confirmed_only_after_the_last_name(knockout: Tournament, me: Actor) -> None:
    stage = first_stage(knockout)
    start_hall(stage, actor=me, seed="大礼堂")
    reveal(stage, 0, 4)
    with pytest.raises(Refusal, match="还有 1 队没有揭晓"):
        confirm_hall(stage, me)
    reveal(stage, 4, 1)
    confirm_hall(stage, me)
    assert Match.objects.filter(stage=stage).count() == 4
    assert differences(knockout) == []
    assert AuditEntry.objects.filter(action="draw.confirm").count() == 1
    with pytest.raises(Refusal, match="没有正在揭晓的抽签"):
        confirm_hall(stage, me)
    with pytest.raises(Refusal, match="没有正在揭晓的抽签"):
        reveal(stage, 5, 1)


def test_unpublished_stays_unpublished_unless_asked(knockout: Tournament, me: Actor) -> None:
    stage = first_stage(knockout)
    start_hall(stage, actor=me, seed="大礼堂")
    reveal(stage, 0, 5)
    confirm_hall(stage, me)
    knockout.refresh_from_db()
    assert knockout.published == []
    undo_draw(stage, knockout.name, me)
    start_hall(stage, actor=me, seed="大礼堂")
    reveal(stage, 0, 5)
    confirm_hall(stage, me, published=True)
    knockout.refresh_from_db()
    assert knockout.published == [Tournament.Part.DRAW]


def test_the_public_sees_nothing_of_a_draw_being_shown_even_where_draws_are_published(
    knockout: Tournament, me: Actor
) -> None:
    Tournament.objects.update(published=Tournament.Part.values)
    stage = first_stage(knockout)
    start_hall(stage, actor=me, seed="没有人知道的种子")
    reveal(stage, 0, 4)
    page = Client().get(f"/{knockout.slug}/").content.decode()
    assert "没有人知道的种子" not in page
    assert "bracket-side" not in page


def test_a_draw_being_shown_can_be_taken_back(knockout: Tournament, me: Actor) -> None:
    stage = first_stage(knockout)
    start_hall(stage, actor=me, seed="一")
    with pytest.raises(Refusal, match="已经抽过签"):
        start_hall(stage, actor=me, seed="二")
    undo_draw(stage, knockout.name, me)
    assert pending_draw(stage) is None
    start_hall(stage, actor=me, seed="二")
    assert Draw.objects.count() == 2


def test_what_could_not_be_stored_is_refused_before_the_show(me: Actor, entered: Enter) -> None:
    cup = make(me, Format(number=4, groups_at_tables=True), tables=3)
    entered(cup, 12)
    with pytest.raises(Refusal, match="组数不能多于桌数"):
        start_hall(first_stage(cup), actor=me, seed="一")
    assert not Draw.objects.exists()
    assert not GroupPlace.objects.exists()


@pytest.mark.parametrize(
    "chosen",
    [
        Format(shape=formats.LAST, last=3),
        Format(shape=formats.LOSERS, places=4),
        Format(shape=formats.BY_SIZE, number=4, advance=1, best=2),
        Format(shape=formats.BY_COUNT, number=2, advance="half"),
        Format(shape=formats.ROUND_ROBIN),
    ],
)
def test_every_format_drawn_at_once_can_be_shown_in_the_hall(chosen: Format, me: Actor, entered: Enter) -> None:
    cup = make(me, chosen)
    entered(cup, 11)
    stage = first_stage(cup)
    start_hall(stage, actor=me, seed="大礼堂")
    keys = [one.key for one in reveal(stage, 0, 11)]
    assert len(set(keys)) == 11
    assert not Match.objects.exists()
    confirm_hall(stage, me)
    shown = sorted(Match.objects.values_list("stage__number", "code", "round"))
    assert differences(cup) == []
    undo_draw(stage, cup.name, me)
    hold_draw(stage, actor=me, seed="大礼堂")
    assert sorted(Match.objects.values_list("stage__number", "code", "round")) == shown


# The pages


def act(staff: Client, cup: Tournament, what: str, **values: Any) -> Any:
    return staff.post(f"/office/{cup.slug}/draw/hall/{what}/", values)


def test_the_whole_way_through_the_pages_without_script(staff: Client, knockout: Tournament) -> None:
    answer = act(staff, knockout, "start", seed="大礼堂", present="代表")
    assert answer["Location"].endswith("/draw/hall/")
    page = staff.get(answer["Location"]).content.decode()
    assert "大礼堂" in page
    assert not any(f"<span>第{number}分会</span>" in page for number in range(1, 6))
    for seen in range(5):
        act(staff, knockout, "step", seen=seen, count=1)
    page = staff.get(answer["Location"]).content.decode()
    assert "确认抽签结果" in page
    assert page.count("轮空") >= 3
    assert act(staff, knockout, "confirm").status_code == 302
    assert Match.objects.count() == 4
    page = staff.get(f"/office/{knockout.slug}/draw/").content.decode()
    assert "种子：大礼堂" in page


def test_the_draw_page_of_a_draw_being_shown_leads_back_to_the_hall(staff: Client, knockout: Tournament) -> None:
    act(staff, knockout, "start", seed="大礼堂")
    act(staff, knockout, "step", seen=0, count=2)
    page = staff.get(f"/office/{knockout.slug}/draw/").content.decode()
    assert "已揭晓 2/5 队" in page
    assert "bracket-side" not in page


def test_the_script_gets_what_is_new_and_nothing_more(staff: Client, knockout: Tournament) -> None:
    act(staff, knockout, "start", seed="大礼堂")
    path = f"/office/{knockout.slug}/draw/hall/step/"
    answer = staff.post(path, {"seen": 0, "count": 1}, headers={"accept": "application/json"}).json()
    assert (answer["revealed"], answer["of"], len(answer["shown"])) == (1, 5, 1)
    assert set(answer["shown"][0]) == {"key", "name", "department", "where", "against", "bye"}


@pytest.mark.parametrize("junk", ["", "x", "-1", "9" * 40, "\x00", "1.5"])
def test_junk_is_refused_in_words(staff: Client, knockout: Tournament, junk: str) -> None:
    act(staff, knockout, "start", seed="大礼堂")
    path = f"/office/{knockout.slug}/draw/hall/step/"
    for values in ({"seen": junk, "count": 1}, {"seen": 0, "count": junk}):
        answer = staff.post(path, values, headers={"accept": "application/json"})
        assert answer.status_code == 400
        assert answer.json()["message"]
    assert Draw.objects.get().revealed == 0


def test_without_a_draw_to_show_the_screen_leads_to_the_draw_page(staff: Client, knockout: Tournament) -> None:
    assert staff.get(f"/office/{knockout.slug}/draw/hall/")["Location"].endswith("/draw/")
    path = f"/office/{knockout.slug}/draw/hall/step/"
    answer = staff.post(path, {"seen": 0, "count": 1}, headers={"accept": "application/json"})
    assert answer.status_code == 400


def test_a_seed_forgotten_keeps_what_was_typed(staff: Client, knockout: Tournament) -> None:
    answer = act(staff, knockout, "start", seed=" ", present="工会主席")
    assert answer.status_code == 400
    assert "工会主席" in answer.content.decode()


def test_groups_are_shown_group_by_group_place(staff: Client, cup: Tournament, entered: Enter, me: Actor) -> None:
    entered(cup, 9)
    act(staff, cup, "start", seed="厅")
    act(staff, cup, "step", seen=0, count=9)
    page = staff.get(f"/office/{cup.slug}/draw/hall/").content.decode()
    for group in "ABCD":
        assert f"{group}组" in page
    act(staff, cup, "confirm", published="1")
    assert GroupPlace.objects.count() == 9
    cup.refresh_from_db()
    assert cup.published == [Tournament.Part.DRAW]
