"""Generated from schemas/messages/BrokerHeartbeatRequest.json; do not edit.

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
    make,
    many_tags,
    null_error,
    packer,
    tag_head,
    tag_size_error,
    unpacker,
    uuids,
    uvarint,
    varint,
    write_tags,
    write_uuids,
)


class BrokerHeartbeatRequest(Message):
    """Keeps a broker registered, and asks to be fenced, unfenced or let go (KIP-631).

    Request of api key 63, versions 0-2, flexible 0+.

    - broker_id: int32, 0+
    - broker_epoch: int64, 0+. Epoch from the registration; an old one gives 77.
    - current_metadata_offset: int64, 0+. Last metadata record the broker has applied.
    - want_fence: bool, 0+. True asks to stay out of traffic.
    - want_shut_down: bool, 0+. True asks for leadership to be moved away, so that the
      broker can stop.
    - offline_log_dirs: []uuid, 1+, tag 0. Directory ids that have failed since registration
      (KIP-858).
    - cordoned_log_dirs: []uuid, 2+, null, tag 1. Log directories that take no new replicas
      (KIP-1066); null says nothing about them.
    """

    __slots__ = (
        "broker_id",
        "broker_epoch",
        "current_metadata_offset",
        "want_fence",
        "want_shut_down",
        "offline_log_dirs",
        "cordoned_log_dirs",
    )
    _FIELDS = __slots__

    API_KEY = 63
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
        current_metadata_offset: int = 0,
        want_fence: bool = False,
        want_shut_down: bool = False,
        offline_log_dirs: list[bytes] = NEW,
        cordoned_log_dirs: list[bytes] | None = None,
    ) -> None:
        self.broker_id: int = broker_id
        self.broker_epoch: int = broker_epoch
        self.current_metadata_offset: int = current_metadata_offset
        self.want_fence: bool = want_fence
        self.want_shut_down: bool = want_shut_down
        self.offline_log_dirs: list[bytes] = (
            [] if offline_log_dirs is NEW else offline_log_dirs
        )
        self.cordoned_log_dirs: list[bytes] | None = cordoned_log_dirs
        self.unknown_tags = None


_pack_iqqoo = packer(">iqq??")
_pack_iqqoox = packer(">iqq??x")
_unpack_iqqooB = unpacker(">iqq??B")


def _encode_broker_heartbeat_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_broker_heartbeat_request(o, out):
    if o.offline_log_dirs:
        absent("OfflineLogDirs")
    if o.cordoned_log_dirs is not None:
        absent("CordonedLogDirs")
    if o.unknown_tags is None:
        out.append(_pack_iqqoox(
            o.broker_id,
            o.broker_epoch,
            o.current_metadata_offset,
            o.want_fence,
            o.want_shut_down,
        ))
    else:
        out.append(_pack_iqqoo(
            o.broker_id,
            o.broker_epoch,
            o.current_metadata_offset,
            o.want_fence,
            o.want_shut_down,
        ))
        _encode_broker_heartbeat_request_tags(o, out)


def _encode_broker_heartbeat_request_tags_2(o, section):
    found = {}
    if o.offline_log_dirs:
        out = []
        offline_log_dirs_ = o.offline_log_dirs
        n = len(offline_log_dirs_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_uuids(offline_log_dirs_, out)
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_broker_heartbeat_request_2(o, out):
    if o.cordoned_log_dirs is not None:
        absent("CordonedLogDirs")
    if not o.offline_log_dirs and o.unknown_tags is None:
        out.append(_pack_iqqoox(
            o.broker_id,
            o.broker_epoch,
            o.current_metadata_offset,
            o.want_fence,
            o.want_shut_down,
        ))
    else:
        out.append(_pack_iqqoo(
            o.broker_id,
            o.broker_epoch,
            o.current_metadata_offset,
            o.want_fence,
            o.want_shut_down,
        ))
        _encode_broker_heartbeat_request_tags_2(o, out)


def _encode_broker_heartbeat_request_tags_3(o, section):
    found = {}
    if o.offline_log_dirs:
        out = []
        offline_log_dirs_ = o.offline_log_dirs
        n = len(offline_log_dirs_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_uuids(offline_log_dirs_, out)
        found[0] = b"".join(out)
    if o.cordoned_log_dirs is not None:
        out = []
        cordoned_log_dirs_ = o.cordoned_log_dirs
        if cordoned_log_dirs_ is None:
            out.append(b"\0")
        else:
            n = len(cordoned_log_dirs_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                write_uuids(cordoned_log_dirs_, out)
        found[1] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_broker_heartbeat_request_3(o, out):
    if not o.offline_log_dirs and o.cordoned_log_dirs is None and o.unknown_tags is None:
        out.append(_pack_iqqoox(
            o.broker_id,
            o.broker_epoch,
            o.current_metadata_offset,
            o.want_fence,
            o.want_shut_down,
        ))
    else:
        out.append(_pack_iqqoo(
            o.broker_id,
            o.broker_epoch,
            o.current_metadata_offset,
            o.want_fence,
            o.want_shut_down,
        ))
        _encode_broker_heartbeat_request_tags_3(o, out)


def _decode_broker_heartbeat_request_tags(o, buf, pos, count):
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


def _decode_broker_heartbeat_request(buf, pos):
    o = make(BrokerHeartbeatRequest)
    (
        o.broker_id,
        o.broker_epoch,
        o.current_metadata_offset,
        o.want_fence,
        o.want_shut_down,
        t,
    ) = _unpack_iqqooB(buf, pos)
    pos += 23
    o.offline_log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_broker_heartbeat_request_tags(o, buf, pos, t)
    return o, pos


def _decode_broker_heartbeat_request_tags_2(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.offline_log_dirs, pos = uuids(buf, pos, n - 1)
            elif n:
                o.offline_log_dirs = []
            else:
                null_error("OfflineLogDirs")
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_broker_heartbeat_request_2(buf, pos):
    o = make(BrokerHeartbeatRequest)
    (
        o.broker_id,
        o.broker_epoch,
        o.current_metadata_offset,
        o.want_fence,
        o.want_shut_down,
        t,
    ) = _unpack_iqqooB(buf, pos)
    pos += 23
    o.offline_log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_broker_heartbeat_request_tags_2(o, buf, pos, t)
    return o, pos


def _decode_broker_heartbeat_request_tags_3(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.offline_log_dirs, pos = uuids(buf, pos, n - 1)
            elif n:
                o.offline_log_dirs = []
            else:
                null_error("OfflineLogDirs")
        elif tag == 1:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.cordoned_log_dirs, pos = uuids(buf, pos, n - 1)
            elif n:
                o.cordoned_log_dirs = []
            else:
                o.cordoned_log_dirs = None
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_broker_heartbeat_request_3(buf, pos):
    o = make(BrokerHeartbeatRequest)
    (
        o.broker_id,
        o.broker_epoch,
        o.current_metadata_offset,
        o.want_fence,
        o.want_shut_down,
        t,
    ) = _unpack_iqqooB(buf, pos)
    pos += 23
    o.offline_log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_broker_heartbeat_request_tags_3(o, buf, pos, t)
    return o, pos


BrokerHeartbeatRequest._ENCODERS = {
    0: _encode_broker_heartbeat_request,
    1: _encode_broker_heartbeat_request_2,
    2: _encode_broker_heartbeat_request_3,
}
BrokerHeartbeatRequest._DECODERS = {
    0: _decode_broker_heartbeat_request,
    1: _decode_broker_heartbeat_request_2,
    2: _decode_broker_heartbeat_request_3,
}
