"""Small tournaments for tests: rows for what people enter, the draw through its service."""

from datetime import datetime, timedelta
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
from tournament.services.actor import Actor
from tournament.services.drawing import hold_draw
from tournament.services.rulesets import version_of

STARTS_AT = datetime(2011, 11, 25, 13, 10, tzinfo=ZoneInfo("Asia/Shanghai"))
GROUPS = {
    "A": ["院直1A", "综艺系B", "戏剧系"],
    "B": ["院直1B", "院直3A", "基础部"],
    "C": ["美术系A", "综艺系A", "舞蹈系"],
    "D": ["院直3B", "美术系B", "院直2"],
}
PAIRS = [[1, 2], [1, 3], [2, 3]]


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
        settings={"group_size": 3, "order": PAIRS, "advance": 1, "cross": [["1A", "1C"], ["1B", "1D"]]},
    )
    Stage.objects.create(
        tournament=made, number=2, name="淘汰赛", kind=Stage.Kind.KNOCKOUT, ruleset=ruleset, criteria=[]
    )
    drawn = [[team(made, name) for name in names] for names in GROUPS.values()]
    hold_draw(groups, groups=drawn, actor=Actor.program("抽签"))
    _put_at_tables(made)
    return made


def team(made: Tournament, name: str) -> Team:
    """A team of two invented players; its department is its name without a last A or B."""
    department, _ = Department.objects.get_or_create(tournament=made, name=name.rstrip("AB"))
    created = Team.objects.create(tournament=made, department=department, name=name)
    for number in (1, 2):
        Player.objects.create(team=created, number=number, name=name + "甲乙"[number - 1])
    return created


def group_of(stage: Stage, group: str, teams: list[Team], table: PlayTable) -> None:
    """A group's places and its matches in the order 1-2, 1-3, 2-3, without a draw."""
    for number, member in enumerate(teams, start=1):
        GroupPlace.objects.create(stage=stage, group=group, number=number, team=member)
    for index, (first, second) in enumerate(PAIRS):
        code = f"{group}{first}-{second}"
        match = Match.objects.create(stage=stage, code=code, round=index + 1, group=group, table=table)
        for side, member in (("a", teams[first - 1]), ("b", teams[second - 1])):
            MatchSlot.objects.create(match=match, side=side, source="team", source_team=member, team=member)


def _put_at_tables(made: Tournament) -> None:
    """Group A at table 1 and so on, an hour a round; the knockout after it, its table still open."""
    tables = {group: PlayTable.objects.create(tournament=made, number=n) for n, group in enumerate(GROUPS, start=1)}
    for match in Match.objects.filter(stage__tournament=made).select_related("stage"):
        match.table = tables.get(match.group)
        match.starts_at = STARTS_AT + timedelta(hours=match.round - 1 + (0 if match.group else len(PAIRS)))
        match.ends_at = match.starts_at + timedelta(hours=1)
        match.save(update_fields=["table", "starts_at", "ends_at"])
