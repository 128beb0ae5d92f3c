"""Who may alter configurations."""

from __future__ import annotations

import pytest

from kafkawire.broker.administration.altering import Asked, alter, check_keys
from kafkawire.broker.context import ConnectionContext, RequestContext
from kafkawire.broker.metadata.config_changes import SET, Alteration, Operation, Replacement
from kafkawire.broker.security.authorizer import (
    CLUSTER_NAME,
    ResourceType,
    Rule,
    RuleAuthorizer,
)
from kafkawire.broker.security.authorizer import (
    Operation as Right,
)
from kafkawire.protocol.errors import ApiError
from tests.support.requests.harness import BrokerHarness

RESOURCES = {
    (2, "t"): ("flush.ms", "5"),
    (32, "g"): ("consumer.session.timeout.ms", "50000"),
    (16, "m"): ("interval.ms", "1000"),
    (4, "1"): ("message.max.bytes", "5"),
    (8, "1"): ("root", "WARN"),
}


def outcomes(*rules: Rule) -> dict[tuple[int, str], int]:
    """What altering one of each kind comes to, as error codes."""
    harness = BrokerHarness()
    harness.create_topic("t")
    harness.broker.authorizer = RuleAuthorizer(rules)
    context = RequestContext(
        api_key=44,
        api_version=1,
        correlation_id=1,
        client_id="",
        connection=ConnectionContext(),
        now_ms=harness.now_ms,
    )
    asked = Asked(context, validate_only=False)
    for (kind, name), (key, value) in RESOURCES.items():
        asked.add(Alteration(kind, name, [Operation(key, SET, value)]), [(key, False)])
    found = alter(harness.broker, asked)
    return {key: 0 if error is None else int(error.code) for key, error in found.items()}


def test_nobody_alters_without_a_right() -> None:
    """admin C-21, C-23, C-43: 29, 30, and 31 for all that belongs to the cluster."""
    denied = {(2, "t"): 29, (32, "g"): 30, (16, "m"): 31, (4, "1"): 31, (8, "1"): 31}
    assert outcomes() == denied


@pytest.mark.parametrize(
    ("rule", "allowed"),
    [
        (Rule(ResourceType.TOPIC, "t", Right.ALTER_CONFIGS), {(2, "t")}),
        (Rule(ResourceType.GROUP, "g", Right.ALTER_CONFIGS), {(32, "g")}),
        (
            Rule(ResourceType.CLUSTER, CLUSTER_NAME, Right.ALTER_CONFIGS),
            {(16, "m"), (4, "1"), (8, "1")},
        ),
        (Rule(ResourceType.CLUSTER, CLUSTER_NAME, Right.ALTER), set()),
    ],
)
def test_each_kind_has_its_right(rule: Rule, allowed: set[tuple[int, str]]) -> None:
    """admin C-23, D-47."""
    assert {key for key, code in outcomes(rule).items() if code == 0} == allowed


def test_keys_are_looked_at_before_anything_else() -> None:
    """admin C-21, C-37."""
    with pytest.raises(ApiError, match="duplicate config keys"):
        check_keys([("a", True), ("a", False)])
    with pytest.raises(ApiError, match="Null value not supported for : a, c"):
        check_keys([("a", True), ("b", False), ("c", True)])
    check_keys([("a", False), ("b", False)])


def test_loggers_are_not_replaced() -> None:
    """admin C-37."""
    harness = BrokerHarness()
    context = RequestContext(
        api_key=33,
        api_version=2,
        correlation_id=1,
        client_id="",
        connection=ConnectionContext(),
        now_ms=harness.now_ms,
    )
    asked = Asked(context, validate_only=False)
    asked.add(Replacement(8, "1", {"root": "WARN"}), [("root", False)])
    (error,) = alter(harness.broker, asked).values()
    assert error is not None
    assert (error.code, error.message) == (42, "Unknown resource type 8")
