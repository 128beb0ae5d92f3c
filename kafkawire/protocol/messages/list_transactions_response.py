"""Generated from schemas/messages/ListTransactionsResponse.json; do not edit.

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
    compact_strings,
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
    write_compact_strings,
    write_long,
    write_tags,
)


class ListTransactionsResponse(Message):
    """Transactions this broker coordinates; ask every broker for the whole list.

    Response of api key 66, versions 0-2, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - unknown_state_filters: []string, 0+. States from the request that the broker has never
      heard of.
    - transaction_states: []TransactionState, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code", "unknown_state_filters", "transaction_states")
    _FIELDS = __slots__

    API_KEY = 66
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    class TransactionState(Struct):
        """TransactionState of `ListTransactionsResponse`.

        - transactional_id: string, 0+. Name of the transactional producer, the same after each
          restart.
        - producer_id: int64, 0+
        - transaction_state: string, 0+. Empty, Ongoing, PrepareCommit, PrepareAbort,
          CompleteCommit, CompleteAbort or PrepareEpochFence.
        """

        __slots__ = ("transactional_id", "producer_id", "transaction_state")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            transactional_id: str = "",
            producer_id: int = 0,
            transaction_state: str = "",
        ) -> None:
            self.transactional_id: str = transactional_id
            self.producer_id: int = producer_id
            self.transaction_state: str = transaction_state
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        unknown_state_filters: list[str] = NEW,
        transaction_states: list[ListTransactionsResponse.TransactionState] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.unknown_state_filters: list[str] = (
            [] if unknown_state_filters is NEW else unknown_state_filters
        )
        self.transaction_states: list[ListTransactionsResponse.TransactionState] = (
            [] if transaction_states is NEW else transaction_states
        )
        self.unknown_tags = None


_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_q = packer(">q")
_pack_qB = packer(">qB")
_unpack_ihB = unpacker(">ihB")
_unpack_qB = unpacker(">qB")
_TransactionState = ListTransactionsResponse.TransactionState
_ONE_TRANSACTION_STATE = ((_TransactionState,),)


def _encode_transaction_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_transaction_state_array(array, out):
    for o in array:
        transactional_id_ = o.transactional_id
        transactional_id_ = transactional_id_.encode()
        n = len(transactional_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(transactional_id_)
        transaction_state_ = o.transaction_state
        transaction_state_ = transaction_state_.encode()
        n = len(transaction_state_)
        if n < 127:
            out.append(_pack_qB(o.producer_id, n + 1))
        else:
            out.append(_pack_q(o.producer_id))
            out.append(string_length(n))
        out.append(transaction_state_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_transaction_state_tags(o, out)


def _encode_list_transactions_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_transactions_response(o, out):
    unknown_state_filters_ = o.unknown_state_filters
    n = len(unknown_state_filters_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n:
        write_compact_strings(unknown_state_filters_, out)
    transaction_states_ = o.transaction_states
    n = len(transaction_states_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_transaction_state_array, transaction_states_, out)
    elif n:
        _encode_transaction_state_array(transaction_states_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_transactions_response_tags(o, out)


def _decode_transaction_state_tags(o, buf, pos, count):
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


def _decode_transaction_state_array(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TransactionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_transaction_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TRANSACTION_STATE * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.transactional_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("TransactionalId")
        o.producer_id, n = _unpack_qB(buf, pos)
        pos += 9
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.transaction_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("TransactionState")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_transaction_state_tags(o, buf, pos, t)
    return found, pos


def _decode_list_transactions_response_tags(o, buf, pos, count):
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


def _decode_list_transactions_response(buf, pos):
    o = make(ListTransactionsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.unknown_state_filters, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.unknown_state_filters = []
    else:
        null_error("UnknownStateFilters")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.transaction_states, pos = _decode_transaction_state_array(buf, pos, n - 1)
    elif n:
        o.transaction_states = []
    else:
        null_error("TransactionStates")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_transactions_response_tags(o, buf, pos, t)
    return o, pos


ListTransactionsResponse._ENCODERS = {
    0: _encode_list_transactions_response,
    1: _encode_list_transactions_response,
    2: _encode_list_transactions_response,
}
ListTransactionsResponse._DECODERS = {
    0: _decode_list_transactions_response,
    1: _decode_list_transactions_response,
    2: _decode_list_transactions_response,
}
