"""Generated from schemas/messages/ControlRecordTypeSchema.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (NEVER_FLEXIBLE, Message, absent, make, packer, unpacker)


class ControlRecordTypeSchema(Message):
    """Key of a control record, after an int16 version.

    Data, versions 0.

    - type: int16, 0+. 0 abort, 1 commit, 2 leader change, 3 snapshot header, 4 snapshot
      footer, 5 kraft version, 6 voters.
    """

    __slots__ = ("type",)
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        type: int = 0,
    ) -> None:
        self.type: int = type
        self.unknown_tags = None


_pack_h = packer(">h")
_unpack_h = unpacker(">h")


def _encode_control_record_type_schema(o, out):
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_h(o.type))


def _decode_control_record_type_schema(buf, pos):
    o = make(ControlRecordTypeSchema)
    o.type, = _unpack_h(buf, pos)
    pos += 2
    o.unknown_tags = None
    return o, pos


ControlRecordTypeSchema._ENCODERS = {0: _encode_control_record_type_schema}
ControlRecordTypeSchema._DECODERS = {0: _decode_control_record_type_schema}
