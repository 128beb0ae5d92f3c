"""Transactions that are not ended, found and not found."""

from __future__ import annotations

import pytest

from kafkawire.dump.detectors import transactions
from kafkawire.dump.detectors.transactions import ZombieTransactions
from kafkawire.dump.model import Connection
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.end_txn_response import EndTxnResponse
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from tests.support.dump.dialogues import LATENCY_MS
from tests.support.dump.watched import Watched

SECOND_MS = 1_000
"""So often, of the capture's time, it is asked what was not ended."""


def begin(watched: Watched, client: Connection, name: str = "tx") -> int:
    request = AddPartitionsToTxnRequest(v3_and_below_transactional_id=name)
    return len(watched.say(client, request, AddPartitionsToTxnResponse(), 3))


def produce(watched: Watched, client: Connection, name: str | None = "tx") -> int:
    request = ProduceRequest(transactional_id=name)
    return len(watched.say(client, request, ProduceResponse()))


def end(watched: Watched, client: Connection, name: str = "tx", code: int = 0) -> int:
    request = EndTxnRequest(transactional_id=name)
    return len(watched.say(client, request, EndTxnResponse(error_code=code)))


def test_a_transaction_that_stays_open_is_found_at_its_threshold(watched: Watched) -> None:
    client = watched.by(ZombieTransactions).connect()
    assert begin(watched, client) == 0
    watched.wait(59_000)
    assert produce(watched, client) == 0
    watched.wait(1_000)
    assert produce(watched, client, None) == 1
    assert watched.findings[0].text.startswith("transaction tx of billing at 192.0.2.7 is open for")
    assert watched.findings[0].connection is client
    assert produce(watched, client, None) == 0


def initialise(watched: Watched, client: Connection, name: str = "tx") -> None:
    watched.say(client, InitProducerIdRequest(transactional_id=name), InitProducerIdResponse())


def test_one_that_produce_began_is_found_by_any_later_traffic(watched: Watched) -> None:
    client = watched.by(ZombieTransactions, open_ms=100).connect()
    initialise(watched, client, "a")
    initialise(watched, client, "b")
    assert produce(watched, client, "a") == produce(watched, client, "b") == 0
    other = watched.connect()
    for found in (1, 1, 0):
        watched.wait(SECOND_MS)
        assert produce(watched, other, None) == found
    assert "transaction b" in watched.findings[1].text


def test_one_whose_end_could_not_have_been_seen_is_no_zombie(watched: Watched) -> None:
    """Its coordinator's connection was not captured, or lost bytes since it began."""
    client = watched.by(ZombieTransactions, open_ms=100).connect()
    assert produce(watched, client) == 0
    watched.wait(SECOND_MS)
    assert produce(watched, client, None) == 0
    initialise(watched, client)
    assert produce(watched, client) == 0
    client.damaged_ns = watched.now_ns
    watched.wait(SECOND_MS)
    assert produce(watched, client, None) == 0


def test_what_was_refused_has_begun_nothing(watched: Watched) -> None:
    client = watched.by(ZombieTransactions, open_ms=100).connect()
    initialise(watched, client)
    kind = ProduceResponse
    refused = kind.PartitionProduceResponse(index=0, error_code=1)
    answer = kind(responses=[kind.TopicProduceResponse(name="t", partition_responses=[refused])])
    watched.say(client, ProduceRequest(transactional_id="tx"), answer, 11)
    watched.wait(SECOND_MS)
    assert produce(watched, client, None) == 0


@pytest.mark.parametrize(("open_ms", "found"), [(4_999, 0), (5_000, 1)])
def test_a_transaction_is_open_for_long_from_the_threshold_on(
    watched: Watched, open_ms: int, found: int
) -> None:
    client = watched.by(ZombieTransactions, open_ms=5_000).connect()
    begin(watched, client)
    # From its request to the next answer.
    watched.wait(open_ms - 2 * LATENCY_MS)
    assert produce(watched, client, None) == found


def test_transactions_that_end_or_begin_anew_are_not_zombies(watched: Watched) -> None:
    client = watched.by(ZombieTransactions).connect()
    for _ in range(5):
        assert begin(watched, client) == 0
        watched.wait(30_000)
        assert end(watched, client) == 0
        watched.wait(50_000)
    assert begin(watched, client) == 0
    watched.wait(50_000)
    assert (
        watched.say(client, InitProducerIdRequest(transactional_id="tx"), InitProducerIdResponse())
        == []
    )
    watched.wait(50_000)
    assert produce(watched, client, None) == 0


def test_a_producer_that_goes_on_after_it_was_fenced_is_found(watched: Watched) -> None:
    client = watched.by(ZombieTransactions).connect()
    assert end(watched, client, code=90) == 0
    assert end(watched, client, code=90) == 1
    assert "transactional id tx goes on, but another producer has taken" in (
        watched.findings[0].text
    )
    assert end(watched, client, code=90) == 0
    watched.wait(60_001)
    assert end(watched, client, code=47) == 0, "what was a minute ago counts no more"
    assert end(watched, client, code=47) == 1
    assert "goes on, but its producer epoch is too old" in watched.findings[1].text


def test_fencings_long_apart_are_each_the_first(watched: Watched) -> None:
    client = watched.by(ZombieTransactions).connect()
    for _ in range(5):
        assert end(watched, client, code=47) == 0
        watched.wait(61_000)


def test_one_fencing_on_each_connection_is_as_it_should_be(watched: Watched) -> None:
    watched.by(ZombieTransactions)
    assert sum(end(watched, watched.connect(), code=90) for _ in range(9)) == 0
    client = watched.connect()
    assert sum(end(watched, client, code=51) for _ in range(9)) == 0


def test_the_number_of_open_transactions_is_bounded(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transactions, "TRANSACTIONS_MAX", 3)
    client = watched.by(ZombieTransactions, open_ms=100).connect()
    for name in "abcde":
        begin(watched, client, name)
    for _ in range(9):
        watched.wait(SECOND_MS)
        produce(watched, client, None)
    assert [each.text.split()[1] for each in watched.findings] == ["c", "d", "e"]
