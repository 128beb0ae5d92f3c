"""Generated from schemas/messages/VoteRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    ZERO_UUID,
    LargeFrame,
    Message,
    Struct,
    absent,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
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


class VoteRequest(Message):
    """A KRaft candidate asks a voter for its vote (KIP-595).

    Request of api key 52, versions 0-2, flexible 0+.

    - cluster_id: string, 0+, null. Cluster the sender means to talk to; null leaves it
      unchecked.
    - voter_id: int32, 1+. Voter the request is meant for; -1 unknown.
    - topics: []TopicData, 0+
    """

    __slots__ = ("cluster_id", "voter_id", "topics")
    _FIELDS = __slots__

    API_KEY = 52
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    class TopicData(Struct):
        """TopicData of `VoteRequest`.

        - topic_name: string, 0+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partitions: list[VoteRequest.PartitionData] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.partitions: list[VoteRequest.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `VoteRequest`.

        - partition_index: int32, 0+
        - replica_epoch: int32, 0+. Epoch the candidate stands for.
        - replica_id: int32, 0+. The candidate.
        - replica_directory_id: uuid, 1+. Directory id of the candidate; all zero without
          KIP-853.
        - voter_directory_id: uuid, 1+. Directory id of the voter; all zero when the sender does
          not know it (KIP-853).
        - last_offset_epoch: int32, 0+. Epoch of the last record in the candidate's log.
        - last_offset: int64, 0+. Log end offset of the candidate; voters refuse logs shorter
          than theirs.
        - pre_vote: bool, 2+. True only asks whether a vote would be given, and moves no epoch
          (KIP-996).
        """

        __slots__ = (
            "partition_index",
            "replica_epoch",
            "replica_id",
            "replica_directory_id",
            "voter_directory_id",
            "last_offset_epoch",
            "last_offset",
            "pre_vote",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            replica_epoch: int = 0,
            replica_id: int = 0,
            replica_directory_id: bytes = ZERO_UUID,
            voter_directory_id: bytes = ZERO_UUID,
            last_offset_epoch: int = 0,
            last_offset: int = 0,
            pre_vote: bool = False,
        ) -> None:
            self.partition_index: int = partition_index
            self.replica_epoch: int = replica_epoch
            self.replica_id: int = replica_id
            self.replica_directory_id: bytes = replica_directory_id
            self.voter_directory_id: bytes = voter_directory_id
            self.last_offset_epoch: int = last_offset_epoch
            self.last_offset: int = last_offset
            self.pre_vote: bool = pre_vote
            self.unknown_tags = None

    def __init__(
        self,
        *,
        cluster_id: str | None = None,
        voter_id: int = -1,
        topics: list[VoteRequest.TopicData] = NEW,
    ) -> None:
        self.cluster_id: str | None = cluster_id
        self.voter_id: int = voter_id
        self.topics: list[VoteRequest.TopicData] = [] if topics is NEW else topics
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iiiiq = packer(">iiiiq")
_pack_iiiiqx = packer(">iiiiqx")
_pack_iiiuuiq = packer(">iii16s16siq")
_pack_iiiuuiqo = packer(">iii16s16siq?")
_pack_iiiuuiqox = packer(">iii16s16siq?x")
_pack_iiiuuiqx = packer(">iii16s16siqx")
_row_iiiiqx = rower(">iiiiqx")
_row_iiiuuiqox = rower(">iii16s16siq?x")
_row_iiiuuiqx = rower(">iii16s16siqx")
_unpack_iB = unpacker(">iB")
_unpack_iiiiqB = unpacker(">iiiiqB")
_unpack_iiiuuiqB = unpacker(">iii16s16siqB")
_unpack_iiiuuiqoB = unpacker(">iii16s16siq?B")
_TopicData = VoteRequest.TopicData
_PartitionData = VoteRequest.PartitionData
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_TOPIC_DATA = ((_TopicData,),)


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array(array, out):
    for o in array:
        if o.pre_vote:
            absent("PreVote")
        if o.unknown_tags is None:
            out.append(_pack_iiiiqx(
                o.partition_index,
                o.replica_epoch,
                o.replica_id,
                o.last_offset_epoch,
                o.last_offset,
            ))
        else:
            out.append(_pack_iiiiq(
                o.partition_index,
                o.replica_epoch,
                o.replica_id,
                o.last_offset_epoch,
                o.last_offset,
            ))
            _encode_partition_data_tags(o, out)


def _encode_topic_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_data_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_data_array, partitions_, out)
        elif n:
            _encode_partition_data_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_data_tags(o, out)


def _encode_vote_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_vote_request(o, out):
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
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array, topics_, out)
    elif n:
        _encode_topic_data_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_vote_request_tags(o, out)


def _encode_partition_data_array_2(array, out):
    for o in array:
        if o.pre_vote:
            absent("PreVote")
        if o.unknown_tags is None:
            out.append(_pack_iiiuuiqx(
                o.partition_index,
                o.replica_epoch,
                o.replica_id,
                o.replica_directory_id,
                o.voter_directory_id,
                o.last_offset_epoch,
                o.last_offset,
            ))
        else:
            out.append(_pack_iiiuuiq(
                o.partition_index,
                o.replica_epoch,
                o.replica_id,
                o.replica_directory_id,
                o.voter_directory_id,
                o.last_offset_epoch,
                o.last_offset,
            ))
            _encode_partition_data_tags(o, out)


def _encode_topic_data_array_2(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_data_array_2, partitions_, out)
        elif n:
            _encode_partition_data_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_data_tags(o, out)


def _encode_vote_request_2(o, out):
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
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.voter_id, n + 1))
    else:
        out.append(_pack_i(o.voter_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array_2, topics_, out)
    elif n:
        _encode_topic_data_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_vote_request_tags(o, out)


def _encode_partition_data_array_3(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iiiuuiqox(
                o.partition_index,
                o.replica_epoch,
                o.replica_id,
                o.replica_directory_id,
                o.voter_directory_id,
                o.last_offset_epoch,
                o.last_offset,
                o.pre_vote,
            ))
        else:
            out.append(_pack_iiiuuiqo(
                o.partition_index,
                o.replica_epoch,
                o.replica_id,
                o.replica_directory_id,
                o.voter_directory_id,
                o.last_offset_epoch,
                o.last_offset,
                o.pre_vote,
            ))
            _encode_partition_data_tags(o, out)


def _encode_topic_data_array_3(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_data_array_3, partitions_, out)
        elif n:
            _encode_partition_data_array_3(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_data_tags(o, out)


def _encode_vote_request_3(o, out):
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
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.voter_id, n + 1))
    else:
        out.append(_pack_i(o.voter_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array_3, topics_, out)
    elif n:
        _encode_topic_data_array_3(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_vote_request_tags(o, out)


def _decode_partition_data_tags(o, buf, pos, count):
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


def _decode_partition_data_array(buf, pos, count):
    if 25 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 25 * count
        if count > 7 and buf[pos + 24:end:25].count(0) == count:
            for o, (
                o.partition_index, o.replica_epoch, o.replica_id, o.last_offset_epoch, o.last_offset,
            ) in zip(found, _row_iiiiqx(buf[pos:end])):
                o.replica_directory_id = ZERO_UUID
                o.voter_directory_id = ZERO_UUID
                o.pre_vote = False
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition_index,
            o.replica_epoch,
            o.replica_id,
            o.last_offset_epoch,
            o.last_offset,
            t,
        ) = _unpack_iiiiqB(buf, pos)
        pos += 25
        o.replica_directory_id = ZERO_UUID
        o.voter_directory_id = ZERO_UUID
        o.pre_vote = False
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_data_tags(o, buf, pos, count):
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


def _decode_topic_data_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_partition_data_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_vote_request_tags(o, buf, pos, count):
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


def _decode_vote_request(buf, pos):
    o = make(VoteRequest)
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
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_data_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.voter_id = -1
    o.unknown_tags = None
    if t:
        pos = _decode_vote_request_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_data_array_2(buf, pos, count):
    if 57 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 57 * count
        if count > 7 and buf[pos + 56:end:57].count(0) == count:
            for o, (
                o.partition_index, o.replica_epoch, o.replica_id, o.replica_directory_id, o.voter_directory_id, o.last_offset_epoch, o.last_offset,
            ) in zip(found, _row_iiiuuiqx(buf[pos:end])):
                o.pre_vote = False
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition_index,
            o.replica_epoch,
            o.replica_id,
            o.replica_directory_id,
            o.voter_directory_id,
            o.last_offset_epoch,
            o.last_offset,
            t,
        ) = _unpack_iiiuuiqB(buf, pos)
        pos += 57
        o.pre_vote = False
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_data_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_partition_data_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_vote_request_2(buf, pos):
    o = make(VoteRequest)
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
    o.voter_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_data_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_vote_request_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_data_array_3(buf, pos, count):
    if 58 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 58 * count
        if count > 7 and buf[pos + 57:end:58].count(0) == count:
            for o, (
                o.partition_index, o.replica_epoch, o.replica_id, o.replica_directory_id, o.voter_directory_id, o.last_offset_epoch, o.last_offset, o.pre_vote,
            ) in zip(found, _row_iiiuuiqox(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition_index,
            o.replica_epoch,
            o.replica_id,
            o.replica_directory_id,
            o.voter_directory_id,
            o.last_offset_epoch,
            o.last_offset,
            o.pre_vote,
            t,
        ) = _unpack_iiiuuiqoB(buf, pos)
        pos += 58
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_data_array_3(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_partition_data_array_3(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_vote_request_3(buf, pos):
    o = make(VoteRequest)
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
    o.voter_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_data_array_3(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_vote_request_tags(o, buf, pos, t)
    return o, pos


VoteRequest._ENCODERS = {
    0: _encode_vote_request,
    1: _encode_vote_request_2,
    2: _encode_vote_request_3,
}
VoteRequest._DECODERS = {
    0: _decode_vote_request,
    1: _decode_vote_request_2,
    2: _decode_vote_request_3,
}
