"""AlterClientQuotas through the harness."""

from __future__ import annotations

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.alter_client_quotas_response import AlterClientQuotasResponse
from tests.support.requests.harness import BrokerHarness
from tests.support.requests.quotas import alter_quotas, quota_entry


@pytest.fixture
def harness() -> BrokerHarness:
    return BrokerHarness()


def outcomes(
    response: AlterClientQuotasResponse,
) -> dict[tuple[tuple[str, str | None], ...], tuple[int, str | None]]:
    return {
        tuple((part.entity_type, part.entity_name) for part in entry.entity): (
            entry.error_code,
            entry.error_message,
        )
        for entry in response.entries
    }


def test_entries_are_answered_each_for_itself(harness: BrokerHarness) -> None:
    """admin D-27: and an entity's parts come client id first."""
    response = alter_quotas(
        harness,
        quota_entry({"user": "u", "client-id": None}, producer_byte_rate=10.0),
        quota_entry({"user": "v"}, producer_byte_rate=0.0),
    )
    assert outcomes(response) == {
        (("client-id", None), ("user", "u")): (0, None),
        (("user", "v"),): (42, "Quota producer_byte_rate must be greater than 0"),
    }
    assert harness.broker.metadata.client_quotas == {
        (("client-id", None), ("user", "u")): {"producer_byte_rate": 10.0}
    }


def test_the_last_name_of_a_type_counts(harness: BrokerHarness) -> None:
    """admin D-25."""
    entry = quota_entry({"user": "u"}, producer_byte_rate=10.0)
    entry.entity += quota_entry({"user": "v"}).entity
    assert outcomes(alter_quotas(harness, entry)) == {(("user", "v"),): (0, None)}


def test_validation_alone_changes_nothing(harness: BrokerHarness) -> None:
    """admin D-27."""
    entries = [
        quota_entry({"user": "u"}, producer_byte_rate=10.0),
        quota_entry({"user": ""}, producer_byte_rate=10.0),
    ]
    response = alter_quotas(harness, *entries, validate_only=True)
    assert sorted(code for code, _ in outcomes(response).values()) == [0, 42]
    assert harness.broker.metadata.client_quotas == {}
    assert harness.broker.quotas is None


def test_nothing_is_counted_until_there_is_a_quota_that_counts(harness: BrokerHarness) -> None:
    alter_quotas(harness, quota_entry({"ip": None}, connection_creation_rate=10.0))
    assert harness.broker.quotas is None
    alter_quotas(harness, quota_entry({"user": None}, controller_mutation_rate=10.0))
    assert harness.broker.quotas is not None


def test_a_broker_that_reads_its_log_has_its_quotas(harness: BrokerHarness) -> None:
    """Quotas are a fold over the metadata."""
    alter_quotas(harness, quota_entry({"user": "u"}, producer_byte_rate=10.0))
    broker = harness.broker
    before, broker.quotas = broker.quotas, None
    broker.controller.publisher.publish_all()
    for quotas in (before, harness.broker.quotas):
        assert quotas is not None
        assert quotas.produce.limit("u", "any") == 10.0


def test_who_may_not_alter_configurations_hears_31_of_each_entry(harness: BrokerHarness) -> None:
    """admin D-24, D-47."""
    authorizer = harness.broker.authorizer = RuleAuthorizer(
        [Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.DESCRIBE_CONFIGS)]
    )
    entries = [
        quota_entry({"user": "u"}, producer_byte_rate=10.0),
        quota_entry({"user": "v"}, producer_byte_rate=10.0),
    ]
    response = alter_quotas(harness, *entries)
    assert [code for code, _ in outcomes(response).values()] == [31, 31]
    assert harness.broker.metadata.client_quotas == {}
    authorizer.add(Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.ALTER_CONFIGS))
    response = alter_quotas(harness, *entries)
    assert [code for code, _ in outcomes(response).values()] == [0, 0]
