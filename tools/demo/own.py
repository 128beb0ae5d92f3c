"""The demonstration with kafkawire's own client, on trio in each thread."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import trio

from kafkawire.client import Admin, Consumer, NewTopic, Producer
from kafkawire.client.errors import ServerError
from kafkawire.protocol.error_codes import ErrorCode
from tools.demo import ledger as common
from tools.demo.ledger import (
    GROUP,
    PARTITIONS,
    RECORDS_AT_ONCE_MAX,
    TOPIC,
    Ledger,
    lines_of,
    refuse_old_topic,
)

LOOK_SECONDS = 0.2
"""How often a reader that waits for records looks whether it shall leave."""


def create_topic(bootstrap: str) -> None:
    """Create the topic; one of an earlier run against the same broker is in the way."""
    trio.run(_create_topic, bootstrap)


def produce(bootstrap: str, files: dict[str, Path], ledger: Ledger, bar: Any) -> None:
    """Send every line of every file, and wait until the broker has acknowledged all of them."""
    trio.run(_produce, bootstrap, files, ledger, bar)


class Reader(common.Reader):
    """A member of the group with `kafkawire.client.Consumer`."""

    def read(self) -> None:
        """Read until `leave` is set."""
        trio.run(self._read)

    async def _read(self) -> None:
        async with Consumer(
            self.address,
            topics=[TOPIC],
            group_id=GROUP,
            client_id=self.name,
            auto_offset_reset="earliest",
            max_poll_records=RECORDS_AT_ONCE_MAX,
            # Two members have to share what is read in seconds.
            group_protocol="classic",
            heartbeat_interval_ms=300,
        ) as consumer:
            while not self.leave.is_set():
                for batch in (await consumer.poll(LOOK_SECONDS)).values():
                    self.take(batch)
                    consumer.done(batch)  # a loop that ends here has not asked for more


async def _create_topic(bootstrap: str) -> None:
    async with Admin(bootstrap) as admin:
        try:
            (await admin.create_topics([NewTopic(TOPIC, PARTITIONS)])).unwrap()
        except ServerError as error:
            if error.code == ErrorCode.TOPIC_ALREADY_EXISTS:
                refuse_old_topic(bootstrap)
            raise


async def _produce(bootstrap: str, files: dict[str, Path], ledger: Ledger, bar: Any) -> None:
    async with Producer(bootstrap, compression_type="lz4", linger_ms=20) as producer:
        for name, path in files.items():
            lines = lines_of(path)
            key = name.encode()
            await producer.send_all(TOPIC, [(key, line) for line in lines])
            ledger.sends(name, lines)
            bar.update(len(lines))
        await producer.flush()
