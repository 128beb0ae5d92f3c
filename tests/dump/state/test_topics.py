"""Topic ids get their names wherever a message had both."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kafkawire.dump.state import State
from kafkawire.dump.state import topics as under_test
from kafkawire.dump.state.topics import METADATA_ID, NO_TOPICS, TopicNames
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.consumer_group_describe_response import (
    ConsumerGroupDescribeResponse,
)
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.describe_topic_partitions_request import (
    DescribeTopicPartitionsRequest,
)
from kafkawire.protocol.messages.describe_topic_partitions_response import (
    DescribeTopicPartitionsResponse,
)
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.uuids import uuid_text
from tests.support.dump.talking import Conversation

SCHEMAS = Path(__file__).parents[3] / "schemas" / "messages"
ORDERS = bytes(range(16))
CONFIGS = {32, 33, 44}
"""Their resources may be topics, which facts know."""
PAYMENTS = bytes(range(16, 32))


def fetch(*topic_ids: bytes) -> FetchRequest:
    return FetchRequest(
        topics=[
            FetchRequest.FetchTopic(
                topic_id=topic_id, partitions=[FetchRequest.FetchPartition(partition=0)]
            )
            for topic_id in topic_ids
        ]
    )


def learn_by_metadata(talk: Conversation) -> None:
    topic = MetadataResponse.MetadataResponseTopic(name="orders", topic_id=ORDERS)
    talk.say(MetadataRequest(), MetadataResponse(topics=[topic]))


def learn_by_creating(talk: Conversation) -> None:
    result = CreateTopicsResponse.CreatableTopicResult(name="orders", topic_id=ORDERS)
    talk.say(CreateTopicsRequest(), CreateTopicsResponse(topics=[result]))


def learn_by_describing(talk: Conversation) -> None:
    kind = DescribeTopicPartitionsResponse
    topic = kind.DescribeTopicPartitionsResponseTopic(name="orders", topic_id=ORDERS)
    talk.say(DescribeTopicPartitionsRequest(), kind(topics=[topic]))


def learn_by_describing_a_group(talk: Conversation) -> None:
    kind = ConsumerGroupDescribeResponse
    owned = kind.TopicPartitions(topic_id=ORDERS, topic_name="orders", partitions=[1])
    member = kind.Member(assignment=kind.Assignment(topic_partitions=[owned]))
    group = kind.DescribedGroup(group_id="g", members=[member])
    talk.say(ConsumerGroupDescribeRequest(), kind(groups=[group]))


@pytest.mark.parametrize(
    "learn",
    [learn_by_metadata, learn_by_creating, learn_by_describing, learn_by_describing_a_group],
)
def test_a_name_is_learnt_from_whatever_has_both(learn: Any) -> None:
    talk = Conversation()
    assert talk.say(fetch(ORDERS), FetchResponse()).topics == (uuid_text(ORDERS),)
    learn(talk)
    later = talk.say(fetch(ORDERS), FetchResponse())
    assert later.topics == ("orders",)
    assert not later.notes


def test_the_request_alone_has_its_topics_already() -> None:
    talk = Conversation(State({ORDERS: "orders"}))
    assert talk.ask(fetch(ORDERS)).topics == ("orders",)


def test_a_topic_without_a_name_is_said_once() -> None:
    talk = Conversation()
    first = talk.say(fetch(ORDERS, PAYMENTS), FetchResponse())
    assert [note for note in first.notes if "topic id" in note] == [
        f"topic id {uuid_text(each)} has no name yet: no message with both was seen"
        for each in (ORDERS, PAYMENTS)
    ]
    assert not [note for note in talk.say(fetch(ORDERS), FetchResponse()).notes if "id" in note]


def test_the_users_names_are_believed_first() -> None:
    talk = Conversation(State({ORDERS: "mine"}))
    learn_by_metadata(talk)
    assert talk.say(fetch(ORDERS), FetchResponse()).topics == ("mine",)


def test_the_metadata_log_has_a_name_that_no_message_says() -> None:
    assert Conversation().ask(fetch(METADATA_ID)).topics == ("__cluster_metadata",)


def test_topics_of_both_messages_are_named_once_those_of_the_request_first() -> None:
    request = ListOffsetsRequest(
        topics=[ListOffsetsRequest.ListOffsetsTopic(name=name) for name in "ba"]
    )
    response = ListOffsetsResponse(
        topics=[ListOffsetsResponse.ListOffsetsTopicResponse(name=name) for name in "abc"]
    )
    assert Conversation().say(request, response).topics == ("b", "a", "c")


def test_a_response_without_its_request_has_topics_too() -> None:
    talk = Conversation()
    exchange = talk.ask(ListOffsetsRequest())
    exchange.request = None
    response = ListOffsetsResponse(
        topics=[ListOffsetsResponse.ListOffsetsTopicResponse(name="orders")]
    )
    assert talk.answer(exchange, response, 11).topics == ("orders",)


def test_names_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "NAMES_MAX", 2)
    names = TopicNames()
    for number in range(5):
        topic_id = bytes([9] * 15 + [number])
        names.learn(topic_id, f"t{number}")
        names.learn(uuid_text(topic_id), f"t{number}")
    assert names.name(bytes([9] * 15 + [4])) == "t4"
    assert names.name(uuid_text(bytes([9] * 15 + [4]))) == "t4"
    assert names.name(bytes([9] * 15 + [0])) is None


def _names_topics(fields: list[dict[str, Any]]) -> bool:
    return any(
        field.get("entityType") == "topicName"
        or "TopicId" in field["name"]
        or _names_topics(field.get("fields", []))
        for field in fields
    )


def test_the_apis_without_topics_are_those_of_the_declarations() -> None:
    naming, all_keys = set(), set()
    for path in SCHEMAS.glob("*.json"):
        declared = json.loads(re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.MULTILINE))
        if declared["type"] not in ("request", "response"):
            continue
        all_keys.add(declared["apiKey"])
        structs = [each["fields"] for each in declared.get("commonStructs", [])]
        if any(map(_names_topics, [declared["fields"], *structs])):
            naming.add(declared["apiKey"])
    assert all_keys - naming - CONFIGS == NO_TOPICS
