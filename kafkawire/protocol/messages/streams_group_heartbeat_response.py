"""Generated from schemas/messages/StreamsGroupHeartbeatResponse.json; do not edit.

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
    absent,
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
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class StreamsGroupHeartbeatResponse(Message):
    """The member's epoch, its tasks when they changed, and news for the application
    (KIP-1071).

    Response of api key 88, versions 0-1, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - member_id: string, 0+
    - member_epoch: int32, 0+. To be sent from now on.
    - heartbeat_interval_ms: int32, 0+. Time to the next heartbeat.
    - acceptable_recovery_lag_legacy: int32, 0. Version 0's form of AcceptableRecoveryLag.
    - task_offset_interval_ms: int32, 0+. How often to report task offsets.
    - acceptable_recovery_lag: int64, 1+. A warm-up within this many records of the end
      counts as caught up; -1 unset.
    - status: []Status, 0+, null. Conditions of the group worth acting on; null when there
      are none.
    - active_tasks: []TaskIds, 0+, null. Tasks to run from now on; null when unchanged.
    - standby_tasks: []TaskIds, 0+, null. Standby tasks to have from now on; null when
      unchanged.
    - warmup_tasks: []TaskIds, 0+, null. Warm-up tasks to have from now on; null when
      unchanged.
    - topology_description_required: bool, 1+. True asks the member to send
      StreamsGroupTopologyDescriptionUpdate (KIP-1331).
    - endpoint_information_epoch: int32, 0+. Version of the list of endpoints.
    - partitions_by_user_endpoint: []EndpointToPartitions, 0+, null. Which instance serves
      which partitions, for interactive queries; null when unchanged.
    """

    __slots__ = (
        "throttle_time_ms",
        "error_code",
        "error_message",
        "member_id",
        "member_epoch",
        "heartbeat_interval_ms",
        "acceptable_recovery_lag_legacy",
        "task_offset_interval_ms",
        "acceptable_recovery_lag",
        "status",
        "active_tasks",
        "standby_tasks",
        "warmup_tasks",
        "topology_description_required",
        "endpoint_information_epoch",
        "partitions_by_user_endpoint",
    )
    _FIELDS = __slots__

    API_KEY = 88
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class Status(Struct):
        """Status of `StreamsGroupHeartbeatResponse`.

        - status_code: int8, 0+. 0 stale topology, 1 source topics missing, 2 wrong partition
          counts, 3 internal topics missing, 4 shut down.
        - status_detail: string, 0+. Words for people.
        """

        __slots__ = ("status_code", "status_detail")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            status_code: int = 0,
            status_detail: str = "",
        ) -> None:
            self.status_code: int = status_code
            self.status_detail: str = status_detail
            self.unknown_tags = None

    class TopicPartition(Struct):
        """TopicPartition of `StreamsGroupHeartbeatResponse`.

        - topic: string, 0+
        - partitions: []int32, 0+
        """

        __slots__ = ("topic", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic: str = "",
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.topic: str = topic
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    class TaskIds(Struct):
        """TaskIds of `StreamsGroupHeartbeatResponse`.

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

    class Endpoint(Struct):
        """Endpoint of `StreamsGroupHeartbeatResponse`.

        - host: string, 0+
        - port: uint16, 0+
        """

        __slots__ = ("host", "port")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            host: str = "",
            port: int = 0,
        ) -> None:
            self.host: str = host
            self.port: int = port
            self.unknown_tags = None

    class EndpointToPartitions(Struct):
        """Which instance serves which partitions, for interactive queries; null when unchanged.

        - user_endpoint: Endpoint, 0+. Where the application answers interactive queries; null
          when it does not.
        - active_partitions: []TopicPartition, 0+
        - standby_partitions: []TopicPartition, 0+
        """

        __slots__ = ("user_endpoint", "active_partitions", "standby_partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            user_endpoint: StreamsGroupHeartbeatResponse.Endpoint = NEW,
            active_partitions: list[StreamsGroupHeartbeatResponse.TopicPartition] = NEW,
            standby_partitions: list[StreamsGroupHeartbeatResponse.TopicPartition] = NEW,
        ) -> None:
            self.user_endpoint: StreamsGroupHeartbeatResponse.Endpoint = (
                StreamsGroupHeartbeatResponse.Endpoint() if user_endpoint is NEW else user_endpoint
            )
            self.active_partitions: list[StreamsGroupHeartbeatResponse.TopicPartition] = (
                [] if active_partitions is NEW else active_partitions
            )
            self.standby_partitions: list[StreamsGroupHeartbeatResponse.TopicPartition] = (
                [] if standby_partitions is NEW else standby_partitions
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        member_id: str = "",
        member_epoch: int = 0,
        heartbeat_interval_ms: int = 0,
        acceptable_recovery_lag_legacy: int = 0,
        task_offset_interval_ms: int = 0,
        acceptable_recovery_lag: int = -1,
        status: list[StreamsGroupHeartbeatResponse.Status] | None = NEW,
        active_tasks: list[StreamsGroupHeartbeatResponse.TaskIds] | None = None,
        standby_tasks: list[StreamsGroupHeartbeatResponse.TaskIds] | None = None,
        warmup_tasks: list[StreamsGroupHeartbeatResponse.TaskIds] | None = None,
        topology_description_required: bool = False,
        endpoint_information_epoch: int = 0,
        partitions_by_user_endpoint: list[StreamsGroupHeartbeatResponse.EndpointToPartitions] | None = None,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.member_id: str = member_id
        self.member_epoch: int = member_epoch
        self.heartbeat_interval_ms: int = heartbeat_interval_ms
        self.acceptable_recovery_lag_legacy: int = acceptable_recovery_lag_legacy
        self.task_offset_interval_ms: int = task_offset_interval_ms
        self.acceptable_recovery_lag: int = acceptable_recovery_lag
        self.status: list[StreamsGroupHeartbeatResponse.Status] | None = (
            [] if status is NEW else status
        )
        self.active_tasks: list[StreamsGroupHeartbeatResponse.TaskIds] | None = active_tasks
        self.standby_tasks: list[StreamsGroupHeartbeatResponse.TaskIds] | None = standby_tasks
        self.warmup_tasks: list[StreamsGroupHeartbeatResponse.TaskIds] | None = warmup_tasks
        self.topology_description_required: bool = topology_description_required
        self.endpoint_information_epoch: int = endpoint_information_epoch
        self.partitions_by_user_endpoint: list[StreamsGroupHeartbeatResponse.EndpointToPartitions] | None = partitions_by_user_endpoint
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_pack_iiii = packer(">iiii")
_pack_iiiiB = packer(">iiiiB")
_pack_iiiix = packer(">iiiix")
_pack_iiiq = packer(">iiiq")
_pack_iiiqB = packer(">iiiqB")
_pack_iiiqx = packer(">iiiqx")
_pack_ix = packer(">ix")
_pack_oi = packer(">?i")
_pack_oiB = packer(">?iB")
_pack_oix = packer(">?ix")
_unpack_HB = unpacker(">HB")
_unpack_bB = unpacker(">bB")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_unpack_iiiiB = unpacker(">iiiiB")
_unpack_iiiqB = unpacker(">iiiqB")
_unpack_oiB = unpacker(">?iB")
_Status = StreamsGroupHeartbeatResponse.Status
_TopicPartition = StreamsGroupHeartbeatResponse.TopicPartition
_TaskIds = StreamsGroupHeartbeatResponse.TaskIds
_Endpoint = StreamsGroupHeartbeatResponse.Endpoint
_EndpointToPartitions = StreamsGroupHeartbeatResponse.EndpointToPartitions
_ONE_STATUS = ((_Status,),)
_ONE_TASK_IDS = ((_TaskIds,),)
_ONE_TOPIC_PARTITION = ((_TopicPartition,),)
_ONE_ENDPOINT_TO_PARTITIONS = ((_EndpointToPartitions,),)


def _encode_status_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_status_array(array, out):
    for o in array:
        status_detail_ = o.status_detail
        status_detail_ = status_detail_.encode()
        n = len(status_detail_)
        if n < 127:
            out.append(_pack_bB(o.status_code, n + 1))
        else:
            out.append(_pack_b(o.status_code))
            out.append(string_length(n))
        out.append(status_detail_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_status_tags(o, out)


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


def _encode_endpoint_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_endpoint(o, out):
    host_ = o.host
    host_ = host_.encode()
    n = len(host_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(host_)
    if o.unknown_tags is None:
        out.append(_pack_Hx(o.port))
    else:
        out.append(_pack_H(o.port))
        _encode_endpoint_tags(o, out)


def _encode_topic_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_partition_array(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_)
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
            _encode_topic_partition_tags(o, out)


def _encode_endpoint_to_partitions_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_endpoint_to_partitions_array(array, out):
    for o in array:
        _encode_endpoint(o.user_endpoint, out)
        active_partitions_ = o.active_partitions
        n = len(active_partitions_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topic_partition_array, active_partitions_, out)
        elif n:
            _encode_topic_partition_array(active_partitions_, out)
        standby_partitions_ = o.standby_partitions
        n = len(standby_partitions_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topic_partition_array, standby_partitions_, out)
        elif n:
            _encode_topic_partition_array(standby_partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_endpoint_to_partitions_tags(o, out)


def _encode_streams_group_heartbeat_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_streams_group_heartbeat_response(o, out):
    if o.topology_description_required:
        absent("TopologyDescriptionRequired")
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(member_id_)
    status_ = o.status
    if status_ is None:
        out.append(_pack_iiiix(
            o.member_epoch,
            o.heartbeat_interval_ms,
            o.acceptable_recovery_lag_legacy,
            o.task_offset_interval_ms,
        ))
    else:
        n = len(status_)
        if n < 127:
            out.append(_pack_iiiiB(
                o.member_epoch,
                o.heartbeat_interval_ms,
                o.acceptable_recovery_lag_legacy,
                o.task_offset_interval_ms,
                n + 1,
            ))
        else:
            out.append(_pack_iiii(
                o.member_epoch,
                o.heartbeat_interval_ms,
                o.acceptable_recovery_lag_legacy,
                o.task_offset_interval_ms,
            ))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_status_array, status_, out)
        elif n:
            _encode_status_array(status_, out)
    active_tasks_ = o.active_tasks
    if active_tasks_ is None:
        out.append(b"\0")
    else:
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
    if standby_tasks_ is None:
        out.append(b"\0")
    else:
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
    if warmup_tasks_ is None:
        out.append(b"\0")
    else:
        n = len(warmup_tasks_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_task_ids_array, warmup_tasks_, out)
        elif n:
            _encode_task_ids_array(warmup_tasks_, out)
    partitions_by_user_endpoint_ = o.partitions_by_user_endpoint
    if partitions_by_user_endpoint_ is None:
        out.append(_pack_ix(o.endpoint_information_epoch))
    else:
        n = len(partitions_by_user_endpoint_)
        if n < 127:
            out.append(_pack_iB(o.endpoint_information_epoch, n + 1))
        else:
            out.append(_pack_i(o.endpoint_information_epoch))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_endpoint_to_partitions_array, partitions_by_user_endpoint_, out)
        elif n:
            _encode_endpoint_to_partitions_array(partitions_by_user_endpoint_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_streams_group_heartbeat_response_tags(o, out)


def _encode_streams_group_heartbeat_response_2(o, out):
    if o.acceptable_recovery_lag_legacy:
        absent("AcceptableRecoveryLagLegacy")
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(member_id_)
    status_ = o.status
    if status_ is None:
        out.append(_pack_iiiqx(
            o.member_epoch,
            o.heartbeat_interval_ms,
            o.task_offset_interval_ms,
            o.acceptable_recovery_lag,
        ))
    else:
        n = len(status_)
        if n < 127:
            out.append(_pack_iiiqB(
                o.member_epoch,
                o.heartbeat_interval_ms,
                o.task_offset_interval_ms,
                o.acceptable_recovery_lag,
                n + 1,
            ))
        else:
            out.append(_pack_iiiq(
                o.member_epoch,
                o.heartbeat_interval_ms,
                o.task_offset_interval_ms,
                o.acceptable_recovery_lag,
            ))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_status_array, status_, out)
        elif n:
            _encode_status_array(status_, out)
    active_tasks_ = o.active_tasks
    if active_tasks_ is None:
        out.append(b"\0")
    else:
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
    if standby_tasks_ is None:
        out.append(b"\0")
    else:
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
    if warmup_tasks_ is None:
        out.append(b"\0")
    else:
        n = len(warmup_tasks_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_task_ids_array, warmup_tasks_, out)
        elif n:
            _encode_task_ids_array(warmup_tasks_, out)
    partitions_by_user_endpoint_ = o.partitions_by_user_endpoint
    if partitions_by_user_endpoint_ is None:
        out.append(_pack_oix(o.topology_description_required, o.endpoint_information_epoch))
    else:
        n = len(partitions_by_user_endpoint_)
        if n < 127:
            out.append(_pack_oiB(
                o.topology_description_required,
                o.endpoint_information_epoch,
                n + 1,
            ))
        else:
            out.append(_pack_oi(o.topology_description_required, o.endpoint_information_epoch))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_endpoint_to_partitions_array, partitions_by_user_endpoint_, out)
        elif n:
            _encode_endpoint_to_partitions_array(partitions_by_user_endpoint_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_streams_group_heartbeat_response_tags(o, out)


def _decode_status_tags(o, buf, pos, count):
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


def _decode_status_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Status)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_status_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_STATUS * count)]
    for o in found:
        o.status_code, n = _unpack_bB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.status_detail = buf[pos:e].decode()
            pos = e
        else:
            null_error("StatusDetail")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_status_tags(o, buf, pos, t)
    return found, pos


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


def _decode_endpoint_tags(o, buf, pos, count):
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


def _decode_endpoint(buf, pos):
    o = make(_Endpoint)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.host = buf[pos:e].decode()
        pos = e
    else:
        null_error("Host")
    o.port, t = _unpack_HB(buf, pos)
    pos += 3
    o.unknown_tags = None
    if t:
        pos = _decode_endpoint_tags(o, buf, pos, t)
    return o, pos


def _decode_topic_partition_tags(o, buf, pos, count):
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


def _decode_topic_partition_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PARTITION * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.topic = buf[pos:e].decode()
            pos = e
        else:
            null_error("Topic")
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
            pos = _decode_topic_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_endpoint_to_partitions_tags(o, buf, pos, count):
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


def _decode_endpoint_to_partitions_array(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_EndpointToPartitions)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_endpoint_to_partitions_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ENDPOINT_TO_PARTITIONS * count)]
    for o in found:
        o.user_endpoint, pos = _decode_endpoint(buf, pos)
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.active_partitions, pos = _decode_topic_partition_array(buf, pos, n - 1)
        elif n:
            o.active_partitions = []
        else:
            null_error("ActivePartitions")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.standby_partitions, pos = _decode_topic_partition_array(buf, pos, n - 1)
        elif n:
            o.standby_partitions = []
        else:
            null_error("StandbyPartitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_endpoint_to_partitions_tags(o, buf, pos, t)
    return found, pos


def _decode_streams_group_heartbeat_response_tags(o, buf, pos, count):
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


def _decode_streams_group_heartbeat_response(buf, pos):
    o = make(StreamsGroupHeartbeatResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    (
        o.member_epoch,
        o.heartbeat_interval_ms,
        o.acceptable_recovery_lag_legacy,
        o.task_offset_interval_ms,
        n,
    ) = _unpack_iiiiB(buf, pos)
    pos += 17
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.status, pos = _decode_status_array(buf, pos, n - 1)
    elif n:
        o.status = []
    else:
        o.status = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.active_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.active_tasks = []
    else:
        o.active_tasks = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.standby_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.standby_tasks = []
    else:
        o.standby_tasks = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.warmup_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.warmup_tasks = []
    else:
        o.warmup_tasks = None
    o.endpoint_information_epoch, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.partitions_by_user_endpoint, pos = _decode_endpoint_to_partitions_array(buf, pos, n - 1)
    elif n:
        o.partitions_by_user_endpoint = []
    else:
        o.partitions_by_user_endpoint = None
    t = buf[pos]
    pos += 1
    o.acceptable_recovery_lag = -1
    o.topology_description_required = False
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_heartbeat_response_tags(o, buf, pos, t)
    return o, pos


def _decode_streams_group_heartbeat_response_2(buf, pos):
    o = make(StreamsGroupHeartbeatResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    (
        o.member_epoch,
        o.heartbeat_interval_ms,
        o.task_offset_interval_ms,
        o.acceptable_recovery_lag,
        n,
    ) = _unpack_iiiqB(buf, pos)
    pos += 21
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.status, pos = _decode_status_array(buf, pos, n - 1)
    elif n:
        o.status = []
    else:
        o.status = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.active_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.active_tasks = []
    else:
        o.active_tasks = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.standby_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.standby_tasks = []
    else:
        o.standby_tasks = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.warmup_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.warmup_tasks = []
    else:
        o.warmup_tasks = None
    (o.topology_description_required, o.endpoint_information_epoch, n) = _unpack_oiB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.partitions_by_user_endpoint, pos = _decode_endpoint_to_partitions_array(buf, pos, n - 1)
    elif n:
        o.partitions_by_user_endpoint = []
    else:
        o.partitions_by_user_endpoint = None
    t = buf[pos]
    pos += 1
    o.acceptable_recovery_lag_legacy = 0
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_heartbeat_response_tags(o, buf, pos, t)
    return o, pos


StreamsGroupHeartbeatResponse._ENCODERS = {
    0: _encode_streams_group_heartbeat_response,
    1: _encode_streams_group_heartbeat_response_2,
}
StreamsGroupHeartbeatResponse._DECODERS = {
    0: _decode_streams_group_heartbeat_response,
    1: _decode_streams_group_heartbeat_response_2,
}
