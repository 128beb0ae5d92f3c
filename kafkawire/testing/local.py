"""A broker in a thread of this process, reached over loopback by any client.

The broker runs on trio in a thread of its own, so that synchronous tests and clients that block
can use it. Everything that touches it from outside goes through `run`, which executes a function in
that thread between two turns of the broker.

What lives from one start to its stop is a `_Life`; a `LocalBroker` that is started again gets a new
one, and keeps of the old one only the address.
"""

import socket
import threading
import time
from collections.abc import Callable, Mapping
from os import fspath
from random import Random
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

import trio

from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.release_parts import PLAIN
from kafkawire.log.files.data_directory import Unusable
from kafkawire.server.address import Address, bound_address, listen
from kafkawire.server.errors import UsageError
from kafkawire.server.server import Server
from kafkawire.server.topics import create_topic

if TYPE_CHECKING:
    from os import PathLike

    from kafkawire.broker.emulation.emulation import Emulation
    from kafkawire.broker.metrics.snapshot import Snapshot
    from kafkawire.broker.telemetry.pushed import Receiver

TEST_DEFAULTS: Mapping[str, str] = {"group.initial.rebalance.delay.ms": "0"}
"""Where a test's broker differs from a served one: a group's first member need not wait."""

STOP_LIMIT_S = 10.0

_NOT_RUNNING = "the broker is not running"
_DEFAULT_PARTITIONS = -1

T = TypeVar("T")


class LocalBroker:
    """A broker for tests, in memory, on a free port of 127.0.0.1.

    `config` holds broker configurations by Kafka's names, `seed` makes its random choices
    repeatable, `emulate` names the release of Kafka to behave as: `"2.8"` (`UnknownRelease`, a
    ValueError, if there is none of that name). Use it as a context manager, or `start` and `stop`
    it. Several may run at once.

    Stopped and started again it is a fresh broker at the address it had, so that clients reconnect:
    topics, groups and configurations that were altered are gone. What needs a running broker raises
    RuntimeError without one.

    With `data`, a directory, it keeps them there as `kafkawire serve --data` does, and is the same
    broker when it is started again.

    `telemetry` is called, in the broker's thread, with each `Pushed` of metrics that clients send
    (`kafkawire.broker.telemetry`); clients are told to by configurations of type CLIENT_METRICS.
    """

    def __init__(
        self,
        config: Mapping[str, object] | None = None,
        *,
        seed: int | None = None,
        emulate: str | None = None,
        data: "str | PathLike[str] | None" = None,
        telemetry: "Receiver | None" = None,
    ) -> None:
        given = {name: config_text(value) for name, value in (config or {}).items()}
        self._emulation = None if emulate is None else _emulation(emulate)
        self._config = self._make_config({**TEST_DEFAULTS, **given})
        self._names_node = not {"node.id", "broker.id"}.isdisjoint(given)
        self._seed = seed
        self._data = None if data is None else fspath(data)
        self._telemetry = telemetry
        self._address = Address("127.0.0.1", 0)
        self._life: _Life | None = None

    @property
    def bootstrap(self) -> str:
        """What clients call `bootstrap.servers`; it outlives `stop`.

        Raises RuntimeError before the first start: the port is chosen then.
        """
        if not self._address.port:
            raise RuntimeError(_NOT_RUNNING)
        return str(self._address)

    @property
    def broker(self) -> Broker:
        """The broker itself; look at it and change it inside `run` only."""
        return self._running().server.broker

    @property
    def metrics(self) -> "Snapshot":
        """All metrics as they are now: values by Kafka's names, `...,name=...:Count` or `:Value`.

        >>> broker.metrics["kafka.server:type=ReplicaManager,name=PartitionCount:Value"]
        0
        """
        return self.run(self.broker.metrics.snapshot)

    def start(self) -> Self:
        """Start it; returns when clients are served.

        Raises RuntimeError if it runs already, and `kafkawire.server.errors.UsageError` if somebody
        took its port since it was stopped, or its data directory cannot be used.
        """
        if self._life is not None:
            raise RuntimeError("the broker is running already")
        sock = listen(self._address)
        try:
            broker = self._make_broker()
        except BaseException:
            sock.close()
            raise
        self._address = bound_address(sock)
        self._life = _Life(broker, sock, self._address)
        if not self._life.begin():
            self.stop()
        return self

    def stop(self) -> None:
        """End it, its connections with it; raises what should never have happened in it."""
        if self._life is None:
            return
        try:
            self._life.end()
        finally:
            self._life = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def run(self, function: Callable[[], T]) -> T:
        """Execute `function` in the broker's thread and return its result."""
        return self._running().run(function)

    def create_topic(self, name: str, partitions: int | None = None, **configs: object) -> bytes:
        """Make a topic and return its id; raises ApiError.

        Without `partitions` it has as many as the broker's `num.partitions` says. Topic
        configurations are keywords with underscores for dots: `retention_ms=1000`.
        """
        texts = {key.replace("_", "."): config_text(value) for key, value in configs.items()}
        count = _DEFAULT_PARTITIONS if partitions is None else partitions
        server = self._running().server

        def create() -> bytes:
            now_ms = server.now_ms()
            return create_topic(server.broker, name, now_ms=now_ms, partitions=count, configs=texts)

        return self.run(create)

    def _make_broker(self) -> Broker:
        """A broker with a configuration of its own, since clients may alter it."""
        overrides = self._config.overrides
        storage = None
        if self._data is not None:
            from kafkawire.server.opening import open_storage

            node_id = self._config.int("node.id") if self._names_node else None
            storage = open_storage(self._data, node_id=node_id, cluster_id=None)
            found = str(storage.directory.node_id)
            overrides = {**overrides, "log.dirs": self._data, "node.id": found}
        config = self._make_config(overrides)
        parts = PLAIN if self._emulation is None else self._emulation.parts()
        random = Random(self._seed)
        broker = Broker(config, random=random, now_ms=0, storage=storage, parts=parts)
        broker.telemetry = self._telemetry
        return broker

    def _make_config(self, overrides: Mapping[str, str]) -> BrokerConfig:
        if self._emulation is None:
            return BrokerConfig(overrides)
        return self._emulation.config(overrides)

    def _running(self) -> "_Life":
        if self._life is None:
            raise RuntimeError(_NOT_RUNNING)
        return self._life


class _Life:
    """A broker from its start to its stop: its thread, and what it leaves behind."""

    def __init__(self, broker: Broker, sock: socket.socket, address: Address) -> None:
        self._bugs: list[BaseException] = []
        self._broker = broker
        self._sock = sock
        self._address = address
        self._cancel = trio.CancelScope()
        self._ready = threading.Event()
        self._server: Server | None = None
        self._token: trio.lowlevel.TrioToken | None = None
        self._thread = threading.Thread(target=self._run, name=f"kafkawire {address}", daemon=True)

    @property
    def server(self) -> Server:
        """What serves the clients; there once `begin` returned True."""
        assert self._server is not None
        return self._server

    def begin(self) -> bool:
        """Start the thread; whether clients are served, `end` says why if not."""
        self._thread.start()
        self._ready.wait()
        return self._server is not None

    def end(self) -> None:
        """Stop serving and wait for the thread; raises the first bug there was."""
        if self._token is not None:
            try:
                self._token.run_sync_soon(self._cancel.cancel)
            except trio.RunFinishedError:
                pass
        self._thread.join(STOP_LIMIT_S)
        assert not self._thread.is_alive(), "the broker does not end"
        if self._bugs:
            raise self._bugs[0]

    def run(self, function: Callable[[], T]) -> T:
        """Execute `function` between two turns of the broker."""
        try:
            return trio.from_thread.run_sync(self._call, function, trio_token=self._token)
        except trio.RunFinishedError:  # a bug has ended it, or another thread just now
            raise RuntimeError(_NOT_RUNNING) from None

    def _call(self, function: Callable[[], T]) -> T:
        try:
            return function()
        finally:
            self.server.settle()

    def _run(self) -> None:
        try:
            trio.run(self._serve)
        except BaseException as bug:  # noqa: BLE001 - `end` raises it in the test's thread
            self._bugs.append(bug)
        finally:
            self._broker.close()
            self._sock.close()
            self._ready.set()

    async def _serve(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        server = Server(
            self._broker,
            self._sock,
            address=self._address,
            report=self._bugs.append,
            wall_s=time.time,
        )
        try:
            server.start()
        except Unusable as error:
            raise UsageError(str(error)) from None
        with self._cancel:
            async with trio.open_nursery() as nursery:
                await nursery.start(server.run)
                self._server = server
                self._ready.set()
        server.stop()


def _emulation(release: str) -> "Emulation":
    from kafkawire.broker.emulation.emulation import Emulation

    return Emulation(release)


def config_text(value: object) -> str:
    """A configuration value as text: True is `true`, a list is joined by commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(str(part) for part in value)
    return str(value)
