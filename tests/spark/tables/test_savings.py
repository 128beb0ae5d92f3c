"""What a partition's entry costs."""

from __future__ import annotations

import pytest

from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.spark.tables.savings import entry_bytes
from tests.support.dump.dumped_sessions import told


def size(message: FetchRequest | FetchResponse, version: int) -> int:
    return len(message.encode(version))


@pytest.mark.parametrize("version", range(7, 19))
def test_an_entry_costs_what_the_codec_writes_for_one_more(version: int) -> None:
    one, two = (
        [FetchRequest.FetchPartition(partition=each) for each in range(count)] for count in (1, 2)
    )
    requests = [
        FetchRequest(topics=[FetchRequest.FetchTopic(partitions=each)]) for each in (one, two)
    ]
    kind = FetchResponse.FetchableTopicResponse
    responses = [
        FetchResponse(responses=[kind(partitions=[told(each) for each in range(count)])])
        for count in (1, 2)
    ]
    assert entry_bytes(version) == (
        size(requests[1], version) - size(requests[0], version),
        size(responses[1], version) - size(responses[0], version),
    )
