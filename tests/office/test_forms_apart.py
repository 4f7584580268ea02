"""Forms beside each other on a page: every id once, each label at a field, a wrong field tied to its sentence."""

from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.test import Client

from tests.office.conftest import STARTS_AT, make
from tournament.models import Match, Team, Tournament
from tournament.services import formats
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import Format
from tournament.services.registration import enter_team
from tournament.services.scheduling import lay_out

Enter = Callable[..., list[Team]]


class Page(HTMLParser):
    """The ids of a page, what its labels are for, what its fields are described by."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.named: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.named += [found["for"] or ""] if tag == "label" and found.get("for") else []
        self.named += (found.get("aria-describedby") or "").split()


def ids_of(text: str) -> Counter[str]:
    """How often each id stands; every label and description must find its own."""
    page = Page(text)
    assert set(page.named) <= set(page.ids)
    return Counter(page.ids)


@pytest.fixture
def drawn(knockout: Tournament, me: Actor) -> Tournament:
    """Five teams drawn and laid out, one more waiting at the door."""
    hold_draw(first_stage(knockout), actor=me, seed="一")
    lay_out(knockout, starts_at=STARTS_AT, actor=me)
    enter_team(knockout, "门卫", ["孔明", "曹冲"], me, waiting=True)
    return knockout


def test_before_the_draw_every_id_stands_once(knockout: Tournament, me: Actor, staff: Client) -> None:
    team = knockout.teams.order_by("pk")[0]
    late = enter_team(knockout, "门卫", ["孔明", "曹冲"], me, waiting=True)
    for page in (
        "entries/",
        f"entries/team/{team.pk}/",
        f"entries/team/{late.pk}/",
        "entries/quotas/",
        "draw/",
        "late/",
    ):
        answer = staff.get(f"/office/{knockout.slug}/{page}")
        assert answer.status_code == 200
        assert set(ids_of(answer.content.decode()).values()) == {1}, page


def test_after_the_draw_every_id_stands_once(drawn: Tournament, staff: Client) -> None:
    team, match = drawn.teams.order_by("pk")[0], Match.objects.filter(stage__tournament=drawn)[0]
    for page in (f"entries/team/{team.pk}/", f"schedule/{match.pk}/", "late/", "draw/", "tables/", "day/"):
        answer = staff.get(f"/office/{drawn.slug}/{page}")
        assert answer.status_code == 200
        assert set(ids_of(answer.content.decode()).values()) == {1}, page


def test_a_round_drawn_anew_has_every_id_once(me: Actor, staff: Client, entered: Enter) -> None:
    cup = make(me, Format(shape=formats.SWISS, rounds=2))
    entered(cup, 5)
    hold_draw(first_stage(cup), actor=me, seed="一")
    assert set(ids_of(staff.get(f"/office/{cup.slug}/rounds/").content.decode()).values()) == {1}


def test_a_wrong_field_is_described_by_its_sentence(drawn: Tournament, staff: Client) -> None:
    team = drawn.teams.order_by("pk")[0]
    answer = staff.post(f"/office/{drawn.slug}/entries/team/{team.pk}/substitute/", {"number": "1", "name": ""})
    assert answer.status_code == 400
    text = answer.content.decode()
    assert ids_of(text)["substitute_name_error"] == 1
    assert 'aria-describedby="substitute_name_error"' in text


def test_a_refusal_names_a_match_as_the_page_does(drawn: Tournament, staff: Client, me: Actor) -> None:
    first, final = Match.objects.filter(stage__tournament=drawn).order_by("round", "pk")[0], Match.objects.get(place=1)
    moved = {"table": "1", "starts_at": "2026-05-10T09:00"}
    page = staff.post(f"/office/{drawn.slug}/schedule/{final.pk}/", moved, follow=True).content.decode()
    assert "场次 决赛 已移动。" in page
    assert "移动决赛" in staff.get(f"/office/{drawn.slug}/schedule/{final.pk}/").content.decode()
    table = first.table
    assert table is not None
    refused = staff.post(f"/office/{drawn.slug}/tables/{table.number}/retire/", follow=True).content.decode()
    assert "还排着场次 1/4决赛" in refused


def test_more_groups_than_the_teams_can_fill_are_refused_in_plain_words(
    cup: Tournament, staff: Client, entered: Enter
) -> None:
    entered(cup, 7)
    refused = staff.post(f"/office/{cup.slug}/draw/seed/", {"seed": "一"})
    assert refused.status_code == 400
    assert "7 队不能分成 4 组；每组至少 2 队。" in refused.content.decode()
