"""What the state machine above the log learns: commits, leadership, snapshots (replication A-56).

A leader is announced to its own state machine only when a record of its epoch is committed: then
everything before the epoch is committed, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.broker.raft.core import Core, RaftListener
    from kafkawire.log.formats.names import SnapshotFile


class Notices:
    """The listeners, and what they have learned so far."""

    __slots__ = ("_committed", "_core", "_elected", "_leader", "listeners")

    def __init__(self, core: Core) -> None:
        self._core = core
        self.listeners: list[RaftListener] = []
        self._committed: int | None = None
        self._elected: int | None = None
        self._leader: tuple[int, int] | None = None

    def send(self, loaded: SnapshotFile | None) -> None:
        """Call the listeners for what has changed; `loaded` is a snapshot that was downloaded."""
        leadership = self._core.leadership
        if self._elected is not None and (leadership is None or leadership.epoch != self._elected):
            epoch, self._elected = self._elected, None
            for each in self.listeners:
                each.lost(epoch)
        if loaded is not None:
            for each in self.listeners:
                each.snapshot_loaded(loaded)
        self._send_committed()
        self._send_elected()
        leader = self._core.quorum.leader.id, self._core.quorum.epoch
        if leader != self._leader:
            self._leader = leader
            for each in self.listeners:
                each.leader_changed(*leader)

    def _send_elected(self) -> None:
        leadership = self._core.leadership
        if self._elected is not None or leadership is None:
            return
        if leadership.high_watermark is not None:
            self._elected = leadership.epoch
            for each in self.listeners:
                each.elected(leadership.epoch)

    def _send_committed(self) -> None:
        committed = self._core.log.high_watermark
        if committed is not None and committed != self._committed:
            self._committed = committed
            for each in self.listeners:
                each.committed(committed)
