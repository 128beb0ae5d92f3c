"""Reactions of a classic member to error codes, by code and API (client G-46).

Codes of OffsetCommit that do not concern the membership are for those that commit; what concerns
the way to the coordinator is for its heartbeats, if it comes with one.
"""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType

from kafkawire.protocol.api_keys import ApiKey


class Verdict(Enum):
    """The reaction of a member to an error."""

    IGNORE = "nothing"
    FENCE = "lose everything, join anew with the id"
    FORGET = "lose everything, join anew without the id"
    FIND = "find the coordinator, then join"
    BACK_OFF = "join after a back-off"
    JOIN = "join at once"
    REBALANCE = "give back, then join"
    FAIL = "end the membership"


_V = Verdict
_ROUND = {14: _V.BACK_OFF, 15: _V.FIND, 16: _V.FIND, 25: _V.FORGET, 27: _V.JOIN}
_VERDICTS = MappingProxyType(
    {
        ApiKey.JOIN_GROUP: _ROUND,
        ApiKey.SYNC_GROUP: {**_ROUND, 22: _V.FENCE},
        ApiKey.HEARTBEAT: {22: _V.FENCE, 25: _V.FORGET, 27: _V.REBALANCE},
        ApiKey.OFFSET_COMMIT: {22: _V.FENCE, 25: _V.FORGET, 27: _V.REBALANCE, 82: _V.FAIL},
    }
)


def verdict(code: int, api: ApiKey) -> Verdict:
    """Return the reaction to a code; codes of no table end the membership, or fail a commit."""
    rest = _V.IGNORE if api == ApiKey.OFFSET_COMMIT else _V.FAIL
    return _VERDICTS[api].get(code, rest)
