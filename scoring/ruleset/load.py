"""Read, write and compare rulesets: presets, whole documents, their hash, and errors in Chinese with a place."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from pydantic import ValidationError

from scoring.errors import ScoringError
from scoring.ruleset.document import Ruleset, knob_exists

_PRESETS = resources.files("scoring") / "presets"


@cache
def preset_names() -> tuple[str, ...]:
    """Names of the rulesets that come with the product, in alphabetical order."""
    return tuple(sorted(entry.name[:-5] for entry in _PRESETS.iterdir() if entry.name.endswith(".toml")))


@cache
def load_preset(name: str) -> Ruleset:
    """The preset of that name. ScoringError (place `ruleset`) if there is none."""
    if name not in preset_names():
        raise ScoringError("ruleset", f"没有叫“{name}”的规则；现有：{'、'.join(preset_names())}")
    return parse_ruleset(tomllib.loads((_PRESETS / f"{name}.toml").read_text(encoding="utf-8")))


def parse_ruleset(obj: str | Mapping[str, Any]) -> Ruleset:
    """A preset's name, or a whole document (a mapping). ScoringError says where it is wrong, below `ruleset`."""
    if isinstance(obj, str):
        return load_preset(obj)
    if not isinstance(obj, Mapping):
        raise ScoringError("ruleset", f"规则要写预设的名字或一份完整的规则，读到的是{_shown(obj)}")
    try:
        return Ruleset.model_validate(dict(obj))
    except ValidationError as error:
        raise _told(error) from None


def ruleset_document(ruleset: Ruleset) -> dict[str, Any]:
    """The whole document, JSON-able, every knob written out; without texts as it was before there were any."""
    left_out = None if ruleset.texts else {"texts"}
    return ruleset.model_dump(mode="json", by_alias=True, exclude=left_out)


def content_hash(ruleset: Ruleset) -> str:
    """SHA-256 (hex) of the canonical document: equal documents, equal hash."""
    text = json.dumps(ruleset_document(ruleset), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def changed(ruleset: Ruleset, changes: Mapping[str, Any]) -> Ruleset:
    """A copy with dotted knobs set, e.g. {"match.max_hands": 8}; checked as a whole.

    A knob set here is neither a clause of the notice nor an assumption of ours any more: both marks go.
    """
    document = ruleset_document(ruleset)
    marks = {"sources": document.pop("sources"), "assumptions": document.pop("assumptions")}
    for path, value in changes.items():
        *parents, last = path.split(".")
        node = document
        for name in parents:
            if not isinstance(node.get(name), dict):
                node[name] = {}
            node = node[name]
        node[last] = value
    bare = parse_ruleset(document)

    def holds(path: str) -> bool:
        touched = any(path == knob or path.startswith(f"{knob}.") for knob in changes)
        return not touched and knob_exists(bare, path)

    kept = {path: clause for path, clause in marks["sources"].items() if holds(path)}
    assumed = [one for one in marks["assumptions"] if holds(one["knob"])]
    return parse_ruleset({"sources": kept, "assumptions": assumed, **document})


def for_stage(ruleset: Ruleset, stage: str) -> Ruleset:
    """The ruleset as a stage plays it: its own clock, games, hands, and last level."""
    change = ruleset.stages.get(stage)
    if change is None:
        return ruleset
    knobs = {"time.limit_minutes": change.limit_minutes, "match.games_to_win": change.games_to_win}
    changes: dict[str, Any] = {path: value for path, value in knobs.items() if value is not None}
    if change.max_hands is not None:
        changes["match.max_hands"] = change.max_hands
    if change.last_level is not None:
        changes |= _shortened(ruleset, change.last_level)
    return changed(ruleset, {**changes, "stages": {}})


def _shortened(ruleset: Ruleset, last: str) -> dict[str, Any]:
    """The ladder cut at `last`; the old last level's lives go to the new one."""
    old = ruleset.ladder
    levels = [str(level) for level in old.levels[: old.levels.index(last) + 1]]
    must_play = [level for level in old.must_play if level in levels]
    moved: dict[str, Any] = {"ladder.levels": levels, "ladder.must_play": [*dict.fromkeys([*must_play, last])]}
    if old.attempts is not None:
        moved["ladder.attempts"] = {**old.attempts.model_dump(), "level": last}
    return moved


_SAID = {
    "missing": "缺少这一项",
    "extra_forbidden": "不认识的一项",
    "int_type": "要写整数",
    "int_parsing": "要写整数",
    "int_from_float": "要写整数",
    "bool_type": "要写是或否（true/false）",
    "bool_parsing": "要写是或否（true/false）",
    "string_type": "要写文字",
    "dict_type": "要写成一组项目",
    "model_type": "要写成一组项目",
    "model_attributes_type": "要写成一组项目",
    "tuple_type": "要写成一列",
    "string_too_short": "不能为空",
    "string_pattern_mismatch": "只能用小写字母、数字和连字符",
    "union_tag_not_found": "缺少种类（kind）",
}
_LIMITS = {
    "literal_error": "可以写{expected}",
    "union_tag_invalid": "可以写{expected_tags}",
    "greater_than_equal": "不能小于{ge}",
    "less_than_equal": "不能大于{le}",
    "multiple_of": "要是{multiple_of}的倍数",
    "too_short": "至少要写{min_length}项",
    "string_too_long": "最多{max_length}个字",
}


def _told(error: ValidationError) -> ScoringError:
    """The first thing that is wrong, in Chinese, with its place."""
    first = error.errors()[0]
    loc = list(first["loc"])
    key = ""
    if first["type"] == "extra_forbidden":
        key = str(loc.pop())
    return ScoringError(_place(loc), _sentence(dict(first), key))


def _place(loc: list[int | str]) -> str:
    tags = {"step", "bands", "two-conditions", "points", "finish"}
    place = "ruleset"
    for index, part in enumerate(loc):
        if part in tags and index and loc[index - 1] in {"settle", "table"}:
            continue
        if isinstance(part, int):
            place += f"[{part}]"
        elif part not in {"int", "float", "constrained-int"} and not str(part).startswith(("literal[", "constrained-")):
            place += f".{part}"
    return place


def _sentence(first: dict[str, Any], key: str) -> str:
    kind, found, context = first["type"], first.get("input"), first.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind == "extra_forbidden":
        return f"{_SAID[kind]}“{key}”"
    if kind == "missing":
        return _SAID[kind]
    return f"读到的是{_shown(found)}；{_allowed(kind, context)}"


def _allowed(kind: str, context: dict[str, Any]) -> str:
    if kind in _SAID:
        return _SAID[kind]
    return _LIMITS.get(kind, "不合要求").format(**context)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:37] + "…"
