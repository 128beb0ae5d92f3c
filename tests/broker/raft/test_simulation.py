"""Histories of quorums with faults, by seed; the invariants are those of `raft_world.World`.

`KAFKAWIRE_RAFT_SEEDS=5000` tries the first 5000 seeds in place of some hundred.
"""

from __future__ import annotations

import os

import pytest

from tests.support.broker.raft_faults import run

SEEDS = int(os.environ.get("KAFKAWIRE_RAFT_SEEDS", "240"))
PARTS = 6


@pytest.mark.slow
def test_some_histories() -> None:
    """One seed of each kind of quorum; each commits, elects and goes on."""
    worlds = [run(seed) for seed in range(5)]
    assert all(world.ends and world.elections for world in worlds)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_committed_records_survive_faults(part: int) -> None:
    """replication A-5, A-21, A-43, A-45, A-54, A-57: in each history the invariants hold.

    One leader in an epoch, epochs that rise, votes on disk before they leave, committed records
    that are equal on all replicas, leaders that have all of them, progress after the faults.
    """
    worlds = [run(seed) for seed in range(part, SEEDS, PARTS)]
    assert sum(world.elections for world in worlds) > 2 * len(worlds)
    assert sum(len(world.ends) for world in worlds) > 30 * len(worlds)
    assert sum(world.downloads for world in worlds) > 0
    assert sum(world.voter_changes for world in worlds) > 0
