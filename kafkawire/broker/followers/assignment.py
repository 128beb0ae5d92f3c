"""The fetcher of a partition among those that fetch from one leader.

All brokers of a cluster may have different numbers of fetchers; the choice only spreads the
partitions of one follower (Kafka's `AbstractFetcherManager.getFetcherId`).
"""

from __future__ import annotations

from kafkawire.java_order import java_string_hash

_MASK = 0xFFFFFFFF
_SIGN = 0x80000000


def fetcher_number(topic: str, partition: int, fetchers: int) -> int:
    """Return the number of the fetcher, from 0 to `fetchers` - 1 (num.replica.fetchers)."""
    value = 31 * java_string_hash(topic) + partition
    wrapped = ((value & _MASK) ^ _SIGN) - _SIGN
    # The least 32-bit integer has no positive counterpart; Kafka's `Utils.abs` returns 0 for it.
    return 0 if wrapped == -_SIGN else abs(wrapped) % fetchers
