"""Waiting for what another thread does."""

from __future__ import annotations

import threading

import pytest

import kafkawire.testing
from kafkawire.testing import LocalBroker, wait_until


def test_it_ends_as_soon_as_the_condition_is_true() -> None:
    answers = iter([False, False, True, False])
    wait_until(lambda: next(answers), "the third answer")
    assert list(answers) == [False]


def test_it_sees_what_another_thread_does() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.set)
    thread.start()
    wait_until(done.is_set, "the thread is done")
    thread.join()
    assert done.is_set()


def test_a_limit_is_an_assertion_that_names_the_condition() -> None:
    with pytest.raises(AssertionError, match=r"not within 0\.01 seconds: a record arrived"):
        wait_until(lambda: False, "a record arrived", limit_s=0.01)


def test_it_waits_for_a_metric_of_a_broker() -> None:
    count = "kafka.server:type=ReplicaManager,name=PartitionCount:Value"
    with LocalBroker() as broker:
        broker.create_topic("orders", partitions=3)
        wait_until(lambda: broker.metrics[count] == 3, "the partitions exist")
        assert broker.metrics[count] == 3


def test_public_names_are_those_of_all() -> None:
    names = ["Gone", "LocalBroker", "RawConnection", "wait_until"]
    assert sorted(kafkawire.testing.__all__) == names
    for name in kafkawire.testing.__all__:
        assert getattr(kafkawire.testing, name).__doc__
    with pytest.raises(AttributeError):
        _ = kafkawire.testing.Nothing
