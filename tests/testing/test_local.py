"""A broker for tests: it starts, is reached from any thread, and ends."""

import threading

import pytest

from kafkawire.broker.config import ConfigError
from kafkawire.protocol.errors import ApiError
from kafkawire.testing import LocalBroker
from kafkawire.testing.local import config_text
from tests.support.loopback import RawClient


def test_it_serves_until_stopped() -> None:
    broker = LocalBroker().start()
    with RawClient(broker.bootstrap) as client:
        assert client.is_served()
        broker.stop()
        assert client.is_closed()
    broker.stop()  # once more does no harm


def test_several_run_at_once_and_share_nothing() -> None:
    with LocalBroker() as one, LocalBroker() as two:
        assert one.bootstrap != two.bootstrap
        one.create_topic("a")
        assert one.run(lambda: list(one.broker.metadata.topics)) == ["a"]
        assert two.run(lambda: list(two.broker.metadata.topics)) == []


def test_no_thread_is_left() -> None:
    before = threading.active_count()
    with LocalBroker():
        assert threading.active_count() > before
    assert threading.active_count() == before


def test_functions_run_in_its_thread_and_raise_in_ours() -> None:
    with LocalBroker() as broker:
        assert broker.run(threading.get_ident) != threading.get_ident()
        with pytest.raises(ZeroDivisionError):
            broker.run(lambda: 1 // 0)


def test_topics_have_partitions_and_configs() -> None:
    with LocalBroker() as broker:
        broker.create_topic("a", 3, retention_ms=7, cleanup_policy=["compact", "delete"])
        config = broker.run(lambda: broker.broker.controller.topic_config("a"))
        assert config["retention.ms"] == "7"
        assert config["cleanup.policy"] == "compact,delete"
        with pytest.raises(ApiError):
            broker.create_topic("a")


def test_groups_need_not_wait_unless_told_to() -> None:
    name = "group.initial.rebalance.delay.ms"
    assert LocalBroker()._config.int(name) == 0
    assert LocalBroker({name: 5})._config.int(name) == 5


def test_a_bad_configuration_is_refused_before_anything_starts() -> None:
    with pytest.raises(ConfigError):
        LocalBroker({"num.partitions": "x"})


def test_a_bug_in_the_broker_fails_the_test() -> None:
    broker = LocalBroker().start()

    def bug(now_ms: int) -> None:
        raise AssertionError("bug")

    broker.run(lambda: broker.broker.timers.at(0, bug))
    with pytest.raises(AssertionError, match="bug"):
        broker.stop()


def test_a_seed_makes_the_same_broker() -> None:
    with LocalBroker(seed=1) as one, LocalBroker(seed=1) as same, LocalBroker(seed=2) as other:
        ids = [local.run(lambda b=local: b.broker.cluster_id) for local in (one, same, other)]
    assert ids[0] == ids[1] != ids[2]


def test_values_become_kafkas_text() -> None:
    assert config_text(True) == "true"
    assert config_text(["a", "b"]) == "a,b"
    assert config_text(1.5) == "1.5"
