"""WriteTxnMarkers, one call for request and answers."""

from __future__ import annotations

from typing import Any

from kafkawire.protocol.messages.write_txn_markers_request import WriteTxnMarkersRequest
from tests.support.requests.harness import HarnessClient

Topics = dict[str, list[int]]


def marker(producer: int = 7, topics: Topics | None = None, **fields: Any) -> Any:
    """The marker of a commit, to partition 0 of `t` or to `topics`."""
    said = {"producer_epoch": 0, "transaction_result": True, "coordinator_epoch": 0, **fields}
    return WriteTxnMarkersRequest.WritableTxnMarker(
        producer_id=producer,
        topics=[
            WriteTxnMarkersRequest.WritableTxnMarkerTopic(
                name=name, partition_indexes=list(indexes)
            )
            for name, indexes in ({"t": [0]} if topics is None else topics).items()
        ],
        **said,
    )


def write_markers(client: HarnessClient, *markers: Any, version: int = 2) -> dict[Any, int]:
    """The codes by producer id, topic and partition."""
    response = client.request(WriteTxnMarkersRequest(markers=list(markers)), version)
    return codes_of(response)


def codes_of(response: Any) -> dict[Any, int]:
    return {
        (each.producer_id, topic.name, partition.partition_index): partition.error_code
        for each in response.markers
        for topic in each.topics
        for partition in topic.partitions
    }
