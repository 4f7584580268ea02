"""Who may do what: every address of the project × method × role, in one table; an address without a row fails."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from referee.services.announcements import announce
from referee.services.practice import practice_token
from tests import factories
from tests.permission_table import LOGIN, METHODS, NEVER, NO, OPEN, ROLES, TABLE
from tests.referee.phones import phone
from tournament.draw import addendum
from tournament.models import Account, Draw, DrawAddendum, Job, Match, Stage, Team, Tournament
from tournament.services import packs
from tournament.services.actor import Actor
from tournament.services.demo_play import play_match
from tournament.services.department_links import issue

UNPUBLISHED = tuple(
    name
    for name in TABLE
    if name.startswith(("public:", "public-api:", "board:")) and name not in ("public:home", "public-api:tournaments")
)


def addresses(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every named address with its namespace."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from addresses(entry, space + (f"{entry.namespace}:" if entry.namespace else ""))
        else:
            yield f"{space}{entry.name}", entry


ADDRESSES = dict(addresses(get_resolver()))


@pytest.fixture
def world(db: None) -> dict[str, Any]:
    """A drawn tournament with everything published and one match played, and what addresses of it need."""
    cup: Tournament = factories.tournament("cup")
    cup.published = Tournament.Part.values
    cup.save()
    match = Match.objects.filter(stage__tournament=cup).order_by("pk")[0]
    play_match(match.pk, Random(1), Actor.program("test"))
    joined = phone(match)
    said = announce(cup, "请各桌注意", Actor.program("test"))
    return {
        "phone": joined,
        "pass_token": joined.device.table_pass.token,
        "practice_token": practice_token(cup),
        "pass_id": joined.device.table_pass_id,
        "device_id": joined.device.pk,
        "announcement_id": said.pk,
        "number": 1,
        "slug": cup.slug,
        "match_id": match.pk,
        "n": 1,
        "stage": Stage.objects.filter(tournament=cup)[0].pk,
        "group": "A",
        "section": "prizes",
        "ref": str(match.stage.ruleset_id),
        "key": "fixtures",
        "team": Team.objects.filter(tournament=cup)[0].pk,
        "department": cup.departments.all()[0].pk,
        **drawn_things(cup),
        "slot": match.slots.all()[0].pk,
        "job": pack_of(cup),
        "token": issue(cup.departments.all()[0], Actor.program("test")).token,
    }


def pack_of(cup: Tournament) -> int:
    """A finished pack with its file."""
    packs.folder().mkdir(parents=True, exist_ok=True)
    (packs.folder() / "permissions.pdf").write_bytes(b"%PDF-1.4")
    facts = {"tournament": cup.pk, "title": "第1轮全部", "round": "1-1"}
    return Job.objects.create(kind=packs.KIND, arguments=facts, state="done", result_file="permissions.pdf").pk


def drawn_things(cup: Tournament) -> dict[str, int]:
    """The draw of the tournament, and what a late team added to it."""
    draw = Draw.objects.get(stage__tournament=cup)
    late = Team.objects.create(tournament=cup, department=cup.departments.all()[0], name="迟到队")
    facts = {"id": str(late.pk), "name": late.name, "department": late.department.name}
    drawn = {"groups": draw.record["result"]["groups"], "open": [12], "seed": ""}
    record = addendum.compute({"format": addendum.FORMAT, "algorithm": 1, "kind": "place", "team": facts, **drawn})
    added = DrawAddendum.objects.create(draw=draw, team=late, record=record, added_at=draw.drawn_at)
    return {"draw_id": draw.pk, "addendum_id": added.pk}


def path_of(name: str, world: dict[str, Any]) -> str:
    """The address with its arguments; `pk` means the thing the address is named after."""
    subject = (
        "department"
        if "department" in name
        else "team"
        if name.startswith(("office:team", "entry:team", "public:calendar"))
        else "match_id"
    )
    known = {**world, "pk": world[subject]}
    if name.startswith("join:"):
        known["token"] = world["pass_token"]
    wanted = {key: known[key] for key in re.findall(r"<(?:\w+:)?(\w+)>", pattern_of(name))}
    return reverse(name, kwargs=wanted)


def pattern_of(name: str) -> str:
    return str(ADDRESSES[name].pattern)


def answer_of(response: HttpResponse) -> str:
    """Which of the four answers this is; anything else is shown as its status and fails."""
    if response.status_code == 302 and response["Location"].startswith("/login/?next="):
        return LOGIN
    known = {401: NO, 403: NO, 405: NEVER, 200: OPEN, 201: OPEN, 204: OPEN, 302: OPEN, 304: OPEN, 400: OPEN, 409: OPEN}
    return known.get(response.status_code, str(response.status_code))


def clients(world: dict[str, Any]) -> dict[str, Client]:
    made = {role: Client() for role in ROLES}
    made["pass"] = Client(headers=world["phone"].headers())
    made["pass"].cookies["pass"] = world["phone"].secret
    made["office"].force_login(factories.account("office", staff=True))
    made["chief"].force_login(factories.account("chief", chief=True))
    return made


def ask(client: Client, method: str, path: str) -> HttpResponse:
    """One request whose writes are taken back."""
    with transaction.atomic():
        response = client.generic(method, path)
        transaction.set_rollback(True)
    return response


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert set(TABLE) == set(ADDRESSES)


PRIVATE = frozenset(name for name, cells in TABLE.items() if cells["GET"][0] in (LOGIN, NO))


@pytest.mark.parametrize("name", TABLE)
def test_each_role_gets_the_answer_of_the_table_and_no_private_page_is_kept(name: str, world: dict[str, Any]) -> None:
    path, by_role = path_of(name, world), clients(world)
    answers = {method: [ask(by_role[role], method, path) for role in ROLES] for method in METHODS}
    assert {method: tuple(map(answer_of, given)) for method, given in answers.items()} == TABLE[name]
    kept = [
        role for role, one in zip(ROLES, answers["GET"], strict=True) if "no-store" not in one.get("Cache-Control", "")
    ]
    assert name not in PRIVATE or kept == []


@pytest.mark.parametrize("name", UNPUBLISHED)
def test_what_is_not_published_is_not_found_by_the_public(name: str, world: dict[str, Any]) -> None:
    Tournament.objects.update(published=[])
    assert Client().get(path_of(name, world)).status_code == 404


def test_an_account_of_both_roles_may_do_both(world: dict[str, Any]) -> None:
    client = Client()
    client.force_login(Account.objects.create_user("alles", is_staff=True, is_chief=True))
    for name in ("office:facts", "office:day", "console:home"):
        assert client.get(path_of(name, world)).status_code == 200
