"""Coordinators that load, move and are gone."""

from __future__ import annotations

from typing import Any

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster import (
    Cluster,
)
from kafkawire.testing import LocalBroker
from tests.support.guarded import Guarded
from tests.support.topic_rows import settings


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
