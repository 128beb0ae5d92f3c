"""Generated from schemas/messages/AlterUserScramCredentialsResponse.json; do not edit.

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


class AlterUserScramCredentialsResponse(Message):
    """Result for each user.

    Response of api key 51, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - results: []AlterUserScramCredentialsResult, 0+
    """

    __slots__ = ("throttle_time_ms", "results")
    _FIELDS = __slots__

    API_KEY = 51
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class AlterUserScramCredentialsResult(Struct):
        """AlterUserScramCredentialsResult of `AlterUserScramCredentialsResponse`.

        - user: string, 0+
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = ("user", "error_code", "error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            user: str = "",
            error_code: int = 0,
            error_message: str | None = "",
        ) -> None:
            self.user: str = user
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        results: list[AlterUserScramCredentialsResponse.AlterUserScramCredentialsResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.results: list[AlterUserScramCredentialsResponse.AlterUserScramCredentialsResult] = (
            [] if results is NEW else results
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_unpack_hB = unpacker(">hB")
_unpack_iB = unpacker(">iB")
_AlterUserScramCredentialsResult = AlterUserScramCredentialsResponse.AlterUserScramCredentialsResult
_ONE_ALTER_USER_SCRAM_CREDENTIALS_RESULT = ((_AlterUserScramCredentialsResult,),)


def _encode_alter_user_scram_credentials_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_user_scram_credentials_result_array(array, out):
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
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_alter_user_scram_credentials_result_tags(o, out)


def _encode_alter_user_scram_credentials_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_user_scram_credentials_response(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_alter_user_scram_credentials_result_array, results_, out)
    elif n:
        _encode_alter_user_scram_credentials_result_array(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_user_scram_credentials_response_tags(o, out)


def _decode_alter_user_scram_credentials_result_tags(o, buf, pos, count):
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


def _decode_alter_user_scram_credentials_result_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterUserScramCredentialsResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_user_scram_credentials_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_USER_SCRAM_CREDENTIALS_RESULT * count)]
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
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_alter_user_scram_credentials_result_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_user_scram_credentials_response_tags(o, buf, pos, count):
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


def _decode_alter_user_scram_credentials_response(buf, pos):
    o = make(AlterUserScramCredentialsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_alter_user_scram_credentials_result_array(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_alter_user_scram_credentials_response_tags(o, buf, pos, t)
    return o, pos


AlterUserScramCredentialsResponse._ENCODERS = {0: _encode_alter_user_scram_credentials_response}
AlterUserScramCredentialsResponse._DECODERS = {0: _decode_alter_user_scram_credentials_response}
