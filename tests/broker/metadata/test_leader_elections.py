"""Elections that someone asks for."""

from __future__ import annotations

import pytest

from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.leader_elections import elect, election_of, every_partition
from kafkawire.broker.metadata.partition_changes import Election
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from tests.support.broker.metadata import apply, broker, image_of, topic, topic_id

PREFERRED, UNCLEAN = Election.PREFERRED, Election.UNCLEAN
NOT_NEEDED = (84, "Leader election not needed for topic partition.")


def cluster(*, leader: int, isr: list[int], replicas: tuple[int, ...] = (2, 1)) -> MetadataImage:
    """Brokers 1 to 3 and a topic `t`; broker 3 is fenced."""
    image = image_of(
        *(broker(node_id, fenced=node_id == 3) for node_id in (1, 2, 3)), *topic("t", replicas)
    )
    change = PartitionChangeRecord(partition_id=0, topic_id=topic_id("t"), isr=isr, leader=leader)
    apply(image, change)
    return image


def refusal(image: MetadataImage, election: Election, name: str = "t", index: int = 0) -> object:
    with pytest.raises(ApiError) as error:
        elect(image, name, index, election)
    return int(error.value.code), error.value.message


def test_types_are_two() -> None:
    """admin D-9."""
    assert [election_of(number) for number in (0, 1)] == [PREFERRED, UNCLEAN]
    for number in (2, 5, -1):
        with pytest.raises(ApiError) as error:
            election_of(number)
        assert (int(error.value.code), error.value.message) == (
            42,
            f"Unknown election type {number}",
        )


def test_what_is_not_there_has_no_leader() -> None:
    """admin D-10."""
    image = cluster(leader=1, isr=[1, 2])
    assert refusal(image, PREFERRED, "nope") == (3, "No such topic as nope")
    assert refusal(image, UNCLEAN, "t", 9) == (3, "No such partition as t-9")


def test_the_preferred_replica_leads_again() -> None:
    """admin D-10, D-6, scenarios 91 and 92."""
    image = cluster(leader=1, isr=[1, 2])
    record = elect(image, "t", 0, PREFERRED)
    assert record == PartitionChangeRecord(partition_id=0, topic_id=topic_id("t"), leader=2)
    apply(image, record)
    assert refusal(image, PREFERRED) == NOT_NEEDED


def test_a_preferred_replica_that_lags_or_is_gone_does_not_lead() -> None:
    """admin D-10, scenario 92."""
    unavailable = (80, "The preferred leader was not available.")
    assert refusal(cluster(leader=1, isr=[1]), PREFERRED) == unavailable
    assert refusal(cluster(leader=1, isr=[1, 3], replicas=(3, 1)), PREFERRED) == unavailable


def test_whoever_is_in_sync_leads_what_nobody_led() -> None:
    """admin D-10: a preferred election finds another if it must."""
    assert elect(cluster(leader=-1, isr=[1]), "t", 0, PREFERRED).leader == 1


def test_an_unclean_election_is_for_those_without_a_leader() -> None:
    """admin D-10."""
    assert refusal(cluster(leader=1, isr=[1]), UNCLEAN) == NOT_NEEDED
    assert refusal(cluster(leader=3, isr=[3], replicas=(3,)), UNCLEAN) == NOT_NEEDED
    record = elect(cluster(leader=-1, isr=[3], replicas=(3, 1)), "t", 0, UNCLEAN)
    assert (record.leader, record.isr, record.leader_recovery_state) == (1, [1], 1)
    nobody = (83, "Eligible topic partition leaders are not available.")
    assert refusal(cluster(leader=-1, isr=[3], replicas=(3,)), UNCLEAN) == nobody


def test_every_partition_is_found() -> None:
    """admin D-11."""
    image = cluster(leader=1, isr=[1])
    apply(image, *topic("u", (1,), (2,), (1,)))
    assert sorted(every_partition(image)) == [("t", [0]), ("u", [0, 1, 2])]
