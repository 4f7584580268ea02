"""The shape of a knob, read from the schema: a number, a text, a choice, a list, a part, one of several parts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from scoring.ruleset.base import Part, Text

LEFT_OUT = {"format", "key", "sources", "assumptions"}  # no knobs of play: kept in the document, not in the form


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A knob: its key in the document, who owns it (`Model.field`), its kind and what it is made of.

    kind: text | number | choice | bool | list (of choices) | rows (of parts) | stages | words (zh, en) | part | one-of
    """

    key: str
    owner: str
    kind: str
    nullable: bool
    default: Any
    options: tuple[str, ...] = ()
    parts: Mapping[str, type[Part]] | None = None

    @property
    def part(self) -> type[Part]:
        """The part a `rows`, `stages` or `part` knob is made of."""
        assert self.parts is not None
        return self.parts[""]


@cache
def shapes(model: type[Part]) -> tuple[Shape, ...]:
    """The knobs of a part in the order of the document; a knob that can have one value only is no knob."""
    found = (_shape(model, name, info) for name, info in model.model_fields.items() if name not in LEFT_OUT)
    return tuple(shape for shape in found if not (shape.kind == "choice" and len(shape.options) == 1))


def constants(model: type[Part]) -> dict[str, str]:
    """The knobs of a part that can have one value only."""
    found = (_shape(model, name, info) for name, info in model.model_fields.items() if name not in LEFT_OUT)
    return {shape.key: shape.options[0] for shape in found if shape.kind == "choice" and len(shape.options) == 1}


def _shape(model: type[Part], name: str, info: FieldInfo) -> Shape:
    kinds = [kind for kind in _members(info.annotation) if kind is not NoneType]
    default = None if info.default is PydanticUndefined and info.default_factory is None else info.get_default()
    nullable = NoneType in list(_members(info.annotation))
    kind, options, parts = _made_of(kinds)
    return Shape(info.alias or name, f"{model.__name__}.{name}", kind, nullable, default, options, parts)


def _members(annotation: Any) -> Iterator[Any]:
    """The members of a union, marks taken off."""
    if get_origin(annotation) is Annotated:
        yield from _members(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, UnionType):
        for member in get_args(annotation):
            yield from _members(member)
    else:
        yield annotation


def _made_of(kinds: list[Any]) -> tuple[str, tuple[str, ...], Mapping[str, type[Part]] | None]:
    first = kinds[0]
    if get_origin(first) is Literal:
        return "choice", tuple(str(one) for kind in kinds for one in get_args(kind)), None
    if get_origin(first) is tuple:
        kind, options, parts = _made_of(list(_members(get_args(first)[0])))
        return ("rows" if kind == "part" else "list"), options, parts
    if get_origin(first) is dict:
        return "stages", (), {"": get_args(first)[1]}
    if isinstance(first, type) and issubclass(first, Part):
        if len(kinds) > 1:
            return "one-of", (), {get_args(one.model_fields["kind"].annotation)[0]: one for one in kinds}
        return ("words" if first is Text else "part"), (), {"": first}
    return {bool: "bool", str: "text"}.get(first, "number"), (), None
