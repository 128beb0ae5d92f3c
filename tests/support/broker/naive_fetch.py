"""Fetch as Kafka does it: every partition of a session is read at every fetch, in order.

This is the definition that kafkawire.broker.fetch is held against. It shares the reading of one
partition and what a parked partition has ready with the real thing, and nothing else: sessions
are plain ordered lists (`naive_sessions`), waiting looks at every partition, responses are put
together again.
"""

from __future__ import annotations

from typing import Any

from kafkawire.broker.context import ANONYMOUS
from kafkawire.broker.fetch.cached_partition import CachedPartition
from kafkawire.broker.fetch.read import read_partition
from kafkawire.broker.fetch.readiness import bytes_ready
from kafkawire.broker.security.authorizer import Operation, ResourceType, Subject
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.primitives import ZERO_UUID
from tests.support.broker.fetch_plans import plan_of
from tests.support.broker.naive_sessions import NaiveCache, NaivePartition, NaiveSession

MAX32 = 2_147_483_647
FETCH_MAX_BYTES = 57_671_680
"""What a broker answers at most, as it comes."""


class NaiveBudget:
    """What is left of a request's bytes (fetch C-2, C-5); sessions begin at version 7."""

    def __init__(self, max_bytes: int) -> None:
        self.bytes_left = max_bytes
        self.minimum_one = True

    def allowance(self, cached: CachedPartition) -> int:
        return min(cached.asked.partition_max_bytes, self.bytes_left)

    def take(self, size: int) -> None:
        self.minimum_one = self.minimum_one and size == 0
        self.bytes_left = max(0, self.bytes_left - size)


class NaiveFetch:
    """One request under way: what it would answer, and whether it would still wait."""

    def __init__(
        self,
        naive: NaiveFetcher,
        request: FetchRequest,
        version: int,
        now_ms: int,
        session: NaiveSession | None,
    ) -> None:
        self.naive = naive
        self.broker = naive.broker
        self.request = request
        self.version = version
        self.session = session
        self.is_incremental = session is not None
        self.epoch = session.epoch if session else 0
        self.plan = plan_of(request, version, fetch_max_bytes=FETCH_MAX_BYTES, now_ms=now_ms)
        self.now_ms = now_ms
        self.deadline_ms = now_ms + max(0, request.max_wait_ms)
        listed = session.partitions if session else naive.listed(request, version)
        self.readable: list[tuple[NaivePartition, CachedPartition]] = []
        self.rejected: list[tuple[NaivePartition, int]] = []
        for partition in list(listed):
            self._classify(partition)
        self.first = self._read_all()
        self.heard: list[Any] = []
        self.hears()

    def _classify(self, partition: NaivePartition) -> None:
        metadata = self.broker.metadata
        if partition.name is None:
            topic = metadata.topics_by_id.get(partition.topic_id)
            if topic is None:
                self.rejected.append((partition, 29 if self._is_denied("") else 100))
                return
            partition.name = topic.name
        if self._is_denied(partition.name):
            self.rejected.append((partition, 29))
            return
        index = partition.asked.partition
        topic = metadata.topics.get(partition.name)
        if topic is None or index not in topic.partitions:
            self.rejected.append((partition, 3))
            return
        cached = CachedPartition(partition.name, partition.topic_id, partition.asked)
        cached.partition = self.broker.replicas.get(TopicPartition(partition.name, index))
        self.readable.append((partition, cached))

    def _is_denied(self, name: str) -> bool:
        """Whether a follower may not fetch at all, or a consumer not that topic."""
        authorizer, subject = self.broker.authorizer, self.naive.subject
        if authorizer is None:
            return False
        if self.plan.view.replica_id >= 0:
            operation, kind, name = Operation.CLUSTER_ACTION, ResourceType.CLUSTER, "kafka-cluster"
        else:
            operation, kind = Operation.READ, ResourceType.TOPIC
        return bool(name) and not authorizer.allows(subject, operation, kind, name)

    def _read_all(self) -> list[tuple[NaivePartition, Any, int]]:
        budget: Any = NaiveBudget(self.plan.max_bytes)
        found = []
        for partition, cached in self.readable:
            _, data, size = read_partition(cached, self.plan, self.broker, budget)
            budget.take(size)
            found.append((partition, data, size))
        return found

    def is_enough(self) -> bool:
        """Whether what was read first is the answer (D-1)."""
        return (
            self.request.max_wait_ms <= 0
            or not self.readable
            or sum(size for _, _, size in self.first) >= self.plan.min_bytes
            or any(data.error_code or data.diverging_epoch.epoch >= 0 for _, data, _ in self.first)
        )

    def is_ready(self) -> bool:
        ready = sum(bytes_ready(cached, self.plan.view) for _, cached in self.readable)
        return ready >= self.plan.min_bytes

    def hears(self) -> bool:
        """Whether anything has happened since the last call that wakes who waits (D-9, D-11).

        Not so a new epoch here that this broker leads: only the next of these finds it.
        """
        before, self.heard = self.heard, [self._audible(cached) for _, cached in self.readable]
        return any(
            old != new and (new is None or old is None or old[:2] != new[:2] or new[2] is not None)
            for old, new in zip(before, self.heard, strict=False)
        )

    def _audible(self, cached: CachedPartition) -> Any:
        name = TopicPartition(cached.topic or "", cached.asked.partition)
        hosted = self.broker.replicas.get(name)
        if hosted is None:
            return None
        epoch = None if hosted.is_leader else hosted.leader_epoch
        log = hosted.log
        offsets = log.log_start_offset, log.high_watermark, log.log_end_offset
        return id(hosted), (*offsets, log.last_stable_offset), epoch

    @property
    def is_disowned(self) -> bool:
        """Whether its session has gone on without it (fetch D-18)."""
        return self.session is not None and self.session.epoch != self.epoch

    @property
    def is_bereft(self) -> bool:
        """Whether another request made its session forget everything, and so end (D-19, E-16)."""
        return self.session is not None and not self.session.partitions

    def answer(self, now_ms: int) -> FetchResponse:
        """The answer, which is made at that time; a session has no id yet (`NaiveFetcher`)."""
        if not self.is_incremental:
            return self._answer_all(now_ms)
        assert self.session is not None
        if self.is_disowned:
            return FetchResponse(error_code=71, session_id=self.session.id)
        return self._answer_changes(self.session)

    def _answer_all(self, now_ms: int) -> FetchResponse:
        entries = [(partition, data) for partition, data, _ in self._read_all()]
        entries += self._refused()
        response = self._response(entries)
        if self.request.session_epoch == 0:
            for partition, data in entries:
                partition.high_watermark = data.high_watermark
                partition.log_start_offset = data.log_start_offset
            is_privileged = self.plan.view.replica_id >= 0
            partitions = [partition for partition, _ in entries]
            session = NaiveSession(partitions, self.version >= 13, is_privileged)
            self.naive.created = session if self.naive.cache.add(session, now_ms) else None
        return response

    def _answer_changes(self, session: NaiveSession) -> FetchResponse:
        if self.is_bereft:
            return FetchResponse(session_id=session.id)
        entries = []
        with_data = []
        for partition, data, size in self._read_all():
            if (
                size
                or data.error_code
                or data.diverging_epoch.epoch >= 0
                or data.high_watermark != partition.high_watermark
                or data.log_start_offset != partition.log_start_offset
            ):
                partition.high_watermark = data.high_watermark
                partition.log_start_offset = data.log_start_offset
                entries.append((partition, data))
            if size:
                with_data.append(partition)
        for partition in with_data:
            session.partitions.remove(partition)
            session.partitions.append(partition)
        refused = self._refused()
        for partition, _ in refused:
            partition.high_watermark = partition.log_start_offset = -1
        if self.version < 12 and any(data.diverging_epoch.epoch >= 0 for _, data in entries):
            return failed(self.request, self.version, 35)
        response = self._response(entries + refused)
        response.session_id = session.id
        return response

    def _refused(self) -> list[tuple[NaivePartition, Any]]:
        refused = self.rejected
        if self.version >= 13 and self.plan.view.replica_id < 0:
            unresolved = [entry for entry in refused if entry[1] == 100]
            refused = unresolved + [entry for entry in refused if entry[1] != 100]
        return [
            (
                partition,
                FetchResponse.PartitionData(
                    partition_index=partition.asked.partition,
                    error_code=error,
                    high_watermark=-1,
                    aborted_transactions=[],
                    records=b"",
                ),
            )
            for partition, error in refused
        ]

    def _response(self, entries: list[tuple[NaivePartition, Any]]) -> FetchResponse:
        response = FetchResponse()
        for partition, data in entries:
            topic, topic_id = partition.name or "", partition.topic_id
            last = response.responses[-1] if response.responses else None
            is_same = last is not None and (
                last.topic_id == topic_id if topic_id != ZERO_UUID else last.topic == topic
            )
            if not is_same:
                last = FetchResponse.FetchableTopicResponse(topic=topic, topic_id=topic_id)
                response.responses.append(last)
            assert last is not None
            last.partitions.append(data)
        if self.version >= 16 and self.plan.view.replica_id < 0:
            response.node_endpoints = self._endpoints([data for _, data in entries])
        return response

    def _endpoints(self, entries: list[Any]) -> list[Any]:
        found = []
        for node_id in sorted({data.current_leader.leader_id for data in entries}):
            node = self.broker.metadata.brokers.get(node_id)
            if node is not None:
                endpoint = node.endpoints["PLAINTEXT"]
                found.append(
                    FetchResponse.NodeEndpoint(
                        node_id=node_id, host=endpoint.host, port=endpoint.port, rack=node.rack
                    )
                )
        return found


def failed(request: FetchRequest, version: int, error: int) -> FetchResponse:
    """The answer to a request that failed as a whole (fetch A-24)."""
    response = FetchResponse(error_code=error, session_id=request.session_id)
    if version >= 13:
        return response
    for topic in request.topics:
        refused = [
            FetchResponse.PartitionData(
                partition_index=asked.partition, error_code=error, high_watermark=-1, records=b""
            )
            for asked in topic.partitions
        ]
        response.responses.append(
            FetchResponse.FetchableTopicResponse(topic=topic.topic, partitions=refused)
        )
    return response


class NaiveFetcher:
    """All fetches of a broker. Ids are given by the test: those that the real broker drew."""

    def __init__(self, broker: Any, slots: int) -> None:
        self.broker = broker
        self.cache = NaiveCache(slots)
        self.subject = Subject(ANONYMOUS, "127.0.0.1")
        """Who sends the next request."""
        self.created: NaiveSession | None = None
        """The session that the latest response to a full fetch made; it needs an id."""

    def listed(self, request: FetchRequest, version: int) -> list[NaivePartition]:
        listed: dict[Any, NaivePartition] = {}
        for topic in request.topics:
            for asked in topic.partitions:
                name = None if version >= 13 else topic.topic
                partition = NaivePartition(name, topic.topic_id, asked)
                if partition.key in listed:
                    listed[partition.key].asked = asked
                else:
                    listed[partition.key] = partition
        return list(listed.values())

    def serve(self, request: FetchRequest, version: int, now_ms: int) -> FetchResponse | NaiveFetch:
        """The refusal of the request, or the fetch under way."""
        cache = self.cache
        if not cache.can_find(request.session_id):
            return failed(request, version, -1)
        session = cache.get(request.session_id)
        if request.session_epoch in (0, -1):
            cache.remove(request.session_id)
            return self._begin(request, version, now_ms, None)
        if session is None:
            return FetchResponse(error_code=70)
        if session.epoch != request.session_epoch:
            return FetchResponse(error_code=71)
        if session.uses_topic_ids != (version >= 13):
            return FetchResponse(error_code=106)
        self._update(session, request, version)
        if not session.partitions:
            cache.remove(session.id)
            return self._begin(request, version, now_ms, None)
        session.epoch = 1 if session.epoch == MAX32 else session.epoch + 1
        cache.touch(session, now_ms)
        return self._begin(request, version, now_ms, session)

    def _begin(
        self, request: FetchRequest, version: int, now_ms: int, session: NaiveSession | None
    ) -> FetchResponse | NaiveFetch:
        has_known_isolation = request.isolation_level in (0, 1)
        if not has_known_isolation:
            request.isolation_level = 0
        fetch = NaiveFetch(self, request, version, now_ms, session)
        if fetch.readable and not has_known_isolation:
            return failed(request, version, -1)
        return fetch

    def _update(self, session: NaiveSession, request: FetchRequest, version: int) -> None:
        for new in self.listed(request, version):
            known = [old for old in session.partitions if old.key == new.key]
            if known:
                known[0].asked = new.asked
            else:
                session.partitions.append(new)
        for topic in request.forgotten_topics_data:
            known_by = topic.topic_id if version >= 13 else topic.topic
            for index in topic.partitions:
                session.partitions = [
                    old for old in session.partitions if old.key != (known_by, index)
                ]
