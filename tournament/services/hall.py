"""The drawing screen of the hall: a draw is stored first, then shown name by name, then confirmed.

Until it is confirmed nobody sees more of it than the hall: its record is kept, its places and matches are not yet made.
"""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.draw.reveal import Place, order_of, places_of, sections_of
from tournament.models import Draw, Stage, Tournament

from . import audit
from .actor import Actor
from .backup import backup_now
from .drawing import draw_in_force, drawn_record, refuse_second_draw, store_drawn
from .match_words import group_letter, group_text
from .names import sort_key
from .refusal import Refusal
from .tournaments import locked, publish, refuse_few_tables

KINDS = (Stage.Kind.GROUPS, Stage.Kind.KNOCKOUT)


@dataclass(frozen=True, slots=True)
class Shown:
    """A team as the hall sees it: its key on the board, its name and department, where it stands and against whom."""

    key: str
    name: str
    department: str
    where: str
    against: str
    bye: str

    def as_json(self) -> dict[str, str]:
        """The same for the page's script."""
        return {name: getattr(self, name) for name in self.__slots__}


def start_hall(stage: Stage, *, actor: Actor, seed: str, present: str = "") -> Draw:
    """Hold a draw whose names are shown one by one; its record is stored at once. Takes a backup first.

    Raises `Refusal` as `hold_draw` does, also where the result could not be stored later.
    """
    backup_now("before-draw")
    with transaction.atomic():
        held = locked(stage.tournament_id)
        refuse_second_draw(stage)
        record = drawn_record(stage, seed=seed)
        facts: dict[str, Any] = {"present": present[:200], "drawn_at": timezone.now(), "drawn_by": actor.user}
        _refuse_unstorable(stage, held, record, facts)
        draw = Draw.objects.create(stage=stage, record=record, revealed=0, **facts)
        after = {"record": record, "present": present, "hall": True}
        audit.record(held, actor, "draw.hold", stage.name, after=after)
    return draw


@transaction.atomic
def reveal(stage: Stage, seen: int, count: int) -> list[Shown]:
    """Show up to `count` more names to a screen that has seen `seen`; those it missed, if another was faster.

    Repeating a request shows nothing twice.
    """
    locked(stage.tournament_id)
    draw = _pending(stage)
    order = order_of(draw.record)
    known = draw.revealed or 0
    if seen >= known:
        seen, known = known, min(len(order), known + max(count, 0))
        draw.revealed = known
        draw.save(update_fields=["revealed"])
    return shown_of(draw)[max(seen, 0) :]


def confirm_hall(stage: Stage, actor: Actor, *, published: bool = False) -> Draw:
    """Make the draw count once every name has been shown: places and matches are stored; published only if asked."""
    with transaction.atomic():
        held = locked(stage.tournament_id)
        draw = _pending(stage)
        if left := len(draw.record["teams"]) - (draw.revealed or 0):
            message = _("还有 %(left)s 队没有揭晓，全部揭晓后才能确认。") % {"left": left}
            raise Refusal(message, code="not-revealed", at="revealed")
        facts = {"present": draw.present, "drawn_at": draw.drawn_at, "drawn_by": draw.drawn_by}
        store_drawn(stage, draw.record, facts)
        refuse_few_tables(held)
        draw.revealed = None
        draw.save(update_fields=["revealed"])
        audit.record(held, actor, "draw.confirm", stage.name, after={"draw": draw.pk})
        if published:
            publish(held, {*held.published, Tournament.Part.DRAW}, actor)
    return draw


def pending_draw(stage: Stage) -> Draw | None:
    """The draw that is being shown and waits for its confirmation, if there is one."""
    draw = draw_in_force(stage)
    return draw if draw is not None and draw.revealed is not None else None


def shown_of(draw: Draw) -> list[Shown]:
    """The teams shown so far, in the order in which the hall saw them."""
    places = places_of(draw.record["result"])
    sections = sections_of(draw.record["result"])
    teams = {str(team["id"]): team for team in draw.record["teams"]}
    seen: set[str] = set()
    found = []
    for team in order_of(draw.record)[: draw.revealed]:
        seen.add(team)
        place = places[team]
        names = {"name": teams[team]["name"], "department": teams[team]["department"] or ""}
        found.append(Shown(key=_key(place), **names, **_where(draw, place, sections[place.section], teams, seen)))
    return found


def board_of(draw: Draw) -> list[dict[str, Any]]:
    """The board's sections: `title` and `lines` of `key`, `number`, and the `name` where it has been shown."""
    seen = shown_of(draw)
    shown = {one.key: one.name for one in seen} | {one.bye: _("轮空") for one in seen if one.bye}
    return [
        {"title": _title(draw.stage, section), "lines": [_line(draw, section, at, shown) for at in range(len(teams))]}
        for section, teams in enumerate(sections_of(draw.record["result"]))
    ]


def waiting_names(draw: Draw) -> list[str]:
    """The names not yet shown, by their own order: what rolls on the screen tells nothing of the draw."""
    shown = set(order_of(draw.record)[: draw.revealed])
    names = (str(team["name"]) for team in draw.record["teams"] if str(team["id"]) not in shown)
    return sorted(names, key=sort_key)


def _pending(stage: Stage) -> Draw:
    draw = pending_draw(stage)
    if draw is None:
        raise Refusal(_("没有正在揭晓的抽签；请回到抽签页查看。"), code="not-pending", at="stage")
    return draw


def _refuse_unstorable(stage: Stage, held: Tournament, record: dict[str, Any], facts: dict[str, Any]) -> None:
    """Store what would be stored, let its refusals speak, and take it back: not after an hour of showing names."""
    before = transaction.savepoint()
    store_drawn(stage, record, facts)
    refuse_few_tables(held)
    transaction.savepoint_rollback(before)


def _key(place: Place) -> str:
    return f"{place.section}-{place.number}"


def _title(stage: Stage, section: int) -> str:
    return group_text(stage, group_letter(section + 1)) if stage.kind == Stage.Kind.GROUPS else ""


def _line(draw: Draw, section: int, at: int, shown: dict[str, str]) -> dict[str, Any]:
    grouped = draw.stage.kind == Stage.Kind.GROUPS
    key = _key(Place(section, at))
    return {"key": key, "number": at + 1 if grouped else 2 * section + at + 1, "name": shown.get(key, "")}


def _where(
    draw: Draw, place: Place, section: list[str | None], teams: dict[str, dict[str, Any]], seen: set[str]
) -> dict[str, str]:
    """Where the team stands, in words; in a bracket whom it meets, as far as the hall knows."""
    if draw.stage.kind == Stage.Kind.GROUPS:
        group = _title(draw.stage, place.section)
        where = _("%(group)s %(number)d号") % {"group": group, "number": place.number + 1}
        return {"where": where, "against": "", "bye": ""}
    where = _("第 %(number)d 号位") % {"number": 2 * place.section + place.number + 1}
    other = section[1 - place.number]
    if other is None:
        return {"where": where, "against": _("首轮轮空"), "bye": _key(Place(place.section, 1 - place.number))}
    against = _("对 %(team)s") % {"team": teams[other]["name"]} if other in seen else ""
    return {"where": where, "against": against, "bye": ""}
