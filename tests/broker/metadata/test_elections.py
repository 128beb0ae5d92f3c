"""Who leads what when a broker leaves and comes back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metadata.elections import Elections, leads_something
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.parts import PartitionImage
from kafkawire.broker.metadata.records import encode_record
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from tests.support.broker.metadata import apply, broker, image_of, topic, topic_id

ELR = FeatureLevelRecord(name="eligible.leader.replicas.version", feature_level=1)


def cluster(*replica_lists: list[int], elr: bool = True, fenced: int = 0) -> MetadataImage:
    """Brokers 1 to 3 and a topic `t`."""
    brokers = [broker(node_id, fenced=node_id == fenced) for node_id in (1, 2, 3)]
    return image_of(*([ELR] if elr else []), *brokers, *topic("t", *replica_lists))


def partition(image: MetadataImage, index: int = 0) -> PartitionImage:
    return image.topics["t"].partitions[index]


def changes(image: MetadataImage, **event: int) -> list[PartitionChangeRecord]:
    """What follows from the event, applied."""
    records = Elections(image, **event).changes()
    apply(image, *records)
    return records


def minimum(image: MetadataImage, value: str) -> None:
    apply(
        image,
        ConfigRecord(resource_type=2, resource_name="t", name="min.insync.replicas", value=value),
    )


def test_the_last_member_leaves_and_stays_eligible() -> None:
    """admin H 133, F-26, replication C-32: the bytes of a running 4.4.0."""
    image = cluster([1])
    [record] = changes(image, leaving=1)
    record.topic_id = bytes.fromhex("680af8a12b3146d59ffc82f08315822b")
    record.eligible_leader_replicas = record.last_known_elr = [2]
    assert encode_record(record).hex(" ") == (
        "01 05 02 00 00 00 00 68 0a f8 a1 2b 31 46 d5 9f fc 82 f0 83 15 82 2b 04 00 01 01 01 04 "
        "ff ff ff ff 06 05 02 00 00 00 02 07 05 02 00 00 00 02"
    )
    left = partition(image)
    assert (left.leader, left.isr, left.leader_epoch) == (-1, (), 1)
    assert (left.eligible_leader_replicas, left.last_known_elr) == ((1,), (1,))
    [record] = changes(image, returning=1)
    assert record == PartitionChangeRecord(
        partition_id=0,
        topic_id=topic_id("t"),
        isr=[1],
        leader=1,
        eligible_leader_replicas=[],
        last_known_elr=[],
    )
    assert (partition(image).leader_epoch, partition(image).partition_epoch) == (2, 2)


def test_without_eligible_replicas_the_last_member_stays() -> None:
    """replication C-32: as 3.9.2 writes it."""
    image = cluster([1], elr=False)
    key: dict[str, Any] = {"partition_id": 0, "topic_id": topic_id("t")}
    assert changes(image, leaving=1) == [PartitionChangeRecord(**key, leader=-1)]
    assert changes(image, failed=1) == []
    assert changes(image, returning=1) == [PartitionChangeRecord(**key, leader=1)]
    assert partition(image).isr == (1,)


def test_one_that_was_killed_leads_again_uncleanly() -> None:
    """replication B-8, C-39, C-41: what 4.4.0 writes after a kill of its only broker."""
    image = cluster([1])
    changes(image, leaving=1)
    key: dict[str, Any] = {"partition_id": 0, "topic_id": topic_id("t")}
    assert changes(image, failed=1) == [PartitionChangeRecord(**key, eligible_leader_replicas=[])]
    assert changes(image, returning=1) == [
        PartitionChangeRecord(**key, isr=[1], leader=1, leader_recovery_state=1, last_known_elr=[])
    ]
    # And the second time it is recovering already.
    changes(image, leaving=1)
    changes(image, failed=1)
    assert changes(image, returning=1)[0].leader_recovery_state == -1


def test_others_take_over_what_they_are_in_sync_with() -> None:
    """replication C-39, C-45, G-5: the first of the replicas that is."""
    image = cluster([1, 2, 3], [2, 1, 3], [3])
    records = changes(image, leaving=1)
    assert [(each.partition_id, each.leader, each.isr) for each in records] == [
        (0, 2, [2, 3]),
        (1, -2, [2, 3]),
    ]
    assert changes(image, returning=1) == []


def test_below_the_minimum_leavers_become_eligible() -> None:
    """admin H 134, F-27, replication C-31, C-34, C-43."""
    image = cluster([1, 2])
    minimum(image, "2")
    [record] = changes(image, leaving=1)
    assert (record.isr, record.leader, record.eligible_leader_replicas) == ([2], 2, [1])
    apply(image, broker(1, fenced=True))
    [record] = changes(image, leaving=2)
    assert (record.isr, record.leader) == ([], -1)
    assert (record.eligible_leader_replicas, record.last_known_elr) == ([1, 2], [2])
    apply(image, broker(2, fenced=True))
    [record] = changes(image, returning=1)
    assert (record.isr, record.leader) == ([1], 1)
    assert (record.eligible_leader_replicas, record.last_known_elr) == ([2], [])


def test_a_minimum_beyond_the_replicas_counts_as_their_number() -> None:
    """replication C-31."""
    image = cluster([1, 2])
    minimum(image, "5")
    [record] = changes(image, leaving=1)
    assert record.eligible_leader_replicas == [1]
    # It is the number of partition 0 that counts, for all of them.
    image = cluster([1], [1, 2])
    minimum(image, "5")
    changes(image, leaving=1)
    assert partition(image).eligible_leader_replicas == (1,)
    assert partition(image, 1).eligible_leader_replicas == ()


def test_an_unclean_election_is_a_topics_choice() -> None:
    """replication C-39, C-41, C-42."""
    for choice in ("true", "false"):
        image = cluster([1, 2], elr=False)
        config = ConfigRecord(
            resource_type=2, resource_name="t", name="unclean.leader.election.enable", value=choice
        )
        gone = PartitionChangeRecord(partition_id=0, topic_id=topic_id("t"), isr=[2], leader=-1)
        apply(image, config, gone, broker(2, fenced=True))
        records = changes(image, returning=1)
        if choice == "true":
            assert (records[0].leader, records[0].isr) == (1, [1])
            assert records[0].leader_recovery_state == 1
        else:
            assert records == []


def test_who_leads_nothing_leads_nothing() -> None:
    """replication B-16."""
    image = cluster([2], [3, 1])
    assert not leads_something(image, 1)
    assert leads_something(image, 2)


SUBSETS = st.lists(st.sampled_from((1, 2, 3)), min_size=1, unique=True)


@given(
    st.lists(SUBSETS, min_size=1, max_size=4),
    st.booleans(),
    st.lists(st.tuples(st.sampled_from(("leaving", "failed", "returning")), st.integers(1, 3))),
    st.sampled_from(("1", "2")),
)
def test_whatever_happens_leaders_are_alive_and_in_sync(
    replica_lists: list[list[int]], elr: bool, events: list[tuple[str, int]], least: str
) -> None:
    """replication C-32, C-38: and without a leader there is nobody who could be one."""
    image = cluster(*replica_lists, elr=elr)
    minimum(image, least)
    alive = {1, 2, 3}
    for event, node_id in events:
        if event == "leaving":
            alive.discard(node_id)
        elif event == "returning":
            alive.add(node_id)
        elif node_id in alive:
            continue  # It registers anew only after it was fenced.
        changes(image, **{event: node_id})
        apply(image, broker(node_id, fenced=node_id not in alive))
        for each in image.topics["t"].partitions.values():
            assert set(each.isr) <= set(each.replicas)
            assert set(each.eligible_leader_replicas).isdisjoint(each.isr)
            if each.leader != -1:
                assert each.leader in each.isr
                assert each.leader in alive
            else:
                members = each.isr or each.eligible_leader_replicas
                assert alive.isdisjoint(members)
            assert elr or (each.isr and not each.eligible_leader_replicas)


@pytest.mark.parametrize("elr", [False, True])
def test_deleted_topics_are_not_looked_for(elr: bool) -> None:
    image = cluster([1], elr=elr)
    image.topics.clear()
    image.topics_by_id.clear()
    assert changes(image, leaving=1) == []
