"""Groups of KIP-848: a stock member that consumes, commits and leaves."""

from __future__ import annotations

import time

from compat.clients.raw import RawClient
from compat.interchange.asking import TIMEOUT_MS
from compat.interchange.inventory import features
from compat.interchange.work import Work
from kafkawire.protocol.api_keys import ApiKey

GROUP = "modern"
GROUP_VERSION = 1
"""The level of `group.version` from which on there are groups of the new protocol."""


def has_modern_groups(client: RawClient) -> bool:
    """Whether the broker serves groups of KIP-848."""
    if ApiKey.CONSUMER_GROUP_HEARTBEAT not in client.versions:
        return False
    return features(client).get("group.version", 0) >= GROUP_VERSION


def write(work: Work) -> None:
    """A group of the new protocol that consumes, commits and is left by its only member."""
    if not has_modern_groups(work.client):
        return
    from confluent_kafka import Consumer

    work.topic("grouped", 3)
    consumer = Consumer(
        {
            "bootstrap.servers": work.bootstrap,
            "group.id": GROUP,
            "group.protocol": "consumer",
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
        }
    )
    consumer.subscribe(["grouped"])
    deadline = time.monotonic() + TIMEOUT_MS / 1_000
    while not consumer.consume(1, 0.2):
        assert time.monotonic() < deadline, "the group got no records"
    consumer.commit(asynchronous=False)
    consumer.close()
