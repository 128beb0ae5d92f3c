"""Generated from schemas/messages/DescribeDelegationTokenRequest.json; do not edit.

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


class DescribeDelegationTokenRequest(Message):
    """Asks for the tokens of some owners.

    Request of api key 41, versions 0-3, flexible 2+.

    - owners: []DescribeDelegationTokenOwner, 0+, null. Null or empty for every token the
      caller may see.
    """

    __slots__ = ("owners",)
    _FIELDS = __slots__

    API_KEY = 41
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

    class DescribeDelegationTokenOwner(Struct):
        """Null or empty for every token the caller may see.

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
        owners: list[DescribeDelegationTokenRequest.DescribeDelegationTokenOwner] | None = NEW,
    ) -> None:
        self.owners: list[DescribeDelegationTokenRequest.DescribeDelegationTokenOwner] | None = (
            [] if owners is NEW else owners
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_DescribeDelegationTokenOwner = DescribeDelegationTokenRequest.DescribeDelegationTokenOwner
_ONE_DESCRIBE_DELEGATION_TOKEN_OWNER = ((_DescribeDelegationTokenOwner,),)


def _encode_describe_delegation_token_owner_array(array, out):
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


def _encode_describe_delegation_token_request(o, out):
    owners_ = o.owners
    if owners_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(owners_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_describe_delegation_token_owner_array, owners_, out)
        elif n:
            _encode_describe_delegation_token_owner_array(owners_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_describe_delegation_token_owner_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_delegation_token_owner_array_2(array, out):
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
            _encode_describe_delegation_token_owner_tags(o, out)


def _encode_describe_delegation_token_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_delegation_token_request_2(o, out):
    owners_ = o.owners
    if owners_ is None:
        out.append(b"\0")
    else:
        n = len(owners_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_describe_delegation_token_owner_array_2, owners_, out)
        elif n:
            _encode_describe_delegation_token_owner_array_2(owners_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_delegation_token_request_tags(o, out)


def _decode_describe_delegation_token_owner_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeDelegationTokenOwner)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_delegation_token_owner_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_DELEGATION_TOKEN_OWNER * count)]
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


def _decode_describe_delegation_token_request(buf, pos):
    o = make(DescribeDelegationTokenRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.owners, pos = _decode_describe_delegation_token_owner_array(buf, pos, n)
    elif not n:
        o.owners = []
    else:
        o.owners = None
    o.unknown_tags = None
    return o, pos


def _decode_describe_delegation_token_owner_tags(o, buf, pos, count):
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


def _decode_describe_delegation_token_owner_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeDelegationTokenOwner)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_delegation_token_owner_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_DELEGATION_TOKEN_OWNER * count)]
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
            pos = _decode_describe_delegation_token_owner_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_delegation_token_request_tags(o, buf, pos, count):
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


def _decode_describe_delegation_token_request_2(buf, pos):
    o = make(DescribeDelegationTokenRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.owners, pos = _decode_describe_delegation_token_owner_array_2(buf, pos, n - 1)
    elif n:
        o.owners = []
    else:
        o.owners = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_delegation_token_request_tags(o, buf, pos, t)
    return o, pos


DescribeDelegationTokenRequest._ENCODERS = {
    0: _encode_describe_delegation_token_request,
    1: _encode_describe_delegation_token_request,
    2: _encode_describe_delegation_token_request_2,
    3: _encode_describe_delegation_token_request_2,
}
DescribeDelegationTokenRequest._DECODERS = {
    0: _decode_describe_delegation_token_request,
    1: _decode_describe_delegation_token_request,
    2: _decode_describe_delegation_token_request_2,
    3: _decode_describe_delegation_token_request_2,
}
