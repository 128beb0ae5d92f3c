"""Histories of three brokers with faults, by seed; `follower_faults` has the invariants.

`KAFKAWIRE_FOLLOWER_SEEDS=2000` tries the first 2000 seeds in place of forty.
"""

from __future__ import annotations

import os

import pytest

from tests.support.broker.follower_faults import run

SEEDS = int(os.environ.get("KAFKAWIRE_FOLLOWER_SEEDS", "40"))
PARTS = 5
"""No multiple of four, so that each part has all kinds of histories."""


def test_some_histories() -> None:
    """replication C-53, D-8, fetch G-13: one with clean and one with unclean elections."""
    histories = [run(2), run(3)]
    assert [each.is_unclean for each in histories] == [False, True]
    assert all(each.elections and each.restarts for each in histories)
    assert all(len(committed) for each in histories for committed in each.committed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_committed_records_survive_faults(part: int) -> None:
    """replication C-52, C-53, D-8, D-12, D-17, fetch G-13, G-44, G-50, G-53: in each history.

    Replicas are equal below the high watermark, which does not go back in a leader's epoch;
    committed records are kept; after the faults all replicas are equal. Some histories have
    unclean elections, which lose records, and some have leaders that do not compare epochs.
    """
    histories = [run(seed) for seed in range(part, SEEDS, PARTS)]
    assert sum(each.elections for each in histories) > 2 * len(histories)
    assert sum(each.restarts for each in histories) > len(histories)
    assert sum(each.truncations for each in histories) > len(histories)
