"""Standings in words: names of the criteria, and the chain of comparisons behind a place."""

from collections.abc import Mapping

from scoring.standings.criteria import criterion_of
from scoring.standings.model import Note, Row, Skip, Step, plain

_FEW = 8

_SKIPPED: dict[Skip, tuple[str, str]] = {
    "not-all-met": ("这些队没有全部相互赛过，不比较", "not all of these teams have met, so it is not compared"),
    "not-two": ("相同的不是恰好两队，不比较", "not exactly two teams are level, so it is not compared"),
    "no-lot": ("还没有这几队的抽签记录", "no lot is recorded for exactly these teams"),
}
_NOTES: dict[Note, tuple[str, str]] = {
    "not-played": ("还没有已确认的比赛，列在已赛各队之后", "no confirmed match yet: listed after those that played"),
    "struck": (
        "退赛时赛完的场次不足半数，成绩全部取消，列在最后",
        "withdrawn before half of its matches were played: all annulled, listed last",
    ),
}


def criterion_name(key: str, lang: str = "zh") -> str:
    """The name of a criterion in Chinese or English."""
    criterion = criterion_of(key)
    return criterion.name_en if lang == "en" else criterion.name_zh


def explain(row: Row, lang: str = "zh", names: Mapping[str, str] | None = None) -> list[str]:
    """Why a team is where it is: one sentence for each criterion it went through, then how it ended.

    `names` maps the team keys of the standing to what is shown; without it the keys are shown.
    """
    shown = names or {}
    if row.note:
        return [_pick(_NOTES[row.note], lang)]
    lines = [_step(step, row.team, lang, shown) for step in row.chain]
    if row.tied:
        return [*lines, _pick(("各项都相同，名次并列", "level in everything: the place is shared"), lang)]
    return lines or [_pick(("只有这一队有成绩", "the only team with a result"), lang)]


def _step(step: Step, team: str, lang: str, names: Mapping[str, str]) -> str:
    name = criterion_name(step.criterion, lang)
    colon = ": " if lang == "en" else "："
    if step.values is None:
        return f"{name}{colon}{_pick(_SKIPPED[step.skipped or 'not-all-met'], lang)}"
    return f"{name}{colon}{_numbers(step, team, lang, names)}{_ending(step, team, lang, names)}"


def _numbers(step: Step, team: str, lang: str, names: Mapping[str, str]) -> str:
    """The numbers of the set, best first; of a large set only the team's own and its size."""
    values = step.values or {}
    if len(step.among) > _FEW:
        own = f"{names.get(team, team)} {plain(values[team])}"
        return own + (f" (of {len(step.among)} teams)" if lang == "en" else f"（共{len(step.among)}队）")
    low = criterion_of(step.criterion).best == "low"
    ordered = sorted(step.among, key=lambda one: (values[one] or 0) * (1 if low else -1))
    return (", " if lang == "en" else "、").join(f"{names.get(one, one)} {plain(values[one])}" for one in ordered)


def _ending(step: Step, team: str, lang: str, names: Mapping[str, str]) -> str:
    """What the criterion did to the team: settled its place, or left it level with others."""
    others = [names.get(one, one) for one in step.left if one != team]
    if not others:
        return _pick(("；名次由此定下", "; this settles the place"), lang)
    if len(others) >= _FEW:
        return f"; level with {len(others)} others" if lang == "en" else f"；与另外{len(others)}队相同"
    return f"; level with {', '.join(others)}" if lang == "en" else f"；与{'、'.join(others)}相同"


def _pick(pair: tuple[str, str], lang: str) -> str:
    return pair[1] if lang == "en" else pair[0]
