"""What is wrong with an archive, said with its place in the file: `stages[0].matches[3].code`."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from pydantic import ValidationError

from tournament.services.refusal import Refusal

from .document import FORMAT, Archive

SHOWN = 40


def read(raw: Any) -> Archive:
    """The parsed archive. Raises `Refusal` with the place of the first thing that is wrong as `at`."""
    if not isinstance(raw, Mapping):
        raise Refusal(_("存档应为一个 JSON 对象。"), code="archive", at="")
    if raw.get("format") != FORMAT:
        message = _("这不是导出的赛事存档：format 读到的是 %(found)s，只能是“%(allowed)s”。")
        raise Refusal(message % {"found": _shown(raw.get("format")), "allowed": FORMAT}, code="archive", at="format")
    try:
        return Archive.model_validate(dict(raw))
    except ValidationError as error:
        raise _told(error) from None


def refuse(at: str, message: str, code: str = "archive") -> Refusal:
    """A refusal that names its place in the sentence too."""
    return Refusal(_("：").join((at, message)) if at else message, code=code, at=at)


def _told(error: ValidationError) -> Refusal:
    first = error.errors()[0]
    loc, kind = list(first["loc"]), first["type"]
    if kind == "extra_forbidden":
        key = loc.pop()
        return refuse(_place(loc), _("不认识的键“%(key)s”。") % {"key": key})
    if kind == "missing":
        key = loc.pop()
        return refuse(_place(loc), _("缺少“%(key)s”。") % {"key": key})
    facts = {"found": _shown(first.get("input")), "allowed": _allowed(kind, dict(first.get("ctx", {})))}
    return refuse(_place(loc), _("读到的是 %(found)s，%(allowed)s。") % facts)


def _allowed(kind: str, context: Mapping[str, Any]) -> str:
    said = {
        "string_type": _("应为文字"),
        "int_type": _("应为整数"),
        "int_parsing": _("应为整数"),
        "bool_type": _("应为 true 或 false"),
        "bool_parsing": _("应为 true 或 false"),
        "list_type": _("应为数组"),
        "dict_type": _("应为对象"),
        "model_type": _("应为对象"),
        "timezone_aware": _("应为带时区的时间"),
    }
    if kind in said:
        return said[kind]
    if kind.startswith("datetime"):
        return _("应为带时区的时间，如 2011-11-25T13:10:00+08:00")
    if kind == "literal_error":
        return _("可以写 %(expected)s") % {"expected": context.get("expected", "")}
    if kind in {"greater_than_equal", "less_than_equal"}:
        return _("超出了允许的范围")
    if kind == "string_too_long":
        return _("最多 %(most)s 个字") % {"most": context.get("max_length", "")}
    return _("不合要求")


def _place(loc: list[int | str]) -> str:
    place = ""
    for part in loc:
        if part == "[key]":
            continue
        place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else str(part)
    return place


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
