"""A sheet at the wrong place: moved to another table, exchanged with another match's, or read from the other side."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.models import Match, PlayTable, Tournament
from tournament.services import audit
from tournament.services.actor import Actor
from tournament.services.correcting import Draft
from tournament.services.correcting.rewriting import Ruling, id_of, rewrite
from tournament.services.fixtures import told_of
from tournament.services.floor_pace import LIVE
from tournament.services.folded import folded
from tournament.services.locks import lock_matches
from tournament.services.progress import fed_by
from tournament.services.references import MANY, ONE
from tournament.services.refusal import Conflict, NotAllowed, Refusal
from tournament.services.sides import OTHER
from tournament.services.tournaments import locked

SEATS = {"n": "e", "e": "n", "s": "w", "w": "s"}
REASON_LIMIT = 200


@dataclass(frozen=True, slots=True)
class TableMove:
    """What moving a match to a table would do: `other` is the match being played there, which comes back in exchange.

    `planned` are matches not begun that keep that table in their plan.
    """

    match: Match
    table: PlayTable
    other: Match | None
    planned: tuple[Match, ...]

    @property
    def token(self) -> str:
        """What the preview was of; the move is refused where it is another by then."""
        return f"{self.match.table_id or 0}-{self.table.pk}-{self.other.pk if self.other else 0}"


def table_move(match: Match, number: int) -> TableMove:
    """The move of a match to the table with this number; refused where there is none or it is there already."""
    tournament = match.stage.tournament
    table = tournament.tables.filter(number=number).first()
    if table is None:
        raise Refusal(_("没有%(number)s号桌。") % {"number": number}, code="no-table", at="table")
    if table.pk == match.table_id:
        raise Refusal(_("本场已经在%(number)d号桌。") % {"number": number}, code="same-table", at="table")
    there = Match.objects.filter(table=table, stage__tournament=tournament).exclude(pk=match.pk)
    other = there.filter(status__in=LIVE).select_related("stage").first()
    planned = there.filter(status=Match.Status.SCHEDULED).order_by("starts_at", "pk")
    return TableMove(match, table, other, tuple(planned))


@transaction.atomic
def move_table(match: Match, number: int, token: str, reason: str, actor: Actor) -> TableMove:
    """Carry the move out as it was shown: the records stay as they are, only where the matches are played changes."""
    if actor.user is None or not actor.is_chief:
        raise NotAllowed(_("换桌由裁判长决定。"), code="chief-only")
    reason = reason.strip()
    if not reason or len(reason) > REASON_LIMIT:
        message = _("请写明换桌的原因，最多 %(limit)d 个字。") % {"limit": REASON_LIMIT}
        raise Refusal(message, code="reason-needed", at="reason")
    tournament = locked(match.stage.tournament_id)
    there = Match.objects.filter(Q(pk=match.pk) | Q(table__number=number), stage__tournament=tournament)
    held = lock_matches(there.values_list("pk", flat=True))
    now = table_move(Match.objects.select_related("stage__tournament", "table").get(pk=match.pk), number)
    if now.token != token or (now.other and now.other.pk not in held):
        raise Conflict(_("看过影响之后情况又有变化，没有执行；请重新核对。"), code="changed", at="table")
    old = now.match.table
    if now.other is not None:
        Match.objects.filter(pk=now.other.pk).update(table=old)
    Match.objects.filter(pk=match.pk).update(table=now.table)
    before = {"table": old.number if old else None}
    after = {"table": number, "exchanged": now.other.code if now.other else None}
    audit.record(tournament, actor, "table.move", _moved(now, old), before=before, after=after, reason=reason)
    return now


def _moved(move: TableMove, old: PlayTable | None) -> str:
    """半决赛第1场（甲队――乙队）：1号桌→3号桌."""
    name = told_of([move.match])[move.match.pk]
    return _("%(match)s：%(old)s→%(new)s") % {"match": name, "old": old or _("未排桌"), "new": move.table}


@dataclass(frozen=True, slots=True)
class SideSwap:
    """What was written for 甲方 was 乙方's, and the other way round: the whole sheet is read from the other side."""

    match_id: int
    action: str = "match.correct"
    choosable: bool = True

    def subject(self, titles: Mapping[int, str]) -> str:
        """The match, and what was done to it."""
        return _("%(match)s换边") % {"match": titles[self.match_id]}

    def tournament_id(self) -> int:
        """Of the match's tournament."""
        return _match(self.match_id).stage.tournament_id

    def own(self) -> set[int]:
        """The match."""
        return {self.match_id}

    def reaches(self) -> Q:
        """What its result feeds."""
        return fed_by(_match(self.match_id))

    def carry(self, by: Ruling) -> Q:
        """Strike what stands and write it again from the other side."""
        match = _match(self.match_id)
        written = written_again(match, by.key, flip=True)
        if not written:
            raise Refusal(_("本场还没有记录，不用换边。"), code="nothing", at="")
        rewrite(match, Draft(written, anew=True), by)
        return fed_by(match)


@dataclass(frozen=True, slots=True)
class SheetExchange:
    """Each of two matches gets what was written on the other's sheet: the referees had opened each other's."""

    match_id: int
    other_id: int
    action: str = "match.correct"
    choosable: bool = True

    def subject(self, titles: Mapping[int, str]) -> str:
        """Both matches."""
        return _("%(one)s与%(other)s对换记录") % {"one": titles[self.match_id], "other": titles[self.other_id]}

    def tournament_id(self) -> int:
        """Of both matches' tournament."""
        return _match(self.match_id).stage.tournament_id

    def own(self) -> set[int]:
        """Both."""
        return {self.match_id, self.other_id}

    def reaches(self) -> Q:
        """What both results feed."""
        return fed_by(_match(self.match_id)) | fed_by(_match(self.other_id))

    def carry(self, by: Ruling) -> Q:
        """Strike both sheets and write each on the other match."""
        one, other = _match(self.match_id), _match(self.other_id)
        _refuse_exchange(one, other)
        keys = {match.pk: uuid5(by.key, str(match.pk)) for match in (one, other)}
        of_other, of_one = written_again(other, keys[one.pk]), written_again(one, keys[other.pk])
        if not of_one and not of_other:
            raise Refusal(_("两场都还没有记录，不用对换。"), code="nothing", at="other")
        rewrite(one, Draft(of_other, anew=True), replace(by, key=keys[one.pk]))
        rewrite(other, Draft(of_one, anew=True), replace(by, key=keys[other.pk]))
        return fed_by(one) | fed_by(other)


def exchangeable(tournament: Tournament, match: Match) -> list[Match]:
    """The matches whose sheet may be exchanged with this one's: same rules, both teams known, not confirmed."""
    rows = Match.objects.filter(stage=match.stage).exclude(pk=match.pk).exclude(slots__team=None)
    open_ones = rows.filter(status__in=(Match.Status.SCHEDULED, *LIVE))
    return list(open_ones.select_related("table").order_by("table__number", "round", "pk").distinct())


def written_again(match: Match, key: UUID, *, flip: bool = False) -> tuple[Mapping[str, Any], ...]:
    """The standing lines of a sheet as new entries, in the sheet's order; entry i will have the id `id_of(key, i)`.

    Refused where the sheet holds a ruling: what it struck cannot be told again by itself.
    """
    sheet = folded(match)
    by_n = {line["n"]: line for line in sheet.lines}
    standing = [slot for slot in sheet.state.slots if not slot.struck and slot.kind != "strike"]
    if any(slot.kind == "ruling" for slot in standing):
        message = _("%(match)s的记分表上有裁定，不能整张改写；请逐条更正。")
        raise Refusal(message % {"match": told_of([match])[match.pk]}, code="ruled")
    ids = {by_n[slot.n]["id"]: str(id_of(key, index)) for index, slot in enumerate(standing)}
    return tuple(_again(by_n[slot.n]["payload"], ids, flip) for slot in standing)


def _again(payload: Mapping[str, Any], ids: Mapping[str, str], flip: bool) -> dict[str, Any]:
    """A line with its references to the new ids; a hand that replaced a struck one stands by itself."""
    kept = {name: value for name, value in payload.items() if name not in ("replaces", "declarer_override")}
    for name in (*ONE, *MANY):
        if isinstance(kept.get(name), str):
            kept[name] = ids.get(kept[name], kept[name])
    return flipped(kept) if flip else kept


def flipped(payload: Mapping[str, Any]) -> dict[str, Any]:
    """An entry read from the other side: sides, seats, levels and finishing places change over."""
    done = dict(payload)
    for name in ("side", "declarer", "winner"):
        if done.get(name) in OTHER:
            done[name] = OTHER[done[name]]
    if done.get("declarer_seat") in SEATS:
        done["declarer_seat"] = SEATS[done["declarer_seat"]]
    if "levels" in done:
        done["levels"] = {OTHER[side]: level for side, level in done["levels"].items()}
    if "special_bid" in done:
        done["special_bid"] = flipped(done["special_bid"])
    if "finish" in done:
        done["finish"] = [OTHER[player[0]] + player[1:] for player in done["finish"]]
    return done


def _refuse_exchange(one: Match, other: Match) -> None:
    if one.pk == other.pk or one.stage_id != other.stage_id:
        raise Refusal(_("只能与同一阶段的另一场对换记录。"), code="no-match", at="other")


def _match(match_id: int) -> Match:
    found = Match.objects.select_related("stage__ruleset", "stage__tournament").filter(pk=match_id).first()
    if found is None:
        raise Refusal(_("没有这一场，可能抽签已撤销。"), code="no-match", at="other")
    return found
