"""What consumers tell each other as JSON, with the keys of `envelope.EMBEDDED`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kafkawire.dump.fields.consumer_protocol import APIS, FORMATS
from kafkawire.dump.fields.values import base64
from kafkawire.dump.outputs.tree import is_array

if TYPE_CHECKING:
    from kafkawire.dump.fields.tree import Node
    from kafkawire.dump.model import Message


def embedded_objects(message: Message) -> list[dict[str, Any]] | None:
    """The fields of bytes of a message, in its order; None if it is of an API that has none."""
    if message.api_key not in APIS:
        return None
    return [
        found for part in message.tree.children if part.name == "body" for found in _found(part, "")
    ]


def _found(parent: Node, path: str) -> Iterator[dict[str, Any]]:
    for node in parent.children:
        here = path + node.name if node.name.startswith("[") else f"{path}.{node.name}".lstrip(".")
        if node.name in FORMATS and node.value:
            yield _object(node, here)
        else:
            yield from _found(node, here)


def _object(node: Node, path: str) -> dict[str, Any]:
    is_read = bool(node.children)
    return {
        "path": path,
        "type": node.kind if is_read else None,
        "body": _plain(node) if is_read else None,
        "note": node.note or None,
    }


def _plain(node: Node) -> Any:
    """As the values of messages are written; what only frames them is left out."""
    if isinstance(node.value, bytes) and not node.children:
        return base64(node.value)
    if not node.children:
        return node.value
    shown = [child for child in node.children if not child.name.startswith("(")]
    if is_array(node):
        return [_plain(child) for child in shown]
    return {_camel(child.name): _plain(child) for child in shown}


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
