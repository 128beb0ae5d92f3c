"""Topics, leaders and coordinators; who is asked, and what is told when it fails."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from kafkawire.client.blocking import Client, Deadline
from kafkawire.client.core.network import NetworkOptions
from kafkawire.client.errors import ConnectionLost, RefreshError, TimedOut, UnknownTopic
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.suite.patience import patient

GROUP = 0


def client_of(*addresses: str) -> Client:
    pairs = [each.rpartition(":") for each in addresses]
    return Client(NetworkOptions([(host, int(port)) for host, _, port in pairs], "test"))


def limit() -> Deadline:
    return Deadline(int(patient(30) * 1000))


@pytest.fixture
def broker() -> Iterator[LocalBroker]:
    with LocalBroker() as found:
        yield found


@pytest.fixture
def client(broker: LocalBroker) -> Iterator[Client]:
    with client_of(broker.bootstrap) as found:
        yield found


@pytest.fixture
def deaf() -> Iterator[str]:
    """An address at which nothing listens."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{sock.getsockname()[1]}"


def found(client: Client, group: str) -> int:
    """The coordinator of a group; the first question of all has the broker make a topic for it."""
    deadline = limit()
    while True:
        try:
            return client.coordinator(group, GROUP, deadline)
        except RefreshError:
            assert deadline.pause()


@pytest.mark.process
def test_the_blocking_client_needs_no_event_loop() -> None:
    code = "import sys, kafkawire.client.blocking as b; print({'trio', 'asyncio'} & {*sys.modules})"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"


def test_a_question_is_answered(client: Client) -> None:
    assert client.ask(ListGroupsRequest(), ListGroupsResponse, limit()).groups == []


def test_topics_are_those_that_were_asked_about(broker: LocalBroker, client: Client) -> None:
    topic_id = broker.create_topic("t", partitions=2)
    found = client.topics(["t", "missing"], limit())
    assert found["t"].id == topic_id
    assert list(found["t"].partitions) == [0, 1]
    assert found["missing"].error == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert list(client.topics(None, limit())) == ["t"], "asking must not make a topic"


def test_a_leader_is_remembered_until_it_is_forgotten(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=1)
    with Guarded(broker.bootstrap) as guard, client_of(guard.bootstrap) as client:
        where = TopicPartition("t", 0)
        assert client.leader(where, limit()) == client.leader(where, limit())
        assert guard.count(ApiKey.METADATA) == 1
        client.forget(["t"])
        client.leader(where, limit())
        assert guard.count(ApiKey.METADATA) == 2


def test_a_partition_without_a_leader_is_worth_another_attempt(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=1)

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.METADATA:
            answer.topics[0].partitions[0].leader_id = -1
        return answer

    with Guarded(broker.bootstrap, edit=edit) as guard, client_of(guard.bootstrap) as client:
        with pytest.raises(RefreshError, match=r"METADATA: LEADER_NOT_AVAILABLE: t-0"):
            client.leader(TopicPartition("t", 0), limit())
        with pytest.raises(UnknownTopic, match="t-7"):
            client.leader(TopicPartition("t", 7), limit())


def test_a_coordinator_is_looked_up_once(broker: LocalBroker) -> None:
    with Guarded(broker.bootstrap) as guard, client_of(guard.bootstrap) as client:
        assert found(client, "g") in client.view.nodes
        guard.asked.clear()
        found(client, "g")
        assert guard.count(ApiKey.FIND_COORDINATOR) == 0
        client.forget_coordinator("g", GROUP)
        found(client, "g")
        assert guard.count(ApiKey.FIND_COORDINATOR) == 1


def test_a_coordinator_that_is_not_there_is_told(broker: LocalBroker) -> None:
    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.FIND_COORDINATOR:
            answer.coordinators[0].error_code = ErrorCode.COORDINATOR_NOT_AVAILABLE
        return answer

    with (
        Guarded(broker.bootstrap, edit=edit) as guard,
        client_of(guard.bootstrap) as client,
        pytest.raises(RefreshError, match=r"FIND_COORDINATOR.*COORDINATOR_NOT_AVAILABLE: g"),
    ):
        client.coordinator("g", GROUP, limit())


def test_any_address_of_the_list_will_do(broker: LocalBroker, deaf: str) -> None:
    for _ in range(5):
        with client_of(deaf, broker.bootstrap) as client:
            assert client.topics(None, limit()) == {}


def test_where_nothing_listens_the_address_is_named(deaf: str) -> None:
    with (
        client_of(deaf) as client,
        pytest.raises(ConnectionLost, match=f"{deaf}: Connection refused"),
    ):
        client.topics(None, limit())


def test_a_name_that_cannot_be_one_is_an_address_that_cannot_be_reached() -> None:
    with (
        client_of("a" * 64 + ".example:9092") as client,
        pytest.raises(ConnectionLost, match="not the name of a host"),
    ):
        client.topics(None, limit())


def test_while_no_attempt_may_begin_the_last_failure_is_told(deaf: str) -> None:
    with client_of(deaf) as client:
        with pytest.raises(ConnectionLost):
            client.topics(None, limit())
        with pytest.raises((TimedOut, ConnectionLost), match=f"{deaf}: Connection refused"):
            client.topics(None, Deadline(1))


def test_another_cluster_at_the_address_is_met_with_a_new_beginning(broker: LocalBroker) -> None:
    """KIP-1242: a broker that belongs to another cluster says so when it is connected to."""
    broker.create_topic("old", partitions=1)
    with client_of(broker.bootstrap) as client:
        client.topics(None, limit())
        client.topics(None, limit())
        network, begun = client.runtime.network, []
        start_over = network.on_rebootstrap

        def counted(now_ms: int) -> None:
            begun.append(now_ms)
            start_over(now_ms)

        network.on_rebootstrap = counted
        broker.stop()
        broker.start()
        assert client.topics(None, limit()) == {}
        assert len(begun) == 1, "one refusal is one new beginning"
