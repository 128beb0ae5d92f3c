"""Generated from schemas/messages/FetchRequest.json; do not edit.

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
    LargeFrame,
    Message,
    Struct,
    absent,
    freeze,
    integers,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    pack_integers,
    packer,
    rower,
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


class FetchRequest(Message):
    """Asks for record batches from partitions; consumers, followers and KRaft observers all
    send it.

    Request of api key 1, versions 0-18, flexible 12+.

    - cluster_id: string, 12+, null, tag 0. Sent by KRaft replicas: the cluster they belong
      to; null leaves it unchecked.
    - replica_id: int32, 0-14. Node id of a follower, up to version 14; -1 for consumers, -2
      for debugging tools.
    - replica_state: ReplicaState, 15+, tag 1. Identity of a follower from version 15;
      absent for consumers (KIP-903).
    - max_wait_ms: int32, 0+. How long the answer may be held back while fewer than MinBytes
      are there.
    - min_bytes: int32, 0+. Answer as soon as this many bytes can be sent; 0 answers at
      once.
    - max_bytes: int32, 3+. Soft limit for the whole answer: the first batch found goes out
      even when it is bigger (KIP-74).
    - isolation_level: int8, 4+. 0 reads up to the high watermark, 1 (read_committed) only
      up to the last stable offset.
    - session_id: int32, 7+. Fetch session to go on with; 0 for none, or to ask for a new
      one (KIP-227).
    - session_epoch: int32, 7+. 0 opens a session, -1 asks without or closes it, 1 and up
      count its requests.
    - topics: []FetchTopic, 0+. In a session only what is new or changed; otherwise all that
      is wanted.
    - forgotten_topics_data: []ForgottenTopic, 7+. Partitions to take out of the session.
    - rack_id: string, 11+. Rack of the consumer, so that the leader can name a nearer
      replica (KIP-392).
    """

    __slots__ = (
        "cluster_id",
        "replica_id",
        "replica_state",
        "max_wait_ms",
        "min_bytes",
        "max_bytes",
        "isolation_level",
        "session_id",
        "session_epoch",
        "topics",
        "forgotten_topics_data",
        "rack_id",
    )
    _FIELDS = __slots__

    API_KEY = 1
    VERSIONS = (0, 18)
    FLEXIBLE_SINCE = 12

    class ReplicaState(Struct):
        """Identity of a follower from version 15; absent for consumers (KIP-903).

        - replica_id: int32, 15+. Node id of a follower; -1 for consumers.
        - replica_epoch: int64, 15+. Broker epoch of the follower, which keeps a stale
          incarnation out of the in-sync set; -1 unknown.
        """

        __slots__ = ("replica_id", "replica_epoch")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            replica_id: int = -1,
            replica_epoch: int = -1,
        ) -> None:
            self.replica_id: int = replica_id
            self.replica_epoch: int = replica_epoch
            self.unknown_tags = None

    class FetchTopic(Struct):
        """In a session only what is new or changed; otherwise all that is wanted.

        - topic: string, 0-12. Topic by name, up to version 12.
        - topic_id: uuid, 13+. Topic by id, from version 13 (KIP-516).
        - partitions: []FetchPartition, 0+. Positions to read from.
        """

        __slots__ = ("topic", "topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic: str = "",
            topic_id: bytes = ZERO_UUID,
            partitions: list[FetchRequest.FetchPartition] = NEW,
        ) -> None:
            self.topic: str = topic
            self.topic_id: bytes = topic_id
            self.partitions: list[FetchRequest.FetchPartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class FetchPartition(Struct):
        """Positions to read from.

        - partition: int32, 0+. Number of the partition.
        - current_leader_epoch: int32, 9+. Leader epoch the fetcher knows; -1 skips the fencing
          check (KIP-320).
        - fetch_offset: int64, 0+. First offset wanted.
        - last_fetched_epoch: int32, 12+. Leader epoch of the fetcher's last batch, to notice
          diverging logs; -1 for none (KIP-595).
        - log_start_offset: int64, 5+. First offset of the follower's own log; -1 from
          consumers.
        - partition_max_bytes: int32, 0+. Soft limit for this partition, under the same rule as
          MaxBytes.
        - replica_directory_id: uuid, 17+, tag 0. Log directory of the fetching KRaft replica;
          all zero without KIP-853.
        - high_watermark: int64, 18+, tag 1. High watermark the KRaft replica has; the default,
          2^63-1, means it does not tell (KIP-1166).
        """

        __slots__ = (
            "partition",
            "current_leader_epoch",
            "fetch_offset",
            "last_fetched_epoch",
            "log_start_offset",
            "partition_max_bytes",
            "replica_directory_id",
            "high_watermark",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition: int = 0,
            current_leader_epoch: int = -1,
            fetch_offset: int = 0,
            last_fetched_epoch: int = -1,
            log_start_offset: int = -1,
            partition_max_bytes: int = 0,
            replica_directory_id: bytes = ZERO_UUID,
            high_watermark: int = 9223372036854775807,
        ) -> None:
            self.partition: int = partition
            self.current_leader_epoch: int = current_leader_epoch
            self.fetch_offset: int = fetch_offset
            self.last_fetched_epoch: int = last_fetched_epoch
            self.log_start_offset: int = log_start_offset
            self.partition_max_bytes: int = partition_max_bytes
            self.replica_directory_id: bytes = replica_directory_id
            self.high_watermark: int = high_watermark
            self.unknown_tags = None

    class ForgottenTopic(Struct):
        """Partitions to take out of the session.

        - topic: string, 7-12. Topic by name, up to version 12.
        - topic_id: uuid, 13+. Topic by id, from version 13 (KIP-516).
        - partitions: []int32, 7+. Numbers of the partitions to take out.
        """

        __slots__ = ("topic", "topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic: str = "",
            topic_id: bytes = ZERO_UUID,
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.topic: str = topic
            self.topic_id: bytes = topic_id
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    def __init__(
        self,
        *,
        cluster_id: str | None = None,
        replica_id: int = -1,
        replica_state: FetchRequest.ReplicaState = NEW,
        max_wait_ms: int = 0,
        min_bytes: int = 0,
        max_bytes: int = 2147483647,
        isolation_level: int = 0,
        session_id: int = 0,
        session_epoch: int = -1,
        topics: list[FetchRequest.FetchTopic] = NEW,
        forgotten_topics_data: list[FetchRequest.ForgottenTopic] = NEW,
        rack_id: str = "",
    ) -> None:
        self.cluster_id: str | None = cluster_id
        self.replica_id: int = replica_id
        self.replica_state: FetchRequest.ReplicaState = (
            _REPLICA_STATE_DEFAULT if replica_state is NEW else replica_state
        )
        self.max_wait_ms: int = max_wait_ms
        self.min_bytes: int = min_bytes
        self.max_bytes: int = max_bytes
        self.isolation_level: int = isolation_level
        self.session_id: int = session_id
        self.session_epoch: int = session_epoch
        self.topics: list[FetchRequest.FetchTopic] = [] if topics is NEW else topics
        self.forgotten_topics_data: list[FetchRequest.ForgottenTopic] = (
            [] if forgotten_topics_data is NEW else forgotten_topics_data
        )
        self.rack_id: str = rack_id
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ii = packer(">ii")
_pack_iiibii = packer(">iiibii")
_pack_iiibiiB = packer(">iiibiiB")
_pack_iiii = packer(">iiii")
_pack_iiiibi = packer(">iiiibi")
_pack_iiiibii = packer(">iiiibii")
_pack_iiiibiiB = packer(">iiiibiiB")
_pack_iiiibiii = packer(">iiiibiii")
_pack_iiiii = packer(">iiiii")
_pack_iiqiqi = packer(">iiqiqi")
_pack_iiqiqix = packer(">iiqiqix")
_pack_iiqqi = packer(">iiqqi")
_pack_iq = packer(">iq")
_pack_iqi = packer(">iqi")
_pack_iqqi = packer(">iqqi")
_pack_iqx = packer(">iqx")
_pack_q = packer(">q")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBi = packer(">16sBi")
_pack_uBiii = packer(">16sBiii")
_pack_uBx = packer(">16sBx")
_row_iiqiqix = rower(">iiqiqix")
_row_iiqqi = rower(">iiqqi")
_row_iqi = rower(">iqi")
_row_iqqi = rower(">iqqi")
_row_uxx = rower(">16sxx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iiibiiB = unpacker(">iiibiiB")
_unpack_iiii = unpacker(">iiii")
_unpack_iiiibi = unpacker(">iiiibi")
_unpack_iiiibiiB = unpacker(">iiiibiiB")
_unpack_iiiibiii = unpacker(">iiiibiii")
_unpack_iiiii = unpacker(">iiiii")
_unpack_iiqiqiB = unpacker(">iiqiqiB")
_unpack_iiqqi = unpacker(">iiqqi")
_unpack_iqB = unpacker(">iqB")
_unpack_iqi = unpacker(">iqi")
_unpack_iqqi = unpacker(">iqqi")
_unpack_q = unpacker(">q")
_unpack_u = unpacker(">16s")
_unpack_uB = unpacker(">16sB")
_ReplicaState = FetchRequest.ReplicaState
_FetchTopic = FetchRequest.FetchTopic
_FetchPartition = FetchRequest.FetchPartition
_ForgottenTopic = FetchRequest.ForgottenTopic
_ONE_FETCH_PARTITION = ((_FetchPartition,),)
_ONE_FETCH_TOPIC = ((_FetchTopic,),)
_ONE_FORGOTTEN_TOPIC = ((_ForgottenTopic,),)
_REPLICA_STATE_DEFAULT = _ReplicaState()
freeze(_REPLICA_STATE_DEFAULT)


def _encode_fetch_partition_array(array, out):
    for o in array:
        if o.last_fetched_epoch != -1:
            absent("LastFetchedEpoch")
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_iqi(o.partition, o.fetch_offset, o.partition_max_bytes))


def _encode_fetch_topic_array(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        out.append(_pack_h(n))
        out.append(topic_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_fetch_partition_array, partitions_, out)
        elif n:
            _encode_fetch_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetch_request(o, out):
    if not (o.replica_state is _REPLICA_STATE_DEFAULT or o.replica_state == _REPLICA_STATE_DEFAULT):
        absent("ReplicaState")
    if o.forgotten_topics_data:
        absent("ForgottenTopicsData")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_iiii(o.replica_id, o.max_wait_ms, o.min_bytes, n))
    if n > 32:
        write_long(_encode_fetch_topic_array, topics_, out)
    elif n:
        _encode_fetch_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_fetch_request_2(o, out):
    if not (o.replica_state is _REPLICA_STATE_DEFAULT or o.replica_state == _REPLICA_STATE_DEFAULT):
        absent("ReplicaState")
    if o.forgotten_topics_data:
        absent("ForgottenTopicsData")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_iiiii(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, n))
    if n > 32:
        write_long(_encode_fetch_topic_array, topics_, out)
    elif n:
        _encode_fetch_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_fetch_request_3(o, out):
    if not (o.replica_state is _REPLICA_STATE_DEFAULT or o.replica_state == _REPLICA_STATE_DEFAULT):
        absent("ReplicaState")
    if o.forgotten_topics_data:
        absent("ForgottenTopicsData")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_iiiibi(
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        n,
    ))
    if n > 32:
        write_long(_encode_fetch_topic_array, topics_, out)
    elif n:
        _encode_fetch_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_fetch_partition_array_2(array, out):
    for o in array:
        if o.last_fetched_epoch != -1:
            absent("LastFetchedEpoch")
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_iqqi(o.partition, o.fetch_offset, o.log_start_offset, o.partition_max_bytes))


def _encode_fetch_topic_array_2(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        out.append(_pack_h(n))
        out.append(topic_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_fetch_partition_array_2, partitions_, out)
        elif n:
            _encode_fetch_partition_array_2(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetch_request_4(o, out):
    if not (o.replica_state is _REPLICA_STATE_DEFAULT or o.replica_state == _REPLICA_STATE_DEFAULT):
        absent("ReplicaState")
    if o.forgotten_topics_data:
        absent("ForgottenTopicsData")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_iiiibi(
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        n,
    ))
    if n > 32:
        write_long(_encode_fetch_topic_array_2, topics_, out)
    elif n:
        _encode_fetch_topic_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_forgotten_topic_array(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        out.append(_pack_h(n))
        out.append(topic_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n == 3:
            i, j, k = partitions_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = partitions_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(partitions_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetch_request_5(o, out):
    if not (o.replica_state is _REPLICA_STATE_DEFAULT or o.replica_state == _REPLICA_STATE_DEFAULT):
        absent("ReplicaState")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_iiiibiii(
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n,
    ))
    if n > 32:
        write_long(_encode_fetch_topic_array_2, topics_, out)
    elif n:
        _encode_fetch_topic_array_2(topics_, out)
    forgotten_topics_data_ = o.forgotten_topics_data
    n = len(forgotten_topics_data_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_forgotten_topic_array, forgotten_topics_data_, out)
    elif n:
        _encode_forgotten_topic_array(forgotten_topics_data_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_fetch_partition_array_3(array, out):
    for o in array:
        if o.last_fetched_epoch != -1:
            absent("LastFetchedEpoch")
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_iiqqi(
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.log_start_offset,
            o.partition_max_bytes,
        ))


def _encode_fetch_topic_array_3(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        out.append(_pack_h(n))
        out.append(topic_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_fetch_partition_array_3, partitions_, out)
        elif n:
            _encode_fetch_partition_array_3(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetch_request_6(o, out):
    if not (o.replica_state is _REPLICA_STATE_DEFAULT or o.replica_state == _REPLICA_STATE_DEFAULT):
        absent("ReplicaState")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_iiiibiii(
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n,
    ))
    if n > 32:
        write_long(_encode_fetch_topic_array_3, topics_, out)
    elif n:
        _encode_fetch_topic_array_3(topics_, out)
    forgotten_topics_data_ = o.forgotten_topics_data
    n = len(forgotten_topics_data_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_forgotten_topic_array, forgotten_topics_data_, out)
    elif n:
        _encode_forgotten_topic_array(forgotten_topics_data_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_fetch_request_7(o, out):
    if not (o.replica_state is _REPLICA_STATE_DEFAULT or o.replica_state == _REPLICA_STATE_DEFAULT):
        absent("ReplicaState")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_iiiibiii(
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n,
    ))
    if n > 32:
        write_long(_encode_fetch_topic_array_3, topics_, out)
    elif n:
        _encode_fetch_topic_array_3(topics_, out)
    forgotten_topics_data_ = o.forgotten_topics_data
    n = len(forgotten_topics_data_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_forgotten_topic_array, forgotten_topics_data_, out)
    elif n:
        _encode_forgotten_topic_array(forgotten_topics_data_, out)
    rack_id_ = o.rack_id
    rack_id_ = rack_id_.encode()
    n = len(rack_id_)
    out.append(_pack_h(n))
    out.append(rack_id_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_fetch_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_fetch_partition_array_4(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iiqiqix(
                o.partition,
                o.current_leader_epoch,
                o.fetch_offset,
                o.last_fetched_epoch,
                o.log_start_offset,
                o.partition_max_bytes,
            ))
        else:
            out.append(_pack_iiqiqi(
                o.partition,
                o.current_leader_epoch,
                o.fetch_offset,
                o.last_fetched_epoch,
                o.log_start_offset,
                o.partition_max_bytes,
            ))
            _encode_fetch_partition_tags(o, out)


def _encode_fetch_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_fetch_topic_array_4(array, out):
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
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_fetch_partition_array_4, partitions_, out)
        elif n:
            _encode_fetch_partition_array_4(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_fetch_topic_tags(o, out)


def _encode_forgotten_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_forgotten_topic_array_2(array, out):
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
            _encode_forgotten_topic_tags(o, out)


def _encode_fetch_request_tags(o, section):
    found = {}
    if o.cluster_id is not None:
        out = []
        cluster_id_ = o.cluster_id
        if cluster_id_ is None:
            out.append(b"\0")
        else:
            cluster_id_ = cluster_id_.encode()
            n = len(cluster_id_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(cluster_id_)
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_fetch_request_8(o, out):
    if not (o.replica_state is _REPLICA_STATE_DEFAULT or o.replica_state == _REPLICA_STATE_DEFAULT):
        absent("ReplicaState")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iiiibiiB(
            o.replica_id,
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.isolation_level,
            o.session_id,
            o.session_epoch,
            n + 1,
        ))
    else:
        out.append(_pack_iiiibii(
            o.replica_id,
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.isolation_level,
            o.session_id,
            o.session_epoch,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_fetch_topic_array_4, topics_, out)
    elif n:
        _encode_fetch_topic_array_4(topics_, out)
    forgotten_topics_data_ = o.forgotten_topics_data
    n = len(forgotten_topics_data_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_forgotten_topic_array_2, forgotten_topics_data_, out)
    elif n:
        _encode_forgotten_topic_array_2(forgotten_topics_data_, out)
    rack_id_ = o.rack_id
    rack_id_ = rack_id_.encode()
    n = len(rack_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(rack_id_)
    if o.cluster_id is None and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_fetch_request_tags(o, out)


def _encode_fetch_topic_array_5(array, out):
    for o in array:
        partitions_ = o.partitions
        if partitions_ is not None and not partitions_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, 1))
            continue
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_fetch_partition_array_4, partitions_, out)
        elif n:
            _encode_fetch_partition_array_4(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_fetch_topic_tags(o, out)


def _encode_forgotten_topic_array_3(array, out):
    for o in array:
        partitions_ = o.partitions
        if partitions_ is not None and not partitions_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, 1))
            continue
        partitions_ = o.partitions
        n = len(partitions_)
        if n == 3:
            i, j, k = partitions_
            out.append(_pack_uBiii(o.topic_id, 4, i, j, k))
        elif n == 1:
            i, = partitions_
            out.append(_pack_uBi(o.topic_id, 2, i))
        else:
            if n < 127:
                out.append(_pack_uB(o.topic_id, n + 1))
            else:
                out.append(_pack_u(o.topic_id))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partitions_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_forgotten_topic_tags(o, out)


def _encode_fetch_request_9(o, out):
    if not (o.replica_state is _REPLICA_STATE_DEFAULT or o.replica_state == _REPLICA_STATE_DEFAULT):
        absent("ReplicaState")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iiiibiiB(
            o.replica_id,
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.isolation_level,
            o.session_id,
            o.session_epoch,
            n + 1,
        ))
    else:
        out.append(_pack_iiiibii(
            o.replica_id,
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.isolation_level,
            o.session_id,
            o.session_epoch,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_fetch_topic_array_5, topics_, out)
    elif n:
        _encode_fetch_topic_array_5(topics_, out)
    forgotten_topics_data_ = o.forgotten_topics_data
    n = len(forgotten_topics_data_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_forgotten_topic_array_3, forgotten_topics_data_, out)
    elif n:
        _encode_forgotten_topic_array_3(forgotten_topics_data_, out)
    rack_id_ = o.rack_id
    rack_id_ = rack_id_.encode()
    n = len(rack_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(rack_id_)
    if o.cluster_id is None and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_fetch_request_tags(o, out)


def _encode_replica_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_replica_state(o, out):
    if o.unknown_tags is None:
        out.append(_pack_iqx(o.replica_id, o.replica_epoch))
    else:
        out.append(_pack_iq(o.replica_id, o.replica_epoch))
        _encode_replica_state_tags(o, out)


def _encode_fetch_request_tags_2(o, section):
    found = {}
    if o.cluster_id is not None:
        out = []
        cluster_id_ = o.cluster_id
        if cluster_id_ is None:
            out.append(b"\0")
        else:
            cluster_id_ = cluster_id_.encode()
            n = len(cluster_id_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(cluster_id_)
        found[0] = b"".join(out)
    if not (o.replica_state is _REPLICA_STATE_DEFAULT or o.replica_state == _REPLICA_STATE_DEFAULT):
        out = []
        _encode_replica_state(o.replica_state, out)
        found[1] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_fetch_request_10(o, out):
    if o.replica_id != -1:
        absent("ReplicaId")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iiibiiB(
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.isolation_level,
            o.session_id,
            o.session_epoch,
            n + 1,
        ))
    else:
        out.append(_pack_iiibii(
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.isolation_level,
            o.session_id,
            o.session_epoch,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_fetch_topic_array_5, topics_, out)
    elif n:
        _encode_fetch_topic_array_5(topics_, out)
    forgotten_topics_data_ = o.forgotten_topics_data
    n = len(forgotten_topics_data_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_forgotten_topic_array_3, forgotten_topics_data_, out)
    elif n:
        _encode_forgotten_topic_array_3(forgotten_topics_data_, out)
    rack_id_ = o.rack_id
    rack_id_ = rack_id_.encode()
    n = len(rack_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(rack_id_)
    if (
        o.cluster_id is None
        and o.replica_state is _REPLICA_STATE_DEFAULT
        and o.unknown_tags is None
    ):
        out.append(b"\0")
    else:
        _encode_fetch_request_tags_2(o, out)


def _encode_fetch_partition_tags_2(o, section):
    found = {}
    if o.replica_directory_id != ZERO_UUID:
        out = []
        out.append(_pack_u(o.replica_directory_id))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_fetch_partition_array_5(array, out):
    for o in array:
        if o.replica_directory_id == ZERO_UUID and o.unknown_tags is None:
            out.append(_pack_iiqiqix(
                o.partition,
                o.current_leader_epoch,
                o.fetch_offset,
                o.last_fetched_epoch,
                o.log_start_offset,
                o.partition_max_bytes,
            ))
        else:
            out.append(_pack_iiqiqi(
                o.partition,
                o.current_leader_epoch,
                o.fetch_offset,
                o.last_fetched_epoch,
                o.log_start_offset,
                o.partition_max_bytes,
            ))
            _encode_fetch_partition_tags_2(o, out)


def _encode_fetch_topic_array_6(array, out):
    for o in array:
        partitions_ = o.partitions
        if partitions_ is not None and not partitions_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, 1))
            continue
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_fetch_partition_array_5, partitions_, out)
        elif n:
            _encode_fetch_partition_array_5(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_fetch_topic_tags(o, out)


def _encode_fetch_request_11(o, out):
    if o.replica_id != -1:
        absent("ReplicaId")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iiibiiB(
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.isolation_level,
            o.session_id,
            o.session_epoch,
            n + 1,
        ))
    else:
        out.append(_pack_iiibii(
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.isolation_level,
            o.session_id,
            o.session_epoch,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_fetch_topic_array_6, topics_, out)
    elif n:
        _encode_fetch_topic_array_6(topics_, out)
    forgotten_topics_data_ = o.forgotten_topics_data
    n = len(forgotten_topics_data_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_forgotten_topic_array_3, forgotten_topics_data_, out)
    elif n:
        _encode_forgotten_topic_array_3(forgotten_topics_data_, out)
    rack_id_ = o.rack_id
    rack_id_ = rack_id_.encode()
    n = len(rack_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(rack_id_)
    if (
        o.cluster_id is None
        and o.replica_state is _REPLICA_STATE_DEFAULT
        and o.unknown_tags is None
    ):
        out.append(b"\0")
    else:
        _encode_fetch_request_tags_2(o, out)


def _encode_fetch_partition_tags_3(o, section):
    found = {}
    if o.replica_directory_id != ZERO_UUID:
        out = []
        out.append(_pack_u(o.replica_directory_id))
        found[0] = b"".join(out)
    if o.high_watermark != 9223372036854775807:
        out = []
        out.append(_pack_q(o.high_watermark))
        found[1] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_fetch_partition_array_6(array, out):
    for o in array:
        if (
            o.replica_directory_id == ZERO_UUID
            and o.high_watermark == 9223372036854775807
            and o.unknown_tags is None
        ):
            out.append(_pack_iiqiqix(
                o.partition,
                o.current_leader_epoch,
                o.fetch_offset,
                o.last_fetched_epoch,
                o.log_start_offset,
                o.partition_max_bytes,
            ))
        else:
            out.append(_pack_iiqiqi(
                o.partition,
                o.current_leader_epoch,
                o.fetch_offset,
                o.last_fetched_epoch,
                o.log_start_offset,
                o.partition_max_bytes,
            ))
            _encode_fetch_partition_tags_3(o, out)


def _encode_fetch_topic_array_7(array, out):
    for o in array:
        partitions_ = o.partitions
        if partitions_ is not None and not partitions_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, 1))
            continue
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_fetch_partition_array_6, partitions_, out)
        elif n:
            _encode_fetch_partition_array_6(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_fetch_topic_tags(o, out)


def _encode_fetch_request_12(o, out):
    if o.replica_id != -1:
        absent("ReplicaId")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iiibiiB(
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.isolation_level,
            o.session_id,
            o.session_epoch,
            n + 1,
        ))
    else:
        out.append(_pack_iiibii(
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.isolation_level,
            o.session_id,
            o.session_epoch,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_fetch_topic_array_7, topics_, out)
    elif n:
        _encode_fetch_topic_array_7(topics_, out)
    forgotten_topics_data_ = o.forgotten_topics_data
    n = len(forgotten_topics_data_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_forgotten_topic_array_3, forgotten_topics_data_, out)
    elif n:
        _encode_forgotten_topic_array_3(forgotten_topics_data_, out)
    rack_id_ = o.rack_id
    rack_id_ = rack_id_.encode()
    n = len(rack_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(rack_id_)
    if (
        o.cluster_id is None
        and o.replica_state is _REPLICA_STATE_DEFAULT
        and o.unknown_tags is None
    ):
        out.append(b"\0")
    else:
        _encode_fetch_request_tags_2(o, out)


def _decode_fetch_partition_array(buf, pos, count):
    if 16 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_PARTITION * count)]
        end = pos + 16 * count
        if count > 7:
            for o, (
                o.partition, o.fetch_offset, o.partition_max_bytes,
            ) in zip(found, _row_iqi(buf[pos:end])):
                o.current_leader_epoch = -1
                o.last_fetched_epoch = -1
                o.log_start_offset = -1
                o.replica_directory_id = ZERO_UUID
                o.high_watermark = 9223372036854775807
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition, o.fetch_offset, o.partition_max_bytes = _unpack_iqi(buf, pos)
        pos += 16
        o.current_leader_epoch = -1
        o.last_fetched_epoch = -1
        o.log_start_offset = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
    return found, pos


def _decode_fetch_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic = buf[pos:e].decode()
            pos = e
        else:
            null_error("Topic")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions, pos = _decode_fetch_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_fetch_request(buf, pos):
    o = make(FetchRequest)
    o.replica_id, o.max_wait_ms, o.min_bytes, n = _unpack_iiii(buf, pos)
    pos += 16
    if n > 0:
        o.topics, pos = _decode_fetch_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.cluster_id = None
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.max_bytes = 2147483647
    o.isolation_level = 0
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = []
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def _decode_fetch_request_2(buf, pos):
    o = make(FetchRequest)
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, n = _unpack_iiiii(buf, pos)
    pos += 20
    if n > 0:
        o.topics, pos = _decode_fetch_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.cluster_id = None
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.isolation_level = 0
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = []
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def _decode_fetch_request_3(buf, pos):
    o = make(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        n,
    ) = _unpack_iiiibi(buf, pos)
    pos += 21
    if n > 0:
        o.topics, pos = _decode_fetch_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.cluster_id = None
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = []
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def _decode_fetch_partition_array_2(buf, pos, count):
    if 24 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_PARTITION * count)]
        end = pos + 24 * count
        if count > 7:
            for o, (
                o.partition, o.fetch_offset, o.log_start_offset, o.partition_max_bytes,
            ) in zip(found, _row_iqqi(buf[pos:end])):
                o.current_leader_epoch = -1
                o.last_fetched_epoch = -1
                o.replica_directory_id = ZERO_UUID
                o.high_watermark = 9223372036854775807
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition,
            o.fetch_offset,
            o.log_start_offset,
            o.partition_max_bytes,
        ) = _unpack_iqqi(buf, pos)
        pos += 24
        o.current_leader_epoch = -1
        o.last_fetched_epoch = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
    return found, pos


def _decode_fetch_topic_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic = buf[pos:e].decode()
            pos = e
        else:
            null_error("Topic")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions, pos = _decode_fetch_partition_array_2(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_fetch_request_4(buf, pos):
    o = make(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        n,
    ) = _unpack_iiiibi(buf, pos)
    pos += 21
    if n > 0:
        o.topics, pos = _decode_fetch_topic_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.cluster_id = None
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = []
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def _decode_forgotten_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ForgottenTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_forgotten_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FORGOTTEN_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic = buf[pos:e].decode()
            pos = e
        else:
            null_error("Topic")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_fetch_request_5(buf, pos):
    o = make(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n,
    ) = _unpack_iiiibiii(buf, pos)
    pos += 29
    if n > 0:
        o.topics, pos = _decode_fetch_topic_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.forgotten_topics_data, pos = _decode_forgotten_topic_array(buf, pos, n)
    elif not n:
        o.forgotten_topics_data = []
    else:
        null_error("ForgottenTopicsData")
    o.cluster_id = None
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def _decode_fetch_partition_array_3(buf, pos, count):
    if 28 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_partition_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_PARTITION * count)]
        end = pos + 28 * count
        if count > 7:
            for o, (
                o.partition, o.current_leader_epoch, o.fetch_offset, o.log_start_offset, o.partition_max_bytes,
            ) in zip(found, _row_iiqqi(buf[pos:end])):
                o.last_fetched_epoch = -1
                o.replica_directory_id = ZERO_UUID
                o.high_watermark = 9223372036854775807
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.log_start_offset,
            o.partition_max_bytes,
        ) = _unpack_iiqqi(buf, pos)
        pos += 28
        o.last_fetched_epoch = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
    return found, pos


def _decode_fetch_topic_array_3(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_topic_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic = buf[pos:e].decode()
            pos = e
        else:
            null_error("Topic")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions, pos = _decode_fetch_partition_array_3(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_fetch_request_6(buf, pos):
    o = make(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n,
    ) = _unpack_iiiibiii(buf, pos)
    pos += 29
    if n > 0:
        o.topics, pos = _decode_fetch_topic_array_3(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.forgotten_topics_data, pos = _decode_forgotten_topic_array(buf, pos, n)
    elif not n:
        o.forgotten_topics_data = []
    else:
        null_error("ForgottenTopicsData")
    o.cluster_id = None
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def _decode_fetch_request_7(buf, pos):
    o = make(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n,
    ) = _unpack_iiiibiii(buf, pos)
    pos += 29
    if n > 0:
        o.topics, pos = _decode_fetch_topic_array_3(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.forgotten_topics_data, pos = _decode_forgotten_topic_array(buf, pos, n)
    elif not n:
        o.forgotten_topics_data = []
    else:
        null_error("ForgottenTopicsData")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("RackId")
    o.cluster_id = None
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.unknown_tags = None
    return o, pos


def _decode_fetch_partition_tags(o, buf, pos, count):
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


def _decode_fetch_partition_array_4(buf, pos, count):
    if 33 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_partition_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_PARTITION * count)]
        end = pos + 33 * count
        if count > 7 and buf[pos + 32:end:33].count(0) == count:
            for o, (
                o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes,
            ) in zip(found, _row_iiqiqix(buf[pos:end])):
                o.replica_directory_id = ZERO_UUID
                o.high_watermark = 9223372036854775807
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.last_fetched_epoch,
            o.log_start_offset,
            o.partition_max_bytes,
            t,
        ) = _unpack_iiqiqiB(buf, pos)
        pos += 33
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
        if t:
            pos = _decode_fetch_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_fetch_topic_tags(o, buf, pos, count):
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


def _decode_fetch_topic_array_4(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_topic_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_TOPIC * count)]
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
            o.partitions, pos = _decode_fetch_partition_array_4(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_fetch_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_forgotten_topic_tags(o, buf, pos, count):
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


def _decode_forgotten_topic_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ForgottenTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_forgotten_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FORGOTTEN_TOPIC * count)]
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
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_forgotten_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_fetch_request_tags(o, buf, pos, count):
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
                n, pos = long_string(buf, pos)
            if n:
                e = pos + n - 1
                o.cluster_id = buf[pos:e].decode()
                pos = e
            else:
                o.cluster_id = None
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_fetch_request_8(buf, pos):
    o = make(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n,
    ) = _unpack_iiiibiiB(buf, pos)
    pos += 26
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_fetch_topic_array_4(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.forgotten_topics_data, pos = _decode_forgotten_topic_array_2(buf, pos, n - 1)
    elif n:
        o.forgotten_topics_data = []
    else:
        null_error("ForgottenTopicsData")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("RackId")
    t = buf[pos]
    pos += 1
    o.cluster_id = None
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_request_tags(o, buf, pos, t)
    return o, pos


def _decode_fetch_topic_array_5(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_topic_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_TOPIC * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partitions = []
                o.topic = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_fetch_partition_array_4(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic = ""
        o.unknown_tags = None
        if t:
            pos = _decode_fetch_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_forgotten_topic_array_3(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ForgottenTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_forgotten_topic_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FORGOTTEN_TOPIC * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partitions = []
                o.topic = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
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
        o.topic = ""
        o.unknown_tags = None
        if t:
            pos = _decode_forgotten_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_fetch_request_9(buf, pos):
    o = make(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n,
    ) = _unpack_iiiibiiB(buf, pos)
    pos += 26
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_fetch_topic_array_5(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.forgotten_topics_data, pos = _decode_forgotten_topic_array_3(buf, pos, n - 1)
    elif n:
        o.forgotten_topics_data = []
    else:
        null_error("ForgottenTopicsData")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("RackId")
    t = buf[pos]
    pos += 1
    o.cluster_id = None
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_request_tags(o, buf, pos, t)
    return o, pos


def _decode_replica_state_tags(o, buf, pos, count):
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


def _decode_replica_state(buf, pos):
    o = make(_ReplicaState)
    o.replica_id, o.replica_epoch, t = _unpack_iqB(buf, pos)
    pos += 13
    o.unknown_tags = None
    if t:
        pos = _decode_replica_state_tags(o, buf, pos, t)
    return o, pos


def _decode_fetch_request_tags_2(o, buf, pos, count):
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
                n, pos = long_string(buf, pos)
            if n:
                e = pos + n - 1
                o.cluster_id = buf[pos:e].decode()
                pos = e
            else:
                o.cluster_id = None
        elif tag == 1:
            o.replica_state, pos = _decode_replica_state(buf, pos)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_fetch_request_10(buf, pos):
    o = make(FetchRequest)
    (
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n,
    ) = _unpack_iiibiiB(buf, pos)
    pos += 22
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_fetch_topic_array_5(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.forgotten_topics_data, pos = _decode_forgotten_topic_array_3(buf, pos, n - 1)
    elif n:
        o.forgotten_topics_data = []
    else:
        null_error("ForgottenTopicsData")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("RackId")
    t = buf[pos]
    pos += 1
    o.cluster_id = None
    o.replica_id = -1
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_request_tags_2(o, buf, pos, t)
    return o, pos


def _decode_fetch_partition_tags_2(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.replica_directory_id, = _unpack_u(buf, pos)
            pos += 16
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_fetch_partition_array_5(buf, pos, count):
    if 33 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_partition_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_PARTITION * count)]
        end = pos + 33 * count
        if count > 7 and buf[pos + 32:end:33].count(0) == count:
            for o, (
                o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes,
            ) in zip(found, _row_iiqiqix(buf[pos:end])):
                o.replica_directory_id = ZERO_UUID
                o.high_watermark = 9223372036854775807
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.last_fetched_epoch,
            o.log_start_offset,
            o.partition_max_bytes,
            t,
        ) = _unpack_iiqiqiB(buf, pos)
        pos += 33
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
        if t:
            pos = _decode_fetch_partition_tags_2(o, buf, pos, t)
    return found, pos


def _decode_fetch_topic_array_6(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_topic_array_6, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_TOPIC * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partitions = []
                o.topic = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_fetch_partition_array_5(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic = ""
        o.unknown_tags = None
        if t:
            pos = _decode_fetch_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_fetch_request_11(buf, pos):
    o = make(FetchRequest)
    (
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n,
    ) = _unpack_iiibiiB(buf, pos)
    pos += 22
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_fetch_topic_array_6(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.forgotten_topics_data, pos = _decode_forgotten_topic_array_3(buf, pos, n - 1)
    elif n:
        o.forgotten_topics_data = []
    else:
        null_error("ForgottenTopicsData")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("RackId")
    t = buf[pos]
    pos += 1
    o.cluster_id = None
    o.replica_id = -1
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_request_tags_2(o, buf, pos, t)
    return o, pos


def _decode_fetch_partition_tags_3(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.replica_directory_id, = _unpack_u(buf, pos)
            pos += 16
        elif tag == 1:
            o.high_watermark, = _unpack_q(buf, pos)
            pos += 8
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_fetch_partition_array_6(buf, pos, count):
    if 33 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_partition_array_6, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_PARTITION * count)]
        end = pos + 33 * count
        if count > 7 and buf[pos + 32:end:33].count(0) == count:
            for o, (
                o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes,
            ) in zip(found, _row_iiqiqix(buf[pos:end])):
                o.replica_directory_id = ZERO_UUID
                o.high_watermark = 9223372036854775807
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.last_fetched_epoch,
            o.log_start_offset,
            o.partition_max_bytes,
            t,
        ) = _unpack_iiqiqiB(buf, pos)
        pos += 33
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
        if t:
            pos = _decode_fetch_partition_tags_3(o, buf, pos, t)
    return found, pos


def _decode_fetch_topic_array_7(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_topic_array_7, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_TOPIC * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partitions = []
                o.topic = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_fetch_partition_array_6(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic = ""
        o.unknown_tags = None
        if t:
            pos = _decode_fetch_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_fetch_request_12(buf, pos):
    o = make(FetchRequest)
    (
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n,
    ) = _unpack_iiibiiB(buf, pos)
    pos += 22
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_fetch_topic_array_7(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.forgotten_topics_data, pos = _decode_forgotten_topic_array_3(buf, pos, n - 1)
    elif n:
        o.forgotten_topics_data = []
    else:
        null_error("ForgottenTopicsData")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("RackId")
    t = buf[pos]
    pos += 1
    o.cluster_id = None
    o.replica_id = -1
    o.replica_state = _REPLICA_STATE_DEFAULT
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_request_tags_2(o, buf, pos, t)
    return o, pos


FetchRequest._ENCODERS = {
    0: _encode_fetch_request,
    1: _encode_fetch_request,
    2: _encode_fetch_request,
    3: _encode_fetch_request_2,
    4: _encode_fetch_request_3,
    5: _encode_fetch_request_4,
    6: _encode_fetch_request_4,
    7: _encode_fetch_request_5,
    8: _encode_fetch_request_5,
    9: _encode_fetch_request_6,
    10: _encode_fetch_request_6,
    11: _encode_fetch_request_7,
    12: _encode_fetch_request_8,
    13: _encode_fetch_request_9,
    14: _encode_fetch_request_9,
    15: _encode_fetch_request_10,
    16: _encode_fetch_request_10,
    17: _encode_fetch_request_11,
    18: _encode_fetch_request_12,
}
FetchRequest._DECODERS = {
    0: _decode_fetch_request,
    1: _decode_fetch_request,
    2: _decode_fetch_request,
    3: _decode_fetch_request_2,
    4: _decode_fetch_request_3,
    5: _decode_fetch_request_4,
    6: _decode_fetch_request_4,
    7: _decode_fetch_request_5,
    8: _decode_fetch_request_5,
    9: _decode_fetch_request_6,
    10: _decode_fetch_request_6,
    11: _decode_fetch_request_7,
    12: _decode_fetch_request_8,
    13: _decode_fetch_request_9,
    14: _decode_fetch_request_9,
    15: _decode_fetch_request_10,
    16: _decode_fetch_request_10,
    17: _decode_fetch_request_11,
    18: _decode_fetch_request_12,
}
