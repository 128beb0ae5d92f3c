"""Transactions on disk, with the process killed at any moment: all partitions agree in the end."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.requests.coordination import NAME, StoredTransactions
from tests.support.requests.fetching import asked, data_of, fetch_request

pytestmark = pytest.mark.slow

TRANSACTIONS = 6
KILLS = 6
COMMITTED = 1
"""The isolation level."""


def outcomes(harness: StoredTransactions, index: int) -> list[tuple[int, bool]]:
    """Epoch and end of each transaction in a partition, in order."""
    return [(epoch, marker.is_commit) for _, epoch, marker in harness.markers(index)]


@pytest.mark.parametrize("seed", range(12))
def test_a_transaction_ends_alike_in_all_partitions(seed: int) -> None:
    """produce C-84, C-100, F 157: what was decided is carried out after a load."""
    random = Random(seed)
    disk = SimulatedDisk()
    harness = StoredTransactions(disk)
    harness.find()
    harness.create_topic("t", partitions=4)
    harness.init(None)
    who = harness.identity()
    first = len(disk.changes)
    for _ in range(TRANSACTIONS):
        for index in (0, 1):
            assert harness.produce(who, 0, index).error_code == 0
        ended = harness.end(who, commit=random.random() < 0.7)
        assert ended[0] == 0
        who = (ended[1], ended[2])
    expected = outcomes(harness, 0)
    assert len(expected) == TRANSACTIONS
    chosen = set(random.sample(range(first, len(disk.changes) + 1), KILLS))
    for moment in disk.moments():
        if moment.number not in chosen:
            continue
        again = StoredTransactions(moment.killed(random))
        again.find()
        again.advance(2000)
        check(again, expected)


def check(harness: StoredTransactions, expected: list[tuple[int, bool]]) -> None:
    """Each transaction that has ended somewhere has ended everywhere, as it was decided."""
    found = [list(dict.fromkeys(outcomes(harness, index))) for index in (0, 1)]
    assert found[0] == found[1] == expected[: len(found[0])]
    transaction = harness.transaction()
    assert not transaction.state.wire_name.startswith("Prepare")
    assert transaction.producer_epoch >= len(found[0])
    # Whatever was open goes with its producer, and readers get everything.
    harness.init(NAME)
    harness.advance(2000)
    for index in (0, 1):
        request = fetch_request(("t", asked(index)), isolation_level=COMMITTED)
        data = data_of(harness.client.request(request, 12), index)
        assert data.last_stable_offset == data.high_watermark
