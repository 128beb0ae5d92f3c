"""One frame on its own: as a message, then as lines or as an object.

A request frame says by itself what it is. A response frame does not: its reader has to know which
API and version was asked for. A leading four-byte length is recognised and left out. Whatever can
be read of a frame is shown; the message's `problem` says what cannot.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct as Packing
from typing import Any

from kafkawire.dump.api_names import api_name
from kafkawire.dump.engine.headers import request_header, response_header
from kafkawire.dump.log.words import counted
from kafkawire.dump.model import Connection, Header, Message, seen_at
from kafkawire.dump.outputs.colour import PLAIN, Palette
from kafkawire.dump.outputs.hex import hex_rows
from kafkawire.dump.outputs.leaves import leaves_of
from kafkawire.dump.outputs.record_text import RecordText
from kafkawire.dump.outputs.tree import TreeText
from kafkawire.dump.records.show import batches_of_message
from kafkawire.dump.secrets import mask
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.visible_text import visible

_HEAD = Packing(">hhi")
_NOWHERE = Endpoint("", 0)


def without_length(frame: bytes) -> bytes:
    """The frame without its length, if it begins with just that."""
    if len(frame) > 4 and int.from_bytes(frame[:4], "big") == len(frame) - 4:
        return frame[4:]
    return frame


def request_of(frame: bytes, *, secrets: bool = False) -> Message:
    """A request of 4 bytes or more; masked unless its `secrets` are asked for."""
    header = request_header(frame)
    if header is None:
        head = frame[: _HEAD.size].ljust(_HEAD.size, b"\0")
        api_key, api_version, correlation_id = _HEAD.unpack(head)
        header = Header(api_key, api_version, correlation_id, len(frame))
    return _message(frame, header, is_request=True, secrets=secrets)


def response_of(frame: bytes, api_key: int, api_version: int, *, secrets: bool = False) -> Message:
    """A response to that API and version, as `request_of` has requests."""
    header = response_header(frame, api_key, api_version)
    return _message(frame, header, is_request=False, secrets=secrets)


def _message(frame: bytes, header: Header, *, is_request: bool, secrets: bool) -> Message:
    shown = frame if secrets else mask(frame, header, is_request)
    connection = Connection(1, 0, _NOWHERE, _NOWHERE, 0)
    return Message(connection, shown, header, seen_at(0), is_request=is_request)


def frame_lines(
    message: Message, palette: Palette = PLAIN, *, is_full: bool = False
) -> Iterator[str]:
    """What the frame is, then its fields; in full its header, its records and its bytes too."""
    tree = message.tree
    yield _title(message, palette)
    text = TreeText(palette)
    for part in tree.children:
        if part.name == "body":
            yield from text.lines(part, 1)
        elif part.name != "header" or is_full:
            yield from text.node(part, 1)
    if is_full:
        records = RecordText(palette)
        for batch in batches_of_message(message):
            yield from records.lines(batch, 1)
        leaves = list(leaves_of(message.data, tree))
        yield from hex_rows(message.data, leaves, palette)


def _title(message: Message, palette: Palette) -> str:
    what = "request" if message.is_request else "response"
    name = f"{api_name(message.api_key)} v{message.api_version} {what}"
    client = f", client {visible(repr(message.client_id))}" if message.is_request else ""
    size = counted(len(message.data), "byte")
    more = f"correlation {message.correlation_id}{client}, {size}"
    return f"{palette.bold}{name}{palette.reset}, {more}"


def frame_object(message: Message) -> dict[str, Any]:
    """As JSON has it; the body is what the schemas of `wire-dump schema API` describe."""
    found: dict[str, Any] = {
        "api": api_name(message.api_key),
        "apiKey": message.api_key,
        "version": message.api_version,
        "correlationId": message.correlation_id,
    }
    if message.is_request:
        found["clientId"] = message.client_id
    return found | {"body": message.values, "problem": message.problem}
