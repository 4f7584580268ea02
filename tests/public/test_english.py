"""The main pages in English: no Chinese is left but what people typed, and the language is chosen in the foot."""

import re
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.services.announcements import announce
from referee.services.sessions import open_session
from scoring.ruleset import load_preset, parse_ruleset, ruleset_document
from tests.documents.brackets import PARTS
from tests.playing import Referee, find, play_circle, play_group
from tests.test_permissions import ADDRESSES
from tournament.models import Account, Draw, Match, Player, Stage, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.demo_play import play_match
from tournament.services.department_links import issue
from tournament.services.house_rules import save

CHINESE = re.compile(r"[\u3400-\u9fff\u3000-\u303f\uff00-\uffef]+[^<>]*")
OWN_WORDS = ("中文", "抽签")  # the name of the language in the switch, and of who drew
PUBLIC = ("public:tournament", "public:match", "public:draw", "board:board")
OFFICE = (
    "office:home",
    "office:tournament",
    "office:facts",
    "office:entries",
    "office:quotas",
    "office:links",
    "office:line-ups",
    "office:draw",
    "office:schedule",
    "office:tables",
    "office:day",
    "office:floor",
    "office:print",
    "office:publish",
    "office:import",
    "office:create",
    "office:rules",
    "office:rules-import",
    "office:rules-conformity",
    "office:rule",
)
API = ("public-api:fixtures", "public-api:results", "public-api:standings", "public-api:bracket")
CHIEF = ("chief:desk", "chief:result", "chief:verify", "chief:protests", "join:desk", "console:home", "console:match")


@pytest.fixture(autouse=True)
def _chinese_again() -> Iterator[None]:
    """A request leaves its language active; the tests after these expect the default."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture
def world(anhui: Tournament, actor: Actor) -> dict[str, Any]:
    """A tournament in the middle: a group by lot, one with results, one match at play, all published."""
    play_group(anhui, "A", actor)
    play_circle(anhui, "B", actor)
    play_match(find(anhui, "C1-2").pk, Random(1), actor)
    referee = Referee(find(anhui, "D1-2"), actor)
    referee.start()
    referee.hand("a", 85)
    referee.write({"type": "penalty", "side": "b", "offence": "wrong-card", "count": 1})
    anhui.published = PARTS
    anhui.save(update_fields=["published"])
    open_session(anhui, actor, "one")
    announce(anhui, "please wait", actor)
    match = find(anhui, "A1-2")
    return {
        "slug": anhui.slug,
        "pk": match.pk,
        "match_id": match.pk,
        "draw_id": Draw.objects.get().pk,
        "stage": Stage.objects.filter(tournament=anhui)[0].pk,
        "token": issue(anhui.departments.all()[0], actor).token,
        "ref": "anhui-chaodipi",
    }


def typed(made: Tournament) -> Iterator[str]:
    """Everything that people typed: names, places, stages."""
    yield from (made.name, made.host, made.venue)
    yield from Team.objects.filter(tournament=made).values_list("name", flat=True)
    yield from Player.objects.filter(team__tournament=made).values_list("name", flat=True)
    yield from made.departments.values_list("name", flat=True)
    yield from made.stages.values_list("name", flat=True)


def left_in(html: str, names: list[str]) -> list[str]:
    """The Chinese that is left once names are taken out, with what follows it."""
    text = unescape(re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL))
    for name in names:
        text = text.replace(name, "")
    return sorted({found.strip()[:60] for found in CHINESE.findall(text)})


def in_english(client: Client) -> Client:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def address_of(name: str, world: dict[str, Any]) -> str:
    wanted = re.findall(r"<(?:\w+:)?(\w+)>", str(ADDRESSES[name].pattern))
    return reverse(name, kwargs={key: world[key] for key in wanted})


def test_the_pages_in_english_have_no_chinese_but_names(world: dict[str, Any], both: Account) -> None:
    reader, staff = in_english(Client()), in_english(Client())
    staff.force_login(both)
    words = {one for one in (*typed(Tournament.objects.get()), *OWN_WORDS) if len(one) > 1 and CHINESE.search(one)}
    names = sorted(words, key=len, reverse=True)
    addresses = {name: address_of(name, world) for name in (*PUBLIC, *OFFICE, *CHIEF)}
    addresses |= {name: address_of(name, world) for name in API}
    left: list[str] = []
    for name, address in addresses.items():
        response = (staff if name in (*OFFICE, *CHIEF) else reader).get(address)
        assert response.status_code == 200, name
        left += [f"{name}: {found}" for found in left_in(response.content.decode(), names)]
    assert not left, "\n".join(left)


def test_a_refused_entry_says_in_english_why(anhui: Tournament, actor: Actor, both: Account) -> None:
    referee = Referee(find(anhui, "D1-2"), actor)
    referee.start()
    client = in_english(Client())
    client.force_login(both)
    address = f"/api/matches/{referee.match.pk}/entries/"
    entry = {"type": "hand", "declarer": "a", "table_points": 7}
    body = {"id": str(uuid4()), "after": str(referee.last), "payload": entry}
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 400, answer.content.decode()
    assert answer.json()["detail"].endswith("found 7; points are a multiple of 5, from 0 to 200")


def test_a_house_s_rules_are_called_by_their_own_name(both: Account) -> None:
    document = ruleset_document(load_preset("guandan"))
    own = parse_ruleset({**document, "key": "ours", "name": {"zh": "本厂掼蛋", "en": "Our guandan"}})
    save(own, Actor.of(both), origin="")
    client = Client()
    client.force_login(both)
    assert "本厂掼蛋" in client.get("/office/rules/").content.decode()
    english = in_english(client).get("/office/rules/").content.decode()
    assert "Our guandan" in english
    assert "本厂掼蛋" not in english


def test_the_switch_in_the_foot_changes_the_language_and_comes_back(world: dict[str, Any]) -> None:
    client = Client(enforce_csrf_checks=True)
    page = f"/{world['slug']}/?team={Team.objects.all()[0].pk}"
    html = client.get(page).content.decode()
    assert 'action="/i18n/setlang/"' in html
    assert f'name="next" value="{page}"' in html
    answer = client.post("/i18n/setlang/", {"language": "en", "next": page})
    assert (answer.status_code, answer["Location"]) == (302, page)
    english = client.get(page).content.decode()
    assert '<html lang="en">' in english
    assert "Fixtures" in english
    client.post("/i18n/setlang/", {"language": "zh-hans", "next": page})
    assert '<html lang="zh-hans">' in client.get(page).content.decode()


def test_the_switch_leads_nowhere_else(world: dict[str, Any]) -> None:
    answer = Client().post("/i18n/setlang/", {"language": "en", "next": "https://example.org/"})
    assert answer["Location"] == "/"


def test_a_page_in_another_language_has_another_tag(world: dict[str, Any]) -> None:
    page = f"/{world['slug']}/"
    chinese = Client().get(page)["ETag"]
    assert in_english(Client()).get(page, headers={"if-none-match": chinese}).status_code == 200
    assert Match.objects.count() == 15
