"""Reassignments as the controller decides them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.reassignments import (
    Reassigner,
    Wish,
    is_under_way,
    reassigned_topics,
    under_way,
)
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from tests.support.broker.metadata import apply, broker, image_of, replace_partition, topic

Lists = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def cluster(*replica_lists: Sequence[int]) -> MetadataImage:
    """Brokers 1 to 4, the last one fenced, and a topic `t`."""
    level = FeatureLevelRecord(name="metadata.version", feature_level=33)
    brokers = [broker(node_id, fenced=node_id == 4) for node_id in (1, 2, 3, 4)]
    return image_of(level, *brokers, *topic("t", *replica_lists))


def wish(
    image: MetadataImage,
    replicas: Sequence[int] | None,
    *,
    index: int = 0,
    name: str = "t",
    may_change_factor: bool = True,
) -> bool:
    """Ask for a reassignment, and have it; whether there is a record."""
    reassigner = Reassigner(image, may_change_factor=may_change_factor)
    record = reassigner.decide(Wish(name, index, replicas))
    if record is not None:
        apply(image, record)
    return record is not None


def lists(image: MetadataImage) -> Lists:
    """Replicas of partition 0, those that come, those that leave."""
    found = image.topics["t"].partitions[0]
    return found.replicas, found.adding_replicas, found.removing_replicas


def refusal(image: MetadataImage, *args: object, **fields: object) -> tuple[int, str | None]:
    with pytest.raises(ApiError) as error:
        wish(image, *args, **fields)  # type: ignore[arg-type]
    return int(error.value.code), error.value.message


def test_what_is_not_there_goes_nowhere() -> None:
    """admin D-2."""
    image = cluster([1, 2])
    assert refusal(image, [1], name="nope") == (3, "Unable to find a topic named nope.")
    assert refusal(image, None, index=7) == (3, "Unable to find partition t:7.")
    assert refusal(image, [9], index=-1) == (3, "Unable to find partition t:-1.")


@pytest.mark.parametrize(
    ("replicas", "text"),
    [
        ([], "an empty replica list."),
        ([1, 9], "broker 9, but no such broker is registered."),
        ([-1], "broker -1, but no such broker is registered."),
        ([2, 1, 2], "the broker 2 more than once."),
        ([9, 2, 2], "the broker 2 more than once."),
    ],
)
def test_where_nobody_can_be_nothing_goes(replicas: list[int], text: str) -> None:
    """admin D-2: by ascending id, as of assignments of new topics."""
    begin = "The manual partition assignment includes"
    assert refusal(cluster([1, 2]), replicas) == (39, f"{begin} {text}")


def test_the_factor_stays_where_it_must() -> None:
    """admin D-3, scenario 89: that of the target and not of both lists, while one goes on."""
    image = cluster([1, 2])
    text = "The replication factor is changed from 2 to"
    assert refusal(image, [1, 2, 3], may_change_factor=False) == (38, f"{text} 3")
    assert wish(image, [1, 3], may_change_factor=False)
    assert lists(image) == ((1, 3, 2), (3,), (2,))
    assert refusal(image, [1, 3, 2], may_change_factor=False) == (38, f"{text} 3")
    assert refusal(image, [1], may_change_factor=False) == (38, f"{text} 1")
    assert wish(image, [1, 2], may_change_factor=False)
    # An assignment that cannot be is refused as such.
    assert refusal(image, [], may_change_factor=False)[0] == 39


def test_both_lists_are_assigned_until_the_new_one_is_in_sync() -> None:
    """admin D-5, scenario 87: those who leave come last, by ascending id."""
    image = cluster([2, 1])
    assert wish(image, [1, 3])
    assert lists(image) == ((1, 3, 2), (3,), (2,))
    image = cluster([3, 2, 1])
    replace_partition(image, isr=(3,))
    assert wish(image, [4])
    assert lists(image) == ((4, 1, 2, 3), (4,), (1, 2, 3))


def test_the_same_again_is_nothing_new() -> None:
    """admin D-4: and of both lists that go on."""
    image = cluster([1, 2])
    assert not wish(image, [1, 2])
    assert wish(image, [1, 3])
    assert not wish(image, [1, 3, 2])
    assert lists(image) == ((1, 3, 2), (3,), (2,))


def test_only_more_replicas_and_only_another_order() -> None:
    """admin D-6, scenario 91."""
    image = cluster([1, 3])
    assert wish(image, [3, 2, 1])
    assert lists(image) == ((3, 2, 1), (2,), ())
    assert image.topics["t"].partitions[0].leader == 1
    image = cluster([1, 3])
    assert wish(image, [3, 1])
    assert lists(image) == ((3, 1), (), ())


def test_less_replicas_are_less_at_once() -> None:
    """admin D-5: nobody is waited for."""
    image = cluster([1, 2, 3])
    assert wish(image, [2])
    assert lists(image) == ((2,), (), ())
    assert image.topics["t"].partitions[0].leader == 2


def test_a_new_wish_takes_the_place_of_the_old_one() -> None:
    """admin D-7."""
    image = cluster([1, 2])
    assert wish(image, [1, 3])
    assert wish(image, [1, 4])
    assert lists(image) == ((1, 4, 2, 3), (4,), (2, 3))


def test_what_goes_on_can_be_stopped() -> None:
    """admin D-2, D-7, scenario 88."""
    image = cluster([1, 2])
    nothing = (85, None)
    assert refusal(image, None) == nothing
    assert wish(image, [4, 3])
    assert lists(image) == ((4, 3, 1, 2), (3, 4), (1, 2))
    assert wish(image, None)
    assert lists(image) == ((1, 2), (), ())
    assert image.topics["t"].partitions[0].leader_epoch == 1
    assert refusal(image, None) == nothing


def test_nothing_is_stopped_that_would_lose_records() -> None:
    """admin D-2: unless the topic takes that for granted."""
    for choice in ("false", "true"):
        image = cluster([1])
        assert wish(image, [3])
        replace_partition(image, isr=(3,), leader=3)
        config = ConfigRecord(
            resource_type=2, resource_name="t", name="unclean.leader.election.enable", value=choice
        )
        apply(image, config)
        if choice == "false":
            assert refusal(image, None) == (
                39,
                "Unable to revert partition assignment for t:0 because it would require an "
                "unclean leader election.",
            )
        else:
            assert wish(image, None)
            found = image.topics["t"].partitions[0]
            assert (found.replicas, found.isr, found.leader) == ((1,), (1,), 1)


def test_a_new_assignment_elects_nobody_uncleanly() -> None:
    """admin D-5: also where the topic would have that."""
    image = cluster([4])
    config = ConfigRecord(
        resource_type=2, resource_name="t", name="unclean.leader.election.enable", value="true"
    )
    apply(image, config)
    replace_partition(image, leader=-1)
    assert wish(image, [4, 1])
    found = image.topics["t"].partitions[0]
    assert (found.leader, found.isr, found.adding_replicas) == (-1, (4,), (1,))


def test_what_is_under_way_is_found() -> None:
    """admin D-8, scenario 90: as it was asked for; idle and unknown ones are left out."""
    image = cluster([1, 2], [2, 1], [1, 2])
    assert reassigned_topics(image) == []
    for index in (2, 0):
        assert wish(image, [1, 4], index=index)
    topic_image = image.topics["t"]
    assert [is_under_way(topic_image.partitions[index]) for index in range(3)] == [
        True,
        False,
        True,
    ]
    assert under_way(topic_image, [9, 2, 1, 0, 2]) == [2, 0, 2]
    assert reassigned_topics(image) == [(topic_image, [0, 2])]
