"""What a release answers otherwise to ListOffsets: where a partition named twice is refused.

From 2.8 to 3.9 that is said at each mention, and answers come in the order and in the elements of
the request (produce D-2). An unknown isolation level was found out later there, partition by
partition, behind what else could be wrong (produce D-5).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kafkawire.broker.api.list_offsets import ISOLATION_LEVELS
from kafkawire.broker.emulation.emulated_api import ApiRules
from kafkawire.broker.fetch.listed_offsets import CONSUMER, is_supported
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.message import Message


class ListOffsetsRules(ApiRules):
    """See the module."""

    __slots__ = ()

    def before(self, broker: Broker, request: Message, context: RequestContext) -> None:
        """See `ApiRules.before`."""
        assert isinstance(request, ListOffsetsRequest)
        if self.behaviour.repeats_in_place and request.replica_id != CONSUMER:
            request.isolation_level = 0  # nobody looks at that of others than consumers

    def after(
        self, broker: Broker, request: Message, context: RequestContext, response: Message
    ) -> None:
        """See `ApiRules.after`."""
        assert isinstance(request, ListOffsetsRequest)
        assert isinstance(response, ListOffsetsResponse)
        if not self.behaviour.repeats_in_place or not context.api_version:
            return
        if request.isolation_level not in ISOLATION_LEVELS:
            self._refuse_one_by_one(request, response, context.api_version)
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

    def _refuse_one_by_one(
        self, request: ListOffsetsRequest, response: ListOffsetsResponse, version: int
    ) -> None:
        mentions = Counter(
            (topic.name, each.partition_index)
            for topic in request.topics
            for each in topic.partitions
        )
        for asked, answered in zip(request.topics, response.topics, strict=True):
            for each, answer in zip(asked.partitions, answered.partitions, strict=True):
                if mentions[asked.name, each.partition_index] > 1:
                    answer.error_code = ErrorCode.INVALID_REQUEST
                elif self.behaviour.refuses_unknown_timestamps and not is_supported(
                    each.timestamp, version
                ):
                    answer.error_code = ErrorCode.UNSUPPORTED_VERSION
