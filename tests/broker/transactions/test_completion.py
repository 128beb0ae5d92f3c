"""Markers after the decision, and the record that all are written."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kafkawire.broker.transactions.listing import described
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.records.control import Marker
from tests.support.requests.coordination import NAME, TransactionsHarness
from tests.support.requests.harness import START_MS
from tests.support.requests.markers import marker as operators_marker
from tests.support.requests.markers import write_markers

MARKERS_PER_TURN = 64

WHO = (0, 0)


def begun(topics: Mapping[str, int] | None = None) -> TransactionsHarness:
    """A broker, and a transaction over some partitions."""
    harness = TransactionsHarness()
    assert harness.identity() == WHO
    for name, count in (topics or {}).items():
        harness.create_topic(name, count)
        harness.add(WHO, *range(count), topic=name)
    return harness


def test_each_partition_gets_a_marker_with_data_or_without() -> None:
    """produce C-2, C-92, C-142, F 146: with the epoch of the coordinator's partition."""
    harness = begun({"a": 2, "b": 1})
    harness.shard.partition.leader_epoch = 4
    harness.end(WHO)
    for topic, index in (("a", 0), ("a", 1), ("b", 0)):
        assert harness.markers(index, topic) == [(0, 1, Marker(0, True, 4))]
    assert harness.markers() == []


def test_many_partitions_take_several_turns() -> None:
    """produce C-5: the answer does not wait for them."""
    count = 2 * MARKERS_PER_TURN + 3
    harness = begun({"many": count})
    written: list[object] = []
    original = harness.broker.markers.write

    class Counting:
        def write(self, *asked: object) -> object:
            written.append(asked)
            return original(*asked)  # type: ignore[arg-type]

    harness.broker.transactions.markers = Counting()  # type: ignore[assignment]
    settle, harness.settle = harness.settle, lambda: None  # type: ignore[method-assign]
    assert harness.end(WHO)[0] == 0
    assert len(written) == MARKERS_PER_TURN
    harness.settle = settle  # type: ignore[method-assign]
    assert harness.state() == "PrepareCommit"
    harness.settle()
    assert len(written) == count
    assert harness.state() == "CompleteCommit"


@pytest.mark.parametrize("commit", [True, False])
def test_a_partition_that_takes_no_marker_is_tried_until_it_does(commit: bool) -> None:
    """produce C-84, C-99: however long; the others have theirs once."""
    harness = begun({"a": 3})
    harness.partition(1, "a").is_leader = False
    assert harness.end(WHO, commit=commit)[0] == 0
    harness.advance(3_600_000)
    assert harness.state() == ("PrepareCommit" if commit else "PrepareAbort")
    assert harness.init().error_code == 51
    harness.partition(1, "a").is_leader = True
    harness.advance(1000)
    assert harness.state() == ("CompleteCommit" if commit else "CompleteAbort")
    for index in range(3):
        assert len(harness.markers(index, "a")) == 1


def test_a_retry_costs_little_while_nothing_changes() -> None:
    """produce C-99: the first comes soon."""
    harness = begun({"a": 1})
    harness.partition(0, "a").is_leader = False
    harness.end(WHO)
    assert harness.broker.next_deadline_ms() == harness.now_ms + 10
    tries = 0
    while harness.now_ms < START_MS + 60_000:
        harness.advance(harness.broker.next_deadline_ms() - harness.now_ms)
        tries += 1
    assert 60 <= tries <= 75
    assert len(harness.shard.completion._retries) == 1


def test_a_deleted_partition_is_left_out() -> None:
    """produce C-99: it was deleted before the end, or while its marker could not be written."""
    harness = begun({"a": 1, "b": 1, "c": 1})
    harness.partition(0, "b").is_leader = False
    _delete(harness, "a")
    harness.end(WHO)
    assert harness.state() == "PrepareCommit"
    _delete(harness, "b")
    harness.advance(1000)
    assert harness.state() == "CompleteCommit"
    assert len(harness.markers(0, "c")) == 1


def _delete(harness: TransactionsHarness, name: str) -> None:
    request = DeleteTopicsRequest(topic_names=[name], timeout_ms=1000)
    assert harness.client.request(request, 5).responses[0].error_code == 0


@pytest.mark.parametrize("fields", [{"producer_epoch": 9}, {"coordinator_epoch": 9}])
def test_a_newer_owner_at_a_partition_has_the_last_word(fields: dict[str, int]) -> None:
    """produce C-99: the coordinator gives up, here as in Kafka, and the id stays as it is."""
    harness = begun({"a": 1})
    said = operators_marker(0, {"a": [0]}, transaction_result=False, **fields)
    assert set(write_markers(harness.client, said, version=1).values()) == {0}
    harness.end(WHO)
    harness.advance(60_000)
    assert harness.state() == "PrepareCommit"
    assert len(harness.markers(0, "a")) == 1
    assert not harness.shard.completion._retries


def test_the_others_of_a_fenced_transaction_have_their_markers() -> None:
    """produce C-99: a node is sent all of its markers at once, and only then the coordinator knows.

    Until it is loaded again, operators are told of the partition that is left.
    """
    harness = begun({"a": 3})
    said = operators_marker(0, {"a": [1]}, transaction_result=False, producer_epoch=9)
    assert set(write_markers(harness.client, said, version=1).values()) == {0}
    harness.end(WHO)
    harness.advance(60_000)
    assert [len(harness.markers(index, "a")) for index in range(3)] == [1, 1, 1]
    left = described(harness.broker.transactions, NAME).partitions
    assert left == {TopicPartition("a", 1)}


def test_prepared_transactions_are_gone_on_with_after_a_load() -> None:
    """produce C-84, C-100, F 157: with the epoch that the coordinator's partition has then."""
    harness = begun({"a": 2})
    harness.partition(1, "a").is_leader = False
    harness.end(WHO, version=4)
    harness.shard.partition.leader_epoch += 1
    harness.restart_coordinator()
    assert harness.state() == "PrepareCommit"
    harness.partition(1, "a").is_leader = True
    harness.advance(1000)
    assert harness.state() == "CompleteCommit"
    epoch = harness.shard.partition.leader_epoch
    assert harness.markers(1, "a") == [(0, 0, Marker(0, True, epoch))]
    assert [m.coordinator_epoch for _, _, m in harness.markers(0, "a")] == [epoch - 1, epoch]


def test_who_coordinates_no_longer_writes_no_markers() -> None:
    """produce C-100: the next coordinator does."""
    harness = begun({"a": 1})
    harness.partition(0, "a").is_leader = False
    harness.end(WHO)
    transactions = harness.broker.transactions
    transactions.on_partition_resigned(transactions.partition_of("x"), harness.now_ms)
    harness.partition(0, "a").is_leader = True
    harness.advance(60_000)
    assert harness.markers(0, "a") == []
    assert harness.end_code(WHO) == 16


def test_the_record_of_completion_is_tried_until_it_is_written() -> None:
    """produce C-99: as the markers are, which are not written again."""
    harness = begun({"a": 1})
    partition = harness.shard.partition
    original = harness.broker.markers.write

    class Losing:
        def write(self, *asked: object) -> object:
            partition.is_leader = False
            return original(*asked)  # type: ignore[arg-type]

    harness.broker.transactions.markers = Losing()  # type: ignore[assignment]
    assert harness.end(WHO)[0] == 0
    assert harness.state() == "PrepareCommit"
    partition.is_leader = True
    harness.broker.transactions.markers = harness.broker.markers
    harness.advance(50)
    assert harness.state() == "CompleteCommit"
    assert len(harness.markers(0, "a")) == 1
