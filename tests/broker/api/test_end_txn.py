"""EndTxn through the wire; what it does is tested with the coordinator."""

from __future__ import annotations

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.end_txn_response import EndTxnResponse
from tests.support.requests.coordination import NAME, TransactionsHarness


@pytest.mark.parametrize("version", range(6))
def test_every_version_is_served(version: int) -> None:
    """produce C-70: the next identity from 5 on."""
    harness = TransactionsHarness()
    who = harness.identity()
    harness.add(who, 0)
    expected = (0, 0, 1) if version == 5 else (0, -1, -1)
    assert harness.end(who, version=version) == expected


@pytest.mark.parametrize(("version", "code"), [(1, 47), (2, 90)])
def test_a_fenced_producer_hears_what_its_version_knows(version: int, code: int) -> None:
    """produce C-6."""
    harness = TransactionsHarness()
    harness.identity()
    assert harness.end_code((0, 9), version=version) == code


@pytest.mark.parametrize(("operation", "code"), [(Operation.READ, 53), (Operation.WRITE, 48)])
def test_the_id_must_be_writable(operation: Operation, code: int) -> None:
    """produce C-60."""
    harness = TransactionsHarness()
    who = harness.identity()
    rule = Rule(ResourceType.TRANSACTIONAL_ID, NAME, operation)
    harness.broker.authorizer = RuleAuthorizer([rule])
    assert harness.end_code(who) == code


def test_the_bytes_are_kafkas() -> None:
    """produce H."""
    request = EndTxnRequest(transactional_id="x", producer_id=7, producer_epoch=1, committed=True)
    assert request.encode(4).hex() == "0278000000000000000700010100"
    response = EndTxnResponse(producer_id=7, producer_epoch=2)
    assert response.encode(5).hex() == "0000000000000000000000000007000200"
