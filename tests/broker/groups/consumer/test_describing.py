"""What ConsumerGroupDescribe tells."""

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Subject
from tests.support.requests.consumer_groups import ConsumerHarness


@pytest.fixture
def harness() -> ConsumerHarness:
    return ConsumerHarness()


def test_a_group_is_told_with_its_members(harness: ConsumerHarness) -> None:
    """groups D-101, D-97, D-79, A-5, A-6."""
    harness.joiner("m1", "t2", "t1", rack_id="r", instance_id="i", client_id="cb")
    described = harness.described()
    assert (described.group_state, described.assignor_name) == ("Stable", "uniform")
    assert (described.group_epoch, described.assignment_epoch) == (2, 2)
    (member,) = described.members
    assert (member.member_id, member.member_epoch, member.member_type) == ("m1", 2, 1)
    assert (member.instance_id, member.rack_id) == ("i", "r")
    assert (member.client_id, member.client_host) == ("cb", "/127.0.0.1")
    assert (member.subscribed_topic_names, member.subscribed_topic_regex) == (["t1", "t2"], "")
    for told in (member.assignment, member.target_assignment):
        assert harness.named(told.topic_partitions) == {"t1": {0, 1, 2}, "t2": {0, 1}}
        names = {each.topic_name for each in told.topic_partitions}
        assert names == {"t1", "t2"}
    assert harness.described(version=0).members[0].member_type == -1


def test_what_is_to_be_given_back_is_still_assigned(harness: ConsumerHarness) -> None:
    """groups D-101, G 119."""
    m1 = harness.joiner("m1")
    harness.joiner("m2")
    harness.advance(1_000)
    m1.beat()
    member = next(each for each in harness.described().members if each.member_id == "m1")
    assert harness.named(member.assignment.topic_partitions) == {"t1": {0, 1, 2}, "t2": {0, 1}}
    assert harness.named(member.target_assignment.topic_partitions) == {"t1": {0, 1, 2}}


def test_deleted_topics_are_left_out(harness: ConsumerHarness) -> None:
    """groups D-101."""
    harness.joiner("m1")
    harness.delete_topic("t2")
    (member,) = harness.described().members
    assert harness.named(member.assignment.topic_partitions) == {"t1": {0, 1, 2}}


class Hiding:
    """An authorizer that hides one topic."""

    version = 0

    def __init__(self, topic: str) -> None:
        self.topic = topic

    def allows(self, subject: Subject, operation: Operation, kind: ResourceType, name: str) -> bool:
        del subject, operation
        return kind is not ResourceType.TOPIC or name != self.topic


def test_who_may_not_see_a_topic_sees_nothing_of_the_group(harness: ConsumerHarness) -> None:
    """groups D-102."""
    harness.joiner("m1")
    harness.broker.authorizer = Hiding("other")  # type: ignore[assignment]
    assert harness.described().error_code == 0
    harness.broker.authorizer = Hiding("t2")  # type: ignore[assignment]
    described = harness.described()
    assert (described.error_code, described.error_message, described.members) == (
        29,
        "The group has described topic(s) that the client is not authorized to describe.",
        [],
    )
