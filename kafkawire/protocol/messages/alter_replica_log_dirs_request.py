"""Generated from schemas/messages/AlterReplicaLogDirsRequest.json; do not edit.

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


class AlterReplicaLogDirsRequest(Message):
    """Moves replicas of the receiving broker to another log directory (KIP-113).

    Request of api key 34, versions 0-2, flexible 2+.

    - dirs: []AlterReplicaLogDir, 0+
    """

    __slots__ = ("dirs",)
    _FIELDS = __slots__

    API_KEY = 34
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 2

    class AlterReplicaLogDir(Struct):
        """AlterReplicaLogDir of `AlterReplicaLogDirsRequest`.

        - path: string, 0+. Absolute path of the directory the replicas shall live in.
        - topics: []AlterReplicaLogDirTopic, 0+
        """

        __slots__ = ("path", "topics")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            path: str = "",
            topics: list[AlterReplicaLogDirsRequest.AlterReplicaLogDirTopic] = NEW,
        ) -> None:
            self.path: str = path
            self.topics: list[AlterReplicaLogDirsRequest.AlterReplicaLogDirTopic] = (
                [] if topics is NEW else topics
            )
            self.unknown_tags = None

    class AlterReplicaLogDirTopic(Struct):
        """AlterReplicaLogDirTopic of `AlterReplicaLogDirsRequest`.

        - name: string, 0+
        - partitions: []int32, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    def __init__(
        self,
        *,
        dirs: list[AlterReplicaLogDirsRequest.AlterReplicaLogDir] = NEW,
    ) -> None:
        self.dirs: list[AlterReplicaLogDirsRequest.AlterReplicaLogDir] = (
            [] if dirs is NEW else dirs
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_AlterReplicaLogDir = AlterReplicaLogDirsRequest.AlterReplicaLogDir
_AlterReplicaLogDirTopic = AlterReplicaLogDirsRequest.AlterReplicaLogDirTopic
_ONE_ALTER_REPLICA_LOG_DIR_TOPIC = ((_AlterReplicaLogDirTopic,),)
_ONE_ALTER_REPLICA_LOG_DIR = ((_AlterReplicaLogDir,),)


def _encode_alter_replica_log_dir_topic_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
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


def _encode_alter_replica_log_dir_array(array, out):
    for o in array:
        path_ = o.path
        path_ = path_.encode()
        n = len(path_)
        out.append(_pack_h(n))
        out.append(path_)
        topics_ = o.topics
        n = len(topics_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_alter_replica_log_dir_topic_array, topics_, out)
        elif n:
            _encode_alter_replica_log_dir_topic_array(topics_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_alter_replica_log_dirs_request(o, out):
    dirs_ = o.dirs
    n = len(dirs_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_alter_replica_log_dir_array, dirs_, out)
    elif n:
        _encode_alter_replica_log_dir_array(dirs_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_alter_replica_log_dir_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_replica_log_dir_topic_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
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
            _encode_alter_replica_log_dir_topic_tags(o, out)


def _encode_alter_replica_log_dir_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_replica_log_dir_array_2(array, out):
    for o in array:
        path_ = o.path
        path_ = path_.encode()
        n = len(path_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(path_)
        topics_ = o.topics
        n = len(topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_alter_replica_log_dir_topic_array_2, topics_, out)
        elif n:
            _encode_alter_replica_log_dir_topic_array_2(topics_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_alter_replica_log_dir_tags(o, out)


def _encode_alter_replica_log_dirs_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_replica_log_dirs_request_2(o, out):
    dirs_ = o.dirs
    n = len(dirs_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_alter_replica_log_dir_array_2, dirs_, out)
    elif n:
        _encode_alter_replica_log_dir_array_2(dirs_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_replica_log_dirs_request_tags(o, out)


def _decode_alter_replica_log_dir_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterReplicaLogDirTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_replica_log_dir_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_REPLICA_LOG_DIR_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
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


def _decode_alter_replica_log_dir_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterReplicaLogDir)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_replica_log_dir_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_REPLICA_LOG_DIR * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.path = buf[pos:e].decode()
            pos = e
        else:
            null_error("Path")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.topics, pos = _decode_alter_replica_log_dir_topic_array(buf, pos, n)
        elif not n:
            o.topics = []
        else:
            null_error("Topics")
        o.unknown_tags = None
    return found, pos


def _decode_alter_replica_log_dirs_request(buf, pos):
    o = make(AlterReplicaLogDirsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.dirs, pos = _decode_alter_replica_log_dir_array(buf, pos, n)
    elif not n:
        o.dirs = []
    else:
        null_error("Dirs")
    o.unknown_tags = None
    return o, pos


def _decode_alter_replica_log_dir_topic_tags(o, buf, pos, count):
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


def _decode_alter_replica_log_dir_topic_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterReplicaLogDirTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_replica_log_dir_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_REPLICA_LOG_DIR_TOPIC * count)]
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
            pos = _decode_alter_replica_log_dir_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_replica_log_dir_tags(o, buf, pos, count):
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


def _decode_alter_replica_log_dir_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterReplicaLogDir)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_replica_log_dir_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_REPLICA_LOG_DIR * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.path = buf[pos:e].decode()
            pos = e
        else:
            null_error("Path")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_alter_replica_log_dir_topic_array_2(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_alter_replica_log_dir_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_replica_log_dirs_request_tags(o, buf, pos, count):
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


def _decode_alter_replica_log_dirs_request_2(buf, pos):
    o = make(AlterReplicaLogDirsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.dirs, pos = _decode_alter_replica_log_dir_array_2(buf, pos, n - 1)
    elif n:
        o.dirs = []
    else:
        null_error("Dirs")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_alter_replica_log_dirs_request_tags(o, buf, pos, t)
    return o, pos


AlterReplicaLogDirsRequest._ENCODERS = {
    0: _encode_alter_replica_log_dirs_request,
    1: _encode_alter_replica_log_dirs_request,
    2: _encode_alter_replica_log_dirs_request_2,
}
AlterReplicaLogDirsRequest._DECODERS = {
    0: _decode_alter_replica_log_dirs_request,
    1: _decode_alter_replica_log_dirs_request,
    2: _decode_alter_replica_log_dirs_request_2,
}
