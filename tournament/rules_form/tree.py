"""What a form holds, as a tree of texts: from a ruleset document, from the pairs a browser sends, and back to pairs."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

Tree: TypeAlias = dict[str, "Tree | str"]
PRESENT = "_"  # the key that says whether an optional part is there
MARK = "+"  # the key that keeps a new, still empty row


def tree_of_document(document: Mapping[str, Any]) -> Tree:
    """The tree of a whole ruleset document; stages and clauses become rows that name their stage or knob."""
    stages = [{"stage": key, **change} for key, change in document.get("stages", {}).items()]
    sources = [{"knob": knob, "clause": clause} for knob, clause in document.get("sources", {}).items()]
    tree = _branch({**document, "stages": stages, "sources": sources})
    assert isinstance(tree, dict)
    return tree


def _branch(value: Any) -> "Tree | str | None":
    if isinstance(value, Mapping):
        kept = ((str(key), _branch(below)) for key, below in value.items())
        return {key: below for key, below in kept if below is not None}
    if isinstance(value, list | tuple):
        return _branch(dict(enumerate(value)))
    if value is None:
        return None
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def tree_of_pairs(pairs: Iterable[tuple[str, str]]) -> Tree:
    """The tree of a sent form: `offences.0.code` is the code of the first row. A name that clashes is left out."""
    tree: Tree = {}
    for name, text in pairs:
        *above, last = name.split(".")
        node = tree
        for part in above:
            below = node.setdefault(part, {})
            if not isinstance(below, dict):
                break
            node = below
        else:
            node.setdefault(last, text)
    return tree


def flat(tree: Tree, above: str = "") -> Iterator[tuple[str, str]]:
    """The tree as the pairs of a form."""
    for key, value in tree.items():
        name = f"{above}.{key}" if above else key
        if isinstance(value, dict):
            yield from flat(value, name)
        else:
            yield name, value


def below(tree: Tree, key: str) -> Tree:
    """The branch of that name; empty where there is none."""
    found = tree.get(key)
    return found if isinstance(found, dict) else {}


def rows(tree: Tree) -> list[str]:
    """The numbers of the rows of a list, in order."""
    return sorted((key for key in tree if key.isascii() and key.isdigit() and len(key) < 6), key=int)


def grown(tree: Tree, path: str) -> Tree:
    """The tree with a new row at the end of the list at `path` (changed in place)."""
    node = _at(tree, path)
    last = rows(node)
    node[str(int(last[-1]) + 1 if last else 0)] = {MARK: ""}
    return tree


def shrunk(tree: Tree, path: str) -> Tree:
    """The tree without the row at `path`; the rows after it move up (changed in place)."""
    above, _, number = path.rpartition(".")
    node = _at(tree, above)
    node.pop(number, None)
    kept = [node.pop(key) for key in rows(node)]
    node.update({str(index): row for index, row in enumerate(kept)})
    return tree


def _at(tree: Tree, path: str) -> Tree:
    node = tree
    for part in path.split("."):
        found = node.setdefault(part, {})
        if not isinstance(found, dict):
            return {}
        node = found
    return node
