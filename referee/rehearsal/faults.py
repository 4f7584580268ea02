"""What goes wrong during the rehearsal, and what is done about it: each through the services the pages use."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.utils import timezone

from referee.services.announcements import announce
from referee.services.power import pause_all, resume_all, standstill_of
from referee.services.proposals import PLANNED, allow_start
from referee.services.queue import protest_states
from referee.services.rulings import UPHOLD, protest_in, ruling_draft
from referee.services.table_moves import SheetExchange
from tournament.models import Match, Team
from tournament.services import correcting, late_entry, waiting_list
from tournament.services.calling import call_to_table
from tournament.services.correcting import REPLAY, Correction, Draft, Operation
from tournament.services.folded import folded
from tournament.services.refusal import Refusal

from .hall import AT_THE_DOOR, TOO_LATE, Hall, players_of

FIRST, SECOND, LATE, SEMI = "m1", "m2", "m3", "m4"  # matches as the draw names them
ONE, TWO, SPARE = "演练裁判甲", "演练裁判乙", "演练裁判丙"


def hand(declarer: str, table_points: int, **more: Any) -> dict[str, Any]:
    """A hand as the console sends it."""
    return {"type": "hand", "declarer": declarer, "table_points": table_points, **more}


def start(declarer: str = "a", at: Any = None) -> dict[str, Any]:
    """The clock begins, now or earlier."""
    return {"type": "start", "at": (at or timezone.localtime()).isoformat(timespec="seconds"), "declarer": declarer}


def decide(hall: Hall, operation: Operation, reason: str, choices: Mapping[int, str] | None = None) -> None:
    """The chief referee looks at what a decision would change, then carries it out."""
    key, chosen = uuid4(), choices or {}
    shown = correcting.preview(operation, chosen, hall.chief, key, reason)
    correcting.apply(operation, token=shown.token, choices=chosen, reason=reason, actor=hall.chief, key=key)


def referees_join(hall: Hall) -> None:
    """Two referees with a card each; all but one team have come."""
    hall.join(ONE, 1)
    hall.join(TWO, 3)
    for code, sides, name in ((FIRST, "ab", ONE), (SECOND, "ab", ONE), (LATE, "a", TWO)):
        for side in sides:
            hall.phone(name).check_in(hall.match(code), side)


def late_team_comes(hall: Hall) -> None:
    """The missing team is there after all; the chief referee lets the match begin, its clock from the planned hour."""
    hall.phone(TWO).check_in(hall.match(LATE), "b")
    facts = {"reason": "路上堵车，对方同意", "clock_from": PLANNED, "declarer": "a"}
    allow_start(hall.match(LATE).pk, actor=hall.chief, key=uuid4(), **facts)


def teams_at_the_door(hall: Hall) -> None:
    """Two more teams come after the draw: both are put on the waiting list."""
    for name in (AT_THE_DOOR, TOO_LATE):
        waiting_list.join(hall.tournament, name, players_of(name), hall.chief, reason="抽签后到场", name=name)


def one_takes_the_bye(hall: Hall) -> str:
    """The first takes the bye and is called to the free table; for the second nothing is open: it goes on waiting."""
    first, second = (Team.objects.get(tournament=hall.tournament, name=name) for name in (AT_THE_DOOR, TOO_LATE))
    late_entry.admit(first, late_entry.BYE, hall.chief, reason="补入轮空位")
    added = hall.added_match()
    called = call_to_table(added.pk, 4, hall.chief)
    for side in "ab":
        hall.phone(TWO).check_in(added, side)
    hall.phone(TWO).write(hall.added_match(), start("b"), hand("b", 40))
    try:
        late_entry.admit(second, late_entry.BYE, hall.chief, reason="补入轮空位")
    except Refusal as refusal:
        return f"“{first.name}”补入轮空位：{called}“{second.name}”：{refusal.message}"
    return called


def wrong_table(hall: Hall) -> None:
    """A referee with two tables writes what happens at each on the other's sheet."""
    phone = hall.phone(ONE)
    phone.write(hall.match(SECOND), start(at=hall.began), hand("a", 60), hand("a", 60))
    phone.write(hall.match(FIRST), start(at=hall.began), hand("a", 40))


def sheets_exchanged(hall: Hall) -> None:
    """The chief referee gives each match what was written on the other's sheet."""
    if len(hall.match(FIRST).projection.get("hands", ())) != 1:
        raise Refusal("两张记分表已经不是开错时的样子。", code="done")
    decide(hall, SheetExchange(hall.match(FIRST).pk, hall.match(SECOND).pk), "1、2号桌开错了对方的桌")


def phone_dies(hall: Hall) -> None:
    """A hand was stored but its answer never came; the next one and a penalty are still on the phone."""
    phone, match = hall.phone(ONE), hall.match(FIRST)
    phone.keep(match, hand("a", 60))
    phone.keep(match, hand("a", 60))
    phone.keep(match, {"type": "penalty", "side": "b", "player": 1, "offence": "talking"})
    phone.deliver(phone.outbox[0])
    phone.device()


def second_phone(hall: Hall) -> str:
    """Another phone takes over and writes on; the dead one comes back late and nothing is lost or doubled."""
    spare, dead = hall.join(SPARE, 1), hall.phone(ONE)
    for code in (FIRST, SECOND):
        hall.take_over(spare, code)
    spare.write(hall.match(FIRST), hand("a", 60))
    refused, left = dead.is_refused(), len(dead.outbox)
    dead.throw_away()
    spare.write(hall.match(FIRST), {"type": "penalty", "side": "b", "player": 1, "offence": "talking"})
    return (
        f"旧手机恢复后重发：第一条服务器早已记下，不会记第二次；"
        f"其余{left}条没有重记（{refused}），对照后放弃，判罚由新手机补记。"
    )


def nothing(hall: Hall) -> None:
    """What happens writes nothing: a team that does not come, a hall without power."""


def power_is_back(hall: Hall) -> str:
    """One pause for all tables as of the last sign of life, one resume as of now."""
    heard = standstill_of(hall.tournament).last_heard or timezone.now()
    paused = pause_all(hall.tournament, heard, hall.chief, uuid4())
    announce(hall.tournament, "来电了，各桌从现在起继续计时", hall.chief)
    resumed = resume_all(hall.tournament, timezone.now(), hall.chief, uuid4())
    at = f"{timezone.localtime(heard):%H:%M:%S}"
    return f"{paused}桌从最后一次联系（{at}）起停表，现在{resumed}桌一起继续，停电的时间不算。"


def protest(hall: Hall) -> None:
    """The other side says that the points of the last hand are wrong."""
    phone, match = hall.phone(TWO), hall.match(LATE)
    phone.write(match, hand("a", 60), hand("a", 95))
    disputed = folded(hall.match(LATE)).last
    phone.write(match, {"type": "protest", "side": "a", "text": "最后一墩20分算错了边", "hand": disputed})


def ruling(hall: Hall) -> None:
    """The chief referee counts the tricks again: the protest is upheld, the hand stands with 75."""
    match = hall.match(LATE)
    about = protest_in(match, next((one["n"] for one in protest_states(match)), 0))
    typed = {"ruling": UPHOLD, "text": "清点墩牌，闲家应为75分", "r-declarer": "a", "r-table_points": "75"}
    decide(hall, Correction(match.pk, ruling_draft(match, about, typed)), typed["text"])


def first_round_ends(hall: Hall) -> None:
    """Time is up at every table; both sides confirm."""
    for code in (FIRST, SECOND, LATE, hall.added_match().code):
        end(hall, code)


def semi_final_begins(hall: Hall) -> None:
    """The first semi-final is being played when somebody finds the slip of paper of an earlier hand."""
    begin(hall, SEMI, "a")


def result_corrected(hall: Hall) -> None:
    """The last hand of an earlier match was keyed in wrong: the other team has won, the semi-final is played again."""
    match = hall.match(FIRST)
    if match.winner != "a":
        raise Refusal("这一场已经不是更正前的结果。", code="done")
    wrong = next(line["id"] for line in reversed(folded(match).lines) if line["type"] == "hand")
    entries = ({"type": "strike", "entry": wrong}, hand("a", 165, replaces=wrong))
    decide(hall, Correction(match.pk, Draft(entries)), "末副闲家应为165分", {hall.match(SEMI).pk: REPLAY})


def begin(hall: Hall, code: str, declarer: str) -> None:
    """A match begins at its table, with one hand for the declarer."""
    match = hall.match(code)
    phone_at(hall, match).write(match, start(declarer), hand(declarer, 40))


def end(hall: Hall, code: str) -> None:
    """Time is up at a table and both sides confirm."""
    match = hall.match(code)
    if match.status in (Match.Status.PLAYING, Match.Status.LAST_HAND):
        at = timezone.localtime().isoformat(timespec="seconds")
        phone_at(hall, match).write(match, {"type": "time-up", "at": at, "cards_drawn": False})
    if (match := hall.match(code)).status == Match.Status.FINISHED:
        phone_at(hall, match).confirm(match)


def phone_at(hall: Hall, match: Match) -> Any:
    """The phone of the card that opens the match's table."""
    if match.table is None:
        raise Refusal("这一场还没有牌桌，请先在赛程页安排。", code="no-table", at="table")
    return hall.phone(SPARE if match.table.number in (1, 2) else TWO)
