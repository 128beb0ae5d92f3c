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
from kafkawire.spark.cluster.cluster import is_retriable
from kafkawire.spark.cluster.errors import ClusterError, OutOfTime, Refused, Unreachable
from kafkawire.spark.cluster.metadata import TopicPartition

if TYPE_CHECKING:
    from kafkawire.client.blocking import Deadline, Pending
    from kafkawire.spark.cluster.cluster import Cluster

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
        try:
            asking.round(left)
        except OutOfTime as error:
            if asking.failure is None:
                raise
            raise OutOfTime(f"after {deadline.limit_ms} ms: {asking.failure}") from error
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
        sent = [
            (node, self._cluster.start(self._request(parts), ApiKey.LIST_OFFSETS, node), parts)
            for node, parts in self._by_leader(wanted).items()
        ]
        for node, pending, parts in sent:
            try:
                self._take(node, pending)
            except Unreachable as error:
                self._failed(error, parts)

    def _by_leader(self, wanted: Wanted) -> dict[int, Wanted]:
        unknown = {each.topic for each in wanted if self._cluster.known(each.topic) is None}
        if unknown:
            self._cluster.topics(sorted(unknown), deadline=self._deadline)
        found: dict[int, dict[TopicPartition, int]] = {}
        for each, when in wanted.items():
            try:
                node = self._cluster.leader(each, self._deadline)
            except (Refused, Unreachable) as error:
                self._refused(error, each)
                continue
            found.setdefault(node, {})[each] = when
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

    def _take(self, node: int, pending: Pending) -> None:
        answer = self._cluster.receive(pending, ListOffsetsResponse, self._deadline)
        for topic in answer.topics:
            for part in topic.partitions:
                each = TopicPartition(topic.name, part.partition_index)
                if not part.error_code:
                    self.found[each] = part.offset
                    continue
                where = f"{self._cluster.place(node, ApiKey.LIST_OFFSETS)} of {each}"
                self._refused(Refused(where, part.error_code), each)

    def _refused(self, error: Refused | Unreachable, each: TopicPartition) -> None:
        if not is_retriable(error):
            raise error
        self._failed(error, [each])

    def _failed(self, error: ClusterError, parts: Iterable[TopicPartition]) -> None:
        # What a broker has said tells more than that there was no time for the next question.
        if self.failure is None or not self._deadline.is_over:
            self.failure = error
        self._cluster.forget_leaders({each.topic for each in parts})
