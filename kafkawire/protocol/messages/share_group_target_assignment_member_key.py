"""Generated from schemas/records/ShareGroupTargetAssignmentMemberKey.json; do not edit.

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


class ShareGroupTargetAssignmentMemberKey(Message):
    """Key of one member's target assignment.

    Coordinator-key, versions 0.

    - group_id: string, 0
    - member_id: string, 0
    """

    __slots__ = ("group_id", "member_id")
    _FIELDS = __slots__

    API_KEY = 13
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str = "",
    ) -> None:
        self.group_id: str = group_id
        self.member_id: str = member_id
        self.unknown_tags = None


_pack_h = packer(">h")
_unpack_h = unpacker(">h")


def _encode_share_group_target_assignment_member_key(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_h(n))
    out.append(member_id_)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_share_group_target_assignment_member_key(buf, pos):
    o = make(ShareGroupTargetAssignmentMemberKey)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    o.unknown_tags = None
    return o, pos


ShareGroupTargetAssignmentMemberKey._ENCODERS = {
    0: _encode_share_group_target_assignment_member_key,
}
ShareGroupTargetAssignmentMemberKey._DECODERS = {
    0: _decode_share_group_target_assignment_member_key,
}
