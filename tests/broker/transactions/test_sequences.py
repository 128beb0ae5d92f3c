"""Producers of transactions from the first request to what consumers read."""

from __future__ import annotations

from random import Random

import pytest

from kafkawire.broker.transactions.records import TransactionRecord
from tests.support.log.batches import make_batch
from tests.support.log.simulated_disk import Moment, SimulatedDisk
from tests.support.requests.coordination import (
    NAME,
    Identity,
    StoredTransactions,
    TransactionsHarness,
)
from tests.support.requests.fetching import asked, base_offsets, data_of, fetch_request
from tests.support.requests.markers import marker, write_markers
from tests.support.requests.produce import produce_request

COMMITTED = 1
"""The isolation level."""


def read(harness: TransactionsHarness | StoredTransactions, index: int = 0) -> tuple[object, ...]:
    """Last stable offset, base offsets, and the aborted, as a read_committed consumer gets them."""
    request = fetch_request(("t", asked(index)), isolation_level=COMMITTED)
    data = data_of(harness.client.request(request, 12), index)
    aborted = [(each.producer_id, each.first_offset) for each in data.aborted_transactions]
    return data.last_stable_offset, base_offsets(data.records), aborted


def test_a_new_client_commits_and_goes_on() -> None:
    """produce C-140, C-76: partitions are added by what is sent, and each epoch begins at 0."""
    harness = TransactionsHarness()
    who = harness.identity()
    for count in range(3):
        assert who == (0, count)
        assert harness.produce(who, 0).error_code == 0
        assert harness.state() == "Ongoing"
        assert harness.produce(who, 1).error_code == 0
        code, *rest = harness.end(who)
        assert code == 0
        who = (rest[0], rest[1])
    assert read(harness) == (9, [0, 1, 2, 3, 4, 5, 6, 7, 8], [])
    assert [epoch for _, epoch, _ in harness.markers()] == [1, 2, 3]


def test_a_new_client_aborts_and_goes_on() -> None:
    """produce C-141, C-113."""
    harness = TransactionsHarness()
    who = harness.identity()
    assert harness.produce(who, 0).error_code == 0
    assert harness.end(who, commit=False) == (0, 0, 1)
    assert harness.produce((0, 1), 0).error_code == 0
    assert harness.produce((0, 1), 0, 1).error_code == 0
    assert harness.end((0, 1)) == (0, 0, 2)
    assert read(harness) == (4, [0, 1, 2, 3], [(0, 0)])
    assert read(harness, 1) == (2, [0, 1], [])


def test_plain_records_wait_for_the_transaction_before_them() -> None:
    """produce C-110, C-111, F 148, F 149: and the marker of an abort lets them go."""
    harness = TransactionsHarness()
    who = harness.identity()
    harness.client.request(produce_request(("t", 0, make_batch())), 11)
    assert harness.produce(who, 0).error_code == 0
    harness.client.request(produce_request(("t", 0, make_batch())), 11)
    assert harness.partition().high_watermark == 3
    assert read(harness) == (1, [0], [])
    assert harness.end(who, commit=False)[0] == 0
    assert read(harness) == (4, [0, 1, 2, 3], [(0, 1)])


def test_an_old_client_keeps_its_epoch_and_counts_on() -> None:
    """produce C-142, C-134: a partition without data gets its marker, too."""
    harness = TransactionsHarness()
    who = harness.identity()
    for sequence in range(3):
        assert harness.add(who, 0, 1) == 0
        assert harness.produce(who, sequence, version=11).error_code == 0
        assert harness.end(who, version=4)[0] == 0
    assert read(harness) == (6, [0, 1, 2, 3, 4, 5], [])
    assert read(harness, 1)[0] == 3


@pytest.mark.parametrize(("version", "codes"), [(12, (47, 47)), (11, (47, 120)), (10, (47, 48))])
def test_what_comes_after_an_abort_is_refused(version: int, codes: tuple[int, int]) -> None:
    """produce C-77: by its epoch, or because it belongs to nothing any more."""
    harness = TransactionsHarness()
    old, new = harness.identity(), harness.identity("new")
    for who, name in ((old, NAME), (new, "new")):
        assert harness.add(who, 0, name=name) == 0
        assert harness.produce(who, 0, version=11, name=name).error_code == 0
    assert harness.end(new, commit=False, name="new")[0] == 0
    assert harness.end(old, commit=False, version=4)[0] == 0
    assert harness.produce(new, 1, version=version, name="new").error_code == codes[0]
    if version < 12:
        assert harness.produce(old, 1, version=version).error_code == codes[1]


@pytest.mark.parametrize(("given", "code"), [((0, 5), 47), ((9, 0), 49), ((0, 0), 0)])
def test_a_batch_must_be_of_the_producer_of_now(given: Identity, code: int) -> None:
    """produce A-104, A-106, C-13, F 127: where it adds its partition."""
    harness = TransactionsHarness()
    harness.identity()
    assert harness.produce(given, 0).error_code == code
    assert harness.produce(given, 0, name="nobody").error_code in (49, 0)


def test_a_hanging_transaction_is_ended_by_an_operator() -> None:
    """produce C-122: the coordinator knows nothing of it."""
    harness = TransactionsHarness()
    who = harness.identity()
    harness.produce(who, 0)
    harness.shard.log.append([TransactionRecord(NAME, None)], harness.now_ms)
    harness.advance(3_600_000)
    assert read(harness) == (0, [], [])
    entry = harness.partition().log.producer_state.get(who[0])
    assert entry is not None
    assert entry.transaction_first_offset == 0
    abort = marker(*who[:1], {"t": [0]}, transaction_result=False, producer_epoch=who[1])
    assert set(write_markers(harness.client, abort, version=1).values()) == {0}
    assert read(harness) == (2, [0, 1], [(who[0], 0)])


def test_an_operators_abort_cannot_be_made_good() -> None:
    """produce C-123, C-97, F 154: the coordinator's commit comes too late."""
    harness = TransactionsHarness()
    who = harness.identity()
    harness.produce(who, 0)
    abort = marker(who[0], {"t": [0]}, transaction_result=False, producer_epoch=who[1])
    assert set(write_markers(harness.client, abort, version=1).values()) == {0}
    assert harness.end(who)[0] == 0
    assert [m.is_commit for _, _, m in harness.markers()] == [False, True]
    assert read(harness) == (3, [0, 1, 2], [(who[0], 0)])


def begin(disk: SimulatedDisk) -> StoredTransactions:
    harness = StoredTransactions(disk)
    harness.find()
    return harness


@pytest.mark.parametrize("is_clean", [True, False])
def test_a_restart_changes_nothing_for_producers(is_clean: bool) -> None:
    """produce C-2, C-100, F 157: an ongoing transaction goes on, and its batches are known."""
    disk = SimulatedDisk()
    harness = begin(disk)
    harness.create_topic("t", partitions=4)
    harness.init(None)
    who = harness.identity()
    other = harness.identity("other")
    assert harness.produce(who, 0).error_code == 0
    assert harness.produce(other, 0, 1, name="other").error_code == 0
    assert harness.end(other, name="other")[0] == 0
    epoch = harness.shard.partition.leader_epoch
    before = {name: harness.transaction(name) for name in (NAME, "other")}
    if is_clean:
        assert harness.stop()
    else:
        disk = Moment(0, disk.volume, None).killed(Random(0))
    harness = begin(disk)
    for name, transaction in before.items():
        assert harness.transaction(name) == transaction._replace(last_producer_epoch=-1)
    again = harness.produce(who, 0)
    assert (again.error_code, again.base_offset) == (0, 0), "known as a duplicate"
    assert harness.produce(who, 1).error_code == 0
    assert harness.end(who) == (0, 0, 1)
    ((_, _, written),) = harness.markers()
    assert written.coordinator_epoch == harness.shard.partition.leader_epoch > epoch
    assert harness.end((1, 1), name="other", commit=False) == (0, 1, 2)
    assert harness.init("third").error_code == 14
    assert harness.identity("third") == (1000, 0), "produce C-24: what was left is not used"
