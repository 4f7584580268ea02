"""Finding matches in a long list: by round, by what is still open, by words; a long one starts at the round in play."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.models import Match, Player, Tournament

from .names import carries, clean
from .protests import CLOSED
from .schedule_grid import rounds_to_choose

LONG = 40
ALL, OPEN, DONE = "all", "open", "done"
_TABLE = re.compile(r"(\d{1,3})号?桌|table\s*(\d{1,3})", re.IGNORECASE)
_GROUP = re.compile(r"([A-Za-z]{1,4})组|group\s+([A-Za-z]{1,4})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """What of the list is asked for: `round` as "2-1" (stage's number, round) or `ALL`, `state` `OPEN` or `DONE`.

    An empty `round` leaves it to the list: the round in play of a long one, where nothing else is asked.
    """

    round: str = ""
    state: str = ""
    text: str = ""


EVERYTHING = Asked(round=ALL)


def find(tournament: Tournament, rows: Sequence[Mapping[str, Any]], asked: Asked) -> dict[str, Any]:
    """`rows` (each with `match`, `title`, `table`, `team_a`, `team_b`) cut to what is asked for, and the choices.

    One query where words are asked for: players are found by name.
    """
    matches = [row["match"] for row in rows]
    chosen = _round(matches, asked)
    text = clean(asked.text)
    playing = _playing(tournament, text) if text else set()
    kept = [
        row
        for row in rows
        if chosen in (ALL, _key(row["match"])) and _in_state(row["match"], asked.state) and _said(row, text, playing)
    ]
    return {
        "rows": kept,
        "total": len(rows),
        "long": len(rows) > LONG,
        "rounds": rounds_to_choose(matches),
        "round": chosen,
        "state": asked.state,
        "text": asked.text,
    }


def _round(matches: Sequence[Match], asked: Asked) -> str:
    """The round asked for if there is one; of a long list the first with an open match, the last once all is over."""
    keys = {_key(match) for match in matches}
    if asked.round in (ALL, *keys):
        return asked.round
    if len(matches) <= LONG or asked.text or asked.state:
        return ALL
    still = [match for match in matches if match.status not in CLOSED]
    if still:
        return _key(min(still, key=_order))
    return _key(max(matches, key=_order))


def _order(match: Match) -> tuple[int, int]:
    return match.stage.number, match.round


def _key(match: Match) -> str:
    return f"{match.stage.number}-{match.round}"


def _in_state(match: Match, state: str) -> bool:
    return state not in (OPEN, DONE) or (match.status in CLOSED) == (state == DONE)


def _playing(tournament: Tournament, text: str) -> set[int]:
    """The teams with a player of this name."""
    found = Player.objects.filter(team__tournament=tournament, left_at=None, name__icontains=text)
    return set(found.values_list("team_id", flat=True))


def _said(row: Mapping[str, Any], text: str, playing: set[int]) -> bool:
    """True if the row is of this table (3号桌, table 3), of this group (A组, group A), has the text or the player."""
    if not text:
        return True
    if table := _TABLE.fullmatch(text):
        return bool(row["table"] == (table[1] or table[2]))
    if group := _GROUP.fullmatch(text):
        return bool(row["match"].group == (group[1] or group[2]).upper())
    names = [row["team_a"], row["team_b"]]
    return carries(" ".join([row["title"], *names]), names, text) or any(
        slot.team_id in playing for slot in row["match"].slots.all()
    )
