"""What becomes of one partition: assignments, leaders, and what is written of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.partition_changes import (
    MIGRATING,
    Election,
    ElectionRules,
    PartitionChange,
)
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from tests.support.broker.metadata import (
    apply,
    broker,
    directory,
    image_of,
    replace_partition,
    topic,
    topic_id,
)

BROKERS = tuple(broker(node_id) for node_id in (1, 2, 3, 4))


def cluster(*replicas: int, metadata_version: int = 33) -> MetadataImage:
    level = FeatureLevelRecord(name="metadata.version", feature_level=metadata_version)
    return image_of(level, *BROKERS, *topic("t", replicas))


def changed(image: MetadataImage, **wanted: object) -> PartitionChangeRecord | None:
    """The record for partition 0 with these attributes of the change, applied."""
    change = PartitionChange(ElectionRules(image), image.topics["t"], 0)
    for name, value in wanted.items():
        setattr(change, name, value)
    record = change.record(0)
    if record is not None:
        apply(image, record)
    return record


def test_what_is_as_it_should_be_is_not_written() -> None:
    """admin D-4."""
    assert changed(cluster(1, 2)) is None
    assert changed(cluster(1, 2), replicas=[1, 2], isr=[1, 2]) is None


def test_replicas_in_another_order_stay_where_they_are() -> None:
    """admin D-6: neither does the leader move."""
    image = cluster(1, 2, 3)
    record = changed(image, replicas=[3, 2, 1])
    assert record == PartitionChangeRecord(
        partition_id=0,
        topic_id=topic_id("t"),
        replicas=[3, 2, 1],
        directories=[MIGRATING] * 3,
    )
    assert image.topics["t"].partitions[0].leader == 1


def test_directories_follow_their_replicas() -> None:
    """admin D-5, F-20: a new replica has that of a broker with one only."""
    image = cluster(1, 2)
    replace_partition(image, directories=(directory(1), directory(2)))
    record = changed(image, replicas=[3, 2, 1], adding=[3])
    assert record is not None
    assert record.directories == [directory(3), directory(2), directory(1)]


def test_an_old_cluster_has_no_directories() -> None:
    """admin F-20."""
    record = changed(cluster(1, 2, metadata_version=14), replicas=[2, 1])
    assert record is not None
    assert (record.replicas, record.directories) == ([2, 1], None)


def test_those_who_leave_hear_of_it_by_the_leader_epoch() -> None:
    """admin D-5, D-7: the leader is written again, though it is the same."""
    image = cluster(1, 2, 3)
    record = changed(image, replicas=[1, 2], isr=[1, 2])
    assert record is not None
    assert (record.leader, record.isr, record.replicas) == (1, [1, 2], [1, 2])
    assert image.topics["t"].partitions[0].leader_epoch == 1


def test_a_reassignment_ends_when_those_who_come_are_in_sync() -> None:
    """admin D-5."""
    image = cluster(2, 1)
    record = changed(image, replicas=[1, 3, 2], adding=[3], removing=[2])
    assert record is not None
    assert (record.replicas, record.adding_replicas, record.removing_replicas) == (
        [1, 3, 2],
        [3],
        [2],
    )
    assert (record.leader, record.isr) == (-2, None)
    record = changed(image, isr=[2, 1, 3])
    assert record is not None
    assert (record.replicas, record.isr, record.leader) == ([1, 3], [1, 3], 1)
    assert (record.adding_replicas, record.removing_replicas) == ([], [])


def test_where_more_leave_than_come_all_who_stay_must_be_in_sync() -> None:
    """admin D-5: of replicas that only leave, too."""
    image = cluster(1, 2, 3)
    replace_partition(image, isr=(1, 3))
    assert changed(image, removing=[3]) is not None
    assert list(image.topics["t"].partitions[0].replicas) == [1, 2, 3]
    changed(image, isr=[1, 2, 3])
    assert list(image.topics["t"].partitions[0].replicas) == [1, 2]


def test_nobody_leaves_who_is_alone_in_sync() -> None:
    """admin D-5."""
    image = cluster(1, 2)
    replace_partition(image, isr=(1,))
    changed(image, replicas=[2, 1], removing=[1])
    found = image.topics["t"].partitions[0]
    assert (found.replicas, found.removing_replicas, found.isr) == ((2, 1), (1,), (1,))


def test_the_preferred_leader_comes_first_where_it_is_asked_for() -> None:
    """admin D-10: and the leader goes on where the preferred one cannot lead."""
    for isr, leader in (((1, 2), 2), ((1,), -2)):
        image = cluster(1, 2)
        replace_partition(image, isr=isr)
        changed(image, replicas=[2, 1])
        record = changed(image, election=Election.PREFERRED)
        assert (record.leader if record else -2) == leader


IDS = st.lists(st.sampled_from((1, 2, 3, 4)), min_size=1, unique=True)


@given(IDS, st.lists(st.tuples(IDS, IDS)))
def test_whoever_leads_is_a_replica_and_in_sync(
    first: list[int], steps: list[tuple[list[int], list[int]]]
) -> None:
    """admin D-5: whatever is asked for, and whoever comes to be in sync."""
    image = cluster(*first)
    for target, caught_up in steps:
        there = image.topics["t"].partitions[0].replicas
        gone = sorted(set(there) - set(target))
        changed(
            image, replicas=[*target, *gone], adding=sorted(set(target) - set(there)), removing=gone
        )
        found = image.topics["t"].partitions[0]
        isr = [each for each in found.replicas if each in found.isr or each in caught_up]
        changed(image, isr=isr)
        found = image.topics["t"].partitions[0]
        assert found.leader in found.isr
        assert set(found.isr) <= set(found.replicas)
        assert len(found.directories) in (0, len(found.replicas))
        assert set(found.adding_replicas) | set(found.removing_replicas) <= set(found.replicas)
        if set(target) <= set(isr):
            assert found.replicas == tuple(target)
            assert not found.adding_replicas
            assert not found.removing_replicas
