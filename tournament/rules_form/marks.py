"""The notes of a ruleset on the form: what it assumes beyond the notice, and the notice's clauses, knob by knob."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from .fields import Node, Section
from .places import knob_words, knobs, named
from .tree import Tree, below, rows

ASSUMPTIONS, SOURCES = "assumptions", "sources"


def mark_sections(tree: Tree, shown: list[Section], errors: Mapping[str, str]) -> list[Section]:
    """The two sections after the knobs; `shown` are the sections of the knobs, which the notes name."""
    names, choices = named(shown), [("", _("请选择")), *knobs(tree, shown)]
    words = (("note.zh", _("怎样约定"), "long"), ("note.en", _("英文（空则同中文）"), "long"))
    assumed = _rows(tree, ASSUMPTIONS, _("补充约定"), names, choices, words)
    cited = _rows(tree, SOURCES, _("通知的条款"), names, choices, (("clause", _("条款"), "text"),))
    for node in (assumed, cited):
        _fault(node, errors)
    return [Section(ASSUMPTIONS, assumed.label, [assumed]), Section(SOURCES, cited.label, [cited])]


def _rows(
    tree: Tree, key: str, label: str, names: Mapping[str, str], choices: list[tuple[str, str]],
    texts: Iterable[tuple[str, str, str]],
) -> Node:  # fmt: skip
    held, texts = below(tree, key), tuple(texts)
    children = []
    for number in rows(held):
        row, at = below(held, number), f"{key}.{number}"
        cells = [_about(tree, str(row.get("knob", "")), f"{at}.knob", names, choices)]
        cells += [Node(f"{at}.{name}", said, kind, _text(row, name)) for name, said, kind in texts]
        children.append(Node(at, _("第%(n)d行") % {"n": int(number) + 1}, "group", children=cells))
    return Node(key, label, "rows", children=children)


def _about(tree: Tree, knob: str, name: str, names: Mapping[str, str], choices: list[tuple[str, str]]) -> Node:
    """What a note is about: said where that is known, to be chosen where it is not."""
    words, label = knob_words(tree, knob, names), _("哪一项")
    if words:
        return Node(name, label, "fixed", knob, [(knob, words)])
    unknown = [] if knob in dict(choices) else [(knob, knob)]
    return Node(name, label, "choice", knob, choices + unknown)


def _text(row: Tree, name: str) -> str:
    above, _dot, last = name.rpartition(".")
    return str((below(row, above) if above else row).get(last, ""))


def _fault(node: Node, errors: Mapping[str, str]) -> None:
    node.error = errors.get(node.name, "")
    for child in node.children:
        _fault(child, errors)


def marks_of(tree: Tree) -> dict[str, list[dict[str, Any]]]:
    """The notes as typed: {"assumptions": [{"knob", "note": {"zh", "en"}}], "sources": [{"knob", "clause"}]}."""
    assumed = []
    for row in _held(tree, ASSUMPTIONS):
        zh, en = (_text(row, f"note.{key}").strip() for key in ("zh", "en"))
        assumed.append({"knob": str(row.get("knob", "")), "note": {"zh": zh, "en": en or zh}})
    cited = [{"knob": str(row.get("knob", "")), "clause": _text(row, "clause").strip()} for row in _held(tree, SOURCES)]
    return {ASSUMPTIONS: assumed, SOURCES: cited}


def _held(tree: Tree, key: str) -> list[Tree]:
    held = below(tree, key)
    return [below(held, number) for number in rows(held)]
