"""Ids of the replay in place of recorded ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.batches import batches_in
from kafkawire.dump.declarations import for_api, load
from kafkawire.dump.model import Exchange, Header, seen_at
from kafkawire.dump.model import Message as DumpMessage
from kafkawire.dump.records.records_fields import records_of
from kafkawire.dump.replay.ids import Ids, has_ids
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.consumer_protocol_subscription import (
    ConsumerProtocolSubscription,
)
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest
from kafkawire.records.builder import encode_batch
from tests.support.dump.declared import connection, dumped, frame_of
from tests.support.dump.dialogues import Dialogue
from tests.support.requests.strategies import SPECS, draw, versions
from tools.generate.model import MessageSpec


def exchange(
    request: Message, response: Message | None = None, version: int | None = None
) -> Exchange:
    talk = Dialogue()
    return talk.exchange(talk.connect(), request, response, version)


def read(frame: bytes, as_in: Exchange) -> DumpMessage:
    """A rewritten frame as a message, which must be decodable to its end."""
    request = as_in.request
    assert request
    header = Header(request.api_key, request.api_version, 1, request.body_offset)
    made = DumpMessage(request.connection, frame, header, seen_at(0), is_request=True)
    assert made.values
    assert made.problem is None
    return made


def joined(member: str, generation: int) -> JoinGroupResponse:
    return JoinGroupResponse(
        member_id=member,
        leader=member,
        generation_id=generation,
        members=[JoinGroupResponse.JoinGroupResponseMember(member_id=member)],
    )


class Everything(dict[Any, Any]):
    """Has another id for every id."""

    def get(self, key: Any, default: Any = None) -> Any:
        kind, value = key[0], key[-1]
        if kind == "member":
            return value and value + "é"
        return {"session": 9, "generation": 7, "producer": 5, "epoch": 1}[kind]


REPLACED = {
    "memberId": "member",
    "generationId": "generation",
    "generationIdOrMemberEpoch": "generation",
    "memberEpoch": "generation",
    "producerId": "producer",
    "producerEpoch": "epoch",
}
REQUESTS = [spec for spec in SPECS.values() if spec.kind == "request" and has_ids(load(spec.name))]


def replaced(value: Any, name: str = "", api: str = "") -> Any:
    """The values that a rewritten request must have."""
    if isinstance(value, dict):
        return {name: replaced(inner, name, api) for name, inner in value.items()}
    if isinstance(value, list):
        return [replaced(each, name, api) for each in value]
    if name in ("currentLeaderEpoch", "lastFetchedEpoch"):
        return -1
    if name == "sessionId" and api == "FetchRequest":
        return 9
    kind = REPLACED.get(name)
    is_one = kind is not None and isinstance(value, int | str)
    return Everything().get((kind, value)) if is_one else value


@pytest.mark.parametrize("spec", REQUESTS, ids=lambda spec: spec.name)
def test_in_every_request_of_every_version_ids_are_replaced_and_nothing_else(
    spec: MessageSpec,
) -> None:
    ids = Ids()
    ids._new = Everything()
    for version in versions(spec):
        frame = frame_of(spec, version, draw(spec, version, version))
        asked = Exchange(1, connection())
        asked.request = dumped(spec, version, frame)

        found = dumped(spec, version, ids.rewritten(asked), asked.request.body_offset)

        assert found.values == replaced(asked.request.values, api=spec.name)
        assert found.problem is None


NAMES = st.text("abcé-", min_size=1, max_size=200)
VERSIONS = st.integers(0, SyncGroupRequest.VERSIONS[1])


@given(NAMES, NAMES, st.integers(1, 1000), VERSIONS)
def test_members_and_generations_are_replaced_whatever_their_length(
    recorded: str, new: str, generation: int, version: int
) -> None:
    ids = Ids()
    join = JoinGroupRequest(group_id="g")
    ids.learn(exchange(join, joined(recorded, 5)), exchange(join, joined(new, generation)))
    sync = SyncGroupRequest(
        group_id="g",
        member_id=recorded,
        generation_id=5,
        assignments=[
            SyncGroupRequest.SyncGroupRequestAssignment(member_id=recorded, assignment=b"a"),
            SyncGroupRequest.SyncGroupRequestAssignment(member_id="else", assignment=b"b"),
        ],
    )

    asked = exchange(sync, version=version)
    values = read(ids.rewritten(asked), asked).values

    assert (values["memberId"], values["generationId"]) == (new, generation)
    members = [each["memberId"] for each in values["assignments"]]
    assert members == [new, new if recorded == "else" else "else"]


def test_a_subscription_has_the_new_generation_too() -> None:
    ids, kind = Ids(), ConsumerProtocolSubscription
    asked = JoinGroupRequest(group_id="g", member_id="m", protocol_type="consumer")
    ids.learn(exchange(asked, joined("m", 5)), exchange(asked, joined("m", 12)))
    old, new = (b"\0\3" + kind(topics=["t"], generation_id=each).encode(3) for each in (5, 12))
    offered = JoinGroupRequest.JoinGroupRequestProtocol
    asked.protocols = [offered(name="range", metadata=old)]
    again = exchange(asked)
    asked.protocols = [offered(name="range", metadata=new)]
    expected = exchange(asked).request
    assert expected
    assert read(ids.rewritten(again), again).values == expected.values


def test_generations_are_those_of_their_group() -> None:
    ids = Ids()
    join = JoinGroupRequest(group_id="g")
    ids.learn(exchange(join, joined("m", 5)), exchange(join, joined("m", 1)))
    asked = exchange(SyncGroupRequest(group_id="other", generation_id=5))

    assert read(ids.rewritten(asked), asked).values["generationId"] == 5


def test_a_fetch_session_goes_by_its_id_and_leader_epochs_are_not_known() -> None:
    ids = Ids()
    recorded = exchange(FetchRequest(), FetchResponse(session_id=77))
    ids.learn(recorded, exchange(FetchRequest(), FetchResponse(session_id=5)))
    partition = FetchRequest.FetchPartition(partition=0, current_leader_epoch=9)
    topic = FetchRequest.FetchTopic(topic_id=b"\1" * 16, partitions=[partition])
    asked = exchange(FetchRequest(session_id=77, session_epoch=3, topics=[topic]))

    values = read(ids.rewritten(asked), asked).values

    assert (values["sessionId"], values["sessionEpoch"]) == (5, 3)
    assert values["topics"][0]["partitions"][0]["currentLeaderEpoch"] == -1


def named(topic_id: bytes, name: str = "orders") -> MetadataResponse:
    topic = MetadataResponse.MetadataResponseTopic(name=name, topic_id=topic_id)
    return MetadataResponse(topics=[topic])


def test_a_topics_id_goes_by_its_name() -> None:
    ids = Ids()
    recorded = exchange(MetadataRequest(), named(b"\1" * 16))
    assert recorded.response
    topic = FetchRequest.FetchTopic(topic_id=b"\1" * 16)
    asked = exchange(FetchRequest(topics=[topic]))

    ids.prepare(recorded.response)
    assert ids.rewritten(asked) == asked.message.data
    ids.learn(exchange(MetadataRequest(), None), exchange(MetadataRequest(), named(b"\2" * 16)))

    (row,) = read(ids.rewritten(asked), asked).values["topics"]
    assert row["topicId"] == "AgICAgICAgICAgICAgICAg"


@pytest.mark.parametrize("version", [3, 9, 12])
def test_producers_are_replaced_in_batches_too_with_a_right_checksum(version: int) -> None:
    ids = Ids()
    init = InitProducerIdRequest()
    ids.learn(
        exchange(init, InitProducerIdResponse(producer_id=4000, producer_epoch=2)),
        exchange(init, InitProducerIdResponse(producer_id=1, producer_epoch=0)),
    )
    batches = [
        encode_batch([(0, None, b"v", [])], producer_id=known, producer_epoch=2, base_sequence=5)
        for known in (4000, 9)
    ]
    partition = ProduceRequest.PartitionProduceData(index=0, records=b"".join(batches))
    topic = ProduceRequest.TopicProduceData(name="orders", partition_data=[partition])
    asked = exchange(ProduceRequest(topic_data=[topic]), version=version)

    message = read(ids.rewritten(asked), asked)

    (field,) = records_of(message)
    found = list(batches_in(message.data, field.start, field.end))
    assert [each.producer for each in found] == [(1, 0, 5), (9, 2, 5)]
    assert [each.wrong_crc for each in found] == [None, None]
    assert [bytes(record.value or b"") for each in found for record in each.records()] == [b"v"] * 2


def test_what_is_not_known_stays_as_it_is() -> None:
    for request in (
        SyncGroupRequest(group_id="g", member_id="m", generation_id=3),
        FetchRequest(session_id=5),
        MetadataRequest(),
    ):
        asked = exchange(request)
        assert Ids().rewritten(asked) == asked.message.data


def test_a_request_that_cannot_be_decoded_goes_out_as_it_is() -> None:
    asked = exchange(SyncGroupRequest(group_id="g"))
    assert asked.request
    asked.request.data = asked.request.data[: asked.request.body_offset] + b"\xff\xff\xff"

    assert Ids().rewritten(asked) == asked.request.data


def test_an_answer_that_did_not_come_teaches_nothing() -> None:
    ids = Ids()
    ids.learn(exchange(FetchRequest(), FetchResponse()), exchange(FetchRequest()))

    assert ids.rewritten(exchange(FetchRequest()))


def test_which_requests_have_ids_is_declared() -> None:
    def answer(key: int) -> Any:
        declaration = for_api(key, True)
        assert declaration
        return has_ids(declaration)

    assert all(map(answer, [0, 1, 8, 11, 12, 13, 14, 24, 26, 28, 68]))
    assert not any(map(answer, [16, 18, 10]))
