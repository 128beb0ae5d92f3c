"""What an append gives and takes."""

from __future__ import annotations

from kafkawire.log.append import RecordError, RecordsRejected
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError


def test_rejected_records_are_an_api_error_with_details() -> None:
    error = RecordsRejected(ErrorCode.INVALID_RECORD, [RecordError(2, "why")], "all of it")

    assert isinstance(error, ApiError)
    assert (error.code, error.message) == (87, "all of it")
    assert error.record_errors == [(2, "why")]
