"""The side of the follower: fetches of the log, and downloads of snapshots (KIP-595, KIP-630).

One request is in flight at a time. It goes to the leader, or to a random bootstrap server while
the leader is unknown or does not answer. A replica applies nothing of what it fetches: it moves
its high watermark, and the state machine follows that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.raft import requests
from kafkawire.broker.raft.core import Verdict
from kafkawire.broker.raft.outbox import Destination
from kafkawire.broker.raft.replicated_log import Divergence
from kafkawire.broker.raft.responses import Hint, joined
from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.voters import Endpoint
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_snapshot_request import FetchSnapshotRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.raft.core import Core
    from kafkawire.protocol.messages.fetch_response import FetchResponse
    from kafkawire.protocol.messages.fetch_snapshot_response import FetchSnapshotResponse

    Result = FetchResponse.PartitionData
    Piece = FetchSnapshotResponse.PartitionSnapshot

KINDS = (FetchRequest, FetchSnapshotRequest)
FIRST_BOOTSTRAP_ID = -2


class Download:
    """A snapshot that comes in pieces; `position` is the number of bytes so far."""

    __slots__ = ("epoch", "position", "which")

    def __init__(self, which: SnapshotFile, epoch: int) -> None:
        self.which = which
        self.epoch = epoch
        self.position = 0


class Follower:
    """Fetches for a replica that is a follower, or looks for a leader."""

    __slots__ = ("_bootstrap", "_core", "_loaded", "download")

    def __init__(self, core: Core, bootstrap: Sequence[Endpoint]) -> None:
        self._core = core
        own = {(each.host, each.port) for each in core.sender.endpoints}
        others = [each for each in bootstrap if (each.host, each.port) not in own]
        self._bootstrap = [
            Destination(FIRST_BOOTSTRAP_ID - index, each.host, each.port)
            for index, each in enumerate(others)
        ]
        self.download: Download | None = None
        self._loaded: SnapshotFile | None = None

    # Sending

    def advance(self, now_ms: int) -> None:
        """Send the next request, unless one is in flight."""
        core = self._core
        if core.outbox.has_in_flight(KINDS):
            return
        if self.download is not None and self.download.epoch != core.quorum.epoch:
            self.forget_download()
        destination = self._leader(now_ms) or self._any_bootstrap(now_ms)
        if destination is None or not core.outbox.is_ready(destination.id, now_ms):
            return
        if self.download is not None and destination.id >= 0:
            self._send_snapshot_fetch(destination, self.download, now_ms)
        else:
            request = requests.fetch(
                core.sender,
                core.quorum.epoch,
                core.log_end,
                core.log.high_watermark,
                core.settings.fetch_max_bytes,
            )
            core.outbox.send(destination, request, now_ms)

    def _send_snapshot_fetch(
        self, destination: Destination, download: Download, now_ms: int
    ) -> None:
        core = self._core
        request = requests.fetch_snapshot(
            core.sender,
            core.quorum.epoch,
            download.which,
            download.position,
            core.settings.fetch_snapshot_max_bytes,
        )
        core.outbox.send(destination, request, now_ms)

    def _leader(self, now_ms: int) -> Destination | None:
        """Return the leader if it is known and rests from no failure.

        It may be busy with another request of this replica, which no other server replaces.
        """
        quorum, outbox = self._core.quorum, self._core.outbox
        if quorum.role is not Role.FOLLOWER or outbox.is_backing_off(quorum.leader.id, now_ms):
            return None
        return self._core.destination(quorum.leader.id)

    def _any_bootstrap(self, now_ms: int) -> Destination | None:
        ready = [each for each in self._bootstrap if self._core.outbox.is_ready(each.id, now_ms)]
        return self._core.random.choice(ready) if ready else None

    def forget_download(self) -> None:
        """Drop a snapshot that is not complete: the leader is another one, or lacks it."""
        if self.download is not None:
            self._core.log.snapshots.discard_partial(self.download.which)
            self.download = None

    # Responses to Fetch

    def fetched(self, request: FetchRequest, response: FetchResponse, now_ms: int) -> bool:
        """Take a response; return False if the replica should not be asked again at once."""
        if response.error_code or not response.responses:
            return False
        result = response.responses[0].partitions[0]
        found = response.node_endpoints
        leader = result.current_leader
        endpoints = [
            Endpoint("", each.host, each.port) for each in found if each.node_id == leader.leader_id
        ]
        hint = Hint(leader.leader_id, leader.leader_epoch, endpoints[0] if endpoints else None)
        verdict = self._core.weigh(result.error_code, hint, now_ms)
        if verdict is not Verdict.GO_ON:
            return verdict is Verdict.STOP
        asked = request.topics[0].partitions[0]
        core = self._core
        is_current = (asked.current_leader_epoch, asked.fetch_offset) == (
            core.quorum.epoch,
            core.log.end_offset,
        )
        if result.error_code or not is_current or core.quorum.role is not Role.FOLLOWER:
            return False
        return self._take(result, now_ms)

    def _take(self, result: Result, now_ms: int) -> bool:
        core = self._core
        if result.diverging_epoch.epoch >= 0:
            end = result.diverging_epoch
            core.log.truncate(Divergence(end.epoch, end.end_offset))
            core.quorum.update_voters(now_ms)
        elif result.snapshot_id.epoch >= 0:
            self._begin_download(result)
        elif not self._append(result, now_ms):
            return False
        core.quorum.fetched(now_ms)
        return True

    def _append(self, result: Result, now_ms: int) -> bool:
        core = self._core
        try:
            core.log.append_fetched(joined(result.records), core.quorum.epoch, now_ms)
        except ApiError as error:
            if error.code != ErrorCode.CORRUPT_MESSAGE:
                raise
            return False
        finally:
            core.quorum.update_voters(now_ms)
        if core.quorum.is_voter:
            core.log.flush()
        if result.high_watermark >= 0:
            core.log.commit(min(result.high_watermark, core.log.end_offset))
        return True

    # Snapshots

    def _begin_download(self, result: Result) -> None:
        which = SnapshotFile(result.snapshot_id.end_offset, result.snapshot_id.epoch)
        log = self._core.log
        self.forget_download()
        if which in log.snapshots.snapshots():
            self._load(which)
            return
        log.snapshots.discard_partial(which)
        self.download = Download(which, self._core.quorum.epoch)

    def snapshot_fetched(
        self, request: FetchSnapshotRequest, response: FetchSnapshotResponse, now_ms: int
    ) -> bool:
        """Take a piece of a snapshot; an error of any kind leads back to Fetch (A-33, A-34)."""
        if response.error_code or not response.topics:
            self.forget_download()
            return False
        piece = response.topics[0].partitions[0]
        leader = piece.current_leader
        endpoints = [
            Endpoint("", each.host, each.port)
            for each in response.node_endpoints
            if each.node_id == leader.leader_id
        ]
        hint = Hint(leader.leader_id, leader.leader_epoch, endpoints[0] if endpoints else None)
        verdict = self._core.weigh(piece.error_code, hint, now_ms)
        if piece.error_code or verdict is not Verdict.GO_ON:
            self.forget_download()
            return verdict is Verdict.STOP
        return self._take_piece(request.topics[0].partitions[0], piece, now_ms)

    def _take_piece(
        self, asked: FetchSnapshotRequest.PartitionSnapshot, piece: Piece, now_ms: int
    ) -> bool:
        core, download = self._core, self.download
        which = SnapshotFile(asked.snapshot_id.end_offset, asked.snapshot_id.epoch)
        if download is None or (download.which, download.position) != (which, piece.position):
            return False
        if core.quorum.role is not Role.FOLLOWER:
            return False
        data = joined(piece.unaligned_records)
        core.log.snapshots.append_partial(which, data)
        download.position += len(data)
        core.quorum.fetched(now_ms)
        if download.position >= piece.size:
            core.log.snapshots.complete(which)
            self.download = None
            self._load(which)
            core.quorum.update_voters(now_ms)
        return bool(data)

    def _load(self, which: SnapshotFile) -> None:
        if self._core.log.restart_from(which):
            self._loaded = which

    def take_loaded(self) -> SnapshotFile | None:
        """Return the snapshot that has replaced the log since the last time."""
        taken, self._loaded = self._loaded, None
        return taken
