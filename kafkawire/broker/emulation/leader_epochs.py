"""What a release answers otherwise to OffsetForLeaderEpoch (produce D-62).

Up to 1.1 an epoch older than all that the leader knows had no end at all; KIP-279 (2.0) lets it end
where the oldest known one begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.emulation.emulated_api import ApiRules
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.offset_for_leader_epoch_request import OffsetForLeaderEpochRequest
from kafkawire.protocol.messages.offset_for_leader_epoch_response import (
    OffsetForLeaderEpochResponse,
)

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.message import Message

NOWHERE = -1


class LeaderEpochRules(ApiRules):
    """See the module."""

    __slots__ = ()

    def after(
        self, broker: Broker, request: Message, context: RequestContext, response: Message
    ) -> None:
        """See `ApiRules.after`."""
        assert isinstance(request, OffsetForLeaderEpochRequest)
        assert isinstance(response, OffsetForLeaderEpochResponse)
        if self.behaviour.knows_earlier_epochs:
            return
        asked = {
            (topic.topic, each.partition): each.leader_epoch
            for topic in request.topics
            for each in topic.partitions
        }
        for topic in response.topics:
            for found in topic.partitions:
                epoch = asked.get((topic.topic, found.partition), NOWHERE)
                if epoch < _oldest_epoch(broker, topic.topic, found.partition):
                    found.end_offset = NOWHERE


def _oldest_epoch(broker: Broker, topic: str, index: int) -> int:
    partition = broker.replicas.get(TopicPartition(topic, index))
    entries = () if partition is None else partition.log.leader_epochs.entries
    return entries[0][0] if entries else NOWHERE
