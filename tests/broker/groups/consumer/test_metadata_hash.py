"""The hash of a group's topics."""

from __future__ import annotations

from collections.abc import Sequence

from kafkawire.broker.groups.consumer import metadata_hash
from kafkawire.broker.groups.consumer.metadata_hash import group_hash, hash_of
from kafkawire.protocol.messages.partition_record import PartitionRecord
from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord
from kafkawire.protocol.messages.topic_record import TopicRecord
from tests.support.broker.metadata import image_of

T1 = bytes.fromhex("00112233445566778899aabbccddeeff")
LIVE1 = bytes.fromhex("bc6c0d2ca2f34342b0ac957c0713239b")
LIVE2 = bytes.fromhex("d092d126d98145d280c41a9d7c5197b5")


def topic_hash(topic_id: bytes, name: str, racks: Sequence[Sequence[str]]) -> int:
    """The hash of a topic by the racks of its partitions' replicas."""
    found = [metadata_hash.rack_bytes(each) for each in racks]
    return metadata_hash.topic_hash(topic_id, name, found)


def test_hashes_are_kafkas() -> None:
    """groups D-50, D-51, G 124: known values, and those of two topics of a running broker."""
    known = topic_hash(T1, "t1", [[], [], []])
    assert known == 8033591240789935551
    assert group_hash({"t1": known}) == 3585670889067457407
    first, second = topic_hash(LIVE1, "t1", [[]] * 3), topic_hash(LIVE2, "t2", [[]] * 2)
    assert group_hash({"t2": second, "t1": first}) == -5984217208732706657
    assert group_hash({"t1": first}) == -2955359640750114579


def test_a_group_without_topics_has_the_hash_0() -> None:
    """groups D-51."""
    assert group_hash({}) == 0


def test_racks_count_but_not_their_order() -> None:
    """groups D-50: racks are sorted, and told apart by their lengths."""
    known = topic_hash(T1, "t1", [["a", "b"]])
    assert known == topic_hash(T1, "t1", [["b", "a"]])
    assert known != topic_hash(T1, "t1", [["ab"]])
    assert known != topic_hash(T1, "t1", [[]])


def test_the_hash_of_a_group_is_of_its_topics_that_exist() -> None:
    """groups D-50, D-51: partitions with the racks of their replicas, as far as there are any."""
    image = image_of(
        RegisterBrokerRecord(broker_id=1, rack="a"),
        RegisterBrokerRecord(broker_id=2, rack=None),
        TopicRecord(name="t1", topic_id=T1),
        PartitionRecord(partition_id=0, topic_id=T1, replicas=[1, 2, 3]),
        PartitionRecord(partition_id=1, topic_id=T1, replicas=[2]),
        PartitionRecord(partition_id=2, topic_id=T1, replicas=[1, 2, 3]),
    )
    expected = group_hash({"t1": topic_hash(T1, "t1", [["a"], [], ["a"]])})
    assert hash_of(["none", "t1"], image) == hash_of(["t1"], image) == expected
    assert hash_of(["none"], image) == 0
