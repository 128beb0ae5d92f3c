"""The bytes of every message that kafka-python knows, against its own.

Its schemas are read from its wheel and its codec shares nothing with ours, so agreement over random
messages in every version says that both are right. Where the two differ stands here, with who is.
"""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.message import Message, Struct
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from tests.support.requests.strategies import SPECS, draw, structs_of, versions
from tools.bench.peers import kafka_python_class, kafka_python_message
from tools.generate.model import MessageSpec

KNOWN = {name: spec for name, spec in SPECS.items() if kafka_python_class(name) is not None}
NEWER = {
    "ApiVersionsRequest": 5,
    "ApiVersionsResponse": 5,
    "DeleteGroupsRequest": 3,
    "DeleteGroupsResponse": 3,
    "TxnOffsetCommitRequest": 6,
    "TxnOffsetCommitResponse": 6,
}
"""The first version that we have and kafka-python has not."""

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def without_unknown_tags(struct: Struct) -> None:
    """kafka-python drops them when it encodes."""
    for each in structs_of(struct):
        each.unknown_tags = None


def encoded_by_kafka_python(message: Message, cls: Any, version: int, kind: str) -> bytes:
    theirs = kafka_python_message(message, cls, version)
    if kind == "data":
        return bytes(theirs.encode(version=version, header=False))
    return bytes(theirs.encode(version=version))


def decoded_by_kafka_python(data: bytes, cls: Any, version: int, kind: str) -> Any:
    if kind == "data":
        return cls.decode(data, version=version, header=False)
    return cls.decode(data, version=version)


@pytest.mark.slow
@pytest.mark.parametrize("spec", KNOWN.values(), ids=KNOWN)
@settings(max_examples=5, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_both_write_the_same_bytes_and_read_the_other_s(spec: MessageSpec, seed: int) -> None:
    cls = kafka_python_class(spec.name)
    for version in versions(spec):
        if version >= NEWER.get(spec.name, 1000):
            assert version > cls.max_version
            continue
        message = draw(spec, version, seed)
        without_unknown_tags(message)
        if isinstance(message, ApiVersionsResponse):
            message.error_code = 0  # see the last difference
        data = message.encode(version)

        assert encoded_by_kafka_python(message, cls, version, spec.kind) == data
        theirs = decoded_by_kafka_python(data, cls, version, spec.kind)
        theirs._header = None
        again = theirs.encode(version=version) if spec.kind != "data" else data
        assert type(message).decode(bytes(again), version) == message


def test_most_messages_of_clients_are_compared() -> None:
    assert len(KNOWN) == 106


def test_difference_kafka_python_loses_unknown_tags() -> None:
    """KIP-482 wants them kept by whoever passes a message on: we are right."""
    message = FetchRequest()
    message.unknown_tags = {99: b"new"}
    data = message.encode(12)
    theirs = kafka_python_class("FetchRequest").decode(data, version=12)
    theirs._header = None

    assert bytes(theirs.encode(version=12)) == FetchRequest().encode(12)
    assert FetchRequest.decode(data, 12).encode(12) == data


def test_difference_kafka_python_accepts_truncated_records() -> None:
    """Bytes are missing: we are right."""
    partition = ProduceRequest.PartitionProduceData(records=b"r" * 1000)
    topic = ProduceRequest.TopicProduceData(name="t", partition_data=[partition])
    data = ProduceRequest(topic_data=[topic]).encode(8)[:-500]
    theirs = kafka_python_class("ProduceRequest").decode(data, version=8)

    assert len(theirs.topic_data[0].partition_data[0].records) == 500
    with pytest.raises(DecodeError):
        ProduceRequest.decode(data, 8)


def test_difference_kafka_python_reads_every_error_of_api_versions_as_version_0() -> None:
    """Kafka answers in version 0 only where it cannot speak the version asked for: we are right."""
    data = ApiVersionsResponse(error_code=42).encode(3)
    with pytest.raises(Exception, match="unpack"):
        kafka_python_class("ApiVersionsResponse").decode(io.BytesIO(data), version=3)

    assert ApiVersionsResponse.decode(data, 3).error_code == 42
