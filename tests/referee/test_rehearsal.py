"""The rehearsal: an evening with faults ends as the services make it end, and leaves everything else alone."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db.models import QuerySet
from django.utils import timezone

from referee.management.commands import rehearse
from referee.models import TableSession
from referee.rehearsal import faults
from referee.rehearsal.hall import AT_THE_DOOR, MARK, TOO_LATE, Hall, open_hall
from tests.playing import teams
from tournament.models import Account, AuditEntry, Match, SheetEntry, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.refusal import Refusal
from tournament.services.standings import final_placings

PLACES = [(1, "梅花队"), (2, AT_THE_DOOR), (3, "方块队"), (4, "小王队")]


def snapshot(tournament: Tournament) -> list[Any]:
    """What another tournament holds."""
    rows = Match.objects.filter(stage__tournament=tournament).order_by("pk").values()
    return [*rows, AuditEntry.objects.filter(tournament=tournament).count()]


@pytest.fixture
def before(anhui: Tournament) -> list[Any]:
    """The other tournament before the rehearsal; a third has the rehearsal's address."""
    Tournament.objects.create(slug="rehearsal", name="同名的赛事")
    return snapshot(anhui)


@dataclass(frozen=True)
class Evening:
    """The rehearsal's hall as it was left, and what was told."""

    hall: Hall
    told: str


@pytest.fixture
def evening(before: list[Any], monkeypatch: pytest.MonkeyPatch) -> Evening:
    """The rehearsal played beside another tournament, five minutes between what happens and what is done about it."""
    halls, said = [], StringIO()
    monkeypatch.setattr(rehearse, "open_hall", lambda: halls.append(open_hall()) or halls[0])
    with time_machine.travel(timezone.now(), tick=True) as clock:
        monkeypatch.setattr(rehearse.Command, "_wait", lambda _command, _sentence: clock.shift(timedelta(minutes=5)))
        call_command("rehearse", "--no-wait", stdout=said)
    return Evening(halls[0], said.getvalue())


def live(match: Match, kind: str) -> list[dict[str, Any]]:
    """The standing lines of a kind on a sheet."""
    struck = {one.payload["entry"] for one in match.entries.filter(type="strike")}
    ruled = {one for row in match.entries.filter(type="ruling") for one in row.payload.get("strike", ())}
    rows = match.entries.filter(type=kind).order_by("n")
    return [row.payload for row in rows if str(row.pk) not in struck | ruled]


def test_an_evening_with_faults_ends_as_it_should_and_leaves_all_else_alone(
    anhui: Tournament, chief: Account, before: list[Any], evening: Evening
) -> None:
    hall = evening.hall
    assert [(place, team.name) for place, team in final_placings(hall.tournament)] == PLACES
    assert evening.told.rstrip().endswith("全部一致。")
    assert f"第2名{AT_THE_DOOR}" in evening.told
    assert "/chief/rehearsal-2/power/" in evening.told

    assert snapshot(anhui) == before
    assert not AuditEntry.objects.filter(actor_user=chief).exists()
    assert (hall.tournament.slug, hall.tournament.published) == ("rehearsal-2", [])
    assert hall.tournament.name.startswith(MARK)
    assert not TableSession.objects.filter(closed_at=None).exists()

    # the exchanged sheets, and the hands of the phone that died: each once
    first, second, late = (hall.match(code) for code in (faults.FIRST, faults.SECOND, faults.LATE))
    assert points(first) == [60, 60, 60, 165]
    assert points(second) == [40]
    assert [one["offence"] for one in first.projection["penalties"]] == ["talking"]

    # the late match's clock runs from its planned hour; the ruling's hand stands in place of the protested one
    assert late.entries.get(type="start").payload["at"] == hall.began.isoformat(timespec="seconds")
    assert points(late) == [60, 75]

    # the power cut: all tables stop at the last sign of life, five minutes before the power was back
    played = Match.objects.filter(stage__tournament=hall.tournament, round=1)
    stopped, again = (moments(played, kind) for kind in ("pause", "resume"))
    assert (len(played), len(stopped), len(again)) == (4, 1, 1)
    assert timedelta(minutes=5) <= again.pop() - stopped.pop() < timedelta(minutes=6)

    # the corrected result: the semi-final was played again by the other team
    assert teams(hall.match(faults.SEMI)) == {"a": AT_THE_DOOR, "b": "方块队"}
    assert Team.objects.get(tournament=hall.tournament, name=TOO_LATE).waiting_since is not None

    actions = Counter(AuditEntry.objects.filter(tournament=hall.tournament).values_list("action", flat=True))
    expected = {"team.wait": 2, "draw.late": 1, "match.call": 1, "table.take-over": 2, "match.correct": 3}
    expected |= {"match.verify": 8, "session.close": 1}
    assert {name: actions[name] for name in expected} == expected


def points(match: Match) -> list[int]:
    """What the attackers took in each hand that counts."""
    return [one["attackers_points"] for one in match.projection["hands"]]


def moments(matches: QuerySet[Match], kind: str) -> set[datetime]:
    """The times of all entries of a kind."""
    payloads = SheetEntry.objects.filter(match__in=matches, type=kind).values_list("payload", flat=True)
    return {datetime.fromisoformat(payload["at"]) for payload in payloads}


def test_who_practises_may_act_first_and_is_told_so(anhui: Tournament, actor: Actor) -> None:
    hall, said = Hall(anhui, actor, timezone.now()), StringIO()
    command = rehearse.Command(stdout=said)
    command.waits = True
    command._act(faults.result_corrected, hall)
    assert said.getvalue().strip() == "（没有再做：这一场已经不是更正前的结果。）"
    command.waits = False
    with pytest.raises(Refusal):
        command._act(faults.result_corrected, hall)
