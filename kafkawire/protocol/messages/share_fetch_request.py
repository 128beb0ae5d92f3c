"""Generated from schemas/messages/ShareFetchRequest.json; do not edit.

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
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ShareFetchRequest(Message):
    """Fetches records for a share group and acknowledges earlier ones (KIP-932).

    Request of api key 78, versions 0-2, flexible 0+.

    - group_id: string, 0+, null. Must be given, although the type allows null.
    - member_id: string, 0+, null
    - share_session_epoch: int32, 0+. 0 opens a session, -1 closes it, else one more than
      last time.
    - max_wait_ms: int32, 0+. How long the answer may be held back while fewer than MinBytes
      are there.
    - min_bytes: int32, 0+. Answer as soon as this many bytes can be sent.
    - max_bytes: int32, 0+. Soft limit for the whole answer: the first batch goes out even
      when it is bigger.
    - max_records: int32, 1+. Soft limit on records; acquisition stops at the end of a
      batch.
    - batch_size: int32, 1+. Preferred number of records per range acquired, so that
      acknowledgements stay small.
    - share_acquire_mode: int8, 2+. 0 whole batches may exceed MaxRecords, 1 MaxRecords is
      strict (KIP-1206).
    - is_renew_ack: bool, 2+. True when an acknowledgement renews a lock (type 4), and then
      nothing is fetched (KIP-1222).
    - topics: []FetchTopic, 0+
    - forgotten_topics_data: []ForgottenTopic, 0+. Partitions to take out of the share
      session.
    """

    __slots__ = (
        "group_id",
        "member_id",
        "share_session_epoch",
        "max_wait_ms",
        "min_bytes",
        "max_bytes",
        "max_records",
        "batch_size",
        "share_acquire_mode",
        "is_renew_ack",
        "topics",
        "forgotten_topics_data",
    )
    _FIELDS = __slots__

    API_KEY = 78
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    class FetchTopic(Struct):
        """FetchTopic of `ShareFetchRequest`.

        - topic_id: uuid, 0+
        - partitions: []FetchPartition, 0+
        """

        __slots__ = ("topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: list[ShareFetchRequest.FetchPartition] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: list[ShareFetchRequest.FetchPartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class FetchPartition(Struct):
        """FetchPartition of `ShareFetchRequest`.

        - partition_index: int32, 0+
        - partition_max_bytes: int32, 0. Version 0 only; not used.
        - acknowledgement_batches: []AcknowledgementBatch, 0+. What became of records acquired
          before.
        """

        __slots__ = ("partition_index", "partition_max_bytes", "acknowledgement_batches")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            partition_max_bytes: int = 0,
            acknowledgement_batches: list[ShareFetchRequest.AcknowledgementBatch] = NEW,
        ) -> None:
            self.partition_index: int = partition_index
            self.partition_max_bytes: int = partition_max_bytes
            self.acknowledgement_batches: list[ShareFetchRequest.AcknowledgementBatch] = (
                [] if acknowledgement_batches is NEW else acknowledgement_batches
            )
            self.unknown_tags = None

    class AcknowledgementBatch(Struct):
        """What became of records acquired before.

        - first_offset: int64, 0+
        - last_offset: int64, 0+. Last offset of the range, itself included.
        - acknowledge_types: []int8, 0+. 0 gap, 1 accept, 2 release, 3 reject, 4 renew; one for
          the range or one per offset.
        """

        __slots__ = ("first_offset", "last_offset", "acknowledge_types")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            first_offset: int = 0,
            last_offset: int = 0,
            acknowledge_types: Sequence[int] = NEW,
        ) -> None:
            self.first_offset: int = first_offset
            self.last_offset: int = last_offset
            self.acknowledge_types: Sequence[int] = (
                [] if acknowledge_types is NEW else acknowledge_types
            )
            self.unknown_tags = None

    class ForgottenTopic(Struct):
        """Partitions to take out of the share session.

        - topic_id: uuid, 0+
        - partitions: []int32, 0+
        """

        __slots__ = ("topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str | None = None,
        member_id: str | None = "",
        share_session_epoch: int = 0,
        max_wait_ms: int = 0,
        min_bytes: int = 0,
        max_bytes: int = 2147483647,
        max_records: int = 0,
        batch_size: int = 0,
        share_acquire_mode: int = 0,
        is_renew_ack: bool = False,
        topics: list[ShareFetchRequest.FetchTopic] = NEW,
        forgotten_topics_data: list[ShareFetchRequest.ForgottenTopic] = NEW,
    ) -> None:
        self.group_id: str | None = group_id
        self.member_id: str | None = member_id
        self.share_session_epoch: int = share_session_epoch
        self.max_wait_ms: int = max_wait_ms
        self.min_bytes: int = min_bytes
        self.max_bytes: int = max_bytes
        self.max_records: int = max_records
        self.batch_size: int = batch_size
        self.share_acquire_mode: int = share_acquire_mode
        self.is_renew_ack: bool = is_renew_ack
        self.topics: list[ShareFetchRequest.FetchTopic] = [] if topics is NEW else topics
        self.forgotten_topics_data: list[ShareFetchRequest.ForgottenTopic] = (
            [] if forgotten_topics_data is NEW else forgotten_topics_data
        )
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iBx = packer(">iBx")
_pack_ii = packer(">ii")
_pack_iiB = packer(">iiB")
_pack_iiBx = packer(">iiBx")
_pack_iiii = packer(">iiii")
_pack_iiiiB = packer(">iiiiB")
_pack_iiiiii = packer(">iiiiii")
_pack_iiiiiiB = packer(">iiiiiiB")
_pack_iiiiiibo = packer(">iiiiiib?")
_pack_iiiiiiboB = packer(">iiiiiib?B")
_pack_qq = packer(">qq")
_pack_qqB = packer(">qqB")
_pack_qqBx = packer(">qqBx")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBi = packer(">16sBi")
_pack_uBiii = packer(">16sBiii")
_pack_uBx = packer(">16sBx")
_row_iixx = rower(">iixx")
_row_ixx = rower(">ixx")
_row_qqxx = rower(">qqxx")
_row_uxx = rower(">16sxx")
_unpack_iB = unpacker(">iB")
_unpack_iiB = unpacker(">iiB")
_unpack_iiiiB = unpacker(">iiiiB")
_unpack_iiiiiiB = unpacker(">iiiiiiB")
_unpack_iiiiiiboB = unpacker(">iiiiiib?B")
_unpack_qqB = unpacker(">qqB")
_unpack_uB = unpacker(">16sB")
_FetchTopic = ShareFetchRequest.FetchTopic
_FetchPartition = ShareFetchRequest.FetchPartition
_AcknowledgementBatch = ShareFetchRequest.AcknowledgementBatch
_ForgottenTopic = ShareFetchRequest.ForgottenTopic
_ONE_ACKNOWLEDGEMENT_BATCH = ((_AcknowledgementBatch,),)
_ONE_FETCH_PARTITION = ((_FetchPartition,),)
_ONE_FETCH_TOPIC = ((_FetchTopic,),)
_ONE_FORGOTTEN_TOPIC = ((_ForgottenTopic,),)


def _encode_acknowledgement_batch_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_acknowledgement_batch_array(array, out):
    for o in array:
        acknowledge_types_ = o.acknowledge_types
        if acknowledge_types_ is not None and not acknowledge_types_ and o.unknown_tags is None:
            out.append(_pack_qqBx(o.first_offset, o.last_offset, 1))
            continue
        acknowledge_types_ = o.acknowledge_types
        n = len(acknowledge_types_)
        if n < 127:
            out.append(_pack_qqB(o.first_offset, o.last_offset, n + 1))
        else:
            out.append(_pack_qq(o.first_offset, o.last_offset))
            out.append(varint(n + 1))
        if n:
            out.append(pack_integers(acknowledge_types_, "b"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_acknowledgement_batch_tags(o, out)


def _encode_fetch_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_fetch_partition_array(array, out):
    for o in array:
        acknowledgement_batches_ = o.acknowledgement_batches
        if (
            acknowledgement_batches_ is not None and not acknowledgement_batches_
            and o.unknown_tags is None
        ):
            out.append(_pack_iiBx(o.partition_index, o.partition_max_bytes, 1))
            continue
        acknowledgement_batches_ = o.acknowledgement_batches
        n = len(acknowledgement_batches_)
        if n < 127:
            out.append(_pack_iiB(o.partition_index, o.partition_max_bytes, n + 1))
        else:
            out.append(_pack_ii(o.partition_index, o.partition_max_bytes))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_acknowledgement_batch_array, acknowledgement_batches_, out)
        elif n:
            _encode_acknowledgement_batch_array(acknowledgement_batches_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_fetch_partition_tags(o, out)


def _encode_fetch_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_fetch_topic_array(array, out):
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
            write_long(_encode_fetch_partition_array, partitions_, out)
        elif n:
            _encode_fetch_partition_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_fetch_topic_tags(o, out)


def _encode_forgotten_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_forgotten_topic_array(array, out):
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


def _encode_share_fetch_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_share_fetch_request(o, out):
    if o.max_records:
        absent("MaxRecords")
    if o.batch_size:
        absent("BatchSize")
    if o.is_renew_ack:
        absent("IsRenewAck")
    group_id_ = o.group_id
    if group_id_ is None:
        out.append(b"\0")
    else:
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
    member_id_ = o.member_id
    if member_id_ is None:
        out.append(b"\0")
    else:
        member_id_ = member_id_.encode()
        n = len(member_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(member_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iiiiB(
            o.share_session_epoch,
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            n + 1,
        ))
    else:
        out.append(_pack_iiii(o.share_session_epoch, o.max_wait_ms, o.min_bytes, o.max_bytes))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_fetch_topic_array, topics_, out)
    elif n:
        _encode_fetch_topic_array(topics_, out)
    forgotten_topics_data_ = o.forgotten_topics_data
    n = len(forgotten_topics_data_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_forgotten_topic_array, forgotten_topics_data_, out)
    elif n:
        _encode_forgotten_topic_array(forgotten_topics_data_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_share_fetch_request_tags(o, out)


def _encode_fetch_partition_array_2(array, out):
    for o in array:
        acknowledgement_batches_ = o.acknowledgement_batches
        if (
            acknowledgement_batches_ is not None and not acknowledgement_batches_
            and not o.partition_max_bytes
            and o.unknown_tags is None
        ):
            out.append(_pack_iBx(o.partition_index, 1))
            continue
        if o.partition_max_bytes:
            absent("PartitionMaxBytes")
        acknowledgement_batches_ = o.acknowledgement_batches
        n = len(acknowledgement_batches_)
        if n < 127:
            out.append(_pack_iB(o.partition_index, n + 1))
        else:
            out.append(_pack_i(o.partition_index))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_acknowledgement_batch_array, acknowledgement_batches_, out)
        elif n:
            _encode_acknowledgement_batch_array(acknowledgement_batches_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_fetch_partition_tags(o, out)


def _encode_fetch_topic_array_2(array, out):
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
            write_long(_encode_fetch_partition_array_2, partitions_, out)
        elif n:
            _encode_fetch_partition_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_fetch_topic_tags(o, out)


def _encode_share_fetch_request_2(o, out):
    if o.is_renew_ack:
        absent("IsRenewAck")
    group_id_ = o.group_id
    if group_id_ is None:
        out.append(b"\0")
    else:
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
    member_id_ = o.member_id
    if member_id_ is None:
        out.append(b"\0")
    else:
        member_id_ = member_id_.encode()
        n = len(member_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(member_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iiiiiiB(
            o.share_session_epoch,
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.max_records,
            o.batch_size,
            n + 1,
        ))
    else:
        out.append(_pack_iiiiii(
            o.share_session_epoch,
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.max_records,
            o.batch_size,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_fetch_topic_array_2, topics_, out)
    elif n:
        _encode_fetch_topic_array_2(topics_, out)
    forgotten_topics_data_ = o.forgotten_topics_data
    n = len(forgotten_topics_data_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_forgotten_topic_array, forgotten_topics_data_, out)
    elif n:
        _encode_forgotten_topic_array(forgotten_topics_data_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_share_fetch_request_tags(o, out)


def _encode_share_fetch_request_3(o, out):
    group_id_ = o.group_id
    if group_id_ is None:
        out.append(b"\0")
    else:
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
    member_id_ = o.member_id
    if member_id_ is None:
        out.append(b"\0")
    else:
        member_id_ = member_id_.encode()
        n = len(member_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(member_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iiiiiiboB(
            o.share_session_epoch,
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.max_records,
            o.batch_size,
            o.share_acquire_mode,
            o.is_renew_ack,
            n + 1,
        ))
    else:
        out.append(_pack_iiiiiibo(
            o.share_session_epoch,
            o.max_wait_ms,
            o.min_bytes,
            o.max_bytes,
            o.max_records,
            o.batch_size,
            o.share_acquire_mode,
            o.is_renew_ack,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_fetch_topic_array_2, topics_, out)
    elif n:
        _encode_fetch_topic_array_2(topics_, out)
    forgotten_topics_data_ = o.forgotten_topics_data
    n = len(forgotten_topics_data_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_forgotten_topic_array, forgotten_topics_data_, out)
    elif n:
        _encode_forgotten_topic_array(forgotten_topics_data_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_share_fetch_request_tags(o, out)


def _decode_acknowledgement_batch_tags(o, buf, pos, count):
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


def _decode_acknowledgement_batch_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AcknowledgementBatch)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_acknowledgement_batch_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ACKNOWLEDGEMENT_BATCH * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.first_offset, o.last_offset) in zip(found, _row_qqxx(buf[pos:end])):
                o.acknowledge_types = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.first_offset, o.last_offset, n = _unpack_qqB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.acknowledge_types = integers(buf, pos, n - 1, "b")
            pos += n - 1
        elif n:
            o.acknowledge_types = []
        else:
            null_error("AcknowledgeTypes")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_acknowledgement_batch_tags(o, buf, pos, t)
    return found, pos


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


def _decode_fetch_partition_array(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_PARTITION * count)]
        end = pos + 10 * count
        if (
            count > 7
            and buf[pos + 8] == 1
            and buf[pos + 8:end:10].count(buf[pos + 8]) == count
            and buf[pos + 9:end:10].count(0) == count
        ):
            for o, (
                o.partition_index, o.partition_max_bytes,
            ) in zip(found, _row_iixx(buf[pos:end])):
                o.acknowledgement_batches = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.partition_max_bytes, n = _unpack_iiB(buf, pos)
        pos += 9
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.acknowledgement_batches, pos = _decode_acknowledgement_batch_array(buf, pos, n - 1)
        elif n:
            o.acknowledgement_batches = []
        else:
            null_error("AcknowledgementBatches")
        t = buf[pos]
        pos += 1
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


def _decode_fetch_topic_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_topic_array, buf, pos, count)
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
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_fetch_partition_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
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


def _decode_forgotten_topic_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ForgottenTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_forgotten_topic_array, buf, pos, count)
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
        o.unknown_tags = None
        if t:
            pos = _decode_forgotten_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_share_fetch_request_tags(o, buf, pos, count):
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


def _decode_share_fetch_request(buf, pos):
    o = make(ShareFetchRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        o.group_id = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        o.member_id = None
    (o.share_session_epoch, o.max_wait_ms, o.min_bytes, o.max_bytes, n) = _unpack_iiiiB(buf, pos)
    pos += 17
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_fetch_topic_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.forgotten_topics_data, pos = _decode_forgotten_topic_array(buf, pos, n - 1)
    elif n:
        o.forgotten_topics_data = []
    else:
        null_error("ForgottenTopicsData")
    t = buf[pos]
    pos += 1
    o.max_records = 0
    o.batch_size = 0
    o.share_acquire_mode = 0
    o.is_renew_ack = False
    o.unknown_tags = None
    if t:
        pos = _decode_share_fetch_request_tags(o, buf, pos, t)
    return o, pos


def _decode_fetch_partition_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FETCH_PARTITION * count)]
        end = pos + 6 * count
        if (
            count > 7
            and buf[pos + 4] == 1
            and buf[pos + 4:end:6].count(buf[pos + 4]) == count
            and buf[pos + 5:end:6].count(0) == count
        ):
            for o, (o.partition_index,) in zip(found, _row_ixx(buf[pos:end])):
                o.acknowledgement_batches = []
                o.partition_max_bytes = 0
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.acknowledgement_batches, pos = _decode_acknowledgement_batch_array(buf, pos, n - 1)
        elif n:
            o.acknowledgement_batches = []
        else:
            null_error("AcknowledgementBatches")
        t = buf[pos]
        pos += 1
        o.partition_max_bytes = 0
        o.unknown_tags = None
        if t:
            pos = _decode_fetch_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_fetch_topic_array_2(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FetchTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_fetch_topic_array_2, buf, pos, count)
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
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_fetch_partition_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_fetch_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_share_fetch_request_2(buf, pos):
    o = make(ShareFetchRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        o.group_id = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        o.member_id = None
    (
        o.share_session_epoch,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.max_records,
        o.batch_size,
        n,
    ) = _unpack_iiiiiiB(buf, pos)
    pos += 25
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_fetch_topic_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.forgotten_topics_data, pos = _decode_forgotten_topic_array(buf, pos, n - 1)
    elif n:
        o.forgotten_topics_data = []
    else:
        null_error("ForgottenTopicsData")
    t = buf[pos]
    pos += 1
    o.share_acquire_mode = 0
    o.is_renew_ack = False
    o.unknown_tags = None
    if t:
        pos = _decode_share_fetch_request_tags(o, buf, pos, t)
    return o, pos


def _decode_share_fetch_request_3(buf, pos):
    o = make(ShareFetchRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        o.group_id = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        o.member_id = None
    (
        o.share_session_epoch,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.max_records,
        o.batch_size,
        o.share_acquire_mode,
        o.is_renew_ack,
        n,
    ) = _unpack_iiiiiiboB(buf, pos)
    pos += 27
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_fetch_topic_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.forgotten_topics_data, pos = _decode_forgotten_topic_array(buf, pos, n - 1)
    elif n:
        o.forgotten_topics_data = []
    else:
        null_error("ForgottenTopicsData")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_share_fetch_request_tags(o, buf, pos, t)
    return o, pos


ShareFetchRequest._ENCODERS = {
    0: _encode_share_fetch_request,
    1: _encode_share_fetch_request_2,
    2: _encode_share_fetch_request_3,
}
ShareFetchRequest._DECODERS = {
    0: _decode_share_fetch_request,
    1: _decode_share_fetch_request_2,
    2: _decode_share_fetch_request_3,
}
