"""Settings of a quorum replica, with Kafka's names and defaults."""

from __future__ import annotations

from typing import NamedTuple


class RaftSettings(NamedTuple):
    """Times in milliseconds, sizes in bytes; `controller.quorum.*` if nothing else is named."""

    election_timeout_ms: int = 1000
    """The least time that a voter waits for a leader; each wait is up to twice as long."""
    fetch_timeout_ms: int = 2000
    """A voter without a successful fetch for so long starts an election."""
    election_backoff_max_ms: int = 1000
    request_timeout_ms: int = 2000
    retry_backoff_ms: int = 20
    append_linger_ms: int = 25
    fetch_max_bytes: int = 1 << 20
    fetch_snapshot_max_bytes: int = 1 << 20
    auto_join_enable: bool = False
    retention_bytes: int = 100 << 20
    """Old snapshots go while log and snapshots are larger (`metadata.max.retention.bytes`)."""
    retention_ms: int = 7 * 24 * 3600 * 1000
    """Old snapshots go if their records are older (`metadata.max.retention.ms`)."""

    @property
    def check_quorum_ms(self) -> int:
        """A leader resigns if no majority has fetched for so long."""
        return self.fetch_timeout_ms * 3 // 2

    @property
    def begin_epoch_interval_ms(self) -> int:
        """A leader repeats BeginQuorumEpoch to voters that have not fetched for so long."""
        return self.fetch_timeout_ms // 2
