"""A broker in a thread of this process, reached over loopback by any client.

The broker runs on trio in a thread of its own, so that synchronous tests and clients that block
can use it. Everything that touches it from outside goes through `run`, which executes a function in
that thread between two turns of the broker.
"""

import socket
import threading
from collections.abc import Callable, Mapping
from random import Random
from types import TracebackType
from typing import Self, TypeVar

import trio

from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
from kafkawire.server.address import Address, bound_address, listen
from kafkawire.server.server import Server
from kafkawire.server.topics import create_topic

TEST_DEFAULTS: Mapping[str, str] = {"group.initial.rebalance.delay.ms": "0"}
"""Where a test's broker differs from a served one: a group's first member need not wait."""

STOP_LIMIT_S = 10.0

T = TypeVar("T")


class LocalBroker:
    """A broker for tests, in memory, on a free port of 127.0.0.1.

    `config` holds broker configurations by Kafka's names, `seed` makes its random choices
    repeatable. Use it as a context manager, or `start` and `stop` it. Several may run at once.
    """

    def __init__(
        self, config: Mapping[str, object] | None = None, *, seed: int | None = None
    ) -> None:
        given = {name: config_text(value) for name, value in (config or {}).items()}
        self._config = BrokerConfig({**TEST_DEFAULTS, **given})
        self._seed = seed
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        self._token: trio.lowlevel.TrioToken | None = None
        self._cancel = trio.CancelScope()
        self._server: Server | None = None
        self._bugs: list[BaseException] = []
        self._address = Address("127.0.0.1", 0)

    @property
    def bootstrap(self) -> str:
        """What clients call `bootstrap.servers`."""
        return str(self._address)

    @property
    def broker(self) -> Broker:
        """The broker itself; look at it and change it inside `run` only."""
        assert self._server is not None, "the broker was not started"
        return self._server.broker

    def start(self) -> Self:
        """Start it; returns when clients are served."""
        assert self._thread is None, "the broker was started already"
        sock = listen(self._address)
        self._address = bound_address(sock)
        name = f"kafkawire {self.bootstrap}"
        self._thread = threading.Thread(target=self._run, args=(sock,), name=name, daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._server is None:
            self.stop()
        return self

    def stop(self) -> None:
        """End it, its connections with it; raises what should never have happened in it."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        if self._token is not None:
            try:
                self._token.run_sync_soon(self._cancel.cancel)
            except trio.RunFinishedError:
                pass
        thread.join(STOP_LIMIT_S)
        assert not thread.is_alive(), "the broker does not end"
        if self._bugs:
            raise self._bugs[0]

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
        assert self._token is not None, "the broker was not started"
        return trio.from_thread.run_sync(self._call, function, trio_token=self._token)

    def create_topic(self, name: str, partitions: int = 1, **configs: object) -> bytes:
        """Make a topic and return its id; raises ApiError.

        Topic configurations are keywords with underscores for dots: `retention_ms=1000`.
        """
        texts = {key.replace("_", "."): config_text(value) for key, value in configs.items()}

        def create() -> bytes:
            assert self._server is not None
            now_ms = self._server.now_ms()
            return create_topic(
                self._server.broker, name, now_ms=now_ms, partitions=partitions, configs=texts
            )

        return self.run(create)

    def _call(self, function: Callable[[], T]) -> T:
        assert self._server is not None
        try:
            return function()
        finally:
            self._server.settle()

    def _run(self, sock: socket.socket) -> None:
        try:
            trio.run(self._serve, sock)
        except BaseException as bug:  # noqa: BLE001 - `stop` raises it in the test's thread
            self._bugs.append(bug)
        finally:
            sock.close()
            self._ready.set()

    async def _serve(self, sock: socket.socket) -> None:
        self._token = trio.lowlevel.current_trio_token()
        broker = Broker(self._config, random=Random(self._seed), now_ms=0)
        server = Server(broker, sock, address=self._address, report=self._bugs.append)
        server.start()
        with self._cancel:
            async with trio.open_nursery() as nursery:
                await nursery.start(server.run)
                self._server = server
                self._ready.set()


def config_text(value: object) -> str:
    """A configuration value as text: True is `true`, a list is joined by commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(str(part) for part in value)
    return str(value)
