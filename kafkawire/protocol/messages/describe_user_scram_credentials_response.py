"""Generated from schemas/messages/DescribeUserScramCredentialsResponse.json; do not edit.

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
    rower,
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


class DescribeUserScramCredentialsResponse(Message):
    """Mechanisms and rounds by user; never salts or keys.

    Response of api key 50, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+. Trouble with the whole request.
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - results: []DescribeUserScramCredentialsResult, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "results")
    _FIELDS = __slots__

    API_KEY = 50
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class DescribeUserScramCredentialsResult(Struct):
        """DescribeUserScramCredentialsResult of `DescribeUserScramCredentialsResponse`.

        - user: string, 0+
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - credential_infos: []CredentialInfo, 0+
        """

        __slots__ = ("user", "error_code", "error_message", "credential_infos")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            user: str = "",
            error_code: int = 0,
            error_message: str | None = "",
            credential_infos: list[DescribeUserScramCredentialsResponse.CredentialInfo] = NEW,
        ) -> None:
            self.user: str = user
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.credential_infos: list[DescribeUserScramCredentialsResponse.CredentialInfo] = (
                [] if credential_infos is NEW else credential_infos
            )
            self.unknown_tags = None

    class CredentialInfo(Struct):
        """CredentialInfo of `DescribeUserScramCredentialsResponse`.

        - mechanism: int8, 0+. 1 SCRAM-SHA-256, 2 SCRAM-SHA-512.
        - iterations: int32, 0+. PBKDF2 rounds; Kafka wants at least 4096.
        """

        __slots__ = ("mechanism", "iterations")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            mechanism: int = 0,
            iterations: int = 0,
        ) -> None:
            self.mechanism: int = mechanism
            self.iterations: int = iterations
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        results: list[DescribeUserScramCredentialsResponse.DescribeUserScramCredentialsResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.results: list[DescribeUserScramCredentialsResponse.DescribeUserScramCredentialsResult] = (
            [] if results is NEW else results
        )
        self.unknown_tags = None


_pack_bi = packer(">bi")
_pack_bix = packer(">bix")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hx = packer(">hx")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_row_bix = rower(">bix")
_unpack_biB = unpacker(">biB")
_unpack_hB = unpacker(">hB")
_unpack_ihB = unpacker(">ihB")
_DescribeUserScramCredentialsResult = DescribeUserScramCredentialsResponse.DescribeUserScramCredentialsResult
_CredentialInfo = DescribeUserScramCredentialsResponse.CredentialInfo
_ONE_CREDENTIAL_INFO = ((_CredentialInfo,),)
_ONE_DESCRIBE_USER_SCRAM_CREDENTIALS_RESULT = ((_DescribeUserScramCredentialsResult,),)


def _encode_credential_info_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_credential_info_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_bix(o.mechanism, o.iterations))
        else:
            out.append(_pack_bi(o.mechanism, o.iterations))
            _encode_credential_info_tags(o, out)


def _encode_describe_user_scram_credentials_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_user_scram_credentials_result_array(array, out):
    for o in array:
        user_ = o.user
        user_ = user_.encode()
        n = len(user_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(user_)
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
        credential_infos_ = o.credential_infos
        n = len(credential_infos_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_credential_info_array, credential_infos_, out)
        elif n:
            _encode_credential_info_array(credential_infos_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_user_scram_credentials_result_tags(o, out)


def _encode_describe_user_scram_credentials_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_user_scram_credentials_response(o, out):
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
        write_long(_encode_describe_user_scram_credentials_result_array, results_, out)
    elif n:
        _encode_describe_user_scram_credentials_result_array(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_user_scram_credentials_response_tags(o, out)


def _decode_credential_info_tags(o, buf, pos, count):
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


def _decode_credential_info_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CredentialInfo)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_credential_info_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREDENTIAL_INFO * count)]
        end = pos + 6 * count
        if count > 7 and buf[pos + 5:end:6].count(0) == count:
            for o, (o.mechanism, o.iterations) in zip(found, _row_bix(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.mechanism, o.iterations, t = _unpack_biB(buf, pos)
        pos += 6
        o.unknown_tags = None
        if t:
            pos = _decode_credential_info_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_user_scram_credentials_result_tags(o, buf, pos, count):
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


def _decode_describe_user_scram_credentials_result_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeUserScramCredentialsResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_user_scram_credentials_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_USER_SCRAM_CREDENTIALS_RESULT * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.user = buf[pos:e].decode()
            pos = e
        else:
            null_error("User")
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.credential_infos, pos = _decode_credential_info_array(buf, pos, n - 1)
        elif n:
            o.credential_infos = []
        else:
            null_error("CredentialInfos")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_user_scram_credentials_result_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_user_scram_credentials_response_tags(o, buf, pos, count):
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


def _decode_describe_user_scram_credentials_response(buf, pos):
    o = make(DescribeUserScramCredentialsResponse)
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
        o.results, pos = _decode_describe_user_scram_credentials_result_array(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_user_scram_credentials_response_tags(o, buf, pos, t)
    return o, pos


DescribeUserScramCredentialsResponse._ENCODERS = {
    0: _encode_describe_user_scram_credentials_response,
}
DescribeUserScramCredentialsResponse._DECODERS = {
    0: _decode_describe_user_scram_credentials_response,
}
