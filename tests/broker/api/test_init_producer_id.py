"""InitProducerId for producers without transactions."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from tests.support.harness import BrokerHarness, HarnessClient

VERSIONS = range(6)


@pytest.fixture
def client() -> HarnessClient:
    client = BrokerHarness().connect()
    assert init(client).error_code == 14, "produce C-24: the first block is on its way"
    return client


def init(client: HarnessClient, version: int = 5, **fields: Any) -> Any:
    fields = {"transactional_id": None, "transaction_timeout_ms": 60_000, **fields}
    return client.request(InitProducerIdRequest(**fields), version)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_call_gives_a_fresh_id(client: HarnessClient, version: int) -> None:
    """produce C-20, C-23, C-24: 0, 1, 2, ... with epoch 0."""
    answers = [init(client, version) for _ in range(3)]
    assert [(a.error_code, a.producer_id, a.producer_epoch) for a in answers] == [
        (0, 0, 0),
        (0, 1, 0),
        (0, 2, 0),
    ]


@pytest.mark.parametrize("timeout_ms", [0, -1, 2_147_483_647])
def test_the_timeout_means_nothing(client: HarnessClient, timeout_ms: int) -> None:
    """produce C-23."""
    assert init(client, transaction_timeout_ms=timeout_ms).error_code == 0


def test_a_given_identity_means_nothing(client: HarnessClient) -> None:
    """produce C-23: a new id is returned."""
    answer = init(client, 4, producer_id=5, producer_epoch=3)
    assert (answer.error_code, answer.producer_id, answer.producer_epoch) == (0, 0, 0)


@pytest.mark.parametrize("given", [{"producer_id": 5}, {"producer_epoch": 0}])
def test_half_an_identity_is_refused(client: HarnessClient, given: dict[str, int]) -> None:
    """produce C-22, C-35."""
    answer = init(client, **given)
    assert (answer.error_code, answer.producer_id, answer.producer_epoch) == (42, -1, -1)
