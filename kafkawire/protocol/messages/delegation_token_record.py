"""Generated from schemas/records/DelegationTokenRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    Message,
    compact_strings,
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
    write_compact_strings,
    write_tags,
)


class DelegationTokenRecord(Message):
    """A delegation token, written in full at each renewal; its hmac is not kept.

    Metadata, versions 0, flexible 0+.

    - owner: string, 0+. Principal, as in User:alice.
    - requester: string, 0+. Who asked for the token.
    - renewers: []string, 0+. Principals that may renew it besides the owner.
    - issue_timestamp: int64, 0+
    - max_timestamp: int64, 0+. End of life that renewals cannot pass, milliseconds.
    - expiration_timestamp: int64, 0+. End of life unless renewed, milliseconds.
    - token_id: string, 0+. Public name of the token; the SCRAM user name when logging in
      with it.
    """

    __slots__ = (
        "owner",
        "requester",
        "renewers",
        "issue_timestamp",
        "max_timestamp",
        "expiration_timestamp",
        "token_id",
    )
    _FIELDS = __slots__

    API_KEY = 10
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        owner: str = "",
        requester: str = "",
        renewers: list[str] = NEW,
        issue_timestamp: int = 0,
        max_timestamp: int = 0,
        expiration_timestamp: int = 0,
        token_id: str = "",
    ) -> None:
        self.owner: str = owner
        self.requester: str = requester
        self.renewers: list[str] = [] if renewers is NEW else renewers
        self.issue_timestamp: int = issue_timestamp
        self.max_timestamp: int = max_timestamp
        self.expiration_timestamp: int = expiration_timestamp
        self.token_id: str = token_id
        self.unknown_tags = None


_pack_qqq = packer(">qqq")
_pack_qqqB = packer(">qqqB")
_unpack_qqqB = unpacker(">qqqB")


def _encode_delegation_token_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delegation_token_record(o, out):
    owner_ = o.owner
    owner_ = owner_.encode()
    n = len(owner_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(owner_)
    requester_ = o.requester
    requester_ = requester_.encode()
    n = len(requester_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(requester_)
    renewers_ = o.renewers
    n = len(renewers_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(renewers_, out)
    token_id_ = o.token_id
    token_id_ = token_id_.encode()
    n = len(token_id_)
    if n < 127:
        out.append(_pack_qqqB(o.issue_timestamp, o.max_timestamp, o.expiration_timestamp, n + 1))
    else:
        out.append(_pack_qqq(o.issue_timestamp, o.max_timestamp, o.expiration_timestamp))
        out.append(string_length(n))
    out.append(token_id_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delegation_token_record_tags(o, out)


def _decode_delegation_token_record_tags(o, buf, pos, count):
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


def _decode_delegation_token_record(buf, pos):
    o = make(DelegationTokenRecord)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.owner = buf[pos:e].decode()
        pos = e
    else:
        null_error("Owner")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.requester = buf[pos:e].decode()
        pos = e
    else:
        null_error("Requester")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.renewers, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.renewers = []
    else:
        null_error("Renewers")
    (o.issue_timestamp, o.max_timestamp, o.expiration_timestamp, n) = _unpack_qqqB(buf, pos)
    pos += 25
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.token_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("TokenId")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delegation_token_record_tags(o, buf, pos, t)
    return o, pos


DelegationTokenRecord._ENCODERS = {0: _encode_delegation_token_record}
DelegationTokenRecord._DECODERS = {0: _decode_delegation_token_record}
