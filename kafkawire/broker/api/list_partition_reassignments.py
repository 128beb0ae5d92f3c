"""ListPartitionReassignments (key 46): the partitions that move to other brokers (KIP-455).

What is not there or stays where it is, is left out (admin D-8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.metadata.reassignments import reassigned_topics, under_way
from kafkawire.broker.security.access import CLUSTER_AUTHORIZATION_TEXT, access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.list_partition_reassignments_response import (
    ListPartitionReassignmentsResponse,
)

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import TopicImage
    from kafkawire.protocol.messages.list_partition_reassignments_request import (
        ListPartitionReassignmentsRequest,
    )

VERSIONS = Versions(0, 0)
RESTS = True

Response = ListPartitionReassignmentsResponse


def handle(
    broker: Broker, request: ListPartitionReassignmentsRequest, context: RequestContext
) -> ListPartitionReassignmentsResponse:
    """List what is under way; the timeout does not matter."""
    access = access_of(broker, context)
    if access is not None and not access.to_cluster(Operation.DESCRIBE):
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_AUTHORIZATION_TEXT)
    return Response(
        error_message=None,
        topics=[_topic(topic, indexes) for topic, indexes in _asked(broker.metadata, request)],
    )


def error_response(
    request: ListPartitionReassignmentsRequest, context: RequestContext, error: ApiError
) -> ListPartitionReassignmentsResponse:
    """The request fails as a whole; what it asked for is repeated."""
    make = Response.OngoingPartitionReassignment
    return Response(
        error_code=int(error.code),
        error_message=error.message,
        topics=[
            Response.OngoingTopicReassignment(
                name=topic.name,
                partitions=[make(partition_index=index) for index in topic.partition_indexes],
            )
            for topic in request.topics or ()
        ],
    )


def _asked(
    image: MetadataImage, request: ListPartitionReassignmentsRequest
) -> list[tuple[TopicImage, list[int]]]:
    if request.topics is None:
        return reassigned_topics(image)
    found = []
    for each in request.topics:
        topic = image.topics.get(each.name)
        indexes = [] if topic is None else under_way(topic, each.partition_indexes)
        if topic is not None and indexes:
            found.append((topic, indexes))
    return found


def _topic(topic: TopicImage, indexes: list[int]) -> Response.OngoingTopicReassignment:
    return Response.OngoingTopicReassignment(
        name=topic.name,
        partitions=[
            Response.OngoingPartitionReassignment(
                partition_index=index,
                replicas=topic.partitions[index].replicas,
                adding_replicas=topic.partitions[index].adding_replicas,
                removing_replicas=topic.partitions[index].removing_replicas,
            )
            for index in indexes
        ],
    )
