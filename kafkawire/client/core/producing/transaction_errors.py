"""Consequences of error codes for a transaction, by the request."""

from __future__ import annotations

from enum import Enum

from kafkawire.client.errors import RetriableError, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode


class Verdict(Enum):
    """The consequence of an error code."""

    DONE = "nothing: all is well"
    RETRY = "ask again"
    FIND = "look up the coordinator, then ask again"
    ABORT = "abort the transaction"
    BUMP = "abort the transaction, then go on under a new epoch"
    RENEW = "leave the transaction to the coordinator, and go on under a new epoch"
    FENCED = "another producer has taken this one's place"
    FATAL = "the producer can only be closed"


_ABORT_ALWAYS = (
    ErrorCode.ILLEGAL_GENERATION,
    ErrorCode.UNKNOWN_MEMBER_ID,
    ErrorCode.TOPIC_AUTHORIZATION_FAILED,
    ErrorCode.GROUP_AUTHORIZATION_FAILED,
    ErrorCode.OPERATION_NOT_ATTEMPTED,
    ErrorCode.FENCED_INSTANCE_ID,
    ErrorCode.TRANSACTION_ABORTABLE,
)
_FIND = (ErrorCode.COORDINATOR_NOT_AVAILABLE, ErrorCode.NOT_COORDINATOR)
_FATAL_OTHERWISE = (ApiKey.INIT_PRODUCER_ID, ApiKey.END_TXN)
_BY_API: dict[int, dict[int, Verdict]] = {
    ApiKey.PRODUCE: {
        ErrorCode.COORDINATOR_NOT_AVAILABLE: Verdict.RETRY,
        ErrorCode.NOT_COORDINATOR: Verdict.RETRY,
        ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER: Verdict.BUMP,
        ErrorCode.INVALID_PRODUCER_EPOCH: Verdict.BUMP,
        ErrorCode.INVALID_TXN_STATE: Verdict.ABORT,
        ErrorCode.INVALID_PRODUCER_ID_MAPPING: Verdict.BUMP,
        ErrorCode.UNKNOWN_PRODUCER_ID: Verdict.BUMP,
    },
    ApiKey.INIT_PRODUCER_ID: {ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED: Verdict.ABORT},
    ApiKey.TXN_OFFSET_COMMIT: {ErrorCode.REQUEST_TIMED_OUT: Verdict.FIND},
}
_OTHERS: dict[int, Verdict] = {
    ErrorCode.INVALID_PRODUCER_EPOCH: Verdict.FENCED,
    ErrorCode.INVALID_TXN_STATE: Verdict.FATAL,
    ErrorCode.INVALID_PRODUCER_ID_MAPPING: Verdict.RENEW,
    ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED: Verdict.FATAL,
    ErrorCode.UNKNOWN_PRODUCER_ID: Verdict.BUMP,
    ErrorCode.PRODUCER_FENCED: Verdict.FENCED,
}


def verdict(api: int, code: int) -> Verdict:
    """Return what an error code in an answer of `api` means."""
    if not code:
        return Verdict.DONE
    found = _BY_API.get(api, {}).get(code)
    if found is not None:
        return found
    if code in _ABORT_ALWAYS:
        return Verdict.ABORT
    if code in _FIND:
        return Verdict.FIND
    if code in _OTHERS:
        return _OTHERS[code]
    if isinstance(refusal(code), RetriableError):
        return Verdict.RETRY
    return Verdict.FATAL if api in _FATAL_OTHERWISE else Verdict.ABORT
