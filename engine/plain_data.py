"""States as plain data: a field is declared once; copies, keys, knowledge and positions follow.

What searching bots call often is compiled from the declaration, field by field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import Field, dataclass, field, fields
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


def given(way: Way = VALUE) -> Any:
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


@dataclass_transform(eq_default=False, field_specifiers=(part, given))
def plain_data(cls: type[T]) -> type[T]:
    """Compile a class with slots from its declared fields."""
    made = dataclass(slots=True, eq=False)(cls)
    declared = fields(made)  # type: ignore[arg-type]  # a dataclass since the line before
    names: dict[str, Any] = {"cls": made, "create": object.__new__, "frozen": frozen}
    for one in declared:
        names[f"write_{one.name}"], names[f"read_{one.name}"] = _known_codec(one) or AS_IT_IS
    for method, lines in _methods(declared).items():
        source = f"def {method}:\n " + "\n ".join(lines)
        exec(source, names)  # noqa: S102  (as dataclasses do: of our own declarations alone)
        name = method.partition("(")[0]
        setattr(made, name, names[name])
    return made


def _methods(declared: Iterable[Field[Any]]) -> dict[str, list[str]]:
    copies = [f"new.{one.name} = {_way(one).copy.format(_self(one))}" for one in declared]
    keys = [_way(one).key.format(_self(one)) for one in declared if _way(one).key]
    known = [one for one in declared if _known_codec(one) is not None]
    as_position = [f"{one.name!r}: {_call(_known_codec(one), 0, one, _self(one))}" for one in known]
    read = [
        f"self.{one.name} = {_call(_known_codec(one), 1, one, f'known[{one.name!r}]')}"
        for one in known
    ]
    return {
        "copy(self)": ["new = create(cls)", *copies, "return new"],
        "key(self)": [f"return ({', '.join(keys)},)"],
        "known(self)": [f"return {{{', '.join(as_position)}}}"],
        "restore(self, known)": read or ["pass"],
    }


def _self(one: Field[Any]) -> str:
    return f"self.{one.name}"


def _way(one: Field[Any]) -> Way:
    way: Way = one.metadata["way"]
    return way


def _known_codec(one: Field[Any]) -> Codec | None:
    codec: Codec | None = one.metadata["known"]
    return codec


def _call(codec: Codec | None, side: int, one: Field[Any], value: str) -> str:
    if codec is None or codec[side] is None:
        return value
    return f"{('write', 'read')[side]}_{one.name}({value})"


def position_codecs(cls: type[Any]) -> dict[str, Codec]:
    """Return the codecs of the fields that a position writes, by name."""
    found = {one.name: one.metadata["position"] for one in fields(cls)}
    return {name: codec for name, codec in found.items() if codec is not None}


def as_position(data: PlainData) -> dict[str, Any]:
    """Return the fields that a position writes, JSON-ready."""
    found = {}
    for name, codec in position_codecs(type(data)).items():
        value = getattr(data, name)
        found[name] = codec.write(value) if codec.write else value
    return found


def frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return frozenset((name, frozen(one)) for name, one in value.items())
    return tuple([frozen(one) for one in value]) if isinstance(value, list) else value
