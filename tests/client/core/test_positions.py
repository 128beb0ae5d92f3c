"""The states of a partition: every pair of state and event is in the table or a bug."""

from __future__ import annotations

from itertools import product

import pytest

from kafkawire.client.core.positions import Event, Partition, State, next_state
from kafkawire.client.errors import ClientError
from kafkawire.client.values import TopicPartition
from tests.support.suite.state_tables import assert_moves

TABLE = {
    "INITIALIZING": {
        "COMMITTED": "FETCHING",
        "COMMITTED_WITH_EPOCH": "VALIDATING",
        "NOT_COMMITTED": "RESETTING",
        "NO_POLICY": "INITIALIZING",
    },
    "RESETTING": {"OFFSET_FOUND": "FETCHING", "RECREATED": "RESETTING"},
    "VALIDATING": {
        "VALID": "FETCHING",
        "TRUNCATED": "FETCHING",
        "TRUNCATED_SOMEWHERE": "RESETTING",
        "TRUNCATED_WITHOUT_POLICY": "VALIDATING",
        "LEADER_CHANGED": "VALIDATING",
        "RECREATED": "RESETTING",
        "NO_POLICY": "VALIDATING",
    },
    "FETCHING": {
        "LEADER_CHANGED": "VALIDATING",
        "OUT_OF_RANGE": "RESETTING",
        "NO_POLICY": "FETCHING",
        "RECREATED": "RESETTING",
    },
}
ANYWHERE = {"SOUGHT": "FETCHING", "SOUGHT_WITH_EPOCH": "VALIDATING", "RESET": "RESETTING"}


@pytest.mark.parametrize(("state", "event"), list(product(State, Event)))
def test_each_pair_is_in_the_table_or_a_bug(state: State, event: Event) -> None:
    """client M.1, N-11, F-40; fetch F-50."""
    expected = {**TABLE[state.name], **ANYWHERE}.get(event.name)
    assert_moves(next_state, state, event, State[expected] if expected else None)


def test_only_fetching_partitions_are_fetched_and_handed_out() -> None:
    """client F-40; fetch F-12, F-50."""
    partition = Partition(TopicPartition("t", 0))
    for state in State:
        partition.state = state
        assert partition.is_fetchable == (state is State.FETCHING)
        assert not partition.is_ready
    for flag in ("is_paused", "is_hidden", "is_resting", "is_denied"):
        setattr(partition, flag, True)
        assert not partition.is_fetchable
        setattr(partition, flag, False)
    partition.fail(ClientError("no"))
    assert partition.is_ready
    assert not partition.is_fetchable
    partition.is_paused = True
    assert not partition.is_ready
