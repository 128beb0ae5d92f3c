"""Silence after an answer: only where the broker did not wait itself."""

from __future__ import annotations

import pytest

from kafkawire.client.core.throttling import throttle_ms
from kafkawire.protocol.messages.describe_cluster_response import DescribeClusterResponse
from kafkawire.protocol.messages.fetch_response import FetchResponse


@pytest.mark.parametrize(("version", "wait_ms"), [(7, 0), (8, 300), (17, 300)])
def test_old_brokers_waited_themselves(version: int, wait_ms: int) -> None:
    """client D-25."""
    assert throttle_ms(FetchResponse(throttle_time_ms=300), version) == wait_ms


def test_later_apis_always_answer_first() -> None:
    """client D-25."""
    assert throttle_ms(DescribeClusterResponse(throttle_time_ms=5), 0) == 5
