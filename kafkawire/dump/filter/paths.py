"""Typed paths into messages: `FetchResponse.responses.partitions.high_watermark`.

A path is checked against the declarations when the expression is read, whatever versions it will
meet: a version without the field never fits. Names are Kafka's, in snake case or camel case. The
first is a message, or an API alone, which means its request and its response, as far as they have
the field. Arrays on the way mean that any element may fit, and `count` after one is its length.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.dump.api_names import api_name
from kafkawire.dump.declarations import FieldDeclaration, MessageDeclaration, for_api
from kafkawire.dump.filter.amounts import MILLISECONDS, NUMBER, SIZE, Unit
from kafkawire.dump.filter.errors import Misfit, nearest
from kafkawire.dump.filter.patterns import fold_api
from kafkawire.protocol.api_keys import ApiKey

SEGMENTS_MAX = 32
COUNT = "count"
INTEGERS = ("int8", "int16", "uint16", "int32", "uint32", "int64")

_APIS = {fold_api(api_name(key.value)): key.value for key in ApiKey}
_SIDES: dict[str, tuple[bool, ...]] = {"request": (True,), "response": (False,), "": (True, False)}


class Step(NamedTuple):
    """One name on the way."""

    key: str
    """As `Message.values` has it."""
    is_array: bool


class Target(NamedTuple):
    """Where a path leads in one message."""

    api_key: int
    is_request: bool
    steps: tuple[Step, ...]
    counts: bool
    """Whether the length of the last array is meant."""


class Path(NamedTuple):
    """A path that was found to lead somewhere."""

    text: str
    """With the message's own name and the fields in snake case."""
    kind: str
    """The type of what it leads to: `int32`, `string`, `errorCode`, `struct` ..."""
    unit: Unit
    is_nullable: bool
    targets: tuple[Target, ...]


def root_of(text: str) -> tuple[int, tuple[bool, ...]] | None:
    """The API and sides (True is the request) that a word means, or None."""
    folded = fold_api(text)
    for suffix, sides in _SIDES.items():
        if folded.endswith(suffix) and folded.removesuffix(suffix) in _APIS:
            return _APIS[folded.removesuffix(suffix)], sides
    return None


def is_path(text: str) -> bool:
    """Whether a word is a path, right or wrong, and not a name."""
    root, dot, _ = text.partition(".")
    return bool(dot) and root_of(root) is not None


def unknown_root(text: str) -> str:
    """What to say of a word that is compared with something and is no path."""
    root = text.partition(".")[0]
    known = [api_name(key.value) + side for key in ApiKey for side in ("Request", "Response")]
    return f"no message is called {root}{nearest(root, known)}"


def read_path(text: str) -> Path:
    """The path that a word is. Raises `Misfit` with the place of the first unknown name."""
    root, *names = text.split(".")
    meant = root_of(root)
    if meant is None:
        raise Misfit(unknown_root(text))
    if len(names) > SEGMENTS_MAX:
        raise Misfit(f"a path has at most {SEGMENTS_MAX} names")
    api_key, sides = meant
    found, misfits = [], []
    for is_request in sides:
        try:
            found.append(_walk(api_key, names, len(root) + 1, is_request=is_request))
        except Misfit as misfit:
            misfits.append(misfit)
    if not found:
        # The side that understood more of it knows better what is wrong.
        raise max(misfits, key=lambda misfit: misfit.at)
    if len({(kind, unit.name) for _, kind, unit, _, _ in found}) > 1:
        raise Misfit(f"is {root}Request or {root}Response meant? This is not the same in both")
    side = "" if len(sides) > 1 else "Request" if sides[0] else "Response"
    name = api_name(api_key) + side
    fields, kind, unit, is_nullable, _ = found[0]
    return Path(f"{name}.{fields}", kind, unit, is_nullable, tuple(each[4] for each in found))


_Found = tuple[str, str, Unit, bool, Target]


def _walk(api_key: int, names: list[str], at: int, *, is_request: bool) -> _Found:
    message = for_api(api_key, is_request)
    if message is None:
        raise Misfit("nothing is declared of this API")
    fields: tuple[FieldDeclaration, ...] = message.fields
    steps: list[Step] = []
    spelled: list[str] = []
    last: FieldDeclaration | None = None
    for number, name in enumerate(names):
        found = _field(fields, name)
        if found is None:
            if _is_count(name, last, is_last=number == len(names) - 1):
                target = Target(api_key, is_request, tuple(steps), counts=True)
                return ".".join([*spelled, COUNT]), "int32", NUMBER, False, target
            raise Misfit(_unknown(message, fields, name, last), at)
        last = found
        steps.append(Step(found.camel, found.is_array))
        spelled.append(found.snake)
        fields = message.structs[found.type] if found.is_struct else ()
        at += len(name) + 1
    assert last is not None, "a path has a dot"
    nullable = last.nullable.first <= last.nullable.last
    target = Target(api_key, is_request, tuple(steps), counts=False)
    return ".".join(spelled), _kind(last), _unit(last), nullable, target


def _field(fields: tuple[FieldDeclaration, ...], name: str) -> FieldDeclaration | None:
    folded = fold_api(name)
    for field in fields:
        if fold_api(field.name) == folded:
            return field
    return None


def _is_count(name: str, last: FieldDeclaration | None, *, is_last: bool) -> bool:
    return name == COUNT and is_last and last is not None and last.is_array


def _unknown(
    message: MessageDeclaration,
    fields: tuple[FieldDeclaration, ...],
    name: str,
    last: FieldDeclaration | None,
) -> str:
    where = message.name if last is None else f"{message.name}'s {last.snake}"
    known = [field.snake for field in fields]
    if not known:
        return f"{where} is {last.kind if last else 'empty'} and has no fields"
    if not name:
        return f"expected a field of {where}: {', '.join(known)}"
    return f"{where} has no field {name}{nearest(name, known) or '; it has ' + ', '.join(known)}"


def _kind(field: FieldDeclaration) -> str:
    if field.is_struct:
        return "array" if field.is_array else "struct"
    if field.type == "int16" and field.name.endswith("ErrorCode"):
        return "errorCode"
    return field.type


def _unit(field: FieldDeclaration) -> Unit:
    if field.type == "records" or (
        field.type in INTEGERS and field.name.endswith(("Bytes", "Size"))
    ):
        return SIZE
    return MILLISECONDS if field.type in INTEGERS and field.name.endswith("Ms") else NUMBER
