"""Emits decoders.

The theory of the emitted code: fields of fixed size, and the length, null mark or tag count that
follows them, are read by one ready `unpack_from` whose targets are the attributes themselves. No
slice is checked for room; see `kafkawire.protocol.message`. Objects of an array are made at once,
which is the cheapest way to make them, after its count has been held against the bytes left. Where
all elements of an array are of fixed size, which one strided count of zero tag bytes proves, the
array is read by one `iter_unpack`. A long array of a `LargeFrame` is read in steps
(`kafkawire.protocol.long_arrays`), by the same function.
"""

from __future__ import annotations

from kafkawire.protocol.pacing import STEP
from tools.generate.model import FIXED, FieldSpec, StructSpec
from tools.generate.names import snake
from tools.generate.source import SELF, Lines, Module, literal, tagged_fields

CLASSIC = {"string": ("h", 2), "bytes": ("i", 4), "records": ("i", 4)}
BULK_MIN = 7
"""Shorter arrays are read element by element: the proof would cost more than it saves."""


class Decoder:
    """Writes the body that reads the fields of `o` in one version."""

    def __init__(self, module: Module, struct: StructSpec, version: int) -> None:
        self.module = module
        self.struct = struct
        self.version = version
        self.lines = Lines(1)
        self.codes = ""
        self.targets: list[str] = []
        self.size = 0

    def take(self, code: str, size: int, target: str) -> None:
        """Add a value of fixed size to what the next `unpack_from` reads."""
        self.codes += code
        self.size += size
        self.targets.append(target)

    def flush(self) -> None:
        if not self.targets:
            return
        if self.codes == "B":
            self.lines.add(f"{self.targets[0]} = buf[pos]")
        else:
            unpack = self.module.format("unpack", self.codes)
            if len(self.targets) == 1:
                self.lines.add(f"{self.targets[0]}, = {unpack}(buf, pos)")
            else:
                head = ", ".join(self.targets)
                self.lines.call(
                    "(" if len(head) > 60 else "",
                    self.targets,
                    f"{')' if len(head) > 60 else ''} = {unpack}(buf, pos)",
                )
        self.lines.add(f"pos += {self.size}")
        self.codes, self.size = "", 0
        self.targets = []

    def body(self) -> Lines:
        """The statements for the whole struct."""
        for spec in self.struct.fields:
            if spec.is_plain_in(self.version):
                self.value(spec, f"o.{spec.attribute}")
        flexible = self.module.spec.is_flexible_in(self.version)
        if flexible:
            self.take("B", 1, "t")
        self.flush()
        self.absent_fields()
        if flexible:
            with self.lines.block("if t:"):
                self.lines.add(f"pos = {self.tag_function()}(o, buf, pos, t)")
        return self.lines

    def absent_fields(self) -> None:
        """Set what is not in the body: fields of other versions, tagged fields, unknown tags."""
        for spec in self.struct.fields:
            if not spec.is_plain_in(self.version):
                self.lines.add(f"o.{spec.attribute} = {self.default(spec)}")
        self.lines.add("o.unknown_tags = None")

    def default(self, spec: FieldSpec) -> str:
        if spec.is_shared_default:
            return self.module.default(spec.type)
        if spec.is_struct and not spec.is_array and spec.default is not None:
            return f"{self.module.alias(spec.type)}()"
        return literal(spec.default, module=self.module)

    def value(self, spec: FieldSpec, target: str) -> None:
        if spec.is_array:
            self.array(spec, target)
        elif spec.is_struct:
            self.nested(spec, target)
        elif spec.type in FIXED:
            self.take(*FIXED[spec.type], target)
        else:
            self.sized(spec, target)

    def null(self, spec: FieldSpec, target: str) -> None:
        """The statement for a null."""
        if self.version in spec.nullable:
            self.lines.add(f"{target} = None")
        else:
            self.lines.add(f'{self.module.helper("null_error")}("{spec.name}")')

    def sized(self, spec: FieldSpec, target: str) -> None:
        compact = self.module.is_flexible(spec, self.version)
        code, size = ("B", 1) if compact else CLASSIC[spec.type]
        self.take(code, size, "n")
        self.flush()
        if compact:
            self.long_length(spec)
        with self.lines.block("if n:" if compact else "if n >= 0:"):
            count = "n - 1" if compact else "n"
            self.lines.add(f"e = pos + {count}")
            if spec.type == "string":
                self.lines.add(f"{target} = buf[pos:e].decode()")
            elif spec.type == "bytes":
                self.lines.add(f'{target} = b"" + buf[pos:e]')
            else:
                least = self.module.helper("VIEW_BYTES_MIN")
                view = f"view[pos:e] if n > {least}"
                self.lines.add(f"{target} = {view} else buf[pos:e]")
            self.lines.add("pos = e")
        with self.lines.block("else:"):
            self.null(spec, target)

    def long_length(self, spec: FieldSpec) -> None:
        """Go on reading a length of more than one byte; for bytes and records that is usual."""
        lines, helper = self.lines, self.module.helper
        with lines.block("if n > 127:"):
            if spec.type == "string":
                lines.add(f"n, pos = {helper('long_string')}(buf, pos)")
                return
            lines.add("e = buf[pos]")
            with lines.block("if e < 128:"):
                lines.add("n += (e << 7) - 128")
                lines.add("pos += 1")
            with lines.block("else:"):
                lines.add(f"n, pos = {helper('uvarint')}(buf, pos)")

    def array(self, spec: FieldSpec, target: str) -> None:
        compact = self.module.is_flexible(spec, self.version)
        self.take("B" if compact else "i", 1 if compact else 4, "n")
        self.flush()
        if compact:
            with self.lines.block("if n > 127:"):
                self.lines.add(f"n, pos = {self.module.helper('uvarint')}(buf, pos)")
        with self.lines.block("if n > 1:" if compact else "if n > 0:"):
            self.elements(spec, target, "n - 1" if compact else "n")
        with self.lines.block("elif n:" if compact else "elif not n:"):
            self.lines.add(f"{target} = []")
        with self.lines.block("else:"):
            self.null(spec, target)

    def elements(self, spec: FieldSpec, target: str, count: str) -> None:
        helper = self.module.helper
        if spec.is_struct:
            function = decode_array(self.module, spec.type, self.version)
            self.lines.add(f"{target}, pos = {function}(buf, pos, {count})")
        elif spec.type == "string":
            compact = self.module.is_flexible(spec, self.version)
            name = helper("compact_strings" if compact else "strings")
            self.lines.add(f"{target}, pos = {name}(buf, pos, {count})")
        elif spec.type == "uuid":
            self.lines.add(f"{target}, pos = {helper('uuids')}(buf, pos, {count})")
        else:
            code, size = FIXED[spec.type]
            if code == "i":
                if " " in count:
                    self.lines.add("n -= 1")
                    count = "n"
                ready = f"{helper('INT32S')}[n](buf, pos) if n < {helper('READY_COUNTS')}"
                self.lines.add(f'{target} = {ready} else {helper("integers")}(buf, pos, n, "i")')
            else:
                self.lines.add(f'{target} = {helper("integers")}(buf, pos, {count}, "{code}")')
            times = "" if size == 1 else f"{size} * "
            self.lines.add(f"pos += {times}{parenthesised(count) if times else count}")

    def nested(self, spec: FieldSpec, target: str) -> None:
        function = decode_one(self.module, spec.type, self.version)
        if self.version not in spec.nullable:
            self.flush()
            self.lines.add(f"{target}, pos = {function}(buf, pos)")
            return
        tagged = spec.is_tagged_in(self.version)
        self.take("B" if tagged else "b", 1, "n")
        self.flush()
        with self.lines.block("if not n:" if tagged else "if n < 0:"):
            self.null(spec, target)
        with self.lines.block("else:"):
            self.lines.add(f"{target}, pos = {function}(buf, pos)")

    def tag_function(self) -> str:
        """The function that reads `count` tagged fields of `o`."""
        inner = Decoder(self.module, self.struct, self.version)
        lines, helper = inner.lines, self.module.helper
        with lines.block("if count > 127:"):
            lines.add(f"count, pos = {helper('uvarint')}(buf, pos)")
        many = f"{helper('many_tags')}(o, count)"
        lines.add(f"each = range(count) if count <= {STEP} else {many}")
        with lines.block("for _ in each:"):
            lines.add(f"tag, size, pos = {helper('tag_head')}(buf, pos)")
            lines.add("end = pos + size")
            keyword = "if"
            for spec in tagged_fields(self.struct, self.version):
                with lines.block(f"{keyword} tag == {spec.tag}:"):
                    inner.value(spec, f"o.{spec.attribute}")
                    inner.flush()
                keyword = "elif"
            if keyword == "elif":
                with lines.block("else:"):
                    keep_unknown(lines)
                with lines.block("if pos != end:"):
                    lines.add(f"{helper('tag_size_error')}(tag)")
            else:
                keep_unknown(lines)
        lines.add("return pos")
        name = f"_decode_{snake(self.struct.name)}_tags"
        return self.module.function(name, "o, buf, pos, count", lines)


def keep_unknown(lines: Lines) -> None:
    with lines.block("if o.unknown_tags is None:"):
        lines.add("o.unknown_tags = {}")
    lines.add("o.unknown_tags[tag] = bytes(buf[pos:end])")
    lines.add("pos = end")


def parenthesised(expression: str) -> str:
    return f"({expression})" if " " in expression else expression


def bytes_min(module: Module, struct: StructSpec, version: int) -> int:
    """The fewest bytes that `struct` takes."""
    total = 1 if module.spec.is_flexible_in(version) else 0
    for spec in struct.fields:
        if not spec.is_plain_in(version):
            continue
        compact = module.is_flexible(spec, version)
        if spec.is_array:
            total += 1 if compact else 4
        elif spec.is_struct and version in spec.nullable:
            total += 1
        elif spec.is_struct:
            total += bytes_min(module, module.struct(spec.type), version)
        elif spec.type in FIXED:
            total += FIXED[spec.type][1]
        else:
            total += 1 if compact else CLASSIC[spec.type][1]
    return total


def decode_one(module: Module, struct: str, version: int) -> str:
    """The function that reads one `struct` at `pos`."""
    decoder = Decoder(module, module.struct(struct), version)
    body = decoder.body()
    lines = Lines(1)
    lines.add(f"o = {module.helper('make')}({module.alias(struct)})")
    add_view(decoder.struct, version, lines)
    lines.lines += body.lines
    lines.add("return o, pos")
    return module.function(f"_decode_{snake(struct)}", "buf, pos", lines)


def add_view(struct: StructSpec, version: int, lines: Lines) -> None:
    """Make the view of which records are slices, where the struct has records."""
    if any(spec.type == "records" and spec.is_plain_in(version) for spec in struct.fields):
        lines.add("view = memoryview(buf)")


def decode_array(module: Module, struct: str, version: int) -> str:
    """The function that reads `count` elements of an array of `struct`."""
    spec = module.struct(struct)
    smallest = bytes_min(module, spec, version)
    assert smallest, f"{struct} takes no bytes in version {version}"
    decoder = Decoder(module, spec, version)
    body = decoder.body()
    lines, helper = Lines(1), module.helper
    times = f"{smallest} * count" if smallest > 1 else "count"
    with lines.block(f"if {times} > len(buf) - pos:"):
        lines.add(f"{helper('short')}(count)")
    kind = module.alias(struct)
    with lines.block("if count == 1:"):
        lines.add(f"found = [{helper('make')}({kind})]")
    with lines.block(f"elif count > {STEP} and buf.__class__ is {helper('LargeFrame')}:"):
        lines.add(f"return {helper('long_array')}({SELF}, buf, pos, count)")
    with lines.block("else:"):
        lines.add(f"found = [*{helper('starmap')}({helper('make')}, {module.one(struct)} * count)]")
        Bulk(module, spec, version, lines).emit()
    add_view(spec, version, lines)
    lines.add("for o in found:")
    lines.lines += ["    " + line for line in body.lines]
    lines.add("return found, pos")
    return module.function(f"_decode_{snake(struct)}_array", "buf, pos, count", lines)


class Bulk:
    """Writes the fast path for an array whose elements all have one size.

    Elements of fixed fields always do. Others do when every string, array and so on in them is
    empty or null, the same in all elements: the lengths then stand at fixed distances, and so do
    tag counts. By induction the proof is exact: where the first element's lengths are empty, the
    second begins where expected, and so on.
    """

    def __init__(self, module: Module, struct: StructSpec, version: int, lines: Lines) -> None:
        self.module = module
        self.struct = struct
        self.version = version
        self.lines = lines
        self.flexible = module.spec.is_flexible_in(version)
        self.fields = [spec for spec in struct.fields if spec.is_plain_in(version)]
        self.decoder = Decoder(module, struct, version)
        self.columns: list[tuple[int, FieldSpec]] = []
        """The lengths: their distance from the element's start, and their field."""

    def applies(self) -> bool:
        for spec in self.fields:
            if not spec.is_array and spec.type in FIXED:
                continue
            empty = spec.is_array or spec.type in ("bytes", "records") or self.nullable(spec)
            if not empty or not self.flexible or (spec.is_struct and not spec.is_array):
                return False
        return True

    def nullable(self, spec: FieldSpec) -> bool:
        return self.version in spec.nullable

    def emit(self) -> None:
        if not self.applies():
            return
        for spec in self.fields:
            if not spec.is_array and spec.type in FIXED:
                self.decoder.value(spec, f"o.{spec.attribute}")
            else:
                self.columns.append((self.decoder.size, spec))
                self.decoder.codes += "x"
                self.decoder.size += 1
        size = self.decoder.size + self.flexible
        tests = [f"count > {BULK_MIN}"]
        for at, spec in self.columns:
            first = f"buf[pos + {at}]" if at else "buf[pos]"
            tests.append(f"{first} < 2" if self.nullable(spec) else f"{first} == 1")
        tests += [
            f"buf[pos + {at}:end:{size}].count(buf[pos + {at}]) == count" for at, _ in self.columns
        ]
        if self.flexible:
            tests.append(f"buf[pos + {size - 1}:end:{size}].count(0) == count")
        self.lines.add(f"end = pos + {size} * count")
        self.lines.condition(tests)
        with self.lines.block():
            self.loop()
            self.lines.add("return found, end")

    def loop(self) -> None:
        decoder, lines = self.decoder, self.lines
        for at, spec in self.columns:
            if self.nullable(spec):
                lines.add(f"at_{at} = buf[pos + {at}]")
        rows = self.module.format("row", decoder.codes + "x" * self.flexible)
        targets = ", ".join(decoder.targets) + ("," if len(decoder.targets) == 1 else "")
        lines.call("for o, (", [targets], f") in zip(found, {rows}(buf[pos:end])):")
        with lines.block():
            for at, spec in self.columns:
                empty = "[]" if spec.is_array else '""' if spec.type == "string" else 'b""'
                value = f"{empty} if at_{at} else None" if self.nullable(spec) else empty
                lines.add(f"o.{spec.attribute} = {value}")
            decoder.lines = Lines(0)
            decoder.absent_fields()
            for line in decoder.lines.lines:
                lines.add(line)
