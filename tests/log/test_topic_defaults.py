"""The generated defaults of topics."""

from __future__ import annotations

from kafkawire.broker.config.definitions import TOPIC
from kafkawire.log.topic_defaults import TOPIC_DEFAULTS


def test_logs_and_the_broker_have_the_same_defaults() -> None:
    defaults = {name: each.default for name, each in TOPIC.items()}
    assert {name: text for name, text in defaults.items() if text is not None} == TOPIC_DEFAULTS
