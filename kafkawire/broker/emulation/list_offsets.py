"""What a release answers otherwise to ListOffsets: where a partition named twice is refused.

The older ones of those that say it at each mention answer in the order and in the elements of the
request (produce D-2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.emulation.emulated_api import ApiRules
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.message import Message


class ListOffsetsRules(ApiRules):
    """See the module."""

    __slots__ = ()

    def after(
        self, broker: Broker, request: Message, context: RequestContext, response: Message
    ) -> None:
        """See `ApiRules.after`."""
        assert isinstance(request, ListOffsetsRequest)
        assert isinstance(response, ListOffsetsResponse)
        if not self.behaviour.repeats_in_place:
            return
        found = {
            (topic.name, each.partition_index): each
            for topic in response.topics
            for each in topic.partitions
        }
        response.topics = [
            ListOffsetsResponse.ListOffsetsTopicResponse(
                name=topic.name,
                partitions=[found[topic.name, each.partition_index] for each in topic.partitions],
            )
            for topic in request.topics
        ]
