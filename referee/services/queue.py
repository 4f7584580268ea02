"""What waits for the chief referee's decision, the oldest first: each with what its buttons need."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from referee.models import LateProposal
from scoring import sheet as rules
from tournament.models import ConfirmedResult, Match, Tournament
from tournament.services.correcting.lines import side_words
from tournament.services.floor import Floor
from tournament.services.folded import folded
from tournament.services.folding import fold_rows
from tournament.services.match_words import group_text
from tournament.services.progress import open_questions
from tournament.services.protests import changes_winner
from tournament.services.withdrawing import due

from .late_proposals import open_proposals, words_of
from .places import Places, place_of
from .proposals import Late, late_at


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits. `kind` names its card; `since` sorts it; `facts` are what the card shows and sends."""

    kind: str
    since: datetime | None
    title: str
    text: str
    match: Match | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """A name for the card that stays the same from one look to the next."""
        return f"{self.kind}-{self.match.pk if self.match else self.title}-{self.facts.get('n', '')}"


def queue_of(floor: Floor, late: Sequence[Late]) -> list[Waiting]:
    """Everything that waits in a tournament; what has no time of its own stands last."""
    tournament = floor.tournament
    names = Places(tournament, floor.cards)
    found = [
        *_lateness(floor, late),
        *protests_in(tournament, names),
        *_owed(floor),
        *_questions(tournament),
        *_absent(tournament, names),
        *_unverified(tournament),
    ]
    return sorted(found, key=lambda one: (one.since is None, one.since or floor.now))


def protests_in(tournament: Tournament, names: Places) -> list[Waiting]:
    """Protests without a ruling, and those appealed against without a last word; a query for each such match."""
    matches = Match.objects.filter(stage__tournament=tournament, entries__type="protest").distinct()
    found: list[Waiting] = []
    for match in matches.select_related("stage__ruleset", "stage__tournament", "table").order_by("pk"):
        found += _of_sheet(match, names)
    return found


def protest_states(match: Match) -> list[dict[str, Any]]:
    """Every protest on a sheet with what became of it.

    Dicts of `n`, `id`, `side`, `text`, `named` (whether it names a hand), `hand` (its id where it stands),
    `hand_number`, `by`, `at`, `state` (opened, ruled, appealed, final) and `history`: (word, text, by, at) of rulings
    and appeals in order.
    `hand_number` also counts where the hand was struck and another stands in its place.
    """
    sheet = folded(match)
    by_n = {line["n"]: line for line in sheet.lines}
    live = [slot for slot in sheet.state.slots if not slot.struck and slot.key > 0]
    hands = [slot.n for slot in live if slot.kind == "hand" and slot.data.get("result") != "void"]
    found = []
    for slot in live:
        if slot.kind != "protest":
            continue
        answers = [one for one in live if one.kind in ("ruling", "appeal") and one.data["protest"] == slot.n]
        answers.sort(key=lambda one: one.n)
        hand = slot.data.get("hand")
        standing = hand if hand in hands else None
        place = sheet.state.where.get(hand) if hand else None
        found.append(
            {
                "n": slot.n,
                "id": by_n[slot.n]["id"],
                "side": slot.data["side"],
                "side_word": side_words(slot.data["side"]),
                "text": slot.data["text"],
                "hand": by_n[standing]["id"] if standing else None,
                "hand_n": standing,
                "named": hand is not None,
                "hand_number": _number_at(sheet.state.slots, place) if place is not None else None,
                "by": by_n[slot.n]["actor_name"],
                "at": parse_datetime(by_n[slot.n]["server_at"]),
                "state": state_of([(one.kind, bool(one.data.get("final"))) for one in answers]),
                "history": [_answered(one.kind, one.data, by_n[one.n]) for one in answers],
            }
        )
    return found


def _number_at(slots: Sequence[Any], place: int) -> int | None:
    """The number of the hand that stands at a place of the sheet; null where none does."""
    counted = [one.kind == "hand" and not one.struck and one.data.get("result") != "void" for one in slots]
    return sum(counted[: place + 1]) if counted[place] else None


def state_of(answers: Sequence[tuple[str, bool]]) -> str:
    """opened → ruled → appealed → final, by the last answer given: (ruling or appeal, final)."""
    if not answers:
        return "opened"
    if any(kind == "ruling" and final for kind, final in answers):
        return "final"
    return "appealed" if answers[-1][0] == "appeal" else "ruled"


def state_words() -> dict[str, str]:
    """The states of a protest in words."""
    return {"opened": _("待裁定"), "ruled": _("已裁定，可申诉"), "appealed": _("已申诉，待仲裁"), "final": _("终局")}


def _answered(kind: str, data: Mapping[str, Any], line: Mapping[str, Any]) -> tuple[str, str, str, datetime | None]:
    word = _("申诉") if kind == "appeal" else _("终局裁定") if data.get("final") else _("裁定")
    return word, data["text"], line["actor_name"], parse_datetime(line["server_at"])


def _of_sheet(match: Match, names: Places) -> list[Waiting]:
    state = folded(match).state
    found = []
    for one in protest_states(match):
        if one["state"] not in ("opened", "appealed"):
            continue
        title = _("%(place)s：%(side)s抗议") if one["state"] == "opened" else _("%(place)s：%(side)s申诉")
        since = one["at"] if one["state"] == "opened" else one["history"][-1][3]
        text = one["text"] if one["state"] == "opened" else one["history"][-1][1]
        facts = {
            **one,
            "could": one["state"] == "opened" and changes_winner(state, one["n"]),
            "over": state.play.over is not None,
        }
        place = {"place": names.of(match), "side": one["side_word"]}
        found.append(Waiting("protest", since, title % place, text, match, facts))
    return found


def _lateness(floor: Floor, late: Sequence[Late]) -> list[Waiting]:
    """Late matches over the limit, and those about which a table proposes something, in one card each."""
    proposed = open_proposals(floor.tournament)
    by_match = {one.card.match.pk: one for one in late if one.over or one.card.match.pk in proposed}
    missing = [pk for pk in proposed if pk not in by_match and pk in floor.cards]
    found = [*by_match.values(), *(late_at(floor, floor.cards[pk]) for pk in missing)]
    return [_proposed(_late(one), proposed.get(one.card.match.pk)) for one in found]


def _proposed(card: Waiting, proposal: LateProposal | None) -> Waiting:
    if proposal is None:
        return card
    facts = {"name": proposal.actor_name, "what": words_of(proposal), "reason": proposal.reason}
    text = (_("%(name)s建议%(what)s：%(reason)s。") if proposal.reason else _("%(name)s建议%(what)s。")) % facts
    more: dict[str, Any] = {"proposal": proposal}
    if proposal.clock_from:
        more["proposed"] = {"reason": proposal.reason, "clock": proposal.clock_from}
    return replace(card, text=f"{card.text}{text}", facts={**card.facts, **more})


def _late(one: Late) -> Waiting:
    text = _("%(names)s未到齐，已过%(minutes)d分钟（规定%(limit)d分钟）。")
    if one.limit == 0:
        text = _("%(names)s未到齐，已过%(minutes)d分钟（规定到时不到即可判弃权）。")
    facts = {"names": _("、").join(one.names), "minutes": one.minutes, "limit": one.limit}
    more = {"late": one, "key": uuid4()}
    return Waiting(
        "late", one.origin, place_of(one.card.match, one.card.title, one.card.teams), text % facts, one.card.match, more
    )


def _owed(floor: Floor) -> list[Waiting]:
    """Matches that ended level and wait for a lot or a ruling."""
    found = []
    for match in floor.matches:
        if match.status != Match.Status.TIED:
            continue
        rows = floor.sheets.get(match.pk, ())
        step = rules.next_step(fold_rows(match, rows))
        if step not in ("lot", "decision", "decider-match"):
            continue
        text = _("打平，抽签定胜负。") if step == "lot" else _("打平，由裁判长裁定胜负。")
        card = floor.cards[match.pk]
        facts = {"step": "lot" if step == "lot" else "decision", "key": uuid4(), "card": card}
        where = place_of(match, card.title, card.teams)
        found.append(Waiting("decision", rows[-1].server_at, where, text, match, facts))
    return found


def _questions(tournament: Tournament) -> list[Waiting]:
    """Lots owed in standings, and drawn knockout matches."""
    found = []
    for one in open_questions(tournament):
        if one["kind"] not in ("lot", "drawn"):
            continue
        title = f"{one['stage'].name} {group_text(one['stage'], one['group'])}".strip()
        found.append(Waiting(f"question-{one['kind']}", None, title, one["message"], facts={"n": one["place"]}))
    return found


def _absent(tournament: Tournament, names: Places) -> list[Waiting]:
    text = _("有一方不会来：请递补或记弃权。")
    return [Waiting("absent", None, names.of(one["match"]), text, one["match"]) for one in due(tournament)]


def _unverified(tournament: Tournament) -> list[Waiting]:
    """One card for all results that nobody has verified yet."""
    results = ConfirmedResult.objects.filter(
        match__stage__tournament=tournament, superseded_at=None, verified_at=None
    ).order_by("confirmed_at")
    times = list(results.values_list("confirmed_at", flat=True))
    if not times:
        return []
    text = _("%(count)d场成绩等待另一人核验。") % {"count": len(times)}
    return [Waiting("verify", times[0], _("成绩核验"), text)]
