"""The fixtures of one department or one team: only what is published can be asked for, and nothing more is shown."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.documents.brackets import PARTS
from tests.playing import play, play_group
from tournament.models import Match, Tournament
from tournament.services.actor import Actor
from tournament.services.public_cards import cards_of
from tournament.services.public_choice import Wanted, kept_of, whose_of
from tournament.services.shown import Shown


def codes(made: Tournament, shown: Shown, **wanted: int) -> set[str]:
    """The codes of the matches that are left."""
    return {card["match"].code for card in kept_of(cards_of(made, shown).cards, Wanted(**wanted))}


def team_id(made: Tournament, name: str) -> int:
    return made.teams.get(name=name).pk


def test_a_team_has_its_own_matches_and_its_later_ones_once_they_are_known(anhui: Tournament, actor: Actor) -> None:
    first = team_id(anhui, "院直1A")
    assert codes(anhui, Shown(), team=first) == {"A1-2", "A1-3"}
    play_group(anhui, "A", actor)
    semi = Match.objects.get(slots__team=first, group="").code
    assert codes(anhui, Shown(), team=first) == {"A1-2", "A1-3", semi}
    assert codes(anhui, Shown(results=False), team=first) == {"A1-2", "A1-3"}


def test_a_department_has_the_matches_of_all_its_teams(anhui: Tournament) -> None:
    department = anhui.departments.get(name="综艺系").pk  # its teams play in groups A and C
    assert codes(anhui, Shown(), department=department) == {"A1-2", "A2-3", "C1-2", "C2-3"}


@pytest.mark.parametrize("parts", [{"schedule": True}, {"schedule": True, "teams": True}])
def test_what_the_list_does_not_name_cannot_be_asked_for(anhui: Tournament, parts: dict[str, bool]) -> None:
    shown = Shown(**{**dict.fromkeys(("notice", "teams", "draw", "schedule", "results"), False), **parts})
    cards = cards_of(anhui, shown).cards
    assert len(cards) == 15
    assert codes(anhui, shown, team=team_id(anhui, "院直1A")) == set()
    assert whose_of(cards, Wanted())["departments"] == []


def get(client: Client, made: Tournament, query: str = "", **headers: str) -> Any:
    return client.get(f"/{made.slug}/{query}", headers=headers)


def fixtures(html: str) -> str:
    start = html.index('id="fixtures"')
    return html[start : html.index("</section>", start)]


def test_the_page_keeps_the_list_and_says_so(client: Client, anhui: Tournament, actor: Actor) -> None:
    anhui.published = PARTS
    anhui.save(update_fields=["published"])
    play(Match.objects.select_related("stage__ruleset", "stage__tournament").get(code="A1-2"), actor)
    team = team_id(anhui, "戏剧系")
    html = fixtures(get(client, anhui, f"?team={team}").content.decode())
    assert html.count('<li class="match') == 2
    assert f'value="{team}" selected' in html
    assert f'/{anhui.slug}/team-{team}.ics"' in html
    assert fixtures(get(client, anhui).content.decode()).count('<li class="match') == 15
    assert "没有可看的场次" in get(client, anhui, "?team=999999").content.decode()
    assert get(client, anhui, "?team=x").status_code == 200
    whole, kept = get(client, anhui)["ETag"], get(client, anhui, f"?team={team}")["ETag"]
    assert whole != kept
    assert get(client, anhui, f"?team={team}", if_none_match=kept).status_code == 304


def test_a_polled_page_is_answered_in_one_query(client: Client, anhui: Tournament) -> None:
    anhui.published = PARTS
    anhui.save(update_fields=["published"])
    tag = get(client, anhui)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        assert get(client, anhui, if_none_match=tag).status_code == 304
    assert len(queries) == 1
