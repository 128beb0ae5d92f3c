"""Generated from schemas/records/StreamsGroupMetadataValue.json; do not edit.

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
    write_long,
    write_tags,
)


class StreamsGroupMetadataValue(Message):
    """Epochs of a Kafka Streams group.

    Coordinator-value, versions 0, flexible 0+.

    - epoch: int32, 0+. Group epoch; rises with every change that asks for a new assignment.
    - metadata_hash: int64, 0+. Hash over the topics' metadata; another value makes the
      group rebalance (KIP-1101).
    - validated_topology_epoch: int32, 0+, tag 0. Topology whose topics were last found in
      order; -1 for none.
    - last_assignment_configs: []LastAssignmentConfig, 0+, null, tag 1. Assignor settings
      behind the last assignment; a change makes the group rebalance.
    - stored_description_topology_epoch: int32, 0+, tag 2. Topology whose description is
      stored; -1 for none (KIP-1331).
    - failed_description_topology_epoch: int32, 0+, tag 3. Topology whose description was
      refused for good; -1 for none (KIP-1331).
    """

    __slots__ = (
        "epoch",
        "metadata_hash",
        "validated_topology_epoch",
        "last_assignment_configs",
        "stored_description_topology_epoch",
        "failed_description_topology_epoch",
    )
    _FIELDS = __slots__

    API_KEY = 17
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class LastAssignmentConfig(Struct):
        """LastAssignmentConfig of `StreamsGroupMetadataValue`.

        - key: string, 0+
        - value: string, 0+
        """

        __slots__ = ("key", "value")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            key: str = "",
            value: str = "",
        ) -> None:
            self.key: str = key
            self.value: str = value
            self.unknown_tags = None

    def __init__(
        self,
        *,
        epoch: int = 0,
        metadata_hash: int = 0,
        validated_topology_epoch: int = -1,
        last_assignment_configs: list[StreamsGroupMetadataValue.LastAssignmentConfig] | None = NEW,
        stored_description_topology_epoch: int = -1,
        failed_description_topology_epoch: int = -1,
    ) -> None:
        self.epoch: int = epoch
        self.metadata_hash: int = metadata_hash
        self.validated_topology_epoch: int = validated_topology_epoch
        self.last_assignment_configs: list[StreamsGroupMetadataValue.LastAssignmentConfig] | None = (
            [] if last_assignment_configs is NEW else last_assignment_configs
        )
        self.stored_description_topology_epoch: int = stored_description_topology_epoch
        self.failed_description_topology_epoch: int = failed_description_topology_epoch
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_unpack_i = unpacker(">i")
_unpack_iqB = unpacker(">iqB")
_LastAssignmentConfig = StreamsGroupMetadataValue.LastAssignmentConfig
_ONE_LAST_ASSIGNMENT_CONFIG = ((_LastAssignmentConfig,),)


def _encode_last_assignment_config_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_last_assignment_config_array(array, out):
    for o in array:
        key_ = o.key
        key_ = key_.encode()
        n = len(key_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(key_)
        value_ = o.value
        value_ = value_.encode()
        n = len(value_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(value_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_last_assignment_config_tags(o, out)


def _encode_streams_group_metadata_value_tags(o, section):
    found = {}
    if o.validated_topology_epoch != -1:
        out = []
        out.append(_pack_i(o.validated_topology_epoch))
        found[0] = b"".join(out)
    if not (not o.last_assignment_configs and o.last_assignment_configs is not None):
        out = []
        last_assignment_configs_ = o.last_assignment_configs
        if last_assignment_configs_ is None:
            out.append(b"\0")
        else:
            n = len(last_assignment_configs_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n > 32:
                write_long(_encode_last_assignment_config_array, last_assignment_configs_, out)
            elif n:
                _encode_last_assignment_config_array(last_assignment_configs_, out)
        found[1] = b"".join(out)
    if o.stored_description_topology_epoch != -1:
        out = []
        out.append(_pack_i(o.stored_description_topology_epoch))
        found[2] = b"".join(out)
    if o.failed_description_topology_epoch != -1:
        out = []
        out.append(_pack_i(o.failed_description_topology_epoch))
        found[3] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_streams_group_metadata_value(o, out):
    if (
        o.validated_topology_epoch == -1
        and (not o.last_assignment_configs and o.last_assignment_configs is not None)
        and o.stored_description_topology_epoch == -1
        and o.failed_description_topology_epoch == -1
        and o.unknown_tags is None
    ):
        out.append(_pack_iqx(o.epoch, o.metadata_hash))
    else:
        out.append(_pack_iq(o.epoch, o.metadata_hash))
        _encode_streams_group_metadata_value_tags(o, out)


def _decode_last_assignment_config_tags(o, buf, pos, count):
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


def _decode_last_assignment_config_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LastAssignmentConfig)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_last_assignment_config_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LAST_ASSIGNMENT_CONFIG * count)]
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.value = buf[pos:e].decode()
            pos = e
        else:
            null_error("Value")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_last_assignment_config_tags(o, buf, pos, t)
    return found, pos


def _decode_streams_group_metadata_value_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.validated_topology_epoch, = _unpack_i(buf, pos)
            pos += 4
        elif tag == 1:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.last_assignment_configs, pos = _decode_last_assignment_config_array(buf, pos, n - 1)
            elif n:
                o.last_assignment_configs = []
            else:
                o.last_assignment_configs = None
        elif tag == 2:
            o.stored_description_topology_epoch, = _unpack_i(buf, pos)
            pos += 4
        elif tag == 3:
            o.failed_description_topology_epoch, = _unpack_i(buf, pos)
            pos += 4
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_streams_group_metadata_value(buf, pos):
    o = make(StreamsGroupMetadataValue)
    o.epoch, o.metadata_hash, t = _unpack_iqB(buf, pos)
    pos += 13
    o.validated_topology_epoch = -1
    o.last_assignment_configs = []
    o.stored_description_topology_epoch = -1
    o.failed_description_topology_epoch = -1
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_metadata_value_tags(o, buf, pos, t)
    return o, pos


StreamsGroupMetadataValue._ENCODERS = {0: _encode_streams_group_metadata_value}
StreamsGroupMetadataValue._DECODERS = {0: _decode_streams_group_metadata_value}
