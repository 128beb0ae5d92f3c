"""Transactions that take too long."""

from __future__ import annotations

import pytest

from kafkawire.broker.transactions.timeouts import next_look_ms
from tests.support.requests.coordination import NAME, TransactionsHarness
from tests.support.requests.harness import START_MS

LOOKS_MS = 10_000


@pytest.mark.parametrize(
    ("not_before_ms", "expected_ms"),
    [(0, 110), (100, 110), (110, 110), (111, 120), (120, 120), (129, 130)],
)
def test_looks_come_at_each_interval_after_the_start(not_before_ms: int, expected_ms: int) -> None:
    """produce C-80: the first when one interval has passed."""
    assert next_look_ms(100, 10, not_before_ms) == expected_ms


def test_a_transaction_is_aborted_at_the_first_look_after_its_time() -> None:
    """produce C-80: its time counts from its first partition, and its activity does not help."""
    harness = TransactionsHarness()
    who = harness.identity(timeout_ms=15_000)
    harness.advance(5_000)
    harness.add(who, 0)
    harness.advance(14_000)
    harness.add(who, 1)
    harness.advance(1_000)  # exactly its timeout, and a look
    assert harness.state() == "Ongoing"
    harness.advance(LOOKS_MS - 1)
    assert harness.state() == "Ongoing"
    harness.advance(1)
    assert harness.now_ms == START_MS + 30_000
    assert harness.state() == "CompleteAbort"
    for index in (0, 1):
        assert [(pid, epoch, m.is_commit) for pid, epoch, m in harness.markers(index)] == [
            (0, 1, False)
        ]


def timed_out(level: int = 2) -> tuple[TransactionsHarness, tuple[int, int]]:
    """A broker that has aborted a transaction, and who had begun it."""
    harness = TransactionsHarness()
    harness.broker.metadata.features["transaction.version"] = level
    who = harness.identity(timeout_ms=1_500)
    harness.add(who, 0)
    harness.advance(LOOKS_MS)
    assert harness.state() == "CompleteAbort"
    return harness, who


def test_its_producer_is_fenced_but_may_go_on() -> None:
    """produce C-78, C-81, F 144."""
    harness, who = timed_out()
    assert harness.add(who, 0) == 90
    assert harness.add_offsets(who) == 90
    assert harness.end(who, commit=True) == (48, -1, -1)
    assert harness.end(who, commit=False) == (0, 0, 1)
    assert harness.end_code(who, version=4) == 90
    assert harness.end_code(who, version=1) == 47
    assert harness.identity(given=who) == (0, 1)
    assert harness.identity(given=who) == (0, 1)


@pytest.mark.parametrize("level", [0, 1])
def test_below_transaction_version_2_its_producer_is_lost(level: int) -> None:
    """produce C-78, C-81, C-131, F 145: but for KIP-890's own EndTxn, nobody asks for it there."""
    harness, who = timed_out(level)
    assert harness.add(who, 0) == 90
    assert harness.end_code(who, version=4) == 90
    assert harness.init(NAME, who).error_code == 90
    assert harness.identity() == (0, 2)


def test_emulated_releases_without_the_feature_do_as_at_level_0() -> None:
    """produce C-81, C-131, F 145: 3.9."""
    assert TransactionsHarness(emulate="3.9").broker.transactions.transaction_version == 0
    assert TransactionsHarness(emulate="4.0").broker.transactions.transaction_version == 2


def test_a_transaction_that_ends_in_time_is_left_alone() -> None:
    """produce C-80: and the next one has a time of its own."""
    harness = TransactionsHarness()
    who = harness.identity(timeout_ms=8_000)
    timers = len(harness.broker.timers)
    for _ in range(3):
        harness.add(who, 0)
        harness.advance(7_000)
        assert harness.end_code(who, version=4) == 0
        assert len(harness.broker.timers) == timers, "nothing is left behind"
    assert harness.describe().producer_epoch == 0


@pytest.mark.slow
def test_two_phase_commits_take_as_long_as_they_like() -> None:
    """produce C-34, C-80."""
    harness = TransactionsHarness()
    harness.identity()
    harness.place(timeout_ms=(1 << 31) - 1)
    harness.add((0, 0), 0)
    harness.advance(30 * 86_400_000)
    assert harness.state() == "Ongoing"


def test_a_look_that_cannot_abort_is_followed_by_another() -> None:
    """produce C-80."""
    harness = TransactionsHarness()
    who = harness.identity(timeout_ms=1_500)
    harness.add(who, 0)
    harness.shard.partition.is_leader = False
    harness.advance(LOOKS_MS)
    assert harness.state() == "Ongoing"
    harness.shard.partition.is_leader = True
    harness.advance(LOOKS_MS)
    assert harness.state() == "CompleteAbort"
    assert harness.describe().producer_epoch == 1


@pytest.mark.slow
def test_ongoing_transactions_time_out_after_a_load() -> None:
    """produce C-80, C-100."""
    harness = TransactionsHarness()
    harness.add(harness.identity(timeout_ms=15_000), 0)
    harness.restart_coordinator()
    harness.advance(20_000)
    assert harness.state() == "CompleteAbort"
