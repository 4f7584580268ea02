"""A match that was voided has lines on its sheet but has not begun: it is moved, delayed, laid out and called again."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.correcting import decide
from tests.playing import Referee, find, play
from tournament.models import Match, SheetEntry, Tournament
from tournament.services import delays
from tournament.services.actor import Actor
from tournament.services.calling import call_to_table
from tournament.services.correcting import Correction, Draft
from tournament.services.floor_pace import forecast_of, sheets_of
from tournament.services.moving import check_swap, move_match, swap_matches
from tournament.services.schedule_grid import card_of, grid_of
from tournament.services.scheduling import lay_out
from tournament.services.verify import differences

HOUR = timedelta(hours=1)


@pytest.fixture
def voided(anhui: Tournament, actor: Actor) -> Match:
    """The first match of group A, played, confirmed and struck out whole."""
    match = play(find(anhui, "A1-2"), actor)
    decide(Correction(match.pk, Draft(anew=True)), actor)
    match = find(anhui, "A1-2")
    assert (match.status, match.version > 0, match.begun) == ("scheduled", True, False)
    return match


def where(match: Match) -> tuple[int | None, datetime | None]:
    match.refresh_from_db()
    return match.table.number if match.table else None, match.starts_at


def test_it_is_moved_and_changes_places(anhui: Tournament, voided: Match, actor: Actor) -> None:
    assert voided.starts_at
    move_match(voided.pk, 2, voided.starts_at - HOUR, actor)
    assert where(voided) == (2, voided.starts_at)
    other = find(anhui, "B1-2")
    assert check_swap(anhui, voided.pk, other.pk) is not None
    before = where(voided), where(other)
    swap_matches(voided.pk, other.pk, actor, anyway=True)
    assert (where(other), where(voided)) == before
    assert differences(anhui) == []


def test_it_is_delayed_and_laid_out_anew_with_the_rest(anhui: Tournament, voided: Match, actor: Actor) -> None:
    assert voided.starts_at
    shown = delays.delay_match(anhui, voided.pk, 30, "none")
    assert [one.match for one in shown.shifts] == [voided.pk]
    every = Match.objects.filter(stage__tournament=anhui).count()
    assert lay_out(anhui, starts_at=voided.starts_at + 24 * HOUR, actor=actor) == every
    assert where(voided)[1] == voided.starts_at


def test_with_it_alone_left_there_is_still_something_to_lay_out(anhui: Tournament, voided: Match, actor: Actor) -> None:
    for match in Match.objects.filter(stage__tournament=anhui).exclude(pk=voided.pk).exclude(group=""):
        play(match, actor)
    grid = grid_of(anhui)
    assert (grid["begun"], grid["open"]) == (True, 4)
    assert voided.pk in dict(card_of(anhui, find(anhui, "m1").pk)["others"])


def test_its_page_offers_to_move_it_and_the_grid_shows_it_as_not_begun(voided: Match, both: object) -> None:
    client = Client()
    client.force_login(both)  # type: ignore[arg-type]
    slug = voided.stage.tournament.slug
    page = client.get(reverse("office:move", args=[slug, voided.pk])).content.decode()
    assert "不能再移动" not in page
    assert 'name="starts_at' in page or "<form" in page
    board = client.get(reverse("office:schedule", args=[slug])).content.decode()
    assert f'class="match-card" id="match-{voided.pk}"' in board


def test_it_is_called_to_a_table_and_played_again(anhui: Tournament, voided: Match, actor: Actor) -> None:
    call_to_table(voided.pk, 4, actor)
    play(find(anhui, "A1-2"), actor, "b")
    assert find(anhui, "A1-2").winner == "b"
    assert differences(anhui) == []


def recorded(match: Match, actor: Actor, minutes: list[int]) -> list[SheetEntry]:
    """Hands recorded so many minutes after now, by the phone's clock."""
    referee = Referee(match, actor)
    begin = timezone.now()
    referee.write({"type": "start", "at": begin.isoformat(), "declarer": "a"})
    rows = []
    for minute in minutes:
        entry = referee.hand("a", 75).entry
        SheetEntry.objects.filter(pk=entry.pk).update(device_at=begin + timedelta(minutes=minute))
        rows.append(entry)
    return rows


def test_struck_hands_do_not_count_in_how_long_hands_take(anhui: Tournament, actor: Actor) -> None:
    match = find(anhui, "A1-2")
    rows = recorded(match, actor, [10, 12, 14, 20, 30])
    referee = Referee(find(anhui, "A1-2"), actor)
    for row in rows[1:3]:
        referee.strike(row.pk)
    matches = list(Match.objects.filter(pk=match.pk).select_related("stage__ruleset", "table"))
    now = timezone.now() + timedelta(minutes=31)
    with_struck = forecast_of(matches, sheets_of(matches), now, 0)
    SheetEntry.objects.filter(match=match, type="strike").delete()
    SheetEntry.objects.filter(pk__in=[row.pk for row in rows[1:3]]).delete()
    assert forecast_of(matches, sheets_of(matches), now, 0) == with_struck
