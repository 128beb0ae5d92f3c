"""Generated from schemas/messages/ApiVersionsResponse.json; do not edit.

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
    tag_size_error,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class ApiVersionsResponse(Message):
    """Version ranges of all APIs, and feature levels; its header is always version 0.

    Response of api key 18, versions 0-5, flexible 3+.

    - error_code: int16, 0+. 35 comes as a version 0 body that lists ApiVersions alone
      (KIP-511).
    - api_keys: []ApiVersion, 0+. In Kafka in ascending order of the keys; empty on errors,
      save 35.
    - throttle_time_ms: int32, 1+. Quota delay in milliseconds; the client should stay
      silent that long.
    - supported_features: []SupportedFeatureKey, 3+, tag 0. Feature levels this node could
      run; version 3 leaves out those that start at 0.
    - finalized_features_epoch: int64, 3+, tag 1. Offset of the newest metadata record
      applied, so a higher one is newer; -1 unknown.
    - finalized_features: []FinalizedFeatureKey, 3+, tag 2. Feature levels the cluster runs
      at; level 0 is left out.
    - zk_migration_ready: bool, 3+, tag 3. Controllers on the way from ZooKeeper said true;
      never set since 4.0.
    """

    __slots__ = (
        "error_code",
        "api_keys",
        "throttle_time_ms",
        "supported_features",
        "finalized_features_epoch",
        "finalized_features",
        "zk_migration_ready",
    )
    _FIELDS = __slots__

    API_KEY = 18
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 3

    class ApiVersion(Struct):
        """In Kafka in ascending order of the keys; empty on errors, save 35.

        - api_key: int16, 0+
        - min_version: int16, 0+. Lowest version the broker speaks.
        - max_version: int16, 0+. Highest version the broker speaks, itself included.
        """

        __slots__ = ("api_key", "min_version", "max_version")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            api_key: int = 0,
            min_version: int = 0,
            max_version: int = 0,
        ) -> None:
            self.api_key: int = api_key
            self.min_version: int = min_version
            self.max_version: int = max_version
            self.unknown_tags = None

    class SupportedFeatureKey(Struct):
        """Feature levels this node could run; version 3 leaves out those that start at 0.

        - name: string, 3+
        - min_version: int16, 3+
        - max_version: int16, 3+
        """

        __slots__ = ("name", "min_version", "max_version")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            min_version: int = 0,
            max_version: int = 0,
        ) -> None:
            self.name: str = name
            self.min_version: int = min_version
            self.max_version: int = max_version
            self.unknown_tags = None

    class FinalizedFeatureKey(Struct):
        """Feature levels the cluster runs at; level 0 is left out.

        - name: string, 3+
        - max_version_level: int16, 3+. The finalized level.
        - min_version_level: int16, 3+. Equal to MaxVersionLevel in all current brokers.
        """

        __slots__ = ("name", "max_version_level", "min_version_level")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            max_version_level: int = 0,
            min_version_level: int = 0,
        ) -> None:
            self.name: str = name
            self.max_version_level: int = max_version_level
            self.min_version_level: int = min_version_level
            self.unknown_tags = None

    def __init__(
        self,
        *,
        error_code: int = 0,
        api_keys: list[ApiVersionsResponse.ApiVersion] = NEW,
        throttle_time_ms: int = 0,
        supported_features: list[ApiVersionsResponse.SupportedFeatureKey] = NEW,
        finalized_features_epoch: int = -1,
        finalized_features: list[ApiVersionsResponse.FinalizedFeatureKey] = NEW,
        zk_migration_ready: bool = False,
    ) -> None:
        self.error_code: int = error_code
        self.api_keys: list[ApiVersionsResponse.ApiVersion] = (
            [] if api_keys is NEW else api_keys
        )
        self.throttle_time_ms: int = throttle_time_ms
        self.supported_features: list[ApiVersionsResponse.SupportedFeatureKey] = (
            [] if supported_features is NEW else supported_features
        )
        self.finalized_features_epoch: int = finalized_features_epoch
        self.finalized_features: list[ApiVersionsResponse.FinalizedFeatureKey] = (
            [] if finalized_features is NEW else finalized_features
        )
        self.zk_migration_ready: bool = zk_migration_ready
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hh = packer(">hh")
_pack_hhh = packer(">hhh")
_pack_hhhx = packer(">hhhx")
_pack_hhx = packer(">hhx")
_pack_hi = packer(">hi")
_pack_i = packer(">i")
_pack_ix = packer(">ix")
_pack_o = packer(">?")
_pack_q = packer(">q")
_row_hhh = rower(">hhh")
_row_hhhx = rower(">hhhx")
_unpack_hB = unpacker(">hB")
_unpack_hhB = unpacker(">hhB")
_unpack_hhh = unpacker(">hhh")
_unpack_hhhB = unpacker(">hhhB")
_unpack_hi = unpacker(">hi")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_o = unpacker(">?")
_unpack_q = unpacker(">q")
_ApiVersion = ApiVersionsResponse.ApiVersion
_SupportedFeatureKey = ApiVersionsResponse.SupportedFeatureKey
_FinalizedFeatureKey = ApiVersionsResponse.FinalizedFeatureKey
_ONE_API_VERSION = ((_ApiVersion,),)
_ONE_SUPPORTED_FEATURE_KEY = ((_SupportedFeatureKey,),)
_ONE_FINALIZED_FEATURE_KEY = ((_FinalizedFeatureKey,),)


def _encode_api_version_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_hhh(o.api_key, o.min_version, o.max_version))


def _encode_api_versions_response(o, out):
    api_keys_ = o.api_keys
    n = len(api_keys_)
    out.append(_pack_hi(o.error_code, n))
    if n > 32:
        write_long(_encode_api_version_array, api_keys_, out)
    elif n:
        _encode_api_version_array(api_keys_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_api_versions_response_2(o, out):
    api_keys_ = o.api_keys
    n = len(api_keys_)
    out.append(_pack_hi(o.error_code, n))
    if n > 32:
        write_long(_encode_api_version_array, api_keys_, out)
    elif n:
        _encode_api_version_array(api_keys_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.throttle_time_ms))


def _encode_api_version_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_api_version_array_2(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_hhhx(o.api_key, o.min_version, o.max_version))
        else:
            out.append(_pack_hhh(o.api_key, o.min_version, o.max_version))
            _encode_api_version_tags(o, out)


def _encode_supported_feature_key_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_supported_feature_key_array(array, out):
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
            out.append(_pack_hhx(o.min_version, o.max_version))
        else:
            out.append(_pack_hh(o.min_version, o.max_version))
            _encode_supported_feature_key_tags(o, out)


def _encode_finalized_feature_key_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_finalized_feature_key_array(array, out):
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
            out.append(_pack_hhx(o.max_version_level, o.min_version_level))
        else:
            out.append(_pack_hh(o.max_version_level, o.min_version_level))
            _encode_finalized_feature_key_tags(o, out)


def _encode_api_versions_response_tags(o, section):
    found = {}
    if o.supported_features:
        out = []
        supported_features_ = o.supported_features
        n = len(supported_features_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_supported_feature_key_array, supported_features_, out)
        elif n:
            _encode_supported_feature_key_array(supported_features_, out)
        found[0] = b"".join(out)
    if o.finalized_features_epoch != -1:
        out = []
        out.append(_pack_q(o.finalized_features_epoch))
        found[1] = b"".join(out)
    if o.finalized_features:
        out = []
        finalized_features_ = o.finalized_features
        n = len(finalized_features_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_finalized_feature_key_array, finalized_features_, out)
        elif n:
            _encode_finalized_feature_key_array(finalized_features_, out)
        found[2] = b"".join(out)
    if o.zk_migration_ready:
        out = []
        out.append(_pack_o(o.zk_migration_ready))
        found[3] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_api_versions_response_3(o, out):
    api_keys_ = o.api_keys
    n = len(api_keys_)
    if n < 127:
        out.append(_pack_hB(o.error_code, n + 1))
    else:
        out.append(_pack_h(o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_api_version_array_2, api_keys_, out)
    elif n:
        _encode_api_version_array_2(api_keys_, out)
    if (
        not o.supported_features
        and o.finalized_features_epoch == -1
        and not o.finalized_features
        and not o.zk_migration_ready
        and o.unknown_tags is None
    ):
        out.append(_pack_ix(o.throttle_time_ms))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        _encode_api_versions_response_tags(o, out)


def _decode_api_version_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ApiVersion)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_api_version_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_API_VERSION * count)]
        end = pos + 6 * count
        if count > 7:
            for o, (o.api_key, o.min_version, o.max_version) in zip(found, _row_hhh(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.api_key, o.min_version, o.max_version = _unpack_hhh(buf, pos)
        pos += 6
        o.unknown_tags = None
    return found, pos


def _decode_api_versions_response(buf, pos):
    o = make(ApiVersionsResponse)
    o.error_code, n = _unpack_hi(buf, pos)
    pos += 6
    if n > 0:
        o.api_keys, pos = _decode_api_version_array(buf, pos, n)
    elif not n:
        o.api_keys = []
    else:
        null_error("ApiKeys")
    o.throttle_time_ms = 0
    o.supported_features = []
    o.finalized_features_epoch = -1
    o.finalized_features = []
    o.zk_migration_ready = False
    o.unknown_tags = None
    return o, pos


def _decode_api_versions_response_2(buf, pos):
    o = make(ApiVersionsResponse)
    o.error_code, n = _unpack_hi(buf, pos)
    pos += 6
    if n > 0:
        o.api_keys, pos = _decode_api_version_array(buf, pos, n)
    elif not n:
        o.api_keys = []
    else:
        null_error("ApiKeys")
    o.throttle_time_ms, = _unpack_i(buf, pos)
    pos += 4
    o.supported_features = []
    o.finalized_features_epoch = -1
    o.finalized_features = []
    o.zk_migration_ready = False
    o.unknown_tags = None
    return o, pos


def _decode_api_version_tags(o, buf, pos, count):
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


def _decode_api_version_array_2(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ApiVersion)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_api_version_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_API_VERSION * count)]
        end = pos + 7 * count
        if count > 7 and buf[pos + 6:end:7].count(0) == count:
            for o, (o.api_key, o.min_version, o.max_version) in zip(found, _row_hhhx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.api_key, o.min_version, o.max_version, t = _unpack_hhhB(buf, pos)
        pos += 7
        o.unknown_tags = None
        if t:
            pos = _decode_api_version_tags(o, buf, pos, t)
    return found, pos


def _decode_supported_feature_key_tags(o, buf, pos, count):
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


def _decode_supported_feature_key_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_SupportedFeatureKey)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_supported_feature_key_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_SUPPORTED_FEATURE_KEY * count)]
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
        o.min_version, o.max_version, t = _unpack_hhB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_supported_feature_key_tags(o, buf, pos, t)
    return found, pos


def _decode_finalized_feature_key_tags(o, buf, pos, count):
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


def _decode_finalized_feature_key_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FinalizedFeatureKey)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_finalized_feature_key_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FINALIZED_FEATURE_KEY * count)]
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
        o.max_version_level, o.min_version_level, t = _unpack_hhB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_finalized_feature_key_tags(o, buf, pos, t)
    return found, pos


def _decode_api_versions_response_tags(o, buf, pos, count):
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
                o.supported_features, pos = _decode_supported_feature_key_array(buf, pos, n - 1)
            elif n:
                o.supported_features = []
            else:
                null_error("SupportedFeatures")
        elif tag == 1:
            o.finalized_features_epoch, = _unpack_q(buf, pos)
            pos += 8
        elif tag == 2:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.finalized_features, pos = _decode_finalized_feature_key_array(buf, pos, n - 1)
            elif n:
                o.finalized_features = []
            else:
                null_error("FinalizedFeatures")
        elif tag == 3:
            o.zk_migration_ready, = _unpack_o(buf, pos)
            pos += 1
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_api_versions_response_3(buf, pos):
    o = make(ApiVersionsResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.api_keys, pos = _decode_api_version_array_2(buf, pos, n - 1)
    elif n:
        o.api_keys = []
    else:
        null_error("ApiKeys")
    o.throttle_time_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.supported_features = []
    o.finalized_features_epoch = -1
    o.finalized_features = []
    o.zk_migration_ready = False
    o.unknown_tags = None
    if t:
        pos = _decode_api_versions_response_tags(o, buf, pos, t)
    return o, pos


ApiVersionsResponse._ENCODERS = {
    0: _encode_api_versions_response,
    1: _encode_api_versions_response_2,
    2: _encode_api_versions_response_2,
    3: _encode_api_versions_response_3,
    4: _encode_api_versions_response_3,
    5: _encode_api_versions_response_3,
}
ApiVersionsResponse._DECODERS = {
    0: _decode_api_versions_response,
    1: _decode_api_versions_response_2,
    2: _decode_api_versions_response_2,
    3: _decode_api_versions_response_3,
    4: _decode_api_versions_response_3,
    5: _decode_api_versions_response_3,
}
