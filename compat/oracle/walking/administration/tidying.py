"""What walks of administration leave on a side besides topics, and how it is taken away."""

from __future__ import annotations

from compat.oracle.scripts.configs import DELETE, SET, Change, alter, describe
from compat.oracle.scripts.quotas import describe as asked
from compat.oracle.scripts.quotas import entry
from compat.oracle.scripts.replacing import replace
from compat.oracle.side import Side
from compat.oracle.steps import Answer, Ask, InForce
from compat.oracle.walking.administration.values import BROKER, GROUP, METRICS
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.alter_configs_response import AlterConfigsResponse
from kafkawire.protocol.messages.describe_client_quotas_response import DescribeClientQuotasResponse
from kafkawire.protocol.messages.describe_configs_response import DescribeConfigsResponse
from kafkawire.protocol.messages.list_config_resources_request import ListConfigResourcesRequest
from kafkawire.protocol.messages.list_config_resources_response import ListConfigResourcesResponse

OF_ONE_BROKER, OF_ALL_BROKERS = 2, 3
KEPT_CONFIG = "min.insync.replicas"
"""Kafka wants it set for all brokers as long as it counts eligible leader replicas (C-30)."""


def tidy(side: Side) -> None:
    """No configurations of groups, metrics and brokers any more, and no quotas."""
    side.do(InForce())
    _resources(side)
    for broker in ("1", ""):
        _broker(side, broker)
    _quotas(side)
    side.do(InForce())
    side.close()


def _resources(side: Side) -> None:
    found = side.do(Ask(ListConfigResourcesRequest(resource_types=[METRICS, GROUP]), 1))
    assert isinstance(found, Answer)
    assert isinstance(found.message, ListConfigResourcesResponse)
    left = [(each.resource_type, each.resource_name, ()) for each in found.message.config_resources]
    if left:
        done = side.do(Ask(replace(*left), 2))
        assert isinstance(done, Answer)
        assert isinstance(done.message, AlterConfigsResponse)
        wrong = [each for each in done.message.responses if each.error_code]
        assert not wrong, wrong


def _broker(side: Side, name: str) -> None:
    source = OF_ONE_BROKER if name else OF_ALL_BROKERS
    found = side.do(Ask(describe((BROKER, name)), 4))
    assert isinstance(found, Answer)
    assert isinstance(found.message, DescribeConfigsResponse)
    changes: list[Change] = [
        (each.name, DELETE, None)
        for each in found.message.results[0].configs
        if each.config_source == source and each.name != KEPT_CONFIG
    ]
    if not name:
        changes.append((KEPT_CONFIG, SET, "1"))
    if changes:
        done = side.do(Ask(alter((BROKER, name, changes)), 1))
        assert isinstance(done, Answer)
        assert not done.message.responses[0].error_code, done  # type: ignore[attr-defined]


def _quotas(side: Side) -> None:
    found = side.do(asked())
    assert isinstance(found, Answer)
    assert isinstance(found.message, DescribeClientQuotasResponse)
    entries = [
        entry(
            {part.entity_type: part.entity_name for part in each.entity},
            {value.key: None for value in each.values},
        )
        for each in found.message.entries or ()
    ]
    if entries:
        side.do(Ask(AlterClientQuotasRequest(entries=entries), 1))
