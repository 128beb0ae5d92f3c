"""A frame as a tree of named nodes, each with its range of bytes, read by the declarations.

Every byte of the frame belongs to exactly one leaf. A leaf of variable size includes its length; an
array has its count, and a flexible struct its tag section, as leaves of their own, in parentheses.
What cannot be read is one leaf `(rest)` at the end, and the message's `problem` says why.

This is the slow and careful reader: it interprets the declaration field by field, knows at each
moment where it is, and shares nothing with the codec but the spelling of broken text.
"""

from __future__ import annotations

from struct import Struct as Packing
from typing import TYPE_CHECKING, NoReturn

from kafkawire.dump.api_names import SASL_TOKEN, UNKNOWN_API
from kafkawire.dump.code_names import NO_CODES, codes_of
from kafkawire.dump.declarations import FieldDeclaration, MessageDeclaration, for_api, load
from kafkawire.protocol.text import Lenient

if TYPE_CHECKING:
    from kafkawire.dump.fields.undecoded import Undecoded

NODES_MAX = 1_000_000
"""A tree has no more nodes than these; what would come after is its rest."""
COMPACT_STRING_BYTES_MAX = 0x7FFF
"""Kafka refuses longer strings, though the wire has room for their length."""
_CONTROLLED_SHUTDOWN = 7
_API_VERSIONS = 18

_FIXED = {
    "bool": Packing(">?"),
    "int8": Packing(">b"),
    "int16": Packing(">h"),
    "uint16": Packing(">H"),
    "int32": Packing(">i"),
    "uint32": Packing(">I"),
    "int64": Packing(">q"),
    "float64": Packing(">d"),
    "uuid": Packing(">16s"),
}
_INT16 = _FIXED["int16"]
_INT32 = _FIXED["int32"]

Value = bool | int | float | str | bytes | None


class Node:
    """A field, an element, a part of the frame, or what frames it (names in parentheses)."""

    __slots__ = (
        "about",
        "children",
        "codes",
        "data_start",
        "end",
        "kind",
        "name",
        "note",
        "start",
        "value",
    )

    def __init__(self, name: str, kind: str, start: int, about: str = "") -> None:
        self.name = name
        """In our spelling: `high_watermark`; elements of arrays are `[0]`, `[1]` and so on."""
        self.kind = kind
        """The declared type: `int32`, `[]FetchTopic`, `FetchTopic`; `frame`, `count`, `tag`..."""
        self.start = start
        self.end = start
        """Behind its last byte, in the frame after its length."""
        self.data_start = start
        """Where its value begins after its length, for strings, bytes and records."""
        self.value: Value = None
        """A leaf's value: 16 bytes for a uuid, its size for records, None for a null."""
        self.children: list[Node] = []
        self.about = about
        self.codes = NO_CODES
        """Names of its values, if they stand for something."""
        self.note = ""
        """A note that is shown after the value of a leaf."""

    def __repr__(self) -> str:
        inner = f", {len(self.children)} children" if self.children else f" = {self.value!r}"
        return f"<{self.name} {self.kind} {self.start}-{self.end}{inner}>"


class _Unreadable(Exception):
    """Bytes that are not what the declaration says."""


def read_tree(message: Undecoded) -> Node:
    """The whole frame: its header and its body, and a rest if something cannot be read.

    Never raises; sets the message's `problem`.
    """
    reader = _Reader(message.data, message.name, message.api_version)
    root = Node(message.name, "frame", 0)
    try:
        if message.api_key == SASL_TOKEN:
            reader.token(root)
        else:
            reader.frame(root, message)
    except _Unreadable as error:
        message.problem = message.problem or str(error)
    reader.rest(root)
    return root


def read_struct(
    declaration: MessageDeclaration, data: bytes, version: int, at: int = 0, *, strict: bool = True
) -> tuple[Node, str]:
    """Bytes without a frame, as an embedded protocol's, from `at` on; what is wrong, or "".

    Bytes behind the last field are wrong where that is `strict`.
    """
    reader = _Reader(data, declaration.name, version)
    reader.pos = at
    root = Node(declaration.name, declaration.name, at, declaration.about)
    problem = ""
    try:
        reader.check_version(declaration)
        reader.body(root, declaration, must_end=strict)
    except _Unreadable as error:
        problem = str(error)
    reader.rest(root)
    return root, problem


class _Reader:
    """Reads nodes; `pos` is behind the last one that could be read in full."""

    __slots__ = (
        "_declaration",
        "_path",
        "_version",
        "data",
        "message_version",
        "name",
        "nodes",
        "pos",
    )

    def __init__(self, data: bytes, name: str, version: int) -> None:
        self.data = data
        self.name = name
        self.message_version = version
        self.pos = 0
        self.nodes = 0
        self._path: list[str] = []
        self._declaration: MessageDeclaration = load("RequestHeader")
        self._version = 0

    def fail(self, text: str) -> NoReturn:
        """Say what is wrong, and where."""
        path = "".join(name if name[0] == "[" else "." + name for name in self._path).lstrip(".")
        where = f"byte {self.pos}, in {path}" if path else f"byte {self.pos}"
        raise _Unreadable(f"{self.name} v{self.message_version}: {where}: {text}")

    def frame(self, root: Node, message: Undecoded) -> None:
        """The header's node and the body's."""
        if message.api_key == UNKNOWN_API:
            self._header(root, "ResponseHeader", 0)
            self.fail("the request that it answers was not seen")
        declaration = for_api(message.api_key, message.is_request)
        kind = "RequestHeader" if message.is_request else "ResponseHeader"
        self._header(root, kind, header_version(message, declaration))
        if declaration is None:
            self.fail(f"Kafka has no API with the key {message.api_key}")
        self.check_version(declaration)
        body = self._child(root, Node("body", declaration.name, self.pos, declaration.about))
        self.body(body, declaration, must_end=not message.is_request)

    def token(self, root: Node) -> None:
        """A bare SASL token."""
        node = self._child(root, Node("token", "bytes", 0, "What a mechanism says to the other."))
        node.value = bytes(self.data)
        node.end = self.pos = len(self.data)

    def check_version(self, declaration: MessageDeclaration) -> None:
        first, last = declaration.versions
        if not first <= self.message_version <= last:
            self.fail(f"there are versions {first} to {last} of it")

    def body(self, root: Node, declaration: MessageDeclaration, *, must_end: bool = True) -> None:
        """A whole message's fields, behind which nothing may come.

        Brokers do not look behind a request's last field, and librdkafka 2.16 sends bytes there.
        """
        self._declaration, self._version = declaration, self.message_version
        self._struct(root, declaration.name)
        left = len(self.data) - self.pos
        if left and must_end:
            self.fail(f"{left} bytes are left over")

    def rest(self, root: Node) -> None:
        """End the root where the bytes do; what was not read is a leaf of its own."""
        root.end = len(self.data)
        if self.pos < root.end:
            rest = Node("(rest)", "rest", self.pos)
            rest.end = root.end
            rest.value = bytes(self.data[self.pos :])
            root.children.append(rest)

    def _header(self, root: Node, name: str, version: int) -> None:
        declaration = load(name)
        self._declaration, self._version = declaration, version
        self._path.append("header")
        node = self._child(root, Node("header", name, self.pos, declaration.about))
        self._struct(node, name)
        self._path.pop()

    def _child(self, parent: Node, node: Node) -> Node:
        self.nodes += 1
        if self.nodes > NODES_MAX:
            self.fail(f"more than {NODES_MAX:,} fields")
        parent.children.append(node)
        return node

    # Structs

    def _struct(self, node: Node, name: str) -> None:
        """Fields of a struct, and its tag section."""
        version = self._version
        fields = self._declaration.structs[name]
        try:
            for field in fields:
                if field.is_plain_in(version):
                    self._field(node, field)
            if self._declaration.is_flexible_in(version):
                self._tags(node, fields)
        finally:
            node.end = self.pos

    def _tags(self, parent: Node, fields: tuple[FieldDeclaration, ...]) -> None:
        self._path.append("(tags)")
        count = self._varint_leaf(parent, "(tags)", "count")
        known = {field.tag: field for field in fields if field.is_tagged_in(self._version)}
        for _ in range(count):
            tag = self._varint_leaf(parent, "(tag)", "tag")
            size = self._varint_leaf(parent, "(size)", "size")
            end = self.pos + size
            if end > len(self.data):
                self.fail(f"tag {tag} of {size} bytes, and {len(self.data) - self.pos} are left")
            if tag in known:
                self._path.pop()
                self._field(parent, known[tag])
                self._path.append("(tags)")
                if self.pos != end:
                    self.fail(f"tag {tag} does not fill its {size} bytes")
            else:
                node = self._child(parent, Node(f"(tag {tag})", "bytes", self.pos))
                node.value = bytes(self.data[self.pos : end])
                node.end = self.pos = end
        self._path.pop()

    def _field(self, parent: Node, field: FieldDeclaration) -> None:
        self._path.append(field.snake)
        if field.is_array:
            self._array(parent, field)
        else:
            node = Node(field.snake, field.type, self.pos, field.about)
            self._single(parent, node, field)
        self._path.pop()

    def _single(self, parent: Node, node: Node, field: FieldDeclaration) -> None:
        """A field or an element that is no array."""
        if field.is_struct:
            self._child(parent, node)
            if (
                field.is_array
                or not field.nullable.has(self._version)
                or self._is_there(node, field)
            ):
                self._struct(node, field.type)
            node.end = self.pos
            return
        packing = _FIXED.get(field.type)
        if packing is None:
            self._sized(node, field)
        else:
            end = self.pos + packing.size
            self._need(packing.size)
            (node.value,) = packing.unpack_from(self.data, self.pos)
            node.codes = codes_of(self._declaration.name, field.snake)
            node.end = end
        self.pos = self._child(parent, node).end

    def _is_there(self, node: Node, field: FieldDeclaration) -> bool:
        """Read the mark of a struct that may be null."""
        self._need(1)
        mark = self.data[self.pos]
        is_there = mark > 0 if field.is_tagged_in(self._version) else mark < 128
        if is_there:
            leaf = self._child(node, Node("(present)", "int8", self.pos))
            leaf.value = mark
            leaf.end = self.pos + 1
        self.pos += 1
        return is_there

    def _array(self, parent: Node, field: FieldDeclaration) -> None:
        """The count and the elements; a null array is a leaf."""
        node = self._child(parent, Node(field.snake, field.kind, self.pos, field.about))
        try:
            end, count = self._length(field, is_array=True)
            if count is None:
                self.pos = end
                return
            if count > len(self.data) - end:
                self.fail(f"{count:,} elements, and {len(self.data) - end} bytes are left")
            leaf = self._child(node, Node("(count)", "count", self.pos))
            leaf.value = count
            leaf.end = self.pos = end
            for at in range(count):
                self._path.append(f"[{at}]")
                self._single(node, Node(f"[{at}]", field.type, self.pos), field)
                self._path.pop()
        finally:
            node.end = self.pos

    # Leaves

    def _sized(self, node: Node, field: FieldDeclaration) -> None:
        """A string, bytes or records: its length and its value."""
        start, size = self._length(field, is_array=False)
        node.data_start = start
        node.end = start + (size or 0)
        if size is None:
            return
        if node.end > len(self.data):
            self.fail(f"{field.type} of {size:,} bytes, and {len(self.data) - start} are left")
        data = self.data[start : node.end]
        if field.type == "string":
            node.value = text(data)
        else:
            node.value = len(data) if field.type == "records" else bytes(data)

    def _length(self, field: FieldDeclaration, *, is_array: bool) -> tuple[int, int | None]:
        """Where a length or count ends, and its value; None is null, where null is allowed."""
        if self._declaration.is_compact(field, self._version):
            end, size = self._varint(self.pos)
            size -= 1
            if field.type == "string" and not is_array and size > COMPACT_STRING_BYTES_MAX:
                self.fail(f"string of {size:,} bytes")
        else:
            packing = _INT16 if field.type == "string" and not is_array else _INT32
            self._need(packing.size)
            (size,) = packing.unpack_from(self.data, self.pos)
            end = self.pos + packing.size
        if size >= 0:
            return end, size
        is_element = field.is_array and not is_array
        if is_element or not field.nullable.has(self._version):
            self.fail("null, which this version does not allow")
        return end, None

    def _need(self, size: int) -> None:
        left = len(self.data) - self.pos
        if size > left:
            self.fail(f"{size} bytes wanted, and {left} are left")

    def _varint_leaf(self, parent: Node, name: str, kind: str) -> int:
        node = Node(name, kind, self.pos)
        node.end, value = self._varint(self.pos)
        node.value = value
        self.pos = self._child(parent, node).end
        return value

    def _varint(self, pos: int) -> tuple[int, int]:
        """Where an unsigned varint ends, and its value."""
        value = byte = 0
        for shift in range(0, 35, 7):
            if pos >= len(self.data):
                self.fail("the frame ends within a length")
            byte = self.data[pos]
            pos += 1
            value |= (byte & 127) << shift
            if byte < 128:
                break
        if value >> 32 or byte > 127:
            self.fail("a length of more than 32 bits")
        return pos, value


def header_version(message: Undecoded, declaration: MessageDeclaration | None) -> int:
    """Which version of its header a message has; of an unknown API's, the one without tags."""
    is_flexible = declaration is not None and declaration.is_flexible_in(message.api_version)
    if not message.is_request:
        return int(is_flexible and message.api_key != _API_VERSIONS)
    if message.api_key == _CONTROLLED_SHUTDOWN and message.api_version == 0:
        return 0
    return 2 if is_flexible else 1


def text(data: bytes) -> str:
    """A string as Java reads it: what is no UTF-8 becomes replacement characters."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return Lenient(data).decode()
