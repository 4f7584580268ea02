"""Small tournaments for tests, built with the models alone so that every part can use them."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from tournament.models import (
    Account,
    Department,
    GroupPlace,
    Match,
    MatchSlot,
    Player,
    PlayTable,
    Stage,
    Team,
    Tournament,
)
from tournament.services.rulesets import version_of

STARTS_AT = datetime(2011, 11, 25, 13, 10, tzinfo=ZoneInfo("Asia/Shanghai"))
GROUPS = {
    "A": ["院直1A", "综艺系B", "戏剧系"],
    "B": ["院直1B", "院直3A", "基础部"],
    "C": ["美术系A", "综艺系A", "舞蹈系"],
    "D": ["院直3B", "美术系B", "院直2"],
}
PAIRS = [(1, 2), (1, 3), (2, 3)]
SEMIFINALS = [("A", "C"), ("B", "D")]


def account(username: str, *, staff: bool = False, chief: bool = False) -> Account:
    """An account that signs in with the password `pass-word-1`."""
    return Account.objects.create_user(username, password="pass-word-1", is_staff=staff, is_chief=chief)


def tournament(slug: str = "anhui", preset: str = "anhui-chaodipi") -> Tournament:
    """Twelve teams in four groups of three, then the cross knockout: 12 group matches, 2 semi-finals, a final."""
    made = Tournament.objects.create(
        slug=slug, name="扑克牌炒地皮比赛", host="院工会", venue="大礼堂", starts_at=STARTS_AT
    )
    ruleset = version_of(preset)
    groups = Stage.objects.create(
        tournament=made,
        number=1,
        name="小组赛",
        kind=Stage.Kind.GROUPS,
        ruleset=ruleset,
        criteria=["points", "levels-in-wins", "levels-in-losses", "lot"],
        points={"win": 1, "loss": 0},
    )
    knockout = Stage.objects.create(
        tournament=made, number=2, name="淘汰赛", kind=Stage.Kind.KNOCKOUT, ruleset=ruleset, criteria=[]
    )
    for number, (group, names) in enumerate(GROUPS.items(), start=1):
        table = PlayTable.objects.create(tournament=made, number=number)
        group_of(groups, group, [team(made, name) for name in names], table)
    bracket(groups, knockout)
    return made


def team(made: Tournament, name: str) -> Team:
    """A team of two invented players; its department is its name without a last A or B."""
    department, _ = Department.objects.get_or_create(tournament=made, name=name.rstrip("AB"))
    created = Team.objects.create(tournament=made, department=department, name=name)
    for number in (1, 2):
        Player.objects.create(team=created, number=number, name=name + "甲乙"[number - 1])
    return created


def group_of(stage: Stage, group: str, teams: list[Team], table: PlayTable) -> None:
    """A group's places and its matches in the order 1-2, 1-3, 2-3, one an hour at one table."""
    for number, member in enumerate(teams, start=1):
        GroupPlace.objects.create(stage=stage, group=group, number=number, team=member)
    for index, (first, second) in enumerate(PAIRS):
        match = _match(stage, f"{group}{first}-{second}", index + 1, group=group, table=table)
        for side, number in (("a", first), ("b", second)):
            slot(match, side, "team", source_team=teams[number - 1], team=teams[number - 1])


def bracket(groups: Stage, knockout: Stage) -> None:
    """Two semi-finals out of the groups' winners and a final."""
    semis = []
    for index, pair in enumerate(SEMIFINALS, start=1):
        semi = _match(knockout, f"S{index}", 1)
        for side, group in zip("ab", pair, strict=True):
            slot(semi, side, "group", source_stage=groups, source_group=group, source_place=1)
        semis.append(semi)
    final = _match(knockout, "F", 2, place=1)
    for side, semi in zip("ab", semis, strict=True):
        slot(final, side, "winner", source_match=semi)


def slot(match: Match, side: str, source: str, **columns: Any) -> MatchSlot:
    """One side of a match."""
    return MatchSlot.objects.create(match=match, side=side, source=source, **columns)


def _match(stage: Stage, code: str, round_: int, **columns: Any) -> Match:
    hours = round_ - 1 + (3 if stage.number == 2 else 0)
    starts_at = STARTS_AT + timedelta(hours=hours)
    return Match.objects.create(
        stage=stage, code=code, round=round_, starts_at=starts_at, ends_at=starts_at + timedelta(hours=1), **columns
    )
