"""Generated from schemas/messages/UnregisterBrokerRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    Message,
    make,
    many_tags,
    packer,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class UnregisterBrokerRequest(Message):
    """Removes the registration of a broker that will not come back.

    Request of api key 64, versions 0, flexible 0+.

    - broker_id: int32, 0+
    """

    __slots__ = ("broker_id",)
    _FIELDS = __slots__

    API_KEY = 64
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        broker_id: int = 0,
    ) -> None:
        self.broker_id: int = broker_id
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_ix = packer(">ix")
_unpack_iB = unpacker(">iB")


def _encode_unregister_broker_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_unregister_broker_request(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ix(o.broker_id))
    else:
        out.append(_pack_i(o.broker_id))
        _encode_unregister_broker_request_tags(o, out)


def _decode_unregister_broker_request_tags(o, buf, pos, count):
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


def _decode_unregister_broker_request(buf, pos):
    o = make(UnregisterBrokerRequest)
    o.broker_id, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_unregister_broker_request_tags(o, buf, pos, t)
    return o, pos


UnregisterBrokerRequest._ENCODERS = {0: _encode_unregister_broker_request}
UnregisterBrokerRequest._DECODERS = {0: _decode_unregister_broker_request}
