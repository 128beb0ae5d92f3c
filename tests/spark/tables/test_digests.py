"""Exchanges without their records."""

from __future__ import annotations

from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.spark.tables.digests import closing_row, digest_rows
from kafkawire.spark.tables.placed import entries_of
from tests.support.dump.dumped_sessions import said, told
from tests.support.dump.exchanges import exchange
from tests.support.log.batches import make_batch
from tests.support.requests.fetching import fetch_request
from tests.support.requests.produce import produce_request
from tests.support.spark.tabled import Tabled


def test_a_message_without_records_is_the_same_again() -> None:
    tabled = Tabled()
    made = tabled.talk.say(HeartbeatRequest(group_id="g"), HeartbeatResponse(), 3)
    (digest,) = tabled.state.digests()
    again = digest.exchange(1, digest.connect(1))
    assert made.request is not None
    assert made.response is not None
    assert again.request is not None
    assert again.response is not None
    assert (again.request.data, again.response.data) == (made.request.data, made.response.data)
    assert again.response.time_ns == made.response.time_ns
    assert again.connection.client == made.connection.client
    assert digest.values["group"] == "g"


def test_fetched_records_are_zeros_where_they_were() -> None:
    tabled = Tabled()
    first, second = make_batch(5, size=400), make_batch(1)
    answer = said(told(1, 5, records=first), told(2, 9), told(3, 1, records=second))
    made = tabled.talk.say(fetch_request(("t", 1)), answer, 12)
    (digest,) = tabled.state.digests()
    again = digest.exchange(1, digest.connect(1)).response
    assert made.response is not None
    assert again is not None
    assert len(digest.values["response_frame"]) < 300
    assert again.facts == made.response.facts
    for entry, same in zip(entries_of(again), entries_of(made.response), strict=True):
        assert entry == same
        if entry.place:
            assert not any(again.data[slice(*entry.place)])


def test_of_produced_records_the_batches_head_stays() -> None:
    tabled = Tabled()
    batch = make_batch(9, size=400, producer_id=5, producer_epoch=0, base_sequence=0)
    exchange = tabled.talk.ask(produce_request(("t", 1, batch)), 9)
    tabled.talk.answer(exchange, None)
    (digest,) = tabled.state.digests()
    again = digest.exchange(1, digest.connect(1)).request
    assert again is not None
    (entry,) = entries_of(again)
    assert entry.place is not None
    assert again.data[slice(*entry.place)] == batch[:61] + bytes(len(batch) - 61)
    assert len(digest.values["request_frame"]) < 61 + 100


def test_what_nobody_asks_for_has_none_unless_it_fails() -> None:
    tabled = Tabled()
    tabled.talk.say(ListGroupsRequest(), ListGroupsResponse(), 3)
    assert tabled.state.digests() == []
    tabled.talk.say(ListGroupsRequest(), ListGroupsResponse(error_code=15), 3)
    assert len(tabled.state.digests()) == 1
    assert list(digest_rows(exchange(response={}))) == []


def test_the_end_of_a_connection_is_one_too() -> None:
    tabled = Tabled()
    assert closing_row(tabled.talk.connection) is None
    tabled.talk.close()
    (digest,) = tabled.state.digests()
    assert digest.is_closing
    assert digest.values["order_ns"] == tabled.talk.connection.closed_ns
