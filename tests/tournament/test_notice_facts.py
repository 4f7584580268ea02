"""What the notices say about the tournament itself: place, host, and how many places are played for."""

import pytest

from tournament.draw.record import compute
from tournament.models import Tournament
from tournament.services.actor import Actor
from tournament.services.tournaments import create_from_preset


def knockout(teams, **options):
    record = {
        "format": "draw/1",
        "algorithm": 1,
        "seed": "通知",
        "method": "single-elimination",
        "teams": [{"id": f"t{n}", "name": f"{n}队", "department": f"部门{n}", "seed": None} for n in range(teams)],
        "protect": "department",
        **options,
    }
    return compute(record)["result"]


@pytest.mark.django_db
def test_a_tournament_keeps_its_host_and_the_place_it_is_played_at():
    create_from_preset("anhui-2011", slug="x", actor=Actor.program("通知"))
    stored = Tournament.objects.get(slug="x")
    assert (stored.host, stored.venue) == ("安徽艺术职业学院工会", "院工会活动室")


@pytest.mark.parametrize(("places", "decided"), [(4, [1, 3]), (6, [1, 3, 5])])
def test_the_first_four_or_six_places_are_played_for(places, decided):
    matches = knockout(8, places=places)["matches"]
    assert sorted(match["place"] for match in matches if match["place"]) == decided


def test_third_place_may_be_joint_without_a_match():
    assert {match["place"] for match in knockout(8, places=4, third_place="joint")["matches"]} == {None, 1}
