"""The client's half of fetch sessions, without a broker."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.sessions import FetchSession, Plan, Wanted
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse

ID = b"i" * 16
OTHER_ID = b"o" * 16
NO_ID = bytes(16)
MAX32 = 2_147_483_647


def key(index: int, topic: str = "t") -> TopicPartition:
    return TopicPartition(topic, index)


def wanted(offset: int = 0, topic_id: bytes = ID) -> Wanted:
    return Wanted(topic_id, offset, 0, 1024)


def answer(
    *partitions: int, topic_id: bytes = ID, topic: str = "t", **fields: Any
) -> FetchResponse:
    data = [FetchResponse.PartitionData(partition_index=index) for index in partitions]
    topics = [FetchResponse.FetchableTopicResponse(topic=topic, topic_id=topic_id, partitions=data)]
    return FetchResponse(responses=topics if partitions else [], **fields)


def opened(count: int = 3) -> FetchSession:
    """A session of so many partitions after its first answer."""
    session = FetchSession()
    for index in range(count):
        session.want(key(index), wanted())
    session.plan()
    assert session.read(answer(*range(count), session_id=7), 18) is not None
    return session


def told(plan: Plan) -> tuple[int, int, list[int], list[int]]:
    """Id, epoch, sent and forgotten partitions."""
    sent = [found.partition for found, _ in plan.sent]
    return plan.session_id, plan.session_epoch, sent, [each.partition for each, _ in plan.forgotten]


def test_a_full_fetch_has_all_and_an_incremental_one_what_changed() -> None:
    """fetch F-1, F-2, F-3, F-5, J 155."""
    session = FetchSession()
    for index in range(3):
        session.want(key(index), wanted())
    assert told(session.plan()) == (0, 0, [0, 1, 2], [])
    session.read(answer(0, 1, 2, session_id=7), 18)
    assert told(session.plan()) == (7, 1, [], [])
    session.read(answer(session_id=7), 18)
    session.want(key(1), wanted(5))
    session.want(key(3), wanted())
    session.want(key(2), wanted())
    session.drop(key(0))
    assert told(session.plan()) == (7, 2, [3, 1], [0])


def test_what_was_dropped_and_wanted_again_is_not_sent() -> None:
    """fetch F-2: equal parameters are omitted."""
    session = opened()
    session.drop(key(1))
    session.want(key(1), wanted())
    assert told(session.plan()) == (7, 1, [], [])
    session.want(key(9), wanted())
    session.drop(key(9))
    session.read(answer(session_id=7), 18)
    assert told(session.plan()) == (7, 2, [], [])


def test_a_recreated_topic_is_sent_anew_and_the_old_id_forgotten() -> None:
    """fetch F-2, J 160: names cannot tell the two apart."""
    session = opened(1)
    session.want(key(0), wanted(0, OTHER_ID))
    plan = session.plan()
    assert told(plan) == (7, 1, [0], [])
    request = FetchRequest()
    plan.fill(request, 13)
    assert [(each.topic_id, each.partitions) for each in request.forgotten_topics_data] == [
        (ID, [0])
    ]
    plan.fill(request, 12)
    assert request.forgotten_topics_data == []


def test_ids_are_used_if_all_partitions_have_one() -> None:
    """fetch F-4, J 159: forgotten ones included."""
    session = FetchSession()
    session.want(key(0), wanted())
    session.want(key(0, "u"), wanted(0, NO_ID))
    assert not session.plan().has_ids
    session.read(FetchResponse(error_code=71), 12)
    session.want(key(0, "u"), wanted(0, OTHER_ID))
    assert session.plan().has_ids
    session.want(key(0, "u"), wanted(0, NO_ID))
    session.plan()
    both = answer(0, session_id=7)
    both.responses += answer(0, topic="u", topic_id=NO_ID).responses
    assert session.read(both, 12) is not None
    session.drop(key(0, "u"))
    assert not session.plan().has_ids, "the one that is forgotten has none"
    session.read(answer(session_id=7), 12)
    assert session.plan().has_ids


@pytest.mark.parametrize(
    ("response", "following"),
    [
        (FetchResponse(error_code=70), (0, 0)),
        (FetchResponse(error_code=71), (7, 0)),
        (FetchResponse(error_code=106), (7, 0)),
        (FetchResponse(error_code=-1), (7, 0)),
        (answer(9, session_id=7), (7, 0)),
        (answer(0, topic_id=OTHER_ID, session_id=7), (7, 0)),
    ],
)
def test_an_answer_that_does_not_fit_begins_a_new_session(
    response: FetchResponse, following: tuple[int, int]
) -> None:
    """fetch F-6, F-8, J 157, J 158."""
    session = opened()
    session.plan()
    assert session.read(response, 18) is None
    plan = session.plan()
    assert (plan.session_id, plan.session_epoch) == following
    assert len(plan.sent) == 3


@pytest.mark.parametrize(
    "response",
    [
        answer(0, 1, session_id=7),
        answer(0, 1, 2, 3, session_id=7),
        FetchResponse(throttle_time_ms=100),
    ],
)
def test_a_full_answer_has_exactly_what_was_asked(response: FetchResponse) -> None:
    """fetch F-7, J 156."""
    session = FetchSession()
    for index in range(3):
        session.want(key(index), wanted())
    session.plan()
    assert session.read(response, 18) is None
    assert told(session.plan()) == (0, 0, [0, 1, 2], [])


def test_a_broker_without_room_for_a_session_is_sent_full_fetches() -> None:
    """fetch F-7, F-8."""
    session = FetchSession()
    session.want(key(0), wanted())
    session.plan()
    assert session.read(answer(0, session_id=0), 18) is not None
    assert told(session.plan()) == (0, 0, [0], [])
    session = opened()
    session.plan()
    assert session.read(answer(session_id=0), 18) == []
    assert told(session.plan()) == (0, 0, [0, 1, 2], [])


def test_a_lost_answer_closes_the_session() -> None:
    """fetch F-9, J 158."""
    session = opened()
    session.plan()
    session.lost()
    assert told(session.plan()) == (7, 0, [0, 1, 2], [])


def test_the_epoch_goes_from_its_greatest_value_to_one() -> None:
    """fetch F-11."""
    session = opened()
    session.session_epoch = MAX32
    session.plan()
    session.read(answer(session_id=7), 18)
    assert session.plan().session_epoch == 1


def test_closing_names_the_session_and_no_topics() -> None:
    """fetch F-10."""
    assert FetchSession().closing() is None
    plan = opened().closing()
    assert plan is not None
    assert told(plan) == (7, -1, [], [])


def test_neighbours_of_a_topic_share_an_element() -> None:
    """fetch A-11: the order of partitions is kept."""
    session = FetchSession()
    for found in (key(1), key(0), key(0, "u"), key(2)):
        session.want(found, wanted(0, OTHER_ID if found.topic == "u" else ID))
    request = FetchRequest()
    session.plan().fill(request, 18)
    assert [
        (each.topic, [one.partition for one in each.partitions]) for each in request.topics
    ] == [
        ("t", [1, 0]),
        ("u", [0]),
        ("t", [2]),
    ]


def test_a_follower_sends_its_log_start_and_its_last_epoch() -> None:
    """fetch G-42, replication D-2: a change of either is sent; a consumer has -1 for both."""
    session = opened()
    follower = wanted()._replace(log_start_offset=2, last_fetched_epoch=4)
    session.want(key(1), follower)
    request = FetchRequest()
    session.plan().fill(request, 18)
    ((sent,),) = (topic.partitions for topic in request.topics)
    assert (sent.partition, sent.log_start_offset, sent.last_fetched_epoch) == (1, 2, 4)
    session.read(answer(session_id=7), 18)
    session.want(key(1), wanted())
    session.plan().fill(request, 18)
    ((sent,),) = (topic.partitions for topic in request.topics)
    assert (sent.partition, sent.log_start_offset, sent.last_fetched_epoch) == (1, -1, -1)


def test_a_session_is_idle_if_there_is_nothing_to_fetch_or_forget() -> None:
    """fetch G-41: the partitions that the broker still has are forgotten before."""
    session = opened(2)
    idle = [FetchSession().is_idle, session.is_idle]
    session.drop(key(0))
    session.drop(key(1))
    idle.append(session.is_idle)
    session.plan()
    session.read(answer(session_id=7), 18)
    assert [*idle, session.is_idle] == [True, False, False, True]


def test_a_session_that_begins_anew_has_nothing_to_forget() -> None:
    """fetch F-9, G-41: the broker drops the old session with the next full fetch."""
    session = opened(1)
    session.drop(key(0))
    session.lost()
    assert session.is_idle
