"""DescribeClientQuotas through the harness."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.describe_client_quotas_request import DescribeClientQuotasRequest
from tests.support.requests.harness import BrokerHarness
from tests.support.requests.quotas import alter_quotas, quota_entry

EXACT, DEFAULT, ANY = 0, 1, 2


@pytest.fixture
def harness() -> BrokerHarness:
    harness = BrokerHarness()
    alter_quotas(
        harness,
        quota_entry({"user": "u"}, producer_byte_rate=1.0),
        quota_entry({"user": None}, producer_byte_rate=2.0),
        quota_entry({"user": "u", "client-id": "c"}, producer_byte_rate=3.0),
        quota_entry({"client-id": "c"}, producer_byte_rate=4.0, consumer_byte_rate=5.0),
        quota_entry({"ip": "1.2.3.4"}, connection_creation_rate=6.0),
    )
    return harness


def describe(
    harness: BrokerHarness, *components: tuple[str, int, str | None], strict: bool = False
) -> Any:
    """The response."""
    request = DescribeClientQuotasRequest(
        components=[
            DescribeClientQuotasRequest.ComponentData(entity_type=kind, match_type=how, match=name)
            for kind, how, name in components
        ],
        strict=strict,
    )
    return harness.connect().request(request)


def first_values(response: Any) -> list[float]:
    assert (response.error_code, response.error_message) == (0, "")
    return sorted(min(value.value for value in entry.values) for entry in response.entries)


def test_no_components_match_all_or_strictly_nothing(harness: BrokerHarness) -> None:
    """admin D-28, scenario 102."""
    assert first_values(describe(harness)) == [1, 2, 3, 4, 6]
    assert first_values(describe(harness, strict=True)) == []


@pytest.mark.parametrize(
    ("components", "loose", "strict"),
    [
        ([("user", EXACT, "u")], [1, 3], [1]),
        ([("user", DEFAULT, None)], [2], [2]),
        ([("user", ANY, None)], [1, 2, 3], [1, 2]),
        ([("client-id", ANY, None)], [3, 4], [4]),
        ([("user", EXACT, "u"), ("client-id", ANY, None)], [3], [3]),
        ([("user", EXACT, "nobody")], [], []),
        ([("ip", ANY, None)], [6], [6]),
        ([("ip", DEFAULT, None)], [], []),
    ],
)
def test_each_component_must_match(
    harness: BrokerHarness,
    components: list[tuple[str, int, str | None]],
    loose: list[float],
    strict: list[float],
) -> None:
    """admin D-28, D-29."""
    assert first_values(describe(harness, *components)) == loose
    assert first_values(describe(harness, *components, strict=True)) == strict


def test_an_entry_has_its_parts_and_values(harness: BrokerHarness) -> None:
    """admin D-27, D-28."""
    (entry,) = describe(harness, ("user", ANY, None), ("client-id", ANY, None)).entries
    assert [(part.entity_type, part.entity_name) for part in entry.entity] == [
        ("client-id", "c"),
        ("user", "u"),
    ]
    (entry,) = describe(harness, ("client-id", EXACT, "c"), strict=True).entries
    assert {value.key: value.value for value in entry.values} == {
        "producer_byte_rate": 4.0,
        "consumer_byte_rate": 5.0,
    }


@pytest.mark.parametrize(
    ("components", "code", "message"),
    [
        ([("foo", EXACT, "x")], 35, "Unsupported entity type foo"),
        ([("", EXACT, "x")], 42, "Invalid empty entity type."),
        ([("user", 9, None)], 42, "Unknown match type 9"),
        (
            [("user", EXACT, None)],
            42,
            "Request specified MATCH_TYPE_EXACT, but set match string to null.",
        ),
        (
            [("user", DEFAULT, "x")],
            42,
            "Request specified MATCH_TYPE_DEFAULT, but also specified a match string.",
        ),
        (
            [("user", ANY, "x")],
            42,
            "Request specified MATCH_TYPE_SPECIFIED, but also specified a match string.",
        ),
        (
            [("user", ANY, None), ("user", EXACT, "u")],
            42,
            "Entity type user cannot appear more than once in the filter.",
        ),
        (
            [("ip", ANY, None), ("user", ANY, None)],
            42,
            "Invalid entity filter component combination. IP filter component should not be used "
            "with user or clientId filter component.",
        ),
    ],
)
def test_a_filter_that_cannot_be_has_no_entries(
    harness: BrokerHarness,
    components: list[tuple[str, int, str | None]],
    code: int,
    message: str,
) -> None:
    """admin D-28, scenario 102: null, which is not an empty list."""
    response = describe(harness, *components)
    assert (response.error_code, response.error_message) == (code, message)
    assert response.entries is None


def test_who_may_not_describe_configurations_hears_31(harness: BrokerHarness) -> None:
    """admin D-24, D-47: altering them implies it."""
    authorizer = harness.broker.authorizer = RuleAuthorizer()
    response = describe(harness)
    assert (response.error_code, response.entries) == (31, None)
    authorizer.add(Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.ALTER_CONFIGS))
    assert len(describe(harness).entries) == 5
