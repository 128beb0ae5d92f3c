"""Clients from one piece of work to the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kafkawire.client.blocking import Client, Deadline, pool
from kafkawire.client.core.network import NetworkOptions
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.suite.patience import patient


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    yield
    pool.close_all()


def borrowed(bootstrap: str) -> Client:
    host, _, port = bootstrap.rpartition(":")
    options = NetworkOptions([(host, int(port))], "test")
    return pool.borrow(bootstrap, lambda: Client(options))


def limit() -> Deadline:
    return Deadline(int(patient(30) * 1000))


def test_the_next_work_has_the_client_of_the_one_before() -> None:
    with LocalBroker() as broker, Guarded(broker.bootstrap) as guard:
        for _ in range(4):
            client = borrowed(guard.bootstrap)
            client.topics(None, limit())
            pool.give_back(guard.bootstrap, client)
        assert guard.count(ApiKey.API_VERSIONS) == 2, "the address to begin with has its own"


def test_what_was_known_of_topics_is_asked_for_again() -> None:
    with LocalBroker() as broker:
        broker.create_topic("t", partitions=1)
        client = borrowed(broker.bootstrap)
        client.topics(["t"], limit())
        pool.give_back(broker.bootstrap, client)
        again = borrowed(broker.bootstrap)
        assert again is client
        assert not again.view.topics
        assert again.view.nodes
        again.close()


def test_two_at_a_time_have_two_clients() -> None:
    one, other = borrowed("localhost:9"), borrowed("localhost:9")
    assert one is not other
    pool.give_back("localhost:9", one)
    assert borrowed("localhost:9") is one
    one.close()
    other.close()


def test_no_more_than_four_are_kept() -> None:
    clients = [borrowed("localhost:9") for _ in range(6)]
    for client in clients:
        pool.give_back("localhost:9", client)
    assert [client.runtime.is_usable for client in clients] == [True] * 4 + [False] * 2


def test_a_client_that_is_owed_an_answer_is_not_kept() -> None:
    with LocalBroker() as broker:
        client = borrowed(broker.bootstrap)
        client.topics(None, limit())
        client.runtime.start(MetadataRequest(topics=None), ApiKey.METADATA)
        pool.give_back(broker.bootstrap, client)
    assert not client.runtime.is_usable


def test_a_kept_client_whose_broker_restarted_goes_on_at_once() -> None:
    with LocalBroker() as broker:
        client = borrowed(broker.bootstrap)
        client.topics(None, limit())
        client.topics(None, limit())
        pool.give_back(broker.bootstrap, client)
        broker.stop()
        broker.start()
        again = borrowed(broker.bootstrap)
        assert again is client
        assert again.topics(None, limit()) == {}
        again.close()


def test_a_client_of_another_process_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    client = borrowed("localhost:9")
    pool.give_back("localhost:9", client)
    monkeypatch.setattr("os.getpid", lambda: -1)
    other = borrowed("localhost:9")
    assert other is not client
    other.close()
