"""ElectLeaders (key 43): let the preferred replicas lead, or any there are (KIP-183, KIP-460).

v1  ElectionType; an error for the whole. v2  flexible

Of all partitions (a null list) those are left out that have the leader they should (admin D-11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.metadata.leader_elections import elect, election_of, every_partition
from kafkawire.broker.metadata.requests import check_deadline
from kafkawire.broker.security.access import CLUSTER_AUTHORIZATION_TEXT, access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.elect_leaders_response import ElectLeadersResponse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.elect_leaders_request import ElectLeadersRequest

    Asked = Iterable[tuple[str, Sequence[int]]]

VERSIONS = Versions(0, 2)

WITH_ERROR = 1

Response = ElectLeadersResponse


def handle(
    broker: Broker, request: ElectLeadersRequest, context: RequestContext
) -> ElectLeadersResponse:
    """Elect leaders; raises `ApiError` if the client may not, or for an unknown type."""
    access = access_of(broker, context)
    if access is not None and not access.to_cluster(Operation.ALTER):
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_AUTHORIZATION_TEXT)
    asked = request.topic_partitions
    if asked is not None and not asked:
        return Response()
    check_deadline(request.timeout_ms)
    election = election_of(request.election_type)
    records: list[Message] = []

    def outcome(topic: str, index: int) -> ApiError | None:
        try:
            records.append(elect(broker.metadata, topic, index, election))
        except ApiError as error:
            return error
        return None

    every = asked is None
    results = _results(every_partition(broker.metadata) if every else _asked(request), outcome)
    if every:
        for topic in results:
            topic.partition_result = [
                each
                for each in topic.partition_result
                if each.error_code != ErrorCode.ELECTION_NOT_NEEDED
            ]
    broker.controller.commit(records, context.now_ms)
    return Response(replica_election_results=results)


def error_response(
    request: ElectLeadersRequest, context: RequestContext, error: ApiError
) -> ElectLeadersResponse:
    """Every partition that was named fails alike; in version 0 that is all there is to say."""
    return Response(
        error_code=int(error.code) if context.api_version >= WITH_ERROR else 0,
        replica_election_results=_results(_asked(request), lambda *_: error),
    )


def _asked(request: ElectLeadersRequest) -> Asked:
    return [(topic.topic, topic.partitions) for topic in request.topic_partitions or ()]


def _results(
    asked: Asked, outcome: Callable[[str, int], ApiError | None]
) -> list[Response.ReplicaElectionResult]:
    return [
        Response.ReplicaElectionResult(
            topic=topic,
            partition_result=[_result(index, outcome(topic, index)) for index in indexes],
        )
        for topic, indexes in asked
    ]


def _result(index: int, error: ApiError | None) -> Response.PartitionResult:
    return Response.PartitionResult(
        partition_id=index,
        error_code=0 if error is None else int(error.code),
        error_message=None if error is None else error.message,
    )
