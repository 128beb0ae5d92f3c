"""Offsets in transactions; tests/broker/api/test_txn_offset_commit.py has the rules."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.coordinator import Producer
from kafkawire.broker.groups.records import offset_record
from kafkawire.broker.replicas.marking import Marker
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue
from tests.support.requests.groups import GroupsHarness

PRODUCERS = (1, 2)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["commit", "pend", "end", "abort"]),
        st.sampled_from(PRODUCERS),
        st.integers(0, 2),
    ),
    max_size=30,
)


@given(steps=STEPS)
def test_a_reload_knows_what_is_committed_and_what_is_pending(steps: list[Any]) -> None:
    """groups A-20, C-40 to C-42: against a model that remembers all in order."""
    harness = GroupsHarness()
    shard = harness.broker.groups.shard_of("g")
    committed: dict[int, int] = {}
    pending: dict[int, dict[int, int]] = {producer: {} for producer in PRODUCERS}
    for number, (step, producer, partition) in enumerate(steps):
        if step in ("end", "abort"):
            marker = Marker(producer, 0, step == "end", 0)
            shard.log.end_transaction(marker, harness.now_ms)
            if step == "end":
                for place, written in pending[producer].items():
                    committed[place] = max(committed.get(place, written), written)
            pending[producer].clear()
            continue
        record = offset_record("g", "t", partition, OffsetCommitValue(offset=number))
        if step == "pend":
            shard.log.append([record], harness.now_ms, Producer(producer, 0))
            pending[producer][partition] = number
        else:
            shard.log.append([record], harness.now_ms)
            committed[partition] = number
    for _ in range(2):
        offsets = harness.broker.groups.shard_of("g").offsets
        found = {at: each.offset for at, each in offsets.of_group("g").get("t", {}).items()}
        assert found == committed
        for partition in range(3):
            is_pending = any(partition in places for places in pending.values())
            assert offsets.is_pending("g", "t", partition) is is_pending
        harness.restart_groups()
