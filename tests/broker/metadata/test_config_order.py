"""The orders of configurations."""

from __future__ import annotations

from kafkawire.broker.config.definitions import BROKER, CLIENT_METRICS, GROUP, TOPIC
from kafkawire.broker.metadata.config_order import TOPIC_ORDER, in_listed_order


def test_the_order_of_topics_names_each_once() -> None:
    assert sorted(TOPIC_ORDER) == sorted(TOPIC)


def test_what_is_listed_is_what_is_described() -> None:
    for definitions in (BROKER, TOPIC, GROUP, CLIENT_METRICS):
        described = [name for name, known in definitions.items() if known.described]
        assert sorted(in_listed_order(definitions)) == sorted(described)


def test_names_that_share_a_bucket_stand_as_they_were_defined() -> None:
    """admin A-56: seen on a running 4.4.0, where the alphabet has them the other way round."""
    topic = in_listed_order(TOPIC)
    assert topic.index("segment.bytes") < topic.index("compression.gzip.level")
    broker = in_listed_order(BROKER)
    first = broker.index("remote.log.metadata.manager.listener.name")
    assert broker[first + 1] == "log.flush.interval.messages"
