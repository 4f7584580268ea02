"""The staff pages: who may open them, what they show, nothing typed is lost, the same cost at any size."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.office.conftest import STARTS_AT, make
from tests.office.test_walk import FACTS
from tournament.models import Account, Department, Draw, Match, Player, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import BY_SIZE, Format
from tournament.services.scheduling import lay_out

Enter = Callable[..., list[Team]]
PAGES = [
    "",
    "facts/",
    "facts/format/",
    "facts/agenda/",
    "clone/",
    "entries/",
    "draw/",
    "schedule/",
    "day/",
    "print/",
    "publish/",
]
SHARED = {"", "day/"}


@pytest.fixture
def page(cup: Tournament) -> str:
    return f"/office/{cup.slug}/"


@pytest.mark.parametrize("name", PAGES)
def test_each_page_opens_for_the_office_alone(
    cup: Tournament, page: str, staff: Client, chief: Account, name: str
) -> None:
    answer = staff.get(page + name)
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store, private"
    desk = Client()
    assert desk.get(page + name).url == f"/login/?next={page}{name}"
    desk.force_login(chief)
    refused = desk.get(page + name)
    assert refused.status_code == (200 if name in SHARED else 403)
    assert name in SHARED or "没有打开这一页的权限" in refused.content.decode()


def test_a_page_of_no_tournament_is_not_found(staff: Client) -> None:
    assert staff.get("/office/nirgends/draw/").status_code == 404


def test_the_next_action_follows_the_work(cup: Tournament, page: str, staff: Client, me: Actor, entered: Enter) -> None:
    def action() -> str:
        return str(staff.get(page).context["spine"].next.page)

    assert action() == "entries"
    entered(cup, 8)
    assert action() == "draw"
    hold_draw(first_stage(cup), actor=me, seed="一")
    assert action() == "schedule"
    lay_out(cup, starts_at=STARTS_AT, actor=me)
    assert action() == "publish"
    staff.post(f"{page}publish/", {"parts": ["teams"]})
    assert action() == "day"


KEPT: dict[str, tuple[str, dict[str, str], str]] = {
    "a team without a second player": ("entries/team/", {"department": "综艺系", "player1": "王伟"}, "综艺系"),
    "a pasted list that cannot be read": ("entries/import/", {"text": "单位 队员1\n综艺系 王伟"}, "综艺系 王伟"),
    "a draw with a strange team": ("draw/typed/", {"groups": "甲队、乙队"}, "甲队、乙队"),
    "another tournament's name": ("draw/undo/", {"typed_name": "别的赛事"}, "还没有抽签"),
    "a schedule before the draw": (
        "schedule/",
        {"starts_at": "2026-05-09T18:37", "tables": "6", "slot_minutes": "55", "changeover": "0"},
        "还没有抽签，没有场次可排。",
    ),
    "a department without a name": ("entries/department/", {"name": "", "headcount": "77"}, "77"),
}


@pytest.mark.parametrize(("where", "typed", "kept"), KEPT.values(), ids=KEPT)
def test_a_refused_form_comes_back_with_what_was_typed(
    page: str, staff: Client, where: str, typed: dict[str, str], kept: str
) -> None:
    answer = staff.post(page + where, typed)
    assert answer.status_code == 400
    text = answer.content.decode()
    assert kept in text


def test_a_new_tournament_with_a_bad_field_keeps_the_others(staff: Client) -> None:
    answer = staff.post("/office/new/", {**FACTS, "tables": "0"})
    assert answer.status_code == 400
    assert "机电集团第十届扑克赛" in answer.content.decode()
    assert not Tournament.objects.exists()


def test_the_format_changes_until_the_draw(
    cup: Tournament, page: str, staff: Client, me: Actor, entered: Enter
) -> None:
    change = {**FACTS, "name": "新名", "ruleset": "keep", "shape": "knockout", "places": "1"}
    assert staff.post(f"{page}facts/format/", change).status_code == 302
    assert [stage.kind for stage in cup.stages.all()] == ["knockout"]
    assert staff.post(f"{page}facts/format/", {**change, "shape": "groups-size", "number": "4"}).status_code == 302
    assert [stage.kind for stage in cup.stages.all()] == ["groups", "knockout"]
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    refused = staff.post(f"{page}facts/format/", change)
    assert refused.status_code == 400
    assert "赛制和规则不能再改" in refused.content.decode()
    kept = {**change, "tables": "6", "shape": "groups-size", "number": "4"}
    assert staff.post(f"{page}facts/format/", kept).status_code == 302
    assert cup.tables.count() == 6


def test_a_preset_is_a_start(staff: Client) -> None:
    assert staff.post("/office/new/preset/", {"preset": "anhui-2011"}).status_code == 302
    bare = Tournament.objects.get()
    assert (bare.teams.count(), bare.tables.count()) == (0, 4)
    assert staff.post("/office/new/preset/", {"preset": "anhui-2011", "with_teams": "on"}).status_code == 302
    assert Tournament.objects.get(slug="anhui-2011-2").teams.count() == 12
    assert staff.post("/office/new/preset/", {"preset": "nirgends"}).status_code == 400


def test_a_preset_keeps_its_listed_order_on_the_facts_page(staff: Client) -> None:
    staff.post("/office/new/preset/", {"preset": "anhui-2011"})
    stage = first_stage(Tournament.objects.get())
    form = staff.get("/office/anhui-2011/facts/format/").context["form"]
    sent = {key: value for key, value in form.initial.items() if value not in (None, False)}
    sent |= {"starts_at": "2012-11-25T13:10", "groups_at_tables": "on"}
    assert staff.post("/office/anhui-2011/facts/format/", sent).status_code == 302
    before = stage.settings
    stage.refresh_from_db()
    assert stage.settings == before


def test_a_draw_is_held_and_undone_on_the_page(cup: Tournament, page: str, staff: Client, entered: Enter) -> None:
    entered(cup, 9)
    assert staff.post(f"{page}draw/seed/", {"seed": "当众说的一句话"}).status_code == 302
    assert "当众说的一句话" in staff.get(f"{page}draw/").content.decode()
    assert staff.post(f"{page}draw/undo/", {"typed_name": cup.name}).status_code == 302
    assert not Draw.objects.filter(undone_at=None).exists()
    assert "撤销过的抽签" in staff.get(f"{page}draw/").content.decode()


@pytest.mark.parametrize("typed", [{}, {"drawn-1": "1", "drawn-2": "1"}, {"drawn-1": "x", "drawn-2": "2"}])
def test_a_lot_needs_each_number_once(cup: Tournament, page: str, chief: Account, typed: dict[str, str]) -> None:
    desk = Client()
    desk.force_login(chief)
    answer = desk.post(f"{page}day/lot/{first_stage(cup).pk}/A/", typed)
    assert answer.status_code == 400
    assert "请给并列的每队各填一个抽签名次" in answer.content.decode()


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_costs_as_many_queries_with_64_teams_as_with_8(
    staff: Client, me: Actor, entered: Enter, name: str
) -> None:
    counts = []
    for teams in (8, 64):
        cup = make(me, Format(shape=BY_SIZE, number=4), name=f"{teams}队")
        bulk(cup, teams)
        hold_draw(first_stage(cup), actor=me, seed="一")
        lay_out(cup, starts_at=STARTS_AT, actor=me)
        counts.append(queries(staff, f"/office/{cup.slug}/{name}"))
    assert counts[0] == counts[1]


def bulk(cup: Tournament, count: int) -> None:
    """Teams without the services, which name each department's anew."""
    for n in range(count):
        department = Department.objects.create(tournament=cup, name=f"第{n}分会")
        team = Team.objects.create(tournament=cup, department=department, name=f"第{n}分会")
        Player.objects.bulk_create(Player(team=team, number=k, name=f"{n}-{k}") for k in (1, 2))


def test_the_print_page_offers_each_document_there_is(
    cup: Tournament, page: str, staff: Client, me: Actor, entered: Enter
) -> None:
    assert "抽签以后才有对阵可打印" in staff.get(f"{page}print/").content.decode()
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    text = staff.get(f"{page}print/").content.decode()
    for key in ("fixtures", "bracket"):
        path = f"/{cup.slug}/documents/{key}.pdf"
        assert path in text
        assert staff.get(path).content.startswith(b"%PDF")


def test_a_preset_with_its_teams_is_not_published_by_itself(staff: Client) -> None:
    staff.post("/office/new/preset/", {"preset": "anhui-2011", "with_teams": "on"})
    assert Tournament.objects.get().published == []


def test_lots_of_a_knockout_are_typed_in_the_order_drawn(staff: Client, me: Actor, entered: Enter) -> None:
    cup = make(me, Format(shape="knockout"))
    teams = entered(cup, 6)
    order = [teams[n].name for n in (3, 0, 5, 1, 4, 2)]
    assert staff.post(f"/office/{cup.slug}/draw/typed/", {"groups": "\n".join(order)}).status_code == 302
    record = Draw.objects.get().record
    drawn = [slot for slot in record["result"]["slots"] if slot is not None]
    assert drawn == [str(teams[n].pk) for n in (3, 0, 5, 1, 4, 2)]
    assert "半决赛第1场" in staff.get(f"/office/{cup.slug}/draw/").content.decode()


def test_scoring_is_offered_to_the_chief_where_both_teams_are_known(
    cup: Tournament, page: str, chief: Account, staff: Client, me: Actor, entered: Enter
) -> None:
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    desk = Client()
    desk.force_login(chief)
    text = desk.get(f"{page}day/").content.decode()
    for match in Match.objects.filter(stage__tournament=cup):
        assert (f"/console/{match.pk}/" in text) == bool(match.group)
    assert "/console/" not in staff.get(f"{page}day/").content.decode()


def test_after_play_began_only_what_has_not_begun_is_laid_out_anew(
    cup: Tournament, page: str, staff: Client, me: Actor, entered: Enter
) -> None:
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    lay_out(cup, starts_at=STARTS_AT, actor=me)
    assert "重新排全部赛程" in staff.get(f"{page}schedule/").content.decode()
    Match.objects.filter(pk=Match.objects.all()[0].pk).update(version=1, status="playing")
    text = staff.get(f"{page}schedule/").content.decode()
    assert "重新排全部赛程" not in text
    assert "重排未开赛的场次" in text
    Match.objects.update(version=1, status="playing")
    text = staff.get(f"{page}schedule/").content.decode()
    assert "全部场次都已开赛，没有可以重排的场次" in text
    assert "重排未开赛的场次</button>" not in text
