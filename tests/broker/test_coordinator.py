"""Write, apply, answer once committed: with a partition whose high watermark lags."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.coordinator import (
    Answer,
    Loader,
    StateLog,
    StateLogSettings,
    released_by_all,
    write_failure,
)
from kafkawire.broker.delayed import NEVER, Delayed
from kafkawire.broker.purgatory import Purgatory
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.replicas.replica_manager import ReplicaManager
from kafkawire.log.append import AppendOrigin
from kafkawire.log.compaction.rewriting import emptied
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, DecodeError, EncodeError
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.records.batch import read_header
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import encode_end_transaction_marker
from kafkawire.timers import Timers
from tests.support.broker.partitions import image_of

LOADED_BATCHES_PER_SLICE = 256

NOW_MS = 1_700_000_000_000
COMMIT_TIMEOUT_MS = 5_000

RESPONSE = HeartbeatResponse(error_code=1)


class Words:
    """A fold of words: what was applied, in order, with offset and producer."""

    def __init__(self) -> None:
        self.applied: list[tuple[str, int, int]] = []
        self.ended: list[tuple[int, bool]] = []

    def encode(self, record: str) -> tuple[bytes, bytes | None]:
        if record == "unfit":
            raise EncodeError("unfit")
        return b"key", record.encode()

    def decode(self, key: bytes, value: bytes | None) -> str | None:
        if value == b"bad":
            raise DecodeError("bad")
        return None if value == b"skip" or value is None else value.decode()

    def apply(self, record: str, record_offset: int, producer_id: int) -> None:
        self.applied.append((record, record_offset, producer_id))

    def end_transaction(self, producer_id: int, *, committed: bool) -> None:
        self.ended.append((producer_id, committed))


class World:
    """A state log on a partition of two replicas, the other of which follows when told."""

    def __init__(self, replicas: int = 2, max_message_bytes: int = 1_000_000) -> None:
        self.timers = Timers()
        self.purgatory = Purgatory(self.timers)
        self.replicas = ReplicaManager(node_id=1, purgatory=self.purgatory, config=BrokerConfig())
        node_ids = tuple(range(1, replicas + 1))
        self.partition: Partition = self.replicas.create(
            TopicPartition("__state", 0),
            bytes(16),
            image_of(replicas=node_ids, isr=node_ids),
            config=LogConfig.from_mapping({"max.message.bytes": str(max_message_bytes)}),
        )
        self.fold = Words()
        self.log: StateLog[str] = StateLog(
            self.partition,
            self.fold,
            self.replicas,
            self.purgatory,
            StateLogSettings(compression=0, commit_timeout_ms=COMMIT_TIMEOUT_MS),
        )
        self.answered: list[Message] = []

    def commit(self, words: list[str], response: Message) -> Message | Delayed:
        """Write, and answer when that is committed."""
        self.log.append(words, NOW_MS)
        return self.log.released(response, NOW_MS)

    def follow(self, offset: int) -> None:
        """The other replica has caught up to `offset`."""
        self.partition.move_high_watermark(offset)
        self.partition.notify()
        self.purgatory.run_woken(NOW_MS, 100)

    def park(self, result: Message | Delayed) -> None:
        assert isinstance(result, Delayed)
        self.purgatory.add(result, self.answered.append, NOW_MS)

    def reload(self) -> Words:
        fold = Words()
        loader = Loader(self.partition, fold)
        while not loader.load_slice():
            pass
        return fold


def test_alone_a_write_is_answered_at_once() -> None:
    """groups A-51."""
    world = World(replicas=1)
    assert world.commit(["a", "b"], RESPONSE) is RESPONSE
    assert world.fold.applied == [("a", 0, -1), ("b", 1, -1)]


def test_a_write_is_applied_at_once_and_answered_when_committed() -> None:
    """groups A-51."""
    world = World()
    result = world.commit(["a", "b"], RESPONSE)
    assert [word for word, *_ in world.fold.applied] == ["a", "b"]
    assert isinstance(result, Delayed)
    assert result.deadline_ms == NOW_MS + COMMIT_TIMEOUT_MS
    world.park(result)
    world.follow(1)
    assert world.answered == []
    world.follow(2)
    assert world.answered == [RESPONSE]


def test_a_response_without_records_waits_for_the_writes_before() -> None:
    """groups A-52."""
    world = World()
    assert world.commit([], RESPONSE) is RESPONSE
    world.log.append(["a"], NOW_MS)
    world.park(world.commit([], RESPONSE))
    world.log.append(["b"], NOW_MS)
    world.follow(1)
    assert world.answered == [RESPONSE]


def test_what_is_not_committed_in_time_is_not_available() -> None:
    """groups A-51, A-53."""
    world = World()
    result = world.commit(["a"], RESPONSE)
    assert isinstance(result, Delayed)
    with pytest.raises(ApiError) as raised:
        result.respond(result.deadline_ms)
    assert raised.value.code == ErrorCode.COORDINATOR_NOT_AVAILABLE


def test_a_waiting_call_is_answered_by_whoever_can() -> None:
    """The answer is given, and committed: only both together let it go."""
    world = World()
    answer = Answer()
    waiting = world.log.wait(answer)
    assert isinstance(waiting, Delayed)
    assert waiting.deadline_ms == NEVER
    world.park(waiting)
    world.log.append(["a"], NOW_MS)
    world.follow(1)
    world.log.append(["b"], NOW_MS)
    world.log.give(answer, RESPONSE)
    world.purgatory.run_woken(NOW_MS, 100)
    assert world.answered == []
    world.follow(2)
    assert world.answered == [RESPONSE]


def test_a_call_that_is_answered_before_it_waits_does_not_wait() -> None:
    world = World(replicas=1)
    answer = Answer()
    world.log.give(answer, RESPONSE)
    assert world.log.wait(answer) is RESPONSE


def test_answers_go_out_in_the_order_of_their_commits() -> None:
    world = World()
    responses = [HeartbeatResponse(error_code=code) for code in range(3)]
    for response in responses:
        world.park(world.commit(["x"], response))
    world.follow(2)
    assert world.answered == responses[:2]
    world.follow(3)
    assert world.answered == responses
    assert world.partition.listeners == []


def test_a_response_about_several_partitions_waits_for_all() -> None:
    one, two, still = World(), World(), World()
    logs = [one.log, two.log, still.log]
    assert released_by_all(logs, RESPONSE, NOW_MS) is RESPONSE
    one.log.append(["a"], NOW_MS)
    two.log.append(["a"], NOW_MS)
    result = released_by_all(logs, RESPONSE, NOW_MS)
    assert isinstance(result, Delayed)
    assert len(list(result.watch)) == 2
    one.follow(1)
    assert not result.is_ready()
    two.follow(1)
    assert result.is_ready()
    assert result.respond(NOW_MS) is RESPONSE


# Failures


@pytest.mark.parametrize(
    ("code", "answered"),
    [(3, 15), (19, 15), (7, 15), (6, 16), (56, 16), (10, -1), (18, -1), (13, 14), (-1, -1)],
)
def test_failed_writes_are_answered_in_the_coordinators_terms(code: int, answered: int) -> None:
    """groups A-53."""
    assert write_failure(code) == answered
    assert write_failure(ErrorCode.FENCED_INSTANCE_ID) == 82


def test_nothing_is_applied_when_a_write_fails() -> None:
    """groups A-53."""
    world = World()
    world.partition.is_leader = False
    with pytest.raises(ApiError) as raised:
        world.log.append(["a"], NOW_MS)
    assert raised.value.code == ErrorCode.NOT_COORDINATOR
    assert world.fold.applied == []


def test_an_operation_that_is_too_large_fails() -> None:
    """groups A-52."""
    world = World(replicas=1, max_message_bytes=1000)
    with pytest.raises(ApiError) as raised:
        world.log.append(["x" * 2000], NOW_MS)
    assert raised.value.code == ErrorCode.UNKNOWN_SERVER_ERROR
    assert world.partition.log_end_offset == 0


def test_what_no_record_can_hold_is_refused_like_a_failed_write() -> None:
    """groups A-53: all of the operation, and the connection goes on."""
    world = World(replicas=1)
    with pytest.raises(ApiError) as raised:
        world.log.append(["a", "unfit"], NOW_MS)
    assert raised.value.code == ErrorCode.UNKNOWN_SERVER_ERROR
    assert (world.fold.applied, world.partition.log_end_offset) == ([], 0)


@given(st.lists(st.text("ab", max_size=300), max_size=30))
def test_what_need_not_stand_together_is_written_in_parts(words: list[str]) -> None:
    """groups A-52: each part within the topic's largest batch, all of it, in order."""
    world = World(replicas=1, max_message_bytes=700)
    world.log.append_in_parts(words, NOW_MS)
    assert world.fold.applied == [(word, at, -1) for at, word in enumerate(words)]
    sizes = [header.size for header, _ in world.partition.log.iter_batches()]
    assert all(size <= 700 for size in sizes)


def test_one_operation_is_one_batch() -> None:
    """groups A-10."""
    world = World(replicas=1)
    world.log.append(["a", "b", "c"], NOW_MS)
    ((header, _),) = world.partition.log.iter_batches()
    assert (header.records_count, header.producer_id, header.max_timestamp) == (3, -1, NOW_MS)


# Loading


@given(st.lists(st.lists(st.text("ab", max_size=3), min_size=1, max_size=3), max_size=10))
def test_a_reload_applies_what_was_applied(operations: Sequence[list[str]]) -> None:
    """groups A-20."""
    world = World(replicas=1)
    for words in operations:
        world.log.append(words, NOW_MS)
    assert world.reload().applied == world.fold.applied


def test_a_long_log_is_loaded_in_slices() -> None:
    world = World(replicas=1)
    for _ in range(LOADED_BATCHES_PER_SLICE + 1):
        world.log.append(["a"], NOW_MS)
    fold = Words()
    loader = Loader(world.partition, fold)
    assert not loader.load_slice()
    assert len(fold.applied) == LOADED_BATCHES_PER_SLICE
    assert loader.load_slice()
    assert len(fold.applied) == LOADED_BATCHES_PER_SLICE + 1


def test_records_of_no_interest_are_skipped_and_bad_ones_fail_the_load() -> None:
    """groups A-27."""
    world = World(replicas=1)
    world.log.append(["a", "skip", "b"], NOW_MS)
    assert [word for word, *_ in world.reload().applied] == ["a", "b"]
    world.log.append(["bad"], NOW_MS)
    with pytest.raises(DecodeError):
        world.reload()


def raw(world: World, batch: Any) -> None:
    world.replicas.append(world.partition, batch, now_ms=NOW_MS, origin=AppendOrigin.COORDINATOR)


def test_transactions_are_told_by_producer_and_marker() -> None:
    """groups A-20."""
    world = World(replicas=1)
    raw(
        world,
        encode_batch(
            [(NOW_MS, b"key", b"a", ())],
            producer_id=7,
            producer_epoch=0,
            base_sequence=0,
            transactional=True,
        ),
    )
    marker = encode_end_transaction_marker(
        producer_id=7,
        producer_epoch=0,
        commit=True,
        coordinator_epoch=0,
        timestamp=NOW_MS,
    )
    assert read_header(marker).is_control
    raw(world, marker)
    fold = world.reload()
    assert fold.applied == [("a", 0, 7)]
    assert fold.ended == [(7, True)]


def test_a_marker_that_compaction_has_emptied_ends_nothing() -> None:
    """fetch A-41, groups A-20: all of its transaction has gone."""
    world = World(replicas=1)
    marker = encode_end_transaction_marker(
        producer_id=7, producer_epoch=0, commit=True, coordinator_epoch=0, timestamp=NOW_MS
    )
    world.partition.log.append_as_follower(
        emptied(read_header(marker)._replace(partition_leader_epoch=0)),
        leader_epoch=0,
        now_ms=NOW_MS,
    )
    fold = world.reload()
    assert fold.ended == []
