"""Transactions as their producers' messages show them."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.dump.model import Exchange
from kafkawire.dump.state import transactions as under_test
from kafkawire.dump.state.transaction import TransactionStep
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.add_offsets_to_txn_request import AddOffsetsToTxnRequest
from kafkawire.protocol.messages.add_offsets_to_txn_response import AddOffsetsToTxnResponse
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.end_txn_response import EndTxnResponse
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.messages.txn_offset_commit_request import TxnOffsetCommitRequest
from kafkawire.protocol.messages.txn_offset_commit_response import TxnOffsetCommitResponse
from tests.support.dump.talking import Conversation

PAY: Any = {"transactional_id": "pay", "producer_id": 4000, "producer_epoch": 3}


def step_of(exchange: Exchange) -> TransactionStep:
    step = exchange.transaction
    assert isinstance(step, TransactionStep)
    return step


def init(name: str | None = "pay", timeout_ms: int = 60_000) -> InitProducerIdRequest:
    return InitProducerIdRequest(transactional_id=name, transaction_timeout_ms=timeout_ms)


def given(producer_id: int = 4000, epoch: int = 3, **fields: Any) -> InitProducerIdResponse:
    return InitProducerIdResponse(producer_id=producer_id, producer_epoch=epoch, **fields)


def add(*partitions: int) -> AddPartitionsToTxnRequest:
    topic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(
        name="orders", partitions=list(partitions)
    )
    return AddPartitionsToTxnRequest(
        v3_and_below_transactional_id="pay",
        v3_and_below_producer_id=4000,
        v3_and_below_producer_epoch=3,
        v3_and_below_topics=[topic],
    )


def results(*partitions: int, code: int = 0) -> list[Any]:
    kind = AddPartitionsToTxnResponse
    told = [
        kind.AddPartitionsToTxnPartitionResult(partition_index=each, partition_error_code=code)
        for each in partitions
    ]
    return [kind.AddPartitionsToTxnTopicResult(name="orders", results_by_partition=told)]


def added(*partitions: int, code: int = 0) -> AddPartitionsToTxnResponse:
    return AddPartitionsToTxnResponse(results_by_topic_v3_and_below=results(*partitions, code=code))


def end(*, commit: bool = True) -> EndTxnRequest:
    return EndTxnRequest(committed=commit, **PAY)


def produce(*partitions: int, name: str | None = "pay") -> ProduceRequest:
    kind = ProduceRequest
    data = [kind.PartitionProduceData(index=each, records=b"x") for each in partitions]
    topic = kind.TopicProduceData(name="orders", partition_data=data)
    return kind(transactional_id=name, acks=-1, topic_data=[topic])


def produced(*partitions: int, code: int = 0) -> ProduceResponse:
    kind = ProduceResponse
    told = [kind.PartitionProduceResponse(index=each, error_code=code) for each in partitions]
    return kind(responses=[kind.TopicProduceResponse(name="orders", partition_responses=told)])


def orders(*partitions: int) -> tuple[TopicPartition, ...]:
    return tuple(TopicPartition("orders", each) for each in partitions)


def opened() -> Conversation:
    talk = Conversation()
    talk.say(init(), given())
    talk.say(add(0, 1), added(0, 1), 3)
    return talk


def test_a_transaction_from_beginning_to_end() -> None:
    talk = Conversation()
    step = step_of(talk.say(init(), given()))
    assert step.summary == "transaction pay: producer 4000 epoch 3"
    assert (step.state, step.producer_id, step.producer_epoch) == ("empty", 4000, 3)
    step = step_of(talk.say(add(0, 1), added(0, 1), 3))
    assert step.summary == "transaction pay: orders 0-1 added"
    assert (step.state, step.added, step.partitions) == ("ongoing", orders(0, 1), 2)
    open_one = talk.state.transactions.open_on(TopicPartition("orders", 1), talk.connection)
    assert open_one is not None
    step = step_of(talk.say(produce(0), produced(0), 11))
    assert step.summary == "transaction pay: records for 1 partition"
    request = AddOffsetsToTxnRequest(group_id="g", **PAY)
    step = step_of(talk.say(request, AddOffsetsToTxnResponse()))
    assert (step.summary, step.groups) == ("transaction pay: offsets of group g added", ("g",))
    talk.now_ms += 3197
    step = step_of(talk.say(end(), EndTxnResponse(), 4))
    assert step.summary == (
        "transaction pay: committed after 3.2 s, 2 partitions and offsets of group g"
    )
    assert (step.state, step.partitions) == ("committed", 2)
    assert talk.state.transactions.open_on(TopicPartition("orders", 1), talk.connection) is None


def test_produce_alone_adds_from_version_12_on() -> None:
    """produce A.13, KIP-890."""
    talk = Conversation()
    talk.say(init(), given())
    step = step_of(talk.say(produce(0, 2), produced(0, 2), 12))
    assert (step.added, step.state) == (orders(0, 2), "ongoing")
    assert step_of(talk.say(produce(2), produced(2), 12)).added == ()
    step = step_of(talk.say(end(commit=False), EndTxnResponse(producer_id=4000, producer_epoch=4)))
    assert (step.state, step.summary) == (
        "aborted", "transaction pay: aborted after 2 ms, 2 partitions"
    )  # fmt: skip
    known = talk.state.transactions.find("pay")
    assert known is not None
    assert (known.epoch, known.state, known.partitions) == (4, "aborted", {})


def test_offsets_alone_add_their_group_from_version_5_on() -> None:
    talk = Conversation()
    kind = TxnOffsetCommitRequest
    partition = kind.TxnOffsetCommitRequestPartition(partition_index=0, committed_offset=1)
    topic = kind.TxnOffsetCommitRequestTopic(name="orders", partitions=[partition])
    request = kind(group_id="g", topics=[topic], **PAY)
    told = TxnOffsetCommitResponse.TxnOffsetCommitResponsePartition(partition_index=0)
    answer = TxnOffsetCommitResponse.TxnOffsetCommitResponseTopic(name="orders", partitions=[told])
    step = step_of(talk.say(request, TxnOffsetCommitResponse(topics=[answer]), 5))
    assert step.summary == "transaction pay: 1 offset of group g to be committed"
    assert (step.groups, step.state) == (("g",), "ongoing")
    told.error_code = ErrorCode.ILLEGAL_GENERATION
    step = step_of(talk.say(request, TxnOffsetCommitResponse(topics=[answer]), 5))
    assert step.error == "ILLEGAL_GENERATION"


def test_a_new_producer_fences_the_old_one_and_aborts_what_it_left_open() -> None:
    """produce C-31."""
    talk = opened()
    talk.now_ms += 2000
    refused = given(-1, -1, error_code=ErrorCode.CONCURRENT_TRANSACTIONS)
    step = step_of(talk.say(init(), refused))
    assert "the transaction before is still being completed" in step.summary
    step = step_of(talk.say(init(), given(4000, 5)))
    assert step.summary == (
        "transaction pay: producer 4000 epoch 5, which fences epoch 3; "
        "what was open for 2 s is aborted"
    )
    assert talk.state.transactions.open_on(TopicPartition("orders", 0), talk.connection) is None
    assert "after producer 4000" in step_of(talk.say(init(), given(5000, 0))).summary


def test_what_runs_too_long_is_said() -> None:
    """produce C-78."""
    talk = opened()
    talk.now_ms += 61_000
    step = step_of(talk.say(produce(0), produced(0), 11))
    assert step.summary.endswith("open for 61 s, longer than its timeout of 60 s")
    refused = EndTxnResponse(error_code=ErrorCode.INVALID_PRODUCER_EPOCH)
    step = step_of(talk.say(end(), refused, 4))
    assert step.summary == (
        "transaction pay: commit refused: INVALID_PRODUCER_EPOCH, "
        "it was open for longer than its timeout of 60 s"
    )


def test_refusals_change_nothing() -> None:
    talk = Conversation()
    talk.say(init(), given())
    fenced = ErrorCode.PRODUCER_FENCED
    assert step_of(talk.say(add(0), added(0, code=fenced), 3)).error == "PRODUCER_FENCED"
    step = step_of(talk.say(produce(0), produced(0, code=fenced), 12))
    assert (step.error, step.state) == ("PRODUCER_FENCED", "empty")
    request = AddOffsetsToTxnRequest(group_id="g", **PAY)
    step = step_of(talk.say(request, AddOffsetsToTxnResponse(error_code=fenced)))
    assert (step.error, step.groups) == ("PRODUCER_FENCED", ())
    step = step_of(talk.say(init(), given(-1, -1, error_code=fenced)))
    assert step.summary == "transaction pay: no producer id: PRODUCER_FENCED"


@pytest.mark.parametrize("is_verified_only", [False, True])
def test_brokers_add_and_verify_for_their_clients(is_verified_only: bool) -> None:
    talk = Conversation()
    kind = AddPartitionsToTxnRequest
    topic = kind.AddPartitionsToTxnTopic(name="orders", partitions=[0])
    wanted = kind.AddPartitionsToTxnTransaction(verify_only=is_verified_only, topics=[topic], **PAY)
    told = AddPartitionsToTxnResponse.AddPartitionsToTxnResult(
        transactional_id="pay", topic_results=results(0)
    )
    answer = AddPartitionsToTxnResponse(results_by_transaction=[told])
    step = step_of(talk.say(kind(transactions=[wanted]), answer))
    assert step.added == (() if is_verified_only else orders(0))
    assert step.summary.endswith("verified" if is_verified_only else "added")


def test_producers_without_transactions() -> None:
    talk = Conversation()
    step = step_of(talk.say(init(None), given()))
    assert step.summary == "idempotent producer: producer 4000 epoch 3"
    assert talk.say(produce(0, name=None), produced(0), 12).transaction is None
    assert talk.state.transactions.find("") is None


def test_transactions_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "TRANSACTIONS_MAX", 2)
    monkeypatch.setattr(under_test, "PARTITIONS_MAX", 3)
    talk = Conversation()
    for name in "abc":
        talk.say(produce(*range(5), name=name), produced(*range(5)), 12)
    known = [talk.state.transactions.find(name) for name in "abc"]
    assert [each is not None for each in known] == [False, True, True]
    assert [len(each.partitions) for each in known if each is not None] == [3, 3]
    first = talk.state.transactions.open_on(TopicPartition("orders", 0), talk.connection)
    assert first is not None
    assert first.id == "b"


def test_open_partitions_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "PARTITIONS_OPEN_MAX", 4)
    talk = Conversation()
    for name in "ab":
        talk.say(produce(*range(3), name=name), produced(*range(3)), 12)
    known = [talk.state.transactions.find(name) for name in "ab"]
    assert [len(each.partitions) for each in known if each is not None] == [3, 1]
    talk.say(init("a"), given())
    assert step_of(talk.say(produce(*range(3), name="b"), produced(), 12)).partitions == 3
