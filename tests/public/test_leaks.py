"""Every address anybody may open, for every choice of published parts: what is not published changes nothing there."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from referee.services.sessions import open_session
from tests.documents.brackets import PARTS
from tests.permission_table import OPEN, TABLE
from tests.playing import Referee, find, play, play_group
from tournament.models import Draw, Match, Player, Tournament
from tournament.services.actor import Actor
from tournament.services.calling import call_to_table

SUBSETS = [subset for size in range(len(PARTS)) for subset in combinations(PARTS, size)]
# of no tournament; paper, and what is reached by a token that is not public
OF_NONE = {"login", "set_language", "console:worker", "api-schema", "api-docs", "public-api:tournaments", "public:home"}
LEFT_OUT = {"public:document", "entry:department", "entry:team", "join:card", "join:practice", "join:home"}
CHANGING = re.compile(rb'DTSTAMP\S+|csrfmiddlewaretoken[^>]+|id="clock">[\d:]+')


@pytest.fixture
def evening(anhui: Tournament, actor: Actor) -> Tournament:
    """A group that is over, a match at play, one that is called to its table; a session, a notice."""
    play_group(anhui, "A", actor)
    Referee(find(anhui, "B1-2"), actor).start()
    open_session(anhui, actor)
    anhui.details = {**anhui.details, "requirements": ["请自带茶杯"]}
    anhui.save(update_fields=["details"])
    return anhui


def addresses(made: Tournament) -> Iterator[str]:
    """Every address open to anybody, with this tournament's first match, team and draw."""
    over, playing, draw = find(made, "A1-2"), find(made, "B1-2"), Draw.objects.get(stage__tournament=made)
    teams = [slot.source_team_id for match in (over, playing, find(made, "C1-2")) for slot in match.slots.all()]
    arguments: dict[str, list[tuple[Any, ...]]] = {
        "public:match": [(over.pk,), (playing.pk,)],
        "public:draw": [(draw.pk,)],
        "public:draw-record": [(draw.pk,)],
        "public:calendar": [(team,) for team in teams],
    }
    for name, row in TABLE.items():
        if row["GET"][0] == OPEN and name not in LEFT_OUT:
            yield from (
                [reverse(name)]
                if name in OF_NONE
                else [reverse(name, args=(made.slug, *more)) for more in arguments.get(name, [()])]
            )


def answers(made: Tournament) -> dict[str, tuple[int, bytes]]:
    """What stands at every address; paper, which has its own tests and is slow, is left out."""
    client, found = Client(), {}
    for address in addresses(made):
        response = client.get(address)
        found[address] = response.status_code, _lasting(response.getvalue())
        assert not re.search(r"\d\.\d", response.get("ETag", "")), "a tag counts nothing that could be read"
    return found


def _lasting(body: bytes) -> bytes:
    """Without the moment at which it was made, and a form's token."""
    return CHANGING.sub(b"", body)


def change(made: Tournament, hidden: set[str], actor: Actor) -> None:
    """Something else in every part that is not published."""
    if "notice" in hidden:
        made.details = {**made.details, "requirements": ["请着正装"]}
        made.save(update_fields=["details"])
    if {"notice", "schedule"} <= hidden:
        Tournament.objects.filter(pk=made.pk).update(starts_at=F("starts_at") + timedelta(days=9))
    if "teams" in hidden:
        Player.objects.filter(team__tournament=made).update(name="换了名的人")
    if "draw" in hidden:
        draw = Draw.objects.get(stage__tournament=made)
        draw.record = {**draw.record, "seed": "换了种子"}
        draw.save(update_fields=["record"])
    if "schedule" in hidden:
        of_it = Match.objects.filter(stage__tournament=made)
        of_it.update(starts_at=F("starts_at") + timedelta(days=9), ends_at=F("ends_at") + timedelta(days=9))
        of_it.exclude(status=Match.Status.PLAYING).update(table=made.tables.get(number=4))
        if "results" not in hidden:
            call_to_table(find(made, "C1-2").pk, 3, actor)
    if "results" in hidden:
        play(find(made, "C1-2"), actor)
        referee = Referee(find(made, "B1-2"), actor)
        referee.hand("a", 40)
        referee.stop()


@pytest.mark.parametrize("parts", SUBSETS, ids=lambda parts: "+".join(parts) or "nothing")
def test_what_is_not_published_changes_no_answer(evening: Tournament, actor: Actor, parts: tuple[str, ...]) -> None:
    evening.published = list(parts)
    evening.save(update_fields=["published"])
    before = answers(evening)
    change(evening, set(PARTS) - set(parts), actor)
    after = answers(evening)
    assert {one: after[one] for one in before if before[one] != after[one]} == {}
    assert any(status == 200 for status, _body in before.values())


@pytest.mark.parametrize("hidden", PARTS)
def test_the_same_change_of_a_published_part_is_seen(evening: Tournament, actor: Actor, hidden: str) -> None:
    """So that the test above is no comfort by accident."""
    evening.published = PARTS
    evening.save(update_fields=["published"])
    before = answers(evening)
    change(evening, {hidden}, actor)
    assert before != answers(evening)
