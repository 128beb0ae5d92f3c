"""Generated from schemas/messages/FindCoordinatorResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    LargeFrame,
    Message,
    Struct,
    absent,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    short,
    starmap,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class FindCoordinatorResponse(Message):
    """Node and address of each coordinator.

    Response of api key 10, versions 0-6, flexible 3+.

    - throttle_time_ms: int32, 1+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0-3
    - error_message: string, 1-3, null. Words for people; null when the error code says it
      all.
    - node_id: int32, 0-3. -1 on errors.
    - host: string, 0-3
    - port: int32, 0-3
    - coordinators: []Coordinator, 4+. From version 4, one entry per key asked for.
    """

    __slots__ = (
        "throttle_time_ms",
        "error_code",
        "error_message",
        "node_id",
        "host",
        "port",
        "coordinators",
    )
    _FIELDS = __slots__

    API_KEY = 10
    VERSIONS = (0, 6)
    FLEXIBLE_SINCE = 3

    class Coordinator(Struct):
        """From version 4, one entry per key asked for.

        - key: string, 4+
        - node_id: int32, 4+. -1 on errors.
        - host: string, 4+
        - port: int32, 4+
        - error_code: int16, 4+
        - error_message: string, 4+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = ("key", "node_id", "host", "port", "error_code", "error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            key: str = "",
            node_id: int = 0,
            host: str = "",
            port: int = 0,
            error_code: int = 0,
            error_message: str | None = "",
        ) -> None:
            self.key: str = key
            self.node_id: int = node_id
            self.host: str = host
            self.port: int = port
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        node_id: int = 0,
        host: str = "",
        port: int = 0,
        coordinators: list[FindCoordinatorResponse.Coordinator] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.node_id: int = node_id
        self.host: str = host
        self.port: int = port
        self.coordinators: list[FindCoordinatorResponse.Coordinator] = (
            [] if coordinators is NEW else coordinators
        )
        self.unknown_tags = None


_pack_hih = packer(">hih")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihh = packer(">ihh")
_pack_ihx = packer(">ihx")
_pack_ix = packer(">ix")
_unpack_hih = unpacker(">hih")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_unpack_ihB = unpacker(">ihB")
_unpack_ihh = unpacker(">ihh")
_Coordinator = FindCoordinatorResponse.Coordinator
_ONE_COORDINATOR = ((_Coordinator,),)


def _encode_find_coordinator_response(o, out):
    if o.coordinators:
        absent("Coordinators")
    host_ = o.host
    host_ = host_.encode()
    n = len(host_)
    out.append(_pack_hih(o.error_code, o.node_id, n))
    out.append(host_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.port))


def _encode_find_coordinator_response_2(o, out):
    if o.coordinators:
        absent("Coordinators")
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihh(o.throttle_time_ms, o.error_code, -1))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        out.append(_pack_ihh(o.throttle_time_ms, o.error_code, n))
        out.append(error_message_)
    host_ = o.host
    host_ = host_.encode()
    n = len(host_)
    out.append(_pack_ih(o.node_id, n))
    out.append(host_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.port))


def _encode_find_coordinator_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_find_coordinator_response_3(o, out):
    if o.coordinators:
        absent("Coordinators")
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    host_ = o.host
    host_ = host_.encode()
    n = len(host_)
    if n < 127:
        out.append(_pack_iB(o.node_id, n + 1))
    else:
        out.append(_pack_i(o.node_id))
        out.append(string_length(n))
    out.append(host_)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.port))
    else:
        out.append(_pack_i(o.port))
        _encode_find_coordinator_response_tags(o, out)


def _encode_coordinator_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_coordinator_array(array, out):
    for o in array:
        key_ = o.key
        key_ = key_.encode()
        n = len(key_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(key_)
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(_pack_iB(o.node_id, n + 1))
        else:
            out.append(_pack_i(o.node_id))
            out.append(string_length(n))
        out.append(host_)
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_ihx(o.port, o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_ihB(o.port, o.error_code, n + 1))
            else:
                out.append(_pack_ih(o.port, o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_coordinator_tags(o, out)


def _encode_find_coordinator_response_4(o, out):
    if o.error_code:
        absent("ErrorCode")
    if o.node_id:
        absent("NodeId")
    if o.host:
        absent("Host")
    if o.port:
        absent("Port")
    coordinators_ = o.coordinators
    n = len(coordinators_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_coordinator_array, coordinators_, out)
    elif n:
        _encode_coordinator_array(coordinators_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_find_coordinator_response_tags(o, out)


def _decode_find_coordinator_response(buf, pos):
    o = make(FindCoordinatorResponse)
    o.error_code, o.node_id, n = _unpack_hih(buf, pos)
    pos += 8
    if n >= 0:
        e = pos + n
        o.host = buf[pos:e].decode()
        pos = e
    else:
        null_error("Host")
    o.port, = _unpack_i(buf, pos)
    pos += 4
    o.throttle_time_ms = 0
    o.error_message = ""
    o.coordinators = []
    o.unknown_tags = None
    return o, pos


def _decode_find_coordinator_response_2(buf, pos):
    o = make(FindCoordinatorResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihh(buf, pos)
    pos += 8
    if n >= 0:
        e = pos + n
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    o.node_id, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.host = buf[pos:e].decode()
        pos = e
    else:
        null_error("Host")
    o.port, = _unpack_i(buf, pos)
    pos += 4
    o.coordinators = []
    o.unknown_tags = None
    return o, pos


def _decode_find_coordinator_response_tags(o, buf, pos, count):
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


def _decode_find_coordinator_response_3(buf, pos):
    o = make(FindCoordinatorResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    o.node_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.host = buf[pos:e].decode()
        pos = e
    else:
        null_error("Host")
    o.port, t = _unpack_iB(buf, pos)
    pos += 5
    o.coordinators = []
    o.unknown_tags = None
    if t:
        pos = _decode_find_coordinator_response_tags(o, buf, pos, t)
    return o, pos


def _decode_coordinator_tags(o, buf, pos, count):
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


def _decode_coordinator_array(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Coordinator)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_coordinator_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_COORDINATOR * count)]
    for o in found:
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
        o.node_id, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.port, o.error_code, n = _unpack_ihB(buf, pos)
        pos += 7
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_coordinator_tags(o, buf, pos, t)
    return found, pos


def _decode_find_coordinator_response_4(buf, pos):
    o = make(FindCoordinatorResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.coordinators, pos = _decode_coordinator_array(buf, pos, n - 1)
    elif n:
        o.coordinators = []
    else:
        null_error("Coordinators")
    t = buf[pos]
    pos += 1
    o.error_code = 0
    o.error_message = ""
    o.node_id = 0
    o.host = ""
    o.port = 0
    o.unknown_tags = None
    if t:
        pos = _decode_find_coordinator_response_tags(o, buf, pos, t)
    return o, pos


FindCoordinatorResponse._ENCODERS = {
    0: _encode_find_coordinator_response,
    1: _encode_find_coordinator_response_2,
    2: _encode_find_coordinator_response_2,
    3: _encode_find_coordinator_response_3,
    4: _encode_find_coordinator_response_4,
    5: _encode_find_coordinator_response_4,
    6: _encode_find_coordinator_response_4,
}
FindCoordinatorResponse._DECODERS = {
    0: _decode_find_coordinator_response,
    1: _decode_find_coordinator_response_2,
    2: _decode_find_coordinator_response_2,
    3: _decode_find_coordinator_response_3,
    4: _decode_find_coordinator_response_4,
    5: _decode_find_coordinator_response_4,
    6: _decode_find_coordinator_response_4,
}
