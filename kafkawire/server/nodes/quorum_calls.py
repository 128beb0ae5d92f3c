"""The calls of a quorum replica, over the connections of its node.

The replica names the address of each destination itself: those of voters are in the log, and
bootstrap servers have negative ids, which no registration has. It has limits of time of its own,
and a response that comes after them counts as nothing.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kafkawire.broker.nodes.channels import Endpoint
from kafkawire.broker.nodes.purposes import Kind, Purpose
from kafkawire.client.core.calls import Call

if TYPE_CHECKING:
    from kafkawire.broker.nodes.channels import Channels
    from kafkawire.broker.raft.outbox import Call as QuorumCall
    from kafkawire.broker.raft.replica import RaftReplica
    from kafkawire.client.core.calls import Answer

RAFT = Purpose(Kind.RAFT)


class QuorumCalls:
    """Sends the calls of one replica; `channels` are those of its node."""

    def __init__(self, replica: RaftReplica, channels: Channels) -> None:
        self._replica = replica
        self._channels = channels

    def send(self, now_ms: int) -> None:
        """Send what the replica has queued; to be called after each of its doors."""
        for queued in self._replica.take_calls():
            to = queued.destination
            call = Call(
                queued.request.API_KEY, queued.request, partial(self._ended, queued), node=to.id
            )
            self._channels.send(RAFT, call, now_ms, Endpoint(to.host, to.port))

    def _ended(self, queued: QuorumCall, answer: Answer, now_ms: int) -> None:
        self._replica.answered(queued, answer.message, now_ms)
        self.send(now_ms)
