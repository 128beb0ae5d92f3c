"""Generated from schemas/messages/ListTransactionsRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    Message,
    absent,
    compact_strings,
    integers,
    long_string,
    make,
    many_tags,
    null_error,
    pack_integers,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_compact_strings,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ListTransactionsRequest(Message):
    """Lists transactions that a broker coordinates (KIP-664).

    Request of api key 66, versions 0-2, flexible 0+.

    - state_filters: []string, 0+. Only these states; empty for all.
    - producer_id_filters: []int64, 0+. Only these producers; empty for all.
    - duration_filter: int64, 1+. Only those open for longer than this many milliseconds; -1
      for all (KIP-994).
    - transactional_id_pattern: string, 2+, null. RE2 pattern for transactional ids; null or
      empty for all (KIP-1152).
    """

    __slots__ = (
        "state_filters",
        "producer_id_filters",
        "duration_filter",
        "transactional_id_pattern",
    )
    _FIELDS = __slots__

    API_KEY = 66
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        state_filters: list[str] = NEW,
        producer_id_filters: Sequence[int] = NEW,
        duration_filter: int = -1,
        transactional_id_pattern: str | None = None,
    ) -> None:
        self.state_filters: list[str] = [] if state_filters is NEW else state_filters
        self.producer_id_filters: Sequence[int] = (
            [] if producer_id_filters is NEW else producer_id_filters
        )
        self.duration_filter: int = duration_filter
        self.transactional_id_pattern: str | None = transactional_id_pattern
        self.unknown_tags = None


_pack_q = packer(">q")
_pack_qB = packer(">qB")
_pack_qx = packer(">qx")
_unpack_qB = unpacker(">qB")


def _encode_list_transactions_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_transactions_request(o, out):
    if o.duration_filter != -1:
        absent("DurationFilter")
    if o.transactional_id_pattern is not None:
        absent("TransactionalIdPattern")
    state_filters_ = o.state_filters
    n = len(state_filters_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(state_filters_, out)
    producer_id_filters_ = o.producer_id_filters
    n = len(producer_id_filters_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        out.append(pack_integers(producer_id_filters_, "q"))
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_transactions_request_tags(o, out)


def _encode_list_transactions_request_2(o, out):
    if o.transactional_id_pattern is not None:
        absent("TransactionalIdPattern")
    state_filters_ = o.state_filters
    n = len(state_filters_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(state_filters_, out)
    producer_id_filters_ = o.producer_id_filters
    n = len(producer_id_filters_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        out.append(pack_integers(producer_id_filters_, "q"))
    if o.unknown_tags is None:
        out.append(_pack_qx(o.duration_filter))
    else:
        out.append(_pack_q(o.duration_filter))
        _encode_list_transactions_request_tags(o, out)


def _encode_list_transactions_request_3(o, out):
    state_filters_ = o.state_filters
    n = len(state_filters_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(state_filters_, out)
    producer_id_filters_ = o.producer_id_filters
    n = len(producer_id_filters_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        out.append(pack_integers(producer_id_filters_, "q"))
    transactional_id_pattern_ = o.transactional_id_pattern
    if transactional_id_pattern_ is None:
        out.append(_pack_qx(o.duration_filter))
    else:
        transactional_id_pattern_ = transactional_id_pattern_.encode()
        n = len(transactional_id_pattern_)
        if n < 127:
            out.append(_pack_qB(o.duration_filter, n + 1))
        else:
            out.append(_pack_q(o.duration_filter))
            out.append(string_length(n))
        out.append(transactional_id_pattern_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_transactions_request_tags(o, out)


def _decode_list_transactions_request_tags(o, buf, pos, count):
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


def _decode_list_transactions_request(buf, pos):
    o = make(ListTransactionsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.state_filters, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.state_filters = []
    else:
        null_error("StateFilters")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.producer_id_filters = integers(buf, pos, n - 1, "q")
        pos += 8 * (n - 1)
    elif n:
        o.producer_id_filters = []
    else:
        null_error("ProducerIdFilters")
    t = buf[pos]
    pos += 1
    o.duration_filter = -1
    o.transactional_id_pattern = None
    o.unknown_tags = None
    if t:
        pos = _decode_list_transactions_request_tags(o, buf, pos, t)
    return o, pos


def _decode_list_transactions_request_2(buf, pos):
    o = make(ListTransactionsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.state_filters, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.state_filters = []
    else:
        null_error("StateFilters")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.producer_id_filters = integers(buf, pos, n - 1, "q")
        pos += 8 * (n - 1)
    elif n:
        o.producer_id_filters = []
    else:
        null_error("ProducerIdFilters")
    o.duration_filter, t = _unpack_qB(buf, pos)
    pos += 9
    o.transactional_id_pattern = None
    o.unknown_tags = None
    if t:
        pos = _decode_list_transactions_request_tags(o, buf, pos, t)
    return o, pos


def _decode_list_transactions_request_3(buf, pos):
    o = make(ListTransactionsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.state_filters, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.state_filters = []
    else:
        null_error("StateFilters")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.producer_id_filters = integers(buf, pos, n - 1, "q")
        pos += 8 * (n - 1)
    elif n:
        o.producer_id_filters = []
    else:
        null_error("ProducerIdFilters")
    o.duration_filter, n = _unpack_qB(buf, pos)
    pos += 9
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.transactional_id_pattern = buf[pos:e].decode()
        pos = e
    else:
        o.transactional_id_pattern = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_transactions_request_tags(o, buf, pos, t)
    return o, pos


ListTransactionsRequest._ENCODERS = {
    0: _encode_list_transactions_request,
    1: _encode_list_transactions_request_2,
    2: _encode_list_transactions_request_3,
}
ListTransactionsRequest._DECODERS = {
    0: _decode_list_transactions_request,
    1: _decode_list_transactions_request_2,
    2: _decode_list_transactions_request_3,
}
