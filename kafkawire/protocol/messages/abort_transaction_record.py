"""Generated from schemas/records/AbortTransactionRecord.json; do not edit.

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
    string_length,
    tag_head,
    tag_size_error,
    uvarint,
    write_tags,
)


class AbortTransactionRecord(Message):
    """Drops the metadata records since BeginTransactionRecord (KIP-868).

    Metadata, versions 0, flexible 0+.

    - reason: string, 0+, null, tag 0. For people; null when none is given.
    """

    __slots__ = ("reason",)
    _FIELDS = __slots__

    API_KEY = 25
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        reason: str | None = None,
    ) -> None:
        self.reason: str | None = reason
        self.unknown_tags = None




def _encode_abort_transaction_record_tags(o, section):
    found = {}
    if o.reason is not None:
        out = []
        reason_ = o.reason
        if reason_ is None:
            out.append(b"\0")
        else:
            reason_ = reason_.encode()
            n = len(reason_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(reason_)
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_abort_transaction_record(o, out):
    if o.reason is None and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_abort_transaction_record_tags(o, out)


def _decode_abort_transaction_record_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = long_string(buf, pos)
            if n:
                e = pos + n - 1
                o.reason = buf[pos:e].decode()
                pos = e
            else:
                o.reason = None
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_abort_transaction_record(buf, pos):
    o = make(AbortTransactionRecord)
    t = buf[pos]
    pos += 1
    o.reason = None
    o.unknown_tags = None
    if t:
        pos = _decode_abort_transaction_record_tags(o, buf, pos, t)
    return o, pos


AbortTransactionRecord._ENCODERS = {0: _encode_abort_transaction_record}
AbortTransactionRecord._DECODERS = {0: _decode_abort_transaction_record}
