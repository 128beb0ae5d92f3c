"""Generated from schemas/records/RemoveDelegationTokenRecord.json; do not edit.

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
    string_length,
    tag_head,
    uvarint,
    write_tags,
)


class RemoveDelegationTokenRecord(Message):
    """Removes a delegation token.

    Metadata, versions 0, flexible 0+.

    - token_id: string, 0+. Public name of the token; the SCRAM user name when logging in
      with it.
    """

    __slots__ = ("token_id",)
    _FIELDS = __slots__

    API_KEY = 26
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        token_id: str = "",
    ) -> None:
        self.token_id: str = token_id
        self.unknown_tags = None




def _encode_remove_delegation_token_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_remove_delegation_token_record(o, out):
    token_id_ = o.token_id
    token_id_ = token_id_.encode()
    n = len(token_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(token_id_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_remove_delegation_token_record_tags(o, out)


def _decode_remove_delegation_token_record_tags(o, buf, pos, count):
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


def _decode_remove_delegation_token_record(buf, pos):
    o = make(RemoveDelegationTokenRecord)
    n = buf[pos]
    pos += 1
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
        pos = _decode_remove_delegation_token_record_tags(o, buf, pos, t)
    return o, pos


RemoveDelegationTokenRecord._ENCODERS = {0: _encode_remove_delegation_token_record}
RemoveDelegationTokenRecord._DECODERS = {0: _decode_remove_delegation_token_record}
