"""A message's body as the values of JSON, under Kafka's own names, straight from its bytes.

The form is that of Kafka's `*JsonConverter` classes, which its brokers' request logs have as well:

    names       camelCase: `highWatermark`
    uuid        22 characters of URL-safe base64, as Kafka shows topic ids
    bytes       base64
    records     `{"sizeInBytes": n}`; what is in them is `dump.records`' to say
    float64     a number; `NaN`, `Infinity` and `-Infinity` as text, since JSON has none
    tagged      present if they are on the wire, behind the fields that are not tagged; tags that
                the declaration lacks are under `_unknownTaggedFields`, by number, as base64

A reader is generated for each message and version when one is first met, and makes the
dictionaries without any objects in between. A bare SASL token is `{"authBytes": ...}`.
"""

from __future__ import annotations

from binascii import b2a_base64
from functools import lru_cache
from math import isfinite
from struct import Struct as Packing
from typing import TYPE_CHECKING, Any

from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.declarations import FieldDeclaration, MessageDeclaration
from kafkawire.dump.fields.reading import (
    FIXED,
    Malformed,
    Reader,
    Source,
    explain,
    kept,
    read,
    tag_head,
)
from kafkawire.protocol import uuids

if TYPE_CHECKING:
    from kafkawire.dump.fields.undecoded import Undecoded

UNKNOWN_TAGS = "_unknownTaggedFields"
UUIDS_KEPT_MAX = 4096
"""Texts of topic ids that are kept: making one costs more than finding it."""
READY_COUNTS_MAX = 64
"""Arrays of at most so many numbers are read by formats that are kept."""


def read_values(message: Undecoded) -> dict[str, Any]:
    """The fields of the body; empty, and `problem` set, if it cannot be read. Never raises."""
    if message.api_key == SASL_TOKEN:
        return {"authBytes": base64(message.data)}
    found: dict[str, Any] | None = read(message, reader_for)
    if found is None:
        explain(message)
        return {}
    return found


def compile_reader(declaration: MessageDeclaration, version: int) -> Reader:
    """A reader of any declared message: `(bytes, position)` to `(values, position behind)`.

    It raises what `reading.FAILURES` lists, and UnicodeDecodeError for text that is none.
    """
    source = ValuesSource(declaration, version)
    source.function("read", declaration.name)
    return source.compiled("read")


reader_for = kept(compile_reader)


class ValuesSource(Source):
    """Writes a reader's source, structs inline, tag sections as functions."""

    def __init__(self, declaration: MessageDeclaration, version: int) -> None:
        super().__init__(declaration, version)
        self.names |= {
            "base64": base64,
            "finite": finite,
            "numbers": numbers,
            "tag_head": tag_head,
            "uuid_text": uuid_text,
            "READY": _READY,
        }
        self._functions: list[str] = []
        self._tag_functions: dict[str, str] = {}

    def function(self, name: str, struct: str) -> None:
        """A function that reads the struct at `pos`."""
        self.lines = []
        found = self.struct(struct)
        self.add(f"return {found}, pos")
        self.lines = [
            *self._functions,
            f"def {name}(buf, pos):",
            "    left = len(buf)",
            *self.lines,
        ]

    def struct(self, name: str) -> str:
        """Read a struct; an expression for its dictionary."""
        pairs = [f'"{field.camel}": {self.field(field)}' for field in self.plain(name)]
        tags = self.take("B", 1) if self.is_flexible else ""
        self.flush()
        literal = "{" + ", ".join(pairs) + "}"
        if not tags:
            return literal
        found = self.new()
        self.add(f"{found} = {literal}")
        with self.block(f"if {tags}:"):
            self.add(f"pos = {self.tags(name)}({found}, buf, pos, {tags})")
        return found

    def field(self, field: FieldDeclaration) -> str:
        """Read a field; an expression for its value."""
        if field.is_array:
            return self.array(field)
        if field.is_struct:
            return self.nested(field)
        if field.type in FIXED:
            return shown(field.type, self.take(*FIXED[field.type]))
        return self.sized(field)

    def null(self, field: FieldDeclaration, target: str) -> None:
        """The statement for a null."""
        is_allowed = field.nullable.has(self.version)
        self.add(f"{target} = None" if is_allowed else "malformed()")

    def sized(self, field: FieldDeclaration) -> str:
        """A string, bytes or records."""
        length, is_compact = self.length(field, is_array=False)
        target = self.new()
        with self.block(f"if {length}:" if is_compact else f"if {length} >= 0:"):
            self.add(f"end = pos + {length} - 1" if is_compact else f"end = pos + {length}")
            if field.type == "string":
                self.add(f"{target} = buf[pos:end].decode()")
            elif field.type == "bytes":
                self.add(f"{target} = base64(buf[pos:end])")
            else:
                self.add(f'{target} = {{"sizeInBytes": end - pos}}')
            self.add("pos = end")
        with self.block("else:"):
            self.null(field, target)
        return target

    def nested(self, field: FieldDeclaration) -> str:
        """A struct that may be null."""
        if not field.nullable.has(self.version):
            return self.struct(field.type)
        is_tagged = field.is_tagged_in(self.version)
        mark = self.take("B" if is_tagged else "b", 1)
        self.flush()
        target = self.new()
        with self.block(f"if {mark}:" if is_tagged else f"if {mark} >= 0:"):
            self.add(f"{target} = {self.struct(field.type)}")
        with self.block("else:"):
            self.add(f"{target} = None")
        return target

    def array(self, field: FieldDeclaration) -> str:
        """An array of anything."""
        count, is_compact = self.length(field, is_array=True)
        target = self.new()
        with self.block(f"if {count} > 1:" if is_compact else f"if {count} > 0:"):
            if is_compact:
                self.add(f"{count} -= 1")
            with self.block(f"if {count} > left - pos:"):
                self.add("malformed()")
            self.elements(field, count, target)
        with self.block(f"elif {count}:" if is_compact else f"elif not {count}:"):
            self.add(f"{target} = []")
        with self.block("else:"):
            self.null(field, target)
        return target

    def elements(self, field: FieldDeclaration, count: str, target: str) -> None:
        """One element or more."""
        if not field.is_struct and field.type in FIXED:
            code, size = FIXED[field.type]
            self.numbers(code, count, target)
            if field.type in ("uuid", "float64"):
                self.add(f"{target} = [{shown(field.type, 'v')} for v in {target}]")
            self.add(f"pos += {size} * {count}")
            return
        codes = self.fixed_codes(field.type) if field.is_struct else None
        if codes is None:
            self.loop(field, count, target)
        else:
            self.rows(field.type, codes, count, target)

    def numbers(self, code: str, count: str, target: str) -> None:
        """The values of an array of numbers, as a list."""
        if code == "i":
            ready = f"list(READY[{count}](buf, pos)) if {count} <= {READY_COUNTS_MAX}"
            self.add(f'{target} = {ready} else numbers(buf, pos, {count}, "i")')
        else:
            self.add(f'{target} = numbers(buf, pos, {count}, "{code}")')

    def rows(self, struct: str, codes: str, count: str, target: str) -> None:
        """Elements of a fixed size at once, if their tag sections are empty; else one by one."""
        fields = self.plain(struct)
        if not fields:
            self.loop_of_struct(struct, count, target)
            return
        packing = Packing(f">{codes}{'x' if self.is_flexible else ''}")
        size = packing.size
        names = [f"e{at}" for at in range(len(fields))]
        pairs = ", ".join(
            f'"{field.camel}": {shown(field.type, name)}'
            for field, name in zip(fields, names, strict=True)
        )
        each = self.constant("rows", packing.iter_unpack, codes + "x" * self.is_flexible)
        quick = f"{target} = [{{{pairs}}} for {', '.join(names)}, in {each}(buf[pos:end])]"
        self.add(f"end = pos + {size} * {count}")
        if not self.is_flexible:
            self.add(quick)
            self.add("pos = end")
            return
        with self.block(f"if buf[pos + {size - 1}:end:{size}].count(0) == {count}:"):
            self.add(quick)
            self.add("pos = end")
        with self.block("else:"):
            self.loop_of_struct(struct, count, target)

    def loop(self, field: FieldDeclaration, count: str, target: str) -> None:
        """Elements one by one."""
        if field.is_struct:
            self.loop_of_struct(field.type, count, target)
            return
        single = field._replace(is_array=False, nullable=field.nullable._replace(first=1, last=0))
        append = self._list(target)
        with self.block(f"for _ in range({count}):"):
            self.add(f"{append}({self.field(single)})")

    def loop_of_struct(self, struct: str, count: str, target: str) -> None:
        """Structs one by one."""
        append = self._list(target)
        with self.block(f"for _ in range({count}):"):
            found = self.struct(struct)
            self.add(f"{append}({found})")

    def _list(self, target: str) -> str:
        append = self.new("add")
        self.add(f"{target} = []")
        self.add(f"{append} = {target}.append")
        return append

    def tags(self, struct: str) -> str:
        """The name of the function that adds a struct's tagged fields to its dictionary."""
        known = self._tag_functions.get(struct)
        if known is not None:
            return known
        name = self._tag_functions[struct] = f"tags_{len(self._tag_functions)}"
        inner = type(self)(self.declaration, self.version)
        inner._tag_functions = self._tag_functions
        inner._functions = self._functions
        inner.names = self.names
        inner.write_tags(name, struct)
        self._functions += inner.lines
        return name

    def write_tags(self, name: str, struct: str) -> None:
        """The function's lines."""
        self.lines = [f"def {name}(found, buf, pos, count):", "    left = len(buf)"]
        with self.block("if count > 127:"):
            self.add("count, pos = varint(buf, pos)")
        with self.block("for _ in range(count):"):
            self.add("tag, size, pos = tag_head(buf, pos)")
            self.add("stop = pos + size")
            for field in self.tagged(struct):
                with self.block(f"if tag == {field.tag}:"):
                    value = self.field(field)
                    self.flush()
                    self.add(f'found["{field.camel}"] = {value}')
                    with self.block("if pos != stop:"):
                        self.add("malformed()")
                    self.add("continue")
            self.add(f'unknown = found.setdefault("{UNKNOWN_TAGS}", {{}})')
            self.add("unknown[str(tag)] = base64(buf[pos:stop])")
            self.add("pos = stop")
        self.add("return pos")


def shown(kind: str, name: str) -> str:
    """An expression for a value of fixed size."""
    if kind == "uuid":
        return f"uuid_text({name})"
    return f"finite({name})" if kind == "float64" else name


_READY = tuple(Packing(f">{count}i").unpack_from for count in range(READY_COUNTS_MAX + 1))


def numbers(buf: bytes, pos: int, count: int, code: str) -> list[Any]:
    """An array of values of fixed size."""
    if code == "16s":
        if 16 * count > len(buf) - pos:
            raise Malformed
        return [bytes(buf[at : at + 16]) for at in range(pos, pos + 16 * count, 16)]
    packing = Packing(f">{count}{code}")
    return list(packing.unpack_from(buf, pos))


uuid_text = lru_cache(UUIDS_KEPT_MAX)(uuids.uuid_text)
"""A uuid as Kafka writes it; most come again soon."""


def base64(data: bytes) -> str:
    """Bytes as Kafka's JSON has them."""
    return b2a_base64(data, newline=False).decode()


def finite(number: float) -> float | str:
    """A number that JSON has, or the name of one that it has not, as Jackson writes it."""
    if isfinite(number):
        return number
    return "NaN" if number != number else "Infinity" if number > 0 else "-Infinity"
