"""Transactional ids that nobody uses any more."""

from __future__ import annotations

import pytest

from tests.support.requests.coordination import NAME, TransactionsHarness
from tests.support.requests.markers import marker, write_markers

HOUR_MS = 3_600_000
EXPIRATION_MS = 7 * 24 * HOUR_MS


@pytest.mark.slow
@pytest.mark.parametrize("end", [None, True, False])
def test_an_idle_id_is_forgotten(end: bool | None) -> None:
    """produce C-82, C-106, F 156: with a tombstone; whoever comes then begins anew."""
    harness = TransactionsHarness()
    who = harness.identity()
    if end is not None:
        harness.add(who, 0)
        harness.end(who, commit=end, version=4)
    harness.advance(EXPIRATION_MS - 1)
    assert harness.describe().error_code == 0
    harness.advance(1)
    assert harness.describe().error_code == 105
    assert harness.states_written()[-1] == "tombstone"
    assert harness.add(who, 0) == 49
    assert harness.end_code(who) == 49
    assert harness.identity(given=who) == (1, 0)


@pytest.mark.slow
def test_looks_come_once_an_hour() -> None:
    """produce C-82."""
    harness = TransactionsHarness()
    harness.advance(5)
    harness.identity()
    harness.advance(EXPIRATION_MS)
    assert harness.describe().error_code == 0
    harness.advance(HOUR_MS - 5)
    assert harness.describe().error_code == 105
    assert harness.broker.transactions.shard_of(NAME).expiry_timer is None


@pytest.mark.slow
def test_what_is_going_on_is_not_forgotten() -> None:
    """produce C-83: nor what was used since."""
    harness = TransactionsHarness()
    harness.identity("idle")
    harness.identity()
    harness.place(timeout_ms=(1 << 31) - 1)
    harness.add((1, 0), 0)
    prepared = harness.identity("prepared")
    harness.add(prepared, 3, name="prepared")
    newer = marker(prepared[0], {"t": [3]}, producer_epoch=9)
    write_markers(harness.client, newer)
    harness.end(prepared, name="prepared")
    assert harness.state("prepared") == "PrepareCommit"
    harness.identity("used")
    harness.advance(EXPIRATION_MS - HOUR_MS)
    harness.identity("used")
    harness.advance(2 * HOUR_MS)
    found = {name: harness.describe(name).error_code for name in ("idle", NAME, "prepared", "used")}
    assert found == {"idle": 105, NAME: 0, "prepared": 0, "used": 0}


@pytest.mark.slow
def test_a_tombstone_that_cannot_be_written_is_tried_at_the_next_look() -> None:
    """produce C-82."""
    harness = TransactionsHarness()
    harness.identity()
    harness.shard.partition.is_leader = False
    harness.advance(EXPIRATION_MS)
    assert harness.describe().error_code == 0
    harness.shard.partition.is_leader = True
    harness.advance(HOUR_MS)
    assert harness.describe().error_code == 105


@pytest.mark.slow
def test_a_load_knows_how_long_ids_were_idle() -> None:
    """produce C-82."""
    harness = TransactionsHarness()
    harness.identity()
    harness.advance(EXPIRATION_MS - 3)
    harness.restart_coordinator()
    assert harness.describe().error_code == 0
    harness.advance(3)
    assert harness.describe().error_code == 105
