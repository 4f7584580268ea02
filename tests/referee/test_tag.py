"""The tag of a match's state: it changes with everything shown, and finding nothing changed folds nothing."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import sheet as rules
from tests.referee.conftest import HAND, Desk
from tournament.models import Match, Player, Team
from tournament.services import folded


def tag(desk: Desk, **headers: str) -> str:
    """The tag as the interface gives it."""
    answer = desk.client.get(desk.url(), headers=headers)
    assert answer.status_code == 200
    return str(answer["ETag"])


def rename_team(desk: Desk) -> None:
    Team.objects.filter(slots__match=desk.match, slots__side="a").update(name="院直一队")


def rename_player(desk: Desk) -> None:
    team = Team.objects.get(slots__match=desk.match, slots__side="b")
    Player.objects.filter(team=team, number=1).update(name="替补")


def move(desk: Desk) -> None:
    Match.objects.filter(pk=desk.match.pk).update(table=None)


def rename_tournament(desk: Desk) -> None:
    tournament = desk.match.stage.tournament
    tournament.name = "新名"
    tournament.save()


def verify(desk: Desk) -> None:
    Match.objects.filter(pk=desk.match.pk).update(status=Match.Status.VERIFIED)


def write(desk: Desk) -> None:
    assert desk.write(HAND).status_code == 201


def limit(desk: Desk) -> None:
    stage = desk.match.stage
    stage.match_options = {**stage.match_options, "max_hands": 99}
    stage.save()


@pytest.mark.parametrize("change", [rename_team, rename_player, move, rename_tournament, verify, write, limit])
def test_whatever_is_shown_changes_the_tag(playing: Desk, change: Callable[[Desk], None]) -> None:
    before = tag(playing)
    assert tag(playing) == before
    change(playing)
    assert tag(playing) != before


def test_each_language_has_its_tag(playing: Desk) -> None:
    before = tag(playing)
    playing.client.cookies["django_language"] = "en"
    assert tag(playing) != before


def test_what_did_not_change_is_not_folded(playing: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tag(playing)
    folded.forget()
    monkeypatch.setattr(rules, "fold", None)
    monkeypatch.setattr(rules, "result", None)
    with CaptureQueriesContext(connection) as queries:
        answer = playing.client.get(playing.url(), headers={"If-None-Match": seen})
    assert (answer.status_code, answer["ETag"]) == (304, seen)
    assert len(queries) <= 9
    assert not any("payload" in query["sql"] for query in queries)
