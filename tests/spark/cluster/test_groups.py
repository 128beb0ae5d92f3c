"""Offsets of groups, whichever layout a broker speaks."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.spark.cluster import (
    Cluster,
    TopicPartition,
)
from kafkawire.spark.cluster.groups import Committed
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.spark.topic_rows import settings

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


def test_a_group_keeps_offsets_with_what_is_noted_beside(
    broker: LocalBroker, cluster: Cluster
) -> None:
    broker.create_topic("t", partitions=2)
    assert cluster.offset_fetch("g") == {}
    cluster.offset_commit("g", {T0: Committed(7, "noted"), T1: Committed(8)})
    assert cluster.offset_fetch("g") == {T0: (7, "noted"), T1: (8, "")}


@pytest.mark.parametrize("version", [7, 8])
def test_offsets_are_fetched_in_the_old_layout_and_the_new(
    broker: LocalBroker, version: int
) -> None:
    broker.create_topic("t", partitions=2)

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.API_VERSIONS:
            for each in answer.api_keys:
                if each.api_key in (ApiKey.OFFSET_FETCH, ApiKey.FIND_COORDINATOR):
                    each.max_version = version - (each.api_key == ApiKey.FIND_COORDINATOR) * 4
        return answer

    with (
        Guarded(broker.bootstrap, edit=edit) as guard,
        Cluster(settings(guard.bootstrap)) as cluster,
    ):
        cluster.offset_commit("g", {T0: Committed(7, "noted")})
        assert cluster.offset_fetch("g") == {T0: (7, "noted")}
