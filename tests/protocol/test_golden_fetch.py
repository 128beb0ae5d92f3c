"""Fetch messages byte for byte (fetch A.9), in both directions."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.errors import EncodeError
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse

ID = bytes.fromhex("00112233445566778899aabbccddeeff")
T1 = {"topic": "t1"}
BATCH = """
    0000000000000000 0000003a 00000000 02 716a6189 0000 00000000 00000000000003e8 00000000000003e8
    ffffffffffffffff ffff ffffffff 00000001 10 00 00 00 02 6b 02 76 00"""
REQUESTS = {
    4: """ffffffff 000001f4 00000001 03200000 01 00000001 00027431 00000001 00000000
          000000000000002a
          00100000""",
    7: """ffffffff 000001f4 00000001 03200000 01 00000000 00000000 00000001 00027431 00000001
          00000000
          000000000000002a ffffffffffffffff 00100000 00000000""",
    11: """ffffffff 000001f4 00000001 03200000 01 00000000 00000000 00000001 00027431 00000001
           00000000 00000005 000000000000002a ffffffffffffffff 00100000 00000000 00027231""",
    12: """ffffffff 000001f4 00000001 03200000 01 00000000 00000000 02 037431 02 00000000 00000005
           000000000000002a 00000004 ffffffffffffffff 00100000 00 00 01 037231 00""",
    13: """ffffffff 000001f4 00000001 03200000 01 00000000 00000000 02
          00112233445566778899aabbccddeeff
           02 00000000 00000005 000000000000002a 00000004 ffffffffffffffff 00100000 00 00 01 037231
           00""",
}
FOLLOWER = {
    15: """000001f4 00000001 00a00000 00 00000000 00000000 02 00112233445566778899aabbccddeeff 02
           00000000 00000005 000000000000002a 00000004 0000000000000000 00100000 00 00 01 01 01 01
           0d 00000002 000000000000004d 00""",
    18: """000001f4 00000001 00a00000 00 00000000 00000000 02 00112233445566778899aabbccddeeff 02
           00000000 00000005 000000000000002a 00000004 0000000000000000 00100000 01 01 08
           0000000000000028 00 01 01 01 01 0d 00000002 000000000000004d 00""",
}
RESPONSES = {
    4: f"""00000000 00000001 00027431 00000001 00000000 0000 0000000000000001 0000000000000001
           00000001 0000000000000fa0 0000000000000000 00000046 {BATCH}""",
    11: f"""00000000 0000 00000009 00000001 00027431 00000001 00000000 0000 0000000000000001
            0000000000000001 0000000000000000 00000001 0000000000000fa0 0000000000000000 ffffffff
            00000046 {BATCH}""",
    12: f"""00000000 0000 00000009 02 037431 02 00000000 0000 0000000000000001 0000000000000001
            0000000000000000 02 0000000000000fa0 0000000000000000 00 ffffffff 47 {BATCH} 00 00
          00""",
}


def request(version: int) -> FetchRequest:
    """The request of A.9 as far as a version can carry it."""
    topic: dict[str, Any] = {"topic_id": ID} if version >= 13 else {"topic": "t1"}
    partition = FetchRequest.FetchPartition(
        partition=0,
        current_leader_epoch=5 if version >= 9 else -1,
        fetch_offset=42,
        last_fetched_epoch=4 if version >= 12 else -1,
        partition_max_bytes=1048576,
    )
    return FetchRequest(
        max_wait_ms=500,
        min_bytes=1,
        max_bytes=52428800,
        isolation_level=1,
        session_epoch=0 if version >= 7 else -1,
        topics=[FetchRequest.FetchTopic(partitions=[partition], **topic)],
        rack_id="r1" if version >= 11 else "",
    )


def follower(version: int) -> FetchRequest:
    partition = FetchRequest.FetchPartition(
        current_leader_epoch=5,
        fetch_offset=42,
        last_fetched_epoch=4,
        log_start_offset=0,
        partition_max_bytes=1048576,
    )
    if version >= 18:
        partition.high_watermark = 40
    return FetchRequest(
        replica_state=FetchRequest.ReplicaState(replica_id=2, replica_epoch=77),
        max_wait_ms=500,
        min_bytes=1,
        max_bytes=10485760,
        session_epoch=0,
        topics=[FetchRequest.FetchTopic(topic_id=ID, partitions=[partition])],
    )


def response(version: int) -> FetchResponse:
    aborted = FetchResponse.AbortedTransaction(producer_id=4000, first_offset=0)
    partition = FetchResponse.PartitionData(
        high_watermark=1,
        last_stable_offset=1,
        log_start_offset=0 if version >= 5 else -1,
        aborted_transactions=[aborted],
        records=bytes.fromhex(BATCH),
    )
    topic = FetchResponse.FetchableTopicResponse(topic="t1", partitions=[partition])
    return FetchResponse(session_id=9 if version >= 7 else 0, responses=[topic])


def check(message: FetchRequest | FetchResponse, version: int, text: str) -> None:
    data = bytes.fromhex(text)

    assert message.encode(version) == data
    assert type(message).decode(data, version) == message


@pytest.mark.parametrize("version", REQUESTS)
def test_requests_are_as_stated(version: int) -> None:
    """fetch A-4, A-5, A-8, J 5."""
    check(request(version), version, REQUESTS[version])


@pytest.mark.parametrize("version", FOLLOWER)
def test_requests_of_followers_are_as_stated(version: int) -> None:
    """fetch A-5, A-10, J 5: tagged fields, written only where they differ from their defaults"""
    check(follower(version), version, FOLLOWER[version])


@pytest.mark.parametrize("version", [15, 16, 17, 18])
def test_default_tagged_fields_add_no_bytes(version: int) -> None:
    """fetch A-5, J 5."""
    check(follower(15), version, FOLLOWER[15])


def test_an_incremental_request_forgets_partitions() -> None:
    """fetch A-4, J 5."""
    message = FetchRequest(
        max_wait_ms=500,
        min_bytes=1,
        max_bytes=52428800,
        session_id=123456,
        session_epoch=1,
        forgotten_topics_data=[FetchRequest.ForgottenTopic(topic_id=ID, partitions=[3])],
    )
    text = """ffffffff 000001f4 00000001 03200000 00 0001e240 00000001 01 02
              00112233445566778899aabbccddeeff 02 00000003 00 01 00"""
    check(message, 13, text)


@pytest.mark.parametrize("version", RESPONSES)
def test_responses_are_as_stated(version: int) -> None:
    """fetch A-4, A-18, J 6."""
    check(response(version), version, RESPONSES[version])


@pytest.mark.parametrize(
    ("version", "text"),
    [
        (7, "00000000 0047 00000000 00000000"),
        *((v, "00000000 0047 00000000 01 00") for v in (12, 18)),
    ],
)
def test_session_errors_are_as_stated(version: int, text: str) -> None:
    """fetch A-20, J 6."""
    check(FetchResponse(error_code=71), version, text)


def test_a_diverging_epoch_is_a_tagged_struct() -> None:
    """fetch A-5, J 6."""
    partition = FetchResponse.PartitionData(
        high_watermark=1,
        last_stable_offset=1,
        log_start_offset=0,
        diverging_epoch=FetchResponse.EpochEndOffset(epoch=3, end_offset=40),
        aborted_transactions=None,
        records=b"",
    )
    topic = FetchResponse.FetchableTopicResponse(topic_id=ID, partitions=[partition])
    text = """00000000 0000 00000009 02 00112233445566778899aabbccddeeff 02 00000000 0000
              0000000000000001 0000000000000001 0000000000000000 00 ffffffff 01 01 00 0d 00000003
              0000000000000028 00 00 00"""
    check(FetchResponse(session_id=9, responses=[topic]), 13, text)


def test_a_new_leader_is_told_with_its_endpoint() -> None:
    """fetch A-22, J 6."""
    partition = FetchResponse.PartitionData(
        error_code=6,
        high_watermark=-1,
        current_leader=FetchResponse.LeaderIdAndEpoch(leader_id=2, leader_epoch=7),
        aborted_transactions=None,
        records=b"",
    )
    topic = FetchResponse.FetchableTopicResponse(topic_id=ID, partitions=[partition])
    endpoint = FetchResponse.NodeEndpoint(node_id=2, host="h2", port=9092)
    text = """00000000 0000 00000000 02 00112233445566778899aabbccddeeff 02 00000000 0006
              ffffffffffffffff ffffffffffffffff ffffffffffffffff 00 ffffffff 01 01 01 09 00000002
              00000007 00 00 01 00 0e 02 00000002 036832 00002384 00 00"""
    check(FetchResponse(responses=[topic], node_endpoints=[endpoint]), 16, text)


def asking(**fields: Any) -> FetchRequest:
    topic = FetchRequest.FetchTopic(partitions=[FetchRequest.FetchPartition(**fields)])
    return FetchRequest(topics=[topic])


def telling(**fields: Any) -> FetchResponse:
    partition = FetchResponse.PartitionData(aborted_transactions=[], **fields)
    topic = FetchResponse.FetchableTopicResponse(partitions=[partition])
    return FetchResponse(responses=[topic])


LEADER = FetchResponse.LeaderIdAndEpoch(leader_id=2, leader_epoch=7)
DIVERGING = FetchResponse.EpochEndOffset(epoch=3, end_offset=40)
NEEDED = [
    (FetchRequest(replica_id=1), 15),
    (FetchRequest(replica_state=FetchRequest.ReplicaState(replica_id=1)), 14),
    (FetchRequest(forgotten_topics_data=[FetchRequest.ForgottenTopic()]), 6),
    (asking(last_fetched_epoch=3), 11),
    (FetchResponse(session_id=3), 6),
    (FetchResponse(node_endpoints=[FetchResponse.NodeEndpoint(node_id=2)]), 15),
    (telling(preferred_read_replica=2), 10),
    (telling(diverging_epoch=DIVERGING), 11),
    (telling(current_leader=LEADER), 11),
]
"""What must not be lost, and a version that lacks it."""
IGNORABLE = [
    (FetchRequest(max_bytes=7), FetchRequest(), 2),
    (FetchRequest(isolation_level=1), FetchRequest(), 3),
    (FetchRequest(session_id=5, session_epoch=3), FetchRequest(), 6),
    (FetchRequest(rack_id="r"), FetchRequest(), 10),
    (FetchRequest(cluster_id="c"), FetchRequest(), 11),
    (asking(log_start_offset=4), asking(), 4),
    (asking(current_leader_epoch=4), asking(), 8),
    (asking(high_watermark=4), asking(), 17),
    (FetchResponse(throttle_time_ms=5), FetchResponse(), 0),
    (FetchResponse(error_code=1), FetchResponse(), 6),
    (telling(last_stable_offset=5), telling(), 3),
    (telling(log_start_offset=5), telling(), 4),
]
"""What may be lost, the same without it, and a version that lacks it."""


@pytest.mark.parametrize(("message", "version"), NEEDED)
def test_what_a_version_lacks_and_must_not_drop_is_refused(
    message: FetchRequest | FetchResponse, version: int
) -> None:
    """fetch A-6"""
    with pytest.raises(EncodeError):
        message.encode(version)
    with pytest.raises(EncodeError):
        message.encode_into(version, [])


@pytest.mark.parametrize(("message", "without", "version"), IGNORABLE)
def test_what_a_version_lacks_and_may_drop_is_dropped(
    message: FetchRequest | FetchResponse, without: FetchRequest | FetchResponse, version: int
) -> None:
    """fetch A-6: and sent by the next version."""
    assert message.encode(version) == without.encode(version)
    assert message.encode(version + 1) != without.encode(version + 1)
