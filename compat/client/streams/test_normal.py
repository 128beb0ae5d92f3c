"""What is new in each run is replaced by what it means; what differs for a reason stays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hypothesis import given
from hypothesis import strategies as st

from compat.client.streams.normal import Normal, Sessions, leaves, normal
from kafkawire.client.core.membership.subscription import (
    MemberSubscription,
    encode_assignment,
    encode_subscription,
)
from kafkawire.client.values import TopicPartition
from kafkawire.dump.engine import Engine
from kafkawire.dump.model import Exchange, RequestSeen
from kafkawire.dump.transport import Data, Endpoint, StreamOpened
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest

BROKER = Endpoint("127.0.0.1", 9092)
CLIENT, SERVER = 0, 1


class Talk:
    """A connection of consumer `a` with node 1, of which the engine makes exchanges."""

    def __init__(self) -> None:
        self.engine = Engine()
        self.exchanges: list[Exchange] = []
        self._number = 0
        ends = (Endpoint("127.0.0.1", 40_000), BROKER)
        self._feed(StreamOpened(0, ends, CLIENT, 1))

    def ask(self, request: Message, version: int, answer: Message | None = None) -> None:
        """Send a request, and its answer if there is one."""
        self._number += 1
        frame = encode_request(request.API_KEY, version, self._number, "a", request)
        self._feed(Data(0, CLIENT, frame, self._number, 0))
        if answer is not None:
            sent = encode_response(self._number, request.API_KEY, version, answer)
            self._feed(Data(0, SERVER, joined(sent), self._number, 0))

    def normal(self, names: Mapping[str, str]) -> Normal:
        """Return what was sent by its meaning."""
        return normal(self.exchanges, names, {9092: 1})

    def _feed(self, event: StreamOpened | Data) -> None:
        for found in self.engine.feed(event):
            if isinstance(found, RequestSeen):
                self.exchanges.append(found.exchange)


def recorded(topic: str, topic_id: bytes, session_id: int, order: list[int]) -> Normal:
    """The same work with names, ids and orders of one run."""
    talk = Talk()
    told = MetadataResponse.MetadataResponseTopic(name=topic, topic_id=topic_id)
    asked = MetadataRequest.MetadataRequestTopic(name=topic)
    talk.ask(MetadataRequest(topics=[asked]), 13, MetadataResponse(topics=[told]))
    partitions = [FetchRequest.FetchPartition(partition=each, fetch_offset=5) for each in order]
    fetched = FetchRequest.FetchTopic(topic_id=topic_id, partitions=partitions)
    talk.ask(FetchRequest(session_epoch=0, topics=[fetched]), 17)
    talk.ask(FetchRequest(session_id=session_id, session_epoch=1), 17)
    talk.ask(FetchRequest(session_id=session_id, session_epoch=2), 17)
    forgotten = FetchRequest.ForgottenTopic(topic_id=topic_id, partitions=[0])
    talk.ask(
        FetchRequest(session_id=session_id, session_epoch=3, forgotten_topics_data=[forgotten]), 17
    )
    talk.ask(FetchRequest(session_id=session_id, session_epoch=-1), 17)
    return talk.normal({topic: "t"})


def test_two_runs_of_the_same_work_are_the_same() -> None:
    """Client N-1."""
    one = recorded("topic-1", b"\1" * 16, 4711, [0, 1, 2])
    other = recorded("topic-2", b"\2" * 16, 815, [2, 0, 1])
    assert one == other
    assert one.quiet == {"Fetch": 2}
    shapes = [each.shape for each in one.said if each.api == "Fetch"]
    assert shapes == [
        "session=none epoch=open sent=t-0@5/-1 t-1@5/-1 t-2@5/-1 forgotten=",
        "session=s1 epoch=next sent= forgotten=t-0",
        "session=s1 epoch=close sent= forgotten=",
    ]
    assert {each.lane for each in one.said} == {"Metadata", "node 1"}


def test_an_epoch_that_is_not_the_next_shows() -> None:
    """Fetch F-8."""
    sessions = Sessions()
    epochs = [
        sessions.step("a", 1, {"sessionId": session_id, "sessionEpoch": epoch})
        for session_id, epoch in [(0, 0), (7, 1), (7, 3), (7, 0), (9, 1), (9, -1)]
    ]
    assert epochs == [
        ("none", "open"),
        ("s1", "next"),
        ("s1", "3 after 1"),
        ("s1", "reopen"),
        ("s2", "next"),
        ("s2", "close"),
    ]


def test_sessions_are_numbered_for_each_consumer_and_broker() -> None:
    sessions = Sessions()
    for client, port in [("a", 1), ("a", 2), ("b", 1)]:
        values = {"sessionId": hash((client, port)), "sessionEpoch": 1}
        assert sessions.step(client, port, values) == ("s1", "next")


def test_what_members_write_for_each_other_is_read() -> None:
    """Client G-40."""
    talk = Talk()
    subscription = MemberSubscription(("topic-1",), (TopicPartition("topic-1", 2),), 4)
    protocol = JoinGroupRequest.JoinGroupRequestProtocol(
        name="range", metadata=encode_subscription(subscription)
    )
    join = JoinGroupRequest(
        group_id="group-1", member_id="a-17", protocols=[protocol], reason="need to re-join: a-17"
    )
    talk.ask(join, 9)
    assignment = SyncGroupRequest.SyncGroupRequestAssignment(
        member_id="a-17", assignment=encode_assignment([TopicPartition("topic-1", 1)])
    )
    talk.ask(SyncGroupRequest(group_id="group-1", assignments=[assignment]), 5)
    first, second = talk.normal({"topic-1": "t", "group-1": "g"}).said
    assert first.fields["groupId"] == "g"
    assert first.fields["memberId"] == "member a"
    assert first.fields["reason"] == "given"
    assert first.fields["protocols.range.metadata.topics"] == "[t]"
    assert first.fields["protocols.range.metadata.owned"] == "[t-2]"
    assert first.fields["protocols.range.metadata.generation"] == "4"
    assert second.fields["assignments.member a.assignment"] == "[t-1]"
    assert (first.lane, second.lane) == ("group", "group")


@given(st.permutations(range(6)), st.sets(st.integers(0, 5), max_size=5))
def test_the_order_of_a_list_and_what_it_lacks_change_no_other_path(
    order: list[int], lacking: set[int]
) -> None:
    def values(numbers: Iterable[int]) -> dict[str, object]:
        return {"partitions": [{"partition": each, "offset": each * 10} for each in numbers]}

    whole = dict(leaves("", values(range(6))))
    part = dict(leaves("", values(each for each in order if each not in lacking)))
    assert part.items() <= whole.items()
    assert len(whole) - len(part) == 2 * len(lacking)
