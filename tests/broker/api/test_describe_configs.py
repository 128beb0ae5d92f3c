"""DescribeConfigs through bytes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.messages.describe_configs_request import DescribeConfigsRequest
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from tests.support.requests.harness import BrokerHarness

Asked = DescribeConfigsRequest.DescribeConfigsResource
GENERIC = (
    "This most likely occurs because of a request being malformed by the client library or the "
    "message was sent to an incompatible broker. See the broker logs for more details."
)


def ask(
    harness: BrokerHarness,
    *resources: tuple[int, str],
    keys: list[str] | None = None,
    version: int = 4,
    **fields: Any,
) -> list[Any]:
    request = DescribeConfigsRequest(
        resources=[
            Asked(resource_type=kind, resource_name=name, configuration_keys=keys)
            for kind, name in resources
        ],
        **fields,
    )
    results: list[Any] = harness.connect().request(request, version).results
    return results


def set_config(harness: BrokerHarness, kind: int, name: str, key: str, value: str) -> None:
    kinds = IncrementalAlterConfigsRequest
    resource = kinds.AlterConfigsResource(
        resource_type=kind,
        resource_name=name,
        configs=[kinds.AlterableConfig(name=key, config_operation=0, value=value)],
    )
    (result,) = harness.connect().request(kinds(resources=[resource])).responses
    assert result.error_code == 0, result.error_message


def topical() -> BrokerHarness:
    harness = BrokerHarness()
    harness.create_topic("t", 1, {"cleanup.policy": "compact"})
    return harness


@pytest.mark.parametrize("version", range(5))
def test_every_version_describes_a_topic(version: int) -> None:
    """admin H 65, C-4, C-7, C-8, C-13: the message is empty, not null."""
    (result,) = ask(topical(), (2, "t"), version=version)
    assert (result.error_code, result.error_message) == (0, "")
    assert (result.resource_type, result.resource_name) == (2, "t")
    entries = {entry.name: entry for entry in result.configs}
    assert len(entries) == 37
    policy = entries["cleanup.policy"]
    assert (policy.value, policy.read_only, policy.is_sensitive) == ("compact", False, False)
    assert policy.config_source == (1 if version >= 1 else -1)
    assert policy.config_type == (7 if version >= 3 else 0)
    # As 3.9.2 was seen to answer in version 0, the only one that has the field.
    assert not any(entry.is_default for entry in result.configs)


def test_synonyms_are_told_when_asked() -> None:
    """admin C-9, C-11: the source is right anyway."""
    harness = topical()
    for asked in (True, False):
        (result,) = ask(harness, (2, "t"), keys=["cleanup.policy"], include_synonyms=asked)
        (entry,) = result.configs
        synonyms = [(each.name, each.value, each.source) for each in entry.synonyms]
        wanted = [("cleanup.policy", "compact", 1), ("log.cleanup.policy", "delete", 5)]
        assert synonyms == (wanted if asked else [])
        assert entry.config_source == 1


def test_documentation_is_null() -> None:
    """admin H 69, C-18."""
    (result,) = ask(topical(), (2, "t"))
    assert {entry.documentation for entry in result.configs} == {None}


@pytest.mark.parametrize("keys", [None, []])
def test_no_keys_are_all_keys(keys: list[str] | None) -> None:
    """admin H 61, C-6."""
    (result,) = ask(topical(), (2, "t"), keys=keys)
    assert len(result.configs) == 37


def test_keys_filter_without_changing_the_order() -> None:
    """admin C-6, A-56: unknown ones are dropped silently."""
    harness = topical()
    (everything,) = ask(harness, (2, "t"))
    keys = ["segment.ms", "foo", "retention.ms", "cleanup.policy", "retention.ms"]
    (some,) = ask(harness, (2, "t"), keys=keys)
    assert [entry.name for entry in some.configs] == [
        entry.name for entry in everything.configs if entry.name in keys
    ]


def test_the_same_resource_twice_is_two_results() -> None:
    """admin C-6."""
    assert len(ask(topical(), (2, "t"), (2, "t"))) == 2


def test_an_unknown_type_fails_the_whole_request() -> None:
    """admin H 66, C-1."""
    harness = topical()
    for kind in (0, 1, 3, 99):
        results = ask(harness, (2, "t"), (kind, "x"))
        assert [(each.error_code, each.error_message) for each in results] == [(42, GENERIC)] * 2
        assert all(each.configs == [] for each in results)


@pytest.mark.parametrize(
    ("kind", "name", "code", "message"),
    [
        (2, "nope", 3, ""),
        (4, "2", 42, "Unexpected broker id, expected 1 or empty string, but received 2"),
        (4, "x", 42, "Broker id must be an integer, but it is: x"),
        (8, "", 42, "Broker id must not be empty"),
        (8, "2", 42, "Unexpected broker id, expected 1 but received 2"),
        (16, "", 42, "Client metrics subscription name must not be empty"),
        (32, "", 42, "Group name must not be empty"),
    ],
)
def test_resources_that_can_not_be_described(kind: int, name: str, code: int, message: str) -> None:
    """admin H 65, H 67, C-4: the others are."""
    bad, good = ask(topical(), (kind, name), (2, "t"))
    assert (bad.error_code, bad.configs) == (code, [])
    assert bad.error_message == message
    assert good.error_code == 0


def test_an_illegal_topic_name_is_explained() -> None:
    """admin C-4."""
    (result,) = ask(topical(), (2, "a b"))
    assert result.error_code == 17
    assert result.error_message.startswith("Topic name is invalid")


def test_unknown_groups_and_subscriptions_have_the_defaults() -> None:
    """admin H 67, C-5, C-17."""
    group, metrics = ask(topical(), (32, "g"), (16, "m"))
    assert (group.error_code, len(group.configs)) == (0, 21)
    assert (metrics.error_code, len(metrics.configs)) == (0, 3)


def test_a_groups_value_is_its_own_the_brokers_or_the_default() -> None:
    """groups F-3: by the source it can be told which."""
    static = "group.consumer.heartbeat.interval.ms"
    harness = BrokerHarness({static: "7000"})
    set_config(harness, 32, "g", "consumer.session.timeout.ms", "50000")
    (group,) = ask(harness, (32, "g"))
    found = {each.name: (each.value, each.config_source) for each in group.configs}
    assert found["consumer.session.timeout.ms"] == ("50000", 8)
    assert found["consumer.heartbeat.interval.ms"] == ("7000", 4)
    assert found["consumer.assignment.interval.ms"] == ("1000", 5)


def test_a_broker_describes_itself() -> None:
    """admin H 68, C-13, C-14."""
    harness = BrokerHarness()
    own, default = ask(harness, (4, "1"), (4, ""), include_synonyms=True)
    assert len(own.configs) == 350
    ((name, value, source),) = [(e.name, e.value, e.config_source) for e in default.configs]
    assert (name, value, source) == ("min.insync.replicas", "1", 3)


def test_dynamic_keys_that_kafka_lacks_come_first() -> None:
    """admin H 79, C-15, C-41."""
    harness = BrokerHarness()
    set_config(harness, 4, "1", "foo", "bar")
    (result,) = ask(harness, (4, "1"))
    first = result.configs[0]
    assert (first.name, first.value, first.config_source, first.config_type) == ("foo", None, 2, 0)
    assert first.is_sensitive
    assert first.read_only


def test_a_change_is_seen_at_once() -> None:
    """admin C-3, H 64, C-19, C-42."""
    harness = topical()
    set_config(harness, 4, "", "message.max.bytes", "5")
    (result,) = ask(harness, (2, "t"), keys=["max.message.bytes"])
    (entry,) = result.configs
    assert (entry.value, entry.config_source) == ("5", 3)


def test_loggers_are_described() -> None:
    """admin C-16."""
    (result,) = ask(BrokerHarness(), (8, "1"))
    levels = {entry.name: (entry.value, entry.config_source) for entry in result.configs}
    assert levels["root"] == ("INFO", 6)
