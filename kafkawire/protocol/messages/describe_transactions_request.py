"""Generated from schemas/messages/DescribeTransactionsRequest.json; do not edit.

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
    make,
    many_tags,
    null_error,
    tag_head,
    uvarint,
    varint,
    write_compact_strings,
    write_tags,
)


class DescribeTransactionsRequest(Message):
    """Asks the coordinator for the state of transactions (KIP-664).

    Request of api key 65, versions 0, flexible 0+.

    - transactional_ids: []string, 0+
    """

    __slots__ = ("transactional_ids",)
    _FIELDS = __slots__

    API_KEY = 65
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        transactional_ids: list[str] = NEW,
    ) -> None:
        self.transactional_ids: list[str] = (
            [] if transactional_ids is NEW else transactional_ids
        )
        self.unknown_tags = None




def _encode_describe_transactions_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_transactions_request(o, out):
    transactional_ids_ = o.transactional_ids
    n = len(transactional_ids_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(transactional_ids_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_transactions_request_tags(o, out)


def _decode_describe_transactions_request_tags(o, buf, pos, count):
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


def _decode_describe_transactions_request(buf, pos):
    o = make(DescribeTransactionsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.transactional_ids, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.transactional_ids = []
    else:
        null_error("TransactionalIds")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_transactions_request_tags(o, buf, pos, t)
    return o, pos


DescribeTransactionsRequest._ENCODERS = {0: _encode_describe_transactions_request}
DescribeTransactionsRequest._DECODERS = {0: _decode_describe_transactions_request}
