"""Which configurations have an effect: the lists against the code, and what a start names."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.config.effects import READ, TOPIC_WITHOUT_EFFECT, without_effect
from kafkawire.broker.emulation.definitions import definitions_of
from kafkawire.broker.emulation.releases import RELEASES
from kafkawire.log.config import SETTINGS
from tests.support.broker.config_readers import asked_for, attributes_read, spelt


def named(**given: str) -> list[str]:
    overrides = {name.replace("__", "-").replace("_", "."): value for name, value in given.items()}
    return without_effect(BrokerConfig(overrides), overrides)


@pytest.mark.slow
def test_the_list_of_broker_configurations_is_that_of_the_code() -> None:
    """A configuration that is read from now on, or no longer, must be put into the list or out."""
    names: set[str] = set()
    topic_defaults: set[str] = set()
    for release in RELEASES:
        definitions = definitions_of(tuple(map(int, release.split("."))))
        config = BrokerConfig(definitions=definitions)
        names |= definitions.broker.keys()
        for topic_name in definitions.topic:
            topic_defaults |= {name for name, _ in config.broker_counterparts(topic_name)}
    read = (spelt(names) | asked_for()) & names
    assert read - topic_defaults - READ == set()
    assert READ - read == set()


@pytest.mark.slow
def test_topic_configurations_without_effect_are_those_that_logs_lack() -> None:
    names = BrokerConfig().definitions.topic.keys()
    assert "remote.storage.enable" in TOPIC_WITHOUT_EFFECT
    assert "retention.ms" not in TOPIC_WITHOUT_EFFECT
    assert names >= TOPIC_WITHOUT_EFFECT
    assert spelt(TOPIC_WITHOUT_EFFECT) == set(), "they are read"


@pytest.mark.slow
@pytest.mark.parametrize("attribute", SETTINGS.values())
def test_each_attribute_of_logs_is_read(attribute: str) -> None:
    assert attribute in attributes_read()


def test_what_has_an_effect_is_not_named() -> None:
    assert named(num_partitions="7", log_segment_bytes="2000000", log_retention_hours="1") == []
    assert named(listener_name_plaintext_max_connections="9") == []


def test_a_default_is_not_named() -> None:
    assert named(num_io_threads="8", num_network_threads=" 3 ") == []
    assert named(process_roles="broker,controller") == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("num.io.threads", "16"),
        ("process.roles", "broker"),
        ("ssl.keystore.location", "/etc/keys"),
        ("log.preallocate", "true"),
        ("queued.max.requests", "5"),
        ("listener.name.plaintext.num.network.threads", "5"),
        ("listener.name.other.max.connections", "5"),
    ],
)
def test_what_has_none_is_named(name: str, value: str) -> None:
    overrides = {"num.partitions": "3", name: value}
    assert without_effect(BrokerConfig(overrides), overrides) == [name]


def test_several_are_named_in_order() -> None:
    found = named(queued_max_requests="5", background_threads="9", num_partitions="2")
    assert found == ["background.threads", "queued.max.requests"]


def test_names_of_an_old_release_are_judged_by_what_they_are_in_it() -> None:
    given = ["log.message.timestamp.difference.max.ms", "num.io.threads"]
    config = BrokerConfig(dict.fromkeys(given, "5"), definitions=definitions_of((2, 0, 0)))
    assert without_effect(config, given) == ["num.io.threads"]
