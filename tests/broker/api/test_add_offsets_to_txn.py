"""AddOffsetsToTxn through the wire."""

from __future__ import annotations

import pytest

from kafkawire.broker.metadata.topic_names import CONSUMER_OFFSETS
from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.add_offsets_to_txn_request import AddOffsetsToTxnRequest
from tests.support.requests.coordination import NAME, TransactionsHarness

WRITES = Rule(ResourceType.TRANSACTIONAL_ID, NAME, Operation.WRITE)


@pytest.mark.parametrize("version", range(5))
@pytest.mark.parametrize("group", ["g", ""])
def test_the_groups_partition_is_added(version: int, group: str) -> None:
    """produce C-50, F 115: a group need not have a name."""
    harness = TransactionsHarness()
    who = harness.identity()
    assert harness.add_offsets(who, group, version=version) == 0
    transaction = harness.transaction()
    index = harness.broker.groups.partition_of(group)
    assert transaction.partitions == {(CONSUMER_OFFSETS, index)}
    assert transaction.client_version == 0
    harness.add_offsets(who, group, version=version)
    assert harness.states_written() == ["Empty", "Ongoing"]


@pytest.mark.parametrize(("version", "code"), [(1, 47), (2, 90)])
def test_a_fenced_producer_hears_what_its_version_knows(version: int, code: int) -> None:
    """produce C-6."""
    harness = TransactionsHarness()
    harness.identity()
    assert harness.add_offsets((0, 9), version=version) == code


@pytest.mark.parametrize(
    ("rules", "code"),
    [([], 53), ([WRITES], 30), ([WRITES, Rule(ResourceType.GROUP, "g", Operation.READ)], 0)],
)
def test_the_id_comes_before_the_group(rules: list[Rule], code: int) -> None:
    """produce C-50, F 115."""
    harness = TransactionsHarness()
    who = harness.identity()
    harness.broker.authorizer = RuleAuthorizer(rules)
    assert harness.add_offsets(who) == code


def test_the_bytes_are_kafkas() -> None:
    """produce H."""
    request = AddOffsetsToTxnRequest(
        transactional_id="x", producer_id=7, producer_epoch=1, group_id="g"
    )
    assert request.encode(4).hex() == "027800000000000000070001026700"
