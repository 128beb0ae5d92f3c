"""Why a consumer gets nothing, said where it begins and not over and over."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.dump.model import Exchange
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from tests.support.dump.talking import Conversation

IDLE = "fetch waits: nothing new since offset 10 of orders-0"


def ask(*offsets: int, session: tuple[int, int] = (0, -1), committed: bool = False) -> FetchRequest:
    partitions = [
        FetchRequest.FetchPartition(partition=at, fetch_offset=offset, partition_max_bytes=1)
        for at, offset in enumerate(offsets)
    ]
    topics = [FetchRequest.FetchTopic(topic="orders", partitions=partitions)] if offsets else []
    return FetchRequest(
        session_id=session[0],
        session_epoch=session[1],
        isolation_level=int(committed),
        topics=topics,
    )


def tell(*entries: Any, **fields: Any) -> FetchResponse:
    kind = FetchResponse.FetchableTopicResponse
    topics = [kind(topic="orders", partitions=list(entries))] if entries else []
    return FetchResponse(responses=topics, **fields)


def at(number: int = 0, high_watermark: int = 10, **fields: Any) -> Any:
    usual: dict[str, Any] = {
        "last_stable_offset": high_watermark,
        "log_start_offset": 0,
        "records": b"",
    }
    return FetchResponse.PartitionData(
        partition_index=number, high_watermark=high_watermark, **(usual | fields)
    )


def say(talk: Conversation, *pair: Any, version: int = 12) -> list[str]:
    notes: list[str] = talk.say(pair[0], pair[1], version).notes
    return notes


@pytest.mark.parametrize("version", [4, 7, 12])
def test_a_fetch_at_the_end_waits_and_says_so_once(version: int) -> None:
    talk = Conversation()
    assert say(talk, ask(10), tell(at()), version=version) == [IDLE]
    assert say(talk, ask(10), tell(at()), version=version) == []
    assert say(talk, ask(10), tell(at(records=b"x")), version=version) == []
    assert say(talk, ask(10), tell(at()), version=version) == []


def test_it_is_said_again_after_a_minute_with_records() -> None:
    talk = Conversation()
    say(talk, ask(10), tell(at()))
    for _ in range(70):
        talk.now_ms += 1000
        assert say(talk, ask(10), tell(at(records=b"x"))) == []
    assert say(talk, ask(10), tell(at())) == [IDLE]


def test_it_is_not_said_again_while_it_lasts() -> None:
    talk = Conversation()
    say(talk, ask(10), tell(at()))
    for offset in range(11, 60):
        talk.now_ms += 30_000
        assert say(talk, ask(offset), tell(at(0, offset))) == []


def test_many_partitions_are_one_note() -> None:
    notes = say(Conversation(), ask(10, 10, 5), tell(at(0), at(1), at(2, 5)))
    assert notes == ["fetch waits: nothing new in 3 partitions, orders 0-2"]


def test_a_session_knows_where_its_readers_stand() -> None:
    talk = Conversation()
    assert say(talk, ask(10, session=(0, 0)), tell(at(records=b"x"), session_id=42)) == []
    assert say(talk, ask(session=(42, 1)), tell(session_id=42)) == [IDLE]
    assert say(talk, ask(session=(42, 2)), tell(session_id=42)) == []


@pytest.mark.parametrize("session", [(0, -1), (0, 0)])
def test_an_open_transaction_holds_readers_back(session: tuple[int, int]) -> None:
    talk = Conversation()
    produce = ProduceRequest(
        transactional_id="pay",
        acks=-1,
        topic_data=[
            ProduceRequest.TopicProduceData(
                name="orders", partition_data=[ProduceRequest.PartitionProduceData(index=0)]
            )
        ],
    )
    talk.say(produce, ProduceResponse(), 12)
    talk.now_ms += 62_000
    answer = tell(at(last_stable_offset=7), session_id=42 if session[1] == 0 else 0)
    notes = say(talk, ask(7, session=session, committed=True), answer)
    assert notes == [
        "open transaction holds last_stable_offset of orders-0 at 7 below high_watermark 10: "
        "who reads committed records waits; seen there: transaction pay, open for at least 62 s"
    ]


def test_a_transaction_of_somebody_unseen_holds_them_back_too() -> None:
    notes = say(Conversation(), ask(7, committed=True), tell(at(last_stable_offset=7)))
    assert notes == [
        "open transaction holds last_stable_offset of orders-0 at 7 below high_watermark 10: "
        "who reads committed records waits"
    ]


def test_who_reads_everything_is_not_held_back() -> None:
    assert say(Conversation(), ask(7), tell(at(last_stable_offset=7))) == []


def test_one_partition_may_be_held_back_while_another_goes_on() -> None:
    talk = Conversation()
    stuck = at(0, last_stable_offset=7)
    request = ask(7, 5, session=(0, 0), committed=True)
    notes = say(talk, request, tell(stuck, at(1, records=b"x"), session_id=42))
    assert [note.split(" at ")[0] for note in notes] == [
        "open transaction holds last_stable_offset of orders-0"
    ]


@pytest.mark.parametrize(
    ("offset", "text"),
    [
        (500, "position 500 of orders-0 is out of range: beyond the end, which was 10"),
        (3, "position 3 of orders-0 is out of range: the log began at 0 and may have lost more "
            "since"),
    ],
)  # fmt: skip
def test_a_position_out_of_range_is_compared_with_the_log(offset: int, text: str) -> None:
    talk = Conversation()
    say(talk, ask(10, session=(0, 0)), tell(at(), session_id=42))
    gone = at(0, -1, log_start_offset=-1, error_code=ErrorCode.OFFSET_OUT_OF_RANGE)
    assert say(talk, ask(offset, session=(42, 1)), tell(gone, session_id=42)) == [text]


def test_a_position_out_of_range_without_a_session() -> None:
    gone = at(0, -1, error_code=ErrorCode.OFFSET_OUT_OF_RANGE)
    assert say(Conversation(), ask(3), tell(gone)) == [
        "position 3 of orders-0 is out of range: the log begins later or ends before it"
    ]


def test_who_has_no_session_is_compared_with_the_log_too() -> None:
    talk = Conversation()
    say(talk, ask(10), tell(at()))
    gone = at(0, -1, error_code=ErrorCode.OFFSET_OUT_OF_RANGE)
    assert say(talk, ask(500), tell(gone)) == [
        "position 500 of orders-0 is out of range: beyond the end, which was 10"
    ]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (6, "partition orders-0 is not led by this broker any more: the client has to look for "
            "the leader (NOT_LEADER_OR_FOLLOWER)"),
        (3, "partition orders-0 does not exist, or not on this broker "
            "(UNKNOWN_TOPIC_OR_PARTITION)"),
        (29, "partition orders-0 may not be read by this user (TOPIC_AUTHORIZATION_FAILED)"),
        (87, "partition orders-0 answers INVALID_RECORD"),
        (9999, "partition orders-0 answers 9999"),
    ],
)  # fmt: skip
def test_errors_are_said_in_words_and_once(code: int, text: str) -> None:
    talk = Conversation()
    assert say(talk, ask(3), tell(at(0, -1, error_code=code))) == [text]
    assert say(talk, ask(3), tell(at(0, -1, error_code=code))) == []


def test_throttling_is_said_once_for_a_connection() -> None:
    talk = Conversation()
    paused = ["paused by throttle 500 ms: the client is over its quota"]
    assert say(talk, ask(3), tell(throttle_time_ms=500)) == paused
    assert say(talk, ask(3), tell(throttle_time_ms=400)) == []
    assert talk.say(ProduceRequest(), ProduceResponse(throttle_time_ms=500), 9).notes == paused


def test_a_partition_without_a_leader_is_said() -> None:
    kind = MetadataResponse
    partitions = [
        kind.MetadataResponsePartition(partition_index=0, leader_id=1),
        kind.MetadataResponsePartition(partition_index=1, leader_id=-1, error_code=5),
    ]
    topics = [
        kind.MetadataResponseTopic(name="orders", partitions=partitions),
        kind.MetadataResponseTopic(name="gone", error_code=3),
    ]
    talk = Conversation()
    assert talk.say(MetadataRequest(), kind(topics=topics)).notes == [
        "partition orders-1 has no leader (LEADER_NOT_AVAILABLE)",
        "gone does not exist, or not on this broker (UNKNOWN_TOPIC_OR_PARTITION)",
    ]
    assert talk.say(MetadataRequest(), kind(topics=topics)).notes == []


def test_offsets_in_an_open_transaction_are_waited_for() -> None:
    request = OffsetFetchRequest(groups=[OffsetFetchRequest.OffsetFetchRequestGroup(group_id="g")])
    kind = OffsetFetchResponse
    partition = kind.OffsetFetchResponsePartitions(
        partition_index=0, committed_offset=-1, error_code=ErrorCode.UNSTABLE_OFFSET_COMMIT
    )
    topic = kind.OffsetFetchResponseTopics(name="orders", partitions=[partition])
    group = kind.OffsetFetchResponseGroup(group_id="g", topics=[topic])
    assert Conversation().say(request, kind(groups=[group]), 9).notes == [
        "group g waits for its offsets: an open transaction is to commit them"
    ]


def test_a_rebalance_is_said_when_it_lasts() -> None:
    talk = Conversation()

    def beat() -> Exchange:
        code = ErrorCode.REBALANCE_IN_PROGRESS
        request = HeartbeatRequest(group_id="g", member_id="m", generation_id=4)
        return talk.say(request, HeartbeatResponse(error_code=code))

    assert beat().notes == []
    talk.now_ms += 4199
    assert beat().notes == [
        "group g: rebalance in progress since at least 4.2 s, for a reason that was not seen"
    ]
    assert beat().notes == []


def test_many_notes_are_counted() -> None:
    entries = [at(number, -1, error_code=6) for number in range(20)]
    notes = say(Conversation(), ask(*range(20)), tell(*entries))
    assert len(notes) == 9
    assert notes[-1] == "and 12 notes more of this kind"
