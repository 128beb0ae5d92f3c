"""Generated from schemas/records/ConsumerGroupPartitionMetadataKey.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEVER_FLEXIBLE,
    Message,
    absent,
    make,
    null_error,
    packer,
    unpacker,
)


class ConsumerGroupPartitionMetadataKey(Message):
    """Key of the topic metadata of a consumer group; MetadataHash replaced it.

    Coordinator-key, versions 0.

    - group_id: string, 0
    """

    __slots__ = ("group_id",)
    _FIELDS = __slots__

    API_KEY = 4
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        group_id: str = "",
    ) -> None:
        self.group_id: str = group_id
        self.unknown_tags = None


_pack_h = packer(">h")
_unpack_h = unpacker(">h")


def _encode_consumer_group_partition_metadata_key(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_consumer_group_partition_metadata_key(buf, pos):
    o = make(ConsumerGroupPartitionMetadataKey)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.unknown_tags = None
    return o, pos


ConsumerGroupPartitionMetadataKey._ENCODERS = {0: _encode_consumer_group_partition_metadata_key}
ConsumerGroupPartitionMetadataKey._DECODERS = {0: _decode_consumer_group_partition_metadata_key}
