"""Numbers sort as numbers: 第2 stands before 第10 among names, groups, tables and rounds, on pages and on paper."""

from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from tests import factories
from tests.documents import reading
from tests.office.conftest import STARTS_AT, make
from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Account, PlayTable, Team, Tournament
from tournament.services import formats
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.fixtures import fixture_rows, matches_of
from tournament.services.formats import Format
from tournament.services.hall import pending_draw, start_hall, waiting_names
from tournament.services.match_words import titles_of
from tournament.services.names import sort_key
from tournament.services.public_page import group_tables
from tournament.services.registration import enter_team
from tournament.services.round_titles import rounds_of
from tournament.services.schedule_grid import lists_of
from tournament.services.scheduling import lay_out
from tournament.services.shown import Shown
from tournament.services.standings import group_standings

COUNT = 12
NUMBERS = list(range(1, COUNT + 1))


def places(text: str, words: Callable[[int], str], numbers: list[int]) -> list[int]:
    """Where each first stands in the text."""
    return [text.index(words(number)) for number in numbers]


@pytest.fixture
def entered_backwards(actor: Actor) -> Tournament:
    """Twelve departments with a number in their name, a team each, entered from the last to the first."""
    cup = make(actor, Format(shape=formats.ROUND_ROBIN), tables=COUNT)
    for number in reversed(NUMBERS):
        enter_team(cup, f"第{number}分会", [f"甲{number}", f"乙{number}"], actor)
    return cup


@pytest.mark.parametrize(
    ("first", "second"),
    [("第2分会", "第10分会"), ("2车间", "10车间"), ("机电2010级", "机电2011级"), ("第10分会", "一分会")],
)
def test_a_name_sorts_by_its_pinyin_and_the_numbers_in_it(first: str, second: str) -> None:
    assert sort_key(first) < sort_key(second)


def test_departments_and_teams_stand_by_their_number_everywhere(
    entered_backwards: Tournament, office: Account, actor: Actor
) -> None:
    client = Client()
    client.force_login(office)
    words = "第{}分会".format
    page = client.get(f"/office/{entered_backwards.slug}/entries/").content.decode()
    listed = page[page.index("<tbody") :]
    assert places(listed, words, NUMBERS) == sorted(places(listed, words, NUMBERS))
    badges = "".join(reading.texts(DOCUMENTS["badges"].pdf(entered_backwards, Shown())))
    assert places(badges, words, NUMBERS) == sorted(places(badges, words, NUMBERS))
    start_hall(first_stage(entered_backwards), actor=actor, seed="一", present="")
    pending = pending_draw(first_stage(entered_backwards))
    assert pending is not None
    assert waiting_names(pending) == [words(number) for number in NUMBERS]


def test_tables_and_rounds_stand_by_their_number_everywhere(entered_backwards: Tournament, actor: Actor) -> None:
    cup = entered_backwards
    hold_draw(first_stage(cup), actor=actor, seed="一")
    lay_out(cup, starts_at=STARTS_AT, actor=actor)
    for number, match in enumerate(matches_of(cup)[:COUNT][::-1], start=1):  # all twelve tables, at one hour
        match.table, match.starts_at = PlayTable.objects.get(tournament=cup, number=number), STARTS_AT
        match.save()
    assert [int(row["table"]) for row in fixture_rows(cup)][:COUNT] == NUMBERS
    assert [one["name"] for one in lists_of(cup, by="table")] == [f"{number}号桌" for number in NUMBERS]
    assert [one["name"] for one in lists_of(cup, by="team")] == [f"第{number}分会" for number in NUMBERS]
    matches = matches_of(cup)
    rounds = list(range(1, COUNT))
    assert [one.key for one in rounds_of(matches, titles_of(matches))] == [f"1-{number}" for number in rounds]
    paper = {key: "".join(reading.texts(DOCUMENTS[f"fixtures-{key}"].pdf(cup, Shown()))) for key in ("round", "table")}
    assert places(paper["round"], "第{}轮".format, rounds) == sorted(places(paper["round"], "第{}轮".format, rounds))
    assert places(paper["table"], "{}号桌".format, NUMBERS[1:]) == sorted(
        places(paper["table"], "{}号桌".format, NUMBERS[1:])
    )


def test_group_AA_stands_after_group_Z_everywhere(actor: Actor, db: None) -> None:
    cup = make(actor, Format(shape=formats.BY_SIZE, number=2))
    for number in range(1, 57):
        factories.team(cup, f"第{number}队")
    hold_draw(first_stage(cup), actor=actor, seed="一")
    letters = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "AB"]
    assert list(group_standings(first_stage(cup))) == letters
    shown = group_tables(cup, matches_of(cup), {}, Shown())
    assert [one["anchor"] for one in shown] == [f"g1-{letter}" for letter in letters]


def test_names_stored_before_are_sorted_anew_by_the_migration(entered_backwards: Tournament) -> None:
    Team.objects.filter(name="第2分会").update(sort_key="di 2 fen hui")
    import_module("tournament.migrations.0005_numbers_sort").fill_numbers(apps, None)
    assert all(team.sort_key == sort_key(team.name) for team in entered_backwards.teams.all())
    assert entered_backwards.teams.get(name="第2分会").sort_key == "di 000002 fen hui"
