"""Generated from schemas/messages/UpdateFeaturesResponse.json; do not edit.

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


class UpdateFeaturesResponse(Message):
    """Result; from version 2 all features change together or none.

    Response of api key 57, versions 0-2, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - results: []UpdatableFeatureResult, 0-1. One for each feature up to version 1; since
      then the top code speaks for all.
    """

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "results")
    _FIELDS = __slots__

    API_KEY = 57
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    class UpdatableFeatureResult(Struct):
        """One for each feature up to version 1; since then the top code speaks for all.

        - feature: string, 0+
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = ("feature", "error_code", "error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            feature: str = "",
            error_code: int = 0,
            error_message: str | None = "",
        ) -> None:
            self.feature: str = feature
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        results: list[UpdateFeaturesResponse.UpdatableFeatureResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.results: list[UpdateFeaturesResponse.UpdatableFeatureResult] = (
            [] if results is NEW else results
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hx = packer(">hx")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_unpack_hB = unpacker(">hB")
_unpack_ihB = unpacker(">ihB")
_UpdatableFeatureResult = UpdateFeaturesResponse.UpdatableFeatureResult
_ONE_UPDATABLE_FEATURE_RESULT = ((_UpdatableFeatureResult,),)


def _encode_updatable_feature_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_updatable_feature_result_array(array, out):
    for o in array:
        feature_ = o.feature
        feature_ = feature_.encode()
        n = len(feature_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(feature_)
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hx(o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_hB(o.error_code, n + 1))
            else:
                out.append(_pack_h(o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_updatable_feature_result_tags(o, out)


def _encode_update_features_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_update_features_response(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_updatable_feature_result_array, results_, out)
    elif n:
        _encode_updatable_feature_result_array(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_update_features_response_tags(o, out)


def _encode_update_features_response_2(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_update_features_response_tags(o, out)


def _decode_updatable_feature_result_tags(o, buf, pos, count):
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


def _decode_updatable_feature_result_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdatableFeatureResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_updatable_feature_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATABLE_FEATURE_RESULT * count)]
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
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_updatable_feature_result_tags(o, buf, pos, t)
    return found, pos


def _decode_update_features_response_tags(o, buf, pos, count):
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


def _decode_update_features_response(buf, pos):
    o = make(UpdateFeaturesResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_updatable_feature_result_array(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_update_features_response_tags(o, buf, pos, t)
    return o, pos


def _decode_update_features_response_2(buf, pos):
    o = make(UpdateFeaturesResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    t = buf[pos]
    pos += 1
    o.results = []
    o.unknown_tags = None
    if t:
        pos = _decode_update_features_response_tags(o, buf, pos, t)
    return o, pos


UpdateFeaturesResponse._ENCODERS = {
    0: _encode_update_features_response,
    1: _encode_update_features_response,
    2: _encode_update_features_response_2,
}
UpdateFeaturesResponse._DECODERS = {
    0: _decode_update_features_response,
    1: _decode_update_features_response,
    2: _decode_update_features_response_2,
}
