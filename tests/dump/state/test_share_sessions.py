"""Share sessions rebuilt: against a naive broker, and Kafka's rules (KIP-932)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.outputs.jsonlines import exchange_object
from kafkawire.dump.outputs.summary import subject_of
from kafkawire.dump.page.rows import session_of
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from tests.support.dump.sharing import (
    NaiveShareBroker,
    acknowledge,
    acknowledged,
    fetch,
    fetched,
    share_step_of,
    sharing,
)
from tests.support.dump.talking import Conversation

NOT_FOUND = ErrorCode.SHARE_SESSION_NOT_FOUND


@given(st.randoms(use_true_random=False), st.integers(1, 40))
def test_sessions_are_what_a_naive_broker_has(random: Random, steps: int) -> None:
    naive = NaiveShareBroker(random)
    for _ in range(steps):
        does = [naive.open, naive.go_on, naive.go_on, naive.go_on, naive.acknowledge, naive.err]
        random.choice([*does, naive.lose, naive.close])()
        naive.compare(naive.talk.connection)


def test_a_step_says_what_was_acquired_and_what_became_of_it() -> None:
    talk = sharing(0, 1, 2)
    request = fetch(1, batches={0: [(0, 3, [1, 1, 2, 1]), (4, 9, [3])]})
    exchange = talk.say(request, fetched({0: [(10, 19, 1), (20, 21, 3)]}))
    step = share_step_of(exchange)
    assert step.summary == (
        "share session jobs/m-1 epoch 1: holds 3 partitions, "
        "acknowledged 10 records (3 accept, 1 release, 6 reject), "
        "acquired 12 records, 2 of them again (delivery 3), "
        "2 left out of the answer: nothing acquired"
    )
    assert [tuple(each) for each in step.acquired] == [
        ("orders", 0, 10, 19, 1),
        ("orders", 0, 20, 21, 3),
    ]
    assert [each[2:] for each in step.acknowledged] == [
        (0, 1, "accept"),
        (2, 2, "release"),
        (3, 3, "accept"),
        (4, 9, "reject"),
    ]


def test_all_outputs_have_the_step() -> None:
    talk = sharing(0, 1)
    exchange = talk.say(fetch(1), fetched())
    text = "share session jobs/m-1 epoch 1: holds 2 partitions, 2 left out of the answer: "
    assert subject_of(exchange) == f"{text}nothing acquired"
    found = exchange_object(exchange)["session"]
    assert (found["sessionId"], found["held"], found["epoch"]) == ("jobs/m-1", 2, 1)
    assert session_of(exchange) == ["jobs/m-1", 1, "continued", 2, 0, 0, 0, 0, 2, False]
    exchange = talk.say(acknowledge(2, {0: [(5, 9, [1])]}), acknowledged())
    assert subject_of(exchange) == "orders group jobs 5 records (5 accept)"


def test_acknowledging_is_a_request_of_the_session() -> None:
    talk = sharing(0)
    exchange = talk.say(acknowledge(1, {0: [(0, 4, [4])]}), acknowledged())
    assert share_step_of(exchange).summary == (
        "share session jobs/m-1 epoch 1: holds 1 partition, acknowledged 5 records (5 renew)"
    )
    assert share_step_of(talk.say(fetch(2), fetched())).detail == ""
    step = share_step_of(talk.say(acknowledge(-1, {0: [(0, 4, [2])]}), acknowledged()))
    assert step.summary == (
        "share session jobs/m-1 closed by the client: it held 1 partition, "
        "acknowledged 5 records (5 release)"
    )
    step = share_step_of(talk.say(fetch(3), fetched(error_code=NOT_FOUND)))
    assert step.detail == "it has ended 1 ms before"


def test_an_opening_says_what_it_holds() -> None:
    talk = sharing(0)
    step = share_step_of(talk.say(fetch(0, 0, 1), fetched({1: [(0, 0, 1)]})))
    assert step.summary == (
        "share session jobs/m-1 opened with 2 partitions: in place of the former one, "
        "acquired 1 record"
    )
    assert step.added == (TopicPartition("orders", 0), TopicPartition("orders", 1))
    assert step.left_out_partitions == {TopicPartition("orders", 0): "nothing acquired"}


@pytest.mark.parametrize(
    ("request_of_it", "answer", "reason"),
    [
        (fetch(1), fetched(throttle_time_ms=9), "throttled"),
        (fetch(1, is_renew_ack=True), fetched(), "locks are renewed, nothing is fetched"),
    ],
)
def test_what_is_left_out_has_a_reason(request_of_it, answer, reason) -> None:  # type: ignore[no-untyped-def]
    assert share_step_of(sharing(0, 1).say(request_of_it, answer)).left_out == {reason: 2}


def test_in_version_0_a_partition_may_be_there_for_its_acknowledgements_alone() -> None:
    talk = Conversation()
    talk.say(fetch(0, 0, max_bytes=1), fetched(), 0)
    step = share_step_of(talk.say(fetch(1, batches={5: [(0, 0, [1])]}), fetched(), 0))
    assert (step.held, step.added, step.acknowledged_records) == (1, (), {"accept": 1})


# Errors


@pytest.mark.parametrize("code", [ErrorCode.SHARE_SESSION_LIMIT_REACHED, NOT_FOUND])
def test_a_broker_that_has_no_room_opens_none(code: ErrorCode) -> None:
    step = share_step_of(sharing(0).say(fetch(0, 0), fetched(error_code=code)))
    assert step.summary == (
        "asked for a share session and got none: the broker has as many as it may have "
        "(group.share.max.share.sessions)"
    )
    step = share_step_of(sharing(0).say(fetch(0), fetched(error_code=ErrorCode.INVALID_REQUEST)))
    assert step.detail == "error INVALID_REQUEST"


def test_a_session_ends_with_the_connection_on_which_it_began() -> None:
    talk = sharing(0)
    talk.now_ms += 130_000
    step = share_step_of(talk.say(fetch(1), fetched(error_code=NOT_FOUND), on=talk.connect()))
    assert step.is_evicted
    assert step.summary == (
        "share session jobs/m-1 epoch 1 refused: the broker has lost it, 2.2 min after its latest "
        "use: it began on connection #1, and ends with that since Kafka 4.1; it held 1 partition"
    )


def test_a_session_may_be_lost_on_its_own_connection_too() -> None:
    step = share_step_of(sharing(0).say(fetch(1), fetched(error_code=NOT_FOUND)))
    assert "restarted, or the group has removed the member; it held 1 partition" in step.detail
    step = share_step_of(Conversation().say(fetch(1), fetched(error_code=NOT_FOUND)))
    assert "neither was its beginning seen" in step.detail


def test_a_wrong_epoch_is_compared_with_the_right_one() -> None:
    talk = sharing(0)
    talk.say(fetch(1), fetched())
    wrong = ErrorCode.INVALID_SHARE_SESSION_EPOCH
    step = share_step_of(talk.say(fetch(1), fetched(error_code=wrong)))
    assert step.detail == "the broker expects epoch 2: this one was used already"
    step = share_step_of(talk.say(acknowledge(0, {}), acknowledged(wrong)))
    assert step.detail == "an acknowledgement opens no session, only a fetch does"
    assert share_step_of(talk.say(fetch(2), fetched())).detail == ""


def test_after_an_error_of_another_kind_any_epoch_may_be_next() -> None:
    talk = sharing(0)
    step = share_step_of(talk.say(fetch(1), fetched(error_code=ErrorCode.UNKNOWN_SERVER_ERROR)))
    assert step.detail == "error UNKNOWN_SERVER_ERROR"
    wrong = fetched(error_code=ErrorCode.INVALID_SHARE_SESSION_EPOCH)
    assert share_step_of(talk.say(fetch(1), wrong)).detail == "the broker expects another epoch"
    step = share_step_of(talk.say(fetch(2), fetched()))
    assert (step.detail, step.is_whole) == ("", True)


@pytest.mark.parametrize(
    ("epoch", "said_of_it"),
    [(4, "2 requests of it not seen"), (1, "not in order: epoch 2 was to come")],
)
def test_a_gap_makes_a_session_known_in_part(epoch: int, said_of_it: str) -> None:
    talk = sharing(0)
    talk.say(fetch(1), fetched())
    step = share_step_of(talk.say(fetch(epoch), fetched()))
    assert (step.is_whole, step.detail) == (False, said_of_it)


def test_a_session_from_before_the_capture_is_known_in_part() -> None:
    step = share_step_of(Conversation().say(fetch(7, 0), fetched({1: [(0, 0, 1)]})))
    assert (step.held, step.is_whole, step.kind) == (2, False, "continued")


def test_what_is_said_of_records_may_come_too_late() -> None:
    talk = sharing(0, 1)
    late = ErrorCode.INVALID_RECORD_STATE
    step = share_step_of(talk.say(fetch(1), fetched(wrong={1: late, 0: late})))
    assert step.detail == (
        "what is said of orders 1 is refused: INVALID_RECORD_STATE, the member does not have these "
        "records (any more): a lock may have timed out, and so in 1 partition more"
    )
    moved = acknowledged(wrong={0: ErrorCode.NOT_LEADER_OR_FOLLOWER})
    step = share_step_of(talk.say(acknowledge(2, {0: [(0, 0, [1])]}), moved))
    assert step.detail == "what is said of orders 0 is refused: NOT_LEADER_OR_FOLLOWER"


def test_a_request_without_an_answer_counts() -> None:
    talk = sharing(0)
    step = share_step_of(talk.say(fetch(1, 1), None))
    assert step.summary == (
        "share session jobs/m-1 epoch 1: holds 2 partitions, 1 added in the request, not answered"
    )
    step = share_step_of(talk.say(fetch(0, 1), None))
    assert (step.kind, step.detail) == ("unanswered", "it held 2 partitions")


def test_a_request_that_cannot_be_read_has_no_step() -> None:
    talk = sharing(0)
    exchange = talk.ask(fetch(1, 0))
    assert exchange.request is not None
    exchange.request.data = exchange.request.data[:-2]
    del exchange.request.facts
    assert talk.answer(exchange, fetched()).session is None
