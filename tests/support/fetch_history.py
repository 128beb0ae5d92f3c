"""Random histories of a broker, its fetch sessions and their naive twins."""

from __future__ import annotations

from random import Random
from typing import Any

from kafkawire.broker.fetch.session import next_epoch
from kafkawire.broker.metadata.creation import CreatableTopic
from kafkawire.log.append import AppendOrigin
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.records.builder import encode_batch
from tests.support.harness import BrokerHarness
from tests.support.naive_fetch import NaiveFetch, NaiveFetcher

SMALL_SEGMENTS = LogConfig.from_mapping({"internal.segment.bytes": "400", "retention.ms": "-1"})
"""Small, and nothing happens in them by itself."""
PARTITIONS = 3
NAMES = ["a", "b", "z"]
NAME_VERSIONS = [7, 10, 11, 12]
ID_VERSIONS = [13, 15, 16, 18]

WHERE = ["end"] * 12 + ["start", "start", "back", "back", "ahead", "beyond"]
OPERATIONS = {
    "append": 8,
    "fetch_changes": 12,
    "fetch_at_the_ends": 5,
    "fetch_all": 2,
    "advance": 3,
    "delete_records": 2,
    "hold_back_high_watermark": 1,
    "catch_up": 2,
    "truncate": 0.4,
    "elect": 0.3,
    "open_transaction": 0.4,
    "delete_topic": 0.4,
    "create_topic": 1,
}


class Waiting:
    """A real request that is parked and its naive twin."""

    def __init__(self, pending: Any, naive: NaiveFetch, version: int) -> None:
        self.pending = pending
        self.naive = naive
        self.version = version


class History:
    """A broker with two topics, clients that share its sessions, and what happens to them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.harness = BrokerHarness({"max.incremental.fetch.session.cache.slots": "16"})
        self.broker = self.harness.broker
        self.naive = NaiveFetcher(self.broker)
        self.waiting: list[Waiting] = []
        self.epochs: dict[int, int] = {}
        self.versions: dict[int, list[int]] = {}
        self.old_ids: list[bytes] = []
        self.lost = 0
        for name in NAMES[:2]:
            self._create(name)

    def go(self, steps: int) -> None:
        names, weights = list(OPERATIONS), list(OPERATIONS.values())
        for name in self.random.choices(names, weights, k=steps):
            getattr(self, name)()
            self._compare_waiting()
            self._compare_sessions()

    # What happens in the broker

    def append(self) -> None:
        partition = self._some_hosted()
        if partition is not None and partition.is_leader:
            size = self.random.choice([1, 30, 90])
            batch = encode_batch([(1, None, b"v" * size, [])] * self.random.randint(1, 3))
            self.broker.replicas.append(partition, batch, now_ms=self.harness.now_ms)

    def open_transaction(self) -> None:
        partition = self._some_hosted()
        if partition is not None and partition.is_leader:
            batch = encode_batch(
                [(1, None, b"t", [])] * 2,
                producer_id=7,
                producer_epoch=0,
                base_sequence=0,
                transactional=True,
            )
            self.broker.replicas.append(
                partition,
                batch,
                now_ms=self.harness.now_ms,
                origin=AppendOrigin.COORDINATOR,
            )

    def delete_records(self) -> None:
        partition = self._some_hosted()
        if partition is not None and partition.is_leader:
            offset = self.random.randint(0, partition.high_watermark)
            self.broker.replicas.delete_records(partition, offset, self.harness.now_ms)

    def truncate(self) -> None:
        partition = self._some_hosted()
        if partition is not None:
            partition.log.truncate_to(self.random.randint(0, partition.log_end_offset))
            self.broker.replicas.changed(partition)

    def hold_back_high_watermark(self) -> None:
        partition = self._some_hosted()
        if partition is not None:
            partition.isr = (1, 2)

    def catch_up(self) -> None:
        for partition in self.broker.replicas.partitions.values():
            if partition.isr == (1, 2):
                partition.isr = (1,)
                if partition.advance_high_watermark():
                    self.broker.replicas.changed(partition)
                return

    def elect(self) -> None:
        partition = self._some_hosted()
        if partition is not None:
            self.broker.replicas.update(
                partition,
                leader_id=self.random.choice([1, 1, 2]),
                leader_epoch=partition.leader_epoch + 1,
                partition_epoch=partition.partition_epoch + 1,
                isr=partition.isr,
            )

    def delete_topic(self) -> None:
        topic = self.broker.metadata.topics.get(self.random.choice(NAMES))
        if topic is not None:
            self.old_ids.append(topic.topic_id)
            self.broker.controller.delete_topics([topic.topic_id], self.harness.now_ms)

    def create_topic(self) -> None:
        for name in NAMES[:2]:
            if name not in self.broker.metadata.topics:
                self._create(name)

    def advance(self) -> None:
        choice = self.random.choices([1, 50, 100, 1_000, 120_001], [8, 4, 4, 2, 1])
        self.harness.advance(choice[0])

    # What clients do

    def fetch_all(self) -> None:
        random = self.random
        version = random.choice(random.choice([ID_VERSIONS, NAME_VERSIONS]))
        replica_id = random.choice([-1] * 10 + [1, 5])
        wanted = [self._wish() for _ in range(random.randint(0, 8))]
        request = self._request(wanted, [], version, self._limits(), replica_id)
        request.session_epoch = random.choice([0, 0, 0, 0, -1])
        request.session_id = random.choice([0, 0, 0, *self.epochs])
        self._send(request, version)

    def fetch_changes(self) -> None:
        random = self.random
        session_id = self._some_session()
        if session_id is None:
            return
        version = random.choice(self.versions[session_id])
        wanted = [self._wish() for _ in range(random.choice([0, 0, 0, 1, 1, 2]))]
        forgotten = [self._place() for _ in range(random.choice([0] * 8 + [1, 2]))]
        replica_id = random.choice([-1] * 30 + [1])
        request = self._request(wanted, forgotten, version, self._limits(), replica_id)
        request.session_id = session_id
        request.session_epoch = self.epochs[session_id] + random.choice([0] * 20 + [1, -2])
        self._send(request, version)

    def fetch_at_the_ends(self) -> None:
        """What a consumer that keeps up does: move every offset to the end."""
        session_id = self._some_session()
        session = self.naive.sessions.get(session_id or 0)
        if session is None:
            return
        version = self.versions[session.id][1]
        request = self._request([], [], version, self._limits(), -1)
        request.session_id, request.session_epoch = session.id, self.epochs[session.id]
        for partition in session.partitions:
            name, index = partition.name or "z", partition.asked.partition
            asked = FetchRequest.FetchPartition(
                partition=index,
                fetch_offset=self._offset((name, index), "end"),
                partition_max_bytes=1_000,
            )
            request.topics.append(
                FetchRequest.FetchTopic(topic=name, topic_id=partition.topic_id, partitions=[asked])
            )
        self._send(request, version)

    def _some_session(self) -> int | None:
        parked = {each.naive.session.id for each in self.waiting if each.naive.session}
        free = [session_id for session_id in self.epochs if session_id not in parked]
        return self.random.choice(free) if free else None

    def _place(self) -> tuple[str, int]:
        name = self.random.choices(NAMES, [5, 5, 1])[0]
        return name, self.random.randint(0, PARTITIONS - (self.random.random() < 0.9))

    def _wish(self) -> tuple[Any, ...]:
        random = self.random
        return (
            self._place(),
            random.choice(WHERE),
            random.choice([-1, 0, 50, 100, 200, *[1_000_000] * 4]),
            random.choice([-1] * 9 + [0, 1]),
            random.choice([-1] * 9 + [0, 1]),
        )

    def _limits(self) -> dict[str, int]:
        random = self.random
        return {
            "max_bytes": random.choice([-5, 0, 90, 150, 300, 1_000_000, 1_000_000]),
            "min_bytes": random.choice([0, 1, 1, 1, 1, 100, 250]),
            "max_wait_ms": random.choice([0, 100, 100, 1_000]),
            "isolation_level": random.choice([0] * 6 + [1]),
        }

    # What must be

    def _compare_waiting(self) -> None:
        self.harness.settle()
        still = []
        for each in self.waiting:
            over = self.harness.now_ms >= each.naive.deadline_ms or each.naive.is_ready()
            assert each.pending.done == over, each.naive.request
            if over:
                self._compare(each.pending.response, each.naive.answer(), each.version, each.naive)
            else:
                still.append(each)
        self.waiting = still

    def _compare_sessions(self) -> None:
        cache = self.broker.fetch_sessions
        alive = {id_ for shard in cache.shards for id_ in shard.sessions}
        assert alive <= set(self.naive.sessions)
        lost = set(self.naive.sessions) - alive
        for session_id in lost:
            self.naive.sessions.pop(session_id)
        self.lost += len(lost)
        assert self.lost == cache.evictions
        for shard in cache.shards:
            for session_id, session in shard.sessions.items():
                twin = self.naive.sessions[session_id]
                assert len(twin.partitions) == len(session.partitions)
                assert len(session.dirty) <= 100

    # Odds and ends

    def _some_hosted(self) -> Any:
        partitions = list(self.broker.replicas.partitions.values())
        return self.random.choice(partitions) if partitions else None

    def _create(self, name: str) -> None:
        topic = CreatableTopic(name=name, num_partitions=PARTITIONS, replication_factor=1)
        (result,) = self.broker.controller.create_topics(
            [topic], validate_only=False, now_ms=self.harness.now_ms
        )
        assert result.error_code == 0, result
        for index in range(PARTITIONS):
            self._hosted((name, index)).log.config = SMALL_SEGMENTS

    def _hosted(self, place: tuple[str, int]) -> Any:
        return self.broker.replicas.get(TopicPartition(*place))

    def _id_of(self, name: str) -> bytes:
        topic = self.broker.metadata.topics.get(name)
        if topic is not None:
            return topic.topic_id
        return self.old_ids[-1] if self.old_ids else b"\x07" * 16

    def _offset(self, place: tuple[str, int], where: str) -> int:
        partition = self._hosted(place)
        if partition is None:
            return 0
        return {
            "end": partition.high_watermark,
            "start": partition.log_start_offset,
            "back": max(partition.log_start_offset, partition.high_watermark - 2),
            "ahead": partition.log_end_offset,
            "beyond": partition.log_end_offset + 2,
        }[where]

    def _request(
        self,
        wanted: list[Any],
        forgotten: list[Any],
        version: int,
        limits: dict[str, int],
        replica_id: int,
    ) -> FetchRequest:
        request = FetchRequest(**limits)
        if version >= 15:
            request.replica_state = FetchRequest.ReplicaState(replica_id=replica_id)
        else:
            request.replica_id = replica_id
        for place, where, max_bytes, leader_epoch, last_fetched in wanted:
            asked = FetchRequest.FetchPartition(
                partition=place[1],
                fetch_offset=self._offset(place, where),
                partition_max_bytes=max_bytes,
                current_leader_epoch=leader_epoch if version >= 9 else -1,
                last_fetched_epoch=last_fetched if version >= 12 else -1,
            )
            request.topics.append(FetchRequest.FetchTopic(partitions=[asked]))
            self._name(request.topics[-1], place[0], version)
        for name, index in forgotten:
            request.forgotten_topics_data.append(FetchRequest.ForgottenTopic(partitions=[index]))
            self._name(request.forgotten_topics_data[-1], name, version)
        return request

    def _name(self, topic: Any, name: str, version: int) -> None:
        if version >= 13:
            topic.topic_id = self._id_of(name)
        else:
            topic.topic = name

    def _send(self, request: FetchRequest, version: int) -> None:
        data = request.encode(version)
        naive = self.naive.serve(FetchRequest.decode(data, version), version, self.harness.now_ms)
        if not isinstance(naive, FetchResponse) and naive.is_incremental:
            self.epochs[request.session_id] = next_epoch(request.session_epoch)
        expected = None
        if isinstance(naive, FetchResponse):
            expected = naive
        elif naive.is_answered_at_once():
            expected = naive.answer()
        pending = self.harness.connect().send(request, version)
        assert pending.done == (expected is not None)
        if expected is not None:
            self._compare(pending.response, expected, version, naive)
        else:
            self.waiting.append(Waiting(pending, naive, version))

    def _compare(self, real: FetchResponse, naive: Any, version: int, fetch: Any) -> None:
        wants_session = (
            isinstance(fetch, NaiveFetch)
            and not fetch.is_incremental
            and fetch.request.session_epoch == 0
        )
        if wants_session and real.session_id:
            self.naive.adopt(real.session_id)
            self.epochs[real.session_id] = 1
            self.versions[real.session_id] = ID_VERSIONS if version >= 13 else NAME_VERSIONS
            naive.session_id = real.session_id
        assert real == FetchResponse.decode(naive.encode(version), version)
