"""A published draw carried out again before the reader: the order of the lots, the places, and whether they agree."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.documents.brackets import knockout
from tests.office.conftest import make
from tournament.draw.reveal import order_of
from tournament.models import Account, Draw, Stage, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import SWISS, Format
from tournament.services.public_draws import draw_page_of, draws_shown
from tournament.services.registration import enter_team
from tournament.services.shown import Shown


def page(made: Tournament, draw: Draw) -> str:
    response = Client().get(reverse("public:draw", args=[made.slug, draw.pk]))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.django_db
def test_the_page_shows_the_lots_in_their_order_and_that_they_agree() -> None:
    made = knockout(5)
    draw = Draw.objects.get()
    names = {team["id"]: team["name"] for team in draw.record["teams"]}
    html = page(made, draw)
    assert "一致：刚才按记录重新计算了一遍" in html
    assert re.findall(r'<th scope="row">(.*?)</th>', html) == [names[team] for team in order_of(draw.record)]
    slots = draw.record["result"]["slots"]
    for step in draw_page_of(draw)["steps"]:
        place = int(re.sub(r"\D", "", step["where"]))
        assert names[slots[place - 1]] == step["name"]
        other = slots[(place - 1) ^ 1]
        assert step["against"] == (names[other] if other else "轮空")


@pytest.mark.django_db
def test_a_record_somebody_touched_is_named() -> None:
    made = knockout(4)
    draw = Draw.objects.get()
    slots = draw.record["result"]["slots"]
    slots[0], slots[2] = slots[2], slots[0]
    draw.save(update_fields=["record"])
    html = page(made, draw)
    assert "不一致" in html
    assert 'role="alert"' in html


def test_a_group_draw_says_each_teams_group_and_number(anhui: Tournament) -> None:
    steps = draw_page_of(Draw.objects.get())["steps"]
    assert len(steps) == 12
    assert {"A组 1号", "D组 3号"} <= {step["where"] for step in steps}


def test_a_later_swiss_round_waits_for_the_results(office: Account) -> None:
    me = Actor.of(office)
    made = make(me, Format(shape=SWISS))
    for number in range(1, 7):
        enter_team(made, f"第{number}分会", [f"甲{number}", f"乙{number}"], me)
    stage = first_stage(made)
    assert stage.kind == Stage.Kind.SWISS
    hold_draw(stage, seed="大礼堂", actor=me)
    drawn = Draw.objects.get()
    second = Draw.objects.create(stage=stage, round=2, record={**drawn.record, "round": 2}, drawn_at=drawn.drawn_at)
    assert [draw.pk for draw in draws_shown(made, Shown(results=False))] == [drawn.pk]
    assert [draw.pk for draw in draws_shown(made, Shown())] == [drawn.pk, second.pk]
    assert list(draws_shown(made, Shown(draw=False))) == []
    assert len(draw_page_of(drawn)["steps"]) == 6
