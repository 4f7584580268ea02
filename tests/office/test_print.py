"""Staff page 打印: documents by purpose, packs of a round made by a worker or in the request."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from tests import factories
from tests.documents import reading
from tests.documents.brackets import knockout
from tournament.documents.catalogue import DOCUMENTS, PURPOSES
from tournament.models import Job, Tournament
from tournament.services import jobs, packs
from tournament.services.actor import Actor
from tournament.services.fixtures import matches_of
from tournament.services.match_words import titles_of
from tournament.services.refusal import Refusal
from tournament.services.shown import Shown


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "folder", lambda: tmp_path / "packs")


@pytest.fixture
def working(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a worker, and it is busy."""
    monkeypatch.setattr(packs, "has_worker", lambda: True)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no worker."""
    monkeypatch.setattr(packs, "has_worker", lambda: False)


def _url(name: str, *arguments: object) -> str:
    return reverse(f"office:{name}", args=arguments)


def _saved(response: object) -> bytes:
    return b"".join(response.streaming_content)


def test_the_page_lists_every_document_by_purpose_with_what_it_waits_for(staff: Client, cup: Tournament) -> None:
    html = staff.get(_url("print", cup.slug)).content.decode()
    assert all(str(document.name) in html for document in DOCUMENTS.values())
    assert str(PURPOSES["wall"]) in html
    assert html.count("现在还没有") == sum(not document.is_ready(cup) for document in DOCUMENTS.values())
    assert "去抽签" in html


def test_what_can_be_had_is_linked_and_opens(staff: Client, anhui: Tournament) -> None:
    html = staff.get(_url("print", anhui.slug)).content.decode()
    for key, document in DOCUMENTS.items():
        address = reverse("public:document", args=[anhui.slug, key])
        assert (f'href="{address}"' in html) == document.is_ready(anhui)
        if document.is_ready(anhui):
            response = staff.get(address)
            assert response.status_code == 200
            assert response["Content-Disposition"].startswith("inline")
            assert response.content.startswith(b"%PDF")


def test_codes_on_paper_lead_to_the_address_the_office_used(anhui: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.views.server_address.remembered", lambda: "http://192.168.1.20:8000/")
    seen = []
    monkeypatch.setattr(DOCUMENTS["table-cards"].__class__, "pdf", lambda *a: seen.append(a[3]) or b"%PDF")
    client = Client()
    client.force_login(factories.account("office2", staff=True))
    for host in ("127.0.0.1:8000", "10.0.0.9:8000"):
        client.get(reverse("public:document", args=[anhui.slug, "table-cards"]), headers={"host": host})
    assert seen == ["http://192.168.1.20:8000/", "http://10.0.0.9:8000/"]


def test_this_machines_own_address_is_not_printed_while_the_network_has_one(
    anhui: Tournament, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.views.server_address.remembered", lambda: None)
    monkeypatch.setattr("tournament.services.addresses.lan_addresses", lambda: ["192.0.2.55"])
    seen = []
    monkeypatch.setattr(DOCUMENTS["table-cards"].__class__, "pdf", lambda *a: seen.append(a[3]) or b"%PDF")
    staff.get(reverse("public:document", args=[anhui.slug, "table-cards"]), headers={"host": "localhost:8000"})
    assert seen == ["http://192.0.2.55:8000/"]


def test_without_a_worker_the_pack_is_made_in_the_request(alone: None, staff: Client, anhui: Tournament) -> None:
    response = staff.post(_url("pack-make", anhui.slug), {"round": "1-2"})
    job = Job.objects.get()
    assert response.status_code == 302
    assert response["Location"] == _url("pack", anhui.slug, job.pk)
    assert (job.state, job.progress) == (Job.State.DONE, 100)
    assert "预览和打印" in staff.get(response["Location"]).content.decode()
    file = staff.get(_url("pack-file", anhui.slug, job.pk))
    assert file["Content-Type"] == "application/pdf"
    pages = reading.texts(_saved(file))
    matches = [match for match in matches_of(anhui) if match.group and match.round == 2]
    titles = titles_of(matches_of(anhui))
    assert len(pages) == 1 + len(matches) + 4
    assert "小组赛第2轮编排表" in pages[0]
    assert all(titles[match.pk].full in "".join(pages[1:5]) for match in matches)
    assert [f"{number}号桌" in page for number, page in enumerate(pages[5:], start=1)] == [True] * 4
    assert "院直1A—戏剧系" in pages[5]
    assert "第1页/共4页" in pages[1]  # every document counts its own pages


def test_with_a_worker_the_page_shows_how_far_it_is_and_can_be_hurried(
    working: None, staff: Client, anhui: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.tasks.run_job.delay", lambda pk: None)
    address = staff.post(_url("pack-make", anhui.slug), {"round": "1-1"})["Location"]
    job = Job.objects.get()
    assert job.state == Job.State.WAITING
    page = staff.get(address).content.decode()
    assert "不等了，现在就做" in page
    assert 'hx-trigger="every 2s"' in page
    assert staff.get(_url("pack-file", anhui.slug, job.pk)).status_code == 404
    Job.objects.update(state=Job.State.RUNNING, progress=40, message="已排好 4/9 页")
    part = staff.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "已排好 4/9 页" in part
    assert "<html" not in part
    assert "没有动静" not in part
    Job.objects.update(heartbeat_at=timezone.now() - timedelta(seconds=30))
    assert "没有动静" in staff.get(address).content.decode()
    assert staff.post(_url("pack-now", anhui.slug, job.pk)).status_code == 302
    assert Job.objects.get().state == Job.State.RUNNING  # somebody has it
    Job.objects.update(state=Job.State.WAITING)
    staff.post(_url("pack-now", anhui.slug, job.pk))
    assert Job.objects.get().state == Job.State.DONE
    assert "预览和打印" in staff.get(address).content.decode()


def test_a_pack_made_twice_is_the_same_one_file(anhui: Tournament) -> None:
    arguments = packs.arguments_of(anhui, "1-1", "")
    names = {packs.job(arguments, lambda percent, said: None) for _time in range(2)}
    assert len(names) == 1
    assert [file.name for file in packs.folder().iterdir()] == list(names)


def test_a_pack_that_fails_says_why_and_can_be_started_again(alone: None, staff: Client, anhui: Tournament) -> None:
    job = jobs.create(packs.KIND, **{**packs.arguments_of(anhui, "1-1", ""), "round": "9-9"})
    jobs.run(job.pk)
    page = staff.get(_url("pack", anhui.slug, job.pk)).content.decode()
    assert "没有这一轮；可以打印的有：小组赛第1轮" in page
    assert "重新生成" in page


@pytest.mark.parametrize("typed", ["", "9-9", "x" * 5000, "1-1\0", "<b>", "１-１", "-1"])
def test_a_round_that_is_not_there_is_refused_on_the_page(staff: Client, anhui: Tournament, typed: str) -> None:
    response = staff.post(_url("pack-make", anhui.slug), {"round": typed})
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()
    assert Job.objects.count() == 0


def test_a_pack_of_another_tournament_is_not_found(staff: Client, anhui: Tournament) -> None:
    other = knockout(4)
    job = jobs.create(packs.KIND, **packs.arguments_of(other, "1-1", ""))
    backup = jobs.create("backup")
    for pk in (job.pk, backup.pk, 10**12):
        assert staff.get(_url("pack", anhui.slug, pk)).status_code == 404
        assert staff.get(_url("pack-file", anhui.slug, pk)).status_code == 404
        assert staff.post(_url("pack-now", anhui.slug, pk)).status_code == 404


def test_a_file_cleared_away_is_said(alone: None, staff: Client, anhui: Tournament) -> None:
    address = staff.post(_url("pack-make", anhui.slug), {"round": "1-1"})["Location"]
    for file in packs.folder().iterdir():
        file.unlink()
    assert "文件已经清理" in staff.get(address).content.decode()
    assert staff.get(_url("pack-file", anhui.slug, Job.objects.get().pk)).status_code == 404


def test_the_round_that_comes_next_is_chosen_already(staff: Client, anhui: Tournament) -> None:
    from tests.playing import play
    from tournament.models import Match

    for match in Match.objects.filter(stage__tournament=anhui, round=1).exclude(group=""):
        play(Match.objects.select_related("stage__ruleset", "stage__tournament").get(pk=match.pk), Actor.program("x"))
    html = staff.get(_url("print", anhui.slug)).content.decode()
    assert '<option value="1-2" selected>' in html


def test_before_the_draw_there_is_no_pack(cup: Tournament) -> None:
    with pytest.raises(Refusal, match="请先抽签"):
        packs.arguments_of(cup, "1-1", "")


def test_a_pack_goes_with_the_last_knockout_match_too(anhui: Tournament) -> None:
    pages = PdfReader(BytesIO(packs.make_pack(anhui, "2-2", ""))).pages
    assert len(pages) == 2  # the final has no table yet: fixtures and its sheet


@pytest.mark.django_db
def test_the_page_asks_the_same_number_of_questions_at_8_and_64_teams(staff: Client) -> None:
    counts: list[int] = []
    for count in (8, 64):
        cup = knockout(count, slug=f"cup{count}")
        staff.get(_url("print", cup.slug))
        with CaptureQueriesContext(connection) as queries:
            staff.get(_url("print", cup.slug))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_all_documents_of_a_purpose_come_in_one_file(alone: None, staff: Client, anhui: Tournament) -> None:
    response = staff.post(_url("pack-make", anhui.slug), {"purpose": "before"})
    job = Job.objects.get()
    assert job.state == Job.State.DONE
    assert job.arguments["title"] == "通知和报名：全部文件"
    pages = reading.texts(_saved(staff.get(_url("pack-file", anhui.slug, job.pk))))
    wanted = [one for one in DOCUMENTS.values() if one.purpose == "before" and one.is_ready(anhui)]
    parts = [part for one in wanted for part in one.parts(anhui, Shown())]
    assert len(pages) == sum(len(each) for _frame, each in parts)
    assert all(any(f"·{frame.book or frame.name}·第1页" in page for page in pages) for frame, _each in parts)
    assert response["Location"] == _url("pack", anhui.slug, job.pk)


@pytest.mark.parametrize(
    ("typed", "said"), [("nothing", "没有这一类文件；可以打印的有：通知和报名"), ("wall", "还没有可打印的文件")]
)
def test_a_purpose_without_documents_is_refused_on_the_page(
    staff: Client, cup: Tournament, typed: str, said: str
) -> None:
    response = staff.post(_url("pack-make", cup.slug), {"purpose": typed})
    assert response.status_code == 400
    assert said in response.content.decode()
    assert Job.objects.count() == 0


def test_a_purpose_pack_whose_file_is_gone_is_made_for_the_same_purpose(
    alone: None, staff: Client, anhui: Tournament
) -> None:
    address = staff.post(_url("pack-make", anhui.slug), {"purpose": "wall"})["Location"]
    for file in packs.folder().iterdir():
        file.unlink()
    assert '<input type="hidden" name="purpose" value="wall">' in staff.get(address).content.decode()
