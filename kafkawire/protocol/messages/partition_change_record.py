"""Generated from schemas/records/PartitionChangeRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    INT32S,
    READY_COUNTS,
    VARINTS,
    ZERO_UUID,
    Message,
    absent,
    integers,
    make,
    many_tags,
    pack_integers,
    packer,
    tag_head,
    tag_size_error,
    unpacker,
    uuids,
    uvarint,
    varint,
    write_tags,
    write_uuids,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class PartitionChangeRecord(Message):
    """What changes in a partition; whatever is absent stays as it is.

    Metadata, versions 0-2, flexible 0+.

    - partition_id: int32, 0+. Always written; -1 stands for nothing.
    - topic_id: uuid, 0+
    - isr: []int32, 0+, null, tag 0. Null for no change.
    - leader: int32, 0+, tag 1. -2 no change, -1 no leader; any other, even the same again,
      raises the leader epoch by one.
    - replicas: []int32, 0+, null, tag 2. Null for no change.
    - removing_replicas: []int32, 0+, null, tag 3. Replicas a reassignment will drop; null
      for no change.
    - adding_replicas: []int32, 0+, null, tag 4. Replicas a reassignment brings in; null for
      no change.
    - leader_recovery_state: int8, 0+, tag 5. -1 no change, 0 recovered, 1 recovering.
    - directories: []uuid, 1+, null, tag 8. Log directory of each replica, in the order of
      Replicas; null for no change.
    - eligible_leader_replicas: []int32, 2+, null, tag 6. Outside the in-sync set, yet with
      every committed record (KIP-966); null for no change.
    - last_known_elr: []int32, 2+, null, tag 7. Candidates of last resort (KIP-966); null
      for no change.
    """

    __slots__ = (
        "partition_id",
        "topic_id",
        "isr",
        "leader",
        "replicas",
        "removing_replicas",
        "adding_replicas",
        "leader_recovery_state",
        "directories",
        "eligible_leader_replicas",
        "last_known_elr",
    )
    _FIELDS = __slots__

    API_KEY = 5
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        partition_id: int = -1,
        topic_id: bytes = ZERO_UUID,
        isr: Sequence[int] | None = None,
        leader: int = -2,
        replicas: Sequence[int] | None = None,
        removing_replicas: Sequence[int] | None = None,
        adding_replicas: Sequence[int] | None = None,
        leader_recovery_state: int = -1,
        directories: list[bytes] | None = None,
        eligible_leader_replicas: Sequence[int] | None = None,
        last_known_elr: Sequence[int] | None = None,
    ) -> None:
        self.partition_id: int = partition_id
        self.topic_id: bytes = topic_id
        self.isr: Sequence[int] | None = isr
        self.leader: int = leader
        self.replicas: Sequence[int] | None = replicas
        self.removing_replicas: Sequence[int] | None = removing_replicas
        self.adding_replicas: Sequence[int] | None = adding_replicas
        self.leader_recovery_state: int = leader_recovery_state
        self.directories: list[bytes] | None = directories
        self.eligible_leader_replicas: Sequence[int] | None = eligible_leader_replicas
        self.last_known_elr: Sequence[int] | None = last_known_elr
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_b = packer(">b")
_pack_i = packer(">i")
_pack_iu = packer(">i16s")
_pack_iux = packer(">i16sx")
_unpack_b = unpacker(">b")
_unpack_i = unpacker(">i")
_unpack_iuB = unpacker(">i16sB")


def _encode_partition_change_record_tags(o, section):
    found = {}
    if o.isr is not None:
        out = []
        isr_ = o.isr
        if isr_ is None:
            out.append(b"\0")
        else:
            n = len(isr_)
            if n == 3:
                i, j, k = isr_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = isr_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(isr_, "i"))
        found[0] = b"".join(out)
    if o.leader != -2:
        out = []
        out.append(_pack_i(o.leader))
        found[1] = b"".join(out)
    if o.replicas is not None:
        out = []
        replicas_ = o.replicas
        if replicas_ is None:
            out.append(b"\0")
        else:
            n = len(replicas_)
            if n == 3:
                i, j, k = replicas_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = replicas_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(replicas_, "i"))
        found[2] = b"".join(out)
    if o.removing_replicas is not None:
        out = []
        removing_replicas_ = o.removing_replicas
        if removing_replicas_ is None:
            out.append(b"\0")
        else:
            n = len(removing_replicas_)
            if n == 3:
                i, j, k = removing_replicas_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = removing_replicas_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(removing_replicas_, "i"))
        found[3] = b"".join(out)
    if o.adding_replicas is not None:
        out = []
        adding_replicas_ = o.adding_replicas
        if adding_replicas_ is None:
            out.append(b"\0")
        else:
            n = len(adding_replicas_)
            if n == 3:
                i, j, k = adding_replicas_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = adding_replicas_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(adding_replicas_, "i"))
        found[4] = b"".join(out)
    if o.leader_recovery_state != -1:
        out = []
        out.append(_pack_b(o.leader_recovery_state))
        found[5] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_partition_change_record(o, out):
    if o.directories is not None:
        absent("Directories")
    if o.eligible_leader_replicas is not None:
        absent("EligibleLeaderReplicas")
    if o.last_known_elr is not None:
        absent("LastKnownElr")
    if (
        o.isr is None
        and o.leader == -2
        and o.replicas is None
        and o.removing_replicas is None
        and o.adding_replicas is None
        and o.leader_recovery_state == -1
        and o.unknown_tags is None
    ):
        out.append(_pack_iux(o.partition_id, o.topic_id))
    else:
        out.append(_pack_iu(o.partition_id, o.topic_id))
        _encode_partition_change_record_tags(o, out)


def _encode_partition_change_record_tags_2(o, section):
    found = {}
    if o.isr is not None:
        out = []
        isr_ = o.isr
        if isr_ is None:
            out.append(b"\0")
        else:
            n = len(isr_)
            if n == 3:
                i, j, k = isr_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = isr_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(isr_, "i"))
        found[0] = b"".join(out)
    if o.leader != -2:
        out = []
        out.append(_pack_i(o.leader))
        found[1] = b"".join(out)
    if o.replicas is not None:
        out = []
        replicas_ = o.replicas
        if replicas_ is None:
            out.append(b"\0")
        else:
            n = len(replicas_)
            if n == 3:
                i, j, k = replicas_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = replicas_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(replicas_, "i"))
        found[2] = b"".join(out)
    if o.removing_replicas is not None:
        out = []
        removing_replicas_ = o.removing_replicas
        if removing_replicas_ is None:
            out.append(b"\0")
        else:
            n = len(removing_replicas_)
            if n == 3:
                i, j, k = removing_replicas_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = removing_replicas_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(removing_replicas_, "i"))
        found[3] = b"".join(out)
    if o.adding_replicas is not None:
        out = []
        adding_replicas_ = o.adding_replicas
        if adding_replicas_ is None:
            out.append(b"\0")
        else:
            n = len(adding_replicas_)
            if n == 3:
                i, j, k = adding_replicas_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = adding_replicas_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(adding_replicas_, "i"))
        found[4] = b"".join(out)
    if o.leader_recovery_state != -1:
        out = []
        out.append(_pack_b(o.leader_recovery_state))
        found[5] = b"".join(out)
    if o.directories is not None:
        out = []
        directories_ = o.directories
        if directories_ is None:
            out.append(b"\0")
        else:
            n = len(directories_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                write_uuids(directories_, out)
        found[8] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_partition_change_record_2(o, out):
    if o.eligible_leader_replicas is not None:
        absent("EligibleLeaderReplicas")
    if o.last_known_elr is not None:
        absent("LastKnownElr")
    if (
        o.isr is None
        and o.leader == -2
        and o.replicas is None
        and o.removing_replicas is None
        and o.adding_replicas is None
        and o.leader_recovery_state == -1
        and o.directories is None
        and o.unknown_tags is None
    ):
        out.append(_pack_iux(o.partition_id, o.topic_id))
    else:
        out.append(_pack_iu(o.partition_id, o.topic_id))
        _encode_partition_change_record_tags_2(o, out)


def _encode_partition_change_record_tags_3(o, section):
    found = {}
    if o.isr is not None:
        out = []
        isr_ = o.isr
        if isr_ is None:
            out.append(b"\0")
        else:
            n = len(isr_)
            if n == 3:
                i, j, k = isr_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = isr_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(isr_, "i"))
        found[0] = b"".join(out)
    if o.leader != -2:
        out = []
        out.append(_pack_i(o.leader))
        found[1] = b"".join(out)
    if o.replicas is not None:
        out = []
        replicas_ = o.replicas
        if replicas_ is None:
            out.append(b"\0")
        else:
            n = len(replicas_)
            if n == 3:
                i, j, k = replicas_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = replicas_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(replicas_, "i"))
        found[2] = b"".join(out)
    if o.removing_replicas is not None:
        out = []
        removing_replicas_ = o.removing_replicas
        if removing_replicas_ is None:
            out.append(b"\0")
        else:
            n = len(removing_replicas_)
            if n == 3:
                i, j, k = removing_replicas_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = removing_replicas_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(removing_replicas_, "i"))
        found[3] = b"".join(out)
    if o.adding_replicas is not None:
        out = []
        adding_replicas_ = o.adding_replicas
        if adding_replicas_ is None:
            out.append(b"\0")
        else:
            n = len(adding_replicas_)
            if n == 3:
                i, j, k = adding_replicas_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = adding_replicas_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(adding_replicas_, "i"))
        found[4] = b"".join(out)
    if o.leader_recovery_state != -1:
        out = []
        out.append(_pack_b(o.leader_recovery_state))
        found[5] = b"".join(out)
    if o.eligible_leader_replicas is not None:
        out = []
        eligible_leader_replicas_ = o.eligible_leader_replicas
        if eligible_leader_replicas_ is None:
            out.append(b"\0")
        else:
            n = len(eligible_leader_replicas_)
            if n == 3:
                i, j, k = eligible_leader_replicas_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = eligible_leader_replicas_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(eligible_leader_replicas_, "i"))
        found[6] = b"".join(out)
    if o.last_known_elr is not None:
        out = []
        last_known_elr_ = o.last_known_elr
        if last_known_elr_ is None:
            out.append(b"\0")
        else:
            n = len(last_known_elr_)
            if n == 3:
                i, j, k = last_known_elr_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = last_known_elr_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(last_known_elr_, "i"))
        found[7] = b"".join(out)
    if o.directories is not None:
        out = []
        directories_ = o.directories
        if directories_ is None:
            out.append(b"\0")
        else:
            n = len(directories_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                write_uuids(directories_, out)
        found[8] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_partition_change_record_3(o, out):
    if (
        o.isr is None
        and o.leader == -2
        and o.replicas is None
        and o.removing_replicas is None
        and o.adding_replicas is None
        and o.leader_recovery_state == -1
        and o.eligible_leader_replicas is None
        and o.last_known_elr is None
        and o.directories is None
        and o.unknown_tags is None
    ):
        out.append(_pack_iux(o.partition_id, o.topic_id))
    else:
        out.append(_pack_iu(o.partition_id, o.topic_id))
        _encode_partition_change_record_tags_3(o, out)


def _decode_partition_change_record_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.isr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.isr = []
            else:
                o.isr = None
        elif tag == 1:
            o.leader, = _unpack_i(buf, pos)
            pos += 4
        elif tag == 2:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.replicas = []
            else:
                o.replicas = None
        elif tag == 3:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.removing_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.removing_replicas = []
            else:
                o.removing_replicas = None
        elif tag == 4:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.adding_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.adding_replicas = []
            else:
                o.adding_replicas = None
        elif tag == 5:
            o.leader_recovery_state, = _unpack_b(buf, pos)
            pos += 1
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_partition_change_record(buf, pos):
    o = make(PartitionChangeRecord)
    o.partition_id, o.topic_id, t = _unpack_iuB(buf, pos)
    pos += 21
    o.isr = None
    o.leader = -2
    o.replicas = None
    o.removing_replicas = None
    o.adding_replicas = None
    o.leader_recovery_state = -1
    o.directories = None
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.unknown_tags = None
    if t:
        pos = _decode_partition_change_record_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_change_record_tags_2(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.isr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.isr = []
            else:
                o.isr = None
        elif tag == 1:
            o.leader, = _unpack_i(buf, pos)
            pos += 4
        elif tag == 2:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.replicas = []
            else:
                o.replicas = None
        elif tag == 3:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.removing_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.removing_replicas = []
            else:
                o.removing_replicas = None
        elif tag == 4:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.adding_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.adding_replicas = []
            else:
                o.adding_replicas = None
        elif tag == 5:
            o.leader_recovery_state, = _unpack_b(buf, pos)
            pos += 1
        elif tag == 8:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.directories, pos = uuids(buf, pos, n - 1)
            elif n:
                o.directories = []
            else:
                o.directories = None
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_partition_change_record_2(buf, pos):
    o = make(PartitionChangeRecord)
    o.partition_id, o.topic_id, t = _unpack_iuB(buf, pos)
    pos += 21
    o.isr = None
    o.leader = -2
    o.replicas = None
    o.removing_replicas = None
    o.adding_replicas = None
    o.leader_recovery_state = -1
    o.directories = None
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.unknown_tags = None
    if t:
        pos = _decode_partition_change_record_tags_2(o, buf, pos, t)
    return o, pos


def _decode_partition_change_record_tags_3(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.isr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.isr = []
            else:
                o.isr = None
        elif tag == 1:
            o.leader, = _unpack_i(buf, pos)
            pos += 4
        elif tag == 2:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.replicas = []
            else:
                o.replicas = None
        elif tag == 3:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.removing_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.removing_replicas = []
            else:
                o.removing_replicas = None
        elif tag == 4:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.adding_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.adding_replicas = []
            else:
                o.adding_replicas = None
        elif tag == 5:
            o.leader_recovery_state, = _unpack_b(buf, pos)
            pos += 1
        elif tag == 6:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.eligible_leader_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.eligible_leader_replicas = []
            else:
                o.eligible_leader_replicas = None
        elif tag == 7:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.last_known_elr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.last_known_elr = []
            else:
                o.last_known_elr = None
        elif tag == 8:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.directories, pos = uuids(buf, pos, n - 1)
            elif n:
                o.directories = []
            else:
                o.directories = None
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_partition_change_record_3(buf, pos):
    o = make(PartitionChangeRecord)
    o.partition_id, o.topic_id, t = _unpack_iuB(buf, pos)
    pos += 21
    o.isr = None
    o.leader = -2
    o.replicas = None
    o.removing_replicas = None
    o.adding_replicas = None
    o.leader_recovery_state = -1
    o.directories = None
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.unknown_tags = None
    if t:
        pos = _decode_partition_change_record_tags_3(o, buf, pos, t)
    return o, pos


PartitionChangeRecord._ENCODERS = {
    0: _encode_partition_change_record,
    1: _encode_partition_change_record_2,
    2: _encode_partition_change_record_3,
}
PartitionChangeRecord._DECODERS = {
    0: _decode_partition_change_record,
    1: _decode_partition_change_record_2,
    2: _decode_partition_change_record_3,
}
