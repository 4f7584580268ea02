"""The bracket on screen: the same plan as on paper, names set so that they fit their boxes."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.documents.brackets import knockout, play_all
from tournament.services.bracket import tournament_plans
from tournament.services.shown import Shown
from tournament.views.public_bracket import WIDTH, picture

NAMES = ["{}队", "后勤服务集团联合代表第{}队", "安徽艺术职业学院后勤服务集团离退休工作处联合代表队第{}支队伍之龑𠅤"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_drawn_whole_on_one_or_two_lines(name: str) -> None:
    (plan,) = tournament_plans(knockout(8, name=name), Shown())
    drawn = picture(plan, links=False)
    for box, planned in zip(drawn["boxes"], plan.boxes, strict=True):
        for side, line in zip(box["sides"], planned.lines, strict=True):
            assert "".join(part["text"] for part in side["name"]) == line.text
            assert len(side["name"]) <= 2
            assert all(side["y"] < part["y"] < side["y"] + side["height"] for part in side["name"])
            assert all(part["squeeze"] is None or part["squeeze"] < WIDTH for part in side["name"])


@pytest.mark.django_db
@pytest.mark.parametrize("count", [2, 3, 7, 32])
def test_every_box_lies_within_the_picture(count: int) -> None:
    (plan,) = tournament_plans(knockout(count), Shown())
    drawn = picture(plan, links=False)
    for box in drawn["boxes"]:
        assert box["x"] >= 0
        assert box["when_y"] > 20
        assert box["right"] <= drawn["width"]
        assert box["y"] + box["height"] <= drawn["height"]
    assert len(drawn["joins"]) == count - 2


@pytest.mark.django_db
def test_a_decided_match_leads_to_its_sheet_and_its_winners_path_is_marked(client: Client) -> None:
    made = knockout(4)
    play_all(made)
    (plan,) = tournament_plans(made, Shown())
    html = client.get(reverse("public:tournament", args=[made.slug])).content.decode()
    for box in plan.boxes:
        assert reverse("public:match", args=[made.slug, box.match.pk]) in html
    winners = {line.team_id for box in plan.boxes[1:] for line in box.lines if line.won}
    assert len(winners) == 2
    assert all(f'data-team="{team}"/>' in html for team in winners)
