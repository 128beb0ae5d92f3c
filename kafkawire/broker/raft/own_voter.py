"""What a follower sends of itself: UpdateRaftVoter, or AddRaftVoter to join (KIP-853).

A voter sends its addresses and versions a fetch timeout after it has found a leader: at
kraft.version 0 once to each leader, later only if the voter set has others. An observer with
`controller.quorum.auto.join.enable` sends AddRaftVoter at the same interval.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.raft.outbox import NEVER
from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.voters import VOTERS_IN_LOG
from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest
from kafkawire.protocol.messages.update_raft_voter_request import UpdateRaftVoterRequest

if TYPE_CHECKING:
    from kafkawire.broker.raft.core import Core
    from kafkawire.protocol.message import Message


class OwnVoter:
    """The timer of these requests, for one leader at a time."""

    __slots__ = ("_core", "_deadline_ms", "_has_updated", "_leader")

    def __init__(self, core: Core) -> None:
        self._core = core
        self._leader: tuple[int, int] | None = None
        self._deadline_ms = NEVER
        self._has_updated = False

    def advance(self, now_ms: int) -> None:
        """Send a request to the leader if one is due."""
        core = self._core
        quorum = core.quorum
        leader = (quorum.epoch, quorum.leader.id)
        if quorum.role is not Role.FOLLOWER:
            self._leader, self._deadline_ms = None, NEVER
            return
        if leader != self._leader:
            self._leader, self._has_updated = leader, False
            self._deadline_ms = now_ms + core.settings.fetch_timeout_ms
        if now_ms < self._deadline_ms or not core.outbox.is_ready(quorum.leader.id, now_ms):
            return
        self._deadline_ms = now_ms + core.settings.fetch_timeout_ms
        request, destination = self._request(), core.destination(quorum.leader.id)
        if request is not None and destination is not None:
            core.outbox.send(destination, request, now_ms)

    def _request(self) -> Message | None:
        core = self._core
        voters, own = core.log.voters, core.own_voter()
        if core.quorum.is_voter:
            if voters.kraft_version < VOTERS_IN_LOG:
                return None if self._has_updated else self._update()
            return None if voters.latest.get(own.key.id) == own else self._update()
        if not core.settings.auto_join_enable or voters.kraft_version < VOTERS_IN_LOG:
            return None
        listed = voters.latest.get(own.key.id)
        if listed is not None:
            return RemoveRaftVoterRequest(
                cluster_id=core.sender.cluster_id,
                voter_id=listed.key.id,
                voter_directory_id=listed.key.directory_id,
            )
        return AddRaftVoterRequest(
            cluster_id=core.sender.cluster_id,
            timeout_ms=core.settings.request_timeout_ms,
            voter_id=own.key.id,
            voter_directory_id=own.key.directory_id,
            listeners=[
                AddRaftVoterRequest.Listener(name=name, host=host, port=port)
                for name, host, port in own.endpoints
            ],
            ack_when_committed=False,
        )

    def _update(self) -> UpdateRaftVoterRequest:
        core = self._core
        own = core.own_voter()
        return UpdateRaftVoterRequest(
            cluster_id=core.sender.cluster_id,
            current_leader_epoch=core.quorum.epoch,
            voter_id=own.key.id,
            voter_directory_id=own.key.directory_id,
            listeners=[
                UpdateRaftVoterRequest.Listener(name=name, host=host, port=port)
                for name, host, port in own.endpoints
            ],
            kraft_version_feature=UpdateRaftVoterRequest.KRaftVersionFeature(
                min_supported_version=own.min_version, max_supported_version=own.max_version
            ),
        )

    def updated(self, error: int) -> bool:
        """Take the error of a response; return False after a failure."""
        self._has_updated = self._has_updated or not error
        return not error

    def next_deadline_ms(self, now_ms: int) -> int:
        """Return when the next request is due; an overdue one waits for the leader to be ready."""
        return self._deadline_ms if self._deadline_ms > now_ms else NEVER
