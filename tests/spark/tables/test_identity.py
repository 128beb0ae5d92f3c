"""What rows call connections and exchanges."""

from __future__ import annotations

from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.spark.tables.identity import connection_name, exchange_columns
from tests.support.dump.exchanges import connection, exchange
from tests.support.spark.tabled import Tabled


def test_a_connection_is_its_ends_and_when_it_opened() -> None:
    assert connection_name(connection(7)) == connection_name(connection(8))
    assert connection_name(connection()) == ("192.0.2.7:51234>192.0.2.1:9092@1795000000123456789")


def test_an_exchange_is_where_its_messages_stand() -> None:
    told = Tabled()
    made = told.talk.say(HeartbeatRequest(group_id="g"), HeartbeatResponse())
    assert made.request is not None
    assert made.response is not None
    columns = exchange_columns(made)
    assert columns["request_offset"] == 0
    assert columns["response_offset"] == 4 + len(made.request.data)


def test_without_a_request_the_clients_name_is_not_guessed() -> None:
    orphan = exchange(response={})
    columns = exchange_columns(orphan)
    assert (columns["request_offset"], columns["client_id"]) == (None, None)
