"""ListOffsets: one request for each leader, sent to all of them before any answer is awaited.

Partitions whose leader has moved, or is not there yet, are asked about again until the deadline;
what has been answered stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.spark.cluster.connection import Connection
from kafkawire.spark.cluster.deadline import Deadline
from kafkawire.spark.cluster.errors import ClusterError, OutOfTime, Refused, Unreachable, place
from kafkawire.spark.cluster.metadata import TopicPartition

if TYPE_CHECKING:
    from kafkawire.spark.cluster.cluster import Address, Cluster

LATEST = -1
EARLIEST = -2
CLIENT = -1

Wanted = Mapping[TopicPartition, int]


def list_offsets(
    cluster: Cluster, wanted: Wanted, is_committed: bool, deadline: Deadline
) -> dict[TopicPartition, int]:
    """See `Cluster.list_offsets`."""
    asking = _Asking(cluster, is_committed, deadline)
    left = dict(wanted)
    while left:
        asking.round(left)
        left = {each: when for each, when in left.items() if each not in asking.found}
        if left and not deadline.pause():
            raise OutOfTime(f"after {deadline.limit_ms} ms: {asking.failure}")
    return {each: asking.found[each] for each in wanted}


class _Asking:
    """Rounds of questions; `found` fills up, `failure` is the latest that may pass."""

    def __init__(self, cluster: Cluster, is_committed: bool, deadline: Deadline) -> None:
        self._cluster = cluster
        self._isolation = int(is_committed)
        self._deadline = deadline
        self.found: dict[TopicPartition, int] = {}
        self.failure: ClusterError | None = None

    def round(self, wanted: Wanted) -> None:
        """Ask all leaders, then take all answers."""
        sent = []
        for address, parts in self._by_leader(wanted).items():
            try:
                connection = self._cluster.connection(address, self._deadline)
                connection.send(self._request(parts), self._deadline)
                sent.append((connection, parts))
            except Unreachable as error:
                self._failed(error, parts)
        for connection, parts in sent:
            try:
                self._take(connection)
            except Unreachable as error:
                self._failed(error, parts)

    def _by_leader(self, wanted: Wanted) -> dict[Address, Wanted]:
        unknown = {each.topic for each in wanted if self._cluster.known(each.topic) is None}
        if unknown:
            self._cluster.topics(sorted(unknown), deadline=self._deadline)
        found: dict[Address, dict[TopicPartition, int]] = {}
        for each, when in wanted.items():
            try:
                address = self._cluster.leader(each, self._deadline)
            except Refused as error:
                self._refused(error, each)
                continue
            found.setdefault(address, {})[each] = when
        return dict(found)

    def _request(self, wanted: Wanted) -> ListOffsetsRequest:
        topics: dict[str, ListOffsetsRequest.ListOffsetsTopic] = {}
        for (name, partition), when in wanted.items():
            asked = ListOffsetsRequest.ListOffsetsPartition(
                partition_index=partition, timestamp=when
            )
            new = ListOffsetsRequest.ListOffsetsTopic(name=name)
            topics.setdefault(name, new).partitions.append(asked)
        return ListOffsetsRequest(
            replica_id=CLIENT, isolation_level=self._isolation, topics=list(topics.values())
        )

    def _take(self, connection: Connection) -> None:
        answer = connection.receive(ListOffsetsResponse, self._deadline)
        for topic in answer.topics:
            for part in topic.partitions:
                each = TopicPartition(topic.name, part.partition_index)
                if not part.error_code:
                    self.found[each] = part.offset
                    continue
                where = f"{place(connection.address, ApiKey.LIST_OFFSETS)} of {each}"
                self._refused(Refused(where, part.error_code), each)

    def _refused(self, error: Refused, each: TopicPartition) -> None:
        from kafkawire.spark.cluster.cluster import is_retriable

        if not is_retriable(error):
            raise error
        self._failed(error, [each])

    def _failed(self, error: ClusterError, parts: Iterable[TopicPartition]) -> None:
        self.failure = error
        self._cluster.forget_leaders({each.topic for each in parts})
