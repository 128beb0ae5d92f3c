"""Between Spark and its broker: wire-dump's own proxy, and what its engine made of the requests."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any, NamedTuple

from compat.tapped import Tapped
from kafkawire.dump.api_names import api_name
from kafkawire.dump.model import Event, Exchange, ExchangeDone, RequestSeen

DESCRIBE_TOPIC_PARTITIONS = 75
FETCH = 1
EMPTY_BYTES_MAX = 150
"""An answer with a partition and no batch is shorter, one with a batch is not."""
Pair = tuple[int, int]
"""An API's key and a version."""
# ApiVersions, Metadata, DescribeCluster, DescribeTopicPartitions, ListOffsets, Fetch,
# InitProducerId, Produce: kafka-clients 3.9.2 in Spark's hands asks for nothing else.
PROFILE = frozenset(
    {(18, 4), (3, 12), (60, 1), (75, 0), (2, 9), (1, 17), (22, 5), (0, 11)},
)


class Asked(NamedTuple):
    """A request that passed."""

    time_ns: int
    pair: Pair


class Tap(Tapped):
    """The proxy before a broker, for as long as a block lasts.

    Who asks for `between` or `problems` after the block is told of all that passed.
    """

    def __init__(self, broker: str) -> None:
        super().__init__(broker)
        self._asked: list[Asked] = []
        self.problems: list[str] = []
        """Answers that Java's client would stumble over."""
        self.topics_described = 0
        self.empty_fetches = 0
        """Fetches of the log's end, most of which were kept waiting."""

    def between(self, begun_ns: int, ended_ns: int) -> Counter[Pair]:
        """How many requests of each kind passed within these times."""
        return Counter(each.pair for each in self._asked if begun_ns <= each.time_ns < ended_ns)

    def all(self) -> Counter[Pair]:
        """How many requests of each kind passed."""
        return self.between(0, time.time_ns())

    def _take(self, event: Event) -> None:
        if isinstance(event, RequestSeen) and event.exchange.request is not None:
            request = event.exchange.request
            self._asked.append(Asked(request.time_ns, (request.api_key, request.api_version)))
        if isinstance(event, ExchangeDone):
            self._examine(event.exchange)

    def _examine(self, exchange: Exchange) -> None:
        response = exchange.response
        if response is None:
            return
        if response.api_key == FETCH and len(response.data) < EMPTY_BYTES_MAX:
            self.empty_fetches += 1
        if response.api_key == DESCRIBE_TOPIC_PARTITIONS:
            self.look_at_leaders(response.values["topics"])

    def look_at_leaders(self, topics: list[dict[str, Any]]) -> None:
        """The described topics of an answer: none of the lists of their leaders may be null."""
        for topic in topics:
            self.topics_described += 1
            for partition in topic["partitions"]:
                for name in ("eligibleLeaderReplicas", "lastKnownElr"):
                    if partition[name] is None:
                        self.problems.append(f"{name} of {topic['name']} is null")


def named(pair: Pair) -> str:
    """As `Fetch v17`."""
    return f"{api_name(pair[0])} v{pair[1]}"
