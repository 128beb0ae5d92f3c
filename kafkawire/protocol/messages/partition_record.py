"""Generated from schemas/records/PartitionRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    INT32S,
    NEW,
    READY_COUNTS,
    VARINTS,
    ZERO_UUID,
    Message,
    absent,
    integers,
    make,
    many_tags,
    null_error,
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


class PartitionRecord(Message):
    """State of a partition in full; creates it if need be.

    Metadata, versions 0-2, flexible 0+.

    - partition_id: int32, 0+. Always written; -1 stands for nothing.
    - topic_id: uuid, 0+
    - replicas: []int32, 0+. Preferred leader first.
    - isr: []int32, 0+. Replicas in sync with the leader.
    - removing_replicas: []int32, 0+. Part of Replicas: those a reassignment will drop.
    - adding_replicas: []int32, 0+. Part of Replicas: those a reassignment brings in.
    - leader: int32, 0+. -1 when there is no leader.
    - leader_recovery_state: int8, 0+, tag 0. 1 while a leader from an unclean election
      still recovers, else 0 (KIP-704).
    - leader_epoch: int32, 0+. Rises with each election.
    - partition_epoch: int32, 0+. Rises with each change of the partition's state.
    - directories: []uuid, 1+. Log directory of each replica, in the order of Replicas; 0
      unassigned, 1 lost, 2 migrating (KIP-858).
    - eligible_leader_replicas: []int32, 2+, null, tag 1. Outside the in-sync set, yet with
      every committed record, so safe to elect (KIP-966).
    - last_known_elr: []int32, 2+, null, tag 2. Candidates of last resort when no in-sync or
      eligible replica is left (KIP-966).
    """

    __slots__ = (
        "partition_id",
        "topic_id",
        "replicas",
        "isr",
        "removing_replicas",
        "adding_replicas",
        "leader",
        "leader_recovery_state",
        "leader_epoch",
        "partition_epoch",
        "directories",
        "eligible_leader_replicas",
        "last_known_elr",
    )
    _FIELDS = __slots__

    API_KEY = 3
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        partition_id: int = -1,
        topic_id: bytes = ZERO_UUID,
        replicas: Sequence[int] = NEW,
        isr: Sequence[int] = NEW,
        removing_replicas: Sequence[int] = NEW,
        adding_replicas: Sequence[int] = NEW,
        leader: int = -1,
        leader_recovery_state: int = 0,
        leader_epoch: int = -1,
        partition_epoch: int = -1,
        directories: list[bytes] = NEW,
        eligible_leader_replicas: Sequence[int] | None = None,
        last_known_elr: Sequence[int] | None = None,
    ) -> None:
        self.partition_id: int = partition_id
        self.topic_id: bytes = topic_id
        self.replicas: Sequence[int] = [] if replicas is NEW else replicas
        self.isr: Sequence[int] = [] if isr is NEW else isr
        self.removing_replicas: Sequence[int] = (
            [] if removing_replicas is NEW else removing_replicas
        )
        self.adding_replicas: Sequence[int] = [] if adding_replicas is NEW else adding_replicas
        self.leader: int = leader
        self.leader_recovery_state: int = leader_recovery_state
        self.leader_epoch: int = leader_epoch
        self.partition_epoch: int = partition_epoch
        self.directories: list[bytes] = [] if directories is NEW else directories
        self.eligible_leader_replicas: Sequence[int] | None = eligible_leader_replicas
        self.last_known_elr: Sequence[int] | None = last_known_elr
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_b = packer(">b")
_pack_iii = packer(">iii")
_pack_iiiB = packer(">iiiB")
_pack_iiix = packer(">iiix")
_pack_iu = packer(">i16s")
_pack_iuB = packer(">i16sB")
_pack_iuBi = packer(">i16sBi")
_pack_iuBiii = packer(">i16sBiii")
_unpack_b = unpacker(">b")
_unpack_iiiB = unpacker(">iiiB")
_unpack_iuB = unpacker(">i16sB")


def _encode_partition_record_tags(o, section):
    found = {}
    if o.leader_recovery_state:
        out = []
        out.append(_pack_b(o.leader_recovery_state))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_partition_record(o, out):
    if o.directories:
        absent("Directories")
    if o.eligible_leader_replicas is not None:
        absent("EligibleLeaderReplicas")
    if o.last_known_elr is not None:
        absent("LastKnownElr")
    replicas_ = o.replicas
    n = len(replicas_)
    if n == 3:
        i, j, k = replicas_
        out.append(_pack_iuBiii(o.partition_id, o.topic_id, 4, i, j, k))
    elif n == 1:
        i, = replicas_
        out.append(_pack_iuBi(o.partition_id, o.topic_id, 2, i))
    else:
        if n < 127:
            out.append(_pack_iuB(o.partition_id, o.topic_id, n + 1))
        else:
            out.append(_pack_iu(o.partition_id, o.topic_id))
            out.append(varint(n + 1))
        if n:
            out.append(pack_integers(replicas_, "i"))
    isr_ = o.isr
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
    removing_replicas_ = o.removing_replicas
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
    adding_replicas_ = o.adding_replicas
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
    if not o.leader_recovery_state and o.unknown_tags is None:
        out.append(_pack_iiix(o.leader, o.leader_epoch, o.partition_epoch))
    else:
        out.append(_pack_iii(o.leader, o.leader_epoch, o.partition_epoch))
        _encode_partition_record_tags(o, out)


def _encode_partition_record_2(o, out):
    if o.eligible_leader_replicas is not None:
        absent("EligibleLeaderReplicas")
    if o.last_known_elr is not None:
        absent("LastKnownElr")
    replicas_ = o.replicas
    n = len(replicas_)
    if n == 3:
        i, j, k = replicas_
        out.append(_pack_iuBiii(o.partition_id, o.topic_id, 4, i, j, k))
    elif n == 1:
        i, = replicas_
        out.append(_pack_iuBi(o.partition_id, o.topic_id, 2, i))
    else:
        if n < 127:
            out.append(_pack_iuB(o.partition_id, o.topic_id, n + 1))
        else:
            out.append(_pack_iu(o.partition_id, o.topic_id))
            out.append(varint(n + 1))
        if n:
            out.append(pack_integers(replicas_, "i"))
    isr_ = o.isr
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
    removing_replicas_ = o.removing_replicas
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
    adding_replicas_ = o.adding_replicas
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
    directories_ = o.directories
    n = len(directories_)
    if n < 127:
        out.append(_pack_iiiB(o.leader, o.leader_epoch, o.partition_epoch, n + 1))
    else:
        out.append(_pack_iii(o.leader, o.leader_epoch, o.partition_epoch))
        out.append(varint(n + 1))
    if n:
        write_uuids(directories_, out)
    if not o.leader_recovery_state and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_partition_record_tags(o, out)


def _encode_partition_record_tags_2(o, section):
    found = {}
    if o.leader_recovery_state:
        out = []
        out.append(_pack_b(o.leader_recovery_state))
        found[0] = b"".join(out)
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
        found[1] = b"".join(out)
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
        found[2] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_partition_record_3(o, out):
    replicas_ = o.replicas
    n = len(replicas_)
    if n == 3:
        i, j, k = replicas_
        out.append(_pack_iuBiii(o.partition_id, o.topic_id, 4, i, j, k))
    elif n == 1:
        i, = replicas_
        out.append(_pack_iuBi(o.partition_id, o.topic_id, 2, i))
    else:
        if n < 127:
            out.append(_pack_iuB(o.partition_id, o.topic_id, n + 1))
        else:
            out.append(_pack_iu(o.partition_id, o.topic_id))
            out.append(varint(n + 1))
        if n:
            out.append(pack_integers(replicas_, "i"))
    isr_ = o.isr
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
    removing_replicas_ = o.removing_replicas
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
    adding_replicas_ = o.adding_replicas
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
    directories_ = o.directories
    n = len(directories_)
    if n < 127:
        out.append(_pack_iiiB(o.leader, o.leader_epoch, o.partition_epoch, n + 1))
    else:
        out.append(_pack_iii(o.leader, o.leader_epoch, o.partition_epoch))
        out.append(varint(n + 1))
    if n:
        write_uuids(directories_, out)
    if (
        not o.leader_recovery_state
        and o.eligible_leader_replicas is None
        and o.last_known_elr is None
        and o.unknown_tags is None
    ):
        out.append(b"\0")
    else:
        _encode_partition_record_tags_2(o, out)


def _decode_partition_record_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
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


def _decode_partition_record(buf, pos):
    o = make(PartitionRecord)
    o.partition_id, o.topic_id, n = _unpack_iuB(buf, pos)
    pos += 21
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        n -= 1
        o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
        pos += 4 * n
    elif n:
        o.replicas = []
    else:
        null_error("Replicas")
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
        null_error("Isr")
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
        null_error("RemovingReplicas")
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
        null_error("AddingReplicas")
    o.leader, o.leader_epoch, o.partition_epoch, t = _unpack_iiiB(buf, pos)
    pos += 13
    o.leader_recovery_state = 0
    o.directories = []
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.unknown_tags = None
    if t:
        pos = _decode_partition_record_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_record_2(buf, pos):
    o = make(PartitionRecord)
    o.partition_id, o.topic_id, n = _unpack_iuB(buf, pos)
    pos += 21
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        n -= 1
        o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
        pos += 4 * n
    elif n:
        o.replicas = []
    else:
        null_error("Replicas")
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
        null_error("Isr")
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
        null_error("RemovingReplicas")
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
        null_error("AddingReplicas")
    o.leader, o.leader_epoch, o.partition_epoch, n = _unpack_iiiB(buf, pos)
    pos += 13
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.directories, pos = uuids(buf, pos, n - 1)
    elif n:
        o.directories = []
    else:
        null_error("Directories")
    t = buf[pos]
    pos += 1
    o.leader_recovery_state = 0
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.unknown_tags = None
    if t:
        pos = _decode_partition_record_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_record_tags_2(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.leader_recovery_state, = _unpack_b(buf, pos)
            pos += 1
        elif tag == 1:
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
        elif tag == 2:
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
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_partition_record_3(buf, pos):
    o = make(PartitionRecord)
    o.partition_id, o.topic_id, n = _unpack_iuB(buf, pos)
    pos += 21
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        n -= 1
        o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
        pos += 4 * n
    elif n:
        o.replicas = []
    else:
        null_error("Replicas")
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
        null_error("Isr")
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
        null_error("RemovingReplicas")
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
        null_error("AddingReplicas")
    o.leader, o.leader_epoch, o.partition_epoch, n = _unpack_iiiB(buf, pos)
    pos += 13
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.directories, pos = uuids(buf, pos, n - 1)
    elif n:
        o.directories = []
    else:
        null_error("Directories")
    t = buf[pos]
    pos += 1
    o.leader_recovery_state = 0
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.unknown_tags = None
    if t:
        pos = _decode_partition_record_tags_2(o, buf, pos, t)
    return o, pos


PartitionRecord._ENCODERS = {
    0: _encode_partition_record,
    1: _encode_partition_record_2,
    2: _encode_partition_record_3,
}
PartitionRecord._DECODERS = {
    0: _decode_partition_record,
    1: _decode_partition_record_2,
    2: _decode_partition_record_3,
}
