"""The fields of the form: what the schema asks for, filled with what the tree holds, in the order of a notice."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ruleset import Ruleset
from scoring.ruleset.base import Part
from tournament.services.keypad import reader

from .read import there
from .shape import Shape, shapes
from .tree import MARK, PRESENT, Tree, below, flat, rows
from .words import label, offence_word, option, stage_words

Options = list[tuple[str, str]]
_HEADS = {
    "name": gettext_lazy("名称"), "deck": gettext_lazy("牌和座位"), "ladder": gettext_lazy("级数"),
    "settle": gettext_lazy("升级"), "capture": gettext_lazy("抠底"), "time": gettext_lazy("时间"),
    "match": gettext_lazy("胜负"), "texts": gettext_lazy("打法"), "offences": gettext_lazy("违例"),
    "points": gettext_lazy("名次"),
}  # fmt: skip
_PLACES = {
    "notice": "name", "seats": "deck", "stages": "time", "match.points": "points",
    **{f"settle.{key}": "capture" for key in
       ("capture", "early", "demotions", "five_ten_king", "special_bid", "flag", "jokers", "tribute")},
}  # fmt: skip
_LONG = {"PlayText.text"}  # sentences that need more than a line
_OPENED = {"settle", "match"}  # parts whose knobs stand in several sections


@dataclass(slots=True)
class Node:
    """A control, or a group of them. kind: text | long | levels | number | choice | fixed | list | group | rows.

    `structural` controls change which others there are. A group that is a row of a list has what it is about as its
    `value`, and is folded up unless it is `open`.
    """

    name: str
    label: str
    kind: str
    value: str = ""
    options: Options = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)
    structural: bool = False
    open: bool = False
    error: str = ""

    @property
    def flat(self) -> bool:
        """Rows of plain controls only: they make a table."""
        return all(not child.children for row in self.children for child in row.children)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the notice and its controls."""

    key: str
    heading: str
    nodes: list[Node]


def sections(tree: Tree, errors: Mapping[str, str], touched: str = "") -> list[Section]:
    """The whole form, grouped as a notice is; `errors` are sentences by path, `touched` the path just worked at."""
    found: dict[str, list[Node]] = {key: [] for key in _HEADS}
    for name, nodes in _top(tree):
        found[_PLACES.get(name, name.partition(".")[0])].extend(nodes)
    for nodes in found.values():
        _mark(nodes, errors, touched)
    return [Section(key, str(_HEADS[key]), nodes) for key, nodes in found.items() if nodes]


def hidden(tree: Tree, shown: list[Section]) -> list[tuple[str, str]]:
    """What the tree holds and no control shows now: kept, so that going back to it loses nothing."""
    nodes = [one for section in shown for node in section.nodes for one in _all(node)]
    names = {node.name for node in nodes}
    lists = tuple(f"{node.name}." for node in nodes if node.kind in ("levels", "list"))
    return [
        (name, text)
        for name, text in flat(tree)
        if name not in names and not name.startswith(lists) and not name.endswith(f".{MARK}")
    ]


def _all(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _all(child)


def _mark(nodes: list[Node], errors: Mapping[str, str], touched: str) -> None:
    """Put the faults at their controls; open the rows that hold one, were just worked at, or say nothing yet."""
    for node in nodes:
        node.error = errors.get(node.name, "")
        node.open = not node.value or any(f"{path}.".startswith(f"{node.name}.") for path in (*errors, touched))
        _mark(node.children, errors, touched)


def _top(tree: Tree) -> Iterator[tuple[str, list[Node]]]:
    for shape in shapes(Ruleset):
        if shape.key not in _OPENED:
            yield shape.key, _nodes(shape, tree, shape.key)
            continue
        for node in _nodes(shape, tree, shape.key)[0].children:
            yield ".".join(node.name.split(".")[:2]), [node]


def _part(model: type[Part], tree: Tree, above: str) -> list[Node]:
    return [node for shape in shapes(model) for node in _nodes(shape, tree, f"{above}.{shape.key}")]


def _nodes(shape: Shape, tree: Tree, name: str) -> list[Node]:
    """The controls of one knob."""
    title, held = label(shape.owner), below(tree, shape.key)
    if shape.kind == "words":
        return _words(shape, held, name, title)
    if shape.kind == "one-of":
        return [Node(name, title, "group", children=_one_of(shape, held, name, title))]
    if shape.kind == "part":
        return [Node(name, title, "group", children=_optional(shape, held, name, title))]
    if shape.kind in ("rows", "stages"):
        return [Node(name, title, "rows", children=[_row(shape, held, name, row) for row in rows(held)])]
    if shape.kind == "list":
        return [_list(shape, tree.get(shape.key), name, title)]
    return [_leaf(shape, tree.get(shape.key), name, title)]


def _words(shape: Shape, held: Tree, name: str, title: str) -> list[Node]:
    """A sentence in both languages."""
    default = {} if shape.default is None else shape.default.model_dump()
    said = {key: str(held.get(key, default.get(key, ""))) for key in ("zh", "en")}
    english = _("%(label)s（英文，空则同中文）") % {"label": title}
    kind = "long" if shape.owner in _LONG else "text"
    return [Node(f"{name}.zh", title, kind, said["zh"]), Node(f"{name}.en", english, kind, said["en"])]


def _one_of(shape: Shape, held: Tree, name: str, title: str) -> list[Node]:
    assert shape.parts is not None
    kind = str(held.get("kind") or next(iter(shape.parts)))
    choices = [(one, option(shape.owner, one)) for one in shape.parts]
    chooser = Node(f"{name}.kind", _("%(label)s的办法") % {"label": title}, "choice", kind, choices, structural=True)
    model = shape.parts.get(kind)
    return [chooser, *(_part(model, held, name) if model else [])]


def _optional(shape: Shape, held: Tree, name: str, title: str) -> list[Node]:
    if not shape.nullable:
        return _part(shape.part, held, name)
    present = there(shape, held)
    choices = [("no", _("没有这一条")), ("yes", _("有这一条"))]
    chooser = Node(f"{name}.{PRESENT}", title, "choice", "yes" if present else "no", choices, structural=True)
    return [chooser, *(_part(shape.part, held, name) if present else [])]


def _row(shape: Shape, held: Tree, name: str, row: str) -> Node:
    tree = below(held, row)
    children = _part(shape.part, tree, f"{name}.{row}")
    if shape.kind == "stages":
        said = str(tree.get("stage", ""))
        choices = [("", _("请选择")), *stage_words().items()]
        choices += [] if said in dict(choices) else [(said, said)]
        children.insert(0, Node(f"{name}.{row}.stage", _("阶段"), "choice", said, choices))
    title = _("第%(n)d行") % {"n": int(row) + 1}
    return Node(f"{name}.{row}", title, "group", _about(tree), children=children)


def _about(tree: Tree) -> str:
    """What a row with a code or a stage is about, in words."""
    code = str(tree.get("code", ""))
    stage = str(tree.get("stage", ""))
    own = below(tree, "name")
    named = own.get("zh") if reader() == "zh" else own.get("en") or own.get("zh")
    return str(named or offence_word(code) or stage_words().get(stage, stage))


def _list(shape: Shape, held: "Tree | str | None", name: str, title: str) -> Node:
    if "2" in shape.options:
        chosen = [str(held[row]) for row in rows(held)] if isinstance(held, dict) else []
        text = held if isinstance(held, str) else _("、").join(option(shape.owner, one) for one in chosen)
        return Node(name, _("%(label)s（用顿号隔开）") % {"label": title}, "levels", text)
    chosen = [str(held[row]) for row in rows(held) if held[row]] if isinstance(held, dict) else []
    most = len(shape.options)
    choices = [("", "—")] + [(one, option(shape.owner, one)) for one in shape.options]
    places = [Node(f"{name}.{n}", str(n + 1), "choice", one, choices) for n, one in enumerate([*chosen, "", ""][:most])]
    return Node(name, title, "list", children=places)


def _leaf(shape: Shape, typed: Any, name: str, title: str) -> Node:
    value = typed if isinstance(typed, str) else _default(shape)
    if shape.kind not in ("choice", "bool"):
        return Node(name, title, shape.kind, value)
    codes = ("yes", "no") if shape.kind == "bool" else shape.options
    choices = [(one, option(shape.owner, one)) for one in codes]
    if value == "" or shape.nullable:
        choices.insert(0, ("", _("不另定") if shape.nullable else _("请选择")))
    return Node(name, title, "choice", value, choices)


def _default(shape: Shape) -> str:
    if shape.default is None:
        return ""
    return {True: "yes", False: "no"}[shape.default] if shape.kind == "bool" else str(shape.default)
