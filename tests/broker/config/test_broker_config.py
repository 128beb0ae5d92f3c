"""A broker's configuration: layers, defaults of topics, names that do not exist."""

import pytest

from kafkawire.broker.config import BrokerConfig, ConfigError, UnknownConfig
from kafkawire.broker.config.definitions import TOPIC


def test_defaults_are_kafkas_but_for_what_one_node_cannot_have() -> None:
    config = BrokerConfig()
    assert config.int("socket.request.max.bytes") == 104_857_600
    assert config.boolean("auto.create.topics.enable") is True
    assert config.value("log.cleaner.min.cleanable.ratio") == 0.5
    assert config.list("log.cleanup.policy") == ("delete",)
    assert config.string("broker.rack") is None
    assert config.list("advertised.listeners") == ()
    assert config.int("group.initial.rebalance.delay.ms") == 3000
    assert config.int("node.id") == 1
    assert config.int("offsets.topic.replication.factor") == 1


def test_what_is_set_wins_in_kafkas_order() -> None:
    """admin C-9: per-broker, then cluster-wide, then static, then default."""
    config = BrokerConfig({"log.cleaner.threads": "2"})
    assert config.int("log.cleaner.threads") == 2
    config.set_dynamic("log.cleaner.threads", "3", cluster_wide=True)
    assert config.int("log.cleaner.threads") == 3
    config.set_dynamic("log.cleaner.threads", "4")
    assert config.int("log.cleaner.threads") == 4
    config.set_dynamic("log.cleaner.threads", None)
    config.set_dynamic("log.cleaner.threads", None, cluster_wide=True)
    assert config.int("log.cleaner.threads") == 2


def test_is_set_tells_defaults_from_settings() -> None:
    config = BrokerConfig({"num.partitions": "3"})
    assert config.is_set("num.partitions")
    assert not config.is_set("log.dir")
    config.set_dynamic("log.dir", "x")
    assert config.is_set("log.dir")


def test_a_bad_value_is_refused_at_once() -> None:
    with pytest.raises(ConfigError, match="Invalid value x for configuration num"):
        BrokerConfig({"num.partitions": "x"})


def test_a_misspelt_name_is_refused_with_what_was_meant() -> None:
    with pytest.raises(UnknownConfig, match=r"num\.partition .did you mean num\.partitions\?"):
        BrokerConfig({"num.partition": "1"})
    with pytest.raises(UnknownConfig, match=r"zookeeper\.connection\.timeout\.ms$"):
        BrokerConfig({"zookeeper.connection.timeout.ms": "1"})


def test_broker_id_is_another_name_of_node_id() -> None:
    assert BrokerConfig({"broker.id": "5"}).int("node.id") == 5
    assert BrokerConfig({"broker.id": "5", "node.id": "5"}).int("node.id") == 5
    with pytest.raises(ConfigError, match=r"Invalid value 5 for configuration broker\.id: .*6"):
        BrokerConfig({"broker.id": "5", "node.id": "6"})


def test_names_of_one_listener_are_taken_without_error() -> None:
    BrokerConfig({"listener.name.internal.ssl.key.password": "x"})


def test_dynamic_names_that_kafka_lacks_have_no_effect() -> None:
    """admin C-41: unknown keys are accepted on a broker."""
    config = BrokerConfig()
    before = dict(config.topic_defaults())
    config.set_dynamic("no.such.name", "x")
    assert dict(config.topic_defaults()) == before


@pytest.mark.parametrize(
    ("overrides", "topic_name", "text"),
    [
        ({}, "retention.ms", "604800000"),
        ({"log.retention.hours": "2"}, "retention.ms", "7200000"),
        ({"log.retention.hours": "2", "log.retention.minutes": "3"}, "retention.ms", "180000"),
        ({"log.retention.minutes": "3", "log.retention.ms": "4"}, "retention.ms", "4"),
        ({"log.retention.hours": "-1"}, "retention.ms", "-1"),
        ({"log.roll.hours": "1"}, "segment.ms", "3600000"),
        ({"log.roll.jitter.hours": "1"}, "segment.jitter.ms", "3600000"),
        ({"message.max.bytes": "77"}, "max.message.bytes", "77"),
        ({"compression.type": "lz4"}, "compression.type", "lz4"),
        ({}, "remote.storage.enable", "false"),
    ],
)
def test_topics_inherit_from_the_brokers_names(
    overrides: dict[str, str], topic_name: str, text: str
) -> None:
    config = BrokerConfig(overrides)
    assert config.topic_default(topic_name) == text
    assert config.topic_defaults()[topic_name] == text


def test_stock_topic_defaults_are_those_of_the_topic_definitions() -> None:
    stock = {name: definition.default for name, definition in TOPIC.items()}
    del stock["internal.segment.bytes"]
    assert BrokerConfig().topic_defaults() == stock


def test_some_topic_names_have_no_counterpart() -> None:
    """admin C-10."""
    assert BrokerConfig().broker_counterparts("remote.storage.enable") == ()
    assert BrokerConfig().broker_counterparts("min.insync.replicas") == (
        ("min.insync.replicas", 1),
    )


def test_a_proposed_configuration_leaves_the_one_in_force_alone() -> None:
    config = BrokerConfig({"log.cleaner.threads": "2"})
    config.set_dynamic("num.io.threads", "9", cluster_wide=True)
    assert config.int("num.io.threads") == 9
    proposed = config.proposed({"num.io.threads": "10"}, cluster_wide=False)
    assert (proposed.int("num.io.threads"), proposed.int("log.cleaner.threads")) == (10, 2)
    assert config.proposed({}, cluster_wide=True).int("num.io.threads") == 8
    assert config.int("num.io.threads") == 9
