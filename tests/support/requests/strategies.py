"""Random messages of every kind, derived from the declarations that the classes come from.

`Maker` draws from a `random.Random`: hand it `st.randoms(use_true_random=False)` to let hypothesis
choose and shrink, or a seeded one to walk over many versions cheaply. Values lean towards edges:
extremes, defaults, nulls, lengths around the ends of a varint byte, arrays long enough for the fast
paths of the codec.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from kafkawire.protocol.message import Message, Struct
from tools.generate.model import INTEGERS, FieldSpec, MessageSpec, StructSpec, load

SCHEMAS = Path(__file__).resolve().parents[3] / "schemas"
SPECS = {spec.name: spec for spec in load(SCHEMAS)}
DEPTH_MAX = 3
UNKNOWN_TAG_MIN = 1000
RANGES = {
    kind: (0, 256**size - 1) if code.isupper() else (-(256**size) // 2, 256**size // 2 - 1)
    for kind, (code, size) in INTEGERS.items()
}


def message_class(spec: MessageSpec) -> type[Message]:
    module = __import__(f"kafkawire.protocol.messages.{spec.module}", fromlist=("*",))
    found: type[Message] = getattr(module, spec.name)
    return found


class Maker:
    """Draws messages of one version."""

    def __init__(self, spec: MessageSpec, version: int, random: Random) -> None:
        self.spec = spec
        self.version = version
        self.random = random
        self.cls = message_class(spec)

    def message(self) -> Message:
        found = self.struct(self.spec.root, 0)
        assert isinstance(found, Message)
        return found

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def struct(self, struct: StructSpec, depth: int) -> Struct:
        """A struct whose fields of this version are drawn; the others keep their defaults."""
        cls: type[Struct] = self.cls if struct is self.spec.root else getattr(self.cls, struct.name)
        plain = self.chance(30)
        values = {
            field.attribute: self.value(field, depth)
            for field in struct.fields
            if self.version in field.versions and not self.left_out(field, plain)
        }
        found = cls(**values)
        if self.spec.is_flexible_in(self.version) and self.chance(10):
            tags = self.random.sample(range(UNKNOWN_TAG_MIN, UNKNOWN_TAG_MIN + 9), 2)
            found.unknown_tags = {tag: self.some_bytes() for tag in tags}
        return found

    def left_out(self, field: FieldSpec, plain: bool) -> bool:
        """Whether a field keeps its default: tagged ones often do, lists of a plain struct too."""
        if self.version in field.tagged:
            return plain or self.chance(50)
        return plain and field.is_array

    def value(self, field: FieldSpec, depth: int) -> Any:
        if self.version in field.nullable and self.chance(20):
            return None
        if not field.is_array:
            return self.single(field, depth)
        return [self.single(field, depth + 1) for _ in range(self.count(field, depth))]

    def count(self, field: FieldSpec, depth: int) -> int:
        if depth >= DEPTH_MAX:
            return self.random.choice((0, 1))
        if not field.is_struct and self.chance(3):
            return self.random.choice((63, 64, 65, 126, 127, 128))
        return self.random.choice((0, 1, 1, 2, 3, 5))

    def single(self, field: FieldSpec, depth: int) -> Any:
        if field.is_struct:
            return self.struct(self.spec.structs[field.type], depth + 1)
        if field.type in INTEGERS:
            return self.integer(*RANGES[field.type])
        makers: dict[str, Callable[[], Any]] = {
            "bool": lambda: self.chance(50),
            "float64": lambda: float(self.random.randrange(-1000, 1000)) / 8,
            "uuid": lambda: self.random.choice((bytes(16), bytes(range(16)), b"\xff" * 16)),
            "string": self.text,
            "bytes": self.some_bytes,
            "records": self.some_bytes,
        }
        return makers[field.type]()

    def integer(self, least: int, most: int) -> int:
        if self.chance(50):
            edges = (0, 1, -1, least, most, most - 1)
            return min(max(self.random.choice(edges), least), most)
        return self.random.randrange(least, most + 1)

    def text(self) -> str:
        length = self.length()
        return self.random.choice(("a", "name-", "é", "漢")) * length

    def some_bytes(self) -> bytes:
        return bytes((self.random.randrange(256),)) * self.length()

    def length(self) -> int:
        if self.chance(5):
            return self.random.choice((125, 126, 127, 128, 1023, 1025, 5000))
        return self.random.choice((0, 1, 2, 5))


def draw(spec: MessageSpec, version: int, seed: int | Random) -> Message:
    """A message of `version`, the same for the same seed."""
    random = Random(seed) if isinstance(seed, int) else seed
    return Maker(spec, version, random).message()


def versions(spec: MessageSpec) -> range:
    return range(spec.versions.first, spec.versions.last + 1)


def structs_of(struct: Struct) -> list[Struct]:
    """A struct and all structs in it that are its own (shared defaults are left alone)."""
    found = [struct]
    for name in struct._FIELDS:
        value = getattr(struct, name)
        elements = value if isinstance(value, list) else [value]
        for element in elements:
            if isinstance(element, Struct) and not type(element).__name__.startswith("_Frozen"):
                found += structs_of(element)
    return found
