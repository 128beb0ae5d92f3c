"""Generated from schemas/records/StreamsGroupTargetAssignmentMemberValue.json; do not edit.

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
    uvarint,
    varint,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class StreamsGroupTargetAssignmentMemberValue(Message):
    """Tasks one member shall have in the end.

    Coordinator-value, versions 0, flexible 0+.

    - active_tasks: []TaskIds, 0+. Tasks the member runs.
    - standby_tasks: []TaskIds, 0+. Tasks whose state the member keeps warm as a spare.
    - warmup_tasks: []TaskIds, 0+. Tasks whose state the member builds up before it takes
      them over.
    """

    __slots__ = ("active_tasks", "standby_tasks", "warmup_tasks")
    _FIELDS = __slots__

    API_KEY = 21
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TaskIds(Struct):
        """TaskIds of `StreamsGroupTargetAssignmentMemberValue`.

        - subtopology_id: string, 0+. Names the subtopology within the topology; tasks are
          (subtopology, partition).
        - partitions: []int32, 0+
        """

        __slots__ = ("subtopology_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            subtopology_id: str = "",
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.subtopology_id: str = subtopology_id
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    def __init__(
        self,
        *,
        active_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds] = NEW,
        standby_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds] = NEW,
        warmup_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds] = NEW,
    ) -> None:
        self.active_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds] = (
            [] if active_tasks is NEW else active_tasks
        )
        self.standby_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds] = (
            [] if standby_tasks is NEW else standby_tasks
        )
        self.warmup_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds] = (
            [] if warmup_tasks is NEW else warmup_tasks
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_TaskIds = StreamsGroupTargetAssignmentMemberValue.TaskIds
_ONE_TASK_IDS = ((_TaskIds,),)


def _encode_task_ids_tags(o, section):
    write_tags({}, section, o.unknown_tags)


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
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_task_ids_tags(o, out)


def _encode_streams_group_target_assignment_member_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_streams_group_target_assignment_member_value(o, out):
    active_tasks_ = o.active_tasks
    n = len(active_tasks_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
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
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_streams_group_target_assignment_member_value_tags(o, out)


def _decode_task_ids_tags(o, buf, pos, count):
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
        o.unknown_tags = None
        if t:
            pos = _decode_task_ids_tags(o, buf, pos, t)
    return found, pos


def _decode_streams_group_target_assignment_member_value_tags(o, buf, pos, count):
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


def _decode_streams_group_target_assignment_member_value(buf, pos):
    o = make(StreamsGroupTargetAssignmentMemberValue)
    n = buf[pos]
    pos += 1
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
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_target_assignment_member_value_tags(o, buf, pos, t)
    return o, pos


StreamsGroupTargetAssignmentMemberValue._ENCODERS = {
    0: _encode_streams_group_target_assignment_member_value,
}
StreamsGroupTargetAssignmentMemberValue._DECODERS = {
    0: _decode_streams_group_target_assignment_member_value,
}
