"""What consumers tell each other as JSON."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest

from kafkawire.dump.model import Exchange, ExchangeDone
from kafkawire.dump.outputs.embedded_objects import embedded_objects
from kafkawire.dump.outputs.jsonlines import JsonLines
from kafkawire.dump.outputs.line_schema import line_schema
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.protocol.messages.consumer_protocol_subscription import (
    ConsumerProtocolSubscription,
)
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from tests.support.dump.dialogues import Dialogue
from tests.support.requests.json_schemas import complaints


def joining(*metadata: bytes, kind: str = "consumer") -> Exchange:
    offered = [
        JoinGroupRequest.JoinGroupRequestProtocol(name=f"p{at}", metadata=each)
        for at, each in enumerate(metadata)
    ]
    talk = Dialogue()
    request = JoinGroupRequest(group_id="g", protocol_type=kind, protocols=offered)
    return talk.exchange(talk.connect(), request, JoinGroupResponse(error_code=79), 9)


def wish() -> bytes:
    kind = ConsumerProtocolSubscription
    owned = [kind.TopicPartition(topic="orders", partitions=[2, 0])]
    body = kind(topics=["orders"], user_data=b"own", owned_partitions=owned, generation_id=4)
    return b"\0\3" + body.encode(3)


SHOWN = {
    "path": "protocols[1].metadata",
    "type": "ConsumerProtocolSubscription",
    "body": {
        "version": 3,
        "topics": ["orders"],
        "userData": "b3du",
        "ownedPartitions": [{"topic": "orders", "partitions": [2, 0]}],
        "generationId": 4,
        "rackId": None,
    },
    "note": None,
}


def line_of(exchange: Exchange, *, records: bool) -> Any:
    out = StringIO()
    JsonLines(OutputOptions(json=True, records=records), out).event(ExchangeDone(exchange))
    return json.loads(out.getvalue())


def test_fields_have_their_paths_and_kafkas_names() -> None:
    made = joining(b"", wish())
    assert made.request is not None
    assert embedded_objects(made.request) == [SHOWN]


@pytest.mark.parametrize(
    ("data", "kind", "note"),
    [
        (b"\0\1\2", "connect", "in the format of protocol type connect"),
        (b"\0", "consumer", "ConsumerProtocolSubscription: 1 byte has no room for a version"),
    ],
)
def test_what_stays_bytes_says_why(data: bytes, kind: str, note: str) -> None:
    made = joining(data, kind=kind)
    assert made.request is not None
    (found,) = embedded_objects(made.request) or []
    assert found == {"path": "protocols[0].metadata", "type": None, "body": None, "note": note}


def test_lines_have_them_where_records_were_asked_for() -> None:
    made, schema = joining(b"", wish()), line_schema()
    line = line_of(made, records=True)
    assert line["request"]["embedded"] == [SHOWN]
    assert line["response"]["embedded"] == []
    assert not complaints(line, schema, schema)
    assert line_of(made, records=False)["request"]["embedded"] is None


def test_other_apis_have_none() -> None:
    talk = Dialogue()
    made = talk.exchange(talk.connect(), HeartbeatRequest(), HeartbeatResponse(), 4)
    assert line_of(made, records=True)["request"]["embedded"] is None
