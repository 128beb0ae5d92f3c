"""The responses of a replica: each can be encoded in each version."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft import responses
from kafkawire.broker.raft.responses import Endorsement, Hint
from kafkawire.broker.raft.voters import Endpoint
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.fetch_snapshot_response import FetchSnapshotResponse
from kafkawire.protocol.messages.vote_response import VoteResponse

HINT = Hint(2, 5, Endpoint("CONTROLLER", "host", 9002))


@pytest.mark.parametrize("version", [0, 1, 2])
def test_a_vote(version: int) -> None:
    """replication A-43: endpoints from version 1 on."""
    response = responses.vote(Endorsement(ErrorCode.NONE, True), HINT, version)
    again = VoteResponse.decode(bytes(response.encode(version)), version)
    assert again == response
    assert len(again.node_endpoints) == (version >= 1)
    found = responses.hint_of(again, again.topics[0].partitions[0])
    assert found == (HINT._replace(endpoint=Endpoint("", "host", 9002)) if version else Hint(2, 5))


@pytest.mark.parametrize("version", [0, 1])
def test_begin_and_end(version: int) -> None:
    begin = responses.begin_quorum_epoch(ErrorCode.NONE, HINT, version)
    end = responses.end_quorum_epoch(ErrorCode.NONE, HINT, version)
    for response in (begin, end):
        assert type(response).decode(bytes(response.encode(version)), version) == response
        assert len(response.node_endpoints) == version


@pytest.mark.parametrize("version", [13, 15, 16, 18])
def test_a_fetch(version: int) -> None:
    """replication A-10."""
    response = responses.fetch(FetchResponse.PartitionData(records=b""), HINT, version)
    assert FetchResponse.decode(bytes(response.encode(version)), version) == response
    assert len(response.node_endpoints) == (version >= 16)


@pytest.mark.parametrize("version", [0, 1])
def test_a_snapshot_error_has_an_empty_byte_field(version: int) -> None:
    """replication A-33."""
    partition = FetchSnapshotResponse.PartitionSnapshot(error_code=98, unaligned_records=b"")
    response = responses.fetch_snapshot(partition, HINT, version)
    assert FetchSnapshotResponse.decode(bytes(response.encode(version)), version) == response


def test_records_of_any_shape_become_one_piece() -> None:
    assert responses.joined(None) == b""
    assert responses.joined(bytearray(b"ab")) == b"ab"
    assert responses.joined([b"a", memoryview(b"b")]) == b"ab"
