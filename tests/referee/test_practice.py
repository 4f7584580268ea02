"""The practice match: the rules of the tournament, and nothing of it anywhere."""

from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.test import Client

from referee.services.practice import LIMIT, practice_token
from tests.referee.phones import a_pass, phone
from tournament.models import Match, Tournament

START = {"type": "start", "at": "2011-11-25T13:10:00+08:00", "declarer": "a"}
HAND = {"type": "hand", "declarer": "a", "table_points": 65, "capture": "none"}


def ask(cup: Tournament, payloads: list[dict[str, Any]], want: str = "state", **more: Any) -> Any:
    entries = [{"id": str(uuid4()), "after": None, "payload": payload} for payload in payloads]
    url = f"/api/practice/{practice_token(cup)}/"
    return Client().post(url, {"want": want, "entries": entries, **more}, content_type="application/json")


def rows() -> dict[str, int]:
    """How many rows each table of the database has."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def test_a_practice_match_is_reckoned_by_the_rules_and_leaves_no_row(anhui: Tournament) -> None:
    before = rows()
    state = ask(anhui, [START, HAND]).json()
    assert (state["result"]["levels"], state["result"]["declarer"], state["version"]) == ({"a": "3", "b": "2"}, "a", 2)
    assert state["clock"]["state"] == "over"
    preview = ask(anhui, [START], "preview", payload=HAND).json()
    assert preview["hand"]["levels"] == {"a": "3", "b": "2"}
    table = ask(anhui, [START, HAND], "table").json()
    assert (table["version"], table["position"]["a"]["level"]) == (2, 1)
    assert rows() == before


def test_what_a_table_refuses_practice_refuses_and_names_it(anhui: Tournament) -> None:
    wrong = ask(anhui, [START, {**HAND, "table_points": 83}])
    assert (wrong.status_code, "5" in wrong.json()["detail"]) == (400, True)
    forfeit = ask(anhui, [{"type": "forfeit", "side": "a"}])
    assert (forfeit.status_code, forfeit.json()["code"]) == (403, "chief-only")
    assert ask(anhui, [START] * (LIMIT + 1)).json()["code"] == "too-long"
    assert ask(anhui, [START], "preview", payload={}).status_code == 400


def test_only_a_signed_address_practises(anhui: Tournament) -> None:
    stage = anhui.stages.get(number=1)
    for token in (str(stage.pk), f"{stage.pk}:forged"):
        answer = Client().post(f"/api/practice/{token}/", {"want": "state", "entries": []}, "application/json")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-practice")


def test_it_opens_from_the_card_before_any_session_and_from_the_tables(anhui: Tournament) -> None:
    card = a_pass(anhui, 1)
    client = Client()
    assert f"/t/{card.token}/practice/" in client.get(f"/t/{card.token}/").content.decode()
    page = client.get(f"/t/{card.token}/practice/")
    assert "不计成绩" in page.content.decode()
    match = Match.objects.get(stage__tournament=anhui, group="A", round=1)
    client.cookies["pass"] = phone(match, card).secret
    assert client.get(f"/console/practice/{anhui.slug}/").status_code == 200
    other = Tournament.objects.create(slug="other", name="另一赛", starts_at=anhui.starts_at)
    assert client.get(f"/console/practice/{other.slug}/").status_code == 404


@pytest.mark.django_db
def test_without_rules_there_is_nothing_to_practise(chief: Any) -> None:
    bare = Tournament.objects.create(slug="bare", name="空赛事", starts_at="2011-11-25T05:10:00Z")
    client = Client()
    client.force_login(chief)
    page = client.get(f"/console/practice/{bare.slug}/")
    assert (page.status_code, "还没有定规则" in page.content.decode()) == (404, True)
