"""Generated from schemas/messages/AlterPartitionRequest.json; do not edit.

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


class AlterPartitionRequest(Message):
    """A leader asks the controller to change the in-sync set (KIP-497).

    Request of api key 56, versions 0-3, flexible 0+.

    - broker_id: int32, 0+
    - broker_epoch: int64, 0+. Offset of the broker's registration record, so that each
      start has its own; -1 unknown.
    - topics: []TopicData, 0+
    """

    __slots__ = ("broker_id", "broker_epoch", "topics")
    _FIELDS = __slots__

    API_KEY = 56
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 0

    class TopicData(Struct):
        """TopicData of `AlterPartitionRequest`.

        - topic_name: string, 0-1
        - topic_id: uuid, 2+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_name", "topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            topic_id: bytes = ZERO_UUID,
            partitions: list[AlterPartitionRequest.PartitionData] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.topic_id: bytes = topic_id
            self.partitions: list[AlterPartitionRequest.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `AlterPartitionRequest`.

        - partition_index: int32, 0+
        - leader_epoch: int32, 0+. Epoch under which the sender leads; an old one is refused.
        - new_isr: []int32, 0-2. In-sync set wanted, up to version 2.
        - new_isr_with_epochs: []BrokerState, 3+. In-sync set wanted, each replica with its
          broker epoch, to keep stale ones out (KIP-903).
        - leader_recovery_state: int8, 1+. 1 while a leader from an unclean election still
          recovers, else 0 (KIP-704).
        - partition_epoch: int32, 0+. Version of the partition's state this change starts from,
          for compare-and-set.
        """

        __slots__ = (
            "partition_index",
            "leader_epoch",
            "new_isr",
            "new_isr_with_epochs",
            "leader_recovery_state",
            "partition_epoch",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            leader_epoch: int = 0,
            new_isr: Sequence[int] = NEW,
            new_isr_with_epochs: list[AlterPartitionRequest.BrokerState] = NEW,
            leader_recovery_state: int = 0,
            partition_epoch: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.leader_epoch: int = leader_epoch
            self.new_isr: Sequence[int] = [] if new_isr is NEW else new_isr
            self.new_isr_with_epochs: list[AlterPartitionRequest.BrokerState] = (
                [] if new_isr_with_epochs is NEW else new_isr_with_epochs
            )
            self.leader_recovery_state: int = leader_recovery_state
            self.partition_epoch: int = partition_epoch
            self.unknown_tags = None

    class BrokerState(Struct):
        """In-sync set wanted, each replica with its broker epoch, to keep stale ones out
        (KIP-903).

        - broker_id: int32, 3+
        - broker_epoch: int64, 3+. Offset of the broker's registration record, so that each
          start has its own; -1 unknown.
        """

        __slots__ = ("broker_id", "broker_epoch")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            broker_id: int = 0,
            broker_epoch: int = -1,
        ) -> None:
            self.broker_id: int = broker_id
            self.broker_epoch: int = broker_epoch
            self.unknown_tags = None

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
        topics: list[AlterPartitionRequest.TopicData] = NEW,
    ) -> None:
        self.broker_id: int = broker_id
        self.broker_epoch: int = broker_epoch
        self.topics: list[AlterPartitionRequest.TopicData] = [] if topics is NEW else topics
        self.unknown_tags = None


_pack_bi = packer(">bi")
_pack_bix = packer(">bix")
_pack_i = packer(">i")
_pack_ii = packer(">ii")
_pack_iiB = packer(">iiB")
_pack_iiBbix = packer(">iiBbix")
_pack_iiBi = packer(">iiBi")
_pack_iiBiii = packer(">iiBiii")
_pack_iiBix = packer(">iiBix")
_pack_iq = packer(">iq")
_pack_iqB = packer(">iqB")
_pack_iqx = packer(">iqx")
_pack_ix = packer(">ix")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_iixbix = rower(">iixbix")
_row_iixix = rower(">iixix")
_row_iqx = rower(">iqx")
_row_uxx = rower(">16sxx")
_unpack_biB = unpacker(">biB")
_unpack_iB = unpacker(">iB")
_unpack_iiB = unpacker(">iiB")
_unpack_iqB = unpacker(">iqB")
_unpack_uB = unpacker(">16sB")
_TopicData = AlterPartitionRequest.TopicData
_PartitionData = AlterPartitionRequest.PartitionData
_BrokerState = AlterPartitionRequest.BrokerState
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_TOPIC_DATA = ((_TopicData,),)
_ONE_BROKER_STATE = ((_BrokerState,),)


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array(array, out):
    for o in array:
        new_isr_ = o.new_isr
        if (
            new_isr_ is not None and not new_isr_
            and not o.new_isr_with_epochs
            and not o.leader_recovery_state
            and o.unknown_tags is None
        ):
            out.append(_pack_iiBix(o.partition_index, o.leader_epoch, 1, o.partition_epoch))
            continue
        if o.new_isr_with_epochs:
            absent("NewIsrWithEpochs")
        if o.leader_recovery_state:
            absent("LeaderRecoveryState")
        new_isr_ = o.new_isr
        n = len(new_isr_)
        if n == 3:
            i, j, k = new_isr_
            out.append(_pack_iiBiii(o.partition_index, o.leader_epoch, 4, i, j, k))
        elif n == 1:
            i, = new_isr_
            out.append(_pack_iiBi(o.partition_index, o.leader_epoch, 2, i))
        else:
            if n < 127:
                out.append(_pack_iiB(o.partition_index, o.leader_epoch, n + 1))
            else:
                out.append(_pack_ii(o.partition_index, o.leader_epoch))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(new_isr_, "i"))
        if o.unknown_tags is None:
            out.append(_pack_ix(o.partition_epoch))
        else:
            out.append(_pack_i(o.partition_epoch))
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


def _encode_alter_partition_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_partition_request(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iqB(o.broker_id, o.broker_epoch, n + 1))
    else:
        out.append(_pack_iq(o.broker_id, o.broker_epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array, topics_, out)
    elif n:
        _encode_topic_data_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_partition_request_tags(o, out)


def _encode_partition_data_array_2(array, out):
    for o in array:
        new_isr_ = o.new_isr
        if (
            new_isr_ is not None and not new_isr_
            and not o.new_isr_with_epochs
            and o.unknown_tags is None
        ):
            out.append(_pack_iiBbix(
                o.partition_index,
                o.leader_epoch,
                1,
                o.leader_recovery_state,
                o.partition_epoch,
            ))
            continue
        if o.new_isr_with_epochs:
            absent("NewIsrWithEpochs")
        new_isr_ = o.new_isr
        n = len(new_isr_)
        if n == 3:
            i, j, k = new_isr_
            out.append(_pack_iiBiii(o.partition_index, o.leader_epoch, 4, i, j, k))
        elif n == 1:
            i, = new_isr_
            out.append(_pack_iiBi(o.partition_index, o.leader_epoch, 2, i))
        else:
            if n < 127:
                out.append(_pack_iiB(o.partition_index, o.leader_epoch, n + 1))
            else:
                out.append(_pack_ii(o.partition_index, o.leader_epoch))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(new_isr_, "i"))
        if o.unknown_tags is None:
            out.append(_pack_bix(o.leader_recovery_state, o.partition_epoch))
        else:
            out.append(_pack_bi(o.leader_recovery_state, o.partition_epoch))
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


def _encode_alter_partition_request_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iqB(o.broker_id, o.broker_epoch, n + 1))
    else:
        out.append(_pack_iq(o.broker_id, o.broker_epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array_2, topics_, out)
    elif n:
        _encode_topic_data_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_partition_request_tags(o, out)


def _encode_topic_data_array_3(array, out):
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
            write_long(_encode_partition_data_array_2, partitions_, out)
        elif n:
            _encode_partition_data_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_data_tags(o, out)


def _encode_alter_partition_request_3(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iqB(o.broker_id, o.broker_epoch, n + 1))
    else:
        out.append(_pack_iq(o.broker_id, o.broker_epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array_3, topics_, out)
    elif n:
        _encode_topic_data_array_3(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_partition_request_tags(o, out)


def _encode_broker_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_broker_state_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iqx(o.broker_id, o.broker_epoch))
        else:
            out.append(_pack_iq(o.broker_id, o.broker_epoch))
            _encode_broker_state_tags(o, out)


def _encode_partition_data_array_3(array, out):
    for o in array:
        new_isr_with_epochs_ = o.new_isr_with_epochs
        if (
            new_isr_with_epochs_ is not None and not new_isr_with_epochs_
            and not o.new_isr
            and o.unknown_tags is None
        ):
            out.append(_pack_iiBbix(
                o.partition_index,
                o.leader_epoch,
                1,
                o.leader_recovery_state,
                o.partition_epoch,
            ))
            continue
        if o.new_isr:
            absent("NewIsr")
        new_isr_with_epochs_ = o.new_isr_with_epochs
        n = len(new_isr_with_epochs_)
        if n < 127:
            out.append(_pack_iiB(o.partition_index, o.leader_epoch, n + 1))
        else:
            out.append(_pack_ii(o.partition_index, o.leader_epoch))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_broker_state_array, new_isr_with_epochs_, out)
        elif n:
            _encode_broker_state_array(new_isr_with_epochs_, out)
        if o.unknown_tags is None:
            out.append(_pack_bix(o.leader_recovery_state, o.partition_epoch))
        else:
            out.append(_pack_bi(o.leader_recovery_state, o.partition_epoch))
            _encode_partition_data_tags(o, out)


def _encode_topic_data_array_4(array, out):
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
            write_long(_encode_partition_data_array_3, partitions_, out)
        elif n:
            _encode_partition_data_array_3(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_data_tags(o, out)


def _encode_alter_partition_request_4(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iqB(o.broker_id, o.broker_epoch, n + 1))
    else:
        out.append(_pack_iq(o.broker_id, o.broker_epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array_4, topics_, out)
    elif n:
        _encode_topic_data_array_4(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_partition_request_tags(o, out)


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
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 14 * count
        if (
            count > 7
            and buf[pos + 8] == 1
            and buf[pos + 8:end:14].count(buf[pos + 8]) == count
            and buf[pos + 13:end:14].count(0) == count
        ):
            for o, (
                o.partition_index, o.leader_epoch, o.partition_epoch,
            ) in zip(found, _row_iixix(buf[pos:end])):
                o.new_isr = []
                o.new_isr_with_epochs = []
                o.leader_recovery_state = 0
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.leader_epoch, n = _unpack_iiB(buf, pos)
        pos += 9
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.new_isr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.new_isr = []
        else:
            null_error("NewIsr")
        o.partition_epoch, t = _unpack_iB(buf, pos)
        pos += 5
        o.new_isr_with_epochs = []
        o.leader_recovery_state = 0
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
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_partition_request_tags(o, buf, pos, count):
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


def _decode_alter_partition_request(buf, pos):
    o = make(AlterPartitionRequest)
    o.broker_id, o.broker_epoch, n = _unpack_iqB(buf, pos)
    pos += 13
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
    o.unknown_tags = None
    if t:
        pos = _decode_alter_partition_request_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_data_array_2(buf, pos, count):
    if 15 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 15 * count
        if (
            count > 7
            and buf[pos + 8] == 1
            and buf[pos + 8:end:15].count(buf[pos + 8]) == count
            and buf[pos + 14:end:15].count(0) == count
        ):
            for o, (
                o.partition_index, o.leader_epoch, o.leader_recovery_state, o.partition_epoch,
            ) in zip(found, _row_iixbix(buf[pos:end])):
                o.new_isr = []
                o.new_isr_with_epochs = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.leader_epoch, n = _unpack_iiB(buf, pos)
        pos += 9
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.new_isr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.new_isr = []
        else:
            null_error("NewIsr")
        o.leader_recovery_state, o.partition_epoch, t = _unpack_biB(buf, pos)
        pos += 6
        o.new_isr_with_epochs = []
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
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_partition_request_2(buf, pos):
    o = make(AlterPartitionRequest)
    o.broker_id, o.broker_epoch, n = _unpack_iqB(buf, pos)
    pos += 13
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
        pos = _decode_alter_partition_request_tags(o, buf, pos, t)
    return o, pos


def _decode_topic_data_array_3(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partitions = []
                o.topic_name = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
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
        o.topic_name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_partition_request_3(buf, pos):
    o = make(AlterPartitionRequest)
    o.broker_id, o.broker_epoch, n = _unpack_iqB(buf, pos)
    pos += 13
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
        pos = _decode_alter_partition_request_tags(o, buf, pos, t)
    return o, pos


def _decode_broker_state_tags(o, buf, pos, count):
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


def _decode_broker_state_array(buf, pos, count):
    if 13 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_BrokerState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_broker_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_BROKER_STATE * count)]
        end = pos + 13 * count
        if count > 7 and buf[pos + 12:end:13].count(0) == count:
            for o, (o.broker_id, o.broker_epoch) in zip(found, _row_iqx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.broker_id, o.broker_epoch, t = _unpack_iqB(buf, pos)
        pos += 13
        o.unknown_tags = None
        if t:
            pos = _decode_broker_state_tags(o, buf, pos, t)
    return found, pos


def _decode_partition_data_array_3(buf, pos, count):
    if 15 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 15 * count
        if (
            count > 7
            and buf[pos + 8] == 1
            and buf[pos + 8:end:15].count(buf[pos + 8]) == count
            and buf[pos + 14:end:15].count(0) == count
        ):
            for o, (
                o.partition_index, o.leader_epoch, o.leader_recovery_state, o.partition_epoch,
            ) in zip(found, _row_iixbix(buf[pos:end])):
                o.new_isr_with_epochs = []
                o.new_isr = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.leader_epoch, n = _unpack_iiB(buf, pos)
        pos += 9
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.new_isr_with_epochs, pos = _decode_broker_state_array(buf, pos, n - 1)
        elif n:
            o.new_isr_with_epochs = []
        else:
            null_error("NewIsrWithEpochs")
        o.leader_recovery_state, o.partition_epoch, t = _unpack_biB(buf, pos)
        pos += 6
        o.new_isr = []
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_data_array_4(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partitions = []
                o.topic_name = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
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
        o.topic_name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_partition_request_4(buf, pos):
    o = make(AlterPartitionRequest)
    o.broker_id, o.broker_epoch, n = _unpack_iqB(buf, pos)
    pos += 13
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_data_array_4(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_alter_partition_request_tags(o, buf, pos, t)
    return o, pos


AlterPartitionRequest._ENCODERS = {
    0: _encode_alter_partition_request,
    1: _encode_alter_partition_request_2,
    2: _encode_alter_partition_request_3,
    3: _encode_alter_partition_request_4,
}
AlterPartitionRequest._DECODERS = {
    0: _decode_alter_partition_request,
    1: _decode_alter_partition_request_2,
    2: _decode_alter_partition_request_3,
    3: _decode_alter_partition_request_4,
}
