"""Generated from schemas/records/StreamsGroupCurrentMemberAssignmentValue.json; do not edit.

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
    LargeFrame,
    Message,
    Struct,
    integers,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    pack_integers,
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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class StreamsGroupCurrentMemberAssignmentValue(Message):
    """What a member has now, and how far it is with a change.

    Coordinator-value, versions 0, flexible 0+.

    - member_epoch: int32, 0+. Group epoch the member has reached; -2 for a static member
      that is away.
    - previous_member_epoch: int32, 0+. Still accepted, for a member that missed the last
      answer.
    - state: int8, 0+. 0 stable, 1 has yet to revoke tasks, 2 waits for others to release
      theirs.
    - active_tasks: []TaskIds, 0+. Tasks the member runs.
    - standby_tasks: []TaskIds, 0+. Tasks whose state the member keeps warm as a spare.
    - warmup_tasks: []TaskIds, 0+. Tasks whose state the member builds up before it takes
      them over.
    - active_tasks_pending_revocation: []TaskIds, 0+. Active tasks the member has been told
      to give back.
    - standby_tasks_pending_revocation: []TaskIds, 0+. Standby tasks the member has been
      told to give back.
    - warmup_tasks_pending_revocation: []TaskIds, 0+. Warm-up tasks the member has been told
      to give back.
    """

    __slots__ = (
        "member_epoch",
        "previous_member_epoch",
        "state",
        "active_tasks",
        "standby_tasks",
        "warmup_tasks",
        "active_tasks_pending_revocation",
        "standby_tasks_pending_revocation",
        "warmup_tasks_pending_revocation",
    )
    _FIELDS = __slots__

    API_KEY = 22
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TaskIds(Struct):
        """TaskIds of `StreamsGroupCurrentMemberAssignmentValue`.

        - subtopology_id: string, 0+. Names the subtopology within the topology; tasks are
          (subtopology, partition).
        - partitions: []int32, 0+
        - assignment_epochs: []int32, 0+, null, tag 0. Member epoch at which each partition of
          the list was given, in its order (KIP-1251).
        """

        __slots__ = ("subtopology_id", "partitions", "assignment_epochs")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            subtopology_id: str = "",
            partitions: Sequence[int] = NEW,
            assignment_epochs: Sequence[int] | None = NEW,
        ) -> None:
            self.subtopology_id: str = subtopology_id
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.assignment_epochs: Sequence[int] | None = (
                [] if assignment_epochs is NEW else assignment_epochs
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        member_epoch: int = 0,
        previous_member_epoch: int = 0,
        state: int = 0,
        active_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = NEW,
        standby_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = NEW,
        warmup_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = NEW,
        active_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = NEW,
        standby_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = NEW,
        warmup_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = NEW,
    ) -> None:
        self.member_epoch: int = member_epoch
        self.previous_member_epoch: int = previous_member_epoch
        self.state: int = state
        self.active_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = (
            [] if active_tasks is NEW else active_tasks
        )
        self.standby_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = (
            [] if standby_tasks is NEW else standby_tasks
        )
        self.warmup_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = (
            [] if warmup_tasks is NEW else warmup_tasks
        )
        self.active_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = (
            [] if active_tasks_pending_revocation is NEW else active_tasks_pending_revocation
        )
        self.standby_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = (
            [] if standby_tasks_pending_revocation is NEW else standby_tasks_pending_revocation
        )
        self.warmup_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = (
            [] if warmup_tasks_pending_revocation is NEW else warmup_tasks_pending_revocation
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_iib = packer(">iib")
_pack_iibB = packer(">iibB")
_unpack_iibB = unpacker(">iibB")
_TaskIds = StreamsGroupCurrentMemberAssignmentValue.TaskIds
_ONE_TASK_IDS = ((_TaskIds,),)


def _encode_task_ids_tags(o, section):
    found = {}
    if not (not o.assignment_epochs and o.assignment_epochs is not None):
        out = []
        assignment_epochs_ = o.assignment_epochs
        if assignment_epochs_ is None:
            out.append(b"\0")
        else:
            n = len(assignment_epochs_)
            if n == 3:
                i, j, k = assignment_epochs_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = assignment_epochs_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(assignment_epochs_, "i"))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_task_ids_array(array, out):
    for o in array:
        subtopology_id_ = o.subtopology_id
        subtopology_id_ = subtopology_id_.encode()
        n = len(subtopology_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(subtopology_id_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n == 3:
            i, j, k = partitions_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = partitions_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partitions_, "i"))
        if (not o.assignment_epochs and o.assignment_epochs is not None) and o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_task_ids_tags(o, out)


def _encode_streams_group_current_member_assignment_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_streams_group_current_member_assignment_value(o, out):
    active_tasks_ = o.active_tasks
    n = len(active_tasks_)
    if n < 127:
        out.append(_pack_iibB(o.member_epoch, o.previous_member_epoch, o.state, n + 1))
    else:
        out.append(_pack_iib(o.member_epoch, o.previous_member_epoch, o.state))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_task_ids_array, active_tasks_, out)
    elif n:
        _encode_task_ids_array(active_tasks_, out)
    standby_tasks_ = o.standby_tasks
    n = len(standby_tasks_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_task_ids_array, standby_tasks_, out)
    elif n:
        _encode_task_ids_array(standby_tasks_, out)
    warmup_tasks_ = o.warmup_tasks
    n = len(warmup_tasks_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_task_ids_array, warmup_tasks_, out)
    elif n:
        _encode_task_ids_array(warmup_tasks_, out)
    active_tasks_pending_revocation_ = o.active_tasks_pending_revocation
    n = len(active_tasks_pending_revocation_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_task_ids_array, active_tasks_pending_revocation_, out)
    elif n:
        _encode_task_ids_array(active_tasks_pending_revocation_, out)
    standby_tasks_pending_revocation_ = o.standby_tasks_pending_revocation
    n = len(standby_tasks_pending_revocation_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_task_ids_array, standby_tasks_pending_revocation_, out)
    elif n:
        _encode_task_ids_array(standby_tasks_pending_revocation_, out)
    warmup_tasks_pending_revocation_ = o.warmup_tasks_pending_revocation
    n = len(warmup_tasks_pending_revocation_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_task_ids_array, warmup_tasks_pending_revocation_, out)
    elif n:
        _encode_task_ids_array(warmup_tasks_pending_revocation_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_streams_group_current_member_assignment_value_tags(o, out)


def _decode_task_ids_tags(o, buf, pos, count):
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
                o.assignment_epochs = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.assignment_epochs = []
            else:
                o.assignment_epochs = None
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_task_ids_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TaskIds)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_task_ids_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TASK_IDS * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.subtopology_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("SubtopologyId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.partitions = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.assignment_epochs = []
        o.unknown_tags = None
        if t:
            pos = _decode_task_ids_tags(o, buf, pos, t)
    return found, pos


def _decode_streams_group_current_member_assignment_value_tags(o, buf, pos, count):
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


def _decode_streams_group_current_member_assignment_value(buf, pos):
    o = make(StreamsGroupCurrentMemberAssignmentValue)
    o.member_epoch, o.previous_member_epoch, o.state, n = _unpack_iibB(buf, pos)
    pos += 10
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.active_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.active_tasks = []
    else:
        null_error("ActiveTasks")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.standby_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.standby_tasks = []
    else:
        null_error("StandbyTasks")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.warmup_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.warmup_tasks = []
    else:
        null_error("WarmupTasks")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.active_tasks_pending_revocation, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.active_tasks_pending_revocation = []
    else:
        null_error("ActiveTasksPendingRevocation")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.standby_tasks_pending_revocation, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.standby_tasks_pending_revocation = []
    else:
        null_error("StandbyTasksPendingRevocation")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.warmup_tasks_pending_revocation, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.warmup_tasks_pending_revocation = []
    else:
        null_error("WarmupTasksPendingRevocation")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_current_member_assignment_value_tags(o, buf, pos, t)
    return o, pos


StreamsGroupCurrentMemberAssignmentValue._ENCODERS = {
    0: _encode_streams_group_current_member_assignment_value,
}
StreamsGroupCurrentMemberAssignmentValue._DECODERS = {
    0: _decode_streams_group_current_member_assignment_value,
}
