"""The draw's pages: slips with their preview, the record with its check, late teams, and what the public reads."""

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.office.conftest import make
from tournament.models import Department, Draw, GroupPlace, Match, MatchSlot, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.bracket import tournament_plans
from tournament.services.bracket_sections import sections_of
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import KNOCKOUT, Format
from tournament.services.late_entry import BYE, admit
from tournament.services.registration import enter_team
from tournament.services.shown import Shown
from tournament.services.waiting import waiting_teams
from tournament.services.waiting_list import join

Enter = Callable[..., list[Team]]


def numbers(cup: Tournament, typed: list[str]) -> dict[str, str]:
    teams = cup.teams.order_by("id")
    return {f"n-{team.pk}": text for team, text in zip(teams, typed, strict=True)}


def post(staff: Client, cup: Tournament, what: str, values: Any = None) -> Any:
    return staff.post(f"/office/{cup.slug}/{what}", values or {})


def page(staff: Client, cup: Tournament, what: str) -> str:
    return staff.get(f"/office/{cup.slug}/{what}").content.decode()


# Slips


def test_the_numbers_typed_are_the_draw(staff: Client, knockout: Tournament) -> None:
    typed = numbers(knockout, ["3", " 1 ", "2", "5", "4"])
    assert post(staff, knockout, "draw/slips/", {**typed, "present": "代表"}).status_code == 302
    draw = Draw.objects.get()
    teams = list(knockout.teams.order_by("id"))
    assert [draw.record["lots"][str(team.pk)] for team in teams] == [3, 1, 2, 5, 4]
    order = [slot for slot in draw.record["result"]["slots"] if slot]
    assert order == [str(teams[index].pk) for index in (1, 2, 0, 4, 3)]
    assert draw.present == "代表"


def test_in_groups_the_numbers_are_read_group_by_group(staff: Client, cup: Tournament, entered: Enter) -> None:
    teams = entered(cup, 8)
    post(staff, cup, "draw/slips/", numbers(cup, ["8", "7", "6", "5", "4", "3", "2", "1"]))
    places = {place.team_id: (place.group, place.number) for place in GroupPlace.objects.all()}
    assert (places[teams[7].pk], places[teams[6].pk], places[teams[0].pk]) == (("A", 1), ("A", 2), ("D", 2))


def test_what_is_wrong_is_said_at_its_team_and_nothing_typed_is_lost(staff: Client, knockout: Tournament) -> None:
    answer = post(staff, knockout, "draw/slips/", {**numbers(knockout, ["1", "1", "77", "", "x"]), "present": "代表"})
    assert answer.status_code == 400
    text = answer.content.decode()
    for sentence in (
        "1 号也写给了第2分会。", "1 号也写给了第1分会。", "“77”不是 1 到 5 的号码。", "“x”不是 1 到 5 的号码。",
        "还没有号码：第4分会。", "没有用到的号码：2、3、4、5。",
    ):  # fmt: skip
        assert sentence in text
    assert all(f'value="{typed}"' in text for typed in ("1", "77", "x", "代表"))
    assert not Draw.objects.exists()


@pytest.mark.parametrize("junk", ["\x00", "9" * 5000, "-1", "1.0", "①", "²", "1 2", "١"])
def test_junk_on_a_slip_is_refused_in_words(staff: Client, knockout: Tournament, junk: str) -> None:
    answer = post(staff, knockout, "draw/slips/", numbers(knockout, ["1", "2", "3", "4", junk]))
    assert answer.status_code == 400
    assert post(staff, knockout, "draw/slips/preview/", {"n-x": "1", "n-" + "9" * 40: junk}).status_code == 200
    assert not Draw.objects.exists()


def test_the_preview_says_who_meets_whom_and_who_clashes(staff: Client, me: Actor) -> None:
    cup = make(me, Format(shape=KNOCKOUT))
    for name in ("甲会", "甲会", "乙会", "丙会"):
        enter_team(cup, name, [f"{name}{cup.teams.count()}一", f"{name}{cup.teams.count()}二"], me)
    text = post(staff, cup, "draw/slips/preview/", numbers(cup, ["1", "2", "", "4"])).content.decode()
    assert "同单位：甲会" in text
    assert "已录入 3/4 队" in text
    assert "还没有用到的号码： 3" in text.replace("\n", " ") or "还没有用到的号码：3" in text
    assert not Draw.objects.exists()


def test_slips_need_teams_and_a_draw_not_yet_held(staff: Client, cup: Tournament, entered: Enter, me: Actor) -> None:
    assert "至少 2 队才能抽签" in page(staff, cup, "draw/slips/")
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    assert staff.get(f"/office/{cup.slug}/draw/slips/").status_code == 302


def test_a_team_named_twice_in_the_pasted_order_is_refused(staff: Client, knockout: Tournament) -> None:
    names = "\n".join(["第1分会", "第2分会", "第3分会", "第4分会", "第5分会", "第1分会"])
    answer = post(staff, knockout, "draw/typed/", {"groups": names})
    assert "“第1分会”写了两次" in answer.content.decode()


# The record


def test_the_record_downloaded_is_found_right_by_the_command(
    staff: Client, knockout: Tournament, me: Actor, tmp_path: Any
) -> None:
    draw = hold_draw(first_stage(knockout), actor=me, seed="大礼堂")
    added = admit(join(knockout, "迟到会", ["甲", "乙"], me, reason="堵车"), BYE, me, seed="门口")
    for path in (f"draw/record/{draw.pk}/", f"draw/addendum/{added.pk}/"):
        file = tmp_path / "record.json"
        file.write_bytes(staff.get(f"/office/{knockout.slug}/{path}").content)
        out, err = StringIO(), StringIO()
        call_command("draw", str(file), stdout=out, stderr=err)
        assert (err.getvalue(), json.loads(out.getvalue())) == ("", json.loads(file.read_text()))


def test_a_forged_late_entry_is_found_by_the_command(knockout: Tournament, me: Actor, tmp_path: Any) -> None:
    hold_draw(first_stage(knockout), actor=me, seed="大礼堂")
    record = admit(join(knockout, "迟到会", ["甲", "乙"], me, reason="堵车"), BYE, me, seed="门口").record
    record["result"]["taken"] = next(one for one in record["open"] if one != record["result"]["taken"])
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    err = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("draw", str(file), stdout=StringIO(), stderr=err)
    assert (stopped.value.code, "所得位置：重算为“第" in err.getvalue()) == (1, True)


def test_checking_again_says_whether_it_agrees(staff: Client, knockout: Tournament, me: Actor) -> None:
    hold_draw(first_stage(knockout), actor=me, seed="大礼堂")
    admit(join(knockout, "迟到会", ["甲", "乙"], me, reason="堵车"), BYE, me, seed="门口")
    assert "复核一致" in post(staff, knockout, "draw/check/").content.decode()
    slots = MatchSlot.objects.filter(source="team").order_by("pk")
    first, last = slots[0], slots[3]
    MatchSlot.objects.filter(pk=first.pk).update(source_team=last.source_team)
    text = post(staff, knockout, "draw/check/").content.decode()
    assert "复核不一致" in text
    assert f"现存“{last.source_team.name}”，按记录应为“{first.source_team.name}”" in text
    assert text.count("按记录应为") == 1


def test_the_record_of_a_draw_being_shown_is_not_given_out(staff: Client, knockout: Tournament) -> None:
    post(staff, knockout, "draw/hall/start/", {"seed": "大礼堂"})
    draw = Draw.objects.get()
    assert staff.get(f"/office/{knockout.slug}/draw/record/{draw.pk}/").status_code == 404
    Tournament.objects.update(published=Tournament.Part.values)
    assert Client().get(f"/{knockout.slug}/draw/{draw.pk}.json").status_code == 404


def test_draws_taken_back_stay_listed_with_their_record(staff: Client, knockout: Tournament, me: Actor) -> None:
    draw = hold_draw(first_stage(knockout), actor=me, seed="头一回的种子", present="各分会代表")
    answer = post(staff, knockout, "draw/undo/", {"typed_name": "别的"})
    assert "没有撤销" in answer.content.decode()
    post(staff, knockout, "draw/undo/", {"typed_name": knockout.name})
    text = page(staff, knockout, "draw/")
    assert "撤销过的抽签" in text
    assert "头一回的种子" in text
    assert "各分会代表" in text
    assert staff.get(f"/office/{knockout.slug}/draw/record/{draw.pk}/").json() == draw.record


def test_the_public_reads_seed_and_late_entries_in_words_once_published(knockout: Tournament, me: Actor) -> None:
    draw = hold_draw(first_stage(knockout), actor=me, seed="大礼堂", present="不公开的人")
    admit(join(knockout, "迟到会", ["甲", "乙"], me, reason="私事"), BYE, me, lot=2)
    assert Client().get(f"/{knockout.slug}/draw/{draw.pk}.json").status_code == 404
    Tournament.objects.update(published=[Tournament.Part.DRAW])
    text = Client().get(f"/{knockout.slug}/").content.decode()
    assert "种子：大礼堂" in text
    assert "迟到会（迟到会），3 个轮空位中抽得第 2 签" in text
    assert "新增场次：1/4决赛第2场；已抽出的对阵不变。" in text
    assert "不公开的人" not in text
    assert "私事" not in text
    assert Client().get(f"/{knockout.slug}/draw/{draw.pk}.json").json() == draw.record


# Late teams


LATE = {"department": "迟到会", "player1": "甲", "player2": "乙", "reason": "堵车"}


def test_a_late_team_is_entered_and_let_in_on_the_page(staff: Client, knockout: Tournament, me: Actor) -> None:
    hold_draw(first_stage(knockout), actor=me, seed="一")
    assert post(staff, knockout, "late/add/", LATE).status_code == 302
    text = page(staff, knockout, "late/")
    assert "轮空位（3 个可补）" in text
    team = waiting_teams(knockout)[0]
    answer = post(staff, knockout, f"late/{team.pk}/admit/", {"kind": "bye", "lot": "9", "present": "仲裁组"})
    assert answer.status_code == 400
    assert "应为 1 到 3" in answer.content.decode()
    assert "仲裁组" in answer.content.decode()
    post(staff, knockout, f"late/{team.pk}/admit/", {"kind": "bye", "lot": "1"})
    text = page(staff, knockout, "late/")
    assert "时间待定，请到赛程页安排" in text
    assert "候补名单是空的" in text
    assert "已补入" in text


def test_the_errors_of_a_late_entry_keep_what_was_typed(staff: Client, knockout: Tournament) -> None:
    answer = post(staff, knockout, "late/add/", {**LATE, "reason": " "})
    assert answer.status_code == 400
    assert 'value="迟到会"' in answer.content.decode()


def test_a_waiting_team_enters_before_the_draw_or_gives_up(staff: Client, knockout: Tournament) -> None:
    post(staff, knockout, "late/add/", LATE)
    post(staff, knockout, "late/enter/")
    assert not waiting_teams(knockout).exists()
    post(staff, knockout, "late/add/", {**LATE, "player1": "丙", "player2": "丁"})
    team = waiting_teams(knockout)[0]
    post(staff, knockout, f"late/{team.pk}/give-up/", {"reason": "回去了"})
    team.refresh_from_db()
    assert (team.withdrawn_reason, waiting_teams(knockout).exists()) == ("回去了", False)


def test_a_drawn_team_steps_down_for_the_first_waiting_on_the_page(
    staff: Client, knockout: Tournament, me: Actor
) -> None:
    hold_draw(first_stage(knockout), actor=me, seed="一")
    gone = knockout.teams.order_by("id")[2]
    post(staff, knockout, "late/add/", LATE)
    answer = post(staff, knockout, "late/step-down/", {"team": gone.pk, "reason": ""})
    assert answer.status_code == 400
    for junk in ("", "x", "9" * 30, "-1"):
        assert post(staff, knockout, "late/step-down/", {"team": junk, "reason": "出差"}).status_code == 400
    post(staff, knockout, "late/step-down/", {"team": gone.pk, "reason": "出差"})
    assert "“第3分会”退赛，由“迟到会”递补。" in page(staff, knockout, "late/")
    assert not MatchSlot.objects.filter(team=gone).exists()


@pytest.mark.parametrize(
    "values", [{}, {"kind": "x"}, {"kind": "bye", "lot": "9" * 50}, {"kind": "bye", "seed": "\x00"}, {"kind": "place"}]
)
def test_junk_is_refused_without_a_fault(
    staff: Client, knockout: Tournament, me: Actor, values: dict[str, str]
) -> None:
    hold_draw(first_stage(knockout), actor=me, seed="一")
    post(staff, knockout, "late/add/", LATE)
    team = waiting_teams(knockout)[0]
    assert post(staff, knockout, f"late/{team.pk}/admit/", values).status_code == 400
    assert waiting_teams(knockout).exists()


def test_the_spine_leads_to_a_draw_that_waits_for_its_confirmation(staff: Client, knockout: Tournament) -> None:
    post(staff, knockout, "draw/hall/start/", {"seed": "一"})
    text = page(staff, knockout, "")
    assert "揭晓中" in text
    assert "在大屏上揭晓并确认" in text


# Size


def many(cup: Tournament, count: int) -> None:
    """Teams as rows: the pages are what is looked at here."""
    department = Department.objects.create(tournament=cup, name="大单位")
    Team.objects.bulk_create(
        Team(tournament=cup, department=department, name=f"第{number}队", sort_key=f"{number:03}")
        for number in range(count)
    )


def queries(staff: Client, path: str) -> int:
    staff.get(path)
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert staff.get(path).status_code == 200
    return len(caught)


@pytest.mark.parametrize("path", ["draw/", "late/", "draw/slips/", "draw/hall/"])
def test_a_page_asks_as_often_for_64_teams_as_for_8(staff: Client, me: Actor, path: str) -> None:
    counts = []
    for size in (8, 64):
        cup = make(me, Format(shape=KNOCKOUT), slug=f"cup{size}")
        many(cup, size)
        if path == "draw/hall/":
            post(staff, cup, "draw/hall/start/", {"seed": "一"})
        elif path != "draw/slips/":
            hold_draw(first_stage(cup), actor=me, seed="一")
            join(cup, "迟到会", ["甲", "乙"], me, reason="堵车")
        counts.append(queries(staff, f"/office/{cup.slug}/{path}"))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("size", [5, 17, 40, 100, 512])
def test_a_large_bracket_is_shown_in_sections_that_hold_every_match(me: Actor, size: int) -> None:
    cup = make(me, Format(shape=KNOCKOUT, places=4))
    many(cup, size)
    hold_draw(first_stage(cup), actor=me, seed="一")
    plans = tournament_plans(cup, Shown())
    parts = [part for plan in plans for part in sections_of(plan)]
    drawn = {box.match.pk for part in parts for box in part.boxes}
    assert drawn == set(Match.objects.filter(stage__tournament=cup).values_list("pk", flat=True))
    for part in parts:
        assert part.rows <= 16
        assert {box.column for box in part.boxes} <= set(range(part.columns))
        assert len(part.rounds) == part.columns
        rows = {(box.column, box.row) for box in part.boxes}
        assert len(rows) == len(part.boxes)
        for box in part.boxes:
            if box.feeds:
                assert part.boxes[box.feeds[0]].column == box.column + 1
