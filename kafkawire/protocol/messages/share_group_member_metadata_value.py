"""Generated from schemas/records/ShareGroupMemberMetadataValue.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    Message,
    compact_strings,
    long_string,
    make,
    many_tags,
    null_error,
    string_length,
    tag_head,
    uvarint,
    varint,
    write_compact_strings,
    write_tags,
)


class ShareGroupMemberMetadataValue(Message):
    """What a member said of itself.

    Coordinator-value, versions 0, flexible 0+.

    - rack_id: string, 0+, null. Null when the member gave none.
    - client_id: string, 0+
    - client_host: string, 0+. Address the member connected from, with Java's leading slash.
    - subscribed_topic_names: []string, 0+
    """

    __slots__ = ("rack_id", "client_id", "client_host", "subscribed_topic_names")
    _FIELDS = __slots__

    API_KEY = 10
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        rack_id: str | None = "",
        client_id: str = "",
        client_host: str = "",
        subscribed_topic_names: list[str] = NEW,
    ) -> None:
        self.rack_id: str | None = rack_id
        self.client_id: str = client_id
        self.client_host: str = client_host
        self.subscribed_topic_names: list[str] = (
            [] if subscribed_topic_names is NEW else subscribed_topic_names
        )
        self.unknown_tags = None




def _encode_share_group_member_metadata_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_share_group_member_metadata_value(o, out):
    rack_id_ = o.rack_id
    if rack_id_ is None:
        out.append(b"\0")
    else:
        rack_id_ = rack_id_.encode()
        n = len(rack_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(rack_id_)
    client_id_ = o.client_id
    client_id_ = client_id_.encode()
    n = len(client_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(client_id_)
    client_host_ = o.client_host
    client_host_ = client_host_.encode()
    n = len(client_host_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(client_host_)
    subscribed_topic_names_ = o.subscribed_topic_names
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
        _encode_share_group_member_metadata_value_tags(o, out)


def _decode_share_group_member_metadata_value_tags(o, buf, pos, count):
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


def _decode_share_group_member_metadata_value(buf, pos):
    o = make(ShareGroupMemberMetadataValue)
    n = buf[pos]
    pos += 1
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
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.client_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClientId")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.client_host = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClientHost")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.subscribed_topic_names, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.subscribed_topic_names = []
    else:
        null_error("SubscribedTopicNames")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_share_group_member_metadata_value_tags(o, buf, pos, t)
    return o, pos


ShareGroupMemberMetadataValue._ENCODERS = {0: _encode_share_group_member_metadata_value}
ShareGroupMemberMetadataValue._DECODERS = {0: _decode_share_group_member_metadata_value}
