"""Brokers, leaders and replicas as one client sees them."""

from __future__ import annotations

from random import Random

from kafkawire.broker.context import ConnectionContext
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.view import ClusterView
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from kafkawire.protocol.messages.unregister_broker_record import UnregisterBrokerRecord
from tests.support.broker.metadata import apply, broker, directory, image_of, topic, topic_id


def view_of(image: MetadataImage, node_id: int = 1, listener: str = "PLAINTEXT") -> ClusterView:
    connection = ConnectionContext(host="here", port=7, listener_name=listener)
    return ClusterView(image, node_id, connection)


def test_only_unfenced_brokers_on_the_listener_are_told() -> None:
    """admin A-28: ascending, each with that listener's address."""
    image = image_of(
        broker(4, listeners=("OTHER",)),
        broker(3, fenced=True),
        broker(2, listeners=("OTHER", "PLAINTEXT"), rack="r"),
        broker(1),
    )
    told = view_of(image).brokers()
    assert [(b.node_id, b.host, b.port, b.rack) for b in told] == [
        (1, "here", 7, None),
        (2, "host2", 9001, "r"),
    ]
    assert [b.node_id for b in view_of(image).brokers(include_fenced=True)] == [1, 2, 3]


def test_the_controller_that_is_told_is_any_unfenced_broker() -> None:
    """admin A-29."""
    image = image_of(broker(1), broker(2), broker(3), broker(4, fenced=True))
    random = Random(1)
    view = view_of(image)
    assert {view.random_broker(random) for _ in range(100)} == {1, 2, 3}
    assert view_of(image_of(broker(1, fenced=True))).random_broker(random) == -1


def test_fencing_does_not_hide_a_leader() -> None:
    """admin A-31."""
    image = image_of(broker(1), broker(2, fenced=True), *topic("t", [2, 1]))
    assert view_of(image).leader(image.topics["t"].partitions[0]) == (2, ErrorCode.NONE)


def test_why_there_is_no_leader() -> None:
    """admin A-31: none or unregistered is 5, without the listener is 72."""
    image = image_of(broker(1), broker(2, listeners=("OTHER",)), broker(3), *topic("t", [2], [3]))
    view = view_of(image)
    partitions = image.topics["t"].partitions
    assert view.leader(partitions[0]) == (-1, ErrorCode.LISTENER_NOT_FOUND)
    apply(image, UnregisterBrokerRecord(broker_id=3))
    assert view_of(image).leader(partitions[1]) == (-1, ErrorCode.LEADER_NOT_AVAILABLE)
    apply(image, PartitionChangeRecord(partition_id=0, topic_id=topic_id("t"), leader=-1))
    assert view.leader(partitions[0]) == (-1, ErrorCode.LEADER_NOT_AVAILABLE)


def test_offline_replicas_keep_the_order_of_the_assignment() -> None:
    """admin A-33: fenced, unregistered, without the listener."""
    image = image_of(
        broker(1),
        broker(2, fenced=True),
        broker(3, listeners=("OTHER",)),
        *topic("t", [9, 3, 1, 2]),
    )
    assert view_of(image).offline(image.topics["t"].partitions[0]) == [9, 3, 2]


def test_a_replica_in_a_lost_directory_is_offline() -> None:
    """admin A-33; an unassigned directory is not lost."""
    image = image_of(broker(1), broker(2), *topic("t", [1, 2], [1, 2]))
    gone = [directory(1), b"\xee" * 16]
    unassigned = [directory(1), bytes(16)]
    for index, directories in enumerate((gone, unassigned)):
        apply(
            image,
            PartitionChangeRecord(
                partition_id=index, topic_id=topic_id("t"), directories=directories
            ),
        )
    partitions = image.topics["t"].partitions
    assert view_of(image).offline(partitions[0]) == [2]
    assert view_of(image).offline(partitions[1]) == []
