"""Generated from schemas/messages/FetchResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    CHUNKED,
    NEW,
    VARINTS,
    VIEW_BYTES_MIN,
    ZERO_UUID,
    LargeFrame,
    Message,
    Struct,
    absent,
    freeze,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    records_size,
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
    from kafkawire.protocol.buffers import Records, Sendable


class FetchResponse(Message):
    """Batches straight from the log, with the offsets that bound what the fetcher may see.

    Response of api key 1, versions 0-18, flexible 12+.

    - throttle_time_ms: int32, 1+. Quota delay in milliseconds; a throttled answer carries
      no partitions.
    - error_code: int16, 7+. Trouble with the session or the whole request; those of single
      partitions are below.
    - session_id: int32, 7+. Session the server keeps for this client; 0 when there is none.
    - responses: []FetchableTopicResponse, 0+. In a session only partitions with data,
      errors or moved offsets.
    - node_endpoints: []NodeEndpoint, 16+, tag 0. Addresses of the nodes that CurrentLeader
      fields name (KIP-951).
    """

    __slots__ = ("throttle_time_ms", "error_code", "session_id", "responses", "node_endpoints")
    _FIELDS = __slots__

    API_KEY = 1
    VERSIONS = (0, 18)
    FLEXIBLE_SINCE = 12

    class FetchableTopicResponse(Struct):
        """In a session only partitions with data, errors or moved offsets.

        - topic: string, 0-12. Topic by name, up to version 12.
        - topic_id: uuid, 13+. Topic by id, from version 13 (KIP-516).
        - partitions: []PartitionData, 0+. Results, one per partition.
        """

        __slots__ = ("topic", "topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic: str = "",
            topic_id: bytes = ZERO_UUID,
            partitions: list[FetchResponse.PartitionData] = NEW,
        ) -> None:
            self.topic: str = topic
            self.topic_id: bytes = topic_id
            self.partitions: list[FetchResponse.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """Results, one per partition.

        - partition_index: int32, 0+. Number of the partition.
        - error_code: int16, 0+. 0, or why nothing could be read; then the offsets are -1 with
          few exceptions.
        - high_watermark: int64, 0+. Offset below which every in-sync replica has the records;
          consumers read up to it.
        - last_stable_offset: int64, 4+. Offset below which no transaction is open; -1 before
          version 4 and on errors.
        - log_start_offset: int64, 5+. First offset the partition still has.
        - diverging_epoch: EpochEndOffset, 12+, tag 0. Set when the fetcher's log left the
          leader's: truncate to here (KIP-595).
        - current_leader: LeaderIdAndEpoch, 12+, tag 1. Newer leader, sent with errors 6 and 74
          so that the client can go there (KIP-951).
        - snapshot_id: SnapshotId, 12+, tag 2. KRaft only: the offset wanted is gone, load this
          snapshot first (KIP-630).
        - aborted_transactions: []AbortedTransaction, 4+, null. Transactions whose records
          read_committed readers must drop; null for read_uncommitted.
        - preferred_read_replica: int32, 11+. Nearer replica to read from instead; then no
          records come. -1 for none (KIP-392).
        - records: records, 0+, null. Whole batches from the one holding FetchOffset on; the
          last may be cut short before version 3.
        """

        __slots__ = (
            "partition_index",
            "error_code",
            "high_watermark",
            "last_stable_offset",
            "log_start_offset",
            "diverging_epoch",
            "current_leader",
            "snapshot_id",
            "aborted_transactions",
            "preferred_read_replica",
            "records",
        )
        _FIELDS = __slots__
        _RECORDS = "records"

        def __init__(
            self,
            *,
            partition_index: int = 0,
            error_code: int = 0,
            high_watermark: int = 0,
            last_stable_offset: int = -1,
            log_start_offset: int = -1,
            diverging_epoch: FetchResponse.EpochEndOffset = NEW,
            current_leader: FetchResponse.LeaderIdAndEpoch = NEW,
            snapshot_id: FetchResponse.SnapshotId = NEW,
            aborted_transactions: list[FetchResponse.AbortedTransaction] | None = NEW,
            preferred_read_replica: int = -1,
            records: Sendable | Sequence[Sendable] | None = None,
        ) -> None:
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.high_watermark: int = high_watermark
            self.last_stable_offset: int = last_stable_offset
            self.log_start_offset: int = log_start_offset
            self.diverging_epoch: FetchResponse.EpochEndOffset = (
                _EPOCH_END_OFFSET_DEFAULT if diverging_epoch is NEW else diverging_epoch
            )
            self.current_leader: FetchResponse.LeaderIdAndEpoch = (
                _LEADER_ID_AND_EPOCH_DEFAULT if current_leader is NEW else current_leader
            )
            self.snapshot_id: FetchResponse.SnapshotId = (
                _SNAPSHOT_ID_DEFAULT if snapshot_id is NEW else snapshot_id
            )
            self.aborted_transactions: list[FetchResponse.AbortedTransaction] | None = (
                [] if aborted_transactions is NEW else aborted_transactions
            )
            self.preferred_read_replica: int = preferred_read_replica
            self.records: Records | None = records  # type: ignore[assignment]
            self.unknown_tags = None

    class EpochEndOffset(Struct):
        """Set when the fetcher's log left the leader's: truncate to here (KIP-595).

        - epoch: int32, 12+. Highest leader epoch not above the fetcher's that the leader's log
          has.
        - end_offset: int64, 12+. First offset after that epoch in the leader's log.
        """

        __slots__ = ("epoch", "end_offset")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            epoch: int = -1,
            end_offset: int = -1,
        ) -> None:
            self.epoch: int = epoch
            self.end_offset: int = end_offset
            self.unknown_tags = None

    class LeaderIdAndEpoch(Struct):
        """Newer leader, sent with errors 6 and 74 so that the client can go there (KIP-951).

        - leader_id: int32, 12+. Node id of the new leader; -1 when it is not known.
        - leader_epoch: int32, 12+. Epoch under which that node leads; -1 when it is not known.
        """

        __slots__ = ("leader_id", "leader_epoch")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            leader_id: int = -1,
            leader_epoch: int = -1,
        ) -> None:
            self.leader_id: int = leader_id
            self.leader_epoch: int = leader_epoch
            self.unknown_tags = None

    class SnapshotId(Struct):
        """KRaft only: the offset wanted is gone, load this snapshot first (KIP-630).

        - end_offset: int64, 0+. First offset that the snapshot does not cover.
        - epoch: int32, 0+. Leader epoch of the last record in the snapshot.
        """

        __slots__ = ("end_offset", "epoch")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            end_offset: int = -1,
            epoch: int = -1,
        ) -> None:
            self.end_offset: int = end_offset
            self.epoch: int = epoch
            self.unknown_tags = None

    class AbortedTransaction(Struct):
        """Transactions whose records read_committed readers must drop; null for read_uncommitted.

        - producer_id: int64, 4+. Producer whose transaction was aborted.
        - first_offset: int64, 4+. Its first offset; records of this producer are void from here
          to its abort marker.
        """

        __slots__ = ("producer_id", "first_offset")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            producer_id: int = 0,
            first_offset: int = 0,
        ) -> None:
            self.producer_id: int = producer_id
            self.first_offset: int = first_offset
            self.unknown_tags = None

    class NodeEndpoint(Struct):
        """Addresses of the nodes that CurrentLeader fields name (KIP-951).

        - node_id: int32, 16+. Node id, as in CurrentLeader.
        - host: string, 16+. Host name on the listener the request came in by.
        - port: int32, 16+. Port on that same listener.
        - rack: string, 16+, null. The node's rack, null when it has none.
        """

        __slots__ = ("node_id", "host", "port", "rack")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            node_id: int = 0,
            host: str = "",
            port: int = 0,
            rack: str | None = None,
        ) -> None:
            self.node_id: int = node_id
            self.host: str = host
            self.port: int = port
            self.rack: str | None = rack
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        session_id: int = 0,
        responses: list[FetchResponse.FetchableTopicResponse] = NEW,
        node_endpoints: list[FetchResponse.NodeEndpoint] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.session_id: int = session_id
        self.responses: list[FetchResponse.FetchableTopicResponse] = (
            [] if responses is NEW else responses
        )
        self.node_endpoints: list[FetchResponse.NodeEndpoint] = (
            [] if node_endpoints is NEW else node_endpoints
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ihi = packer(">ihi")
_pack_ihiB = packer(">ihiB")
_pack_ihii = packer(">ihii")
_pack_ihqi = packer(">ihqi")
_pack_ihqqi = packer(">ihqqi")
_pack_ihqqii = packer(">ihqqii")
_pack_ihqqq = packer(">ihqqq")
_pack_ihqqqB = packer(">ihqqqB")
_pack_ihqqqBiBx = packer(">ihqqqBiBx")
_pack_ihqqqi = packer(">ihqqqi")
_pack_ihqqqii = packer(">ihqqqii")
_pack_ihqqqiii = packer(">ihqqqiii")
_pack_ihqqqx = packer(">ihqqqx")
_pack_ii = packer(">ii")
_pack_iix = packer(">iix")
_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_pack_ix = packer(">ix")
_pack_qi = packer(">qi")
_pack_qix = packer(">qix")
_pack_qq = packer(">qq")
_pack_qqx = packer(">qqx")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_ihqqqxixx = rower(">ihqqqxixx")
_row_qq = rower(">qq")
_row_qqx = rower(">qqx")
_row_uxx = rower(">16sxx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ihiB = unpacker(">ihiB")
_unpack_ihii = unpacker(">ihii")
_unpack_ihqi = unpacker(">ihqi")
_unpack_ihqqi = unpacker(">ihqqi")
_unpack_ihqqqB = unpacker(">ihqqqB")
_unpack_ihqqqi = unpacker(">ihqqqi")
_unpack_ii = unpacker(">ii")
_unpack_iiB = unpacker(">iiB")
_unpack_iqB = unpacker(">iqB")
_unpack_qiB = unpacker(">qiB")
_unpack_qq = unpacker(">qq")
_unpack_qqB = unpacker(">qqB")
_unpack_uB = unpacker(">16sB")
_FetchableTopicResponse = FetchResponse.FetchableTopicResponse
_PartitionData = FetchResponse.PartitionData
_EpochEndOffset = FetchResponse.EpochEndOffset
_LeaderIdAndEpoch = FetchResponse.LeaderIdAndEpoch
_SnapshotId = FetchResponse.SnapshotId
_AbortedTransaction = FetchResponse.AbortedTransaction
_NodeEndpoint = FetchResponse.NodeEndpoint
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_FETCHABLE_TOPIC_RESPONSE = ((_FetchableTopicResponse,),)
_ONE_ABORTED_TRANSACTION = ((_AbortedTransaction,),)
_ONE_NODE_ENDPOINT = ((_NodeEndpoint,),)
_EPOCH_END_OFFSET_DEFAULT = _EpochEndOffset()
freeze(_EPOCH_END_OFFSET_DEFAULT)
_LEADER_ID_AND_EPOCH_DEFAULT = _LeaderIdAndEpoch()
freeze(_LEADER_ID_AND_EPOCH_DEFAULT)
_SNAPSHOT_ID_DEFAULT = _SnapshotId()
freeze(_SNAPSHOT_ID_DEFAULT)


def _encode_partition_data_array(array, out):
    for o in array:
        records_ = o.records
        if (
            not records_
            and (o.diverging_epoch is _EPOCH_END_OFFSET_DEFAULT or o.diverging_epoch == _EPOCH_END_OFFSET_DEFAULT)
            and (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT)
            and (o.snapshot_id is _SNAPSHOT_ID_DEFAULT or o.snapshot_id == _SNAPSHOT_ID_DEFAULT)
            and o.preferred_read_replica == -1
            and o.unknown_tags is None
        ):
            out.append(_pack_ihqi(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                -(records_ is None),
            ))
            continue
        if not (o.diverging_epoch is _EPOCH_END_OFFSET_DEFAULT or o.diverging_epoch == _EPOCH_END_OFFSET_DEFAULT):
            absent("DivergingEpoch")
        if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
            absent("CurrentLeader")
        if not (o.snapshot_id is _SNAPSHOT_ID_DEFAULT or o.snapshot_id == _SNAPSHOT_ID_DEFAULT):
            absent("SnapshotId")
        if o.preferred_read_replica != -1:
            absent("PreferredReadReplica")
        records_ = o.records
        if records_ is None:
            out.append(_pack_ihqi(o.partition_index, o.error_code, o.high_watermark, -1))
        else:
            many = records_.__class__ in CHUNKED
            n = records_size(records_) if many else len(records_)
            out.append(_pack_ihqi(o.partition_index, o.error_code, o.high_watermark, n))
            if many:
                out += records_
            elif n:
                out.append(records_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetchable_topic_response_array(array, out):
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
            write_long(_encode_partition_data_array, partitions_, out)
        elif n:
            _encode_partition_data_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetch_response(o, out):
    if o.session_id:
        absent("SessionId")
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_fetchable_topic_response_array, responses_, out)
    elif n:
        _encode_fetchable_topic_response_array(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_fetch_response_2(o, out):
    if o.session_id:
        absent("SessionId")
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_fetchable_topic_response_array, responses_, out)
    elif n:
        _encode_fetchable_topic_response_array(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_aborted_transaction_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_qq(o.producer_id, o.first_offset))


def _encode_partition_data_array_2(array, out):
    for o in array:
        aborted_transactions_ = o.aborted_transactions
        records_ = o.records
        if (
            not aborted_transactions_
            and not records_
            and (o.diverging_epoch is _EPOCH_END_OFFSET_DEFAULT or o.diverging_epoch == _EPOCH_END_OFFSET_DEFAULT)
            and (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT)
            and (o.snapshot_id is _SNAPSHOT_ID_DEFAULT or o.snapshot_id == _SNAPSHOT_ID_DEFAULT)
            and o.preferred_read_replica == -1
            and o.unknown_tags is None
        ):
            out.append(_pack_ihqqii(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                o.last_stable_offset,
                -(aborted_transactions_ is None),
                -(records_ is None),
            ))
            continue
        if not (o.diverging_epoch is _EPOCH_END_OFFSET_DEFAULT or o.diverging_epoch == _EPOCH_END_OFFSET_DEFAULT):
            absent("DivergingEpoch")
        if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
            absent("CurrentLeader")
        if not (o.snapshot_id is _SNAPSHOT_ID_DEFAULT or o.snapshot_id == _SNAPSHOT_ID_DEFAULT):
            absent("SnapshotId")
        if o.preferred_read_replica != -1:
            absent("PreferredReadReplica")
        aborted_transactions_ = o.aborted_transactions
        if aborted_transactions_ is None:
            out.append(_pack_ihqqi(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                o.last_stable_offset,
                -1,
            ))
        else:
            n = len(aborted_transactions_)
            out.append(_pack_ihqqi(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                o.last_stable_offset,
                n,
            ))
            if n > 32:
                write_long(_encode_aborted_transaction_array, aborted_transactions_, out)
            elif n:
                _encode_aborted_transaction_array(aborted_transactions_, out)
        records_ = o.records
        if records_ is None:
            out.append(_pack_i(-1))
        else:
            many = records_.__class__ in CHUNKED
            n = records_size(records_) if many else len(records_)
            out.append(_pack_i(n))
            if many:
                out += records_
            elif n:
                out.append(records_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetchable_topic_response_array_2(array, out):
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
            write_long(_encode_partition_data_array_2, partitions_, out)
        elif n:
            _encode_partition_data_array_2(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetch_response_3(o, out):
    if o.session_id:
        absent("SessionId")
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_fetchable_topic_response_array_2, responses_, out)
    elif n:
        _encode_fetchable_topic_response_array_2(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_partition_data_array_3(array, out):
    for o in array:
        aborted_transactions_ = o.aborted_transactions
        records_ = o.records
        if (
            not aborted_transactions_
            and not records_
            and (o.diverging_epoch is _EPOCH_END_OFFSET_DEFAULT or o.diverging_epoch == _EPOCH_END_OFFSET_DEFAULT)
            and (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT)
            and (o.snapshot_id is _SNAPSHOT_ID_DEFAULT or o.snapshot_id == _SNAPSHOT_ID_DEFAULT)
            and o.preferred_read_replica == -1
            and o.unknown_tags is None
        ):
            out.append(_pack_ihqqqii(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                o.last_stable_offset,
                o.log_start_offset,
                -(aborted_transactions_ is None),
                -(records_ is None),
            ))
            continue
        if not (o.diverging_epoch is _EPOCH_END_OFFSET_DEFAULT or o.diverging_epoch == _EPOCH_END_OFFSET_DEFAULT):
            absent("DivergingEpoch")
        if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
            absent("CurrentLeader")
        if not (o.snapshot_id is _SNAPSHOT_ID_DEFAULT or o.snapshot_id == _SNAPSHOT_ID_DEFAULT):
            absent("SnapshotId")
        if o.preferred_read_replica != -1:
            absent("PreferredReadReplica")
        aborted_transactions_ = o.aborted_transactions
        if aborted_transactions_ is None:
            out.append(_pack_ihqqqi(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                o.last_stable_offset,
                o.log_start_offset,
                -1,
            ))
        else:
            n = len(aborted_transactions_)
            out.append(_pack_ihqqqi(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                o.last_stable_offset,
                o.log_start_offset,
                n,
            ))
            if n > 32:
                write_long(_encode_aborted_transaction_array, aborted_transactions_, out)
            elif n:
                _encode_aborted_transaction_array(aborted_transactions_, out)
        records_ = o.records
        if records_ is None:
            out.append(_pack_i(-1))
        else:
            many = records_.__class__ in CHUNKED
            n = records_size(records_) if many else len(records_)
            out.append(_pack_i(n))
            if many:
                out += records_
            elif n:
                out.append(records_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetchable_topic_response_array_3(array, out):
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
            write_long(_encode_partition_data_array_3, partitions_, out)
        elif n:
            _encode_partition_data_array_3(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetch_response_4(o, out):
    if o.session_id:
        absent("SessionId")
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_fetchable_topic_response_array_3, responses_, out)
    elif n:
        _encode_fetchable_topic_response_array_3(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_fetch_response_5(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_ihii(o.throttle_time_ms, o.error_code, o.session_id, n))
    if n > 32:
        write_long(_encode_fetchable_topic_response_array_3, responses_, out)
    elif n:
        _encode_fetchable_topic_response_array_3(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_partition_data_array_4(array, out):
    for o in array:
        aborted_transactions_ = o.aborted_transactions
        records_ = o.records
        if (
            not aborted_transactions_
            and not records_
            and (o.diverging_epoch is _EPOCH_END_OFFSET_DEFAULT or o.diverging_epoch == _EPOCH_END_OFFSET_DEFAULT)
            and (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT)
            and (o.snapshot_id is _SNAPSHOT_ID_DEFAULT or o.snapshot_id == _SNAPSHOT_ID_DEFAULT)
            and o.unknown_tags is None
        ):
            out.append(_pack_ihqqqiii(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                o.last_stable_offset,
                o.log_start_offset,
                -(aborted_transactions_ is None),
                o.preferred_read_replica,
                -(records_ is None),
            ))
            continue
        if not (o.diverging_epoch is _EPOCH_END_OFFSET_DEFAULT or o.diverging_epoch == _EPOCH_END_OFFSET_DEFAULT):
            absent("DivergingEpoch")
        if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
            absent("CurrentLeader")
        if not (o.snapshot_id is _SNAPSHOT_ID_DEFAULT or o.snapshot_id == _SNAPSHOT_ID_DEFAULT):
            absent("SnapshotId")
        aborted_transactions_ = o.aborted_transactions
        if aborted_transactions_ is None:
            out.append(_pack_ihqqqi(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                o.last_stable_offset,
                o.log_start_offset,
                -1,
            ))
        else:
            n = len(aborted_transactions_)
            out.append(_pack_ihqqqi(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                o.last_stable_offset,
                o.log_start_offset,
                n,
            ))
            if n > 32:
                write_long(_encode_aborted_transaction_array, aborted_transactions_, out)
            elif n:
                _encode_aborted_transaction_array(aborted_transactions_, out)
        records_ = o.records
        if records_ is None:
            out.append(_pack_ii(o.preferred_read_replica, -1))
        else:
            many = records_.__class__ in CHUNKED
            n = records_size(records_) if many else len(records_)
            out.append(_pack_ii(o.preferred_read_replica, n))
            if many:
                out += records_
            elif n:
                out.append(records_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetchable_topic_response_array_4(array, out):
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
            write_long(_encode_partition_data_array_4, partitions_, out)
        elif n:
            _encode_partition_data_array_4(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_fetch_response_6(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_ihii(o.throttle_time_ms, o.error_code, o.session_id, n))
    if n > 32:
        write_long(_encode_fetchable_topic_response_array_4, responses_, out)
    elif n:
        _encode_fetchable_topic_response_array_4(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_aborted_transaction_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_aborted_transaction_array_2(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_qqx(o.producer_id, o.first_offset))
        else:
            out.append(_pack_qq(o.producer_id, o.first_offset))
            _encode_aborted_transaction_tags(o, out)


def _encode_epoch_end_offset_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_epoch_end_offset(o, out):
    if o.unknown_tags is None:
        out.append(_pack_iqx(o.epoch, o.end_offset))
    else:
        out.append(_pack_iq(o.epoch, o.end_offset))
        _encode_epoch_end_offset_tags(o, out)


def _encode_leader_id_and_epoch_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_id_and_epoch(o, out):
    if o.unknown_tags is None:
        out.append(_pack_iix(o.leader_id, o.leader_epoch))
    else:
        out.append(_pack_ii(o.leader_id, o.leader_epoch))
        _encode_leader_id_and_epoch_tags(o, out)


def _encode_snapshot_id_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_snapshot_id(o, out):
    if o.unknown_tags is None:
        out.append(_pack_qix(o.end_offset, o.epoch))
    else:
        out.append(_pack_qi(o.end_offset, o.epoch))
        _encode_snapshot_id_tags(o, out)


def _encode_partition_data_tags(o, section):
    found = {}
    if not (o.diverging_epoch is _EPOCH_END_OFFSET_DEFAULT or o.diverging_epoch == _EPOCH_END_OFFSET_DEFAULT):
        out = []
        _encode_epoch_end_offset(o.diverging_epoch, out)
        found[0] = b"".join(out)
    if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
        out = []
        _encode_leader_id_and_epoch(o.current_leader, out)
        found[1] = b"".join(out)
    if not (o.snapshot_id is _SNAPSHOT_ID_DEFAULT or o.snapshot_id == _SNAPSHOT_ID_DEFAULT):
        out = []
        _encode_snapshot_id(o.snapshot_id, out)
        found[2] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_partition_data_array_5(array, out):
    for o in array:
        aborted_transactions_ = o.aborted_transactions
        records_ = o.records
        if (
            not aborted_transactions_
            and not records_
            and o.diverging_epoch is _EPOCH_END_OFFSET_DEFAULT
            and o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT
            and o.snapshot_id is _SNAPSHOT_ID_DEFAULT
            and o.unknown_tags is None
        ):
            out.append(_pack_ihqqqBiBx(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                o.last_stable_offset,
                o.log_start_offset,
                aborted_transactions_ is not None,
                o.preferred_read_replica,
                records_ is not None,
            ))
            continue
        aborted_transactions_ = o.aborted_transactions
        if aborted_transactions_ is None:
            out.append(_pack_ihqqqx(
                o.partition_index,
                o.error_code,
                o.high_watermark,
                o.last_stable_offset,
                o.log_start_offset,
            ))
        else:
            n = len(aborted_transactions_)
            if n < 127:
                out.append(_pack_ihqqqB(
                    o.partition_index,
                    o.error_code,
                    o.high_watermark,
                    o.last_stable_offset,
                    o.log_start_offset,
                    n + 1,
                ))
            else:
                out.append(_pack_ihqqq(
                    o.partition_index,
                    o.error_code,
                    o.high_watermark,
                    o.last_stable_offset,
                    o.log_start_offset,
                ))
                out.append(varint(n + 1))
            if n > 32:
                write_long(_encode_aborted_transaction_array_2, aborted_transactions_, out)
            elif n:
                _encode_aborted_transaction_array_2(aborted_transactions_, out)
        records_ = o.records
        if records_ is None:
            out.append(_pack_ix(o.preferred_read_replica))
        else:
            many = records_.__class__ in CHUNKED
            n = records_size(records_) if many else len(records_)
            if n < 127:
                out.append(_pack_iB(o.preferred_read_replica, n + 1))
            else:
                out.append(_pack_i(o.preferred_read_replica))
                out.append(varint(n + 1))
            if many:
                out += records_
            elif n:
                out.append(records_)
        if (
            o.diverging_epoch is _EPOCH_END_OFFSET_DEFAULT
            and o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT
            and o.snapshot_id is _SNAPSHOT_ID_DEFAULT
            and o.unknown_tags is None
        ):
            out.append(b"\0")
        else:
            _encode_partition_data_tags(o, out)


def _encode_fetchable_topic_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_fetchable_topic_response_array_5(array, out):
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
            write_long(_encode_partition_data_array_5, partitions_, out)
        elif n:
            _encode_partition_data_array_5(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_fetchable_topic_response_tags(o, out)


def _encode_fetch_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_fetch_response_7(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(_pack_ihiB(o.throttle_time_ms, o.error_code, o.session_id, n + 1))
    else:
        out.append(_pack_ihi(o.throttle_time_ms, o.error_code, o.session_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_fetchable_topic_response_array_5, responses_, out)
    elif n:
        _encode_fetchable_topic_response_array_5(responses_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_fetch_response_tags(o, out)


def _encode_fetchable_topic_response_array_6(array, out):
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
            write_long(_encode_partition_data_array_5, partitions_, out)
        elif n:
            _encode_partition_data_array_5(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_fetchable_topic_response_tags(o, out)


def _encode_fetch_response_8(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(_pack_ihiB(o.throttle_time_ms, o.error_code, o.session_id, n + 1))
    else:
        out.append(_pack_ihi(o.throttle_time_ms, o.error_code, o.session_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_fetchable_topic_response_array_6, responses_, out)
    elif n:
        _encode_fetchable_topic_response_array_6(responses_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_fetch_response_tags(o, out)


def _encode_node_endpoint_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_node_endpoint_array(array, out):
    for o in array:
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(_pack_iB(o.node_id, n + 1))
        else:
            out.append(_pack_i(o.node_id))
            out.append(string_length(n))
        out.append(host_)
        rack_ = o.rack
        if rack_ is None:
            out.append(_pack_ix(o.port))
        else:
            rack_ = rack_.encode()
            n = len(rack_)
            if n < 127:
                out.append(_pack_iB(o.port, n + 1))
            else:
                out.append(_pack_i(o.port))
                out.append(string_length(n))
            out.append(rack_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_node_endpoint_tags(o, out)


def _encode_fetch_response_tags_2(o, section):
    found = {}
    if o.node_endpoints:
        out = []
        node_endpoints_ = o.node_endpoints
        n = len(node_endpoints_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_node_endpoint_array, node_endpoints_, out)
        elif n:
            _encode_node_endpoint_array(node_endpoints_, out)
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_fetch_response_9(o, out):
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(_pack_ihiB(o.throttle_time_ms, o.error_code, o.session_id, n + 1))
    else:
        out.append(_pack_ihi(o.throttle_time_ms, o.error_code, o.session_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_fetchable_topic_response_array_6, responses_, out)
    elif n:
        _encode_fetchable_topic_response_array_6(responses_, out)
    if not o.node_endpoints and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_fetch_response_tags_2(o, out)


def _decode_partition_data_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
    view = memoryview(buf)
    for o in found:
        o.partition_index, o.error_code, o.high_watermark, n = _unpack_ihqi(buf, pos)
        pos += 18
        if n >= 0:
            e = pos + n
            o.records = view[pos:e] if n > VIEW_BYTES_MIN else buf[pos:e]
            pos = e
        else:
            o.records = None
        o.last_stable_offset = -1
        o.log_start_offset = -1
        o.diverging_epoch = _EPOCH_END_OFFSET_DEFAULT
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.snapshot_id = _SNAPSHOT_ID_DEFAULT
        o.aborted_transactions = []
        o.preferred_read_replica = -1
        o.unknown_tags = None
    return found, pos


def _decode_fetchable_topic_response_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchableTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetchable_topic_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCHABLE_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_partition_data_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_fetch_response(buf, pos):
    o = make(FetchResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.responses, pos = _decode_fetchable_topic_response_array(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.throttle_time_ms = 0
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_fetch_response_2(buf, pos):
    o = make(FetchResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.responses, pos = _decode_fetchable_topic_response_array(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_aborted_transaction_array(buf, pos, count):
    if 16 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AbortedTransaction)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_aborted_transaction_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ABORTED_TRANSACTION * count)]
        end = pos + 16 * count
        if count > 7:
            for o, (o.producer_id, o.first_offset) in zip(found, _row_qq(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.producer_id, o.first_offset = _unpack_qq(buf, pos)
        pos += 16
        o.unknown_tags = None
    return found, pos


def _decode_partition_data_array_2(buf, pos, count):
    if 30 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
    view = memoryview(buf)
    for o in found:
        (
            o.partition_index,
            o.error_code,
            o.high_watermark,
            o.last_stable_offset,
            n,
        ) = _unpack_ihqqi(buf, pos)
        pos += 26
        if n > 0:
            o.aborted_transactions, pos = _decode_aborted_transaction_array(buf, pos, n)
        elif not n:
            o.aborted_transactions = []
        else:
            o.aborted_transactions = None
        n, = _unpack_i(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.records = view[pos:e] if n > VIEW_BYTES_MIN else buf[pos:e]
            pos = e
        else:
            o.records = None
        o.log_start_offset = -1
        o.diverging_epoch = _EPOCH_END_OFFSET_DEFAULT
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.snapshot_id = _SNAPSHOT_ID_DEFAULT
        o.preferred_read_replica = -1
        o.unknown_tags = None
    return found, pos


def _decode_fetchable_topic_response_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchableTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetchable_topic_response_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCHABLE_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_partition_data_array_2(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_fetch_response_3(buf, pos):
    o = make(FetchResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.responses, pos = _decode_fetchable_topic_response_array_2(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_partition_data_array_3(buf, pos, count):
    if 38 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
    view = memoryview(buf)
    for o in found:
        (
            o.partition_index,
            o.error_code,
            o.high_watermark,
            o.last_stable_offset,
            o.log_start_offset,
            n,
        ) = _unpack_ihqqqi(buf, pos)
        pos += 34
        if n > 0:
            o.aborted_transactions, pos = _decode_aborted_transaction_array(buf, pos, n)
        elif not n:
            o.aborted_transactions = []
        else:
            o.aborted_transactions = None
        n, = _unpack_i(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.records = view[pos:e] if n > VIEW_BYTES_MIN else buf[pos:e]
            pos = e
        else:
            o.records = None
        o.diverging_epoch = _EPOCH_END_OFFSET_DEFAULT
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.snapshot_id = _SNAPSHOT_ID_DEFAULT
        o.preferred_read_replica = -1
        o.unknown_tags = None
    return found, pos


def _decode_fetchable_topic_response_array_3(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchableTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetchable_topic_response_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCHABLE_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_partition_data_array_3(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_fetch_response_4(buf, pos):
    o = make(FetchResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.responses, pos = _decode_fetchable_topic_response_array_3(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_fetch_response_5(buf, pos):
    o = make(FetchResponse)
    o.throttle_time_ms, o.error_code, o.session_id, n = _unpack_ihii(buf, pos)
    pos += 14
    if n > 0:
        o.responses, pos = _decode_fetchable_topic_response_array_3(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_partition_data_array_4(buf, pos, count):
    if 42 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
    view = memoryview(buf)
    for o in found:
        (
            o.partition_index,
            o.error_code,
            o.high_watermark,
            o.last_stable_offset,
            o.log_start_offset,
            n,
        ) = _unpack_ihqqqi(buf, pos)
        pos += 34
        if n > 0:
            o.aborted_transactions, pos = _decode_aborted_transaction_array(buf, pos, n)
        elif not n:
            o.aborted_transactions = []
        else:
            o.aborted_transactions = None
        o.preferred_read_replica, n = _unpack_ii(buf, pos)
        pos += 8
        if n >= 0:
            e = pos + n
            o.records = view[pos:e] if n > VIEW_BYTES_MIN else buf[pos:e]
            pos = e
        else:
            o.records = None
        o.diverging_epoch = _EPOCH_END_OFFSET_DEFAULT
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.snapshot_id = _SNAPSHOT_ID_DEFAULT
        o.unknown_tags = None
    return found, pos


def _decode_fetchable_topic_response_array_4(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchableTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetchable_topic_response_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCHABLE_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_partition_data_array_4(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_fetch_response_6(buf, pos):
    o = make(FetchResponse)
    o.throttle_time_ms, o.error_code, o.session_id, n = _unpack_ihii(buf, pos)
    pos += 14
    if n > 0:
        o.responses, pos = _decode_fetchable_topic_response_array_4(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_aborted_transaction_tags(o, buf, pos, count):
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


def _decode_aborted_transaction_array_2(buf, pos, count):
    if 17 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AbortedTransaction)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_aborted_transaction_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ABORTED_TRANSACTION * count)]
        end = pos + 17 * count
        if count > 7 and buf[pos + 16:end:17].count(0) == count:
            for o, (o.producer_id, o.first_offset) in zip(found, _row_qqx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.producer_id, o.first_offset, t = _unpack_qqB(buf, pos)
        pos += 17
        o.unknown_tags = None
        if t:
            pos = _decode_aborted_transaction_tags(o, buf, pos, t)
    return found, pos


def _decode_epoch_end_offset_tags(o, buf, pos, count):
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


def _decode_epoch_end_offset(buf, pos):
    o = make(_EpochEndOffset)
    o.epoch, o.end_offset, t = _unpack_iqB(buf, pos)
    pos += 13
    o.unknown_tags = None
    if t:
        pos = _decode_epoch_end_offset_tags(o, buf, pos, t)
    return o, pos


def _decode_leader_id_and_epoch_tags(o, buf, pos, count):
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


def _decode_leader_id_and_epoch(buf, pos):
    o = make(_LeaderIdAndEpoch)
    o.leader_id, o.leader_epoch, t = _unpack_iiB(buf, pos)
    pos += 9
    o.unknown_tags = None
    if t:
        pos = _decode_leader_id_and_epoch_tags(o, buf, pos, t)
    return o, pos


def _decode_snapshot_id_tags(o, buf, pos, count):
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


def _decode_snapshot_id(buf, pos):
    o = make(_SnapshotId)
    o.end_offset, o.epoch, t = _unpack_qiB(buf, pos)
    pos += 13
    o.unknown_tags = None
    if t:
        pos = _decode_snapshot_id_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_data_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.diverging_epoch, pos = _decode_epoch_end_offset(buf, pos)
        elif tag == 1:
            o.current_leader, pos = _decode_leader_id_and_epoch(buf, pos)
        elif tag == 2:
            o.snapshot_id, pos = _decode_snapshot_id(buf, pos)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_partition_data_array_5(buf, pos, count):
    if 37 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 37 * count
        if (
            count > 7
            and buf[pos + 30] < 2
            and buf[pos + 35] < 2
            and buf[pos + 30:end:37].count(buf[pos + 30]) == count
            and buf[pos + 35:end:37].count(buf[pos + 35]) == count
            and buf[pos + 36:end:37].count(0) == count
        ):
            at_30 = buf[pos + 30]
            at_35 = buf[pos + 35]
            for o, (
                o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, o.preferred_read_replica,
            ) in zip(found, _row_ihqqqxixx(buf[pos:end])):
                o.aborted_transactions = [] if at_30 else None
                o.records = b"" if at_35 else None
                o.diverging_epoch = _EPOCH_END_OFFSET_DEFAULT
                o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
                o.snapshot_id = _SNAPSHOT_ID_DEFAULT
                o.unknown_tags = None
            return found, end
    view = memoryview(buf)
    for o in found:
        (
            o.partition_index,
            o.error_code,
            o.high_watermark,
            o.last_stable_offset,
            o.log_start_offset,
            n,
        ) = _unpack_ihqqqB(buf, pos)
        pos += 31
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.aborted_transactions, pos = _decode_aborted_transaction_array_2(buf, pos, n - 1)
        elif n:
            o.aborted_transactions = []
        else:
            o.aborted_transactions = None
        o.preferred_read_replica, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            e = buf[pos]
            if e < 128:
                n += (e << 7) - 128
                pos += 1
            else:
                n, pos = uvarint(buf, pos)
        if n:
            e = pos + n - 1
            o.records = view[pos:e] if n > VIEW_BYTES_MIN else buf[pos:e]
            pos = e
        else:
            o.records = None
        t = buf[pos]
        pos += 1
        o.diverging_epoch = _EPOCH_END_OFFSET_DEFAULT
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.snapshot_id = _SNAPSHOT_ID_DEFAULT
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_fetchable_topic_response_tags(o, buf, pos, count):
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


def _decode_fetchable_topic_response_array_5(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchableTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetchable_topic_response_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCHABLE_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_partition_data_array_5(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_fetchable_topic_response_tags(o, buf, pos, t)
    return found, pos


def _decode_fetch_response_tags(o, buf, pos, count):
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


def _decode_fetch_response_7(buf, pos):
    o = make(FetchResponse)
    o.throttle_time_ms, o.error_code, o.session_id, n = _unpack_ihiB(buf, pos)
    pos += 11
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_fetchable_topic_response_array_5(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    t = buf[pos]
    pos += 1
    o.node_endpoints = []
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_response_tags(o, buf, pos, t)
    return o, pos


def _decode_fetchable_topic_response_array_6(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchableTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetchable_topic_response_array_6, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCHABLE_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_partition_data_array_5(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic = ""
        o.unknown_tags = None
        if t:
            pos = _decode_fetchable_topic_response_tags(o, buf, pos, t)
    return found, pos


def _decode_fetch_response_8(buf, pos):
    o = make(FetchResponse)
    o.throttle_time_ms, o.error_code, o.session_id, n = _unpack_ihiB(buf, pos)
    pos += 11
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_fetchable_topic_response_array_6(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    t = buf[pos]
    pos += 1
    o.node_endpoints = []
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_response_tags(o, buf, pos, t)
    return o, pos


def _decode_node_endpoint_tags(o, buf, pos, count):
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


def _decode_node_endpoint_array(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_NodeEndpoint)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_node_endpoint_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_NODE_ENDPOINT * count)]
    for o in found:
        o.node_id, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.port, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.rack = buf[pos:e].decode()
            pos = e
        else:
            o.rack = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_node_endpoint_tags(o, buf, pos, t)
    return found, pos


def _decode_fetch_response_tags_2(o, buf, pos, count):
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
                o.node_endpoints, pos = _decode_node_endpoint_array(buf, pos, n - 1)
            elif n:
                o.node_endpoints = []
            else:
                null_error("NodeEndpoints")
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_fetch_response_9(buf, pos):
    o = make(FetchResponse)
    o.throttle_time_ms, o.error_code, o.session_id, n = _unpack_ihiB(buf, pos)
    pos += 11
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_fetchable_topic_response_array_6(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    t = buf[pos]
    pos += 1
    o.node_endpoints = []
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_response_tags_2(o, buf, pos, t)
    return o, pos


FetchResponse._ENCODERS = {
    0: _encode_fetch_response,
    1: _encode_fetch_response_2,
    2: _encode_fetch_response_2,
    3: _encode_fetch_response_2,
    4: _encode_fetch_response_3,
    5: _encode_fetch_response_4,
    6: _encode_fetch_response_4,
    7: _encode_fetch_response_5,
    8: _encode_fetch_response_5,
    9: _encode_fetch_response_5,
    10: _encode_fetch_response_5,
    11: _encode_fetch_response_6,
    12: _encode_fetch_response_7,
    13: _encode_fetch_response_8,
    14: _encode_fetch_response_8,
    15: _encode_fetch_response_8,
    16: _encode_fetch_response_9,
    17: _encode_fetch_response_9,
    18: _encode_fetch_response_9,
}
FetchResponse._DECODERS = {
    0: _decode_fetch_response,
    1: _decode_fetch_response_2,
    2: _decode_fetch_response_2,
    3: _decode_fetch_response_2,
    4: _decode_fetch_response_3,
    5: _decode_fetch_response_4,
    6: _decode_fetch_response_4,
    7: _decode_fetch_response_5,
    8: _decode_fetch_response_5,
    9: _decode_fetch_response_5,
    10: _decode_fetch_response_5,
    11: _decode_fetch_response_6,
    12: _decode_fetch_response_7,
    13: _decode_fetch_response_8,
    14: _decode_fetch_response_8,
    15: _decode_fetch_response_8,
    16: _decode_fetch_response_9,
    17: _decode_fetch_response_9,
    18: _decode_fetch_response_9,
}
