"""A proxy from its start to Ctrl-C, and the thread that looks at what it sees.

When outputs fail, as on a full disk, clients and brokers go on: they are not to suffer from being
watched. A reader that has seen enough (`| head`) ends it all the same. The first Ctrl-C (or
SIGTERM) ends the connections, and what was seen of them is shown to the end. A second one does not
wait for that.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import AsyncIterator

import trio

from kafkawire.dump.proxy.inspection import SWITCH_S, Feed, Inspection
from kafkawire.dump.proxy.server import Proxy, Say, Settings
from kafkawire.dump.proxy.streams import keep_freed_memory
from kafkawire.dump.transport import Endpoint


class CannotListen(Exception):
    """Says where not, and why."""


def run_proxy(settings: Settings, feed: Feed, say: Say) -> int:
    """Run until Ctrl-C; returns how many bytes nobody looked at.

    Raises `CannotListen`, and OSError if `feed` did: at the end, except `BrokenPipeError`.
    """
    inspection = Inspection(feed)
    run = _Run(Proxy(settings, inspection, say), settings, inspection, say)
    keep_freed_memory()
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    try:
        trio.run(run.main)
    finally:
        sys.setswitchinterval(before)
    if run.failure is not None:
        raise run.failure
    return inspection.lost_bytes


class _Run:
    def __init__(self, proxy: Proxy, settings: Settings, inspection: Inspection, say: Say) -> None:
        self.failure: BaseException | None = None
        self._is_unseen = False
        self._proxy = proxy
        self._settings = settings
        self._inspection = inspection
        self._say = say
        self._serving = trio.CancelScope()

    async def main(self) -> None:
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._look, nursery.cancel_scope)
                nursery.start_soon(self._end_when_told, signals, nursery.cancel_scope)
                try:
                    with self._serving:
                        await self._serve()
                finally:
                    self._inspection.end()
                    if self._is_unseen:
                        nursery.cancel_scope.cancel()

    async def _serve(self) -> None:
        where, to = self._settings.listen, self._settings.brokers[0]
        try:
            async with trio.open_nursery() as nursery:
                port = await nursery.start(self._proxy.run)
                at = Endpoint(where.host, port)
                self._say(f"listening on {at} for {to}; Ctrl-C ends it")
        except* OSError as group:
            error = group.exceptions[0]
            why = getattr(error, "strerror", None) or error
            self.failure = CannotListen(f"cannot listen on {where}: {why}")

    async def _look(self, scope: trio.CancelScope) -> None:
        """Look at events until there are no more, or looking fails."""
        try:
            await trio.to_thread.run_sync(self._inspection.work, abandon_on_cancel=True)
        except BrokenPipeError as error:
            self.failure = self.failure or error
        except OSError as error:
            self.failure = self.failure or error
            self._is_unseen = True
            self._inspection.give_up()
            text = f"nothing more can be written: {error.strerror or error}"
            if not self._serving.cancel_called:
                self._say(f"{text}; traffic passes, not looked at")
                return
            self._say(text)
        scope.cancel()

    async def _end_when_told(self, signals: AsyncIterator[int], scope: trio.CancelScope) -> None:
        await anext(signals)
        self._serving.cancel()
        await anext(signals)
        scope.cancel()
