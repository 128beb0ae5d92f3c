"""Silence of a client after a response with a throttle time.

From some version of each API on, brokers respond at once, and the client waits for the throttle
time (KIP-219). In older versions the broker waits before it responds, and the client does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.protocol.message import Message

ANSWERS_FIRST_SINCE = {
    0: 6,
    1: 8,
    2: 3,
    3: 6,
    8: 4,
    9: 4,
    10: 2,
    11: 3,
    12: 2,
    13: 2,
    14: 2,
    15: 2,
    16: 2,
    18: 2,
    19: 3,
    20: 2,
    21: 1,
    22: 1,
    24: 1,
    25: 1,
    26: 1,
    28: 1,
    29: 1,
    30: 1,
    31: 1,
    32: 2,
    33: 1,
    34: 1,
    35: 1,
    37: 1,
    38: 1,
    39: 1,
    40: 1,
    41: 1,
    42: 1,
}
"""By api key, the first such version (Kafka's `shouldClientThrottle`); 0 of later APIs."""


def throttle_ms(answer: Message, version: int) -> int:
    """Return how long nothing may be sent on the connection of this answer, in milliseconds."""
    if version < ANSWERS_FIRST_SINCE.get(answer.API_KEY, 0):
        return 0
    wait_ms: int = getattr(answer, "throttle_time_ms", 0)
    return wait_ms
