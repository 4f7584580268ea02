"""The rehearsal's hall: a tournament marked as 演练, its session, its cards, and who acts in it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from referee.models import TablePass
from referee.services.holding import take_over
from referee.services.joining import join_by_token
from referee.services.passes import make_pass
from referee.services.pins import Visitor
from referee.services.sessions import open_session, session_of
from scoring.ruleset import preset_names
from tournament.models import Account, Match, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import KNOCKOUT, Format, plans
from tournament.services.refusal import Refusal
from tournament.services.registration import enter_team
from tournament.services.scheduling import lay_out
from tournament.services.tournaments import create_tournament, numbered_slug

from .phone import Phone

MARK = "【演练】"
SLUG, ACCOUNT = "rehearsal", "rehearsal-chief"
TABLES = 4
LATE_MINUTES = 15  # a forfeit may be decided from here on
PLANNED_BEFORE = timedelta(minutes=20)  # the first round's hour has passed, so that who is missing is late
TEAMS = ("红桃队", "黑桃队", "方块队", "梅花队", "大王队", "小王队", "红旗队")
AT_THE_DOOR, TOO_LATE = "门口队", "晚到队"


@dataclass
class Hall:
    """The tournament, the chief referee of the rehearsal, the cards by table number, the phones by who holds them."""

    tournament: Tournament
    chief: Actor
    began: datetime
    cards: dict[int, TablePass] = field(default_factory=dict)
    phones: dict[str, Phone] = field(default_factory=dict)

    def match(self, code: str) -> Match:
        """A match of the tournament, read afresh; refused where it is gone."""
        return self._one(code=code)

    def added_match(self) -> Match:
        """The match of the first round that the team at the door plays."""
        return self._one(round=1, slots__source_team__name=AT_THE_DOOR)

    def phone(self, name: str) -> Phone:
        """A referee's phone; refused where it never joined."""
        if name not in self.phones:
            raise Refusal(f"{name}没有加入，不能记录。", code="not-joined")
        return self.phones[name]

    def _one(self, **wanted: Any) -> Match:
        rows = Match.objects.select_related("stage__ruleset", "stage__tournament", "table")
        found = rows.filter(stage__tournament=self.tournament, **wanted).first()
        if found is None:
            raise Refusal("没有这一场，可能抽签已撤销，或候补队还没有补入。", code="no-match", at="match")
        return found

    def join(self, name: str, table: int) -> Phone:
        """A phone scans the table's card and types the PIN; it writes where nobody else does."""
        card, session = self.cards[table], session_of(self.tournament)
        pin = session.pin if session else ""
        joined = join_by_token(card.token, pin, name, Visitor(device=str(uuid4()), address="rehearsal"))
        self.phones[name] = Phone(joined.secret, name)
        return self.phones[name]

    def take_over(self, phone: Phone, code: str) -> None:
        """The phone writes at the match's table from now on, by the PIN."""
        device, session = phone.device(), session_of(self.tournament)
        pin = session.pin if session else ""
        take_over(self.match(code), pin, device, Visitor(device=str(device.pk), address="rehearsal"))


def open_hall() -> Hall:
    """A new tournament, entered, drawn and laid out, with a session and cards; nothing of it is published."""
    chief, began = Actor.of(_chief()), timezone.localtime() - PLANNED_BEFORE
    made = create_tournament(
        slug=numbered_slug(SLUG),
        name=f"{MARK}牌赛之夜 {timezone.localtime():%m月%d日 %H:%M}",
        starts_at=began,
        ruleset=preset_names()[0],
        stages=plans(Format(shape=KNOCKOUT, places=4)),
        tables=TABLES,
        actor=chief,
        details={"late_minutes": LATE_MINUTES, "late_from": "slot"},
    )
    for name in TEAMS:
        enter_team(made, name, players_of(name), chief)
    lots = {team.pk: number for number, team in enumerate(made.teams.order_by("pk"), start=1)}
    hold_draw(first_stage(made), lots=lots, actor=chief, present="演练")
    lay_out(made, starts_at=began, actor=chief)
    open_session(made, chief, "演练")
    hall = Hall(made, chief, began)
    for pair in ((1, 2), (3, 4)):
        hall.cards |= dict.fromkeys(pair, make_pass(made, pair, chief))
    return hall


def players_of(team: str) -> list[str]:
    """Two invented players."""
    return [f"{team[:2]}甲", f"{team[:2]}乙"]


def _chief() -> Account:
    """Who rules in rehearsals: an account nobody can sign in with, so that no real person signs what was practised."""
    found = Account.objects.filter(username=ACCOUNT).first()
    if found is None:
        found = Account(username=ACCOUNT, first_name="演练裁判长", is_staff=True, is_chief=True, is_active=False)
        found.set_unusable_password()
        found.save()
    return found
