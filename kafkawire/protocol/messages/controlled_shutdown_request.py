"""Generated from schemas/messages/ControlledShutdownRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    Message,
    absent,
    make,
    many_tags,
    packer,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class ControlledShutdownRequest(Message):
    """A ZooKeeper broker asks its controller to move leadership away before it stops.

    Request of api key 7, versions 0-3, flexible 3+.

    - broker_id: int32, 0+
    - broker_epoch: int64, 2+. Offset of the broker's registration record, so that each
      start has its own; -1 unknown.
    """

    __slots__ = ("broker_id", "broker_epoch")
    _FIELDS = __slots__

    API_KEY = 7
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 3

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
    ) -> None:
        self.broker_id: int = broker_id
        self.broker_epoch: int = broker_epoch
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_unpack_i = unpacker(">i")
_unpack_iq = unpacker(">iq")
_unpack_iqB = unpacker(">iqB")


def _encode_controlled_shutdown_request(o, out):
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.broker_id))


def _encode_controlled_shutdown_request_2(o, out):
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_iq(o.broker_id, o.broker_epoch))


def _encode_controlled_shutdown_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_controlled_shutdown_request_3(o, out):
    if o.unknown_tags is None:
        out.append(_pack_iqx(o.broker_id, o.broker_epoch))
    else:
        out.append(_pack_iq(o.broker_id, o.broker_epoch))
        _encode_controlled_shutdown_request_tags(o, out)


def _decode_controlled_shutdown_request(buf, pos):
    o = make(ControlledShutdownRequest)
    o.broker_id, = _unpack_i(buf, pos)
    pos += 4
    o.broker_epoch = -1
    o.unknown_tags = None
    return o, pos


def _decode_controlled_shutdown_request_2(buf, pos):
    o = make(ControlledShutdownRequest)
    o.broker_id, o.broker_epoch = _unpack_iq(buf, pos)
    pos += 12
    o.unknown_tags = None
    return o, pos


def _decode_controlled_shutdown_request_tags(o, buf, pos, count):
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


def _decode_controlled_shutdown_request_3(buf, pos):
    o = make(ControlledShutdownRequest)
    o.broker_id, o.broker_epoch, t = _unpack_iqB(buf, pos)
    pos += 13
    o.unknown_tags = None
    if t:
        pos = _decode_controlled_shutdown_request_tags(o, buf, pos, t)
    return o, pos


ControlledShutdownRequest._ENCODERS = {
    0: _encode_controlled_shutdown_request,
    1: _encode_controlled_shutdown_request,
    2: _encode_controlled_shutdown_request_2,
    3: _encode_controlled_shutdown_request_3,
}
ControlledShutdownRequest._DECODERS = {
    0: _decode_controlled_shutdown_request,
    1: _decode_controlled_shutdown_request,
    2: _decode_controlled_shutdown_request_2,
    3: _decode_controlled_shutdown_request_3,
}
