"""One connection for each node and purpose."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from kafkawire.broker.nodes.channels import Endpoint
from kafkawire.broker.nodes.purposes import Kind, NodeSettings, Purpose
from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.errors import ConnectionLost, RequestTimedOut
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from tests.support.broker.node_shell import Caller, NodeShell

MARKERS = Purpose(Kind.TRANSACTION_MARKERS)
ADD = Purpose(Kind.ADD_PARTITIONS_TO_TXN)
RAFT = Purpose(Kind.RAFT)
FETCHERS = [Purpose(Kind.FETCHER, number) for number in (0, 1)]
API_VERSIONS, FETCH, LIST_GROUPS, SASL_HANDSHAKE = 18, 1, 16, 17
FIRST_FETCH = bytes.fromhex(
    "000001f4 00000001 00a00000 00 00000000 00000000 02 ee225cbe25f346a4b11cbe0f15a4c2bb 02"
    "00000000 00000000 0000000000000000 ffffffff 0000000000000000 00100000 00 00 01 01 01 01 0d"
    "00000002 000000000000000d 00"
)
"""The body of a follower's first request, as written by Kafka 4.4.0 (broker 2, epoch 13)."""


def first_fetch() -> FetchRequest:
    """Return a follower's first request with the same fields."""
    partition = FetchRequest.FetchPartition(
        current_leader_epoch=0,
        last_fetched_epoch=-1,
        log_start_offset=0,
        partition_max_bytes=1 << 20,
    )
    topic_id = bytes.fromhex("ee225cbe25f346a4b11cbe0f15a4c2bb")
    return FetchRequest(
        max_wait_ms=500,
        min_bytes=1,
        max_bytes=10 << 20,
        session_epoch=0,
        replica_state=FetchRequest.ReplicaState(replica_id=2, replica_epoch=13),
        topics=[FetchRequest.FetchTopic(topic_id=topic_id, partitions=[partition])],
    )


def shell_and_caller(**settings: Any) -> tuple[NodeShell, Caller]:
    shell = NodeShell(NodeSettings(2)._replace(**settings))
    return shell, Caller(shell)


def test_each_purpose_and_each_node_has_a_connection_of_its_own() -> None:
    shell, caller = shell_and_caller()
    for purpose, node in ((MARKERS, 1), (MARKERS, 3), (ADD, 1), (MARKERS, 1)):
        caller.send(purpose, ListGroupsRequest(), node)
    assert shell.opened == [
        (0, 1, "host1", 9092),
        (0, 3, "host3", 9092),
        (0, 1, "host1", 9092),
    ]
    assert [(each.node, each.client_id) for each in shell.requests] == [
        (1, "broker-2-txn-marker-sender"),
        (3, "broker-2-txn-marker-sender"),
        (1, "AddPartitionsManager-client-2"),
    ]


def test_one_request_is_in_flight_and_the_others_keep_their_order() -> None:
    shell, caller = shell_and_caller()
    for _ in range(3):
        caller.send(MARKERS, ListGroupsRequest(), 1)
    for count in (1, 2, 3):
        assert len(shell.requests) == 1
        shell.answer(ListGroupsResponse(throttle_time_ms=0))
        assert caller.numbers() == list(range(count))
    assert shell.requests == []


def test_a_fetcher_begins_with_a_fetch() -> None:
    """replication D-1, D-2: the bytes of Kafka's own follower, without ApiVersions before them."""
    shell, caller = shell_and_caller()
    caller.send(FETCHERS[0], first_fetch(), 1, versions=(13, 18))
    assert shell.seen == [FETCH]
    (request,) = shell.requests
    header = bytes.fromhex("0001 0012 00000000 0012") + b"broker-2-fetcher-0" + b"\0"
    assert request.frame == header + FIRST_FETCH
    shell.answer(FetchResponse())
    assert caller.answers()[0].version == 18


def test_the_version_of_a_fetch_is_the_greatest_that_the_call_allows() -> None:
    """replication D-1: older versions of the metadata allow older versions only."""
    shell, caller = shell_and_caller()
    fetch = first_fetch()
    caller.send(FETCHERS[0], fetch, 1, versions=(15, 16))
    caller.send(FETCHERS[1], fetch, 1, versions=(15, 15))
    assert [(each.client_id, each.version) for each in shell.requests] == [
        ("broker-2-fetcher-0", 16),
        ("broker-2-fetcher-1", 15),
    ]


def test_all_other_channels_begin_with_api_versions() -> None:
    shell, caller = shell_and_caller()
    caller.send(RAFT, ListGroupsRequest(), 3)
    assert shell.seen == [API_VERSIONS, LIST_GROUPS]
    assert shell.opened == [(0, 3, "host3", 9093)]


def test_a_node_without_an_endpoint_ends_the_call_as_lost() -> None:
    shell, caller = shell_and_caller()
    caller.send(MARKERS, ListGroupsRequest(), 9)
    (answer,) = caller.answers()
    assert isinstance(answer.failure, ConnectionLost)
    assert not answer.was_written
    assert shell.opened == []


def test_a_node_that_moved_or_is_gone_loses_its_connections_and_calls() -> None:
    shell, caller = shell_and_caller()
    for node in (1, 2, 3):
        caller.send(MARKERS, ListGroupsRequest(), node)
    caller.send(MARKERS, ListGroupsRequest(), 1)
    shell.addresses[1, "PLAINTEXT"] = Endpoint("host1", 9999)
    del shell.addresses[3, "PLAINTEXT"]
    shell.channels.refresh(0)
    shell.settle()
    assert caller.numbers() == [0, 3, 2]
    assert all(isinstance(each.failure, ConnectionLost) for each in caller.answers())
    assert [each.was_written for each in caller.answers()] == [True, False, True]
    assert shell.closed == [1, 3]
    caller.send(MARKERS, ListGroupsRequest(), 1)
    assert shell.opened[-1] == (0, 1, "host1", 9999)


def test_a_call_to_a_node_that_moved_uses_the_new_endpoint_at_once() -> None:
    shell, caller = shell_and_caller()
    caller.send(MARKERS, ListGroupsRequest(), 1)
    shell.addresses[1, "PLAINTEXT"] = Endpoint("other", 9092)
    caller.send(MARKERS, ListGroupsRequest(), 1)
    assert caller.numbers() == [0]
    assert shell.opened == [(0, 1, "host1", 9092), (0, 1, "other", 9092)]


def test_a_late_response_ends_the_connection_and_all_its_calls() -> None:
    shell, caller = shell_and_caller(request_timeout_ms=800)
    caller.send(MARKERS, ListGroupsRequest(), 1)
    caller.send(MARKERS, ListGroupsRequest(), 1)
    shell.run_until(799)
    assert caller.ended == []
    shell.run_until(800)
    assert [(now_ms, number) for now_ms, number, _ in caller.ended] == [(800, 0), (800, 1)]
    assert all(isinstance(each.failure, RequestTimedOut) for each in caller.answers())
    assert shell.closed == [1]


def test_a_refused_connection_backs_off() -> None:
    shell, caller = shell_and_caller()
    shell.down.add(1)
    caller.send(MARKERS, ListGroupsRequest(), 1)
    assert caller.numbers() == [0]
    assert 40 <= shell.channels.ready_ms(1, MARKERS, 0) <= 60
    assert shell.channels.ready_ms(1, ADD, 0) == 0
    shell.down.clear()
    caller.send(MARKERS, ListGroupsRequest(), 1)
    assert len(shell.opened) == 1
    shell.run_until(60)
    assert len(shell.opened) == 2
    assert len(shell.requests) == 1


def test_a_connection_that_is_not_made_in_time_fails() -> None:
    shell, caller = shell_and_caller(socket_connection_setup_timeout_ms=1000)
    shell.silent.add(1)
    caller.send(MARKERS, ListGroupsRequest(), 1)
    assert 800 <= shell.timers.next_deadline_ms() <= 1200
    shell.run_until(1200)
    assert caller.numbers() == [0]
    assert shell.closed == [1]


def test_an_idle_connection_is_closed() -> None:
    shell, caller = shell_and_caller(connections_max_idle_ms=5000)
    caller.send(MARKERS, ListGroupsRequest(), 1)
    shell.answer(ListGroupsResponse())
    shell.run_until(4999)
    assert shell.closed == []
    shell.run_until(5000)
    assert shell.closed == [1]


def test_a_withdrawn_call_is_not_sent_and_does_not_end() -> None:
    shell, caller = shell_and_caller()
    caller.send(MARKERS, ListGroupsRequest(), 1)
    second = caller.send(MARKERS, ListGroupsRequest(), 1)
    shell.channels.withdraw(second)
    shell.answer(ListGroupsResponse())
    assert shell.requests == []
    assert caller.numbers() == [0]


def test_closing_ends_all_calls_and_sends_no_later_ones() -> None:
    shell, caller = shell_and_caller()
    caller.send(MARKERS, ListGroupsRequest(), 1)
    shell.channels.close(0)
    shell.settle()
    assert caller.numbers() == [0]
    caller.send(MARKERS, ListGroupsRequest(), 1)
    assert len(shell.opened) == 1


def test_a_listener_with_a_login_is_authenticated() -> None:
    """SASL with PLAIN on the controllers' listener, and none on that of the brokers."""

    def login() -> Generator[Message, Message, int]:
        yield SaslHandshakeRequest(mechanism="PLAIN")
        return 0

    shell = NodeShell(NodeSettings(2), logins={"CONTROLLER": login})
    caller = Caller(shell)
    caller.send(RAFT, ListGroupsRequest(), 3)
    assert [each.api for each in shell.requests] == [SASL_HANDSHAKE]
    caller.send(MARKERS, ListGroupsRequest(), 3)
    assert [each.api for each in shell.requests] == [SASL_HANDSHAKE, LIST_GROUPS]
    shell.answer(SaslHandshakeResponse())
    assert [each.api for each in shell.requests] == [LIST_GROUPS, LIST_GROUPS]


def test_a_response_may_have_any_size() -> None:
    shell, caller = shell_and_caller()
    caller.send(MARKERS, ListGroupsRequest(), 1)
    lane = shell.requests[0].lane
    assert lane.connection is not None
    lane.connection.feed(b"\x7f\xff\xff\xff")
    lane.came(0)
    shell.channels.touched(lane)
    shell.settle()
    assert caller.ended == []


def test_the_address_of_a_bootstrap_server_comes_with_the_call() -> None:
    """replication A-23, E-8: its id is negative and belongs to no registered node."""
    shell, caller = shell_and_caller()
    for node, port in ((-2, 9093), (-3, 9094)):
        call = caller.call(ListGroupsRequest(), node)
        shell.channels.send(RAFT, call, 0, Endpoint("boot", port))
    shell.settle()
    assert shell.opened == [(0, -2, "boot", 9093), (0, -3, "boot", 9094)]
    shell.channels.refresh(0)
    assert [each.node for each in shell.requests] == [-2, -3]
    shell.answer(ListGroupsResponse())
    assert caller.answers()[0].node == -2


def test_a_node_that_another_address_comes_with_gets_another_connection() -> None:
    shell, caller = shell_and_caller()
    for port in (9093, 9093, 7777):
        shell.channels.send(RAFT, caller.call(ListGroupsRequest(), 3), 0, Endpoint("host3", port))
        shell.settle()
    assert shell.opened == [(0, 3, "host3", 9093), (0, 3, "host3", 7777)]
    assert caller.numbers() == [0, 1]


def test_an_owner_that_raises_keeps_no_other_call_from_its_end() -> None:
    shell, caller = shell_and_caller()

    def fail(answer: Answer, now_ms: int) -> None:
        raise AssertionError("a bug")

    shell.channels.send(MARKERS, Call(LIST_GROUPS, ListGroupsRequest(), fail, node=9), 0)
    shell.channels.send(MARKERS, caller.call(ListGroupsRequest(), 9), 0)
    with pytest.raises(AssertionError, match="a bug"):
        shell.settle()
    shell.settle()
    assert caller.numbers() == [0]
