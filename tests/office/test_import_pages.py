"""The pages of the import: upload, the rows with their troubles, entering them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.office.conftest import make
from tests.office.sheets import HEAD, entered, listed, team, workbook
from tournament.models import AuditEntry, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.importing.known import registered

Rows = list[list[Any]]


@pytest.fixture
def page(cup: Tournament) -> str:
    return f"/office/{cup.slug}/entries/import/"


def post_file(staff: Client, page: str, data: bytes, name: str = "名单.xlsx") -> HttpResponse:
    return staff.post(page, {"file": SimpleUploadedFile(name, data)})


def hidden(answer: HttpResponse) -> dict[str, str]:
    """The fields that the preview carries."""
    text = answer.content.decode()
    return {key: re.search(f'name="{key}" value="([^"]*)"', text)[1] for key in ("parcel", "shown")}


def test_outside_the_window_a_list_needs_a_reason(cup: Tournament, page: str, staff: Client, me: Actor) -> None:
    Tournament.objects.filter(pk=cup.pk).update(entry_closes_at=timezone.now() - timedelta(days=1))
    answer = post_file(staff, page, workbook(listed(2)))
    assert "补报须写明理由" in answer.content.decode()
    refused = staff.post(f"{page}rows/", {**hidden(answer), "enter": "1"})
    assert refused.status_code == 400
    assert "工作人员补报，请写明理由" in refused.content.decode()
    done = staff.post(f"{page}rows/", {**hidden(refused), "enter": "1", "reason": "主席批准"})
    assert done.status_code == 302
    assert AuditEntry.objects.get(action="team.import").reason == "主席批准"


def test_from_the_file_to_the_teams_over_the_pages(cup: Tournament, page: str, staff: Client) -> None:
    answer = post_file(staff, page, workbook([HEAD, team("甲系", "张三", "李四"), team("甲系", "张三", "王五")]))
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "1 行要处理" in text
    assert "“张三”已在第 2 行中" in text
    assert not Team.objects.exists()
    fields = hidden(answer)
    refused = staff.post(f"{page}rows/", {**fields, "enter": "1"})
    assert refused.status_code == 400
    assert "还有 1 行没有解决" in refused.content.decode()
    done = staff.post(f"{page}rows/", {**hidden(refused), "enter": "1", "namesake": "3"})
    assert done.url == f"/office/{cup.slug}/entries/"
    assert "已登记 2 队。" in staff.get(done.url).content.decode()
    assert Team.objects.count() == 2


def test_leaving_a_row_out_shows_the_list_again_before_it_is_entered(cup: Tournament, page: str, staff: Client) -> None:
    answer = post_file(staff, page, workbook([HEAD, team("甲系", "张三", "李四"), team("甲系", "张三", "王五")]))
    again = staff.post(f"{page}rows/", {**hidden(answer), "enter": "1", "skip": "3"})
    assert again.status_code == 409
    assert "请再看一遍下面的预览" in again.content.decode()
    assert staff.post(f"{page}rows/", {**hidden(again), "enter": "1", "skip": "3"}).status_code == 302
    assert Team.objects.count() == 1


def test_a_longer_list_sent_again_needs_one_press_to_leave_out_what_is_there(
    cup: Tournament, page: str, staff: Client, me: Actor
) -> None:
    entered(cup, me, *listed(3)[1:])
    answer = post_file(staff, page, workbook(listed(5)))
    assert "已登记过的 3 行不再登记" in answer.content.decode()
    again = staff.post(f"{page}rows/", {**hidden(answer), "skip-known": "1"})
    skip = re.findall(r'name="skip" value="(\d+)" checked', again.content.decode())
    assert skip == ["2", "3", "4"]
    assert staff.post(f"{page}rows/", {**hidden(again), "skip": skip, "enter": "1"}).status_code == 302
    assert Team.objects.count() == 5


def test_a_pasted_list_gets_the_same_preview(cup: Tournament, page: str, staff: Client) -> None:
    answer = staff.post(page, {"text": "甲系 张三 李四\n乙系 王五"})
    assert "队员2姓名不能为空" in answer.content.decode()
    assert hidden(answer)["parcel"]


def test_a_refused_upload_keeps_the_pasted_text(page: str, staff: Client) -> None:
    answer = staff.post(page, {"text": "单位 队员1\n甲系 张三"})
    assert answer.status_code == 400
    assert "单位 队员1\n甲系 张三</textarea>" in answer.content.decode()
    assert "缺少表头“队员2”" in answer.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"parcel": "x"},
        {"parcel": "x", "namesake": ["-1", "x", "9" * 30, "²"], "skip": "\0"},
    ],
)
def test_rows_without_a_parcel_lead_back_to_the_upload(page: str, staff: Client, fields: dict[str, Any]) -> None:
    answer = staff.post(f"{page}rows/", fields)
    assert answer.status_code == 400
    assert "请重新上传文件" in answer.content.decode()


@pytest.mark.parametrize("ticks", [["-1", "x", "9" * 30, "²", "٣", "0"], ["\0"]])
def test_strange_ticks_tick_nothing(page: str, staff: Client, ticks: list[str]) -> None:
    answer = post_file(staff, page, workbook(listed(1)))
    again = staff.post(
        f"{page}rows/", {**hidden(answer), "namesake": ticks, "skip": ticks, "reason": "\0", "check": "1"}
    )
    assert again.status_code == 200
    assert "没有问题" in again.content.decode()


def test_nothing_chosen_is_told(page: str, staff: Client) -> None:
    answer = staff.post(page, {"text": " "})
    assert answer.status_code == 400
    assert "请选择文件，或粘贴名单。" in answer.content.decode()


def test_the_rows_page_by_itself_leads_to_the_upload(page: str, staff: Client) -> None:
    assert staff.get(f"{page}rows/").url == page


def test_markup_in_a_cell_is_shown_as_text(page: str, staff: Client) -> None:
    answer = post_file(staff, page, workbook([HEAD, team("<b>甲</b>", "张三", "李四")]), "<i>.xlsx")
    assert "<b>甲" not in answer.content.decode()
    assert "<i>" not in answer.content.decode()


def test_too_many_troubles_are_not_decided_row_by_row(cup: Tournament, page: str, staff: Client, me: Actor) -> None:
    rows = listed(401)
    entered(cup, me, *rows[1:])
    text = post_file(staff, page, workbook(rows)).content.decode()
    assert "有问题的行太多" in text
    assert 'name="skip"' not in text


def test_very_many_rows_that_are_there_can_be_left_out_at_once(
    cup: Tournament, page: str, staff: Client, me: Actor
) -> None:
    rows = listed(410)
    entered(cup, me, *rows[1:406])
    answer = post_file(staff, page, workbook(rows))
    again = staff.post(f"{page}rows/", {**hidden(answer), "skip-known": "1"})
    kept = {"skip": re.search('name="skip" value="([^"]*)"', again.content.decode())[1]}
    assert staff.post(f"{page}rows/", {**hidden(again), **kept, "enter": "1"}).status_code == 302
    assert Team.objects.count() == 410


def test_a_list_of_more_text_than_a_page_carries_is_refused(
    page: str, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.services.importing.parcel.MOST", 100)
    answer = post_file(staff, page, workbook(listed(3)))
    assert answer.status_code == 400
    assert "名单里的文字太多" in answer.content.decode()


def test_a_preview_costs_as_many_queries_with_64_rows_as_with_8(cup: Tournament, page: str, staff: Client) -> None:
    counts = []
    for rows in (8, 64):
        with CaptureQueriesContext(connection) as captured:
            assert post_file(staff, page, workbook(listed(rows))).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_entering_costs_as_many_queries_with_64_rows_as_with_8(me: Actor) -> None:
    counts = []
    for rows in (8, 64):
        cup = make(me, name=f"{rows}")
        with CaptureQueriesContext(connection) as captured:
            entered(cup, me, *listed(rows)[1:])
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert registered(cup).teams == 64
