"""InitProducerId for producers without transactions, and the rights that it takes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import (
    Operation,
    Permission,
    ResourceType,
    Rule,
    RuleAuthorizer,
)
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from tests.support.requests.harness import BrokerHarness, HarnessClient

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
    """produce C-20, C-23, C-24, F 96: 0, 1, 2, ... with epoch 0."""
    answers = [init(client, version) for _ in range(3)]
    assert [(a.error_code, a.producer_id, a.producer_epoch) for a in answers] == [
        (0, 0, 0),
        (0, 1, 0),
        (0, 2, 0),
    ]


@pytest.mark.parametrize("timeout_ms", [0, -1, 2_147_483_647])
def test_the_timeout_means_nothing(client: HarnessClient, timeout_ms: int) -> None:
    """produce C-23, F 97."""
    assert init(client, transaction_timeout_ms=timeout_ms).error_code == 0


def test_a_given_identity_means_nothing(client: HarnessClient) -> None:
    """produce C-23, F 97: a new id is returned."""
    answer = init(client, 4, producer_id=5, producer_epoch=3)
    assert (answer.error_code, answer.producer_id, answer.producer_epoch) == (0, 0, 0)


@pytest.mark.parametrize("given", [{"producer_id": 5}, {"producer_epoch": 0}])
def test_half_an_identity_is_refused(client: HarnessClient, given: dict[str, int]) -> None:
    """produce C-22, C-35."""
    answer = init(client, **given)
    assert (answer.error_code, answer.producer_id, answer.producer_epoch) == (42, -1, -1)


CLUSTER = Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.IDEMPOTENT_WRITE)
TOPIC = Rule(ResourceType.TOPIC, "some", Operation.WRITE)
ID = Rule(ResourceType.TRANSACTIONAL_ID, "x", Operation.WRITE)


@pytest.mark.parametrize(
    ("rules", "transactional_id", "code"),
    [
        ([], None, 31),
        ([CLUSTER], None, 0),
        ([TOPIC], None, 0),
        ([TOPIC._replace(operation=Operation.READ)], None, 31),
        ([TOPIC, TOPIC._replace(permission=Permission.DENY)], None, 31),
        ([CLUSTER, TOPIC], "x", 53),
        ([ID], "x", 16),
        ([], "", 53),
    ],
)
def test_an_identity_takes_a_right(
    client: HarnessClient, rules: list[Rule], transactional_id: str | None, code: int
) -> None:
    """produce C-22, F 107: to the cluster, to any topic, or to the transactional id."""
    client.harness.broker.authorizer = RuleAuthorizer(rules)
    assert init(client, transactional_id=transactional_id).error_code == code


def test_the_right_comes_before_what_is_asked(client: HarnessClient) -> None:
    """produce C-22."""
    client.harness.broker.authorizer = RuleAuthorizer([])
    assert init(client, producer_id=5).error_code == 31


def test_the_bytes_are_kafkas() -> None:
    """produce H."""
    old = InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000)
    assert old.encode(0).hex() == "ffff0000ea60"
    new = InitProducerIdRequest(transactional_id="x", transaction_timeout_ms=60_000)
    assert new.encode(5).hex() == "02780000ea60ffffffffffffffffffff00"
    response = InitProducerIdResponse(producer_id=7, producer_epoch=1)
    assert response.encode(5).hex() == "0000000000000000000000000007000100"
