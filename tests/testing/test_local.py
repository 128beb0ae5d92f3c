"""A broker for tests: it starts, is reached from any thread, and ends."""

import socket
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import trio

from kafkawire.broker.config import ConfigError
from kafkawire.protocol.errors import ApiError
from kafkawire.server.errors import UsageError
from kafkawire.testing import LocalBroker
from kafkawire.testing.local import config_text
from tests.support.requests.loopback import connected
from tests.support.suite.patience import patient

STOP_LIMIT_S = patient(10.0)


def test_it_serves_until_stopped() -> None:
    broker = LocalBroker().start()
    with connected(broker.bootstrap) as client:
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


def test_its_metrics_are_those_of_the_moment() -> None:
    topics = "kafka.controller:type=KafkaController,name=GlobalTopicCount:Value"
    connections = (
        "kafka.server:type=socket-server-metrics,listener=PLAINTEXT,networkProcessor=0"
        ":connection-count"
    )
    with LocalBroker() as broker:
        before = broker.metrics
        broker.create_topic("a")
        with connected(broker.bootstrap) as client:
            assert client.is_served()
            after = broker.metrics
    assert (before[topics], after[topics]) == (0, 1)
    assert (before[connections], after[connections]) == (0, 1)


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


def partitions_of(broker: LocalBroker, topic: str) -> int:
    return broker.run(lambda: len(broker.broker.metadata.topics[topic].partitions))


def test_a_topic_has_as_many_partitions_as_the_broker_says_unless_told_otherwise() -> None:
    with LocalBroker({"num.partitions": 7}) as broker:
        broker.create_topic("default")
        broker.create_topic("told", 2)
        assert partitions_of(broker, "default") == 7
        assert partitions_of(broker, "told") == 2
    with LocalBroker() as broker:
        broker.create_topic("default")
        assert partitions_of(broker, "default") == 1
        with pytest.raises(ApiError):
            broker.create_topic("none", 0)


def test_started_again_it_is_a_fresh_broker_at_the_same_address() -> None:
    broker = LocalBroker()
    with broker:
        bootstrap = broker.bootstrap
        broker.create_topic("a")
    assert broker.bootstrap == bootstrap
    with broker, connected(bootstrap) as client:
        assert broker.bootstrap == bootstrap
        assert client.is_served()
        assert broker.run(lambda: list(broker.broker.metadata.topics)) == []
        broker.create_topic("a")


def test_a_configuration_that_was_altered_is_forgotten_when_started_again() -> None:
    name = "num.partitions"
    broker = LocalBroker({name: 3})
    with broker:
        broker.run(lambda: broker.broker.config.set_dynamic(name, "5", cluster_wide=True))
        assert broker.run(lambda: broker.broker.config.int(name)) == 5
    with broker:
        assert broker.run(lambda: broker.broker.config.int(name)) == 3


def test_a_seed_makes_the_same_broker_again() -> None:
    broker = LocalBroker(seed=1)
    ids = []
    for _ in range(2):
        with broker:
            ids.append(broker.run(lambda: broker.broker.cluster_id))
    assert ids[0] == ids[1]


def fail_of_a_bug(broker: LocalBroker) -> None:
    """Have a bug in a timer, which `stop` tells of."""

    def bug(now_ms: int) -> None:
        raise AssertionError("bug")

    broker.run(lambda: broker.broker.timers.at(0, bug))
    with pytest.raises(AssertionError, match="bug"):
        broker.stop()


def test_a_bug_does_not_follow_it_into_the_next_start() -> None:
    broker = LocalBroker().start()
    fail_of_a_bug(broker)
    with broker, connected(broker.bootstrap) as client:
        assert client.is_served()


def test_it_is_not_started_twice() -> None:
    with LocalBroker() as broker:
        with pytest.raises(RuntimeError, match="running already"):
            broker.start()
        with connected(broker.bootstrap) as client:
            assert client.is_served()


def test_a_port_that_was_taken_meanwhile_is_an_error_and_can_be_tried_again() -> None:
    broker = LocalBroker().start()
    broker.stop()
    host, _, port = broker.bootstrap.rpartition(":")
    with socket.create_server((host, int(port))), pytest.raises(UsageError, match=port):
        broker.start()
    with broker, connected(broker.bootstrap) as client:
        assert client.is_served()


NEEDS_A_RUNNING_BROKER: list[Callable[[LocalBroker], object]] = [
    lambda broker: broker.create_topic("a"),
    lambda broker: broker.run(int),
    lambda broker: broker.broker,
]


@pytest.mark.parametrize("use", NEEDS_A_RUNNING_BROKER, ids=["create_topic", "run", "broker"])
def test_what_needs_a_running_broker_says_so(use: Callable[[LocalBroker], object]) -> None:
    broker = LocalBroker()
    with pytest.raises(RuntimeError, match="the broker is not running"):
        use(broker)
    with broker:
        use(broker)
    with pytest.raises(RuntimeError, match="the broker is not running"):
        use(broker)


def test_it_has_no_address_before_its_first_start() -> None:
    with pytest.raises(RuntimeError, match="the broker is not running"):
        LocalBroker().bootstrap


def test_a_broker_that_a_bug_has_ended_is_not_running() -> None:
    broker = LocalBroker().start()
    ended = broker.run(threading.current_thread)
    broker.run(lambda: trio.lowlevel.spawn_system_task(fail))
    ended.join(STOP_LIMIT_S)
    with pytest.raises(RuntimeError, match="the broker is not running") as caught:
        broker.run(int)
    assert caught.type is RuntimeError
    with pytest.raises(trio.TrioInternalError):
        broker.stop()


async def fail() -> None:
    raise ZeroDivisionError


def test_groups_need_not_wait_unless_told_to() -> None:
    name = "group.initial.rebalance.delay.ms"
    assert LocalBroker()._config.int(name) == 0
    assert LocalBroker({name: 5})._config.int(name) == 5


def test_a_bad_configuration_is_refused_before_anything_starts() -> None:
    with pytest.raises(ConfigError):
        LocalBroker({"num.partitions": "x"})


def test_a_bug_in_the_broker_fails_the_test() -> None:
    broker = LocalBroker().start()
    fail_of_a_bug(broker)


def test_a_seed_makes_the_same_broker() -> None:
    with LocalBroker(seed=1) as one, LocalBroker(seed=1) as same, LocalBroker(seed=2) as other:
        ids = [
            local.run(partial(getattr, local.broker, "cluster_id")) for local in (one, same, other)
        ]
    assert ids[0] == ids[1] != ids[2]


def test_values_become_kafkas_text() -> None:
    assert config_text(True) == "true"
    assert config_text(["a", "b"]) == "a,b"
    assert config_text(1.5) == "1.5"


@pytest.mark.slow
def test_with_data_it_is_the_same_broker_after_a_restart(tmp_path: Path) -> None:
    """admin F-9, F-26: topics, their ids and configurations stay; a stop raises epochs by two."""
    broker = LocalBroker(data=tmp_path / "data")
    with broker:
        topic_id = broker.create_topic("kept", partitions=2, retention_ms=1234)
        cluster_id = broker.broker.cluster_id
    with broker:
        image = broker.broker.metadata
        assert broker.broker.cluster_id == cluster_id
        assert image.topics["kept"].topic_id == topic_id
        assert image.config(2, "kept") == {"retention.ms": "1234"}
        assert [each.leader_epoch for each in image.topics["kept"].partitions.values()] == [2, 2]
        assert len(broker.broker.replicas.partitions) == 2


@pytest.mark.slow
def test_two_brokers_cannot_share_their_data(tmp_path: Path) -> None:
    """admin F-34: the lock is held for as long as the broker runs."""
    data = tmp_path / "data"
    with LocalBroker(data=data), pytest.raises(UsageError, match="in use by another process"):
        LocalBroker(data=data).start()
    with LocalBroker(data=data):
        pass


@pytest.mark.slow
def test_a_directory_of_another_node_is_refused(tmp_path: Path) -> None:
    """admin F-34: whoever says which node it is has to be right."""
    data = tmp_path / "data"
    with LocalBroker({"node.id": 7}, data=data):
        pass
    with pytest.raises(UsageError, match="belongs to node 7, not 8"):
        LocalBroker({"node.id": 8}, data=data).start()
    with LocalBroker(data=data) as broker:
        assert broker.broker.node_id == 7
