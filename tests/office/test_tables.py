"""The tables of a hall: where they stand, when they may be used, one more, one less."""

from collections.abc import Callable
from datetime import time

import pytest
from django.test import Client

from tests.office.conftest import STARTS_AT
from tests.schedule_checker import Wishes, meetings_of, problems
from tournament.models import AuditEntry, Match, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.refusal import Refusal
from tournament.services.schedule_rows import usable_of
from tournament.services.scheduling import clash_sentences, lay_out, move_match
from tournament.services.tables import add_table, change_table, hours_text, read_hours, retire_table

Enter = Callable[..., list[Team]]

READ = {
    "08:30-12:00": [["08:30", "12:00"]],
    " 8:30 - 12:00 \n\n14:00~18:00": [["08:30", "12:00"], ["14:00", "18:00"]],
    "8:30-12:00": [["08:30", "12:00"]],
    "2026-05-09 14:00-18:00": [["2026-05-09T14:00:00+08:00", "2026-05-09T18:00:00+08:00"]],
    "": [],
}


@pytest.mark.parametrize(("typed", "stored"), READ.items())
def test_hours_are_read_as_people_type_them_and_shown_again(typed: str, stored: list[list[str]]) -> None:
    assert read_hours(typed) == stored
    assert read_hours(hours_text(stored)) == stored


@pytest.mark.parametrize("typed", ["上午", "12:00-08:30", "25:00-26:00", "2026-02-30 08:00-09:00", "8-9", "\x00"])
def test_hours_that_are_none_are_refused_with_how_to_write_them(typed: str) -> None:
    if typed == "\x00":
        assert read_hours(typed) == []
        return
    with pytest.raises(Refusal, match="请写成 08:30-12:00"):
        read_hours(typed)


def test_tables_are_added_changed_and_retired(cup: Tournament, me: Actor) -> None:
    change_table(cup, 2, place="二楼  东侧", hours="08:30-12:00", actor=me)
    second = cup.tables.get(number=2)
    assert (second.place, second.hours) == ("二楼东侧", [["08:30", "12:00"]])
    assert AuditEntry.objects.first().action == "table.change"
    retire_table(cup, 3, me)
    assert list(cup.tables.values_list("number", flat=True)) == [1, 2, 4, 5]
    assert add_table(cup, me).number == 3
    assert add_table(cup, me, number=18, place="门口").place == "门口"
    for number in (18, 201):
        with pytest.raises(Refusal, match="还没有用的号码"):
            add_table(cup, me, number=number)


def test_a_table_with_a_match_and_the_last_table_stay(cup: Tournament, me: Actor, entered: Enter) -> None:
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    lay_out(cup, starts_at=STARTS_AT, actor=me)
    with pytest.raises(Refusal, match="1号桌还排着场次 .*，不能停用"):
        retire_table(cup, 1, me)
    Match.objects.update(table=None)
    for number in (1, 2, 3, 4):
        retire_table(cup, number, me)
    with pytest.raises(Refusal, match="至少要有一张桌"):
        retire_table(cup, 5, me)
    with pytest.raises(Refusal, match="没有9号桌"):
        retire_table(cup, 9, me)


def test_the_layout_keeps_the_hours_and_a_move_out_of_them_is_named(cup: Tournament, me: Actor, entered: Enter) -> None:
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    change_table(cup, 1, place="", hours="19:30-22:00", actor=me)
    lay_out(cup, starts_at=STARTS_AT, actor=me)
    assert problems(meetings_of(cup), Wishes(tables={1: [(time(19, 30), time(22))]})) == []
    match = Match.objects.exclude(table=None).exclude(table__number=1).order_by("starts_at")[0]
    with pytest.raises(Refusal, match="排在1号桌不可用的时间"):
        move_match(match.pk, 1, STARTS_AT, me)
    change_table(cup, match.table.number, place="", hours="08:00-09:00", actor=me)
    assert any("不可用的时间" in sentence for sentence in clash_sentences(cup))


def test_the_page_keeps_what_was_typed_and_says_where_it_is_wrong(cup: Tournament, staff: Client) -> None:
    page = f"/office/{cup.slug}/tables/"
    wrong = staff.post(f"{page}2/", {"place": "窗边", "hours": "下午"})
    text = wrong.content.decode()
    assert wrong.status_code == 400
    assert "“下午”不是可用时间" in text
    assert 'value="窗边"' in text
    assert ">下午</textarea>" in text
    assert staff.post(f"{page}2/", {"place": "窗边", "hours": "13:00-17:00"}).status_code == 302
    assert "13:00-17:00</textarea>" in staff.get(page).content.decode()
    assert staff.post(page, {"number": "6", "place": ""}).status_code == 302
    assert staff.post(f"{page}6/retire/").status_code == 302
    assert cup.tables.count() == 5
    for junk in ({"number": "0"}, {"number": "9" * 40}, {"place": "长" * 61}, {"number": "1"}):
        assert staff.post(page, junk).status_code == 400
    assert staff.post(f"{page}99/", {"place": "", "hours": ""}).status_code == 400
    assert staff.post(f"{page}99/retire/").status_code == 302


@pytest.mark.parametrize("hours", [[["x", "y"]], [1, 2], [["08:00"]], {"a": 1}, "junk", [["2026-05-09T08:00", None]]])
def test_hours_that_cannot_be_read_limit_nothing(cup: Tournament, hours: object) -> None:
    cup.tables.filter(number=1).update(hours=hours)
    assert usable_of(cup) == {}
