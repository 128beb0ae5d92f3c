"""ConsumerGroupHeartbeat of members that join, live and reconcile."""

from typing import Any

import pytest

from kafkawire.protocol.messages.consumer_group_heartbeat_response import (
    ConsumerGroupHeartbeatResponse,
)
from tests.support.requests.consumer_groups import ConsumerHarness, TopicPartitions, settle

T1 = {"t1": {0, 1, 2}}
T2 = {"t2": {0, 1}}


@pytest.fixture
def harness() -> ConsumerHarness:
    return ConsumerHarness()


def test_the_first_member_has_everything_in_epoch_2(harness: ConsumerHarness) -> None:
    """groups D-30, D-32, D-61, A-10, G 103: five records, in one batch."""
    client = harness.joiner()
    assert (client.epoch, client.assigned) == (2, {**T1, **T2})
    assert client.answer.heartbeat_interval_ms == 5_000
    assert harness.epochs() == (2, 2)
    assert harness.group().state_name == "Stable"
    written = harness.written()
    assert [kind for kind, _, _ in written] == [5, 3, 7, 6, 8]
    assert written[3][2].assignment_timestamp == harness.now_ms
    assert (written[4][2].member_epoch, written[4][2].previous_member_epoch) == (2, 0)
    shard = harness.broker.groups.shard_of("g")
    (batch,) = shard.partition.log.iter_batches()
    assert batch[0].records_count == 5


def test_members_without_topics_stay_in_epoch_1(harness: ConsumerHarness) -> None:
    """groups D-30, D-40, G 104: the assignment is there, and empty."""
    answer = harness.beat(
        member_id="m",
        member_epoch=0,
        subscribed_topic_names=[],
        topic_partitions=[],
        rebalance_timeout_ms=1,
    )
    assert (answer.member_epoch, answer.assignment.topic_partitions) == (1, [])
    assert harness.kinds() == [5, 8]


def test_a_topic_that_does_not_exist_is_assigned_once_it_does(harness: ConsumerHarness) -> None:
    """groups D-22, D-33, G 105."""
    client = harness.joiner("m1", "later")
    assert (client.epoch, client.assigned) == (2, {})
    harness.advance(1_000)
    assert client.beat().assignment is None
    harness.create_topic("unrelated", 1)
    assert client.beat().member_epoch == 2
    harness.create_topic("later", 2)
    assert client.beat().member_epoch == 3
    assert client.assigned == {"later": {0, 1}}


def test_the_walk_of_two_members(harness: ConsumerHarness) -> None:
    """groups D-62, D-63, G 110: each step as Apache Kafka 4.4.0 answers it."""
    m1 = harness.joiner("m1")
    m2 = harness.joiner("m2")
    assert (m2.epoch, m2.assigned) == (2, {})
    harness.advance(1_000)

    assert m1.beat().member_epoch == 2
    assert m1.assigned == T1
    member = harness.group().members["m1"]
    assert (int(member.current.state), set(member.current.pending_revocation)) == (
        1,
        {harness.broker.metadata.topics["t2"].topic_id},
    )
    assert (m2.beat().member_epoch, m2.answer.assignment) == (3, None)
    assert int(harness.group().members["m2"].current.state) == 2

    still = m1.send(topic_partitions=harness.listed({**T1, **T2}))
    assert (still.member_epoch, still.assignment) == (2, None)
    gone = m1.send(topic_partitions=harness.listed(T1))
    assert (gone.member_epoch, gone.assignment) == (3, None)
    assert (m2.beat().member_epoch, m2.assigned) == (3, T2)

    # The answer that moved m1 on may have been lost.
    again = m1.send(member_epoch=2, topic_partitions=harness.listed(T1))
    assert (again.error_code, again.member_epoch, again.assignment) == (0, 3, None)
    for owned in (None, harness.listed(T2)):
        refused = m1.send(member_epoch=2, topic_partitions=owned)
        assert (refused.error_code, refused.member_epoch) == (110, 0)
    long_ago = m1.send(member_epoch=1, topic_partitions=harness.listed(T1))
    assert (long_ago.error_code, long_ago.member_epoch) == (110, 0)
    assert harness.group().state_name == "Stable"


def test_what_a_client_owns_is_all_that_it_lists(harness: ConsumerHarness) -> None:
    """groups D-56: also if it names a topic once for each partition."""
    m1 = harness.joiner("m1", "t1")
    harness.joiner("m2", "t1")
    harness.advance(1_000)
    m1.beat()
    member = harness.group().members["m1"]
    ((topic_id, pending),) = member.current.pending_revocation.items()
    apart = [TopicPartitions(topic_id=topic_id, partitions=[each]) for each in range(3)]
    assert m1.send(topic_partitions=[*apart, *apart]).member_epoch == 2
    kept = [each for each in apart if not {*each.partitions} & {*pending}]
    assert m1.send(topic_partitions=kept).member_epoch == 3


def test_assignments_are_a_second_apart(harness: ConsumerHarness) -> None:
    """groups D-31, D-64, G 111: any heartbeat after that computes, nothing does by itself."""
    m1 = harness.joiner("m1")
    m2 = harness.joiner("m2")
    assert (m2.epoch, m2.answer.assignment.topic_partitions) == (2, [])
    assert (harness.group().state_name, harness.epochs()) == ("Assigning", (3, 2))
    harness.advance(999)
    assert m2.beat().member_epoch == 2
    harness.advance(60)
    assert harness.epochs() == (3, 2)
    m2.beat()
    assert (harness.group().state_name, harness.epochs()) == ("Reconciling", (3, 3))
    assert m1.beat().assignment is not None


def test_without_an_interval_a_join_computes(harness: ConsumerHarness) -> None:
    """groups D-31, G 112."""
    harness.set_group_config("g", "consumer.assignment.interval.ms", "0")
    harness.joiner("m1")
    assert harness.joiner("m2").epoch == 3
    assert harness.epochs() == (3, 3)


FULL = {"rebalance_timeout_ms": 5, "subscribed_topic_names": ["t1", "t2"], "topic_partitions": []}


@pytest.mark.parametrize("missing", [None, *FULL])
def test_who_says_everything_hears_everything(
    harness: ConsumerHarness, missing: str | None
) -> None:
    """groups D-61, G 106."""
    client = harness.joiner("m1")
    fields: dict[str, Any] = {name: value for name, value in FULL.items() if name != missing}
    assert (client.send(**fields).assignment is not None) == (missing is None)
    assert client.beat().assignment is None


def test_a_repeated_join_keeps_epoch_and_assignment(harness: ConsumerHarness) -> None:
    """groups D-13, D-16, G 108: a heartbeat that changes nothing writes nothing."""
    client = harness.joiner("m1")
    count = len(harness.written())
    client.join()
    assert (client.epoch, client.assigned) == (2, {**T1, **T2})
    assert len(harness.written()) == count


def test_an_epoch_of_nobody_knows_where_is_fenced(harness: ConsumerHarness) -> None:
    """groups D-16, D-17, G 107: with Kafka's words; the member stays."""
    client = harness.joiner("m1")
    answer = client.send(member_epoch=3)
    assert (answer.error_code, answer.error_message) == (
        110,
        "The consumer group member has a greater member epoch (3) than the one known by the "
        "group coordinator (2). The member must abandon all its partitions and rejoin.",
    )
    answer = client.send(member_epoch=1, topic_partitions=[])
    assert (answer.error_code, answer.error_message) == (
        110,
        "The consumer group member has a smaller member epoch (1) than the one known by the "
        "group coordinator (2). The member must abandon all its partitions and rejoin.",
    )
    assert client.join().member_epoch == 2


def test_every_change_of_a_member_is_written_but_not_every_one_counts(
    harness: ConsumerHarness,
) -> None:
    """groups A-16, D-20, D-21."""
    client = harness.joiner("m1")
    count = len(harness.written())
    for fields in ({"rack_id": "r"}, {"rebalance_timeout_ms": 7}, {"server_assignor": "uniform"}):
        client.send(**fields)
        assert harness.kinds(count) == [5], fields
        count += 1
    client.connection.client_id = "cb"
    client.beat()
    assert harness.kinds(count) == [5]
    client.connection = harness.connect("cb", "127.0.0.2")
    client.beat()
    assert harness.kinds(count) == [5, 5]
    member = harness.group().members["m1"].profile
    assert (member.rack_id, member.rebalance_timeout_ms, member.client_id) == ("r", 7, "cb")
    assert member.topic_names == ("t1", "t2")
    assert harness.epochs() == (2, 2)
    client.send(subscribed_topic_names=["t2", "t1", "t2"])
    assert harness.epochs() == (2, 2)


def test_another_assignor_is_reason_for_another_epoch(harness: ConsumerHarness) -> None:
    """groups D-21, D-35, G 117."""
    harness.set_group_config("g", "consumer.assignment.interval.ms", "0")
    m1, m2 = harness.joiner("m1"), harness.joiner("m2")
    settle([m1, m2])
    assert harness.epochs() == (3, 3)
    m1.send(server_assignor="range")
    assert harness.epochs() == (4, 4)
    assert harness.described().assignor_name == "range"
    settle([m1, m2])
    assert (m1.assigned, m2.assigned) == (
        {"t1": {0, 1}, "t2": {0}},
        {"t1": {2}, "t2": {1}},
    )
    m2.send(server_assignor="uniform")
    assert harness.described().assignor_name == "uniform"
    assert harness.epochs()[0] == 5


def test_an_unsubscribed_topic_shrinks_the_assignment_at_once(harness: ConsumerHarness) -> None:
    """groups D-59, G 116: the epoch stays, even while the target is old."""
    client = harness.joiner("m1")
    client.send(subscribed_topic_names=["t1"])
    assert (client.epoch, client.assigned) == (2, T1)
    assert harness.epochs() == (3, 2)
    harness.advance(1_000)
    client.acknowledge()
    assert (client.epoch, harness.epochs()) == (3, (3, 3))


def test_new_partitions_are_assigned_at_a_heartbeat(harness: ConsumerHarness) -> None:
    """groups D-22, D-23, G 118: the group's hash has changed, once."""
    client = harness.joiner("m1")
    harness.advance(1_000)
    hash_before = harness.group().metadata_hash
    harness.grow("t1", 4)
    assert harness.epochs() == (2, 2)
    client.beat()
    assert (client.epoch, client.assigned["t1"]) == (3, {0, 1, 2, 3})
    assert harness.group().metadata_hash != hash_before
    count = len(harness.written())
    client.beat()
    assert len(harness.written()) == count


def test_a_deleted_topic_is_taken_from_its_members(harness: ConsumerHarness) -> None:
    """groups D-22, D-57."""
    client = harness.joiner("m1")
    harness.advance(1_000)
    harness.delete_topic("t2")
    answer = client.send(topic_partitions=None)
    names = [each.topic_id for each in answer.assignment.topic_partitions]
    assert names == [harness.broker.metadata.topics["t1"].topic_id]
    client.send(topic_partitions=harness.listed(T1))
    assert client.epoch == 3


def test_partitions_that_nobody_gives_back_are_not_given_away(harness: ConsumerHarness) -> None:
    """groups D-56, G 113."""
    m1 = harness.joiner("m1")
    m2 = harness.joiner("m2")
    harness.advance(1_000)
    m1.beat()
    for _ in range(3):
        m1.beat()
        assert m2.beat().assignment is None
    assert (m1.epoch, m2.epoch) == (2, 3)


def test_the_bytes_of_answers_are_kafkas() -> None:
    """groups D-3, D-61, A-8: an assignment, none, an empty one, and a refusal."""
    response, parts = ConsumerGroupHeartbeatResponse, ConsumerGroupHeartbeatResponse.TopicPartitions
    topic_id = bytes.fromhex("00112233445566778899aabbccddeeff")
    some = response.Assignment(topic_partitions=[parts(topic_id=topic_id, partitions=[0, 1])])
    golden = {
        "01 02 00112233445566778899aabbccddeeff 03 00000000 00000001 00 00 00": some,
        "ff 00": None,
        "01 01 00 00": response.Assignment(topic_partitions=[]),
    }
    head = "00000000 0000 00 036d31 00000002 00001388"
    for tail, assignment in golden.items():
        message = response(
            member_id="m1", member_epoch=2, heartbeat_interval_ms=5_000, assignment=assignment
        )
        assert message.encode(1) == bytes.fromhex(head + tail)
