"""Which partition a group lives in, and when its coordinator is ready."""

import pytest

from kafkawire.broker.coordinated_topic import ShardState
from kafkawire.broker.metadata.topic_names import CONSUMER_OFFSETS
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.records.builder import encode_batch
from tests.support.requests.groups import GroupsHarness, commit, fetch, offset_of
from tests.support.requests.harness import BrokerHarness

LOADED_BATCHES_PER_SLICE = 256


@pytest.fixture
def harness() -> GroupsHarness:
    return GroupsHarness()


def refusal(harness: BrokerHarness, group: str = "g") -> int:
    with pytest.raises(ApiError) as raised:
        harness.broker.groups.shard_of(group)
    return raised.value.code


@pytest.mark.parametrize(
    ("group", "partition"),
    [
        ("", 0),
        ("g1", 42),
        ("simple", 26),
        ("warm", 39),
        ("test-group", 12),
        ("consumer", 22),
        ("grüße", 23),
        ("aaaaa", 35),
        ("polygenelubricants", 0),
    ],
)
def test_groups_hash_to_the_partitions_of_kafka(
    harness: GroupsHarness, group: str, partition: int
) -> None:
    """groups A-30, scenarios 1, 2: the last one's hash is the least integer."""
    assert harness.broker.groups.partition_of(group) == partition


def test_with_one_partition_everything_lives_there() -> None:
    """groups A-30, scenario 1."""
    harness = GroupsHarness({"offsets.topic.num.partitions": "1"})
    assert harness.broker.groups.partition_of("grüße") == 0
    assert list(harness.broker.groups.shards) == [0]


def test_groups_are_answered_for_by_partition_in_kafkas_order(harness: GroupsHarness) -> None:
    """groups A-62, scenario 65."""
    asked = [f"g{number}" for number in range(12)]
    found = harness.broker.groups.by_partition(asked)
    order = [group for _, groups in found for group in groups]
    assert order == "g6 g9 g10 g7 g4 g5 g2 g3 g0 g1 g11 g8".split()


def test_groups_are_listed_in_kafkas_order_of_partitions() -> None:
    """groups A-63 leaves it open; Apache Kafka 4.4.0 lists partitions in their hash order."""
    harness = GroupsHarness({"offsets.topic.num.partitions": "5"})
    harness.create_topic("t1")
    for group in ("empty", "stable", "waiting"):
        commit(harness.connect(), ("t1", 0, 5), group=group)
    listed = [group.group_id for group in harness.list_groups().groups]
    assert listed == ["waiting", "empty", "stable"]


def test_before_the_topic_exists_nobody_coordinates() -> None:
    """groups A-50."""
    assert refusal(BrokerHarness()) == ErrorCode.NOT_COORDINATOR


def test_the_number_of_partitions_is_that_of_the_topic_when_it_appeared() -> None:
    """groups A-30: it does not follow a topic that grows."""
    harness = BrokerHarness({"offsets.topic.num.partitions": "3"})
    harness.connect().request(FindCoordinatorRequest(key="g"), 1)
    harness.settle()
    groups = harness.broker.groups
    assert groups.partitions == 3
    topic = CreatePartitionsRequest.CreatePartitionsTopic(
        name=CONSUMER_OFFSETS, count=5, assignments=None
    )
    harness.connect().request(CreatePartitionsRequest(topics=[topic], timeout_ms=1), 3)
    harness.settle()
    assert groups.partitions == 3
    assert len(groups.shards) == 5


def grow(harness: GroupsHarness) -> None:
    """Make the log of group g's partition longer than one slice of a load."""
    harness.create_topic("t1")
    client = harness.connect()
    for offset in range(LOADED_BATCHES_PER_SLICE + 1):
        commit(client, ("t1", 0, offset))


def elect_again(harness: GroupsHarness) -> None:
    groups = harness.broker.groups
    index = groups.partition_of("g")
    groups.on_partition_resigned(index, harness.now_ms)
    assert refusal(harness) == ErrorCode.NOT_COORDINATOR
    groups.on_partition_elected(index, harness.now_ms)


def test_a_coordinator_is_first_unknown_then_loading_then_ready(harness: GroupsHarness) -> None:
    """groups A-40, A-20, scenario 9."""
    grow(harness)
    elect_again(harness)
    assert refusal(harness) == ErrorCode.COORDINATOR_LOAD_IN_PROGRESS
    with pytest.raises(ApiError):
        harness.broker.groups.active_shards()
    harness.settle()
    expected = LOADED_BATCHES_PER_SLICE
    assert offset_of(fetch(harness.connect(), {"t1": [0]})) == expected


def test_a_load_that_lost_its_partition_ends(harness: GroupsHarness) -> None:
    """groups A-26."""
    grow(harness)
    elect_again(harness)
    index = harness.broker.groups.partition_of("g")
    harness.broker.groups.on_partition_resigned(index, harness.now_ms)
    harness.settle()
    assert refusal(harness) == ErrorCode.NOT_COORDINATOR


def test_a_log_that_cannot_be_read_leaves_the_partition_without_coordinator(
    harness: GroupsHarness,
) -> None:
    """groups A-26, A-27: a group value from the future; the operator is told why."""
    told: list[str] = []
    harness.broker.groups.report = lambda name, error: told.append(f"{name.partition}: {error}")
    shard = harness.broker.groups.shard_of("g")
    key, value = bytes.fromhex("0002000167"), bytes.fromhex("0063")
    batch = encode_batch([(harness.now_ms, key, value, ())])
    harness.broker.replicas.append(shard.partition, batch, now_ms=harness.now_ms)
    harness.restart_groups()
    assert refusal(harness) == ErrorCode.NOT_COORDINATOR
    index = harness.broker.groups.partition_of("g")
    assert harness.broker.groups.shards[index].state is ShardState.FAILED
    (line,) = told
    assert line.startswith(f"{index}: ")
    assert harness.list_groups().error_code == 0


def test_only_partitions_that_are_led_here_are_coordinated(harness: GroupsHarness) -> None:
    """groups A-50."""
    groups = harness.broker.groups
    index = groups.partition_of("g")
    groups.on_partition_resigned(index, harness.now_ms)
    partition = harness.broker.replicas.get(TopicPartition(CONSUMER_OFFSETS, index))
    assert partition is not None
    partition.is_leader = False
    groups.on_partition_elected(index, harness.now_ms)
    groups.on_partition_elected(999, harness.now_ms)
    assert refusal(harness) == ErrorCode.NOT_COORDINATOR


def test_groups_go_with_their_topic(harness: GroupsHarness) -> None:
    """groups A-26, B-88: waiting calls are sent away, and nobody lists what is dead."""
    leader, _ = harness.stable(None, None)
    waiting = leader.send_join()
    topic = DeleteTopicsRequest.DeleteTopicState(name=CONSUMER_OFFSETS)
    harness.connect().request(DeleteTopicsRequest(topics=[topic], timeout_ms=1), 6)
    harness.settle()
    assert waiting.response.error_code == 16
    assert harness.broker.groups.shards == {}
    harness.connect().request(FindCoordinatorRequest(key="g"), 1)
    harness.settle()
    assert harness.list_groups().groups == []
    (member,) = harness.stable()
    assert member.generation == 1


def test_an_idle_coordinator_has_no_work_but_expiry(harness: GroupsHarness) -> None:
    """groups F-6: timers exist only for members, rebalances and one expiry run per partition."""
    before = len(harness.broker.timers)
    (member,) = harness.stable()
    member.leave()
    harness.delete_groups("g")
    assert len(harness.broker.timers) == before
    assert len(harness.broker.purgatory) == 0
