"""What a table proposes about a late side: stored once, in the chief's queue, decided there, shown on the console."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from referee.services.desk import desk_of
from referee.services.late_proposals import decline
from referee.services.proposals import ACTUAL, allow_start
from tests.referee.phones import Phone, phone
from tournament.models import Account, AuditEntry, Match, Tournament
from tournament.services.actor import Actor
from tournament.services.check_in import check_in
from tournament.services.refusal import Conflict, Refusal
from tournament.services.sheet import append_entry

FORFEIT = {"verdict": "forfeit-b"}
BEGIN = {"verdict": "start", "clock_from": "planned", "reason": "路上堵车"}


@pytest.fixture
def late(anhui: Tournament) -> Phone:
    """A phone at a match whose hour was twelve minutes ago, a being there, ten minutes the limit."""
    anhui.details = {"late_minutes": 10}
    anhui.save()
    match = Match.objects.get(stage__tournament=anhui, group="A", round=1)
    Match.objects.filter(stage__tournament=anhui).update(starts_at=timezone.now() + timedelta(hours=2))
    Match.objects.filter(pk=match.pk).update(starts_at=timezone.now() - timedelta(minutes=12))
    check_in(match.pk, "a", None, Actor.program("test"))
    return phone(match)


def propose(late: Phone, body: dict[str, Any]) -> Any:
    return late.post(late.url("proposal/"), {"id": str(uuid4()), **body})


def seen(late: Phone) -> dict[str, Any]:
    found: dict[str, Any] = late.get(late.url("check-in/")).json()["proposal"]
    return found


def card(late: Phone) -> Any:
    """The card of the match in the chief's queue."""
    queue = desk_of(late.match.stage.tournament).queue
    return next(one for one in queue if one.match and one.match.pk == late.match.pk)


def test_a_proposal_stands_in_the_chiefs_queue_once(late: Phone) -> None:
    body = {"id": str(uuid4()), **FORFEIT}
    for _ in range(2):
        assert late.post(late.url("proposal/"), body).status_code == 200
    assert (seen(late)["state"], seen(late)["text"], seen(late)["by"]) == ("open", "判乙方弃权", "王裁判")
    assert "王裁判建议判乙方弃权" in card(late).text
    assert late.match.late_proposals.count() == 1
    assert AuditEntry.objects.filter(action="late.propose").count() == 1
    assert Match.objects.get(pk=late.match.pk).status == Match.Status.SCHEDULED


def test_the_chief_lets_it_begin_with_what_was_proposed(late: Phone, chief: Account, client: Client) -> None:
    propose(late, BEGIN)
    client.force_login(chief)
    page = client.get(f"/chief/{late.match.stage.tournament.slug}/").content.decode()
    assert 'value="路上堵车"' in page
    allow_start(late.match.pk, reason="路上堵车", clock_from=ACTUAL, declarer="", actor=Actor.of(chief), key=uuid4())
    assert seen(late)["state"] == "allowed"


def test_a_forfeit_by_the_chief_is_the_answer(late: Phone, chief: Account) -> None:
    propose(late, FORFEIT)
    forfeit = {"type": "forfeit", "side": "b"}
    append_entry(late.match.pk, entry_id=uuid4(), after=None, payload=forfeit, actor=Actor.of(chief))
    assert seen(late)["state"] == "forfeited"
    with pytest.raises(Conflict):
        decline(late.match.pk, "不行", Actor.of(chief))


def test_the_chief_declines_with_a_reason_the_table_reads(late: Phone, chief: Account, client: Client) -> None:
    propose(late, FORFEIT)
    client.force_login(chief)
    url = f"/chief/{late.match.stage.tournament.slug}/decline/{late.match.pk}/"
    refused = client.post(url, {"answer": " "})
    assert (refused.status_code, "请写明不同意的理由" in refused.content.decode()) == (400, True)
    assert client.post(url, {"answer": "再等五分钟"}).status_code == 302
    assert (seen(late)["state"], seen(late)["answer"]) == ("declined", "再等五分钟")
    assert "proposal" not in card(late).facts
    assert propose(late, BEGIN).json()["proposal"]["state"] == "open"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"verdict": "forfeit-a"}, "present"),
        ({"verdict": "forfeit-both"}, "present"),
        ({"verdict": "start", "reason": ""}, "reason-needed"),
        ({"verdict": "start", "reason": "堵车", "clock_from": "later"}, "invalid"),
    ],
)
def test_what_cannot_be_proposed_is_refused_in_words(late: Phone, body: dict[str, Any], code: str) -> None:
    answer = propose(late, body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert seen(late) is None


def test_nothing_is_proposed_before_the_limit_or_after_the_start(late: Phone, chief: Account) -> None:
    Match.objects.filter(pk=late.match.pk).update(starts_at=timezone.now() - timedelta(minutes=9))
    assert propose(late, FORFEIT).json()["code"] == "too-early"
    late.write({"type": "start"})
    assert propose(late, FORFEIT).json()["code"] == "begun"
    with pytest.raises(Refusal):
        decline(late.match.pk, "", Actor.of(chief))
