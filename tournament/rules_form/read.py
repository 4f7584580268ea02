"""From the tree of a form to a ruleset document; what cannot be read stays as typed, and the schema refuses it."""

import re
from typing import Any

from scoring.ruleset import Ruleset
from scoring.ruleset.base import Part

from .shape import Shape, constants, shapes
from .tree import PRESENT, Tree, below, rows
from .words import LEVEL_CODES

_NUMBER = re.compile(r"[-+−]?\d{1,9}(\.\d{1,6})?")
_LEVELS = re.compile("|".join(map(re.escape, LEVEL_CODES)), re.IGNORECASE)  # small joker is one word
_APART = re.compile(r"[、,,;;\s]+")


def document_of(tree: Tree) -> dict[str, Any]:
    """The document a form describes, without the parts a form does not hold (key, clauses, assumptions)."""
    return _part(Ruleset, tree)


def _part(model: type[Part], tree: Tree) -> dict[str, Any]:
    found: dict[str, Any] = dict(constants(model))
    for shape in shapes(model):
        given, value = _value(shape, tree)
        if given:
            found[shape.key] = value
    return found


def _value(shape: Shape, tree: Tree) -> tuple[bool, Any]:
    """Whether the form says something about this knob, and what."""
    if shape.kind in ("part", "one-of", "words"):
        return _one(shape, below(tree, shape.key))
    if shape.kind == "rows":
        held = below(tree, shape.key)
        return True, [_part(shape.part, below(held, row)) for row in rows(held)]
    if shape.kind == "stages":
        return True, _stages(shape, below(tree, shape.key))
    if shape.kind == "list":
        return True, _list(tree.get(shape.key, ""))
    text = tree.get(shape.key)
    if not isinstance(text, str) or (not text.strip() and shape.nullable):
        return False, None
    return True, _leaf(shape, text.strip())


def _one(shape: Shape, tree: Tree) -> tuple[bool, Any]:
    assert shape.parts is not None
    if shape.kind == "one-of":
        kind = tree.get("kind") or next(iter(shape.parts))
        model = shape.parts.get(str(kind))
        return True, {"kind": kind, **(_part(model, tree) if model else {})}
    if shape.kind == "words":
        zh, en = (str(tree.get(key, "")).strip() for key in ("zh", "en"))
        return bool(zh or en or not shape.nullable), {"zh": zh, "en": en or zh}
    return there(shape, tree), _part(shape.part, tree)


def there(shape: Shape, tree: Tree) -> bool:
    """Whether an optional part is there; one that must be always is."""
    return not shape.nullable or tree.get(PRESENT, "yes" if tree else "no") == "yes"


def _stages(shape: Shape, held: Tree) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    for row in rows(held):
        change = below(held, row)
        changes[str(change.get("stage", "")).strip()] = _part(shape.part, change)
    return changes


def _list(held: Tree | str) -> list[str]:
    """A list typed as one text, or chosen one by one (places left empty are left out)."""
    if isinstance(held, dict):
        return [str(held[row]) for row in rows(held) if held[row]]
    named = _LEVELS.sub(lambda found: LEVEL_CODES[found[0].lower()], held)
    return [word.upper() if len(word) == 1 else word for word in _APART.split(named) if word]


def _leaf(shape: Shape, text: str) -> Any:
    if shape.kind == "bool":
        return {"yes": True, "no": False}.get(text, text)
    if shape.kind == "number" and _NUMBER.fullmatch(text):
        plain = text.replace("−", "-")
        return float(plain) if "." in plain else int(plain)
    return text
