"""Failures are of two families that share nothing."""

from __future__ import annotations

import pytest

from kafkawire.protocol.error_codes import INVALID_METADATA, RETRIABLE, ErrorCode
from kafkawire.protocol.errors import (
    ApiError,
    DecodeError,
    EncodeError,
    ProtocolError,
    UnknownApiKey,
    UnsupportedVersion,
    invalid_request,
)


@pytest.mark.parametrize("kind", [DecodeError, EncodeError, UnsupportedVersion, UnknownApiKey])
def test_bad_bytes_are_one_family(kind: type[Exception]) -> None:
    assert issubclass(kind, ProtocolError)
    assert not issubclass(kind, ApiError)
    assert not issubclass(ApiError, ProtocolError)


def test_an_api_error_names_its_code() -> None:
    assert str(ApiError(ErrorCode.FENCED_LEADER_EPOCH)) == "FENCED_LEADER_EPOCH"
    assert str(ApiError(ErrorCode.INVALID_REQUEST, "why")) == "INVALID_REQUEST: why"
    assert str(ApiError(-999)) == "-999"
    assert ApiError(ErrorCode.NONE, None).message is None


def test_an_invalid_request_has_its_code_and_says_why() -> None:
    error = invalid_request("why")
    assert (int(error.code), error.message) == (42, "why")


def test_error_codes_are_kafka_s() -> None:
    assert int(ErrorCode.UNKNOWN_SERVER_ERROR) == -1
    assert int(ErrorCode.NOT_LEADER_OR_FOLLOWER) == 6
    assert ErrorCode.NOT_LEADER_OR_FOLLOWER in RETRIABLE & INVALID_METADATA
    assert ErrorCode.INVALID_REQUEST not in RETRIABLE
    assert INVALID_METADATA <= RETRIABLE
