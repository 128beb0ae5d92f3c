"""Generated from schemas/records/StreamsGroupTopologyValue.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    LargeFrame,
    Message,
    Struct,
    compact_strings,
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
    write_compact_strings,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class StreamsGroupTopologyValue(Message):
    """Topology of a Kafka Streams group, as its members sent it.

    Coordinator-value, versions 0, flexible 0+.

    - epoch: int32, 0+. Version of the topology.
    - subtopologies: []Subtopology, 0+
    """

    __slots__ = ("epoch", "subtopologies")
    _FIELDS = __slots__

    API_KEY = 23
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TopicConfig(Struct):
        """TopicConfig of `StreamsGroupTopologyValue`.

        - key: string, 0+
        - value: string, 0+
        """

        __slots__ = ("key", "value")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            key: str = "",
            value: str = "",
        ) -> None:
            self.key: str = key
            self.value: str = value
            self.unknown_tags = None

    class TopicInfo(Struct):
        """TopicInfo of `StreamsGroupTopologyValue`.

        - name: string, 0+
        - partitions: int32, 0+
        - replication_factor: int16, 0+. 0 takes the broker's default.
        - topic_configs: []TopicConfig, 0+
        """

        __slots__ = ("name", "partitions", "replication_factor", "topic_configs")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: int = 0,
            replication_factor: int = 0,
            topic_configs: list[StreamsGroupTopologyValue.TopicConfig] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: int = partitions
            self.replication_factor: int = replication_factor
            self.topic_configs: list[StreamsGroupTopologyValue.TopicConfig] = (
                [] if topic_configs is NEW else topic_configs
            )
            self.unknown_tags = None

    class Subtopology(Struct):
        """Subtopology of `StreamsGroupTopologyValue`.

        - subtopology_id: string, 0+. Names the subtopology within the topology; tasks are
          (subtopology, partition).
        - source_topics: []string, 0+. User topics this subtopology reads.
        - source_topic_regex: []string, 0+. Patterns of user topics this subtopology reads.
        - state_changelog_topics: []TopicInfo, 0+. Internal topics that back the state stores;
          they take the source topics' partition count.
        - repartition_sink_topics: []string, 0+. Internal topics this subtopology writes to.
        - repartition_source_topics: []TopicInfo, 0+. Internal topics this subtopology reads,
          made by the group if missing.
        - copartition_groups: []CopartitionGroup, 0+. Sources that must have equal partition
          counts, as indexes into the lists above.
        """

        __slots__ = (
            "subtopology_id",
            "source_topics",
            "source_topic_regex",
            "state_changelog_topics",
            "repartition_sink_topics",
            "repartition_source_topics",
            "copartition_groups",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            subtopology_id: str = "",
            source_topics: list[str] = NEW,
            source_topic_regex: list[str] = NEW,
            state_changelog_topics: list[StreamsGroupTopologyValue.TopicInfo] = NEW,
            repartition_sink_topics: list[str] = NEW,
            repartition_source_topics: list[StreamsGroupTopologyValue.TopicInfo] = NEW,
            copartition_groups: list[StreamsGroupTopologyValue.CopartitionGroup] = NEW,
        ) -> None:
            self.subtopology_id: str = subtopology_id
            self.source_topics: list[str] = [] if source_topics is NEW else source_topics
            self.source_topic_regex: list[str] = (
                [] if source_topic_regex is NEW else source_topic_regex
            )
            self.state_changelog_topics: list[StreamsGroupTopologyValue.TopicInfo] = (
                [] if state_changelog_topics is NEW else state_changelog_topics
            )
            self.repartition_sink_topics: list[str] = (
                [] if repartition_sink_topics is NEW else repartition_sink_topics
            )
            self.repartition_source_topics: list[StreamsGroupTopologyValue.TopicInfo] = (
                [] if repartition_source_topics is NEW else repartition_source_topics
            )
            self.copartition_groups: list[StreamsGroupTopologyValue.CopartitionGroup] = (
                [] if copartition_groups is NEW else copartition_groups
            )
            self.unknown_tags = None

    class CopartitionGroup(Struct):
        """Sources that must have equal partition counts, as indexes into the lists above.

        - source_topics: []int16, 0+. Indexes into the subtopology's SourceTopics.
        - source_topic_regex: []int16, 0+. Indexes into the subtopology's SourceTopicRegex.
        - repartition_source_topics: []int16, 0+. Indexes into the subtopology's
          RepartitionSourceTopics.
        """

        __slots__ = ("source_topics", "source_topic_regex", "repartition_source_topics")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            source_topics: Sequence[int] = NEW,
            source_topic_regex: Sequence[int] = NEW,
            repartition_source_topics: Sequence[int] = NEW,
        ) -> None:
            self.source_topics: Sequence[int] = [] if source_topics is NEW else source_topics
            self.source_topic_regex: Sequence[int] = (
                [] if source_topic_regex is NEW else source_topic_regex
            )
            self.repartition_source_topics: Sequence[int] = (
                [] if repartition_source_topics is NEW else repartition_source_topics
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        epoch: int = 0,
        subtopologies: list[StreamsGroupTopologyValue.Subtopology] = NEW,
    ) -> None:
        self.epoch: int = epoch
        self.subtopologies: list[StreamsGroupTopologyValue.Subtopology] = (
            [] if subtopologies is NEW else subtopologies
        )
        self.unknown_tags = None


_pack_BBBx = packer(">BBBx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_row_xxxx = rower(">xxxx")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_TopicConfig = StreamsGroupTopologyValue.TopicConfig
_TopicInfo = StreamsGroupTopologyValue.TopicInfo
_Subtopology = StreamsGroupTopologyValue.Subtopology
_CopartitionGroup = StreamsGroupTopologyValue.CopartitionGroup
_ONE_TOPIC_CONFIG = ((_TopicConfig,),)
_ONE_TOPIC_INFO = ((_TopicInfo,),)
_ONE_COPARTITION_GROUP = ((_CopartitionGroup,),)
_ONE_SUBTOPOLOGY = ((_Subtopology,),)


def _encode_topic_config_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_config_array(array, out):
    for o in array:
        key_ = o.key
        key_ = key_.encode()
        n = len(key_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(key_)
        value_ = o.value
        value_ = value_.encode()
        n = len(value_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(value_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_config_tags(o, out)


def _encode_topic_info_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_info_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        topic_configs_ = o.topic_configs
        n = len(topic_configs_)
        if n < 127:
            out.append(_pack_ihB(o.partitions, o.replication_factor, n + 1))
        else:
            out.append(_pack_ih(o.partitions, o.replication_factor))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topic_config_array, topic_configs_, out)
        elif n:
            _encode_topic_config_array(topic_configs_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_info_tags(o, out)


def _encode_copartition_group_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_copartition_group_array(array, out):
    for o in array:
        source_topics_ = o.source_topics
        source_topic_regex_ = o.source_topic_regex
        repartition_source_topics_ = o.repartition_source_topics
        if (
            source_topics_ is not None and not source_topics_
            and source_topic_regex_ is not None and not source_topic_regex_
            and repartition_source_topics_ is not None and not repartition_source_topics_
            and o.unknown_tags is None
        ):
            out.append(_pack_BBBx(1, 1, 1))
            continue
        source_topics_ = o.source_topics
        n = len(source_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            out.append(pack_integers(source_topics_, "h"))
        source_topic_regex_ = o.source_topic_regex
        n = len(source_topic_regex_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            out.append(pack_integers(source_topic_regex_, "h"))
        repartition_source_topics_ = o.repartition_source_topics
        n = len(repartition_source_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            out.append(pack_integers(repartition_source_topics_, "h"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_copartition_group_tags(o, out)


def _encode_subtopology_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_subtopology_array(array, out):
    for o in array:
        subtopology_id_ = o.subtopology_id
        subtopology_id_ = subtopology_id_.encode()
        n = len(subtopology_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(subtopology_id_)
        source_topics_ = o.source_topics
        n = len(source_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(source_topics_, out)
        source_topic_regex_ = o.source_topic_regex
        n = len(source_topic_regex_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(source_topic_regex_, out)
        state_changelog_topics_ = o.state_changelog_topics
        n = len(state_changelog_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topic_info_array, state_changelog_topics_, out)
        elif n:
            _encode_topic_info_array(state_changelog_topics_, out)
        repartition_sink_topics_ = o.repartition_sink_topics
        n = len(repartition_sink_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(repartition_sink_topics_, out)
        repartition_source_topics_ = o.repartition_source_topics
        n = len(repartition_source_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topic_info_array, repartition_source_topics_, out)
        elif n:
            _encode_topic_info_array(repartition_source_topics_, out)
        copartition_groups_ = o.copartition_groups
        n = len(copartition_groups_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_copartition_group_array, copartition_groups_, out)
        elif n:
            _encode_copartition_group_array(copartition_groups_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_subtopology_tags(o, out)


def _encode_streams_group_topology_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_streams_group_topology_value(o, out):
    subtopologies_ = o.subtopologies
    n = len(subtopologies_)
    if n < 127:
        out.append(_pack_iB(o.epoch, n + 1))
    else:
        out.append(_pack_i(o.epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_subtopology_array, subtopologies_, out)
    elif n:
        _encode_subtopology_array(subtopologies_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_streams_group_topology_value_tags(o, out)


def _decode_topic_config_tags(o, buf, pos, count):
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


def _decode_topic_config_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicConfig)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_config_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_CONFIG * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.key = buf[pos:e].decode()
            pos = e
        else:
            null_error("key")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.value = buf[pos:e].decode()
            pos = e
        else:
            null_error("value")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_config_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_info_tags(o, buf, pos, count):
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


def _decode_topic_info_array(buf, pos, count):
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicInfo)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_info_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_INFO * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.partitions, o.replication_factor, n = _unpack_ihB(buf, pos)
        pos += 7
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topic_configs, pos = _decode_topic_config_array(buf, pos, n - 1)
        elif n:
            o.topic_configs = []
        else:
            null_error("TopicConfigs")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_info_tags(o, buf, pos, t)
    return found, pos


def _decode_copartition_group_tags(o, buf, pos, count):
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


def _decode_copartition_group_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CopartitionGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_copartition_group_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_COPARTITION_GROUP * count)]
        end = pos + 4 * count
        if (
            count > 7
            and buf[pos] == 1
            and buf[pos + 1] == 1
            and buf[pos + 2] == 1
            and buf[pos + 0:end:4].count(buf[pos + 0]) == count
            and buf[pos + 1:end:4].count(buf[pos + 1]) == count
            and buf[pos + 2:end:4].count(buf[pos + 2]) == count
            and buf[pos + 3:end:4].count(0) == count
        ):
            for o, () in zip(found, _row_xxxx(buf[pos:end])):
                o.source_topics = []
                o.source_topic_regex = []
                o.repartition_source_topics = []
                o.unknown_tags = None
            return found, end
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.source_topics = integers(buf, pos, n - 1, "h")
            pos += 2 * (n - 1)
        elif n:
            o.source_topics = []
        else:
            null_error("SourceTopics")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.source_topic_regex = integers(buf, pos, n - 1, "h")
            pos += 2 * (n - 1)
        elif n:
            o.source_topic_regex = []
        else:
            null_error("SourceTopicRegex")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.repartition_source_topics = integers(buf, pos, n - 1, "h")
            pos += 2 * (n - 1)
        elif n:
            o.repartition_source_topics = []
        else:
            null_error("RepartitionSourceTopics")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_copartition_group_tags(o, buf, pos, t)
    return found, pos


def _decode_subtopology_tags(o, buf, pos, count):
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


def _decode_subtopology_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Subtopology)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_subtopology_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_SUBTOPOLOGY * count)]
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
            o.source_topics, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.source_topics = []
        else:
            null_error("SourceTopics")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.source_topic_regex, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.source_topic_regex = []
        else:
            null_error("SourceTopicRegex")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.state_changelog_topics, pos = _decode_topic_info_array(buf, pos, n - 1)
        elif n:
            o.state_changelog_topics = []
        else:
            null_error("StateChangelogTopics")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.repartition_sink_topics, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.repartition_sink_topics = []
        else:
            null_error("RepartitionSinkTopics")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.repartition_source_topics, pos = _decode_topic_info_array(buf, pos, n - 1)
        elif n:
            o.repartition_source_topics = []
        else:
            null_error("RepartitionSourceTopics")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.copartition_groups, pos = _decode_copartition_group_array(buf, pos, n - 1)
        elif n:
            o.copartition_groups = []
        else:
            null_error("CopartitionGroups")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_subtopology_tags(o, buf, pos, t)
    return found, pos


def _decode_streams_group_topology_value_tags(o, buf, pos, count):
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


def _decode_streams_group_topology_value(buf, pos):
    o = make(StreamsGroupTopologyValue)
    o.epoch, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.subtopologies, pos = _decode_subtopology_array(buf, pos, n - 1)
    elif n:
        o.subtopologies = []
    else:
        null_error("Subtopologies")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_topology_value_tags(o, buf, pos, t)
    return o, pos


StreamsGroupTopologyValue._ENCODERS = {0: _encode_streams_group_topology_value}
StreamsGroupTopologyValue._DECODERS = {0: _decode_streams_group_topology_value}
