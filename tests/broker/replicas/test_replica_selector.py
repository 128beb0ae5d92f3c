"""Which replica a consumer is sent to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.config.values import ConfigError
from kafkawire.broker.metadata.parts import BrokerImage
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.replicas.remote_replica import FollowerFetch, Peers, RemoteReplicas
from kafkawire.broker.replicas.replica_selector import (
    LEADER_ONLY,
    RACK_AWARE,
    Client,
    RackAwareSelector,
    selector_of,
)
from tests.support.broker.metadata import broker
from tests.support.broker.partitions import make_partition, reassign

NOW_MS = 50_000


class Racks:
    """Partition 0 led by broker 1; every follower has 0 to 10 and had caught up just now."""

    def __init__(self, *racks: str | None) -> None:
        node_ids = range(1, 1 + len(racks))
        self.brokers = {
            node_id: BrokerImage(broker(node_id, rack=rack))
            for node_id, rack in zip(node_ids, racks, strict=True)
        }
        self.partition: Partition = make_partition(replicas=tuple(node_ids), isr=tuple(node_ids))
        self.followers = RemoteReplicas(Peers(self.brokers, 0), node_ids[1:])
        self.partition.followers = self.followers
        for node_id in node_ids[1:]:
            self.fetch(node_id)

    def fetch(self, node_id: int, end: int = 10, start: int = 0, now_ms: int = NOW_MS) -> None:
        replica = self.followers.get(node_id)
        assert replica is not None
        replica.fetched(FollowerFetch(end, start, -1, end, now_ms))

    def select(self, rack: str = "b", offset: int = 5, listener: str = "PLAINTEXT") -> int | None:
        selector = RackAwareSelector(self.brokers)
        return selector.select(self.partition, Client(rack, listener), offset, NOW_MS)


def test_a_follower_in_the_rack_is_preferred() -> None:
    """fetch B-42, J 85."""
    assert Racks("a", "b", "c").select("b") == 2
    assert Racks("a", "b", "c").select("c") == 3


@pytest.mark.parametrize("racks", [("a", "c"), ("a", None), (None, None)])
def test_nobody_in_the_rack_means_the_leader(racks: tuple[str | None, ...]) -> None:
    """fetch B-42."""
    assert Racks(*racks).select("b") is None


def test_a_leader_in_the_rack_is_preferred() -> None:
    """fetch B-42, J 86."""
    assert Racks("b", "b").select("b") is None


def test_the_best_of_the_rack_is_chosen() -> None:
    """fetch B-42, J 87: larger end, then caught up later, then the larger id."""
    racks = Racks("a", "b", "b", "b")
    assert racks.select() == 4
    racks.fetch(3, now_ms=NOW_MS + 1)
    assert racks.select() == 3
    racks.fetch(2, end=11)
    assert racks.select() == 2


@pytest.mark.parametrize(("offset", "offered"), [(2, False), (3, True), (10, True), (11, False)])
def test_only_who_has_the_offset_is_offered(offset: int, offered: bool) -> None:
    """fetch B-41, J 88."""
    racks = Racks("a", "b")
    racks.fetch(2, end=10, start=3)
    assert racks.select(offset=offset) == (2 if offered else None)


def test_only_who_is_in_sync_is_offered() -> None:
    """fetch B-41, J 88."""
    racks = Racks("a", "b")
    reassign(racks.partition, isr=(1,))
    assert racks.select() is None


def test_only_who_can_be_reached_is_preferred() -> None:
    """fetch B-43, J 89: registered, not fenced, on the client's listener."""
    racks = Racks("a", "b")
    assert racks.select(listener="OTHER") is None
    racks.brokers[2].fenced = True
    assert racks.select() is None
    del racks.brokers[2]
    assert racks.select() is None


def test_a_leader_out_of_reach_is_not_in_the_rack() -> None:
    """fetch B-42, B-43."""
    racks = Racks("b", "b")
    racks.brokers[1].fenced = True
    assert racks.select() == 2


FOLLOWERS = st.lists(
    st.tuples(
        st.sampled_from([None, "a", "b"]),
        st.booleans(),  # in sync
        st.booleans(),  # fenced
        st.integers(0, 3),  # log end
        st.integers(0, 3),  # log start
        st.integers(0, 2),  # caught up at
    ),
    max_size=4,
)


@given(st.sampled_from(["a", "b", "c"]), FOLLOWERS, st.integers(-1, 4))
def test_the_choice_is_that_of_a_plain_reading_of_the_rules(
    leader_rack: str, followers: list[tuple[str | None, bool, bool, int, int, int]], offset: int
) -> None:
    """fetch B-41, B-42, B-43, J 87, J 88."""
    racks = Racks(leader_rack, *(each[0] for each in followers))
    racks.followers.assign([])
    racks.followers.assign(range(2, 2 + len(followers)))
    isr, found = [1], []
    for node_id, (rack, in_sync, fenced, end, start, at_ms) in enumerate(followers, 2):
        racks.fetch(node_id, end, start, at_ms)
        racks.brokers[node_id].fenced = fenced
        if in_sync:
            isr.append(node_id)
        if in_sync and not fenced and rack == "b" and end >= offset >= start:
            found.append((end, at_ms, node_id))
    reassign(racks.partition, isr=tuple(isr))
    best = max(found)[2] if found and leader_rack != "b" else None
    assert racks.select("b", offset) == best


def test_a_selector_is_named_by_its_class() -> None:
    """fetch B-40, B-43, J 84: none and LeaderSelector leave everybody with the leader."""
    assert selector_of(BrokerConfig({}), {}) is None
    assert selector_of(BrokerConfig({"replica.selector.class": LEADER_ONLY}), {}) is None
    found = selector_of(BrokerConfig({"replica.selector.class": RACK_AWARE}), {})
    assert isinstance(found, RackAwareSelector)
    with pytest.raises(ConfigError, match="selector"):
        selector_of(BrokerConfig({"replica.selector.class": "com.example.Mine"}), {})
