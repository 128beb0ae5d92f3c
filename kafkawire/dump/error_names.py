"""Kafka's names of its error codes, for whoever shows or asks for them."""

from __future__ import annotations

from kafkawire.protocol.error_codes import ErrorCode

CODES = {code.name: code.value for code in ErrorCode}
_NAMES = {code: name for name, code in CODES.items()}


def error_name(code: int) -> str:
    """`NOT_LEADER_OR_FOLLOWER`, or `ERROR_999` for one that Kafka does not know."""
    return _NAMES.get(code, f"ERROR_{code}")
