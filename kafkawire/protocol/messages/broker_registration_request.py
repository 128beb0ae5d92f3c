"""Generated from schemas/messages/BrokerRegistrationRequest.json; do not edit.

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
    unpacker,
    uuids,
    uvarint,
    varint,
    write_long,
    write_tags,
    write_uuids,
)


class BrokerRegistrationRequest(Message):
    """A starting broker enters the cluster and gets its epoch (KIP-631).

    Request of api key 62, versions 0-4, flexible 0+.

    - broker_id: int32, 0+
    - cluster_id: string, 0+. Must be the controller's, so that a broker cannot stray into
      another cluster.
    - incarnation_id: uuid, 0+. Random for each start of the process, so that restarts can
      be told apart.
    - listeners: []Listener, 0+. Addresses for clients and other brokers, as advertised.
    - features: []Feature, 0+. Feature levels this broker can run.
    - rack: string, 0+, null. Null when the node has none.
    - is_migrating_zk_broker: bool, 1+. True for a ZooKeeper broker during migration
      (KIP-866).
    - log_dirs: []uuid, 2+. Directory ids of the usable log directories (KIP-858).
    - previous_broker_epoch: int64, 3+. Epoch before a clean shutdown, which shows that no
      records were lost; -1 unknown (KIP-966).
    """

    __slots__ = (
        "broker_id",
        "cluster_id",
        "incarnation_id",
        "listeners",
        "features",
        "rack",
        "is_migrating_zk_broker",
        "log_dirs",
        "previous_broker_epoch",
    )
    _FIELDS = __slots__

    API_KEY = 62
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 0

    class Listener(Struct):
        """Addresses for clients and other brokers, as advertised.

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

    class Feature(Struct):
        """Feature levels this broker can run.

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
        cluster_id: str = "",
        incarnation_id: bytes = ZERO_UUID,
        listeners: list[BrokerRegistrationRequest.Listener] = NEW,
        features: list[BrokerRegistrationRequest.Feature] = NEW,
        rack: str | None = "",
        is_migrating_zk_broker: bool = False,
        log_dirs: list[bytes] = NEW,
        previous_broker_epoch: int = -1,
    ) -> None:
        self.broker_id: int = broker_id
        self.cluster_id: str = cluster_id
        self.incarnation_id: bytes = incarnation_id
        self.listeners: list[BrokerRegistrationRequest.Listener] = (
            [] if listeners is NEW else listeners
        )
        self.features: list[BrokerRegistrationRequest.Feature] = (
            [] if features is NEW else features
        )
        self.rack: str | None = rack
        self.is_migrating_zk_broker: bool = is_migrating_zk_broker
        self.log_dirs: list[bytes] = [] if log_dirs is NEW else log_dirs
        self.previous_broker_epoch: int = previous_broker_epoch
        self.unknown_tags = None


_pack_Hh = packer(">Hh")
_pack_Hhx = packer(">Hhx")
_pack_hh = packer(">hh")
_pack_hhx = packer(">hhx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_o = packer(">?")
_pack_oB = packer(">?B")
_pack_ox = packer(">?x")
_pack_q = packer(">q")
_pack_qx = packer(">qx")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_unpack_HhB = unpacker(">HhB")
_unpack_hhB = unpacker(">hhB")
_unpack_iB = unpacker(">iB")
_unpack_oB = unpacker(">?B")
_unpack_qB = unpacker(">qB")
_unpack_uB = unpacker(">16sB")
_Listener = BrokerRegistrationRequest.Listener
_Feature = BrokerRegistrationRequest.Feature
_ONE_LISTENER = ((_Listener,),)
_ONE_FEATURE = ((_Feature,),)


def _encode_listener_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_listener_array(array, out):
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
            _encode_listener_tags(o, out)


def _encode_feature_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_feature_array(array, out):
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
            _encode_feature_tags(o, out)


def _encode_broker_registration_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_broker_registration_request(o, out):
    if o.is_migrating_zk_broker:
        absent("IsMigratingZkBroker")
    cluster_id_ = o.cluster_id
    cluster_id_ = cluster_id_.encode()
    n = len(cluster_id_)
    if n < 127:
        out.append(_pack_iB(o.broker_id, n + 1))
    else:
        out.append(_pack_i(o.broker_id))
        out.append(string_length(n))
    out.append(cluster_id_)
    listeners_ = o.listeners
    n = len(listeners_)
    if n < 127:
        out.append(_pack_uB(o.incarnation_id, n + 1))
    else:
        out.append(_pack_u(o.incarnation_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_listener_array, listeners_, out)
    elif n:
        _encode_listener_array(listeners_, out)
    features_ = o.features
    n = len(features_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_feature_array, features_, out)
    elif n:
        _encode_feature_array(features_, out)
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
        out.append(b"\0")
    else:
        _encode_broker_registration_request_tags(o, out)


def _encode_broker_registration_request_2(o, out):
    cluster_id_ = o.cluster_id
    cluster_id_ = cluster_id_.encode()
    n = len(cluster_id_)
    if n < 127:
        out.append(_pack_iB(o.broker_id, n + 1))
    else:
        out.append(_pack_i(o.broker_id))
        out.append(string_length(n))
    out.append(cluster_id_)
    listeners_ = o.listeners
    n = len(listeners_)
    if n < 127:
        out.append(_pack_uB(o.incarnation_id, n + 1))
    else:
        out.append(_pack_u(o.incarnation_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_listener_array, listeners_, out)
    elif n:
        _encode_listener_array(listeners_, out)
    features_ = o.features
    n = len(features_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_feature_array, features_, out)
    elif n:
        _encode_feature_array(features_, out)
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
        out.append(_pack_ox(o.is_migrating_zk_broker))
    else:
        out.append(_pack_o(o.is_migrating_zk_broker))
        _encode_broker_registration_request_tags(o, out)


def _encode_broker_registration_request_3(o, out):
    cluster_id_ = o.cluster_id
    cluster_id_ = cluster_id_.encode()
    n = len(cluster_id_)
    if n < 127:
        out.append(_pack_iB(o.broker_id, n + 1))
    else:
        out.append(_pack_i(o.broker_id))
        out.append(string_length(n))
    out.append(cluster_id_)
    listeners_ = o.listeners
    n = len(listeners_)
    if n < 127:
        out.append(_pack_uB(o.incarnation_id, n + 1))
    else:
        out.append(_pack_u(o.incarnation_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_listener_array, listeners_, out)
    elif n:
        _encode_listener_array(listeners_, out)
    features_ = o.features
    n = len(features_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_feature_array, features_, out)
    elif n:
        _encode_feature_array(features_, out)
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
    log_dirs_ = o.log_dirs
    n = len(log_dirs_)
    if n < 127:
        out.append(_pack_oB(o.is_migrating_zk_broker, n + 1))
    else:
        out.append(_pack_o(o.is_migrating_zk_broker))
        out.append(varint(n + 1))
    if n:
        write_uuids(log_dirs_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_broker_registration_request_tags(o, out)


def _encode_broker_registration_request_4(o, out):
    cluster_id_ = o.cluster_id
    cluster_id_ = cluster_id_.encode()
    n = len(cluster_id_)
    if n < 127:
        out.append(_pack_iB(o.broker_id, n + 1))
    else:
        out.append(_pack_i(o.broker_id))
        out.append(string_length(n))
    out.append(cluster_id_)
    listeners_ = o.listeners
    n = len(listeners_)
    if n < 127:
        out.append(_pack_uB(o.incarnation_id, n + 1))
    else:
        out.append(_pack_u(o.incarnation_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_listener_array, listeners_, out)
    elif n:
        _encode_listener_array(listeners_, out)
    features_ = o.features
    n = len(features_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_feature_array, features_, out)
    elif n:
        _encode_feature_array(features_, out)
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
    log_dirs_ = o.log_dirs
    n = len(log_dirs_)
    if n < 127:
        out.append(_pack_oB(o.is_migrating_zk_broker, n + 1))
    else:
        out.append(_pack_o(o.is_migrating_zk_broker))
        out.append(varint(n + 1))
    if n:
        write_uuids(log_dirs_, out)
    if o.unknown_tags is None:
        out.append(_pack_qx(o.previous_broker_epoch))
    else:
        out.append(_pack_q(o.previous_broker_epoch))
        _encode_broker_registration_request_tags(o, out)


def _decode_listener_tags(o, buf, pos, count):
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


def _decode_listener_array(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Listener)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_listener_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LISTENER * count)]
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
            pos = _decode_listener_tags(o, buf, pos, t)
    return found, pos


def _decode_feature_tags(o, buf, pos, count):
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


def _decode_feature_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Feature)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_feature_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FEATURE * count)]
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
            pos = _decode_feature_tags(o, buf, pos, t)
    return found, pos


def _decode_broker_registration_request_tags(o, buf, pos, count):
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


def _decode_broker_registration_request(buf, pos):
    o = make(BrokerRegistrationRequest)
    o.broker_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClusterId")
    o.incarnation_id, n = _unpack_uB(buf, pos)
    pos += 17
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.listeners, pos = _decode_listener_array(buf, pos, n - 1)
    elif n:
        o.listeners = []
    else:
        null_error("Listeners")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.features, pos = _decode_feature_array(buf, pos, n - 1)
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
    t = buf[pos]
    pos += 1
    o.is_migrating_zk_broker = False
    o.log_dirs = []
    o.previous_broker_epoch = -1
    o.unknown_tags = None
    if t:
        pos = _decode_broker_registration_request_tags(o, buf, pos, t)
    return o, pos


def _decode_broker_registration_request_2(buf, pos):
    o = make(BrokerRegistrationRequest)
    o.broker_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClusterId")
    o.incarnation_id, n = _unpack_uB(buf, pos)
    pos += 17
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.listeners, pos = _decode_listener_array(buf, pos, n - 1)
    elif n:
        o.listeners = []
    else:
        null_error("Listeners")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.features, pos = _decode_feature_array(buf, pos, n - 1)
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
    o.is_migrating_zk_broker, t = _unpack_oB(buf, pos)
    pos += 2
    o.log_dirs = []
    o.previous_broker_epoch = -1
    o.unknown_tags = None
    if t:
        pos = _decode_broker_registration_request_tags(o, buf, pos, t)
    return o, pos


def _decode_broker_registration_request_3(buf, pos):
    o = make(BrokerRegistrationRequest)
    o.broker_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClusterId")
    o.incarnation_id, n = _unpack_uB(buf, pos)
    pos += 17
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.listeners, pos = _decode_listener_array(buf, pos, n - 1)
    elif n:
        o.listeners = []
    else:
        null_error("Listeners")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.features, pos = _decode_feature_array(buf, pos, n - 1)
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
    o.is_migrating_zk_broker, n = _unpack_oB(buf, pos)
    pos += 2
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.log_dirs, pos = uuids(buf, pos, n - 1)
    elif n:
        o.log_dirs = []
    else:
        null_error("LogDirs")
    t = buf[pos]
    pos += 1
    o.previous_broker_epoch = -1
    o.unknown_tags = None
    if t:
        pos = _decode_broker_registration_request_tags(o, buf, pos, t)
    return o, pos


def _decode_broker_registration_request_4(buf, pos):
    o = make(BrokerRegistrationRequest)
    o.broker_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClusterId")
    o.incarnation_id, n = _unpack_uB(buf, pos)
    pos += 17
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.listeners, pos = _decode_listener_array(buf, pos, n - 1)
    elif n:
        o.listeners = []
    else:
        null_error("Listeners")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.features, pos = _decode_feature_array(buf, pos, n - 1)
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
    o.is_migrating_zk_broker, n = _unpack_oB(buf, pos)
    pos += 2
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.log_dirs, pos = uuids(buf, pos, n - 1)
    elif n:
        o.log_dirs = []
    else:
        null_error("LogDirs")
    o.previous_broker_epoch, t = _unpack_qB(buf, pos)
    pos += 9
    o.unknown_tags = None
    if t:
        pos = _decode_broker_registration_request_tags(o, buf, pos, t)
    return o, pos


BrokerRegistrationRequest._ENCODERS = {
    0: _encode_broker_registration_request,
    1: _encode_broker_registration_request_2,
    2: _encode_broker_registration_request_3,
    3: _encode_broker_registration_request_4,
    4: _encode_broker_registration_request_4,
}
BrokerRegistrationRequest._DECODERS = {
    0: _decode_broker_registration_request,
    1: _decode_broker_registration_request_2,
    2: _decode_broker_registration_request_3,
    3: _decode_broker_registration_request_4,
    4: _decode_broker_registration_request_4,
}
