"""Generated from schemas/messages/ConsumerProtocolSubscription.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    INT32S,
    NEVER_FLEXIBLE,
    NEW,
    READY_COUNTS,
    LargeFrame,
    Message,
    Struct,
    absent,
    integers,
    long_array,
    make,
    null_error,
    pack_integers,
    packer,
    short,
    starmap,
    strings,
    unpacker,
    write_long,
    write_strings,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ConsumerProtocolSubscription(Message):
    """What a consumer puts into JoinGroup: the topics it wants, after an int16 version.

    Data, versions 0-3.

    - topics: []string, 0+
    - user_data: bytes, 0+, null. The assignor's own bytes, such as sticky state.
    - owned_partitions: []TopicPartition, 1+. Partitions the member holds now, for
      cooperative rebalancing (KIP-429).
    - generation_id: int32, 2+. Generation in which OwnedPartitions were held; -1 unknown
      (KIP-792).
    - rack_id: string, 3+, null. Rack of the consumer, for rack-aware assignors (KIP-881).
    """

    __slots__ = ("topics", "user_data", "owned_partitions", "generation_id", "rack_id")
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    class TopicPartition(Struct):
        """Partitions the member holds now, for cooperative rebalancing (KIP-429).

        - topic: string, 1+
        - partitions: []int32, 1+
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

    def __init__(
        self,
        *,
        topics: list[str] = NEW,
        user_data: bytes | None = None,
        owned_partitions: list[ConsumerProtocolSubscription.TopicPartition] = NEW,
        generation_id: int = -1,
        rack_id: str | None = None,
    ) -> None:
        self.topics: list[str] = [] if topics is NEW else topics
        self.user_data: bytes | None = user_data
        self.owned_partitions: list[ConsumerProtocolSubscription.TopicPartition] = (
            [] if owned_partitions is NEW else owned_partitions
        )
        self.generation_id: int = generation_id
        self.rack_id: str | None = rack_id
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ih = packer(">ih")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_ih = unpacker(">ih")
_TopicPartition = ConsumerProtocolSubscription.TopicPartition
_ONE_TOPIC_PARTITION = ((_TopicPartition,),)


def _encode_consumer_protocol_subscription(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n:
        write_strings(topics_, out)
    user_data_ = o.user_data
    if user_data_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(user_data_)
        out.append(_pack_i(n))
        out.append(user_data_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_topic_partition_array(array, out):
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


def _encode_consumer_protocol_subscription_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n:
        write_strings(topics_, out)
    user_data_ = o.user_data
    if user_data_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(user_data_)
        out.append(_pack_i(n))
        out.append(user_data_)
    owned_partitions_ = o.owned_partitions
    n = len(owned_partitions_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_topic_partition_array, owned_partitions_, out)
    elif n:
        _encode_topic_partition_array(owned_partitions_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_consumer_protocol_subscription_3(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n:
        write_strings(topics_, out)
    user_data_ = o.user_data
    if user_data_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(user_data_)
        out.append(_pack_i(n))
        out.append(user_data_)
    owned_partitions_ = o.owned_partitions
    n = len(owned_partitions_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_topic_partition_array, owned_partitions_, out)
    elif n:
        _encode_topic_partition_array(owned_partitions_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.generation_id))


def _encode_consumer_protocol_subscription_4(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n:
        write_strings(topics_, out)
    user_data_ = o.user_data
    if user_data_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(user_data_)
        out.append(_pack_i(n))
        out.append(user_data_)
    owned_partitions_ = o.owned_partitions
    n = len(owned_partitions_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_topic_partition_array, owned_partitions_, out)
    elif n:
        _encode_topic_partition_array(owned_partitions_, out)
    rack_id_ = o.rack_id
    if rack_id_ is None:
        out.append(_pack_ih(o.generation_id, -1))
    else:
        rack_id_ = rack_id_.encode()
        n = len(rack_id_)
        out.append(_pack_ih(o.generation_id, n))
        out.append(rack_id_)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_consumer_protocol_subscription(buf, pos):
    o = make(ConsumerProtocolSubscription)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = strings(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.user_data = b"" + buf[pos:e]
        pos = e
    else:
        o.user_data = None
    o.owned_partitions = []
    o.generation_id = -1
    o.rack_id = None
    o.unknown_tags = None
    return o, pos


def _decode_topic_partition_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PARTITION * count)]
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
        o.unknown_tags = None
    return found, pos


def _decode_consumer_protocol_subscription_2(buf, pos):
    o = make(ConsumerProtocolSubscription)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = strings(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.user_data = b"" + buf[pos:e]
        pos = e
    else:
        o.user_data = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.owned_partitions, pos = _decode_topic_partition_array(buf, pos, n)
    elif not n:
        o.owned_partitions = []
    else:
        null_error("OwnedPartitions")
    o.generation_id = -1
    o.rack_id = None
    o.unknown_tags = None
    return o, pos


def _decode_consumer_protocol_subscription_3(buf, pos):
    o = make(ConsumerProtocolSubscription)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = strings(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.user_data = b"" + buf[pos:e]
        pos = e
    else:
        o.user_data = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.owned_partitions, pos = _decode_topic_partition_array(buf, pos, n)
    elif not n:
        o.owned_partitions = []
    else:
        null_error("OwnedPartitions")
    o.generation_id, = _unpack_i(buf, pos)
    pos += 4
    o.rack_id = None
    o.unknown_tags = None
    return o, pos


def _decode_consumer_protocol_subscription_4(buf, pos):
    o = make(ConsumerProtocolSubscription)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = strings(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.user_data = b"" + buf[pos:e]
        pos = e
    else:
        o.user_data = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.owned_partitions, pos = _decode_topic_partition_array(buf, pos, n)
    elif not n:
        o.owned_partitions = []
    else:
        null_error("OwnedPartitions")
    o.generation_id, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        o.rack_id = None
    o.unknown_tags = None
    return o, pos


ConsumerProtocolSubscription._ENCODERS = {
    0: _encode_consumer_protocol_subscription,
    1: _encode_consumer_protocol_subscription_2,
    2: _encode_consumer_protocol_subscription_3,
    3: _encode_consumer_protocol_subscription_4,
}
ConsumerProtocolSubscription._DECODERS = {
    0: _decode_consumer_protocol_subscription,
    1: _decode_consumer_protocol_subscription_2,
    2: _decode_consumer_protocol_subscription_3,
    3: _decode_consumer_protocol_subscription_4,
}
