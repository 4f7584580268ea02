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
from tests.referee.phones import phone
from tournament.draw import addendum
from tournament.models import Account, Draw, DrawAddendum, Job, Match, Stage, Team, Tournament
from tournament.services import packs
from tournament.services.actor import Actor
from tournament.services.demo_play import play_match
from tournament.services.department_links import issue

ROLES = ("nobody", "office", "chief", "pass")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

# OPEN: the view answers (a page, a redirect, or 400 and 409 for an empty form). LOGIN: sent to sign in and back.
# NO: refused. NEVER: a method this address does not know. A row gives each method's answer to the four roles;
# "pass" is a phone that joined at the match's table, and answered like nobody where a row does not say otherwise.
OPEN, LOGIN, NO, NEVER = "open", "login", "no", "never"
Row = dict[str, tuple[str, ...]]
NONE = (NEVER, NEVER, NEVER)
ALL = (OPEN, OPEN, OPEN)
OFFICE = (LOGIN, OPEN, NO)
CHIEF = (LOGIN, NO, OPEN)
BOTH = (LOGIN, OPEN, OPEN)
REFEREE = (LOGIN, NO, OPEN, OPEN)
API = (NO, NO, OPEN, OPEN)
API_NEVER = (NO, NO, NEVER, NEVER)  # the interface asks who it is before it looks at the method
API_CHIEF, API_CHIEF_NEVER = (NO, NO, OPEN), (NO, NO, NEVER)
API_DEVICE, API_DEVICE_NEVER = (NO, NO, NO, OPEN), (NO, NO, NO, NEVER)


def row(get: tuple[str, ...] = NONE, post: tuple[str, ...] = NONE, rest: tuple[str, ...] = NONE) -> Any:
    """A row; `rest` is PUT, PATCH and DELETE."""
    get, post, rest = (cells if len(cells) == len(ROLES) else (*cells, cells[0]) for cells in (get, post, rest))
    return {"GET": get, "POST": post, "PUT": rest, "PATCH": rest, "DELETE": rest}


READ, FORM, ACT = row(OFFICE), row(OFFICE, OFFICE), row(post=OFFICE)

TABLE: dict[str, Row] = {
    "login": {**row(ALL, ALL), "PUT": (*ALL, OPEN)},
    "logout": row(post=ALL),
    "set_language": row(ALL, ALL, ALL),
    "office:home": row(BOTH),
    "office:create": FORM,
    "office:create-from": ACT,
    "office:format-plan": READ,
    "office:tournament": row(BOTH),
    "office:clone": FORM,
    "office:facts": READ,
    "office:facts-format": FORM,
    "office:facts-section": FORM,
    "office:notice": FORM,
    "office:entries": READ,
    "office:team-add": ACT,
    "office:team": FORM,
    "office:team-remove": ACT,
    "office:team-substitute": ACT,
    "office:team-leave": ACT,
    "office:team-restore": ACT,
    "office:team-admit": ACT,
    "office:department-link": ACT,
    "office:department-revoke": ACT,
    "office:quotas": FORM,
    "office:quota-sizes": ACT,
    "office:entry-rules": ACT,
    "office:links": FORM,
    "office:links-print": READ,
    "office:line-ups": row(BOTH),
    "office:line-up": row(BOTH, BOTH),
    "entry:department": row(ALL),
    "entry:team-add": row(post=ALL),
    "entry:team": row(ALL, ALL),
    "entry:team-substitute": row(post=ALL),
    "entry:team-withdraw": row(post=ALL),
    "office:department-add": ACT,
    "office:department": FORM,
    "office:department-remove": ACT,
    "office:import": FORM,
    "office:import-rows": FORM,
    "office:import-template": READ,
    "office:roster-xlsx": READ,
    "office:roster-csv": READ,
    "office:draw": READ,
    "office:draw-seed": ACT,
    "office:draw-typed": ACT,
    "office:draw-undo": ACT,
    "office:draw-check": ACT,
    "office:draw-record": READ,
    "office:draw-addendum": READ,
    "office:draw-slips": FORM,
    "office:draw-slips-preview": ACT,
    "office:hall": READ,
    "office:hall-start": ACT,
    "office:hall-step": ACT,
    "office:hall-confirm": ACT,
    "office:late": READ,
    "office:late-add": ACT,
    "office:late-enter": ACT,
    "office:late-step-down": ACT,
    "office:team-place": ACT,
    "office:team-give-up": ACT,
    "office:rounds": READ,
    "office:rounds-seed": ACT,
    "office:rounds-typed": ACT,
    "office:rounds-undo": ACT,
    "office:rounds-count": ACT,
    "office:schedule": FORM,
    "office:move": FORM,
    "office:move-check": row(OFFICE),
    "office:swap": ACT,
    "office:delay": FORM,
    "office:hall-delay": FORM,
    "office:schedule-undo": ACT,
    "office:tables": FORM,
    "office:table": ACT,
    "office:table-retire": ACT,
    "office:day": row(BOTH),
    "office:floor": row(BOTH),
    "office:floor-call": row(post=BOTH),
    "office:floor-presence": row(post=BOTH),
    "office:lot": row(post=CHIEF),
    "office:correct": row(CHIEF),
    "office:correct-match": row(CHIEF, CHIEF),
    "office:correct-slot": row(CHIEF, CHIEF),
    "office:correct-withdraw": row(CHIEF, CHIEF),
    "office:archive": READ,
    "office:archive-import": FORM,
    "office:print": READ,
    "office:pack-make": ACT,
    "office:pack": READ,
    "office:pack-now": ACT,
    "office:pack-file": READ,
    "office:publish": FORM,
    "office:rules": READ,
    "office:rules-conformity": READ,
    "office:rules-import": FORM,
    "office:rule": READ,
    "office:rule-copy": FORM,
    "office:rule-preview": ACT,
    "office:rule-export": READ,
    "chief:home": row(CHIEF),
    "chief:desk": row(CHIEF),
    "chief:allow": row(post=CHIEF),
    "chief:decline": row(post=CHIEF),
    "chief:decide": row(post=CHIEF),
    "chief:sheet": row(CHIEF),
    "chief:result": row(BOTH),
    "chief:result-pdf": row(BOTH),
    "chief:protests": row(CHIEF),
    "chief:protest": row(CHIEF, CHIEF),
    "chief:verify": row(CHIEF),
    "chief:verify-match": row(CHIEF, CHIEF),
    "chief:move": row(CHIEF, CHIEF),
    "chief:paper": row(CHIEF, CHIEF),
    "chief:round-close": row(post=CHIEF),
    "chief:power": row(CHIEF, CHIEF),
    "console:home": row(REFEREE),
    "console:match": row(REFEREE),
    "console:table": row(REFEREE),
    "console:worker": row(ALL),
    "console:practice": row(REFEREE),
    "join:card": row(ALL, ALL),
    "join:practice": row(ALL),
    "join:home": row(ALL, ALL),
    "join:leave": row(post=REFEREE),
    "join:desk": row(CHIEF),
    "join:session": row(post=CHIEF),
    "join:passes": row(post=CHIEF),
    "join:announcements": row(post=CHIEF),
    "join:cards": row(post=CHIEF),
    "api-schema": row(ALL),
    "api-docs": row(ALL),
    "public-api:tournaments": row(ALL),
    "public-api:tournament": row(ALL),
    "public-api:teams": row(ALL),
    "public-api:fixtures": row(ALL),
    "public-api:results": row(ALL),
    "public-api:standings": row(ALL),
    "public-api:bracket": row(ALL),
    "table-api:match": row(API, API_NEVER, API_NEVER),
    "table-api:entries": row(API_NEVER, API, API_NEVER),
    "table-api:preview": row(API_NEVER, API, API_NEVER),
    "table-api:confirm": row(API_NEVER, API, API_NEVER),
    "table-api:table": row(API, API_NEVER, API_NEVER),
    "table-api:check-in": row(API, API, API_NEVER),
    "table-api:proposal": row(API_NEVER, API, API_NEVER),
    "table-api:join": row(post=ALL),
    "table-api:practice": row(post=ALL),
    "table-api:take-over": row(API_DEVICE_NEVER, API_DEVICE, API_DEVICE_NEVER),
    "table-api:leave": row(API_DEVICE_NEVER, API_DEVICE, API_DEVICE_NEVER),
    "table-api:tables": row(API_DEVICE, API_DEVICE_NEVER, API_DEVICE_NEVER),
    "table-api:acknowledge": row(API_DEVICE_NEVER, API_DEVICE, API_DEVICE_NEVER),
    "table-api:session": {**row(API_CHIEF, API_CHIEF, API_CHIEF_NEVER), "DELETE": (*API_CHIEF, NO)},
    "table-api:pin": row(API_CHIEF_NEVER, API_CHIEF, API_CHIEF_NEVER),
    "table-api:passes": row(API_CHIEF, API_CHIEF, API_CHIEF_NEVER),
    "table-api:pass-revoke": row(API_CHIEF_NEVER, API_CHIEF, API_CHIEF_NEVER),
    "table-api:devices": row(API_CHIEF, API_CHIEF_NEVER, API_CHIEF_NEVER),
    "table-api:device-revoke": row(API_CHIEF_NEVER, API_CHIEF, API_CHIEF_NEVER),
    "table-api:announcements": row(API_CHIEF, API_CHIEF, API_CHIEF_NEVER),
    "board:board": row(ALL),
    "board:now": row(ALL),
    "public:home": row(ALL),
    "public:tournament": row(ALL),
    "public:match": row(ALL),
    "public:document": row(ALL),
    "public:draw-record": row(ALL),
    "public:draw": row(ALL),
    "public:calendar": row(ALL),
    "public:fairness": row(ALL),
}
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


@pytest.mark.parametrize("name", TABLE)
def test_each_role_gets_the_answer_of_the_table(name: str, world: dict[str, Any]) -> None:
    path, by_role = path_of(name, world), clients(world)
    found = {m: tuple(answer_of(ask(by_role[role], m, path)) for role in ROLES) for m in METHODS}
    assert found == TABLE[name]


@pytest.mark.parametrize("name", UNPUBLISHED)
def test_what_is_not_published_is_not_found_by_the_public(name: str, world: dict[str, Any]) -> None:
    Tournament.objects.update(published=[])
    assert Client().get(path_of(name, world)).status_code == 404


@pytest.mark.parametrize("name", [name for name, cells in TABLE.items() if cells["GET"][0] in (LOGIN, NO)])
def test_private_pages_are_not_kept(name: str, world: dict[str, Any]) -> None:
    path = path_of(name, world)
    for client in clients(world).values():
        assert "no-store" in client.get(path).get("Cache-Control", "")


def test_an_account_of_both_roles_may_do_both(world: dict[str, Any]) -> None:
    client = Client()
    client.force_login(Account.objects.create_user("alles", is_staff=True, is_chief=True))
    for name in ("office:facts", "office:day", "console:home"):
        assert client.get(path_of(name, world)).status_code == 200
