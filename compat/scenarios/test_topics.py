"""Topics as clients see them: made, listed, deleted, missing."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from compat.clients import Client, ToSend, UnknownTopic
from tests.support.suite.patience import patient

WAIT_SECONDS_MAX = patient(10.0)


def test_a_created_topic_is_listed(client: Client, topic: str) -> None:
    assert topic in client.topics()


def test_a_deleted_topic_is_listed_no_more(client: Client, topic: str) -> None:
    client.delete_topic(topic)

    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while topic in client.topics():
        assert time.monotonic() < deadline, "the topic is still there"


def test_partitions_are_told_apart(client: Client, fresh_name: Callable[[], str]) -> None:
    name = fresh_name()
    client.create_topic(name, partitions=3)
    for partition in range(3):
        client.send(name, [ToSend(b"to %d" % partition, partition=partition)])

    for partition in range(3):
        (record,) = client.read(name, partition, 0, 1)
        assert (record.partition, record.value) == (partition, b"to %d" % partition)


def test_reading_an_unknown_topic_says_so(client: Client, fresh_name: Callable[[], str]) -> None:
    with pytest.raises(UnknownTopic):
        client.read(fresh_name(), 0, 0, 1)
