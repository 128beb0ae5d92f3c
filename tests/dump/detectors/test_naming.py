"""Which topics an error is about."""

from __future__ import annotations

import pytest

from kafkawire.dump.detectors.naming import topics_with
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.watched import Watched

OUT_OF_RANGE = ErrorCode.OFFSET_OUT_OF_RANGE
CODES = {"a": 0, "b": OUT_OF_RANGE, "c": ErrorCode.NOT_LEADER_OR_FOLLOWER, "d": OUT_OF_RANGE}


@pytest.mark.parametrize("version", [12, 17])
def test_topics_of_partitions_with_the_error_by_name_and_by_id(
    watched: Watched, version: int
) -> None:
    found = [
        FetchResponse.FetchableTopicResponse(
            topic=topic,
            topic_id=topic.encode() * 16,
            partitions=[
                FetchResponse.PartitionData(partition_index=0),
                FetchResponse.PartitionData(partition_index=1, error_code=code),
            ],
        )
        for topic, code in CODES.items()
    ]
    response = FetchResponse(responses=found)
    client = watched.connect()
    made = watched.exchange(client, FetchRequest(), response, version, topics=tuple("abcd"))
    assert topics_with(made, OUT_OF_RANGE) == ("b", "d")
    assert topics_with(made, ErrorCode.NOT_LEADER_OR_FOLLOWER) == ("c",)
    assert topics_with(made, ErrorCode.UNKNOWN_TOPIC_ID) == tuple("abcd")


def test_topics_that_have_the_error_themselves(watched: Watched) -> None:
    topics = [
        MetadataResponse.MetadataResponseTopic(name=topic, error_code=code)
        for topic, code in CODES.items()
    ]
    made = watched.exchange(watched.connect(), MetadataRequest(), MetadataResponse(topics=topics))
    assert topics_with(made, OUT_OF_RANGE) == ("b", "d")


def test_codes_that_are_called_after_the_partition(watched: Watched) -> None:
    results = [
        AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult(
            name=topic,
            results_by_partition=[
                AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult(
                    partition_error_code=code
                )
            ],
        )
        for topic, code in CODES.items()
    ]
    response = AddPartitionsToTxnResponse(results_by_topic_v3_and_below=results)
    made = watched.exchange(watched.connect(), AddPartitionsToTxnRequest(), response, 3)
    assert topics_with(made, OUT_OF_RANGE) == ("b", "d")


def test_all_topics_where_the_error_is_the_responses(watched: Watched) -> None:
    found = [FetchResponse.FetchableTopicResponse(topic=topic) for topic in "ab"]
    response = FetchResponse(error_code=OUT_OF_RANGE, responses=found)
    made = watched.exchange(watched.connect(), FetchRequest(), response, 12)
    assert topics_with(made, OUT_OF_RANGE) == ("a", "b")
    made.response = None
    assert topics_with(made, OUT_OF_RANGE) == ("a", "b")
