"""Generated from schemas/messages/DefaultPrincipalData.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class DefaultPrincipalData(Message):
    """Principal in the form that brokers hand to the controller.

    Data, versions 0, flexible 0+.

    - type: string, 0+. User, unless a custom builder says otherwise.
    - name: string, 0+
    - token_authenticated: bool, 0+. True when a delegation token was used to log in.
    """

    __slots__ = ("type", "name", "token_authenticated")
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        type: str = "",
        name: str = "",
        token_authenticated: bool = False,
    ) -> None:
        self.type: str = type
        self.name: str = name
        self.token_authenticated: bool = token_authenticated
        self.unknown_tags = None


_pack_o = packer(">?")
_pack_ox = packer(">?x")
_unpack_oB = unpacker(">?B")


def _encode_default_principal_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_default_principal_data(o, out):
    type_ = o.type
    type_ = type_.encode()
    n = len(type_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(type_)
    name_ = o.name
    name_ = name_.encode()
    n = len(name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(name_)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.token_authenticated))
    else:
        out.append(_pack_o(o.token_authenticated))
        _encode_default_principal_data_tags(o, out)


def _decode_default_principal_data_tags(o, buf, pos, count):
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


def _decode_default_principal_data(buf, pos):
    o = make(DefaultPrincipalData)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.type = buf[pos:e].decode()
        pos = e
    else:
        null_error("Type")
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
    o.token_authenticated, t = _unpack_oB(buf, pos)
    pos += 2
    o.unknown_tags = None
    if t:
        pos = _decode_default_principal_data_tags(o, buf, pos, t)
    return o, pos


DefaultPrincipalData._ENCODERS = {0: _encode_default_principal_data}
DefaultPrincipalData._DECODERS = {0: _decode_default_principal_data}
