"""The notice on the public page: only where it is published, every fact of it, nothing that was not said."""

import pytest
from django.test import Client

from tournament.models import Tournament
from tournament.services.actor import Actor
from tournament.services.tournaments import change_tournament, create_from_preset, publish

PROGRAM = Actor.program("测试")
SAID = (
    "丰富职工的业余文化生活",
    "包括临时人员",
    "科以上干部和东校区全体职工参加",
    "2007年9月21日 19:00 开幕式",
    "并列第三名",
)


@pytest.fixture
def made(db: None) -> Tournament:
    """A documented competition without teams."""
    return create_from_preset("houqin-2007", actor=PROGRAM)


def page(made: Tournament) -> str:
    response = Client().get(f"/{made.slug}/")
    assert response.status_code == 200
    return response.content.decode()


def test_the_published_notice_says_everything(made: Tournament) -> None:
    publish(made, ["notice"], PROGRAM)
    text = page(made)
    assert [fact for fact in SAID if fact not in text] == []
    assert "副裁判长" in text
    assert "待定" in text
    assert 'href="#notice"' in text


@pytest.mark.parametrize("parts", [["teams"], ["draw", "schedule", "results"]])
def test_without_its_part_nothing_of_the_notice_is_seen(made: Tournament, parts: list[str]) -> None:
    publish(made, parts, PROGRAM)
    text = page(made)
    assert [fact for fact in SAID if fact in text] == []
    assert 'id="notice"' not in text


def test_the_notice_alone_shows_no_team(made: Tournament) -> None:
    publish(made, ["notice"], PROGRAM)
    assert 'id="teams"' not in page(made)


def test_what_was_not_said_is_not_mentioned(made: Tournament) -> None:
    publish(made, ["notice"], PROGRAM)
    text = page(made)
    assert "还没写" not in text
    assert "协办单位" not in text
    change_tournament(made, PROGRAM, co_organisers=["工会 <b>联合会</b>"])
    text = page(made)
    assert "协办单位" in text
    assert "<b>联合会" not in text


def test_a_changed_notice_is_a_new_page_for_who_polls(made: Tournament) -> None:
    publish(made, ["notice"], PROGRAM)
    tag = Client().get(f"/{made.slug}/")["ETag"]
    change_tournament(made, PROGRAM, participation="毛巾一条")
    fresh = Client().get(f"/{made.slug}/", headers={"if-none-match": tag})
    assert fresh.status_code == 200
    assert "毛巾一条" in fresh.content.decode()
