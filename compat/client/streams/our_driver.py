"""Runs consumers of `kafkawire.client` by commands, one a line: `drivers` lists them.

Each consumer has a task that polls without a pause, and runs commands between two polls.
`StreamDriver.java` is the same for Kafka's own client.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import trio

from kafkawire.client import Consumer, TopicPartition

POLL_S = 0.05
MOMENT_S = 0.005

Act = Callable[[Consumer[bytes, bytes]], Awaitable[None]]


class Reader:
    """One consumer, in a task of its own from `run` to `close`."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.received = 0
        self.held = 0
        self.failure: Exception | None = None
        self._options = options
        self._acts: deque[tuple[Act, trio.Event]] = deque()
        self._is_over = False
        self._has_ended = trio.Event()

    async def run(self, task_status: trio.TaskStatus[None]) -> None:
        """Read until closed."""
        servers = self._options.pop("bootstrap.servers")
        async with Consumer(servers, **self._options) as consumer:
            task_status.started()
            while not self._is_over:
                await self._turn(consumer)
        self._has_ended.set()

    async def act(self, act: Act) -> None:
        """Do something between two polls. Raises what it raises."""
        done = trio.Event()
        self._acts.append((act, done))
        await done.wait()
        self._raise()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for a condition. Raises what polling has raised."""
        while not is_so():
            self._raise()
            await trio.sleep(MOMENT_S)

    async def close(self) -> None:
        """Close the consumer as the end of its block does."""
        self._is_over = True
        await self._has_ended.wait()

    def _raise(self) -> None:
        if self.failure is not None:
            raise self.failure

    async def _turn(self, consumer: Consumer[bytes, bytes]) -> None:
        try:
            if self._acts:
                act, done = self._acts.popleft()
                try:
                    await act(consumer)
                finally:
                    done.set()
            else:
                for batch in (await consumer.poll(POLL_S)).values():
                    self.received += len(batch)
                self.held = len(consumer.assignment)
        except Exception as error:  # noqa: BLE001 - the next command reports it
            self.failure = error


class Driver:
    """All consumers, and what commands do with them."""

    def __init__(self, nursery: trio.Nursery, limit_s: float) -> None:
        self._nursery = nursery
        self._limit_s = limit_s
        self._readers: dict[str, Reader] = {}

    async def answer(self, line: str) -> str:
        """Run a command; return `ok`, or why it failed."""
        try:
            with trio.fail_after(self._limit_s):
                await self._perform(*line.split())
        except Exception as error:  # noqa: BLE001 - whatever it is, the other side reports it
            return f"failed {type(error).__name__}: {error}".replace("\n", " ")
        return "ok"

    async def _perform(self, command: str, name: str, *words: str) -> None:
        if command == "open":
            options: dict[str, Any] = dict(word.split("=", 1) for word in words)
            reader = Reader({"client.id": name, **options})
            await self._nursery.start(reader.run)
            self._readers[name] = reader
            return
        reader = self._readers[name]
        if command == "received":
            await reader.until(lambda: reader.received >= int(words[0]))
        elif command == "held":
            await reader.until(lambda: reader.held == int(words[0]))
        elif command == "close":
            await reader.close()
        else:
            await reader.act(lambda consumer: perform(consumer, command, words))


async def perform(consumer: Consumer[bytes, bytes], command: str, words: Sequence[str]) -> None:
    """Run a command of the consumer alone."""
    if command == "assign":
        await consumer.assign([partition(word) for word in words])
    elif command == "subscribe":
        await consumer.subscribe([words[0]])
    elif command == "pause":
        consumer.pause(*map(partition, words))
    elif command == "resume":
        consumer.resume(*map(partition, words))
    elif command == "seek":
        consumer.seek(partition(words[0]), int(words[1]))
    elif command == "commit":
        await consumer.commit()
    else:
        raise ValueError(f"unknown command {command}")


def partition(text: str) -> TopicPartition:
    """Return the partition that is written as `TOPIC:NUMBER`."""
    topic, _, number = text.rpartition(":")
    return TopicPartition(topic, int(number))


async def main(limit_ms: int) -> None:
    """Answer commands until there are no more."""
    async with trio.open_nursery() as nursery:
        driver = Driver(nursery, limit_ms / 1000)
        while line := await trio.to_thread.run_sync(sys.stdin.readline):
            sys.stdout.write(f"{await driver.answer(line)}\n")
            sys.stdout.flush()
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]))
