"""Where records are."""

from __future__ import annotations

import pytest

from kafkawire.dump import declarations
from kafkawire.dump.records.records_fields import RecordsField, has_records, records_of
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.fetch_snapshot_response import FetchSnapshotResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from tests.support.dump.declared import body_offset, dumped, frame_of, leaves_of
from tests.support.requests.strategies import SPECS, draw, versions
from tools.generate.model import MessageSpec

WITH_RECORDS = [
    spec
    for spec in SPECS.values()
    if any(field.type == "records" for struct in spec.structs.values() for field in struct.fields)
]
TOPIC_ID = bytes(range(16))


@pytest.mark.parametrize("spec", WITH_RECORDS, ids=[spec.name for spec in WITH_RECORDS])
def test_all_records_are_found_where_they_are(spec: MessageSpec) -> None:
    for version in versions(spec):
        for seed in range(8):
            body = draw(spec, version, seed)
            frame = frame_of(spec, version, body)
            message = dumped(spec, version, frame)

            found = [frame[each.start : each.end] for each in records_of(message)]

            leaves = leaves_of(body, spec.root, spec, version)
            assert found == [value for field, value in leaves if field.type == "records" and value]


def test_of_a_damaged_message_the_records_before_the_damage_are_found() -> None:
    spec = SPECS["FetchResponse"]
    partitions = [
        FetchResponse.PartitionData(partition_index=at, records=b"abc") for at in range(3)
    ]
    topic = FetchResponse.FetchableTopicResponse(topic_id=TOPIC_ID, partitions=partitions)
    frame = frame_of(spec, 13, FetchResponse(responses=[topic]))
    message = dumped(spec, 13, frame[:-10], 5)

    assert [each.partition for each in records_of(message)] == [0, 1]
    assert message.problem is not None


def test_only_some_messages_have_records() -> None:
    names = [name for name in SPECS if has_records(declarations.load(name))]

    assert names == [spec.name for spec in WITH_RECORDS]
    spec = SPECS["MetadataRequest"]
    frame = frame_of(spec, 9, draw(spec, 9, 3))
    assert list(records_of(dumped(spec, 9, frame))) == []


def test_records_are_named_by_topic_and_partition() -> None:
    partition = FetchResponse.PartitionData(partition_index=3, records=b"abc")
    empty = FetchResponse.PartitionData(partition_index=4, records=None)
    topic = FetchResponse.FetchableTopicResponse(
        topic="orders", topic_id=TOPIC_ID, partitions=[empty, partition]
    )
    for version, who in ((4, "orders"), (12, "orders"), (13, TOPIC_ID)):
        frame = frame_of(SPECS["FetchResponse"], version, FetchResponse(responses=[topic]))
        offset = body_offset(SPECS["FetchResponse"], version, frame)
        start = frame.index(b"abc")

        assert list(records_of(dumped(SPECS["FetchResponse"], version, frame, offset))) == [
            RecordsField("responses[0].partitions[1].records", who, 3, start, start + 3)
        ]


def test_producers_and_snapshots_name_theirs() -> None:
    data = ProduceRequest.PartitionProduceData(index=5, records=b"abc")
    body = ProduceRequest(
        topic_data=[ProduceRequest.TopicProduceData(name="t", partition_data=[data])]
    )
    frame = frame_of(SPECS["ProduceRequest"], 9, body)
    offset = body_offset(SPECS["ProduceRequest"], 9, frame)
    (found,) = records_of(dumped(SPECS["ProduceRequest"], 9, frame, offset))
    assert found[:3] == ("topic_data[0].partition_data[0].records", "t", 5)

    part = FetchSnapshotResponse.PartitionSnapshot(index=6, unaligned_records=b"abc")
    topic = FetchSnapshotResponse.TopicSnapshot(name="m", partitions=[part])
    frame = frame_of(SPECS["FetchSnapshotResponse"], 0, FetchSnapshotResponse(topics=[topic]))
    (found,) = records_of(dumped(SPECS["FetchSnapshotResponse"], 0, frame, 5))
    assert found[:3] == ("topics[0].partitions[0].unaligned_records", "m", 6)
