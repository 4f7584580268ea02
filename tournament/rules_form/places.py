"""Where a knob stands on the form: the path of its control, its path in the document, and its name in words."""

import re
from collections.abc import Iterator, Mapping

from .fields import Node, Section
from .tree import Tree, below, rows
from .words import place_words

_HINT = re.compile(r"[((][^))]*[))]")  # what to type where: (空为不限)
_NAMED = {"offences": "code", "stages": "stage"}  # lists whose rows the document knows by a word, not a number


def labels(shown: list[Section]) -> dict[str, str]:
    """The names of all controls and groups by their paths; those at the top say their section too."""
    found: dict[str, str] = {}
    for section in shown:
        for node in section.nodes:
            found |= dict(_labels(node))
            if node.label != section.heading:
                found[node.name] = f"{section.heading} · {node.label}"
    return found


def _labels(node: Node) -> Iterator[tuple[str, str]]:
    yield node.name, node.label
    for child in node.children:
        yield from _labels(child)


def control_of(tree: Tree, knob: str) -> str:
    """The control of a knob: `offences.talking.effects` is `offences.3.effects` on the form."""
    first, _, rest = knob.partition(".")
    if first not in _NAMED or not rest:
        return knob
    word, _, field = rest.partition(".")
    held = below(tree, first)
    row = next((row for row in rows(held) if str(below(held, row).get(_NAMED[first], "")).strip() == word), word)
    return ".".join(part for part in (first, row, field) if part)


def knob_words(tree: Tree, knob: str, names: Mapping[str, str]) -> str:
    """A knob in words; rows are called by what they are about. Empty where the form has no such knob."""
    path = control_of(tree, knob)
    found = next((place_words(control, names) for control in (path, f"{path}.zh") if control in names), "")
    return _HINT.sub("", found)


def knobs(tree: Tree, shown: list[Section]) -> list[tuple[str, str]]:
    """Every knob a note or a clause can be about, in the order of the form: (path in the document, words)."""
    names = named(shown)
    found = {_knob(tree, path): path for path in names}
    return [(knob, place_words(path, names)) for knob, path in found.items() if knob]


def named(shown: list[Section]) -> dict[str, str]:
    """The names of all controls, rows called by what they are about."""
    names = labels(shown)
    for section in shown:
        for node in section.nodes:
            names |= {row.name: row.value for row in node.children if node.kind == "rows" and row.value}
    return names


def _knob(tree: Tree, path: str) -> str:
    """The knob of a control; empty for a choice of kind, for rows without a word of their own, and for the name."""
    parts = path.split(".")
    if parts[0] in _NAMED and len(parts) > 1:
        word = str(below(below(tree, parts[0]), parts[1]).get(_NAMED[parts[0]], "")).strip()
        if not word or parts[2:] == [_NAMED[parts[0]]]:
            return ""
        parts[1] = word
    parts = parts[:-1] if parts[-1] == "zh" else parts
    plain = not any(part.isdigit() or part in ("kind", "_", "en") for part in parts)
    return ".".join(parts) if plain and parts[0] not in ("name", "notice") else ""
