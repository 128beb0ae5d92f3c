"""Sessions answer as if every partition were read at every fetch (tests.support.naive_fetch)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from kafkawire.broker.fetch.cached_partition import CachedPartition
from kafkawire.broker.fetch.session import EPOCH_MAX, FetchSession, next_epoch
from kafkawire.broker.metadata.creation import CreatableTopic
from kafkawire.log.append import AppendOrigin
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.primitives import ZERO_UUID
from kafkawire.records.builder import encode_batch
from tests.support.harness import BrokerHarness
from tests.support.naive_fetch import NaiveFetch, NaiveFetcher

SMALL_SEGMENTS = LogConfig.from_mapping({"internal.segment.bytes": "400"})
PARTITIONS = 3
NAMES = ["a", "b", "z"]
NAME_VERSIONS = [7, 10, 11, 12]
ID_VERSIONS = [13, 15, 16, 18]

places = st.tuples(st.sampled_from(NAMES), st.integers(0, PARTITIONS))
wishes = st.tuples(
    places,
    st.sampled_from(["end", "end", "end", "start", "back", "ahead", "beyond"]),
    st.sampled_from([0, 50, 100, 200, 1_000_000]),
    st.sampled_from([-1, -1, -1, 0, 1]),
    st.sampled_from([-1, -1, -1, -1, 0, 1]),
)
limits = st.fixed_dictionaries(
    {
        "max_bytes": st.sampled_from([0, 90, 150, 300, 1_000_000]),
        "min_bytes": st.sampled_from([0, 1, 1, 1, 100, 250]),
        "max_wait_ms": st.sampled_from([0, 100, 100, 1_000]),
        "isolation_level": st.sampled_from([0, 0, 0, 1]),
    }
)


class Waiting:
    """A real request that is parked and its naive twin."""

    def __init__(self, pending: Any, naive: NaiveFetch, version: int) -> None:
        self.pending = pending
        self.naive = naive
        self.version = version


class SessionMachine(RuleBasedStateMachine):
    """Random histories of a broker with two topics, and clients that share its sessions."""

    @initialize()
    def start(self) -> None:
        self.harness = BrokerHarness({"max.incremental.fetch.session.cache.slots": "16"})
        self.broker = self.harness.broker
        self.naive = NaiveFetcher(self.broker)
        self.waiting: list[Waiting] = []
        self.epochs: dict[int, int] = {}
        self.versions: dict[int, list[int]] = {}
        self.old_ids: list[bytes] = []
        self.open_transactions: set[TopicPartition] = set()
        for name in NAMES[:2]:
            self._create(name)

    # What happens in the broker

    @rule(place=places, count=st.integers(1, 3), size=st.sampled_from([1, 30, 90]))
    def append(self, place: Any, count: int, size: int) -> None:
        partition = self._hosted(place)
        if partition is not None and partition.is_leader:
            batch = encode_batch([(1, None, b"v" * size, [])] * count)
            self.broker.replicas.append(partition, batch, now_ms=self.harness.now_ms)

    @rule(place=places)
    def open_transaction(self, place: Any) -> None:
        partition = self._hosted(place)
        if partition is not None and partition.is_leader:
            batch = encode_batch(
                [(1, None, b"t", [])],
                producer_id=7,
                producer_epoch=0,
                base_sequence=0,
                transactional=True,
            )
            partition.log.append_as_leader(
                batch,
                leader_epoch=partition.leader_epoch,
                now_ms=self.harness.now_ms,
                origin=AppendOrigin.COORDINATOR,
            )
            partition.advance_high_watermark()
            partition.tell(100)
            self.broker.purgatory.wake(partition.topic_partition)

    @rule(place=places, part=st.floats(0, 1))
    def delete_records(self, place: Any, part: float) -> None:
        partition = self._hosted(place)
        if partition is not None and partition.is_leader:
            offset = int(partition.high_watermark * part)
            self.broker.replicas.delete_records(partition, offset, self.harness.now_ms)

    @rule(place=places, part=st.floats(0, 1))
    def truncate(self, place: Any, part: float) -> None:
        partition = self._hosted(place)
        if partition is not None:
            partition.log.truncate_to(int(partition.log_end_offset * part))
            self.broker.replicas.changed(partition)

    @rule(place=places)
    def hold_back_high_watermark(self, place: Any) -> None:
        partition = self._hosted(place)
        if partition is not None:
            partition.isr = (1, 2)

    @rule(place=places)
    def catch_up(self, place: Any) -> None:
        partition = self._hosted(place)
        if partition is not None:
            partition.isr = (1,)
            if partition.advance_high_watermark():
                self.broker.replicas.changed(partition)

    @rule(place=places, leader_id=st.sampled_from([1, 1, 2]))
    def elect(self, place: Any, leader_id: int) -> None:
        partition = self._hosted(place)
        if partition is not None:
            self.broker.replicas.update(
                partition,
                leader_id=leader_id,
                leader_epoch=partition.leader_epoch + 1,
                partition_epoch=partition.partition_epoch + 1,
                isr=partition.isr,
            )

    @rule(name=st.sampled_from(NAMES[:2]))
    def delete_topic(self, name: str) -> None:
        topic = self.broker.metadata.topics.get(name)
        if topic is not None:
            self.old_ids.append(topic.topic_id)
            self.broker.controller.delete_topics([topic.topic_id], self.harness.now_ms)

    @rule(name=st.sampled_from(NAMES[:2]))
    def create_topic(self, name: str) -> None:
        if name not in self.broker.metadata.topics:
            self._create(name)

    @rule(ms=st.sampled_from([1, 50, 100, 1_000, 120_001]))
    def advance(self, ms: int) -> None:
        self.harness.advance(ms)

    # What clients do

    @rule(
        wanted=st.lists(wishes, max_size=6),
        limits=limits,
        epoch=st.sampled_from([0, 0, 0, -1]),
        ids=st.booleans(),
        number=st.integers(0, 3),
        replica_id=st.sampled_from([-1, -1, -1, -1, 1, 5]),
        instead_of=st.integers(0, 3),
    )
    def fetch_all(
        self,
        wanted: list[Any],
        limits: dict[str, int],
        epoch: int,
        ids: bool,
        number: int,
        replica_id: int,
        instead_of: int,
    ) -> None:
        version = (ID_VERSIONS if ids else NAME_VERSIONS)[number]
        known = sorted(self.epochs)
        session_id = known[instead_of] if instead_of < len(known) else 0
        request = self._request(wanted, [], version, limits, replica_id)
        request.session_id, request.session_epoch = session_id, epoch
        self._send(request, version)

    @rule(
        which=st.integers(0, 3),
        wanted=st.lists(wishes, max_size=2),
        forgotten=st.lists(places, max_size=2),
        limits=limits,
        number=st.integers(0, 3),
        slip=st.sampled_from([0] * 12 + [1, -2]),
        replica_id=st.sampled_from([-1] * 8 + [1]),
    )
    def fetch_changes(
        self,
        which: int,
        wanted: list[Any],
        forgotten: list[Any],
        limits: dict[str, int],
        number: int,
        slip: int,
        replica_id: int,
    ) -> None:
        if not self.epochs:
            return
        session_id = sorted(self.epochs)[which % len(self.epochs)]
        if any(each.naive.session and each.naive.session.id == session_id for each in self.waiting):
            return
        version = self.versions[session_id][number]
        request = self._request(wanted, forgotten, version, limits, replica_id)
        request.session_id = session_id
        request.session_epoch = self.epochs[session_id] + slip
        self._send(request, version)

    @rule(which=st.integers(0, 3))
    def fetch_at_the_ends(self, which: int) -> None:
        """What a consumer that keeps up does: forget nothing, move every offset to the end."""
        if self.epochs:
            session_id = sorted(self.epochs)[which % len(self.epochs)]
            session = self.naive.sessions.get(session_id)
            if session is None or len(session.partitions) > 4:
                return
            wanted = [
                ((partition.name, partition.asked.partition), "end", 1000, -1, -1)
                for partition in session.partitions
                if partition.name is not None
            ]
            limits = {"max_bytes": 10_000, "min_bytes": 1, "max_wait_ms": 0, "isolation_level": 0}
            self.fetch_changes(which, wanted, [], limits, 1, 0, -1)

    # What must be

    @invariant()
    def it_is_as_the_naive_reading_has_it(self) -> None:
        self._compare_waiting()
        self._compare_sessions()

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
        self.lost = getattr(self, "lost", 0) + len(lost)
        assert self.lost == cache.evictions
        for shard in cache.shards:
            for session_id, session in shard.sessions.items():
                twin = self.naive.sessions[session_id]
                assert len(twin.partitions) == len(session.partitions)
                assert len(session.dirty) <= 100

    # Odds and ends

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
        naive = self.naive.serve(
            FetchRequest.decode(data, version), version, self.harness.now_ms
        )
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


SessionMachine.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


class TestSessions(SessionMachine.TestCase):
    """fetch E-2 to E-54, D-1 to D-26: against the naive reading, over random histories."""


@pytest.mark.parametrize(("epoch", "following"), [(0, 1), (1, 2), (EPOCH_MAX, 1), (-1, -1), (-5, -1)])
def test_epochs_wrap_past_zero(epoch: int, following: int) -> None:
    """fetch E-2."""
    assert next_epoch(epoch) == following


def a_session() -> FetchSession:
    return FetchSession(is_privileged=False, uses_topic_ids=False, wake=lambda key: None)


def cached(partition: int = 0) -> CachedPartition:
    return CachedPartition("t", ZERO_UUID, FetchRequest.FetchPartition(partition=partition))


def test_dirty_partitions_come_in_the_order_of_the_session() -> None:
    """fetch E-28, E-29."""
    session = a_session()
    a, b, c = cached(0), cached(1), cached(2)
    for each in (a, b, c):
        session.add(("t", each.asked.partition), each)
    session.move_to_end(a)
    assert session.take_dirty() == [b, c, a]


def test_a_dropped_partition_is_not_looked_at() -> None:
    """fetch E-15: forgotten, and taken up again at the end of the order."""
    session = a_session()
    first, other, second = cached(0), cached(1), cached(0)
    session.add(("t", 0), first)
    session.add(("t", 1), other)
    session.drop(("t", 0))
    session.drop(("t", 9))
    session.add(("t", 0), second)
    assert session.take_dirty() == [other, second]
