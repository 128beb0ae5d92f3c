"""wire-dump's own proxy in a thread of this process, between stock clients and brokers.

`events` are all that it saw. `recording` has a tap that is apart from wire-dump's proxy.
"""

from __future__ import annotations

import threading

import trio

from kafkawire.dump.proxy.inspection import Feed, Inspection
from kafkawire.dump.proxy.server import Proxy, Settings
from kafkawire.dump.transport import Data, Endpoint, StreamOpened, TransportEvent
from tests.support.suite.patience import patient

HELD_BYTES_MAX = 96 << 20

LIMIT_S = patient(30.0)


def endpoint(bootstrap: str) -> Endpoint:
    host, _, port = bootstrap.rpartition(":")
    return Endpoint(host, int(port))


class Proxied:
    """A proxy before `brokers`, on a free port of 127.0.0.1, for as long as a block lasts.

    `events` are those that were looked at; all of them once the block is left.
    """

    def __init__(
        self,
        *brokers: str,
        settings: Settings | None = None,
        feed: Feed | None = None,
        bytes_max: int = HELD_BYTES_MAX,
    ) -> None:
        found = settings or Settings(
            listen=Endpoint("127.0.0.1", 0), brokers=tuple(map(endpoint, brokers))
        )
        self.events: list[TransportEvent] = []
        self.said: list[str] = []
        self.inspection = Inspection(feed or self.events.append, bytes_max=bytes_max)
        self.proxy = Proxy(found, self.inspection, self.said.append)
        self._token: trio.lowlevel.TrioToken | None = None
        self._scope: trio.CancelScope | None = None
        self._ready = threading.Event()
        self._failure: BaseException | None = None
        self._threads = [
            threading.Thread(target=self._run, daemon=True),
            threading.Thread(target=self.inspection.work, daemon=True),
        ]

    @property
    def bootstrap(self) -> str:
        return f"127.0.0.1:{self.proxy.port}"

    def __enter__(self) -> Proxied:
        for thread in self._threads:
            thread.start()
        assert self._ready.wait(LIMIT_S)
        if self._failure is not None:
            raise self._failure
        return self

    def __exit__(self, *error: object) -> None:
        assert self._token is not None
        assert self._scope is not None
        self._token.run_sync_soon(self._scope.cancel)
        for thread in self._threads:
            thread.join(LIMIT_S)
        if self._failure is not None:
            raise self._failure

    def sent(self, end: int) -> dict[int, bytes]:
        """What an end of each stream has sent."""
        found: dict[int, list[bytes]] = {}
        for event in self.events:
            if isinstance(event, StreamOpened):
                found[event.stream] = []
            if isinstance(event, Data) and event.end == end:
                found[event.stream].append(event.data)
        return {stream: b"".join(parts) for stream, parts in found.items()}

    def _run(self) -> None:
        try:
            trio.run(self._main)
        except BaseException as error:  # noqa: BLE001 - raised where the block is left
            self._failure = error
        finally:
            self.inspection.end()
            self._ready.set()

    async def _main(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        with trio.CancelScope() as self._scope:
            async with trio.open_nursery() as nursery:
                await nursery.start(self.proxy.run)
                self._ready.set()
