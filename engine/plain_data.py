"""States as plain data: a field is declared once; copies, keys, knowledge and positions follow.

What searching bots call often is compiled from the declaration, field by field.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, Self, TypeVar, dataclass_transform

T = TypeVar("T")


class Way(NamedTuple):
    """Expressions that copy and key a field, with `{0}` for the field."""

    copy: str = "{0}"
    key: str = "{0}"
    factory: Callable[[], Any] | None = None


VALUE = Way()
LIST = Way("{0}.copy()", "tuple({0})", list)  # cheaper than a slice
DICT = Way("{0}.copy()", "frozen({0})", dict)
SHARED = Way("{0}", "frozen({0})", dict)  # replaced, never changed: copies share it
PARTS = Way("[one.copy() for one in {0}]", "tuple([one.key() for one in {0}])", list)
LOG = Way("None if {0} is None else {0}[:]", "None if {0} is None else len({0})")
UNKEYED = Way(key="")  # follows from the others


class Codec(NamedTuple):
    """Functions that write and read a value as JSON; None: unchanged."""

    write: Callable[[Any], Any] | None = None
    read: Callable[[Any], Any] | None = None


AS_IT_IS = Codec()
NOT_COMPILED = "a class of plain data is decorated with plain_data"


def part(
    way: Way = VALUE,
    *,
    default: Any = None,
    known: Codec | None = None,
    position: Codec | None = None,
    init: Literal[False] = False,
) -> Any:
    """Declare a field: its shape, and how knowledge and positions write it (None: not)."""
    metadata = {"way": way, "known": known, "position": position}
    if way.factory is not None:
        return field(default_factory=way.factory, init=init, metadata=metadata)
    return field(default=default, init=init, metadata=metadata)


def constructor_field(way: Way = VALUE) -> Any:
    """Declare a field that the constructor takes."""
    return field(metadata={"way": way, "known": None, "position": None})


class PlainData:
    """Compares and hashes by value."""

    __slots__ = ()

    def copy(self) -> Self:
        """Return an independent copy."""
        raise TypeError(NOT_COMPILED)

    def key(self) -> tuple[Any, ...]:
        """Return all of it as one value."""
        raise TypeError(NOT_COMPILED)

    def known(self) -> dict[str, Any]:
        """Return public knowledge, JSON-ready."""
        raise TypeError(NOT_COMPILED)

    def restore(self, known: dict[str, Any]) -> None:  # noqa: ARG002  (of the compiled one)
        """Set public knowledge. Raises KeyError where a field is missing."""
        raise TypeError(NOT_COMPILED)

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key())


@dataclass_transform(eq_default=False, field_specifiers=(part, constructor_field))
def plain_data(cls: type[T]) -> type[T]:
    """Compile a class with slots from its declared fields."""
    compiled = dataclass(slots=True, eq=False)(cls)
    names: dict[str, Any] = {"cls": compiled, "create": object.__new__, "frozen": frozen}
    copies, keys, known, restored = list[str](), list[str](), list[str](), list[str]()
    for declared in fields(compiled):  # type: ignore[arg-type]  # a dataclass since its first line
        name, value, item = declared.name, f"self.{declared.name}", f"known[{declared.name!r}]"
        way: Way = declared.metadata["way"]
        codec: Codec | None = declared.metadata["known"]
        copies.append(f"new.{name} = {way.copy.format(value)}")
        if way.key:
            keys.append(way.key.format(value))
        if codec is not None:
            names[f"write_{name}"], names[f"read_{name}"] = codec
            known.append(f"{name!r}: " + (f"write_{name}({value})" if codec.write else value))
            restored.append(f"{value} = " + (f"read_{name}({item})" if codec.read else item))
    methods = {
        "copy(self)": ["new = create(cls)", *copies, "return new"],
        "key(self)": [f"return ({', '.join(keys)},)"],
        "known(self)": [f"return {{{', '.join(known)}}}"],
        "restore(self, known)": restored or ["pass"],
    }
    for method, lines in methods.items():
        source = f"def {method}:\n " + "\n ".join(lines)
        exec(source, names)  # noqa: S102  (as dataclasses do: of our own declarations alone)
        name = method.partition("(")[0]
        setattr(compiled, name, names[name])
    return compiled


def position_codecs(cls: type[Any]) -> dict[str, Codec]:
    """Return the codecs of the fields that a position writes, by name."""
    codecs = {declared.name: declared.metadata["position"] for declared in fields(cls)}
    return {name: codec for name, codec in codecs.items() if codec is not None}


def as_position(data: PlainData) -> dict[str, Any]:
    """Return the fields that a position writes, JSON-ready."""
    position = {}
    for name, codec in position_codecs(type(data)).items():
        value = getattr(data, name)
        position[name] = codec.write(value) if codec.write else value
    return position


def frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return frozenset((name, frozen(item)) for name, item in value.items())
    return tuple([frozen(item) for item in value]) if isinstance(value, list) else value
