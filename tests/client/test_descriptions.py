"""Values of the admin client, unless they are told more."""

from __future__ import annotations

from kafkawire.client.descriptions import CreatedTopic, NewTopic


def test_a_new_topic_takes_the_brokers_defaults() -> None:
    assert NewTopic("t") == ("t", -1, -1, {}, {})
    assert CreatedTopic("t") == ("t", bytes(16), -1, -1)
