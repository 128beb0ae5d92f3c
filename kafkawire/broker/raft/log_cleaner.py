"""Deletion of old snapshots, and of the log before the oldest one that is left (replication A-30).

Kafka's `KafkaRaftLog.maybeClean`. The newest snapshot always stays, and with it every record that
it does not contain. A follower that lacks deleted records gets the newest snapshot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.raft.snapshot_writer import HEAD_BYTES_MAX, read_head

if TYPE_CHECKING:
    from kafkawire.broker.raft.replicated_log import ReplicatedLog
    from kafkawire.broker.raft.settings import RaftSettings

INTERVAL_MS = 60_000
"""Also how long the file of a deleted snapshot stays, at least."""


class LogCleaner:
    """Cleans the log of one replica once a minute; `settings` has the limits, -1 for none."""

    __slots__ = ("_log", "_settings", "deadline_ms")

    def __init__(self, log: ReplicatedLog, settings: RaftSettings) -> None:
        self._log = log
        self._settings = settings
        self.deadline_ms = 0

    def start(self, now_ms: int) -> None:
        """Begin the first minute."""
        self.deadline_ms = now_ms + INTERVAL_MS

    def advance(self, now_ms: int) -> None:
        """Clean the log if a minute has passed. Raises `OSError` and `ApiError`."""
        if now_ms < self.deadline_ms:
            return
        self.deadline_ms = now_ms + INTERVAL_MS
        self._log.snapshots.remove_deleted()
        while self._is_too_large() or self._is_too_old(now_ms):
            self._log.delete_before(self._log.snapshots.snapshots()[1])

    def _is_too_large(self) -> bool:
        snapshots, limit = self._log.snapshots.snapshots(), self._settings.retention_bytes
        if len(snapshots) < 2 or limit < 0:
            return False
        return self._log.log.size + sum(map(self._log.snapshots.size, snapshots)) > limit

    def _is_too_old(self, now_ms: int) -> bool:
        """Return True if the newest record in the oldest snapshot is older than allowed."""
        snapshots, limit_ms = self._log.snapshots.snapshots(), self._settings.retention_ms
        if len(snapshots) < 2 or limit_ms < 0:
            return False
        head = read_head(self._log.snapshots.read_at(snapshots[0], 0, HEAD_BYTES_MAX))
        return now_ms - head.last_timestamp > limit_ms
