"""A match's date and hours are the same on every page, on paper and in every export: those of the hall's own zone."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from tests.documents import reading
from tests.playing import find
from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Account, Match, Tournament
from tournament.services.actor import Actor
from tournament.services.archive import archive_of, import_archive
from tournament.services.fixtures import fixture_rows
from tournament.services.shown import Shown
from tournament.services.tournaments import publish

AT = datetime(2011, 11, 24, 16, 30, tzinfo=UTC)  # 00:30 of the next day in Shanghai, 22:30 in Urumqi
ZONES = {"Asia/Shanghai": ("2011-11-25", "00:30", "01:30"), "Asia/Urumqi": ("2011-11-24", "22:30", "23:30")}
ELSEWHERE = {"Asia/Shanghai": "11-24", "Asia/Urumqi": "11-25"}


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest, settings: Settings) -> str:
    settings.TIME_ZONE = request.param
    return str(request.param)


@pytest.fixture
def at_midnight(anhui: Tournament, zone: str, both: Account) -> Tournament:
    """The first round begins around midnight, each later one ten minutes on."""
    for match in Match.objects.filter(stage__tournament=anhui):
        later = timedelta(minutes=10 * (match.round - 1 + (0 if match.group else 3)))
        Match.objects.filter(pk=match.pk).update(starts_at=AT + later, ends_at=AT + later + timedelta(hours=1))
    Tournament.objects.filter(pk=anhui.pk).update(starts_at=AT)
    publish(anhui, Tournament.Part.values, Actor.of(both))
    return anhui


def printed(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def test_a_matchs_date_and_hours_are_the_same_on_page_paper_and_export(
    at_midnight: Tournament, zone: str, both: Account
) -> None:
    slug, (date, start, end) = at_midnight.slug, ZONES[zone]
    month_day = date[5:]
    year, month, day = (int(part) for part in date.split("-"))
    client = Client()
    client.force_login(both)
    match = find(at_midnight, "A1-2")

    def page(path: str) -> str:
        return "".join(client.get(path).content.decode().split())

    def paper(key: str) -> str:
        return "".join(reading.texts(DOCUMENTS[key].pdf(at_midnight, Shown())))

    says: dict[str, tuple[Callable[[], str], list[str]]] = {
        "public page": (lambda: page(f"/{slug}/"), [f"{month}月{day}日", start]),
        "grid": (lambda: page(f"/office/{slug}/schedule/"), [f'data-start="{date}T{start}"', month_day, start]),
        "by table": (lambda: page(f"/office/{slug}/schedule/?view=table"), [f"{month_day}{start}–{end}"]),
        "move": (lambda: page(f"/office/{slug}/schedule/{match.pk}/"), [f"{date}{start}–{end}"]),
        "list": (lambda: paper("fixtures"), [f"{year}年{month}月{day}日{start}~{end}"]),
        "by round": (lambda: paper("fixtures-round"), [f"{month}月{day}日{start}~{end}"]),
        "by team": (lambda: paper("fixtures-team"), [f"{month}月{day}日{start}~{end}"]),
        "tables on paper": (lambda: paper("fixtures-table"), [f"{month}月{day}日{start}~{end}"]),
        "referees": (lambda: paper("referee-plan"), [f"{month}月{day}日{start}~{end}"]),
        "sheets": (lambda: paper("score-sheets"), [f"{month}月{day}日{start}~{end}"]),
        "csv": (lambda: printed("fixtures", slug, "--format", "csv"), [f"{date},{start},{end}"]),
    }
    for name, (made, words) in says.items():
        text = made()
        assert [word for word in words if word not in text] == [], name
        assert ELSEWHERE[zone] not in text.replace(f"{date}T", ""), name


def test_an_archive_keeps_the_moment_whatever_the_zone(at_midnight: Tournament, zone: str, both: Account) -> None:
    back = import_archive(json.loads(json.dumps(archive_of(at_midnight))), Actor.of(both), slug="back")
    assert find(back, "A1-2").starts_at == AT
    assert fixture_rows(back) == fixture_rows(at_midnight)
    assert fixture_rows(back)[0]["date"] == ZONES[zone][0]
