"""Registration links: a secret address a department, what its contact may do there, and what it never shows."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tournament.models import AuditEntry, Department, DepartmentLink, Player, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.department_entry import enter
from tournament.services.department_links import LinkRevoked, issue, issue_all, link_of, revoke
from tournament.services.departments import add_department
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.entry_window import set_entry_rules
from tournament.services.people import PlayerEntry
from tournament.services.refusal import Refusal
from tournament.services.registration import add_team

TWO = {"player1": "王伟", "number1": "", "player2": "李娜", "number2": ""}


@pytest.fixture
def unit(cup: Tournament, me: Actor) -> Department:
    """A department with two places, long before round 1."""
    Tournament.objects.filter(pk=cup.pk).update(starts_at=timezone.now() + timedelta(days=9))
    return add_department(cup, "基础部", me, team_quota=2)


@pytest.fixture
def link(unit: Department, me: Actor) -> DepartmentLink:
    return issue(unit, me)


@pytest.fixture
def page(link: DepartmentLink) -> str:
    return f"/entry/{link.token}/"


def test_a_token_has_at_least_128_bits_and_is_no_other(unit: Department, me: Actor) -> None:
    tokens = {issue(unit, me).token for _n in range(20)}
    assert len(tokens) == 20
    assert all(len(token) >= 22 for token in tokens)  # base64: 6 bits a character


def test_a_new_link_makes_the_old_one_void(unit: Department, link: DepartmentLink, me: Actor, page: str) -> None:
    newer = issue(unit, me)
    gone = Client().get(page)
    assert gone.status_code == 410
    assert "这个报名链接已经收回，请向主办单位索取新的链接。" in gone.content.decode()
    assert "基础部" not in gone.content.decode()
    assert Client().get(f"/entry/{newer.token}/").status_code == 200


def test_a_link_taken_back_answers_so_and_takes_nothing(
    unit: Department, link: DepartmentLink, me: Actor, page: str
) -> None:
    revoke(unit, me)
    for answer in (Client().get(page), Client().post(f"{page}team/", TWO)):
        assert answer.status_code == 410
    with pytest.raises(LinkRevoked):
        enter(link, [PlayerEntry("甲"), PlayerEntry("乙")])  # the page was open when it was taken back
    with pytest.raises(Refusal, match="“基础部”没有在用的报名链接。"):
        revoke(unit, me)
    assert not Team.objects.exists()


@pytest.mark.parametrize("token", ["nope", "x" * 300, "%00", "王伟"])
def test_an_address_nobody_was_given_is_not_found(cup: Tournament, token: str) -> None:
    answer = Client().get(f"/entry/{token}/")
    assert answer.status_code == 404
    assert "没有这个报名链接" in answer.content.decode()


def test_every_department_gets_a_link_once(cup: Tournament, unit: Department, me: Actor) -> None:
    add_department(cup, "综艺系", me)
    assert issue_all(cup, me) == 2
    assert issue_all(cup, me) == 0
    audited = AuditEntry.objects.filter(action="link.issue")
    assert audited.count() == 2
    tokens = list(DepartmentLink.objects.values_list("token", flat=True))
    assert not any(token in str(entry.after) for entry in audited for token in tokens)


def test_a_contact_enters_changes_and_withdraws_a_team(link: DepartmentLink, page: str) -> None:
    phone = Client()
    assert phone.post(f"{page}team/", TWO).status_code == 302
    team = Team.objects.get()
    assert (team.name, team.department_id) == ("基础部", link.department_id)
    assert AuditEntry.objects.filter(action="team.add")[0].actor_name == "基础部 联系人"
    text = phone.get(page).content.decode()
    assert "王伟、李娜" in text
    assert "可报 2 队，已报 1 队，还可报 1 队" in text
    assert phone.post(f"{page}team/{team.pk}/", {**TWO, "player2": "赵敏", "name": ""}).status_code == 302
    assert list(team.players.values_list("name", flat=True)) == ["王伟", "赵敏"]
    refused = phone.post(f"{page}team/{team.pk}/withdraw/", {"reason": ""})
    assert refused.status_code == 400
    assert "退赛原因不能为空" in refused.content.decode()
    assert phone.post(f"{page}team/{team.pk}/withdraw/", {"reason": "凑不齐人"}).status_code == 302
    team.refresh_from_db()
    assert team.withdrawn_reason == "凑不齐人"
    assert "还可报 2 队" in phone.get(page).content.decode()


REFUSED = {
    "nobody": ({}, "字段是必填项"),
    "one player": ({**TWO, "player2": " "}, "字段是必填项"),
    "the same person": ({**TWO, "player1": "张三"}, "“张三”已在基础部中：一人只能参加一队"),
    "a name too long": ({**TWO, "player1": "王" * 61}, "60"),
    "a NUL": ({**TWO, "player1": "王\x00"}, "不允许"),
}


@pytest.mark.parametrize(("typed", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_refused_team_comes_back_as_typed(
    unit: Department, page: str, me: Actor, typed: dict[str, str], sentence: str
) -> None:
    add_team(unit.tournament, unit, ["张三", "李四"], me)
    answer = Client().post(f"{page}team/", typed)
    assert answer.status_code == 400
    text = answer.content.decode()
    assert sentence in text
    assert all(value.strip() in text for value in typed.values() if "\x00" not in value)
    assert Team.objects.count() == 1


def test_two_of_one_name_are_asked_about_and_entered(unit: Department, page: str, me: Actor) -> None:
    add_team(unit.tournament, unit, ["王伟", "李四"], me)
    asked = Client().post(f"{page}team/", TWO)
    assert 'name="same_name_ok"' in asked.content.decode()
    assert Client().post(f"{page}team/", {**TWO, "same_name_ok": "on"}).status_code == 302
    assert Player.objects.filter(namesake=True).count() == 1


def test_a_contact_never_goes_beyond_the_quota(unit: Department, link: DepartmentLink, page: str, me: Actor) -> None:
    for n in range(2):
        add_team(unit.tournament, unit, [f"甲{n}", f"乙{n}"], me)
    assert "名额已经报满" in Client().get(page).content.decode()
    answer = Client().post(f"{page}team/", {**TWO, "reason": "我要报"})
    assert answer.status_code == 400
    assert "“基础部”的名额是 2 队，已经报满；需要增加名额，请与主办单位联系。" in answer.content.decode()


def test_outside_the_window_the_page_only_shows(unit: Department, page: str, me: Actor) -> None:
    team = add_team(unit.tournament, unit, ["甲", "乙"], me)
    set_entry_rules(unit.tournament, me, entry_closes_at=timezone.now() - timedelta(hours=1))
    text = Client().get(page).content.decode()
    assert "报名已经截止" in text
    assert 'team/"' not in text.replace(f"team/{team.pk}/", "")
    for path, typed in (("team/", TWO), (f"team/{team.pk}/withdraw/", {"reason": "出差"})):
        answer = Client().post(page + path, typed)
        assert answer.status_code == 400
        assert "截止；如有特殊情况，请与主办单位联系。" in answer.content.decode()


def test_after_the_draw_a_contact_replaces_players_until_changes_end(
    unit: Department, page: str, me: Actor, cup: Tournament
) -> None:
    teams = [add_team(unit.tournament, unit, [f"甲{n}", f"乙{n}"], me, reason="同意") for n in range(8)]
    hold_draw(first_stage(cup), actor=me, seed="一")
    phone, own = Client(), f"{page}team/{teams[0].pk}/"
    assert "已经抽签，不能再增加队。" in phone.get(page).content.decode()
    assert "已经抽签" in phone.post(f"{page}team/", TWO).content.decode()
    refused = phone.post(f"{own}withdraw/", {"reason": "出差"})
    assert (refused.status_code, "退赛由裁判长按弃权办理" in refused.content.decode()) == (400, True)
    typed = {"number": "2", "name": "丁一", "reason": "乙0出差"}
    assert phone.post(f"{own}substitute/", typed).status_code == 302
    assert list(teams[0].players.filter(left_at=None).values_list("name", flat=True)) == ["甲0", "丁一"]
    again = phone.post(f"{own}substitute/", {"number": "1", "name": "乙0"})
    assert again.status_code == 400
    assert "“乙0”已从" in again.content.decode()
    Tournament.objects.filter(pk=cup.pk).update(starts_at=timezone.now() + timedelta(minutes=59))
    late = phone.post(f"{own}substitute/", {"number": "1", "name": "戊一"})
    assert late.status_code == 400
    assert "起不再更换；如有特殊情况，请与主办单位联系。" in late.content.decode()
    assert "戊一" in late.content.decode()


def test_another_departments_team_is_not_found(cup: Tournament, page: str, me: Actor) -> None:
    other = add_team(cup, add_department(cup, "综艺系", me), ["丙", "丁"], me)
    for path in (f"team/{other.pk}/", f"team/{other.pk}/withdraw/", f"team/{other.pk}/substitute/"):
        assert Client().post(page + path, {**TWO, "reason": "x", "number": 1, "name": "x"}).status_code == 404
    assert "综艺系" not in Client().get(page).content.decode()
    other.refresh_from_db()
    assert other.withdrawn_at is None


def test_nobody_keeps_or_finds_the_page(page: str, link: DepartmentLink) -> None:
    for answer in (Client().get(page), Client().post(f"{page}team/", {}), Client().get("/entry/nope/")):
        assert answer["Cache-Control"] == "no-store, private"
        assert "noindex" in answer["X-Robots-Tag"]
    assert '<meta name="robots" content="noindex, nofollow">' in Client().get(page).content.decode()


def test_the_last_opening_is_remembered_once_a_minute(page: str, link: DepartmentLink) -> None:
    Client().get(page)
    first = link_of(link.token).last_used_at
    assert first is not None
    Client().get(page)
    assert link_of(link.token).last_used_at == first


def test_the_page_costs_the_same_with_many_teams(unit: Department, page: str, me: Actor) -> None:
    counts = []
    for more in (1, 7):
        for n in range(more):
            add_team(unit.tournament, unit, [f"甲{more}{n}", f"乙{more}{n}"], me, reason="同意")
        Client().get(page)
        with CaptureQueriesContext(connection) as captured:
            Client().get(page)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 8


def test_links_are_made_renewed_taken_back_and_printed_on_the_page(
    cup: Tournament, unit: Department, staff: Client
) -> None:
    page = f"/office/{cup.slug}/entries/links/"
    assert "给 1 个单位发链接" in staff.get(page).content.decode()
    assert staff.post(page).status_code == 302
    token = DepartmentLink.objects.get().token
    assert f"http://testserver/entry/{token}/" in staff.get(page).content.decode()
    card = staff.get(f"{page}print/").content.decode()
    assert f"/entry/{token}/" in card
    assert "<svg" in card
    assert "style=" not in card.split("<svg", 1)[1].split("</svg>")[0]
    one = f"/office/{cup.slug}/entries/department/{unit.pk}/"
    assert staff.post(f"{one}link/").status_code == 302
    assert DepartmentLink.objects.filter(revoked_at=None).get().token != token
    assert staff.post(f"{one}revoke/").status_code == 302
    assert not DepartmentLink.objects.filter(revoked_at=None).exists()
    assert "没有在用的链接" in staff.get(page).content.decode()


def test_a_link_made_at_the_server_itself_names_the_address_others_reach(
    cup: Tournament, unit: Department, staff: Client, monkeypatch: pytest.MonkeyPatch, link: DepartmentLink
) -> None:
    monkeypatch.setattr("tournament.views.server_address.remembered", lambda: "http://192.168.1.9:8000/")
    path = f"/office/{cup.slug}/entries/links/"
    text = staff.get(path, headers={"host": "127.0.0.1:8000"}).content.decode()
    assert f"http://192.168.1.9:8000/entry/{link.token}/" in text
    assert "http://192.168.1.9" not in staff.get(path, headers={"host": "unit.example"}).content.decode()
