"""Generated from schemas/messages/CreateDelegationTokenRequest.json; do not edit.

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


class CreateDelegationTokenRequest(Message):
    """Issues a token with which others can log in as its owner (KIP-48).

    Request of api key 38, versions 0-3, flexible 2+.

    - owner_principal_type: string, 3+, null. Owner other than the caller; null for the
      caller (KIP-373).
    - owner_principal_name: string, 3+, null. Owner other than the caller; null for the
      caller (KIP-373).
    - renewers: []CreatableRenewers, 0+. Who may renew the token besides its owner.
    - max_lifetime_ms: int64, 0+. Latest end of the token's life after renewals; -1 for the
      broker's limit.
    """

    __slots__ = ("owner_principal_type", "owner_principal_name", "renewers", "max_lifetime_ms")
    _FIELDS = __slots__

    API_KEY = 38
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

    class CreatableRenewers(Struct):
        """Who may renew the token besides its owner.

        - principal_type: string, 0+
        - principal_name: string, 0+
        """

        __slots__ = ("principal_type", "principal_name")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            principal_type: str = "",
            principal_name: str = "",
        ) -> None:
            self.principal_type: str = principal_type
            self.principal_name: str = principal_name
            self.unknown_tags = None

    def __init__(
        self,
        *,
        owner_principal_type: str | None = "",
        owner_principal_name: str | None = "",
        renewers: list[CreateDelegationTokenRequest.CreatableRenewers] = NEW,
        max_lifetime_ms: int = 0,
    ) -> None:
        self.owner_principal_type: str | None = owner_principal_type
        self.owner_principal_name: str | None = owner_principal_name
        self.renewers: list[CreateDelegationTokenRequest.CreatableRenewers] = (
            [] if renewers is NEW else renewers
        )
        self.max_lifetime_ms: int = max_lifetime_ms
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_q = packer(">q")
_pack_qx = packer(">qx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_q = unpacker(">q")
_unpack_qB = unpacker(">qB")
_CreatableRenewers = CreateDelegationTokenRequest.CreatableRenewers
_ONE_CREATABLE_RENEWERS = ((_CreatableRenewers,),)


def _encode_creatable_renewers_array(array, out):
    for o in array:
        principal_type_ = o.principal_type
        principal_type_ = principal_type_.encode()
        n = len(principal_type_)
        out.append(_pack_h(n))
        out.append(principal_type_)
        principal_name_ = o.principal_name
        principal_name_ = principal_name_.encode()
        n = len(principal_name_)
        out.append(_pack_h(n))
        out.append(principal_name_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_create_delegation_token_request(o, out):
    if not (not o.owner_principal_type and o.owner_principal_type is not None):
        absent("OwnerPrincipalType")
    if not (not o.owner_principal_name and o.owner_principal_name is not None):
        absent("OwnerPrincipalName")
    renewers_ = o.renewers
    n = len(renewers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_creatable_renewers_array, renewers_, out)
    elif n:
        _encode_creatable_renewers_array(renewers_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_q(o.max_lifetime_ms))


def _encode_creatable_renewers_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_creatable_renewers_array_2(array, out):
    for o in array:
        principal_type_ = o.principal_type
        principal_type_ = principal_type_.encode()
        n = len(principal_type_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
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
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_creatable_renewers_tags(o, out)


def _encode_create_delegation_token_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_create_delegation_token_request_2(o, out):
    if not (not o.owner_principal_type and o.owner_principal_type is not None):
        absent("OwnerPrincipalType")
    if not (not o.owner_principal_name and o.owner_principal_name is not None):
        absent("OwnerPrincipalName")
    renewers_ = o.renewers
    n = len(renewers_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_creatable_renewers_array_2, renewers_, out)
    elif n:
        _encode_creatable_renewers_array_2(renewers_, out)
    if o.unknown_tags is None:
        out.append(_pack_qx(o.max_lifetime_ms))
    else:
        out.append(_pack_q(o.max_lifetime_ms))
        _encode_create_delegation_token_request_tags(o, out)


def _encode_create_delegation_token_request_3(o, out):
    owner_principal_type_ = o.owner_principal_type
    if owner_principal_type_ is None:
        out.append(b"\0")
    else:
        owner_principal_type_ = owner_principal_type_.encode()
        n = len(owner_principal_type_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(owner_principal_type_)
    owner_principal_name_ = o.owner_principal_name
    if owner_principal_name_ is None:
        out.append(b"\0")
    else:
        owner_principal_name_ = owner_principal_name_.encode()
        n = len(owner_principal_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(owner_principal_name_)
    renewers_ = o.renewers
    n = len(renewers_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_creatable_renewers_array_2, renewers_, out)
    elif n:
        _encode_creatable_renewers_array_2(renewers_, out)
    if o.unknown_tags is None:
        out.append(_pack_qx(o.max_lifetime_ms))
    else:
        out.append(_pack_q(o.max_lifetime_ms))
        _encode_create_delegation_token_request_tags(o, out)


def _decode_creatable_renewers_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableRenewers)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_renewers_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_RENEWERS * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
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
        o.unknown_tags = None
    return found, pos


def _decode_create_delegation_token_request(buf, pos):
    o = make(CreateDelegationTokenRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.renewers, pos = _decode_creatable_renewers_array(buf, pos, n)
    elif not n:
        o.renewers = []
    else:
        null_error("Renewers")
    o.max_lifetime_ms, = _unpack_q(buf, pos)
    pos += 8
    o.owner_principal_type = ""
    o.owner_principal_name = ""
    o.unknown_tags = None
    return o, pos


def _decode_creatable_renewers_tags(o, buf, pos, count):
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


def _decode_creatable_renewers_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableRenewers)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_renewers_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_RENEWERS * count)]
    for o in found:
        n = buf[pos]
        pos += 1
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
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_creatable_renewers_tags(o, buf, pos, t)
    return found, pos


def _decode_create_delegation_token_request_tags(o, buf, pos, count):
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


def _decode_create_delegation_token_request_2(buf, pos):
    o = make(CreateDelegationTokenRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.renewers, pos = _decode_creatable_renewers_array_2(buf, pos, n - 1)
    elif n:
        o.renewers = []
    else:
        null_error("Renewers")
    o.max_lifetime_ms, t = _unpack_qB(buf, pos)
    pos += 9
    o.owner_principal_type = ""
    o.owner_principal_name = ""
    o.unknown_tags = None
    if t:
        pos = _decode_create_delegation_token_request_tags(o, buf, pos, t)
    return o, pos


def _decode_create_delegation_token_request_3(buf, pos):
    o = make(CreateDelegationTokenRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.owner_principal_type = buf[pos:e].decode()
        pos = e
    else:
        o.owner_principal_type = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.owner_principal_name = buf[pos:e].decode()
        pos = e
    else:
        o.owner_principal_name = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.renewers, pos = _decode_creatable_renewers_array_2(buf, pos, n - 1)
    elif n:
        o.renewers = []
    else:
        null_error("Renewers")
    o.max_lifetime_ms, t = _unpack_qB(buf, pos)
    pos += 9
    o.unknown_tags = None
    if t:
        pos = _decode_create_delegation_token_request_tags(o, buf, pos, t)
    return o, pos


CreateDelegationTokenRequest._ENCODERS = {
    0: _encode_create_delegation_token_request,
    1: _encode_create_delegation_token_request,
    2: _encode_create_delegation_token_request_2,
    3: _encode_create_delegation_token_request_3,
}
CreateDelegationTokenRequest._DECODERS = {
    0: _decode_create_delegation_token_request,
    1: _decode_create_delegation_token_request,
    2: _decode_create_delegation_token_request_2,
    3: _decode_create_delegation_token_request_3,
}
