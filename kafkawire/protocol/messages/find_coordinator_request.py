"""Generated from schemas/messages/FindCoordinatorRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    Message,
    absent,
    compact_strings,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_compact_strings,
    write_tags,
)


class FindCoordinatorRequest(Message):
    """Asks which broker coordinates a group, a transactional id or a share-partition.

    Request of api key 10, versions 0-6, flexible 3+.

    - key: string, 0-3. Group id or transactional id, up to version 3.
    - key_type: int8, 1+. 0 group, 1 transaction, 2 share-partition (KIP-932).
    - coordinator_keys: []string, 4+. Several keys at once (KIP-699); for type 2 each is
      group:topicId:partition.
    """

    __slots__ = ("key", "key_type", "coordinator_keys")
    _FIELDS = __slots__

    API_KEY = 10
    VERSIONS = (0, 6)
    FLEXIBLE_SINCE = 3

    def __init__(
        self,
        *,
        key: str = "",
        key_type: int = 0,
        coordinator_keys: list[str] = NEW,
    ) -> None:
        self.key: str = key
        self.key_type: int = key_type
        self.coordinator_keys: list[str] = [] if coordinator_keys is NEW else coordinator_keys
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bx = packer(">bx")
_pack_h = packer(">h")
_unpack_b = unpacker(">b")
_unpack_bB = unpacker(">bB")
_unpack_h = unpacker(">h")


def _encode_find_coordinator_request(o, out):
    if o.key_type:
        absent("KeyType")
    if o.coordinator_keys:
        absent("CoordinatorKeys")
    key_ = o.key
    key_ = key_.encode()
    n = len(key_)
    out.append(_pack_h(n))
    out.append(key_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_find_coordinator_request_2(o, out):
    if o.coordinator_keys:
        absent("CoordinatorKeys")
    key_ = o.key
    key_ = key_.encode()
    n = len(key_)
    out.append(_pack_h(n))
    out.append(key_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_b(o.key_type))


def _encode_find_coordinator_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_find_coordinator_request_3(o, out):
    if o.coordinator_keys:
        absent("CoordinatorKeys")
    key_ = o.key
    key_ = key_.encode()
    n = len(key_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(key_)
    if o.unknown_tags is None:
        out.append(_pack_bx(o.key_type))
    else:
        out.append(_pack_b(o.key_type))
        _encode_find_coordinator_request_tags(o, out)


def _encode_find_coordinator_request_4(o, out):
    if o.key:
        absent("Key")
    coordinator_keys_ = o.coordinator_keys
    n = len(coordinator_keys_)
    if n < 127:
        out.append(_pack_bB(o.key_type, n + 1))
    else:
        out.append(_pack_b(o.key_type))
        out.append(varint(n + 1))
    if n:
        write_compact_strings(coordinator_keys_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_find_coordinator_request_tags(o, out)


def _decode_find_coordinator_request(buf, pos):
    o = make(FindCoordinatorRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.key = buf[pos:e].decode()
        pos = e
    else:
        null_error("Key")
    o.key_type = 0
    o.coordinator_keys = []
    o.unknown_tags = None
    return o, pos


def _decode_find_coordinator_request_2(buf, pos):
    o = make(FindCoordinatorRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.key = buf[pos:e].decode()
        pos = e
    else:
        null_error("Key")
    o.key_type, = _unpack_b(buf, pos)
    pos += 1
    o.coordinator_keys = []
    o.unknown_tags = None
    return o, pos


def _decode_find_coordinator_request_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if o.unknown_tags is None:
            o.unknown_tags = {}
        o.unknown_tags[tag] = bytes(buf[pos:end])
        pos = end
    return pos


def _decode_find_coordinator_request_3(buf, pos):
    o = make(FindCoordinatorRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.key = buf[pos:e].decode()
        pos = e
    else:
        null_error("Key")
    o.key_type, t = _unpack_bB(buf, pos)
    pos += 2
    o.coordinator_keys = []
    o.unknown_tags = None
    if t:
        pos = _decode_find_coordinator_request_tags(o, buf, pos, t)
    return o, pos


def _decode_find_coordinator_request_4(buf, pos):
    o = make(FindCoordinatorRequest)
    o.key_type, n = _unpack_bB(buf, pos)
    pos += 2
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.coordinator_keys, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.coordinator_keys = []
    else:
        null_error("CoordinatorKeys")
    t = buf[pos]
    pos += 1
    o.key = ""
    o.unknown_tags = None
    if t:
        pos = _decode_find_coordinator_request_tags(o, buf, pos, t)
    return o, pos


FindCoordinatorRequest._ENCODERS = {
    0: _encode_find_coordinator_request,
    1: _encode_find_coordinator_request_2,
    2: _encode_find_coordinator_request_2,
    3: _encode_find_coordinator_request_3,
    4: _encode_find_coordinator_request_4,
    5: _encode_find_coordinator_request_4,
    6: _encode_find_coordinator_request_4,
}
FindCoordinatorRequest._DECODERS = {
    0: _decode_find_coordinator_request,
    1: _decode_find_coordinator_request_2,
    2: _decode_find_coordinator_request_2,
    3: _decode_find_coordinator_request_3,
    4: _decode_find_coordinator_request_4,
    5: _decode_find_coordinator_request_4,
    6: _decode_find_coordinator_request_4,
}
