"""Generated from schemas/records/ConsumerGroupTargetAssignmentMetadataValue.json; do not edit.

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
    tag_size_error,
    unpacker,
    uvarint,
    write_tags,
)


class ConsumerGroupTargetAssignmentMetadataValue(Message):
    """For which epoch the target assignment was worked out.

    Coordinator-value, versions 0, flexible 0+.

    - assignment_epoch: int32, 0+. Group epoch of the target assignment.
    - assignment_timestamp: int64, 0+, tag 0. When the assignment was worked out,
      milliseconds; 0 when not recorded.
    """

    __slots__ = ("assignment_epoch", "assignment_timestamp")
    _FIELDS = __slots__

    API_KEY = 6
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        assignment_epoch: int = 0,
        assignment_timestamp: int = 0,
    ) -> None:
        self.assignment_epoch: int = assignment_epoch
        self.assignment_timestamp: int = assignment_timestamp
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_ix = packer(">ix")
_pack_q = packer(">q")
_unpack_iB = unpacker(">iB")
_unpack_q = unpacker(">q")


def _encode_consumer_group_target_assignment_metadata_value_tags(o, section):
    found = {}
    if o.assignment_timestamp:
        out = []
        out.append(_pack_q(o.assignment_timestamp))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_consumer_group_target_assignment_metadata_value(o, out):
    if not o.assignment_timestamp and o.unknown_tags is None:
        out.append(_pack_ix(o.assignment_epoch))
    else:
        out.append(_pack_i(o.assignment_epoch))
        _encode_consumer_group_target_assignment_metadata_value_tags(o, out)


def _decode_consumer_group_target_assignment_metadata_value_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.assignment_timestamp, = _unpack_q(buf, pos)
            pos += 8
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_consumer_group_target_assignment_metadata_value(buf, pos):
    o = make(ConsumerGroupTargetAssignmentMetadataValue)
    o.assignment_epoch, t = _unpack_iB(buf, pos)
    pos += 5
    o.assignment_timestamp = 0
    o.unknown_tags = None
    if t:
        pos = _decode_consumer_group_target_assignment_metadata_value_tags(o, buf, pos, t)
    return o, pos


ConsumerGroupTargetAssignmentMetadataValue._ENCODERS = {
    0: _encode_consumer_group_target_assignment_metadata_value,
}
ConsumerGroupTargetAssignmentMetadataValue._DECODERS = {
    0: _decode_consumer_group_target_assignment_metadata_value,
}
