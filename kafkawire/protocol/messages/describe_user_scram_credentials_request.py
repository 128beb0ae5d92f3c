"""Generated from schemas/messages/DescribeUserScramCredentialsRequest.json; do not edit.

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
    short,
    starmap,
    string_length,
    tag_head,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class DescribeUserScramCredentialsRequest(Message):
    """Asks which users have SCRAM credentials (KIP-554).

    Request of api key 50, versions 0, flexible 0+.

    - users: []UserName, 0+, null. Null or empty for all users.
    """

    __slots__ = ("users",)
    _FIELDS = __slots__

    API_KEY = 50
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class UserName(Struct):
        """Null or empty for all users.

        - name: string, 0+
        """

        __slots__ = ("name",)
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
        ) -> None:
            self.name: str = name
            self.unknown_tags = None

    def __init__(
        self,
        *,
        users: list[DescribeUserScramCredentialsRequest.UserName] | None = NEW,
    ) -> None:
        self.users: list[DescribeUserScramCredentialsRequest.UserName] | None = (
            [] if users is NEW else users
        )
        self.unknown_tags = None


_UserName = DescribeUserScramCredentialsRequest.UserName
_ONE_USER_NAME = ((_UserName,),)


def _encode_user_name_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_user_name_array(array, out):
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
            out.append(b"\0")
        else:
            _encode_user_name_tags(o, out)


def _encode_describe_user_scram_credentials_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_user_scram_credentials_request(o, out):
    users_ = o.users
    if users_ is None:
        out.append(b"\0")
    else:
        n = len(users_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_user_name_array, users_, out)
        elif n:
            _encode_user_name_array(users_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_user_scram_credentials_request_tags(o, out)


def _decode_user_name_tags(o, buf, pos, count):
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


def _decode_user_name_array(buf, pos, count):
    if 2 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UserName)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_user_name_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_USER_NAME * count)]
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
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_user_name_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_user_scram_credentials_request_tags(o, buf, pos, count):
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


def _decode_describe_user_scram_credentials_request(buf, pos):
    o = make(DescribeUserScramCredentialsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.users, pos = _decode_user_name_array(buf, pos, n - 1)
    elif n:
        o.users = []
    else:
        o.users = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_user_scram_credentials_request_tags(o, buf, pos, t)
    return o, pos


DescribeUserScramCredentialsRequest._ENCODERS = {0: _encode_describe_user_scram_credentials_request}
DescribeUserScramCredentialsRequest._DECODERS = {0: _decode_describe_user_scram_credentials_request}
