"""A lot owed on the page of the day: the office sees it, the chief records it, a bad one keeps what was typed."""

from uuid import uuid4

import pytest
from django.test import Client

from tournament.models import Account, Lot, MatchSlot, Tournament
from tournament.services import day
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.registration import enter_team
from tournament.services.sheet import append_entry, confirm


@pytest.fixture
def tied(cup: Tournament, me: Actor) -> Tournament:
    """Groups of three in which everybody forfeited once: group A is tied on every criterion but the lot."""
    for n in range(12):
        enter_team(cup, f"第{n}分会", [f"甲{n}", f"乙{n}"], me)
    hold_draw(first_stage(cup), actor=me, seed="一")
    beaten: set[int] = set()
    for match in first_stage(cup).matches.filter(group="A").order_by("round"):
        sides = {slot.side: slot.team_id for slot in match.slots.all()}
        loser = next(side for side in "ab" if sides[side] not in beaten)
        beaten.add(sides[loser])
        forfeit(match.pk, loser, me)
    return cup


def forfeit(match_id: int, side: str, me: Actor) -> None:
    done = append_entry(match_id, entry_id=uuid4(), after=None, payload={"type": "forfeit", "side": side}, actor=me)
    for each in "ab":
        confirm(match_id, each, done.match.version, me)


def test_the_chief_records_the_lot_and_the_winner_goes_on(tied: Tournament, staff: Client, chief: Account) -> None:
    path = f"/office/{tied.slug}/day/"
    owed = staff.get(path).context["lots"]
    teams = [one["team"] for one in owed[0]["teams"]]
    assert len(teams) == 3
    assert "抽签结果由裁判长登录后在本页记录" in staff.get(path).content.decode()
    lot = f"{path}lot/{owed[0]['stage'].pk}/A/"
    desk = Client()
    desk.force_login(chief)
    twice = {f"drawn-{team.pk}": "1" for team in teams} | {"present": "三队领队"}
    refused = desk.post(lot, twice)
    assert refused.status_code == 400
    assert "三队领队" in refused.content.decode()
    numbers = {f"drawn-{team.pk}": str(n) for n, team in enumerate(teams, start=1)}
    assert desk.post(lot, numbers).status_code == 302
    assert Lot.objects.get().order == [team.pk for team in teams]
    assert MatchSlot.objects.get(source_group="A").team == teams[0]
    assert staff.get(path).context["lots"] == []


@pytest.mark.parametrize(
    ("typed", "order"),
    [({"drawn-7": "2", "drawn-9": "1"}, [9, 7]), ({"drawn-7": " 1 ", "drawn-9": "2", "present": "x"}, [7, 9])],
)
def test_the_order_is_read_off_the_numbers(typed: dict[str, str], order: list[int]) -> None:
    assert day.lot_order(typed) == order
