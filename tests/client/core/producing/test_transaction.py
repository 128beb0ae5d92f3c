"""Transactions against a broker, in simulated time."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.producing.accumulator import Wait
from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.core.producing.transaction_states import State
from kafkawire.client.errors import (
    AbortableError,
    ClientError,
    CommitFailed,
    ProducerFenced,
    TransactionAborted,
    TransactionRequired,
    TransactionUnresolved,
)
from kafkawire.client.values import GroupMetadata, OffsetAndMetadata, TopicPartition
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from tests.client.support.producing import PRODUCE, Producing, Refusals
from tests.client.support.world import World

FIND, INIT, ADD_PARTITIONS, ADD_OFFSETS, END, COMMIT = 10, 22, 24, 25, 26, 28
OPTIONS = ProducerOptions(transactional_id="t", linger_ms=0)
ORDERS = TopicPartition("orders", 0)
SIMPLE = GroupMetadata("billing", -1, "", None)


def transactional(**more: Any) -> Producing:
    """A producer within its first transaction."""
    producing = Producing(OPTIONS, **more)
    producing.begin()
    producing.world.requests.clear()
    return producing


def versions(producing: Producing) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for api, version, _, _ in producing.world.requests:
        found.setdefault(api, set()).add(version)
    return found


def coded(api: int, code: int, times: int = 1) -> Any:
    """Edit the answers of one API, so many times."""
    left = [times]

    def edit(seen: int, answer: Any) -> Any:
        if seen != api or not left[0]:
            return None
        left[0] -= 1
        if api == ADD_PARTITIONS:
            for topic in answer.results_by_topic_v3_and_below:
                for row in topic.results_by_partition:
                    row.partition_error_code = code
        elif api == COMMIT:
            for topic in answer.topics:
                for row in topic.partitions:
                    row.error_code = code
        else:
            answer.error_code = code
        return answer

    return edit


def offset_of_group(producing: Producing) -> int:
    topic = OffsetFetchRequest.OffsetFetchRequestTopic(name="orders", partition_indexes=[0])
    request = OffsetFetchRequest(group_id="billing", topics=[topic])
    answer = producing.world.harness.connect().request(request, version=5)
    offset: int = answer.topics[0].partitions[0].committed_offset
    return offset


@pytest.mark.parametrize("level", [0, 1, 2])
def test_what_is_committed_is_seen_and_what_is_aborted_is_not(level: int) -> None:
    """client I-1, I-4: N 121, N 131."""
    producing = transactional(transaction_version=level)
    first = producing.send(b"committed")
    assert producing.commit()
    assert first.metadata().offset == 0
    producing.begin()
    producing.send(b"aborted")
    producing.flush(500)
    producing.abort()
    producing.begin()
    producing.send(b"again")
    assert producing.commit()
    assert producing.committed() == [b"committed", b"again"]
    assert producing.values() == [b"committed", b"aborted", b"again"]


def test_level_two_has_no_requests_to_add_partitions() -> None:
    """client I-1, D-32: Produce 12 and more, EndTxn 5; sequences begin at 0."""
    producing = transactional()
    for _ in range(2):
        for _ in range(2):
            producing.send()
            producing.flush(100)
        assert producing.commit()
        producing.begin()
    assert versions(producing) == {PRODUCE: {13}, END: {5}}
    heads = [head for head in producing.headers() if not head.is_control]
    assert [(head.producer_epoch, head.base_sequence) for head in heads] == [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
    ]


def test_levels_before_add_partitions_first() -> None:
    """client I-1, D-32, produce C-142: the epoch stays and sequences go on."""
    producing = transactional(transaction_version=1, topics={"orders": 3})
    for _ in range(2):
        for partition in (0, 1):
            producing.send(partition=partition)
        producing.flush(500)
        producing.send(partition=0)
        assert producing.commit()
        producing.begin()
    assert versions(producing) == {ADD_PARTITIONS: {3}, PRODUCE: {11}, END: {4}}
    adds = [request for api, _, request, _ in producing.world.requests if api == ADD_PARTITIONS]
    assert len(adds) in (2, 3), "several partitions at once; 51 may come first"
    heads = [head for head in producing.headers() if not head.is_control]
    assert [(head.producer_epoch, head.base_sequence) for head in heads] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
    ]


def test_a_transaction_without_anything_sends_nothing() -> None:
    """client I-5: N 130."""
    producing = transactional()
    assert producing.commit()
    producing.begin()
    producing.abort()
    assert END not in producing.world.apis()


def test_records_are_sent_within_a_transaction_only() -> None:
    """client I-3."""
    producing = Producing(OPTIONS)
    record = (0, None, b"x", ())
    producing.know("orders")
    assert producing.core.append("orders", None, record, 0) is Wait.METADATA
    with pytest.raises(TransactionRequired):
        producing.core.check("orders")
    producing.begin()
    producing.core.check("orders")
    producing.send()
    producing.commit()
    with pytest.raises(TransactionRequired):
        producing.core.check("orders")


@pytest.mark.parametrize("level", [0, 2])
def test_offsets_are_committed_with_the_transaction(level: int) -> None:
    """client I-7, I-1."""
    producing = transactional(transaction_version=level)
    producing.world.harness.settle()
    ended: list[ClientError | None] = []
    offsets = {ORDERS: OffsetAndMetadata(7, 3, "note")}
    producing.transaction.commit_offsets(offsets, SIMPLE, ended.append, producing.world.now_ms)
    producing.world.advance(2000)
    assert ended == [None]
    assert offset_of_group(producing) == -1
    assert producing.commit()
    assert offset_of_group(producing) == 7
    apis = producing.world.apis()
    assert (ADD_OFFSETS in apis) == (level == 0)
    assert versions(producing)[COMMIT] == ({5} if level else {4})


def test_a_group_that_has_changed_aborts() -> None:
    """client I-30: 22, 25; N 129."""
    producing = transactional()
    ended: list[ClientError | None] = []
    group = GroupMetadata("billing", 5, "member", None)
    producing.transaction.commit_offsets(
        {ORDERS: OffsetAndMetadata(7)}, group, ended.append, producing.world.now_ms
    )
    producing.world.advance(2000)
    assert ended[0] is not None
    assert producing.transaction.state is State.ABORTABLE
    assert isinstance(producing.transaction.error, CommitFailed)
    with pytest.raises(AbortableError, match="to be aborted"):
        producing.core.check("orders")
    producing.abort()
    producing.begin()
    producing.send(b"later")
    assert producing.commit()


def test_a_second_producer_fences_the_first() -> None:
    """client I-34: N 124."""
    producing = transactional()
    producing.send(b"first")
    producing.flush(500)
    other = Producing(OPTIONS, world=World())
    other.world.harness = producing.world.harness
    other.begin()
    other.send(b"second")
    assert other.commit()
    assert not producing.commit()
    producing.world.advance(1000)
    assert producing.transaction.state is State.FATAL
    assert isinstance(producing.transaction.error, ProducerFenced)
    with pytest.raises(ProducerFenced):
        producing.core.check("orders")
    assert producing.committed() == [b"second"]


@pytest.mark.parametrize("level", [0, 2])
def test_a_batch_that_failed_aborts_and_the_next_transaction_goes_on(level: int) -> None:
    """client I-20, I-31: under the next epoch."""
    producing = transactional(transaction_version=level)
    producing.world.instead = Refusals({1: 87})
    failed = producing.send(b"failed")
    waiting = producing.send(b"waiting")
    producing.world.advance(1000)
    assert producing.transaction.state is State.ABORTABLE
    assert failed.error is not None
    assert producing.transaction.error is failed.error
    assert waiting.is_done
    producing.abort()
    assert producing.transaction.producer.epoch == 1
    producing.begin()
    producing.send(b"later")
    assert producing.commit()
    assert producing.committed() == [b"later"]


@pytest.mark.parametrize("code", [45, 47, 49])
@pytest.mark.parametrize("level", [0, 2])
def test_a_gap_aborts_under_a_new_epoch(level: int, code: int) -> None:
    """client I-30, I-31, I-34: Produce."""
    producing = transactional(transaction_version=level)
    producing.world.instead = Refusals({1: code}, log_start=100)
    producing.send(b"failed")
    producing.world.advance(1000)
    assert producing.transaction.state is State.ABORTABLE
    producing.abort()
    producing.begin()
    producing.send(b"later")
    assert producing.commit()
    assert producing.committed() == [b"later"]
    assert producing.transaction.producer.epoch > 0


@pytest.mark.parametrize("code", [14, 15, 16, 51])
@pytest.mark.parametrize("api", [INIT, ADD_PARTITIONS, ADD_OFFSETS, COMMIT, END])
def test_what_may_pass_is_asked_again(api: int, code: int) -> None:
    """client I-30, I-6: retry, after the coordinator was looked up again if it moved."""
    producing = Producing(OPTIONS, transaction_version=0)
    producing.world.edit = coded(api, code)
    producing.begin()
    producing.send()
    ended: list[ClientError | None] = []
    producing.transaction.commit_offsets(
        {ORDERS: OffsetAndMetadata(7)}, SIMPLE, ended.append, producing.world.now_ms
    )
    producing.world.advance(3000)
    assert ended == [None]
    assert producing.commit()
    assert producing.committed() == [b"value"]
    assert producing.world.apis().count(api) >= 2
    finds = producing.world.apis().count(FIND)
    assert finds >= 3 if code in (15, 16) else finds >= 2


@pytest.mark.parametrize("code", [47, 90])
@pytest.mark.parametrize("api", [INIT, ADD_PARTITIONS, ADD_OFFSETS, COMMIT, END])
def test_fencing_ends_the_producer(api: int, code: int) -> None:
    """client I-30, I-34."""
    producing = Producing(OPTIONS, transaction_version=0)
    producing.world.edit = coded(api, code)
    producing.know("orders")
    producing.transaction.init(producing.world.now_ms)
    producing.world.advance(2000)
    if api != INIT:
        producing.transaction.begin()
        delivery = producing.send()
        producing.transaction.commit_offsets(
            {ORDERS: OffsetAndMetadata(7)}, SIMPLE, lambda error: None, producing.world.now_ms
        )
        producing.world.advance(2000)
        if producing.transaction.state is not State.FATAL:
            producing.commit()
        assert delivery.is_done
    assert producing.transaction.state is State.FATAL
    assert isinstance(producing.transaction.error, ProducerFenced)


def test_an_id_that_the_coordinator_has_forgotten_is_renewed() -> None:
    """client I-30: 49: Init without EndTxn."""
    producing = transactional(transaction_version=0)
    producing.world.edit = coded(ADD_PARTITIONS, 49)
    producing.send()
    producing.world.advance(1000)
    assert producing.transaction.state is State.ABORTABLE
    producing.world.requests.clear()
    producing.abort()
    assert END not in producing.world.apis()
    assert INIT in producing.world.apis()


def test_a_lost_answer_of_the_end_is_asked_for_again() -> None:
    """client I-26: N 126; one marker."""
    producing = transactional()
    producing.send()
    producing.flush(500)
    lost = [True]
    producing.world.swallow = lambda api: api == END and bool(lost)
    producing.commit(100)
    assert producing.transaction.is_ending
    lost.clear()
    producing.world.drop_connections()
    producing.world.advance(3000)
    assert producing.transaction.is_committed
    assert producing.committed() == [b"value"]
    assert sum(head.is_control for head in producing.headers()) == 1
    producing.begin()
    producing.send(b"next")
    assert producing.commit()


def test_an_end_without_an_answer_is_unresolved_until_it_comes() -> None:
    """client I-27: N 127."""
    producing = transactional()
    producing.send()
    producing.flush(500)
    producing.world.is_down = True
    producing.world.drop_connections()
    producing.commit(5000)
    assert producing.transaction.is_ending
    producing.transaction.give_up_ending()
    assert producing.transaction.state is State.UNRESOLVED
    with pytest.raises(TransactionUnresolved):
        producing.core.check("orders")
    woken: list[int] = []
    producing.transaction.wait(lambda: woken.append(1))
    producing.world.is_down = False
    producing.world.advance(10_000)
    assert woken == [1]
    assert producing.transaction.state.value == "ready"
    assert producing.transaction.is_committed


def test_a_commit_that_the_coordinator_has_aborted_meanwhile() -> None:
    """client I-33: N 125; the producer lives."""
    options = OPTIONS._replace(transaction_timeout_ms=1000)
    producing = Producing(options)
    producing.begin()
    producing.send(b"late")
    producing.flush(500)
    producing.world.advance(30_000)
    assert not producing.commit()
    assert producing.transaction.state is State.ABORTABLE
    assert isinstance(producing.transaction.error, TransactionAborted)
    producing.abort()
    producing.begin()
    producing.send(b"later")
    assert producing.commit()
    assert producing.committed() == [b"later"]


def test_aborting_lets_records_fail_that_were_not_sent() -> None:
    """client I-4."""
    producing = Producing(OPTIONS._replace(linger_ms=60_000))
    producing.begin()
    delivery = producing.send()
    producing.abort()
    assert isinstance(delivery.error, TransactionAborted)
    assert producing.values() == []
    assert producing.core.memory_free == 33554432


def test_the_first_addition_comes_again_soon() -> None:
    """client I-6: 51 after the previous transaction; 20 ms, further ones after a back-off."""
    producing = transactional(transaction_version=0)
    producing.world.edit = coded(ADD_PARTITIONS, 51, times=2)
    producing.send()
    producing.world.advance(19)
    assert producing.world.apis().count(ADD_PARTITIONS) == 1
    producing.world.advance(1)
    assert producing.world.apis().count(ADD_PARTITIONS) == 2
    producing.world.advance(150)
    assert producing.world.apis().count(ADD_PARTITIONS) == 2
    producing.world.advance(100)
    assert producing.world.apis().count(ADD_PARTITIONS) == 3
