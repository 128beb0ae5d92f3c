"""Generated from schemas/messages/GetTelemetrySubscriptionsRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    ZERO_UUID,
    Message,
    make,
    many_tags,
    packer,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class GetTelemetrySubscriptionsRequest(Message):
    """Asks which metrics the broker wants from this client (KIP-714).

    Request of api key 71, versions 0, flexible 0+.

    - client_instance_id: uuid, 0+. All zero the first time; the broker then makes one up.
    """

    __slots__ = ("client_instance_id",)
    _FIELDS = __slots__

    API_KEY = 71
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        client_instance_id: bytes = ZERO_UUID,
    ) -> None:
        self.client_instance_id: bytes = client_instance_id
        self.unknown_tags = None


_pack_u = packer(">16s")
_pack_ux = packer(">16sx")
_unpack_uB = unpacker(">16sB")


def _encode_get_telemetry_subscriptions_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_get_telemetry_subscriptions_request(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ux(o.client_instance_id))
    else:
        out.append(_pack_u(o.client_instance_id))
        _encode_get_telemetry_subscriptions_request_tags(o, out)


def _decode_get_telemetry_subscriptions_request_tags(o, buf, pos, count):
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


def _decode_get_telemetry_subscriptions_request(buf, pos):
    o = make(GetTelemetrySubscriptionsRequest)
    o.client_instance_id, t = _unpack_uB(buf, pos)
    pos += 17
    o.unknown_tags = None
    if t:
        pos = _decode_get_telemetry_subscriptions_request_tags(o, buf, pos, t)
    return o, pos


GetTelemetrySubscriptionsRequest._ENCODERS = {0: _encode_get_telemetry_subscriptions_request}
GetTelemetrySubscriptionsRequest._DECODERS = {0: _decode_get_telemetry_subscriptions_request}
