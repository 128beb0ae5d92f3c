"""Topics made at the start are made by real requests."""

import pytest

from kafkawire.broker import api as apis
from kafkawire.broker.emulation.releases import RELEASES
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.server.topics import create_topic
from tests.support.requests.harness import BrokerHarness


def test_a_topic_is_made_with_partitions_and_configs() -> None:
    harness = BrokerHarness()
    configs = {"retention.ms": "7"}
    topic_id = create_topic(
        harness.broker, "a", now_ms=harness.now_ms, partitions=3, configs=configs
    )
    topic = harness.broker.metadata.topics["a"]
    assert topic.topic_id == topic_id
    assert len(topic.partitions) == 3
    assert harness.broker.controller.topic_config("a")["retention.ms"] == "7"


@pytest.mark.parametrize("release", RELEASES)
def test_a_topic_is_made_whatever_release_is_emulated(release: str) -> None:
    harness = BrokerHarness(emulate=release)
    create_topic(harness.broker, "a", now_ms=harness.now_ms)
    assert len(harness.broker.metadata.topics["a"].partitions) == 1
    assert harness.broker.load_api(19) is not apis.load(19), "its clients are served as before"


def test_without_a_number_it_has_num_partitions() -> None:
    harness = BrokerHarness({"num.partitions": "4"})
    create_topic(harness.broker, "a", now_ms=harness.now_ms)
    assert len(harness.broker.metadata.topics["a"].partitions) == 4


def test_a_refusal_is_raised() -> None:
    harness = BrokerHarness()
    with pytest.raises(ApiError) as caught:
        create_topic(harness.broker, "a/b", now_ms=harness.now_ms)
    assert caught.value.code is ErrorCode.INVALID_TOPIC_EXCEPTION
    assert caught.value.message
