"""The head of a Fetch, read in place, is what the decoder reads."""

from __future__ import annotations

import pytest

from kafkawire.dump.model import Connection, Header, Message
from kafkawire.dump.state import fetches
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse

END = Endpoint("192.0.2.1", 9092)
ID = bytes(range(16))


def message(body: bytes, version: int, *, is_request: bool) -> Message:
    connection = Connection(1, 0, END, END, 0)
    header = Header(1, version, 7, 9)
    return Message(connection, bytes(9) + body, header, is_request=is_request, time_ns=0)


def request(version: int) -> Message:
    kind = FetchRequest
    names = {"topic_id": ID} if version >= 13 else {"topic": "orders"}
    topic = kind.FetchTopic(partitions=[kind.FetchPartition(partition=3, fetch_offset=5)], **names)
    asked = kind(
        max_wait_ms=500,
        min_bytes=1,
        isolation_level=int(version >= 4),
        session_id=42 if version >= 7 else 0,
        session_epoch=17 if version >= 7 else -1,
        topics=[topic],
    )
    if version >= 7:
        asked.forgotten_topics_data.append(kind.ForgottenTopic(partitions=[8, 9], **names))
    return message(asked.encode(version), version, is_request=True)


def response(version: int) -> Message:
    kind = FetchResponse
    names = {"topic_id": ID} if version >= 13 else {"topic": "orders"}
    partition = kind.PartitionData(partition_index=3, high_watermark=9, records=b"abc")
    topic = kind.FetchableTopicResponse(partitions=[partition], **names)
    told = kind(
        throttle_time_ms=250 if version else 0,
        error_code=71 if version >= 7 else 0,
        session_id=42 if version >= 7 else 0,
        responses=[topic],
    )
    return message(told.encode(version), version, is_request=False)


@pytest.mark.parametrize("version", range(19))
def test_the_head_is_what_the_decoder_reads(version: int) -> None:
    asked, answered = fetches.asked(request(version)), fetches.answered(response(version))
    if version < fetches.SESSIONS_SINCE:
        assert asked is answered is None
        return
    values = request(version).values
    assert asked == (values["isolationLevel"] == 1, values["sessionId"], values["sessionEpoch"])
    values = response(version).values
    assert answered == (values["throttleTimeMs"], values["errorCode"], values["sessionId"])
    assert asked == (True, 42, 17)
    assert answered == (250, 71, 42)


@pytest.mark.parametrize("version", range(19))
def test_partitions_are_pairs_at_every_version(version: int) -> None:
    topic = "AAECAwQFBgcICQoLDA0ODw" if version >= 13 else "orders"
    ((key, wanted),) = fetches.asked_partitions(request(version))
    assert (key, wanted["fetchOffset"]) == ((topic, 3), 5)
    gone = [(topic, 8), (topic, 9)] if version >= 7 else []
    assert list(fetches.forgotten_partitions(request(version))) == gone
    ((key, said),) = fetches.answered_partitions(response(version))
    assert (key, said["highWatermark"], fetches.records_size(said)) == ((topic, 3), 9, 3)
    assert fetches.names_partitions(request(version))


def test_partitions_that_are_only_forgotten_are_named_too() -> None:
    asked = FetchRequest(session_id=1, session_epoch=1)
    assert not fetches.names_partitions(message(asked.encode(12), 12, is_request=True))
    asked.forgotten_topics_data.append(FetchRequest.ForgottenTopic(topic="t", partitions=[1]))
    assert fetches.names_partitions(message(asked.encode(12), 12, is_request=True))


@pytest.mark.parametrize("version", [7, 18])
def test_a_frame_that_is_too_short_has_no_head(version: int) -> None:
    assert fetches.asked(message(b"\0" * 20, version, is_request=True)) is None
    assert fetches.answered(message(b"\0" * 9, version, is_request=False)) is None
    assert list(fetches.asked_partitions(message(b"\0", version, is_request=True))) == []
