"""Publishing is part by part: what is not published appears nowhere."""

from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from tests.playing import find, play, play_group
from tournament.models import Match, Player, Tournament
from tournament.services.actor import Actor

PARTS = ("teams", "draw", "schedule", "results")
SUBSETS = [subset for size in range(1, 5) for subset in combinations(PARTS, size)]


@pytest.fixture
def played(anhui: Tournament, actor: Actor) -> Tournament:
    """Group A is over; one match of group B is being played."""
    play_group(anhui, "A", actor)
    Match.objects.filter(stage__tournament=anhui, code="B1-2").update(status=Match.Status.PLAYING)
    return anhui


def publish(tournament: Tournament, *parts: str) -> None:
    """Set what is published."""
    tournament.published = list(parts)
    tournament.save(update_fields=["published"])


def page(client: Client, tournament: Tournament) -> str:
    """The tournament's page; it must be there."""
    response = client.get(reverse("public:tournament", args=[tournament.slug]))
    assert response.status_code == 200
    return response.content.decode()


def test_nothing_of_an_unpublished_tournament_is_found(client: Client, played: Tournament) -> None:
    match = find(played, "A1-2")
    for address in (
        reverse("public:tournament", args=[played.slug]),
        reverse("public:match", args=[played.slug, match.pk]),
        reverse("public:document", args=[played.slug, "fixtures"]),
        reverse("public:document", args=[played.slug, "bracket"]),
    ):
        assert client.get(address).status_code == 404, address
    assert played.name not in client.get(reverse("public:home")).content.decode()


@pytest.mark.parametrize("parts", SUBSETS, ids="+".join)
def test_each_part_shows_exactly_its_own(client: Client, played: Tournament, parts: tuple[str, ...]) -> None:
    publish(played, *parts)
    text = page(client, played)
    player = Player.objects.filter(team__tournament=played).first()
    assert player is not None
    assert (player.name in text) == ("teams" in parts)
    assert ("13:10" in text) == ("schedule" in parts)
    assert ('class="bracket"' in text) == ("draw" in parts)
    assert ("记分表" in text) == ("results" in parts)
    assert ("为什么" in text) == ("results" in parts)
    assert ("进行中" in text) == ("results" in parts)
    assert ('id="groups"' in text) == bool({"draw", "results"} & set(parts))
    # 基础部 has not played: only its entry, the draw or its group's standing names it
    assert ("基础部" in text) == bool({"teams", "draw", "results"} & set(parts))


@pytest.mark.parametrize("parts", [subset for subset in SUBSETS if "results" not in subset], ids="+".join)
def test_without_results_nobody_sees_who_won_a_group(
    client: Client, anhui: Tournament, actor: Actor, parts: tuple[str, ...]
) -> None:
    publish(anhui, *parts)
    before = page(client, anhui)
    play_group(anhui, "A", actor)
    assert page(client, anhui) == before


def test_the_home_page_lists_what_is_published(client: Client, anhui: Tournament) -> None:
    publish(anhui, "schedule")
    assert anhui.name in client.get(reverse("public:home")).content.decode()


def test_an_empty_home_page_says_what_to_do(client: Client, db: None) -> None:
    assert "还没有公布的赛事" in client.get(reverse("public:home")).content.decode()


@pytest.mark.parametrize(
    ("parts", "fixtures", "bracket"),
    [
        (("teams",), 404, 404),
        (("draw",), 404, 200),
        (("schedule",), 404, 404),
        (("draw", "schedule"), 200, 200),
        (("results",), 404, 404),
    ],
)
def test_documents_are_public_only_with_all_they_show(
    client: Client, anhui: Tournament, parts: tuple[str, ...], fixtures: int, bracket: int
) -> None:
    publish(anhui, *parts)
    for key, status in (("fixtures", fixtures), ("bracket", bracket)):
        assert client.get(reverse("public:document", args=[anhui.slug, key])).status_code == status


@pytest.mark.parametrize("role", ["office", "chief"])
def test_office_and_chief_print_at_any_time_and_nobody_keeps_a_copy(
    client: Client, anhui: Tournament, role: str, request: pytest.FixtureRequest
) -> None:
    client.force_login(request.getfixturevalue(role))
    response = client.get(reverse("public:document", args=[anhui.slug, "fixtures"]))
    assert response.status_code == 200
    assert response.content.startswith(b"%PDF")
    assert response["Cache-Control"] == "no-store, private"


def test_an_unknown_document_is_not_found(client: Client, anhui: Tournament) -> None:
    publish(anhui, *PARTS)
    assert client.get(reverse("public:document", args=[anhui.slug, "wine-list"])).status_code == 404


def test_a_match_not_begun_has_no_sheet(client: Client, anhui: Tournament, actor: Actor) -> None:
    publish(anhui, *PARTS)
    match = find(anhui, "A1-2")
    address = reverse("public:match", args=[anhui.slug, match.pk])
    assert client.get(address).status_code == 404
    play(match, actor)
    assert client.get(address).status_code == 200
    publish(anhui, "teams", "draw", "schedule")
    assert client.get(address).status_code == 404


def test_a_match_of_another_tournament_is_not_found(client: Client, anhui: Tournament, actor: Actor) -> None:
    publish(anhui, *PARTS)
    other = Tournament.objects.create(slug="other", name="另一项", published=list(PARTS))
    match = play(find(anhui, "A1-2"), actor)
    assert client.get(reverse("public:match", args=[other.slug, match.pk])).status_code == 404
