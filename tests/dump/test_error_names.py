"""Names of error codes."""

from __future__ import annotations

from kafkawire.dump.error_names import CODES, error_name


def test_codes_are_called_as_kafka_calls_them_and_unknown_ones_by_their_number() -> None:
    assert (error_name(6), error_name(9999)) == ("NOT_LEADER_OR_FOLLOWER", "ERROR_9999")
    assert error_name(-1) == "UNKNOWN_SERVER_ERROR"
    assert all(error_name(code) == name for name, code in CODES.items())
