"""Coordinators that load, move and are gone."""

from __future__ import annotations

from typing import Any

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster import (
    Cluster,
)
from kafkawire.spark.cluster.cluster import TRANSACTION
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.spark.topic_rows import settings


def test_a_coordinator_that_is_loading_is_waited_for(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=1)
    codes = [ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.NOT_COORDINATOR]

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.INIT_PRODUCER_ID and codes:
            answer.error_code = codes.pop()
        return answer

    with Guarded(broker.bootstrap, edit=edit) as guard:
        with Cluster(settings(guard.bootstrap)) as cluster:
            assert cluster.init_producer_id("id").producer_id >= 0
        assert guard.count(ApiKey.INIT_PRODUCER_ID) == 3
        assert not codes


def test_many_coordinators_are_looked_up_at_once(broker: LocalBroker) -> None:
    with Guarded(broker.bootstrap) as guard, Cluster(settings(guard.bootstrap)) as cluster:
        ids = [f"id-{number}" for number in range(20)]
        identities = [cluster.init_producer_id(each) for each in ids]
        guard.asked.clear()
        with Cluster(settings(guard.bootstrap)) as another:
            another.locate(ids, TRANSACTION, another.deadline())
            for identity in identities:
                another.init_producer_id(identity.transactional_id)
        assert guard.count(ApiKey.FIND_COORDINATOR) == 1


def test_where_only_one_can_be_looked_up_at_a_time_nothing_is_lost(broker: LocalBroker) -> None:
    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.API_VERSIONS:
            for each in answer.api_keys:
                if each.api_key == ApiKey.FIND_COORDINATOR:
                    each.max_version = 3
        return answer

    with (
        Guarded(broker.bootstrap, edit=edit) as guard,
        Cluster(settings(guard.bootstrap)) as cluster,
    ):
        cluster.locate(["a", "b"], TRANSACTION, cluster.deadline())
        assert cluster.init_producer_id("a").producer_id >= 0
        assert (ApiKey.FIND_COORDINATOR, 3) in guard.asked
