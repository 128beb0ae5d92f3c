"""Generated from schemas/messages/UpdateFeaturesRequest.json; do not edit.

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


class UpdateFeaturesRequest(Message):
    """Changes finalized feature levels of the cluster (KIP-584).

    Request of api key 57, versions 0-2, flexible 0+.

    - timeout_ms: int32, 0+. How long to wait for the controller.
    - feature_updates: []FeatureUpdateKey, 0+
    - validate_only: bool, 1+. Check everything, change nothing.
    """

    __slots__ = ("timeout_ms", "feature_updates", "validate_only")
    _FIELDS = __slots__

    API_KEY = 57
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    class FeatureUpdateKey(Struct):
        """FeatureUpdateKey of `UpdateFeaturesRequest`.

        - feature: string, 0+
        - max_version_level: int16, 0+. Level to run at; below 1 removes the feature.
        - allow_downgrade: bool, 0. Version 0's form of UpgradeType.
        - upgrade_type: int8, 1+. 1 upgrade, 2 downgrade without loss, 3 downgrade that may lose
          metadata (KIP-778).
        """

        __slots__ = ("feature", "max_version_level", "allow_downgrade", "upgrade_type")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            feature: str = "",
            max_version_level: int = 0,
            allow_downgrade: bool = False,
            upgrade_type: int = 1,
        ) -> None:
            self.feature: str = feature
            self.max_version_level: int = max_version_level
            self.allow_downgrade: bool = allow_downgrade
            self.upgrade_type: int = upgrade_type
            self.unknown_tags = None

    def __init__(
        self,
        *,
        timeout_ms: int = 60000,
        feature_updates: list[UpdateFeaturesRequest.FeatureUpdateKey] = NEW,
        validate_only: bool = False,
    ) -> None:
        self.timeout_ms: int = timeout_ms
        self.feature_updates: list[UpdateFeaturesRequest.FeatureUpdateKey] = (
            [] if feature_updates is NEW else feature_updates
        )
        self.validate_only: bool = validate_only
        self.unknown_tags = None


_pack_hb = packer(">hb")
_pack_hbx = packer(">hbx")
_pack_ho = packer(">h?")
_pack_hox = packer(">h?x")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_o = packer(">?")
_pack_ox = packer(">?x")
_unpack_hbB = unpacker(">hbB")
_unpack_hoB = unpacker(">h?B")
_unpack_iB = unpacker(">iB")
_unpack_oB = unpacker(">?B")
_FeatureUpdateKey = UpdateFeaturesRequest.FeatureUpdateKey
_ONE_FEATURE_UPDATE_KEY = ((_FeatureUpdateKey,),)


def _encode_feature_update_key_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_feature_update_key_array(array, out):
    for o in array:
        if o.upgrade_type != 1:
            absent("UpgradeType")
        feature_ = o.feature
        feature_ = feature_.encode()
        n = len(feature_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(feature_)
        if o.unknown_tags is None:
            out.append(_pack_hox(o.max_version_level, o.allow_downgrade))
        else:
            out.append(_pack_ho(o.max_version_level, o.allow_downgrade))
            _encode_feature_update_key_tags(o, out)


def _encode_update_features_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_update_features_request(o, out):
    if o.validate_only:
        absent("ValidateOnly")
    feature_updates_ = o.feature_updates
    n = len(feature_updates_)
    if n < 127:
        out.append(_pack_iB(o.timeout_ms, n + 1))
    else:
        out.append(_pack_i(o.timeout_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_feature_update_key_array, feature_updates_, out)
    elif n:
        _encode_feature_update_key_array(feature_updates_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_update_features_request_tags(o, out)


def _encode_feature_update_key_array_2(array, out):
    for o in array:
        if o.allow_downgrade:
            absent("AllowDowngrade")
        feature_ = o.feature
        feature_ = feature_.encode()
        n = len(feature_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(feature_)
        if o.unknown_tags is None:
            out.append(_pack_hbx(o.max_version_level, o.upgrade_type))
        else:
            out.append(_pack_hb(o.max_version_level, o.upgrade_type))
            _encode_feature_update_key_tags(o, out)


def _encode_update_features_request_2(o, out):
    feature_updates_ = o.feature_updates
    n = len(feature_updates_)
    if n < 127:
        out.append(_pack_iB(o.timeout_ms, n + 1))
    else:
        out.append(_pack_i(o.timeout_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_feature_update_key_array_2, feature_updates_, out)
    elif n:
        _encode_feature_update_key_array_2(feature_updates_, out)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.validate_only))
    else:
        out.append(_pack_o(o.validate_only))
        _encode_update_features_request_tags(o, out)


def _decode_feature_update_key_tags(o, buf, pos, count):
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


def _decode_feature_update_key_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FeatureUpdateKey)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_feature_update_key_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FEATURE_UPDATE_KEY * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.feature = buf[pos:e].decode()
            pos = e
        else:
            null_error("Feature")
        o.max_version_level, o.allow_downgrade, t = _unpack_hoB(buf, pos)
        pos += 4
        o.upgrade_type = 1
        o.unknown_tags = None
        if t:
            pos = _decode_feature_update_key_tags(o, buf, pos, t)
    return found, pos


def _decode_update_features_request_tags(o, buf, pos, count):
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


def _decode_update_features_request(buf, pos):
    o = make(UpdateFeaturesRequest)
    o.timeout_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.feature_updates, pos = _decode_feature_update_key_array(buf, pos, n - 1)
    elif n:
        o.feature_updates = []
    else:
        null_error("FeatureUpdates")
    t = buf[pos]
    pos += 1
    o.validate_only = False
    o.unknown_tags = None
    if t:
        pos = _decode_update_features_request_tags(o, buf, pos, t)
    return o, pos


def _decode_feature_update_key_array_2(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_FeatureUpdateKey)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_feature_update_key_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_FEATURE_UPDATE_KEY * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.feature = buf[pos:e].decode()
            pos = e
        else:
            null_error("Feature")
        o.max_version_level, o.upgrade_type, t = _unpack_hbB(buf, pos)
        pos += 4
        o.allow_downgrade = False
        o.unknown_tags = None
        if t:
            pos = _decode_feature_update_key_tags(o, buf, pos, t)
    return found, pos


def _decode_update_features_request_2(buf, pos):
    o = make(UpdateFeaturesRequest)
    o.timeout_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.feature_updates, pos = _decode_feature_update_key_array_2(buf, pos, n - 1)
    elif n:
        o.feature_updates = []
    else:
        null_error("FeatureUpdates")
    o.validate_only, t = _unpack_oB(buf, pos)
    pos += 2
    o.unknown_tags = None
    if t:
        pos = _decode_update_features_request_tags(o, buf, pos, t)
    return o, pos


UpdateFeaturesRequest._ENCODERS = {
    0: _encode_update_features_request,
    1: _encode_update_features_request_2,
    2: _encode_update_features_request_2,
}
UpdateFeaturesRequest._DECODERS = {
    0: _decode_update_features_request,
    1: _decode_update_features_request_2,
    2: _decode_update_features_request_2,
}
