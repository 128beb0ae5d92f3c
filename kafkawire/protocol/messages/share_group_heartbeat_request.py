"""Generated from schemas/messages/ShareGroupHeartbeatRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
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


class ShareGroupHeartbeatRequest(Message):
    """Joins, keeps up and leaves a share group (KIP-932).

    Request of api key 76, versions 0-1, flexible 0+.

    - group_id: string, 0+
    - member_id: string, 0+. Made up by the member, a uuid in base64.
    - member_epoch: int32, 0+. 0 joins, -1 leaves; else the last epoch received.
    - rack_id: string, 0+, null. Null when unset or unchanged.
    - subscribed_topic_names: []string, 0+, null. Null when unchanged.
    """

    __slots__ = ("group_id", "member_id", "member_epoch", "rack_id", "subscribed_topic_names")
    _FIELDS = __slots__

    API_KEY = 76
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str = "",
        member_epoch: int = 0,
        rack_id: str | None = None,
        subscribed_topic_names: list[str] | None = None,
    ) -> None:
        self.group_id: str = group_id
        self.member_id: str = member_id
        self.member_epoch: int = member_epoch
        self.rack_id: str | None = rack_id
        self.subscribed_topic_names: list[str] | None = subscribed_topic_names
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ix = packer(">ix")
_unpack_iB = unpacker(">iB")


def _encode_share_group_heartbeat_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_share_group_heartbeat_request(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(member_id_)
    rack_id_ = o.rack_id
    if rack_id_ is None:
        out.append(_pack_ix(o.member_epoch))
    else:
        rack_id_ = rack_id_.encode()
        n = len(rack_id_)
        if n < 127:
            out.append(_pack_iB(o.member_epoch, n + 1))
        else:
            out.append(_pack_i(o.member_epoch))
            out.append(string_length(n))
        out.append(rack_id_)
    subscribed_topic_names_ = o.subscribed_topic_names
    if subscribed_topic_names_ is None:
        out.append(b"\0")
    else:
        n = len(subscribed_topic_names_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(subscribed_topic_names_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_share_group_heartbeat_request_tags(o, out)


def _decode_share_group_heartbeat_request_tags(o, buf, pos, count):
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


def _decode_share_group_heartbeat_request(buf, pos):
    o = make(ShareGroupHeartbeatRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    o.member_epoch, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        o.rack_id = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.subscribed_topic_names, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.subscribed_topic_names = []
    else:
        o.subscribed_topic_names = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_share_group_heartbeat_request_tags(o, buf, pos, t)
    return o, pos


ShareGroupHeartbeatRequest._ENCODERS = {
    0: _encode_share_group_heartbeat_request,
    1: _encode_share_group_heartbeat_request,
}
ShareGroupHeartbeatRequest._DECODERS = {
    0: _decode_share_group_heartbeat_request,
    1: _decode_share_group_heartbeat_request,
}
