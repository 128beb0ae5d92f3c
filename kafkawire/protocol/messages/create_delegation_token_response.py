"""Generated from schemas/messages/CreateDelegationTokenResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
    absent,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_tags,
)


class CreateDelegationTokenResponse(Message):
    """The new token; the hmac is the secret to log in with.

    Response of api key 38, versions 0-3, flexible 2+.

    - error_code: int16, 0+
    - principal_type: string, 0+
    - principal_name: string, 0+
    - token_requester_principal_type: string, 3+
    - token_requester_principal_name: string, 3+. Who asked for the token, when not the
      owner.
    - issue_timestamp_ms: int64, 0+
    - expiry_timestamp_ms: int64, 0+. End of life unless renewed.
    - max_timestamp_ms: int64, 0+. End of life that renewals cannot pass.
    - token_id: string, 0+. Public name of the token; the SCRAM user name when logging in
      with it.
    - hmac: bytes, 0+. Its base64 form is the password for SCRAM.
    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    """

    __slots__ = (
        "error_code",
        "principal_type",
        "principal_name",
        "token_requester_principal_type",
        "token_requester_principal_name",
        "issue_timestamp_ms",
        "expiry_timestamp_ms",
        "max_timestamp_ms",
        "token_id",
        "hmac",
        "throttle_time_ms",
    )
    _FIELDS = __slots__

    API_KEY = 38
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

    def __init__(
        self,
        *,
        error_code: int = 0,
        principal_type: str = "",
        principal_name: str = "",
        token_requester_principal_type: str = "",
        token_requester_principal_name: str = "",
        issue_timestamp_ms: int = 0,
        expiry_timestamp_ms: int = 0,
        max_timestamp_ms: int = 0,
        token_id: str = "",
        hmac: bytes = b'',
        throttle_time_ms: int = 0,
    ) -> None:
        self.error_code: int = error_code
        self.principal_type: str = principal_type
        self.principal_name: str = principal_name
        self.token_requester_principal_type: str = token_requester_principal_type
        self.token_requester_principal_name: str = token_requester_principal_name
        self.issue_timestamp_ms: int = issue_timestamp_ms
        self.expiry_timestamp_ms: int = expiry_timestamp_ms
        self.max_timestamp_ms: int = max_timestamp_ms
        self.token_id: str = token_id
        self.hmac: bytes = hmac
        self.throttle_time_ms: int = throttle_time_ms
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hh = packer(">hh")
_pack_i = packer(">i")
_pack_ix = packer(">ix")
_pack_qqq = packer(">qqq")
_pack_qqqB = packer(">qqqB")
_pack_qqqh = packer(">qqqh")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hh = unpacker(">hh")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_qqqB = unpacker(">qqqB")
_unpack_qqqh = unpacker(">qqqh")


def _encode_create_delegation_token_response(o, out):
    if o.token_requester_principal_type:
        absent("TokenRequesterPrincipalType")
    if o.token_requester_principal_name:
        absent("TokenRequesterPrincipalName")
    principal_type_ = o.principal_type
    principal_type_ = principal_type_.encode()
    n = len(principal_type_)
    out.append(_pack_hh(o.error_code, n))
    out.append(principal_type_)
    principal_name_ = o.principal_name
    principal_name_ = principal_name_.encode()
    n = len(principal_name_)
    out.append(_pack_h(n))
    out.append(principal_name_)
    token_id_ = o.token_id
    token_id_ = token_id_.encode()
    n = len(token_id_)
    out.append(_pack_qqqh(o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n))
    out.append(token_id_)
    hmac_ = o.hmac
    n = len(hmac_)
    out.append(_pack_i(n))
    out.append(hmac_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.throttle_time_ms))


def _encode_create_delegation_token_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_create_delegation_token_response_2(o, out):
    if o.token_requester_principal_type:
        absent("TokenRequesterPrincipalType")
    if o.token_requester_principal_name:
        absent("TokenRequesterPrincipalName")
    principal_type_ = o.principal_type
    principal_type_ = principal_type_.encode()
    n = len(principal_type_)
    if n < 127:
        out.append(_pack_hB(o.error_code, n + 1))
    else:
        out.append(_pack_h(o.error_code))
        out.append(string_length(n))
    out.append(principal_type_)
    principal_name_ = o.principal_name
    principal_name_ = principal_name_.encode()
    n = len(principal_name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(principal_name_)
    token_id_ = o.token_id
    token_id_ = token_id_.encode()
    n = len(token_id_)
    if n < 127:
        out.append(_pack_qqqB(
            o.issue_timestamp_ms,
            o.expiry_timestamp_ms,
            o.max_timestamp_ms,
            n + 1,
        ))
    else:
        out.append(_pack_qqq(o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms))
        out.append(string_length(n))
    out.append(token_id_)
    hmac_ = o.hmac
    n = len(hmac_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    out.append(hmac_)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.throttle_time_ms))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        _encode_create_delegation_token_response_tags(o, out)


def _encode_create_delegation_token_response_3(o, out):
    principal_type_ = o.principal_type
    principal_type_ = principal_type_.encode()
    n = len(principal_type_)
    if n < 127:
        out.append(_pack_hB(o.error_code, n + 1))
    else:
        out.append(_pack_h(o.error_code))
        out.append(string_length(n))
    out.append(principal_type_)
    principal_name_ = o.principal_name
    principal_name_ = principal_name_.encode()
    n = len(principal_name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(principal_name_)
    token_requester_principal_type_ = o.token_requester_principal_type
    token_requester_principal_type_ = token_requester_principal_type_.encode()
    n = len(token_requester_principal_type_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(token_requester_principal_type_)
    token_requester_principal_name_ = o.token_requester_principal_name
    token_requester_principal_name_ = token_requester_principal_name_.encode()
    n = len(token_requester_principal_name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(token_requester_principal_name_)
    token_id_ = o.token_id
    token_id_ = token_id_.encode()
    n = len(token_id_)
    if n < 127:
        out.append(_pack_qqqB(
            o.issue_timestamp_ms,
            o.expiry_timestamp_ms,
            o.max_timestamp_ms,
            n + 1,
        ))
    else:
        out.append(_pack_qqq(o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms))
        out.append(string_length(n))
    out.append(token_id_)
    hmac_ = o.hmac
    n = len(hmac_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    out.append(hmac_)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.throttle_time_ms))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        _encode_create_delegation_token_response_tags(o, out)


def _decode_create_delegation_token_response(buf, pos):
    o = make(CreateDelegationTokenResponse)
    o.error_code, n = _unpack_hh(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.principal_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("PrincipalType")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.principal_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("PrincipalName")
    (o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n) = _unpack_qqqh(buf, pos)
    pos += 26
    if n >= 0:
        e = pos + n
        o.token_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("TokenId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.hmac = b"" + buf[pos:e]
        pos = e
    else:
        null_error("Hmac")
    o.throttle_time_ms, = _unpack_i(buf, pos)
    pos += 4
    o.token_requester_principal_type = ""
    o.token_requester_principal_name = ""
    o.unknown_tags = None
    return o, pos


def _decode_create_delegation_token_response_tags(o, buf, pos, count):
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


def _decode_create_delegation_token_response_2(buf, pos):
    o = make(CreateDelegationTokenResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.principal_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("PrincipalType")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.principal_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("PrincipalName")
    (o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n) = _unpack_qqqB(buf, pos)
    pos += 25
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.token_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("TokenId")
    n = buf[pos]
    pos += 1
    if n > 127:
        e = buf[pos]
        if e < 128:
            n += (e << 7) - 128
            pos += 1
        else:
            n, pos = uvarint(buf, pos)
    if n:
        e = pos + n - 1
        o.hmac = b"" + buf[pos:e]
        pos = e
    else:
        null_error("Hmac")
    o.throttle_time_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.token_requester_principal_type = ""
    o.token_requester_principal_name = ""
    o.unknown_tags = None
    if t:
        pos = _decode_create_delegation_token_response_tags(o, buf, pos, t)
    return o, pos


def _decode_create_delegation_token_response_3(buf, pos):
    o = make(CreateDelegationTokenResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.principal_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("PrincipalType")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.principal_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("PrincipalName")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.token_requester_principal_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("TokenRequesterPrincipalType")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.token_requester_principal_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("TokenRequesterPrincipalName")
    (o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n) = _unpack_qqqB(buf, pos)
    pos += 25
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.token_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("TokenId")
    n = buf[pos]
    pos += 1
    if n > 127:
        e = buf[pos]
        if e < 128:
            n += (e << 7) - 128
            pos += 1
        else:
            n, pos = uvarint(buf, pos)
    if n:
        e = pos + n - 1
        o.hmac = b"" + buf[pos:e]
        pos = e
    else:
        null_error("Hmac")
    o.throttle_time_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_create_delegation_token_response_tags(o, buf, pos, t)
    return o, pos


CreateDelegationTokenResponse._ENCODERS = {
    0: _encode_create_delegation_token_response,
    1: _encode_create_delegation_token_response,
    2: _encode_create_delegation_token_response_2,
    3: _encode_create_delegation_token_response_3,
}
CreateDelegationTokenResponse._DECODERS = {
    0: _decode_create_delegation_token_response,
    1: _decode_create_delegation_token_response,
    2: _decode_create_delegation_token_response_2,
    3: _decode_create_delegation_token_response_3,
}
