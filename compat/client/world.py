"""What scenarios have in common: a broker, topics of their own, records, and members of groups."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import trio

from compat.matrix.brokers import has_new_groups
from kafkawire.client import (
    Admin,
    Consumer,
    NewTopic,
    Producer,
    ProducerRecord,
    TopicPartition,
)
from tests.support.rings.skips import skip_without
from tests.support.suite.patience import patient

LIMIT_S = patient(20.0)
"""For a scenario with all its waiting."""


class World:
    """A broker, its release if it is the real one, and names that no other scenario uses."""

    def __init__(self, bootstrap: str, version: str | None, stem: str) -> None:
        self.bootstrap = bootstrap
        self.version = version
        self._names = (f"{stem}-{number}" for number in itertools.count(1))

    def behind(self, bootstrap: str) -> World:
        """The same broker at another address."""
        return World(bootstrap, self.version, self.name())

    def name(self) -> str:
        return next(self._names)

    @property
    def is_old(self) -> bool:
        """Whether the broker is the real one of a release before 4.0."""
        return self.version is not None and not has_new_groups(self.version)

    def needs_new_groups(self) -> None:
        """Skip the test where the broker is too old for groups of KIP-848."""
        if self.is_old:
            skip_without(
                f"KIP-848 is in Kafka 4.0 and later, this is {self.version}",
                "scenarios with groups of the protocol `consumer` are not run",
            )

    def needs_share_and_streams_groups(self) -> None:
        """Skip the test where the broker is kafkawire, which has none, or a release before them."""
        if self.version is None:
            skip_without(
                "kafkawire has no share groups and no streams groups",
                "their scenarios run against Apache Kafka only",
            )
        if self.is_old:
            skip_without(
                f"share and streams groups are in Kafka 4.1 and later, this is {self.version}",
                "their scenarios are not run",
            )

    async def topic(self, partitions: int = 1, configs: Mapping[str, str] | None = None) -> str:
        """A fresh topic, ready for use."""
        name = self.name()
        await self.make(name, partitions, configs)
        return name

    async def make(
        self, name: str, partitions: int = 1, configs: Mapping[str, str] | None = None
    ) -> None:
        async with Admin(self.bootstrap) as admin:
            # Timestamps of scenarios are small numbers.
            kept = {"retention.ms": "-1", **(configs or {})}
            (await admin.create_topics([NewTopic(name, partitions, configs=kept)])).unwrap()
            await until_made(admin, name, partitions)

    async def write(
        self, topic: str, values: Iterable[int], partition: int = 0, **options: Any
    ) -> None:
        """Append these numbers as text, with the same numbers for timestamps."""
        async with Producer(self.bootstrap, **options) as producer:
            records = [ProducerRecord(b"%d" % value, timestamp=value) for value in values]
            await (await producer.send_all(topic, records, partition=partition))

    def consumer(self, **options: Any) -> Consumer[bytes, bytes]:
        """A consumer that reads from the start, and soon notices a rebalance of a classic group."""
        if options.get("group_protocol") == "classic":
            options = {"heartbeat_interval_ms": 300, **options}
        return Consumer(self.bootstrap, **{"auto_offset_reset": "earliest", **options})

    async def committed(self, group: str) -> dict[TopicPartition, int]:
        async with Admin(self.bootstrap) as admin:
            found = (await admin.list_consumer_group_offsets([group]))[group]
            return {key: each.offset for key, each in found.items() if each is not None}


async def until_made(admin: Admin, name: str, partitions: int) -> None:
    """Wait until the broker shows a topic: Apache Kafka answers a little before that."""
    while True:
        found = await admin.describe_topics([name])
        leaders = [each.leader for each in found[name].partitions] if name in found else []
        if len(leaders) == partitions and None not in leaders:
            return
        await trio.sleep(0.05)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until a condition holds that other tasks bring about."""
    while not is_so():  # noqa: ASYNC110 - what brings it about is behind a socket
        await trio.sleep(0.01)


async def read(consumer: Consumer[bytes, bytes], count: int) -> dict[TopicPartition, list[int]]:
    """Read so many records; the numbers that they hold, by partition."""
    found: dict[TopicPartition, list[int]] = {}
    seen = 0
    while seen < count:
        for partition, batch in (await consumer.poll()).items():
            seen += len(batch)
            found.setdefault(partition, []).extend(int(value or b"") for value in batch.values())
    return found
