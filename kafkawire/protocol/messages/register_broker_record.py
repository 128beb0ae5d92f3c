"""Generated from schemas/records/RegisterBrokerRecord.json; do not edit.

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
    short,
    starmap,
    string_length,
    tag_head,
    tag_size_error,
    unpacker,
    uuids,
    uvarint,
    varint,
    write_long,
    write_tags,
    write_uuids,
)


class RegisterBrokerRecord(Message):
    """A broker has come up; its offset is the broker's epoch.

    Metadata, versions 0-4, flexible 0+.

    - broker_id: int32, 0+
    - is_migrating_zk_broker: bool, 2+. True for a ZooKeeper broker during migration
      (KIP-866).
    - incarnation_id: uuid, 0+. Random for each start of the process, so that restarts can
      be told apart.
    - broker_epoch: int64, 0+. Offset of this very record.
    - end_points: []BrokerEndpoint, 0+. Advertised addresses by listener.
    - features: []BrokerFeature, 0+. Feature levels the broker can run.
    - rack: string, 0+, null. Null when the node has none.
    - fenced: bool, 0+. Brokers begin fenced, out of traffic.
    - in_controlled_shutdown: bool, 1+. True once the broker has asked to stop; it gets no
      more leadership.
    - log_dirs: []uuid, 3+, tag 0. Directory ids of the usable log directories (KIP-858).
    - cordoned_log_dirs: []uuid, 4+, null, tag 1. Log directories that take no new replicas
      (KIP-1066); null says nothing about them.
    """

    __slots__ = (
        "broker_id",
        "is_migrating_zk_broker",
        "incarnation_id",
        "broker_epoch",
        "end_points",
        "features",
        "rack",
        "fenced",
        "in_controlled_shutdown",
        "log_dirs",
        "cordoned_log_dirs",
    )
    _FIELDS = __slots__

    API_KEY = 0
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 0

    class BrokerEndpoint(Struct):
        """Advertised addresses by listener.

        - name: string, 0+
        - host: string, 0+
        - port: uint16, 0+
        - security_protocol: int16, 0+. 0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL.
        """

        __slots__ = ("name", "host", "port", "security_protocol")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            host: str = "",
            port: int = 0,
            security_protocol: int = 0,
        ) -> None:
            self.name: str = name
            self.host: str = host
            self.port: int = port
            self.security_protocol: int = security_protocol
            self.unknown_tags = None

    class BrokerFeature(Struct):
        """Feature levels the broker can run.

        - name: string, 0+
        - min_supported_version: int16, 0+. Lowest level of the feature the node can run.
        - max_supported_version: int16, 0+. Highest level of the feature the node can run.
        """

        __slots__ = ("name", "min_supported_version", "max_supported_version")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            min_supported_version: int = 0,
            max_supported_version: int = 0,
        ) -> None:
            self.name: str = name
            self.min_supported_version: int = min_supported_version
            self.max_supported_version: int = max_supported_version
            self.unknown_tags = None

    def __init__(
        self,
        *,
        broker_id: int = 0,
        is_migrating_zk_broker: bool = False,
        incarnation_id: bytes = ZERO_UUID,
        broker_epoch: int = 0,
        end_points: list[RegisterBrokerRecord.BrokerEndpoint] = NEW,
        features: list[RegisterBrokerRecord.BrokerFeature] = NEW,
        rack: str | None = "",
        fenced: bool = True,
        in_controlled_shutdown: bool = False,
        log_dirs: list[bytes] = NEW,
        cordoned_log_dirs: list[bytes] | None = None,
    ) -> None:
        self.broker_id: int = broker_id
        self.is_migrating_zk_broker: bool = is_migrating_zk_broker
        self.incarnation_id: bytes = incarnation_id
        self.broker_epoch: int = broker_epoch
        self.end_points: list[RegisterBrokerRecord.BrokerEndpoint] = (
            [] if end_points is NEW else end_points
        )
        self.features: list[RegisterBrokerRecord.BrokerFeature] = (
            [] if features is NEW else features
        )
        self.rack: str | None = rack
        self.fenced: bool = fenced
        self.in_controlled_shutdown: bool = in_controlled_shutdown
        self.log_dirs: list[bytes] = [] if log_dirs is NEW else log_dirs
        self.cordoned_log_dirs: list[bytes] | None = cordoned_log_dirs
        self.unknown_tags = None


_pack_Hh = packer(">Hh")
_pack_Hhx = packer(">Hhx")
_pack_hh = packer(">hh")
_pack_hhx = packer(">hhx")
_pack_iouq = packer(">i?16sq")
_pack_iouqB = packer(">i?16sqB")
_pack_iuq = packer(">i16sq")
_pack_iuqB = packer(">i16sqB")
_pack_o = packer(">?")
_pack_oo = packer(">??")
_pack_oox = packer(">??x")
_pack_ox = packer(">?x")
_unpack_HhB = unpacker(">HhB")
_unpack_hhB = unpacker(">hhB")
_unpack_iouqB = unpacker(">i?16sqB")
_unpack_iuqB = unpacker(">i16sqB")
_unpack_oB = unpacker(">?B")
_unpack_ooB = unpacker(">??B")
_BrokerEndpoint = RegisterBrokerRecord.BrokerEndpoint
_BrokerFeature = RegisterBrokerRecord.BrokerFeature
_ONE_BROKER_ENDPOINT = ((_BrokerEndpoint,),)
_ONE_BROKER_FEATURE = ((_BrokerFeature,),)


def _encode_broker_endpoint_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_broker_endpoint_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(host_)
        if o.unknown_tags is None:
            out.append(_pack_Hhx(o.port, o.security_protocol))
        else:
            out.append(_pack_Hh(o.port, o.security_protocol))
            _encode_broker_endpoint_tags(o, out)


def _encode_broker_feature_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_broker_feature_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        if o.unknown_tags is None:
            out.append(_pack_hhx(o.min_supported_version, o.max_supported_version))
        else:
            out.append(_pack_hh(o.min_supported_version, o.max_supported_version))
            _encode_broker_feature_tags(o, out)


def _encode_register_broker_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_register_broker_record(o, out):
    if o.is_migrating_zk_broker:
        absent("IsMigratingZkBroker")
    if o.in_controlled_shutdown:
        absent("InControlledShutdown")
    if o.log_dirs:
        absent("LogDirs")
    if o.cordoned_log_dirs is not None:
        absent("CordonedLogDirs")
    end_points_ = o.end_points
    n = len(end_points_)
    if n < 127:
        out.append(_pack_iuqB(o.broker_id, o.incarnation_id, o.broker_epoch, n + 1))
    else:
        out.append(_pack_iuq(o.broker_id, o.incarnation_id, o.broker_epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_broker_endpoint_array, end_points_, out)
    elif n:
        _encode_broker_endpoint_array(end_points_, out)
    features_ = o.features
    n = len(features_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_broker_feature_array, features_, out)
    elif n:
        _encode_broker_feature_array(features_, out)
    rack_ = o.rack
    if rack_ is None:
        out.append(b"\0")
    else:
        rack_ = rack_.encode()
        n = len(rack_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(rack_)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.fenced))
    else:
        out.append(_pack_o(o.fenced))
        _encode_register_broker_record_tags(o, out)


def _encode_register_broker_record_2(o, out):
    if o.is_migrating_zk_broker:
        absent("IsMigratingZkBroker")
    if o.log_dirs:
        absent("LogDirs")
    if o.cordoned_log_dirs is not None:
        absent("CordonedLogDirs")
    end_points_ = o.end_points
    n = len(end_points_)
    if n < 127:
        out.append(_pack_iuqB(o.broker_id, o.incarnation_id, o.broker_epoch, n + 1))
    else:
        out.append(_pack_iuq(o.broker_id, o.incarnation_id, o.broker_epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_broker_endpoint_array, end_points_, out)
    elif n:
        _encode_broker_endpoint_array(end_points_, out)
    features_ = o.features
    n = len(features_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_broker_feature_array, features_, out)
    elif n:
        _encode_broker_feature_array(features_, out)
    rack_ = o.rack
    if rack_ is None:
        out.append(b"\0")
    else:
        rack_ = rack_.encode()
        n = len(rack_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(rack_)
    if o.unknown_tags is None:
        out.append(_pack_oox(o.fenced, o.in_controlled_shutdown))
    else:
        out.append(_pack_oo(o.fenced, o.in_controlled_shutdown))
        _encode_register_broker_record_tags(o, out)


def _encode_register_broker_record_3(o, out):
    if o.log_dirs:
        absent("LogDirs")
    if o.cordoned_log_dirs is not None:
        absent("CordonedLogDirs")
    end_points_ = o.end_points
    n = len(end_points_)
    if n < 127:
        out.append(_pack_iouqB(
            o.broker_id,
            o.is_migrating_zk_broker,
            o.incarnation_id,
            o.broker_epoch,
            n + 1,
        ))
    else:
        out.append(_pack_iouq(
            o.broker_id,
            o.is_migrating_zk_broker,
            o.incarnation_id,
            o.broker_epoch,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_broker_endpoint_array, end_points_, out)
    elif n:
        _encode_broker_endpoint_array(end_points_, out)
    features_ = o.features
    n = len(features_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_broker_feature_array, features_, out)
    elif n:
        _encode_broker_feature_array(features_, out)
    rack_ = o.rack
    if rack_ is None:
        out.append(b"\0")
    else:
        rack_ = rack_.encode()
        n = len(rack_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(rack_)
    if o.unknown_tags is None:
        out.append(_pack_oox(o.fenced, o.in_controlled_shutdown))
    else:
        out.append(_pack_oo(o.fenced, o.in_controlled_shutdown))
        _encode_register_broker_record_tags(o, out)


def _encode_register_broker_record_tags_2(o, section):
    found = {}
    if o.log_dirs:
        out = []
        log_dirs_ = o.log_dirs
        n = len(log_dirs_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_uuids(log_dirs_, out)
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_register_broker_record_4(o, out):
    if o.cordoned_log_dirs is not None:
        absent("CordonedLogDirs")
    end_points_ = o.end_points
    n = len(end_points_)
    if n < 127:
        out.append(_pack_iouqB(
            o.broker_id,
            o.is_migrating_zk_broker,
            o.incarnation_id,
            o.broker_epoch,
            n + 1,
        ))
    else:
        out.append(_pack_iouq(
            o.broker_id,
            o.is_migrating_zk_broker,
            o.incarnation_id,
            o.broker_epoch,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_broker_endpoint_array, end_points_, out)
    elif n:
        _encode_broker_endpoint_array(end_points_, out)
    features_ = o.features
    n = len(features_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_broker_feature_array, features_, out)
    elif n:
        _encode_broker_feature_array(features_, out)
    rack_ = o.rack
    if rack_ is None:
        out.append(b"\0")
    else:
        rack_ = rack_.encode()
        n = len(rack_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(rack_)
    if not o.log_dirs and o.unknown_tags is None:
        out.append(_pack_oox(o.fenced, o.in_controlled_shutdown))
    else:
        out.append(_pack_oo(o.fenced, o.in_controlled_shutdown))
        _encode_register_broker_record_tags_2(o, out)


def _encode_register_broker_record_tags_3(o, section):
    found = {}
    if o.log_dirs:
        out = []
        log_dirs_ = o.log_dirs
        n = len(log_dirs_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_uuids(log_dirs_, out)
        found[0] = b"".join(out)
    if o.cordoned_log_dirs is not None:
        out = []
        cordoned_log_dirs_ = o.cordoned_log_dirs
        if cordoned_log_dirs_ is None:
            out.append(b"\0")
        else:
            n = len(cordoned_log_dirs_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                write_uuids(cordoned_log_dirs_, out)
        found[1] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_register_broker_record_5(o, out):
    end_points_ = o.end_points
    n = len(end_points_)
    if n < 127:
        out.append(_pack_iouqB(
            o.broker_id,
            o.is_migrating_zk_broker,
            o.incarnation_id,
            o.broker_epoch,
            n + 1,
        ))
    else:
        out.append(_pack_iouq(
            o.broker_id,
            o.is_migrating_zk_broker,
            o.incarnation_id,
            o.broker_epoch,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_broker_endpoint_array, end_points_, out)
    elif n:
        _encode_broker_endpoint_array(end_points_, out)
    features_ = o.features
    n = len(features_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_broker_feature_array, features_, out)
    elif n:
        _encode_broker_feature_array(features_, out)
    rack_ = o.rack
    if rack_ is None:
        out.append(b"\0")
    else:
        rack_ = rack_.encode()
        n = len(rack_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(rack_)
    if not o.log_dirs and o.cordoned_log_dirs is None and o.unknown_tags is None:
        out.append(_pack_oox(o.fenced, o.in_controlled_shutdown))
    else:
        out.append(_pack_oo(o.fenced, o.in_controlled_shutdown))
        _encode_register_broker_record_tags_3(o, out)


def _decode_broker_endpoint_tags(o, buf, pos, count):
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


def _decode_broker_endpoint_array(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_BrokerEndpoint)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_broker_endpoint_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_BROKER_ENDPOINT * count)]
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
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.port, o.security_protocol, t = _unpack_HhB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_broker_endpoint_tags(o, buf, pos, t)
    return found, pos


def _decode_broker_feature_tags(o, buf, pos, count):
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


def _decode_broker_feature_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_BrokerFeature)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_broker_feature_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_BROKER_FEATURE * count)]
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
        o.min_supported_version, o.max_supported_version, t = _unpack_hhB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_broker_feature_tags(o, buf, pos, t)
    return found, pos


def _decode_register_broker_record_tags(o, buf, pos, count):
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


def _decode_register_broker_record(buf, pos):
    o = make(RegisterBrokerRecord)
    o.broker_id, o.incarnation_id, o.broker_epoch, n = _unpack_iuqB(buf, pos)
    pos += 29
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.end_points, pos = _decode_broker_endpoint_array(buf, pos, n - 1)
    elif n:
        o.end_points = []
    else:
        null_error("EndPoints")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.features, pos = _decode_broker_feature_array(buf, pos, n - 1)
    elif n:
        o.features = []
    else:
        null_error("Features")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack = buf[pos:e].decode()
        pos = e
    else:
        o.rack = None
    o.fenced, t = _unpack_oB(buf, pos)
    pos += 2
    o.is_migrating_zk_broker = False
    o.in_controlled_shutdown = False
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_register_broker_record_tags(o, buf, pos, t)
    return o, pos


def _decode_register_broker_record_2(buf, pos):
    o = make(RegisterBrokerRecord)
    o.broker_id, o.incarnation_id, o.broker_epoch, n = _unpack_iuqB(buf, pos)
    pos += 29
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.end_points, pos = _decode_broker_endpoint_array(buf, pos, n - 1)
    elif n:
        o.end_points = []
    else:
        null_error("EndPoints")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.features, pos = _decode_broker_feature_array(buf, pos, n - 1)
    elif n:
        o.features = []
    else:
        null_error("Features")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack = buf[pos:e].decode()
        pos = e
    else:
        o.rack = None
    o.fenced, o.in_controlled_shutdown, t = _unpack_ooB(buf, pos)
    pos += 3
    o.is_migrating_zk_broker = False
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_register_broker_record_tags(o, buf, pos, t)
    return o, pos


def _decode_register_broker_record_3(buf, pos):
    o = make(RegisterBrokerRecord)
    (
        o.broker_id,
        o.is_migrating_zk_broker,
        o.incarnation_id,
        o.broker_epoch,
        n,
    ) = _unpack_iouqB(buf, pos)
    pos += 30
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.end_points, pos = _decode_broker_endpoint_array(buf, pos, n - 1)
    elif n:
        o.end_points = []
    else:
        null_error("EndPoints")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.features, pos = _decode_broker_feature_array(buf, pos, n - 1)
    elif n:
        o.features = []
    else:
        null_error("Features")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack = buf[pos:e].decode()
        pos = e
    else:
        o.rack = None
    o.fenced, o.in_controlled_shutdown, t = _unpack_ooB(buf, pos)
    pos += 3
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_register_broker_record_tags(o, buf, pos, t)
    return o, pos


def _decode_register_broker_record_tags_2(o, buf, pos, count):
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
                o.log_dirs, pos = uuids(buf, pos, n - 1)
            elif n:
                o.log_dirs = []
            else:
                null_error("LogDirs")
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_register_broker_record_4(buf, pos):
    o = make(RegisterBrokerRecord)
    (
        o.broker_id,
        o.is_migrating_zk_broker,
        o.incarnation_id,
        o.broker_epoch,
        n,
    ) = _unpack_iouqB(buf, pos)
    pos += 30
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.end_points, pos = _decode_broker_endpoint_array(buf, pos, n - 1)
    elif n:
        o.end_points = []
    else:
        null_error("EndPoints")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.features, pos = _decode_broker_feature_array(buf, pos, n - 1)
    elif n:
        o.features = []
    else:
        null_error("Features")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack = buf[pos:e].decode()
        pos = e
    else:
        o.rack = None
    o.fenced, o.in_controlled_shutdown, t = _unpack_ooB(buf, pos)
    pos += 3
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_register_broker_record_tags_2(o, buf, pos, t)
    return o, pos


def _decode_register_broker_record_tags_3(o, buf, pos, count):
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
                o.log_dirs, pos = uuids(buf, pos, n - 1)
            elif n:
                o.log_dirs = []
            else:
                null_error("LogDirs")
        elif tag == 1:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.cordoned_log_dirs, pos = uuids(buf, pos, n - 1)
            elif n:
                o.cordoned_log_dirs = []
            else:
                o.cordoned_log_dirs = None
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_register_broker_record_5(buf, pos):
    o = make(RegisterBrokerRecord)
    (
        o.broker_id,
        o.is_migrating_zk_broker,
        o.incarnation_id,
        o.broker_epoch,
        n,
    ) = _unpack_iouqB(buf, pos)
    pos += 30
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.end_points, pos = _decode_broker_endpoint_array(buf, pos, n - 1)
    elif n:
        o.end_points = []
    else:
        null_error("EndPoints")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.features, pos = _decode_broker_feature_array(buf, pos, n - 1)
    elif n:
        o.features = []
    else:
        null_error("Features")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack = buf[pos:e].decode()
        pos = e
    else:
        o.rack = None
    o.fenced, o.in_controlled_shutdown, t = _unpack_ooB(buf, pos)
    pos += 3
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_register_broker_record_tags_3(o, buf, pos, t)
    return o, pos


RegisterBrokerRecord._ENCODERS = {
    0: _encode_register_broker_record,
    1: _encode_register_broker_record_2,
    2: _encode_register_broker_record_3,
    3: _encode_register_broker_record_4,
    4: _encode_register_broker_record_5,
}
RegisterBrokerRecord._DECODERS = {
    0: _decode_register_broker_record,
    1: _decode_register_broker_record_2,
    2: _decode_register_broker_record_3,
    3: _decode_register_broker_record_4,
    4: _decode_register_broker_record_5,
}
