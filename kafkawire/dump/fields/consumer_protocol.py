"""What members of classic groups tell each other within JoinGroup, SyncGroup and DescribeGroups.

To the broker these are bytes, whose format follows from the group's protocol type. In groups of
type `consumer` they are a version and a `ConsumerProtocolSubscription` or `-Assignment`, and become
nodes of the frame's tree. Kafka's `ConsumerProtocol` reads a newer version as its newest, and looks
at nothing behind the last field; so do these nodes.

Where no message tells the protocol type, only bytes that a known version explains to the last one
are taken apart. All others stay bytes, with a note that says why.
"""

from __future__ import annotations

from struct import Struct as Packing
from typing import TYPE_CHECKING

from kafkawire.dump.declarations import MessageDeclaration, load
from kafkawire.dump.fields import tree
from kafkawire.dump.fields.tree import Node, read_struct
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kafkawire.dump.fields.undecoded import Undecoded

EMBEDDED_BYTES_MAX = 1 << 20
"""Of one message: each makes less than a node, so that these nodes too are below `NODES_MAX`."""

APIS = frozenset((ApiKey.JOIN_GROUP.value, ApiKey.SYNC_GROUP.value, ApiKey.DESCRIBE_GROUPS.value))
FORMATS = {
    "metadata": "ConsumerProtocolSubscription",
    "member_metadata": "ConsumerProtocolSubscription",
    "assignment": "ConsumerProtocolAssignment",
    "member_assignment": "ConsumerProtocolAssignment",
}
"""By the name of the field of bytes."""
_CONSUMER = "consumer"
_VERSION = Packing(">h")


def read_tree(message: Undecoded) -> Node:
    """The tree of `tree.read_tree`, with what consumers tell each other taken apart."""
    root = tree.read_tree(message)
    if message.api_key in APIS:
        _Embedded().find(root, message.protocol_type)
    return root


class _Embedded:
    """Takes fields of one message apart, as many as the bound allows."""

    def __init__(self) -> None:
        self._left = EMBEDDED_BYTES_MAX

    def find(self, parent: Node, protocol_type: str) -> None:
        """Open the fields below a node; a protocol type stands before the fields it is about."""
        for node in parent.children:
            if node.name == "protocol_type" and isinstance(node.value, str):
                protocol_type = node.value or protocol_type
            elif node.kind == "bytes" and node.name in FORMATS:
                if isinstance(node.value, bytes) and node.value:
                    node.note = self._open(node, node.value, protocol_type)
            else:
                self.find(node, protocol_type)

    def _open(self, node: Node, data: bytes, protocol_type: str) -> str:
        """Give a field its children; or return why it has none."""
        if protocol_type not in ("", _CONSUMER):
            return f"in the format of protocol type {protocol_type}"
        self._left -= len(data)
        if self._left < 0:
            return f"behind the {EMBEDDED_BYTES_MAX:,} bytes of a message that are taken apart"
        is_known = protocol_type == _CONSUMER
        children, problem = _read(load(FORMATS[node.name]), data, is_known=is_known)
        if problem:
            return problem if is_known else f"of an unknown protocol type, no {problem}"
        size = Node("(size)", "size", node.start)
        size.value, size.end = len(data), node.data_start
        for child in children:
            _shift(child, node.data_start)
        node.kind, node.children = FORMATS[node.name], [size, *children]
        return ""


def _read(
    declaration: MessageDeclaration, data: bytes, *, is_known: bool
) -> tuple[list[Node], str]:
    """The version and the fields, with ranges of `data`; and what is wrong, or ""."""
    if len(data) < _VERSION.size:
        return [], f"{declaration.name}: {len(data)} byte has no room for a version"
    version = Node("version", "int16", 0)
    (number,) = _VERSION.unpack_from(data)
    version.value, version.end = number, _VERSION.size
    newest = declaration.versions.last
    if number > newest and is_known:
        version.note = f"newer than known, read as {newest}"
        number = newest
    root, problem = read_struct(declaration, data, number, _VERSION.size, strict=not is_known)
    return [version, *root.children], problem


def _shift(node: Node, by: int) -> None:
    node.start += by
    node.data_start += by
    node.end += by
    for child in node.children:
        _shift(child, by)
