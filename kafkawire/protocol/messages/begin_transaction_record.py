"""Generated from schemas/records/BeginTransactionRecord.json; do not edit.

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


class BeginTransactionRecord(Message):
    """Opens a run of metadata records that count all together or not at all (KIP-868).

    Metadata, versions 0, flexible 0+.

    - name: string, 0+, null, tag 0. For people; null when none is given.
    """

    __slots__ = ("name",)
    _FIELDS = __slots__

    API_KEY = 23
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        name: str | None = None,
    ) -> None:
        self.name: str | None = name
        self.unknown_tags = None




def _encode_begin_transaction_record_tags(o, section):
    found = {}
    if o.name is not None:
        out = []
        name_ = o.name
        if name_ is None:
            out.append(b"\0")
        else:
            name_ = name_.encode()
            n = len(name_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(name_)
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_begin_transaction_record(o, out):
    if o.name is None and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_begin_transaction_record_tags(o, out)


def _decode_begin_transaction_record_tags(o, buf, pos, count):
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
                o.name = buf[pos:e].decode()
                pos = e
            else:
                o.name = None
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_begin_transaction_record(buf, pos):
    o = make(BeginTransactionRecord)
    t = buf[pos]
    pos += 1
    o.name = None
    o.unknown_tags = None
    if t:
        pos = _decode_begin_transaction_record_tags(o, buf, pos, t)
    return o, pos


BeginTransactionRecord._ENCODERS = {0: _encode_begin_transaction_record}
BeginTransactionRecord._DECODERS = {0: _decode_begin_transaction_record}
