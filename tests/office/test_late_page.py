"""The page 迟到与候补: a late team is written down with all its players, and nothing typed is lost."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.office.conftest import make
from tournament.models import Team, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import KNOCKOUT, Format
from tournament.services.waiting import waiting_teams


@pytest.fixture
def drawn(me: Actor, entered: Callable[..., list[Team]]) -> Tournament:
    """Single elimination of six, drawn: two byes."""
    cup = make(me, Format(shape=KNOCKOUT))
    entered(cup, 6)
    hold_draw(first_stage(cup), actor=me, seed="抽签")
    return cup


def at_the_door(staff: Client, cup: Tournament, **typed: str) -> Any:
    facts = {"department": "迟到分会", "player1": "甲", "player2": "乙", "reason": "堵车", **typed}
    return staff.post(f"/office/{cup.slug}/late/add/", facts)


def test_a_late_team_may_bring_as_many_players_as_the_roster_allows(drawn: Tournament, staff: Client) -> None:
    form = staff.get(f"/office/{drawn.slug}/late/").content.decode()
    assert 'name="player2"' in form
    assert 'name="player3"' not in form
    Tournament.objects.filter(pk=drawn.pk).update(roster_size=4)
    form = staff.get(f"/office/{drawn.slug}/late/").content.decode()
    assert 'name="player4"' in form
    refused = at_the_door(staff, drawn, player3="丙", player2="")
    assert refused.status_code == 400
    assert 'value="丙"' in refused.content.decode()
    assert at_the_door(staff, drawn, player3="丙", number3="A17").status_code == 302
    (team,) = waiting_teams(drawn)
    assert list(team.players.values_list("number", "name", "staff_number")) == [
        (1, "甲", ""),
        (2, "乙", ""),
        (3, "丙", "A17"),
    ]
    namesake = at_the_door(staff, drawn, player1="丙", player2="丁")
    assert namesake.status_code == 400
    assert 'name="same_name_ok"' in namesake.content.decode()
    assert at_the_door(staff, drawn, player1="丙", player2="丁", same_name_ok="on").status_code == 302
    assert waiting_teams(drawn).count() == 2
