"""How the result a draw's record holds differs from what is drawn again from it: sentences with names, no keys."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.draw import addendum, notes
from tournament.draw.document import known_keys, shown
from tournament.draw.errors import DrawError
from tournament.draw.groups import group_name
from tournament.draw.replay import compute

Said = Iterator[tuple[str, Any, str]]  # a place in words, the value that stands there, the value in words
Names = Mapping[str, str]


def draw_differences(record: Any) -> list[str]:
    """A sentence for each difference; none where both agree. Raises `DrawError` for a record that cannot be drawn."""
    drawn = (addendum.compute if _is_addendum(record) else compute)(record)["result"]
    held = record.get("result")
    if not isinstance(held, Mapping):
        raise DrawError("result", _("抽签记录里没有可核对的结果（result）"))
    known_keys("result", held, tuple(drawn))
    names = _names(record)
    differing = [key for key in drawn if not notes.alike(key, drawn[key], held.get(key))]
    return [line for key in differing for line in _of(key, drawn, held, names)]


def _is_addendum(record: Any) -> bool:
    return isinstance(record, Mapping) and record.get("format") == addendum.FORMAT


def _names(record: Mapping[str, Any]) -> dict[str, str]:
    """Teams by their number; of an addendum only the late one is named."""
    teams = [*record.get("teams", ()), *([record["team"]] if _is_addendum(record) else [])]
    return {str(team["id"]): str(team.get("name") or team["id"]) for team in teams}


def _of(key: str, drawn: Mapping[str, Any], held: Mapping[str, Any], names: Names) -> list[str]:
    """The differences under one key, place by place; the whole value where no place differs."""
    title = _titles().get(key, key)
    if key not in held:
        return [_("记录的结果里缺少“%(what)s”") % {"what": title}]
    right, wrong = _placed(key, drawn[key], names), _placed(key, held[key], names)
    found = [
        _sentence(place, right.get(place), wrong.get(place))
        for place in {**right, **wrong}
        if right.get(place) != wrong.get(place)
    ]
    return found or [_("“%(what)s”一项与重算不同") % {"what": title}]


def _sentence(place: str, right: tuple[Any, str] | None, wrong: tuple[Any, str] | None) -> str:
    if right is None and wrong is not None:
        return _("%(place)s：重算没有，记录里为“%(held)s”") % {"place": place, "held": wrong[1]}
    if wrong is None and right is not None:
        return _("%(place)s：重算为“%(right)s”，记录里没有") % {"place": place, "right": right[1]}
    facts = {"place": place, "right": right[1] if right else "", "held": wrong[1] if wrong else ""}
    if facts["right"] == facts["held"] and right and wrong:  # two teams of one name
        facts |= {"right": _numbered(right), "held": _numbered(wrong)}
    return _("%(place)s：重算为“%(right)s”，记录里为“%(held)s”") % facts


def _numbered(said: tuple[Any, str]) -> str:
    return _("%(name)s（编号 %(number)s）") % {"name": said[1], "number": shown(said[0])}


def _titles() -> dict[str, str]:
    return {
        "slots": _("签位"), "groups": _("分组"), "group": _("决赛组"), "rounds": _("轮次"), "matches": _("对阵"),
        "pairs": _("对阵"), "bye": _("轮空"), "byes": _("轮空"), "notes": _("说明"), "taken": _("所得位置"),
        "added": _("新增的场次"), "changed": _("改动的场次"),
    }  # fmt: skip


def _placed(key: str, value: Any, names: Names) -> dict[str, tuple[Any, str]]:
    """What stands where; a value that is not of the shape of its key is one whole."""
    try:
        return {place: (one, text) for place, one, text in _READERS.get(key, _whole)(value, names)}
    except (TypeError, ValueError, KeyError, AttributeError, IndexError):
        return {_titles().get(key, key): (value, shown(value))}


def _whole(value: Any, _names: Names) -> Said:
    yield _("结果"), value, shown(value)


def _slots(slots: Sequence[Any], names: Names) -> Said:
    for number, side in enumerate(slots, start=1):
        yield _("第 %(number)d 号位") % {"number": number}, side, _side(side, names)


def _groups(groups: Sequence[Sequence[str]], names: Names) -> Said:
    for index, group in enumerate(groups):
        for number, team in enumerate(group, start=1):
            yield (
                _("%(group)s组 %(number)d号") % {"group": group_name(index), "number": number},
                team,
                _side(team, names),
            )


def _group(sides: Sequence[Any], names: Names) -> Said:
    for number, side in enumerate(sides, start=1):
        yield _("决赛组 %(number)d号") % {"number": number}, side, _side(side, names)


def _rounds(rounds: Sequence[Sequence[Any]], names: Names) -> Said:
    for round_, pairs in enumerate(rounds, start=1):
        for number, pair in enumerate(pairs, start=1):
            yield _("第 %(round)d 轮第 %(number)d 场") % {"round": round_, "number": number}, pair, _pair(pair, names)


def _pairs(pairs: Sequence[Any], names: Names) -> Said:
    for number, pair in enumerate(pairs, start=1):
        yield _("第 %(number)d 场") % {"number": number}, pair, _pair(pair, names)


def _matches(matches: Sequence[Mapping[str, Any]], names: Names) -> Said:
    for match in matches:
        where = {"match": match["id"]}
        yield _("%(match)s 甲方") % where, match["a"], _side(match["a"], names)
        yield _("%(match)s 乙方") % where, match["b"], _side(match["b"], names)
        rest = {key: value for key, value in match.items() if key not in ("id", "a", "b")}
        yield _("%(match)s 的轮次和名次") % where, rest, _rest(rest)


def _rest(rest: Mapping[str, Any]) -> str:
    said = [_("第 %(number)s 轮") % {"number": rest["round"]}]
    if rest.get("place"):
        said.append(_("决出第 %(place)s 名") % {"place": rest["place"]})
    return _("、").join(said)


def _bye(team: Any, names: Names) -> Said:
    yield _("轮空"), team, _("没有") if team is None else _side(team, names)


def _byes(teams: Sequence[Any], names: Names) -> Said:
    for number, team in enumerate(teams, start=1):
        yield _("轮空的第 %(number)d 队") % {"number": number}, team, _side(team, names)


def _notes(lines: Sequence[Any], _names: Names) -> Said:
    for number, line in enumerate(lines, start=1):
        yield _("说明第 %(number)d 条") % {"number": number}, line, str(line)


def _taken(place: Any, _names: Names) -> Said:
    yield _("所得位置"), place, _("第 %(place)s 位") % {"place": place}


def _added(codes: Sequence[Any], _names: Names) -> Said:
    yield _("新增的场次"), codes, _("、").join(map(str, codes))


def _changed(codes: Sequence[Any], _names: Names) -> Said:
    yield _("改动的场次"), codes, _("、").join(map(str, codes))


def _pair(pair: Sequence[Any], names: Names) -> str:
    first, second = pair
    return _("%(a)s – %(b)s") % {"a": _side(first, names), "b": _side(second, names)}


def _side(side: Any, names: Names) -> str:
    """A team's name, a bye, or where the team comes from."""
    if side is None:
        return _("轮空")
    if isinstance(side, int):
        return _("%(number)d号") % {"number": side}
    if not isinstance(side, Mapping):
        return names.get(str(side), str(side))
    return _come(side, names)


def _come(side: Mapping[str, Any], names: Names) -> str:
    if "team" in side:
        return _side(side["team"], names)
    facts = dict(side)
    for key, words in (
        ("winner_of", _("%(winner_of)s 的胜者")),
        ("loser_of", _("%(loser_of)s 的负者")),
        ("group", _("%(group)s组第 %(place)s 名")),
        ("best", _("各组第 %(best)s 名中的第 %(rank)s 位")),
    ):
        if key in side:
            return words % facts
    return shown(side)


_READERS: Mapping[str, Callable[[Any, Names], Said]] = {
    "slots": _slots, "groups": _groups, "group": _group, "rounds": _rounds, "matches": _matches, "pairs": _pairs,
    "bye": _bye, "byes": _byes, "notes": _notes, "taken": _taken, "added": _added, "changed": _changed,
}  # fmt: skip
