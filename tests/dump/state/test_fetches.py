"""The head of a Fetch, read in place, is what the decoder reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.model import Connection, Header, Message, seen_at
from kafkawire.dump.state import fetches
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.uuids import uuid_text
from tests.support.requests.strategies import SPECS, draw

FETCH_REQUEST, FETCH_RESPONSE = SPECS["FetchRequest"], SPECS["FetchResponse"]
END = Endpoint("192.0.2.1", 9092)
ID = bytes(range(16))


def message(body: bytes, version: int, *, is_request: bool) -> Message:
    connection = Connection(1, 0, END, END, 0)
    header = Header(1, version, 7, 9)
    return Message(connection, bytes(9) + body, header, seen_at(0), is_request=is_request)


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
    values = request(version).values
    if version < 7:
        is_known = version >= 4
        assert asked == ((values["isolationLevel"] == 1, 0, -1) if is_known else None)
        assert answered is None
        return
    assert asked == (values["isolationLevel"] == 1, values["sessionId"], values["sessionEpoch"])
    values = response(version).values
    assert answered == (values["throttleTimeMs"], values["errorCode"], values["sessionId"])
    assert asked == (True, 42, 17)
    assert answered == (250, 71, 42)


@pytest.mark.parametrize("version", range(19))
def test_the_bytes_that_an_answer_may_have_are_what_the_decoder_reads(version: int) -> None:
    kind = FetchRequest(max_bytes=12_345 if version >= 3 else 0x7FFFFFFF)
    asked = message(kind.encode(version), version, is_request=True)
    assert fetches.max_bytes(asked) == asked.values.get("maxBytes", 0x7FFFFFFF)
    asked.data = asked.data[:12]
    assert fetches.max_bytes(asked) == 0x7FFFFFFF


@pytest.mark.parametrize("version", range(19))
@pytest.mark.parametrize(("session_id", "epoch"), [(0, -1), (0, 0), (42, -1), (42, 1)])
def test_only_who_wants_none_has_no_session(version: int, session_id: int, epoch: int) -> None:
    if version < 7:
        assert not fetches.may_have_session(request(version))
        return
    asked = FetchRequest(session_id=session_id, session_epoch=epoch).encode(version)
    expected = (session_id, epoch) != fetches.NO_SESSION
    assert fetches.may_have_session(message(asked, version, is_request=True)) == expected


def _pairs(topics: list[Any], partition: str) -> Iterator[tuple[tuple[str, int], Any]]:
    for topic in topics:
        name = topic.get("topic") if "topic" in topic else topic["topicId"]
        for each in topic["partitions"]:
            yield (name, each if isinstance(each, int) else each[partition]), each


def _named(keys: Iterable[fetches.Key]) -> list[tuple[str, int]]:
    return [
        (uuid_text(topic) if isinstance(topic, bytes) else topic, number) for topic, number in keys
    ]


@given(version=st.integers(4, 18), seed=st.integers(0, 1 << 32))
def test_partitions_are_those_of_the_decoder(version: int, seed: int) -> None:
    asked = message(draw(FETCH_REQUEST, version, seed).encode(version), version, is_request=True)
    expected = dict(_pairs(asked.values["topics"], "partition"))
    found = fetches.asked_partitions(asked)
    assert _named(found) == list(expected)
    assert list(found.values()) == [each["fetchOffset"] for each in expected.values()]
    forgotten = asked.values.get("forgottenTopicsData", [])
    assert _named(fetches.forgotten_partitions(asked)) == [key for key, _ in _pairs(forgotten, "")]

    data = draw(FETCH_RESPONSE, version, seed).encode(version)
    answered = message(data, version, is_request=False)
    expected = dict(_pairs(answered.values["responses"], "partitionIndex"))
    told = fetches.answered_partitions(answered)
    assert _named(told) == list(expected)
    assert list(told.values()) == [
        (
            each["errorCode"],
            each["highWatermark"],
            each["lastStableOffset"],
            each.get("logStartOffset", -1),
            (each["records"] or {"sizeInBytes": 0})["sizeInBytes"],
        )
        for each in expected.values()
    ]


@given(version=st.integers(4, 18), seed=st.integers(0, 1 << 32), size=st.integers(0, 200))
def test_what_is_cut_off_names_nothing_or_less(version: int, seed: int, size: int) -> None:
    for spec in (FETCH_REQUEST, FETCH_RESPONSE):
        data = draw(spec, version, seed).encode(version)[:size]
        for is_request in (True, False):
            cut = message(data, version, is_request=is_request)
            fetches.asked(cut), fetches.answered(cut), fetches.forgotten_partitions(cut)
            assert len(fetches.asked_partitions(cut)) <= size
            assert len(fetches.answered_partitions(cut)) <= size


@pytest.mark.parametrize("version", range(4))
def test_versions_without_isolation_are_left_alone(version: int) -> None:
    assert fetches.asked_partitions(request(version)) == {}
    assert fetches.forgotten_partitions(request(version)) == []
    assert fetches.answered_partitions(response(version)) == {}


def test_partitions_that_are_only_forgotten_are_named_too() -> None:
    asked = FetchRequest(session_id=1, session_epoch=1)
    assert not fetches.names_partitions(message(asked.encode(12), 12, is_request=True))
    asked.forgotten_topics_data.append(FetchRequest.ForgottenTopic(topic="t", partitions=[1]))
    assert fetches.names_partitions(message(asked.encode(12), 12, is_request=True))


@pytest.mark.parametrize("version", [4, 7, 18])
def test_a_frame_that_is_too_short_has_no_head(version: int) -> None:
    assert fetches.asked(message(b"\0" * 12, version, is_request=True)) is None
    assert fetches.answered(message(b"\0" * 9, version, is_request=False)) is None
