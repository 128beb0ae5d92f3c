"""Connections from one task to the next."""

from __future__ import annotations

import pytest

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.spark.cluster import (
    Cluster,
    pool,
)
from kafkawire.spark.cluster.deadline import Deadline
from kafkawire.testing import LocalBroker
from tests.support.guarded import Guarded
from tests.support.topic_rows import settings


def test_the_next_task_has_the_connection_of_the_one_before(broker: LocalBroker) -> None:
    with Guarded(broker.bootstrap) as guard:
        for _ in range(3):
            with Cluster(settings(guard.bootstrap)) as cluster:
                cluster.topics()
        assert guard.count(ApiKey.API_VERSIONS) == 1


def test_a_connection_with_an_answer_outstanding_is_not_kept(broker: LocalBroker) -> None:
    with Cluster(settings(broker.bootstrap)) as cluster:
        deadline = cluster.deadline()
        connection = cluster.any_connection(deadline)
        connection.send(MetadataRequest(topics=None), deadline)
    assert not connection.is_usable


def test_a_kept_connection_that_the_broker_closed_is_replaced_at_once(
    broker: LocalBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Cluster(settings(broker.bootstrap)) as cluster:
        cluster.topics()
    broker.stop()
    broker.start()
    monkeypatch.setattr(Deadline, "pause", lambda self: pytest.fail("an attempt was lost"))
    with Cluster(settings(broker.bootstrap)) as cluster:
        assert cluster.topics() == {}


def test_what_is_interrupted_closes_its_connection(
    broker: LocalBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with Cluster(settings(broker.bootstrap)) as cluster:
        connection = cluster.any_connection(cluster.deadline())
        monkeypatch.setattr(connection, "_frame", interrupted)
        with pytest.raises(KeyboardInterrupt):
            cluster.topics()
    assert not connection.is_usable
    assert not any(connection in kept for kept in pool._kept.values())
