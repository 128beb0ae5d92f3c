"""What the generated readers of `values` and `facts` call, and how they are made.

A generated reader takes a frame and the position of its body and knows nothing of errors: positions
only grow, so that a slice past the end makes a later read fail or leaves the position behind the
end. Whatever goes wrong, `explain` makes it the message's problem, for which it asks the tree, the
one reader that knows where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from struct import Struct as Packing
from struct import error as StructError
from types import CodeType
from typing import TYPE_CHECKING, Any, NoReturn

from kafkawire.dump.declarations import FieldDeclaration, MessageDeclaration, for_api
from kafkawire.protocol.text import Lenient

if TYPE_CHECKING:
    from kafkawire.dump.fields.undecoded import Undecoded

FIXED = {
    "bool": ("?", 1),
    "int8": ("b", 1),
    "int16": ("h", 2),
    "uint16": ("H", 2),
    "int32": ("i", 4),
    "uint32": ("I", 4),
    "int64": ("q", 8),
    "float64": ("d", 8),
    "uuid": ("16s", 16),
}
"""Types of fixed size: their `struct` code and their bytes."""
COMPACT_STRING_BYTES_MAX = 0x7FFF
"""Kafka refuses longer strings, though the wire has room for their length."""


class Malformed(Exception):
    """Bytes that are not what the declaration says; the tree knows which."""


FAILURES = (StructError, IndexError, Malformed)

Reader = Callable[[bytes, int], tuple[Any, int]]
"""From a frame and the position of its body to what was found and the position behind it."""
Readers = Callable[[int, int, bool], Reader | None]
"""By API key, version, and whether it is a request; None where there is no such."""


def malformed() -> NoReturn:
    """What a generated reader calls on bytes that it does not believe."""
    raise Malformed


def varint(buf: bytes, pos: int) -> tuple[int, int]:
    """The rest of an unsigned varint whose first byte, above 127, is at `pos - 1`."""
    value = buf[pos - 1] & 127
    for shift in (7, 14, 21, 28):
        byte = buf[pos]
        pos += 1
        value |= (byte & 127) << shift
        if byte < 128:
            if value >> 32:
                break
            return value, pos
    raise Malformed


def tag_head(buf: bytes, pos: int) -> tuple[int, int, int]:
    """A tagged field's tag and size, and where its bytes begin."""
    tag = buf[pos]
    pos += 1
    if tag > 127:
        tag, pos = varint(buf, pos)
    size = buf[pos]
    pos += 1
    if size > 127:
        size, pos = varint(buf, pos)
    if size > len(buf) - pos:
        raise Malformed
    return tag, size, pos


class Source:
    """Lines of a generated module, with the reads of fixed size that are still to be written."""

    def __init__(self, declaration: MessageDeclaration, version: int) -> None:
        self.declaration = declaration
        self.version = version
        self.is_flexible = declaration.is_flexible_in(version)
        self.lines: list[str] = []
        self.names: dict[str, Any] = {"varint": varint, "malformed": malformed}
        self._depth = 1
        self._counter = 0
        self._codes = ""
        self._targets: list[str] = []
        self._size = 0
        self._after: list[str] = []

    def add(self, line: str) -> None:
        """One line at the present depth."""
        self.lines.append("    " * self._depth + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines under a head."""
        self.add(head)
        self._depth += 1
        yield
        self._depth -= 1

    def new(self, prefix: str = "v") -> str:
        """A name that is not used yet."""
        self._counter += 1
        return f"{prefix}{self._counter}"

    def take(self, code: str, size: int) -> str:
        """The name that the next `flush` gives to a value of fixed size."""
        name = self.new()
        self._codes += code
        self._size += size
        self._targets.append(name)
        return name

    def skip(self, size: int) -> None:
        """Pass over bytes."""
        if size:
            self._codes += f"{size}x"
            self._size += size

    def after(self, line: str) -> None:
        """A line for what `take` has named, to be written behind the next `flush`."""
        self._after.append(line)

    def flush(self) -> None:
        """Write the reads that were put together."""
        if self._targets == [] and self._size:
            self.add(f"pos += {self._size}")
        elif self._codes == "B":
            self.add(f"{self._targets[0]} = buf[pos]")
            self.add("pos += 1")
        elif self._targets:
            unpack = self.constant("unpack", Packing(">" + self._codes).unpack_from, self._codes)
            self.add(f"{', '.join(self._targets)}, = {unpack}(buf, pos)")
            self.add(f"pos += {self._size}")
        self._codes, self._targets, self._size = "", [], 0
        for line in self._after:
            self.add(line)
        self._after.clear()

    def constant(self, prefix: str, value: object, key: str) -> str:
        """The name under which generated code sees a value."""
        name = f"{prefix}_{key.replace('?', 'o')}"
        self.names[name] = value
        return name

    def length(self, field: FieldDeclaration, *, is_array: bool) -> tuple[str, bool]:
        """Read a length; the name of it, and whether it is compact, that is one more than it is."""
        if self.declaration.is_compact(field, self.version):
            name = self.take("B", 1)
            self.flush()
            with self.block(f"if {name} > 127:"):
                self.add(f"{name}, pos = varint(buf, pos)")
                if field.type == "string" and not is_array:
                    with self.block(f"if {name} > {COMPACT_STRING_BYTES_MAX + 1}:"):
                        self.add("malformed()")
            return name, True
        code, size = ("h", 2) if field.type == "string" and not is_array else ("i", 4)
        name = self.take(code, size)
        self.flush()
        return name, False

    def tagged(self, struct: str) -> list[FieldDeclaration]:
        """The fields of a struct that may stand in its tag section."""
        fields = self.declaration.structs[struct]
        return [field for field in fields if field.is_tagged_in(self.version)]

    def plain(self, struct: str) -> list[FieldDeclaration]:
        """The fields of a struct that stand in its body."""
        fields = self.declaration.structs[struct]
        return [field for field in fields if field.is_plain_in(self.version)]

    def fixed_codes(self, struct: str) -> str | None:
        """The `struct` codes of elements that have a fixed size, but for their tags."""
        codes = ""
        for field in self.plain(struct):
            if field.is_array or field.is_struct or field.type not in FIXED:
                return None
            codes += FIXED[field.type][0]
        return codes

    def compiled(self, name: str) -> Callable[..., Any]:
        """The function `name` of the written module."""
        exec(_code("\n".join(self.lines), f"<{name} {self.declaration.name}>"), self.names)
        found: Callable[..., Any] = self.names[name]
        return found


@cache
def _code(source: str, where: str) -> CodeType:
    """Compiled once for all versions that are laid out alike."""
    return compile(source, where, "exec")


def kept(compile_reader: Callable[[MessageDeclaration, int], Reader]) -> Readers:
    """The readers of one kind, each made when its API and version are first met."""

    @cache
    def reader_for(api_key: int, version: int, is_request: bool) -> Reader | None:
        declaration = for_api(api_key, is_request)
        if declaration is None or not declaration.versions.has(version):
            return None
        return compile_reader(declaration, version)

    return reader_for


def read(message: Undecoded, readers: Readers) -> Any:
    """What the reader of a message makes of its body, None if it cannot be read. Never raises.

    Text that is none is read leniently. Brokers do not look behind a request's last field.
    """
    reader = readers(message.api_key, message.api_version, message.is_request)
    if reader is None:
        return None
    data = message.data
    try:
        try:
            found, end = reader(data, message.body_offset)
        except UnicodeDecodeError:
            found, end = reader(Lenient(data), message.body_offset)
    except FAILURES:
        return None
    return found if end == len(data) or (message.is_request and end < len(data)) else None


def explain(message: Undecoded) -> None:
    """Set the message's problem after a reader failed: the tree finds out what it is."""
    _ = message.tree
    if message.problem is None:
        message.problem = f"{message.name} v{message.api_version}: it cannot be read"
