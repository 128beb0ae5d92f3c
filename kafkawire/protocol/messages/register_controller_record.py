"""Generated from schemas/records/RegisterControllerRecord.json; do not edit.

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
    write_long,
    write_tags,
)


class RegisterControllerRecord(Message):
    """A controller with its addresses and features (KIP-919).

    Metadata, versions 0, flexible 0+.

    - controller_id: int32, 0+
    - incarnation_id: uuid, 0+. Random for each start of the process, so that restarts can
      be told apart.
    - zk_migration_ready: bool, 0+. True while set up to migrate from ZooKeeper.
    - end_points: []ControllerEndpoint, 0+
    - features: []ControllerFeature, 0+
    """

    __slots__ = ("controller_id", "incarnation_id", "zk_migration_ready", "end_points", "features")
    _FIELDS = __slots__

    API_KEY = 27
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class ControllerEndpoint(Struct):
        """ControllerEndpoint of `RegisterControllerRecord`.

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

    class ControllerFeature(Struct):
        """ControllerFeature of `RegisterControllerRecord`.

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
        controller_id: int = 0,
        incarnation_id: bytes = ZERO_UUID,
        zk_migration_ready: bool = False,
        end_points: list[RegisterControllerRecord.ControllerEndpoint] = NEW,
        features: list[RegisterControllerRecord.ControllerFeature] = NEW,
    ) -> None:
        self.controller_id: int = controller_id
        self.incarnation_id: bytes = incarnation_id
        self.zk_migration_ready: bool = zk_migration_ready
        self.end_points: list[RegisterControllerRecord.ControllerEndpoint] = (
            [] if end_points is NEW else end_points
        )
        self.features: list[RegisterControllerRecord.ControllerFeature] = (
            [] if features is NEW else features
        )
        self.unknown_tags = None


_pack_Hh = packer(">Hh")
_pack_Hhx = packer(">Hhx")
_pack_hh = packer(">hh")
_pack_hhx = packer(">hhx")
_pack_iuo = packer(">i16s?")
_pack_iuoB = packer(">i16s?B")
_unpack_HhB = unpacker(">HhB")
_unpack_hhB = unpacker(">hhB")
_unpack_iuoB = unpacker(">i16s?B")
_ControllerEndpoint = RegisterControllerRecord.ControllerEndpoint
_ControllerFeature = RegisterControllerRecord.ControllerFeature
_ONE_CONTROLLER_ENDPOINT = ((_ControllerEndpoint,),)
_ONE_CONTROLLER_FEATURE = ((_ControllerFeature,),)


def _encode_controller_endpoint_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_controller_endpoint_array(array, out):
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
            _encode_controller_endpoint_tags(o, out)


def _encode_controller_feature_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_controller_feature_array(array, out):
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
            _encode_controller_feature_tags(o, out)


def _encode_register_controller_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_register_controller_record(o, out):
    end_points_ = o.end_points
    n = len(end_points_)
    if n < 127:
        out.append(_pack_iuoB(o.controller_id, o.incarnation_id, o.zk_migration_ready, n + 1))
    else:
        out.append(_pack_iuo(o.controller_id, o.incarnation_id, o.zk_migration_ready))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_controller_endpoint_array, end_points_, out)
    elif n:
        _encode_controller_endpoint_array(end_points_, out)
    features_ = o.features
    n = len(features_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_controller_feature_array, features_, out)
    elif n:
        _encode_controller_feature_array(features_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_register_controller_record_tags(o, out)


def _decode_controller_endpoint_tags(o, buf, pos, count):
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


def _decode_controller_endpoint_array(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ControllerEndpoint)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_controller_endpoint_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CONTROLLER_ENDPOINT * count)]
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
            pos = _decode_controller_endpoint_tags(o, buf, pos, t)
    return found, pos


def _decode_controller_feature_tags(o, buf, pos, count):
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


def _decode_controller_feature_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ControllerFeature)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_controller_feature_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CONTROLLER_FEATURE * count)]
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
            pos = _decode_controller_feature_tags(o, buf, pos, t)
    return found, pos


def _decode_register_controller_record_tags(o, buf, pos, count):
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


def _decode_register_controller_record(buf, pos):
    o = make(RegisterControllerRecord)
    o.controller_id, o.incarnation_id, o.zk_migration_ready, n = _unpack_iuoB(buf, pos)
    pos += 22
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.end_points, pos = _decode_controller_endpoint_array(buf, pos, n - 1)
    elif n:
        o.end_points = []
    else:
        null_error("EndPoints")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.features, pos = _decode_controller_feature_array(buf, pos, n - 1)
    elif n:
        o.features = []
    else:
        null_error("Features")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_register_controller_record_tags(o, buf, pos, t)
    return o, pos


RegisterControllerRecord._ENCODERS = {0: _encode_register_controller_record}
RegisterControllerRecord._DECODERS = {0: _decode_register_controller_record}
