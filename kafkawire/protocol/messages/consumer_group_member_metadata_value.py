"""Generated from schemas/records/ConsumerGroupMemberMetadataValue.json; do not edit.

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
    compact_strings,
    freeze,
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
    tag_size_error,
    unpacker,
    uvarint,
    varint,
    write_compact_strings,
    write_long,
    write_tags,
)


class ConsumerGroupMemberMetadataValue(Message):
    """What a member said of itself.

    Coordinator-value, versions 0, flexible 0+.

    - instance_id: string, 0+, null. Static member name that outlives restarts (KIP-345);
      null for a dynamic member.
    - rack_id: string, 0+, null. Null when the member gave none.
    - client_id: string, 0+
    - client_host: string, 0+. Address the member connected from, with Java's leading slash.
    - subscribed_topic_names: []string, 0+
    - subscribed_topic_regex: string, 0+, null. RE2 pattern of topics; null or empty for
      none.
    - rebalance_timeout_ms: int32, 0+. Time the member gets to give partitions back; -1 when
      it did not say.
    - server_assignor: string, 0+, null. Assignor the member asks the broker to use; null
      leaves the choice to the broker.
    - classic_member_metadata: ClassicMemberMetadata, 0+, null, tag 0. Set for a member that
      uses the classic protocol, during a migration.
    """

    __slots__ = (
        "instance_id",
        "rack_id",
        "client_id",
        "client_host",
        "subscribed_topic_names",
        "subscribed_topic_regex",
        "rebalance_timeout_ms",
        "server_assignor",
        "classic_member_metadata",
    )
    _FIELDS = __slots__

    API_KEY = 5
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class ClassicMemberMetadata(Struct):
        """Set for a member that uses the classic protocol, during a migration.

        - session_timeout_ms: int32, 0+
        - supported_protocols: []ClassicProtocol, 0+
        """

        __slots__ = ("session_timeout_ms", "supported_protocols")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            session_timeout_ms: int = 0,
            supported_protocols: list[ConsumerGroupMemberMetadataValue.ClassicProtocol] = NEW,
        ) -> None:
            self.session_timeout_ms: int = session_timeout_ms
            self.supported_protocols: list[ConsumerGroupMemberMetadataValue.ClassicProtocol] = (
                [] if supported_protocols is NEW else supported_protocols
            )
            self.unknown_tags = None

    class ClassicProtocol(Struct):
        """ClassicProtocol of `ConsumerGroupMemberMetadataValue`.

        - name: string, 0+
        - metadata: bytes, 0+
        """

        __slots__ = ("name", "metadata")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            metadata: bytes = b'',
        ) -> None:
            self.name: str = name
            self.metadata: bytes = metadata
            self.unknown_tags = None

    def __init__(
        self,
        *,
        instance_id: str | None = "",
        rack_id: str | None = "",
        client_id: str = "",
        client_host: str = "",
        subscribed_topic_names: list[str] = NEW,
        subscribed_topic_regex: str | None = "",
        rebalance_timeout_ms: int = -1,
        server_assignor: str | None = "",
        classic_member_metadata: ConsumerGroupMemberMetadataValue.ClassicMemberMetadata | None = NEW,
    ) -> None:
        self.instance_id: str | None = instance_id
        self.rack_id: str | None = rack_id
        self.client_id: str = client_id
        self.client_host: str = client_host
        self.subscribed_topic_names: list[str] = (
            [] if subscribed_topic_names is NEW else subscribed_topic_names
        )
        self.subscribed_topic_regex: str | None = subscribed_topic_regex
        self.rebalance_timeout_ms: int = rebalance_timeout_ms
        self.server_assignor: str | None = server_assignor
        self.classic_member_metadata: ConsumerGroupMemberMetadataValue.ClassicMemberMetadata | None = (
            _CLASSIC_MEMBER_METADATA_DEFAULT if classic_member_metadata is NEW else classic_member_metadata
        )
        self.unknown_tags = None


_pack_B = packer(">B")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ix = packer(">ix")
_unpack_iB = unpacker(">iB")
_ClassicMemberMetadata = ConsumerGroupMemberMetadataValue.ClassicMemberMetadata
_ClassicProtocol = ConsumerGroupMemberMetadataValue.ClassicProtocol
_ONE_CLASSIC_PROTOCOL = ((_ClassicProtocol,),)
_CLASSIC_MEMBER_METADATA_DEFAULT = _ClassicMemberMetadata()
freeze(_CLASSIC_MEMBER_METADATA_DEFAULT)


def _encode_classic_protocol_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_classic_protocol_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        metadata_ = o.metadata
        n = len(metadata_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        out.append(metadata_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_classic_protocol_tags(o, out)


def _encode_classic_member_metadata_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_classic_member_metadata(o, out):
    supported_protocols_ = o.supported_protocols
    n = len(supported_protocols_)
    if n < 127:
        out.append(_pack_iB(o.session_timeout_ms, n + 1))
    else:
        out.append(_pack_i(o.session_timeout_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_classic_protocol_array, supported_protocols_, out)
    elif n:
        _encode_classic_protocol_array(supported_protocols_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_classic_member_metadata_tags(o, out)


def _encode_consumer_group_member_metadata_value_tags(o, section):
    found = {}
    if not (o.classic_member_metadata is _CLASSIC_MEMBER_METADATA_DEFAULT or o.classic_member_metadata == _CLASSIC_MEMBER_METADATA_DEFAULT):
        out = []
        classic_member_metadata_ = o.classic_member_metadata
        if classic_member_metadata_ is None:
            out.append(b"\0")
        else:
            out.append(_pack_B(1))
            _encode_classic_member_metadata(classic_member_metadata_, out)
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_consumer_group_member_metadata_value(o, out):
    instance_id_ = o.instance_id
    if instance_id_ is None:
        out.append(b"\0")
    else:
        instance_id_ = instance_id_.encode()
        n = len(instance_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(instance_id_)
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
    subscribed_topic_regex_ = o.subscribed_topic_regex
    if subscribed_topic_regex_ is None:
        out.append(b"\0")
    else:
        subscribed_topic_regex_ = subscribed_topic_regex_.encode()
        n = len(subscribed_topic_regex_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(subscribed_topic_regex_)
    server_assignor_ = o.server_assignor
    if server_assignor_ is None:
        out.append(_pack_ix(o.rebalance_timeout_ms))
    else:
        server_assignor_ = server_assignor_.encode()
        n = len(server_assignor_)
        if n < 127:
            out.append(_pack_iB(o.rebalance_timeout_ms, n + 1))
        else:
            out.append(_pack_i(o.rebalance_timeout_ms))
            out.append(string_length(n))
        out.append(server_assignor_)
    if o.classic_member_metadata is _CLASSIC_MEMBER_METADATA_DEFAULT and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_consumer_group_member_metadata_value_tags(o, out)


def _decode_classic_protocol_tags(o, buf, pos, count):
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


def _decode_classic_protocol_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ClassicProtocol)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_classic_protocol_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CLASSIC_PROTOCOL * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n = buf[pos]
        pos += 1
        if n > 127:
            e = buf[pos]
            if e < 128:
                n += (e << 7) - 128
                pos += 1
            else:
                n, pos = uvarint(buf, pos)
        if n:
            e = pos + n - 1
            o.metadata = b"" + buf[pos:e]
            pos = e
        else:
            null_error("Metadata")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_classic_protocol_tags(o, buf, pos, t)
    return found, pos


def _decode_classic_member_metadata_tags(o, buf, pos, count):
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


def _decode_classic_member_metadata(buf, pos):
    o = make(_ClassicMemberMetadata)
    o.session_timeout_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.supported_protocols, pos = _decode_classic_protocol_array(buf, pos, n - 1)
    elif n:
        o.supported_protocols = []
    else:
        null_error("SupportedProtocols")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_classic_member_metadata_tags(o, buf, pos, t)
    return o, pos


def _decode_consumer_group_member_metadata_value_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            n = buf[pos]
            pos += 1
            if not n:
                o.classic_member_metadata = None
            else:
                o.classic_member_metadata, pos = _decode_classic_member_metadata(buf, pos)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_consumer_group_member_metadata_value(buf, pos):
    o = make(ConsumerGroupMemberMetadataValue)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.instance_id = buf[pos:e].decode()
        pos = e
    else:
        o.instance_id = None
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
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.subscribed_topic_regex = buf[pos:e].decode()
        pos = e
    else:
        o.subscribed_topic_regex = None
    o.rebalance_timeout_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.server_assignor = buf[pos:e].decode()
        pos = e
    else:
        o.server_assignor = None
    t = buf[pos]
    pos += 1
    o.classic_member_metadata = _CLASSIC_MEMBER_METADATA_DEFAULT
    o.unknown_tags = None
    if t:
        pos = _decode_consumer_group_member_metadata_value_tags(o, buf, pos, t)
    return o, pos


ConsumerGroupMemberMetadataValue._ENCODERS = {0: _encode_consumer_group_member_metadata_value}
ConsumerGroupMemberMetadataValue._DECODERS = {0: _decode_consumer_group_member_metadata_value}
