"""Bits of operations."""

from __future__ import annotations

import pytest

from kafkawire.broker.context import ConnectionContext, RequestContext
from kafkawire.broker.security.access import Access
from kafkawire.broker.security.authorizer import (
    CLUSTER_NAME,
    Operation,
    Permission,
    ResourceType,
    Rule,
    RuleAuthorizer,
)
from kafkawire.broker.security.operations import cluster_operations, topic_operations


def access(*rules: Rule) -> Access:
    context = RequestContext(
        api_key=3,
        api_version=12,
        correlation_id=1,
        client_id="",
        connection=ConnectionContext(),
        now_ms=0,
    )
    return Access(RuleAuthorizer(rules), context)


def test_without_an_authorizer_everything_is_allowed() -> None:
    """admin A-36."""
    assert topic_operations(None, "t") == 3576
    assert cluster_operations(None) == 8096


@pytest.mark.parametrize(
    ("operation", "bits"),
    [
        (Operation.READ, 264),
        (Operation.WRITE, 272),
        (Operation.DELETE, 320),
        (Operation.ALTER, 384),
        (Operation.DESCRIBE, 256),
        (Operation.ALL, 3576),
    ],
)
def test_a_rule_gives_its_bit_and_what_it_implies(operation: Operation, bits: int) -> None:
    """admin D-45, A-36."""
    assert topic_operations(access(Rule(ResourceType.TOPIC, "t1", operation)), "t1") == bits
    assert topic_operations(access(Rule(ResourceType.TOPIC, "t1", operation)), "t2") == 0


def test_a_denial_takes_one_bit() -> None:
    """admin D-45, D-43."""
    rules = (
        Rule(ResourceType.TOPIC, "t1", Operation.ALL),
        Rule(ResourceType.TOPIC, "t1", Operation.READ, permission=Permission.DENY),
    )
    assert topic_operations(access(*rules), "t1") == 3568


def test_who_may_not_describe_the_cluster_hears_of_nothing() -> None:
    """admin A-37."""
    create = Rule(ResourceType.CLUSTER, CLUSTER_NAME, Operation.CREATE)
    describe = Rule(ResourceType.CLUSTER, CLUSTER_NAME, Operation.DESCRIBE)
    assert cluster_operations(access(create)) == 0
    assert cluster_operations(access(create, describe)) == 32 + 256
    whole = Rule(ResourceType.CLUSTER, CLUSTER_NAME, Operation.ALL)
    assert cluster_operations(access(whole)) == 8096
