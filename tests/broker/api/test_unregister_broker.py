"""UnregisterBroker through bytes."""

from __future__ import annotations

from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.unregister_broker_request import UnregisterBrokerRequest
from tests.support.broker.cluster import Cluster


def unregister(cluster: Cluster, node_id: int) -> tuple[int, str]:
    response = cluster.client.request(UnregisterBrokerRequest(broker_id=node_id))
    return response.error_code, response.error_message


def test_an_unknown_broker_is_told() -> None:
    """admin D-15, H 95."""
    text = "Broker ID 9 is not currently registered"
    assert unregister(Cluster(), 9) == (102, text)


def test_assignments_keep_the_id_of_who_is_gone() -> None:
    """admin D-15, F-31, H 26: it leads nothing any more, and is no member of an in-sync set."""
    cluster = Cluster((3, 1), (1, 3))
    assert unregister(cluster, 3) == (0, "")
    assert sorted(cluster.broker.metadata.brokers) == [1, 2, 4]
    metadata = cluster.client.request(MetadataRequest(topics=None), 12)
    assert [each.node_id for each in metadata.brokers] == [1, 2, 4]
    for partition in metadata.topics[0].partitions:
        assert (partition.error_code, partition.leader_id) == (0, 1)
        assert sorted(partition.replica_nodes) == [1, 3]
        assert list(partition.isr_nodes) == [1]
        assert list(partition.offline_replicas) == [3]


def test_the_records_name_its_epoch_and_come_last() -> None:
    """admin F-31."""
    cluster = Cluster((3, 1))
    begin = cluster.broker.controller.log.end_offset
    unregister(cluster, 3)
    records = [record for _, record, _ in cluster.broker.controller.log.read_from(begin)]
    assert [record.API_KEY for record in records] == [5, 1]
    assert (records[1].broker_id, records[1].broker_epoch) == (3, 3)  # type: ignore[attr-defined]
    assert unregister(cluster, 3)[0] == 102


def test_the_broker_that_is_asked_stays() -> None:
    """admin D-15: Kafka forgets itself, and is of no use until it is started again."""
    text = "Broker cannot unregister itself while it is running."
    assert unregister(Cluster(), 1) == (42, text)
