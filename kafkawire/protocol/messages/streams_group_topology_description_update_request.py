"""Generated from schemas/messages/StreamsGroupTopologyDescriptionUpdateRequest.json; do not edit.

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
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
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


class StreamsGroupTopologyDescriptionUpdateRequest(Message):
    """A member hands in the processing graph of its application (KIP-1331).

    Request of api key 93, versions 0, flexible 0+.

    - group_id: string, 0+
    - member_id: string, 0+
    - topology_epoch: int32, 0+. Version of the topology the member runs.
    - topology_description: TopologyDescription, 0+. The graph, for people and tools; the
      broker does not use it to assign tasks.
    """

    __slots__ = ("group_id", "member_id", "topology_epoch", "topology_description")
    _FIELDS = __slots__

    API_KEY = 93
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TopologyDescription(Struct):
        """TopologyDescription of `StreamsGroupTopologyDescriptionUpdateRequest`.

        - subtopologies: []TopologyDescriptionSubtopology, 0+
        - global_stores: []TopologyDescriptionGlobalStore, 0+. Stores fed from whole topics, on
          every instance.
        """

        __slots__ = ("subtopologies", "global_stores")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            subtopologies: list[StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionSubtopology] = NEW,
            global_stores: list[StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionGlobalStore] = NEW,
        ) -> None:
            self.subtopologies: list[StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionSubtopology] = (
                [] if subtopologies is NEW else subtopologies
            )
            self.global_stores: list[StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionGlobalStore] = (
                [] if global_stores is NEW else global_stores
            )
            self.unknown_tags = None

    class TopologyDescriptionSubtopology(Struct):
        """TopologyDescriptionSubtopology of `StreamsGroupTopologyDescriptionUpdateRequest`.

        - subtopology_id: string, 0+. Names the subtopology within the topology; tasks are
          (subtopology, partition).
        - nodes: []TopologyDescriptionNode, 0+
        """

        __slots__ = ("subtopology_id", "nodes")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            subtopology_id: str = "",
            nodes: list[StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionNode] = NEW,
        ) -> None:
            self.subtopology_id: str = subtopology_id
            self.nodes: list[StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionNode] = (
                [] if nodes is NEW else nodes
            )
            self.unknown_tags = None

    class TopologyDescriptionNode(Struct):
        """TopologyDescriptionNode of `StreamsGroupTopologyDescriptionUpdateRequest`.

        - name: string, 0+
        - node_type: int8, 0+. Tells sources, processors and sinks apart.
        - source_topics: []string, 0+. User topics this subtopology reads.
        - sink_topic: string, 0+, null. Set for sinks alone.
        - stores: []string, 0+. State stores attached to the node.
        - successors: []string, 0+. Names of the nodes that take this node's output.
        """

        __slots__ = ("name", "node_type", "source_topics", "sink_topic", "stores", "successors")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            node_type: int = 0,
            source_topics: list[str] = NEW,
            sink_topic: str | None = None,
            stores: list[str] = NEW,
            successors: list[str] = NEW,
        ) -> None:
            self.name: str = name
            self.node_type: int = node_type
            self.source_topics: list[str] = [] if source_topics is NEW else source_topics
            self.sink_topic: str | None = sink_topic
            self.stores: list[str] = [] if stores is NEW else stores
            self.successors: list[str] = [] if successors is NEW else successors
            self.unknown_tags = None

    class TopologyDescriptionGlobalStore(Struct):
        """TopologyDescriptionGlobalStore of `StreamsGroupTopologyDescriptionUpdateRequest`.

        - source: TopologyDescriptionNode, 0+
        - processor: TopologyDescriptionNode, 0+
        """

        __slots__ = ("source", "processor")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            source: StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionNode = NEW,
            processor: StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionNode = NEW,
        ) -> None:
            self.source: StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionNode = (
                StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionNode() if source is NEW else source
            )
            self.processor: StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionNode = (
                StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionNode() if processor is NEW else processor
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str = "",
        topology_epoch: int = 0,
        topology_description: StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescription = NEW,
    ) -> None:
        self.group_id: str = group_id
        self.member_id: str = member_id
        self.topology_epoch: int = topology_epoch
        self.topology_description: StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescription = (
            StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescription() if topology_description is NEW else topology_description
        )
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_i = packer(">i")
_unpack_bB = unpacker(">bB")
_unpack_i = unpacker(">i")
_TopologyDescription = StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescription
_TopologyDescriptionSubtopology = StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionSubtopology
_TopologyDescriptionNode = StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionNode
_TopologyDescriptionGlobalStore = StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionGlobalStore
_ONE_TOPOLOGY_DESCRIPTION_NODE = ((_TopologyDescriptionNode,),)
_ONE_TOPOLOGY_DESCRIPTION_SUBTOPOLOGY = ((_TopologyDescriptionSubtopology,),)
_ONE_TOPOLOGY_DESCRIPTION_GLOBAL_STORE = ((_TopologyDescriptionGlobalStore,),)


def _encode_topology_description_node_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topology_description_node_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        source_topics_ = o.source_topics
        n = len(source_topics_)
        if n < 127:
            out.append(_pack_bB(o.node_type, n + 1))
        else:
            out.append(_pack_b(o.node_type))
            out.append(varint(n + 1))
        if n:
            write_compact_strings(source_topics_, out)
        sink_topic_ = o.sink_topic
        if sink_topic_ is None:
            out.append(b"\0")
        else:
            sink_topic_ = sink_topic_.encode()
            n = len(sink_topic_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(sink_topic_)
        stores_ = o.stores
        n = len(stores_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(stores_, out)
        successors_ = o.successors
        n = len(successors_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(successors_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topology_description_node_tags(o, out)


def _encode_topology_description_subtopology_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topology_description_subtopology_array(array, out):
    for o in array:
        subtopology_id_ = o.subtopology_id
        subtopology_id_ = subtopology_id_.encode()
        n = len(subtopology_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(subtopology_id_)
        nodes_ = o.nodes
        n = len(nodes_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topology_description_node_array, nodes_, out)
        elif n:
            _encode_topology_description_node_array(nodes_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topology_description_subtopology_tags(o, out)


def _encode_topology_description_node(o, out):
    name_ = o.name
    name_ = name_.encode()
    n = len(name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(name_)
    source_topics_ = o.source_topics
    n = len(source_topics_)
    if n < 127:
        out.append(_pack_bB(o.node_type, n + 1))
    else:
        out.append(_pack_b(o.node_type))
        out.append(varint(n + 1))
    if n:
        write_compact_strings(source_topics_, out)
    sink_topic_ = o.sink_topic
    if sink_topic_ is None:
        out.append(b"\0")
    else:
        sink_topic_ = sink_topic_.encode()
        n = len(sink_topic_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(sink_topic_)
    stores_ = o.stores
    n = len(stores_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(stores_, out)
    successors_ = o.successors
    n = len(successors_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(successors_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_topology_description_node_tags(o, out)


def _encode_topology_description_global_store_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topology_description_global_store_array(array, out):
    for o in array:
        _encode_topology_description_node(o.source, out)
        _encode_topology_description_node(o.processor, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topology_description_global_store_tags(o, out)


def _encode_topology_description_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topology_description(o, out):
    subtopologies_ = o.subtopologies
    n = len(subtopologies_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topology_description_subtopology_array, subtopologies_, out)
    elif n:
        _encode_topology_description_subtopology_array(subtopologies_, out)
    global_stores_ = o.global_stores
    n = len(global_stores_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topology_description_global_store_array, global_stores_, out)
    elif n:
        _encode_topology_description_global_store_array(global_stores_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_topology_description_tags(o, out)


def _encode_streams_group_topology_description_update_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_streams_group_topology_description_update_request(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(member_id_)
    out.append(_pack_i(o.topology_epoch))
    _encode_topology_description(o.topology_description, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_streams_group_topology_description_update_request_tags(o, out)


def _decode_topology_description_node_tags(o, buf, pos, count):
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


def _decode_topology_description_node_array(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopologyDescriptionNode)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topology_description_node_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPOLOGY_DESCRIPTION_NODE * count)]
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
        o.node_type, n = _unpack_bB(buf, pos)
        pos += 2
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
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.sink_topic = buf[pos:e].decode()
            pos = e
        else:
            o.sink_topic = None
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.stores, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.stores = []
        else:
            null_error("Stores")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.successors, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.successors = []
        else:
            null_error("Successors")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topology_description_node_tags(o, buf, pos, t)
    return found, pos


def _decode_topology_description_subtopology_tags(o, buf, pos, count):
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


def _decode_topology_description_subtopology_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopologyDescriptionSubtopology)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topology_description_subtopology_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPOLOGY_DESCRIPTION_SUBTOPOLOGY * count)]
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
            o.nodes, pos = _decode_topology_description_node_array(buf, pos, n - 1)
        elif n:
            o.nodes = []
        else:
            null_error("Nodes")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topology_description_subtopology_tags(o, buf, pos, t)
    return found, pos


def _decode_topology_description_node(buf, pos):
    o = make(_TopologyDescriptionNode)
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
    o.node_type, n = _unpack_bB(buf, pos)
    pos += 2
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
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.sink_topic = buf[pos:e].decode()
        pos = e
    else:
        o.sink_topic = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.stores, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.stores = []
    else:
        null_error("Stores")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.successors, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.successors = []
    else:
        null_error("Successors")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_topology_description_node_tags(o, buf, pos, t)
    return o, pos


def _decode_topology_description_global_store_tags(o, buf, pos, count):
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


def _decode_topology_description_global_store_array(buf, pos, count):
    if 15 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopologyDescriptionGlobalStore)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topology_description_global_store_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPOLOGY_DESCRIPTION_GLOBAL_STORE * count)]
    for o in found:
        o.source, pos = _decode_topology_description_node(buf, pos)
        o.processor, pos = _decode_topology_description_node(buf, pos)
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topology_description_global_store_tags(o, buf, pos, t)
    return found, pos


def _decode_topology_description_tags(o, buf, pos, count):
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


def _decode_topology_description(buf, pos):
    o = make(_TopologyDescription)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.subtopologies, pos = _decode_topology_description_subtopology_array(buf, pos, n - 1)
    elif n:
        o.subtopologies = []
    else:
        null_error("Subtopologies")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.global_stores, pos = _decode_topology_description_global_store_array(buf, pos, n - 1)
    elif n:
        o.global_stores = []
    else:
        null_error("GlobalStores")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_topology_description_tags(o, buf, pos, t)
    return o, pos


def _decode_streams_group_topology_description_update_request_tags(o, buf, pos, count):
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


def _decode_streams_group_topology_description_update_request(buf, pos):
    o = make(StreamsGroupTopologyDescriptionUpdateRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
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
    o.topology_epoch, = _unpack_i(buf, pos)
    pos += 4
    o.topology_description, pos = _decode_topology_description(buf, pos)
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_topology_description_update_request_tags(o, buf, pos, t)
    return o, pos


StreamsGroupTopologyDescriptionUpdateRequest._ENCODERS = {
    0: _encode_streams_group_topology_description_update_request,
}
StreamsGroupTopologyDescriptionUpdateRequest._DECODERS = {
    0: _decode_streams_group_topology_description_update_request,
}
