"""Emits encoders.

The theory of the emitted code: fields of fixed size are gathered into a *run* and written by one
ready `pack`, together with the length, null mark or empty tag section that follows (a length of
one byte is the rule; the `else` is for longer ones). A struct is one function, an array of structs
is one function with a loop, and what they write goes to the end of `out`. Record data is appended
as it is. An empty tag section is proven by a few identity tests; anything else is left to a
function of its own, called rarely. A long array of structs is written in steps
(`kafkawire.protocol.long_arrays`), by the same function.
"""

from __future__ import annotations

from contextlib import nullcontext

from kafkawire.protocol.pacing import STEP
from tools.generate.model import FIXED, INTEGERS, FieldSpec, StructSpec
from tools.generate.names import snake
from tools.generate.source import Lines, Module, is_default, tagged_fields

CLASSIC = {"string": "h", "bytes": "i", "records": "i"}


class Encoder:
    """Writes the body that encodes the fields of `o` in one version."""

    def __init__(self, module: Module, struct: StructSpec, version: int) -> None:
        self.module = module
        self.struct = struct
        self.version = version
        self.lines = Lines(1)
        self.run: list[tuple[str, str]] = []

    def flush(self, *extra: tuple[str, str]) -> None:
        """Write the run and `extra`, leaving the run as it is."""
        items = [*self.run, *extra]
        codes = "".join(code for code, _ in items)
        if not items:
            return
        if set(codes) == {"x"}:
            zeros = '"' + "\\0" * len(codes) + '"'
            self.lines.add(f"out.append(b{zeros})")
            return
        pack = self.module.format("pack", codes)
        arguments = [expression for code, expression in items if code != "x"]
        self.lines.call(f"out.append({pack}(", arguments, "))")

    def done(self) -> None:
        self.run.clear()

    def body(self) -> Lines:
        """The statements for the whole struct."""
        self.refusals()
        for spec in self.struct.fields:
            if spec.is_plain_in(self.version):
                self.value(spec, f"o.{spec.attribute}")
        self.tags()
        return self.lines

    def refusals(self) -> None:
        for spec in self.struct.fields:
            if self.version not in spec.versions and not spec.ignorable:
                value = f"o.{spec.attribute}"
                with self.lines.block(f"if {negated(is_default(self.module, spec, value))}:"):
                    self.lines.add(f'{self.module.helper("absent")}("{spec.name}")')

    def value(self, spec: FieldSpec, value: str) -> None:
        """Write one value, or add it to the run."""
        if spec.is_array:
            self.array(spec, value)
        elif spec.is_struct:
            self.nested(spec, value)
        elif spec.type in FIXED:
            self.run.append((FIXED[spec.type][0], value))
        else:
            self.sized(spec, value)

    def nullable(self, spec: FieldSpec, value: str, null: tuple[str, str]) -> str:
        """Bind `value` to a local; open the branch for null. Returns the local's name."""
        local = f"{spec.attribute}_"
        local = local.replace("__", "_")
        self.lines.add(f"{local} = {value}")
        if self.version in spec.nullable:
            with self.lines.block(f"if {local} is None:"):
                self.flush(null)
        return local

    def is_compact(self, spec: FieldSpec) -> bool:
        return self.module.is_flexible(spec, self.version)

    def length(self, spec: FieldSpec, count: str, classic: str) -> None:
        """Write the run and a length."""
        if not self.module.is_flexible(spec, self.version):
            self.flush((classic, count))
            return
        with self.lines.block(f"if {count} < 127:"):
            if self.run:
                self.flush(("B", f"{count} + 1"))
            else:
                self.lines.add(f"out.append({self.module.helper('VARINTS')}[{count} + 1])")
        with self.lines.block("else:"):
            self.flush()
            if spec.type == "string" and not spec.is_array:
                self.lines.add(f"out.append({self.module.helper('string_length')}({count}))")
            else:
                self.lines.add(f"out.append({self.module.helper('varint')}({count} + 1))")

    def null_length(self, spec: FieldSpec, classic: str) -> tuple[str, str]:
        return ("x", "") if self.module.is_flexible(spec, self.version) else (classic, "-1")

    def sized(self, spec: FieldSpec, value: str) -> None:
        """A string, bytes or records."""
        classic = CLASSIC[spec.type]
        local = self.nullable(spec, value, self.null_length(spec, classic))
        if self.version in spec.nullable:
            with self.lines.block("else:"):
                self.sized_content(spec, local, classic)
        else:
            self.sized_content(spec, local, classic)
        self.done()

    def sized_content(self, spec: FieldSpec, local: str, classic: str) -> None:
        lines = self.lines
        if spec.type == "string":
            lines.add(f"{local} = {local}.encode()")
            lines.add(f"n = len({local})")
        elif spec.type == "bytes":
            lines.add(f"n = len({local})")
        else:
            many = f"{local}.__class__ in {self.module.helper('CHUNKED')}"
            size = f"{self.module.helper('records_size')}({local})"
            lines.add(f"many = {many}")
            lines.add(f"n = {size} if many else len({local})")
        self.length(spec, "n", classic)
        if spec.type == "records":
            with lines.block("if many:"):
                lines.add(f"out += {local}")
            with lines.block("elif n:"):
                lines.add(f"out.append({local})")
        else:
            lines.add(f"out.append({local})")

    def array(self, spec: FieldSpec, value: str) -> None:
        local = self.nullable(spec, value, self.null_length(spec, "i"))
        if self.version in spec.nullable:
            with self.lines.block("else:"):
                self.array_content(spec, local)
        else:
            self.array_content(spec, local)
        self.done()

    def array_content(self, spec: FieldSpec, local: str) -> None:
        self.lines.add(f"n = len({local})")
        if spec.type in INTEGERS:
            self.integers(spec, local)
            return
        self.length(spec, "n", "i")
        if spec.is_struct:
            function = encode_array(self.module, spec.type, self.version)
            with self.lines.block(f"if n > {STEP}:"):
                self.lines.add(f"{self.module.helper('write_long')}({function}, {local}, out)")
            with self.lines.block("elif n:"):
                self.lines.add(f"{function}({local}, out)")
            return
        with self.lines.block("if n:"):
            self.lines.add(self.elements(spec, local))

    def integers(self, spec: FieldSpec, local: str) -> None:
        """Run, length and elements of an array of integers.

        Three elements and one, the usual numbers of replicas, take a single `pack`.
        """
        keyword = "if"
        for count in (3, 1) if spec.type == "int32" else ():
            names = ("i", "j", "k")[:count]
            with self.lines.block(f"{keyword} n == {count}:"):
                self.lines.add(f"{', '.join(names)}{',' if count == 1 else ''} = {local}")
                length = ("B", str(count + 1)) if self.is_compact(spec) else ("i", str(count))
                code = INTEGERS[spec.type][0]
                self.flush(length, *((code, name) for name in names))
            keyword = "elif"
        with self.lines.block("else:") if keyword == "elif" else nullcontext():
            self.length(spec, "n", "i")
            with self.lines.block("if n:"):
                self.lines.add(self.elements(spec, local))

    def elements(self, spec: FieldSpec, local: str) -> str:
        helper = self.module.helper
        if spec.type == "string":
            compact = self.module.is_flexible(spec, self.version)
            name = helper("write_compact_strings" if compact else "write_strings")
            return f"{name}({local}, out)"
        if spec.type == "uuid":
            return f"{helper('write_uuids')}({local}, out)"
        assert spec.type in FIXED, f"no encoder for arrays of {spec.type}"
        return f'out.append({helper("pack_integers")}({local}, "{FIXED[spec.type][0]}"))'

    def nested(self, spec: FieldSpec, value: str) -> None:
        """A struct in place; where it may be null, after a mark.

        The mark is a signed byte, -1 or 1; of a tagged struct it is a varint, 0 or 1.
        """
        function = encode_one(self.module, spec.type, self.version)
        if self.version not in spec.nullable:
            self.flush()
            self.lines.add(f"{function}({value}, out)")
        else:
            tagged = spec.is_tagged_in(self.version)
            local = self.nullable(spec, value, ("x", "") if tagged else ("b", "-1"))
            with self.lines.block("else:"):
                self.flush(("B", "1") if tagged else ("b", "1"))
                self.lines.add(f"{function}({local}, out)")
        self.done()

    def tests(self) -> list[str]:
        """Conditions under which there is nothing to refuse and no tagged field to write."""
        tests = [
            is_default(self.module, spec, f"o.{spec.attribute}")
            for spec in self.struct.fields
            if self.version not in spec.versions and not spec.ignorable
        ]
        tests += [
            is_default(self.module, spec, f"o.{spec.attribute}", exact=False)
            for spec in tagged_fields(self.struct, self.version)
        ]
        return [*tests, "o.unknown_tags is None"]

    def tags(self) -> None:
        """End the struct: its tag section, if it has one."""
        if not self.module.spec.is_flexible_in(self.version):
            with self.lines.block("if o.unknown_tags:"):
                self.lines.add(f'{self.module.helper("absent")}("unknown_tags")')
            self.flush()
        else:
            known = tagged_fields(self.struct, self.version)
            tests = [
                is_default(self.module, spec, f"o.{spec.attribute}", exact=False) for spec in known
            ]
            tests.append("o.unknown_tags is None")
            self.lines.condition(tests)
            with self.lines.block():
                self.flush(("x", ""))
            with self.lines.block("else:"):
                self.flush()
                self.lines.add(f"{self.tag_function(known)}(o, out)")
        self.done()

    def tag_function(self, known: list[FieldSpec]) -> str:
        inner = Encoder(self.module, self.struct, self.version)
        lines = inner.lines
        if known:
            lines.add("found = {}")
        for spec in known:
            value = f"o.{spec.attribute}"
            with lines.block(f"if {negated(is_default(self.module, spec, value))}:"):
                lines.add("out = []")
                inner.value(spec, value)
                inner.flush()
                inner.done()
                lines.add(f'found[{spec.tag}] = b"".join(out)')
        found = "found" if known else "{}"
        lines.add(f"{self.module.helper('write_tags')}({found}, section, o.unknown_tags)")
        name = f"_encode_{snake(self.struct.name)}_tags"
        return self.module.function(name, "o, section", lines)


def negated(condition: str) -> str:
    """The opposite of a condition, in the plainest words."""
    if condition.startswith("not "):
        return condition[4:]
    if condition.endswith(" is None"):
        return condition[:-4] + "not None"
    if " == " in condition and not condition.startswith("("):
        return condition.replace(" == ", " != ")
    return f"not {condition}"


def encode_one(module: Module, struct: str, version: int) -> str:
    """The function that encodes one `struct`, `o`."""
    spec = module.struct(struct)
    body = Encoder(module, spec, version).body()
    return module.function(f"_encode_{snake(struct)}", "o, out", body)


def encode_array(module: Module, struct: str, version: int) -> str:
    """The function that encodes the elements of an array of `struct`."""
    encoder = Encoder(module, module.struct(struct), version)
    lines = Lines(1)
    lines.add("for o in array:")
    lines.lines += ["    " + line for line in Empty(module, encoder.struct, version).body().lines]
    lines.lines += ["    " + line for line in encoder.body().lines]
    return module.function(f"_encode_{snake(struct)}_array", "array, out", lines)


class Empty:
    """Writes the fast path for an element whose strings, arrays and so on are all empty or null.

    The whole element is then of fixed size and takes one `pack`. Worth it where that is common:
    in structs whose variable fields are arrays, bytes, records or nullable strings, such as a
    partition in a fetch response without data.
    """

    def __init__(self, module: Module, struct: StructSpec, version: int) -> None:
        self.module = module
        self.struct = struct
        self.version = version
        self.fields = [spec for spec in struct.fields if spec.is_plain_in(version)]
        self.encoder = Encoder(module, struct, version)

    def is_variable(self, spec: FieldSpec) -> bool:
        return spec.is_array or spec.type not in FIXED

    def applies(self) -> bool:
        variable = [spec for spec in self.fields if self.is_variable(spec)]
        return bool(variable) and all(
            spec.is_array
            or spec.type in ("bytes", "records")
            or (spec.type == "string" and self.version in spec.nullable)
            for spec in variable
        )

    def body(self) -> Lines:
        lines = self.encoder.lines
        if not self.applies():
            return lines
        tests = []
        for spec in self.fields:
            value = f"o.{spec.attribute}"
            if not self.is_variable(spec):
                self.encoder.value(spec, value)
                continue
            local = f"{spec.attribute}_".replace("__", "_")
            lines.add(f"{local} = {value}")
            nullable = self.version in spec.nullable
            tests.append(f"not {local}" if nullable else f"{local} is not None and not {local}")
            self.encoder.run.append(self.length(spec, local))
        tests += self.encoder.tests()
        lines.condition(tests)
        with lines.block():
            flexible = self.module.spec.is_flexible_in(self.version)
            self.encoder.flush(*([("x", "")] if flexible else []))
            lines.add("continue")
        return lines

    def length(self, spec: FieldSpec, local: str) -> tuple[str, str]:
        """The length of an empty value, which may be null where the version allows it."""
        nullable = self.version in spec.nullable
        if self.module.is_flexible(spec, self.version):
            return ("B", f"{local} is not None" if nullable else "1")
        code = "i" if spec.is_array else CLASSIC[spec.type]
        return (code, f"-({local} is None)" if nullable else "0")
