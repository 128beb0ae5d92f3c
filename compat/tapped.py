"""wire-dump's proxy in front of brokers, and what wire-dump's engine makes of the traffic."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

from kafkawire.dump.engine import Engine
from kafkawire.dump.model import Event
from kafkawire.dump.transport import TransportEvent
from tests.support.dump.proxied import Proxied


class Tapped(ABC):
    """The proxy before brokers, for as long as a block lasts."""

    def __init__(self, *brokers: str) -> None:
        self._engine = Engine()
        self._proxied = Proxied(*brokers, feed=self._feed)

    @property
    def bootstrap(self) -> str:
        """The address that clients are given."""
        return self._proxied.bootstrap

    def __enter__(self) -> Self:
        self._proxied.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._proxied.__exit__(*error)

    @abstractmethod
    def _take(self, event: Event) -> None:
        """Take the next event; called in the thread of the proxy's inspection."""

    def _feed(self, event: TransportEvent) -> None:
        for found in self._engine.feed(event):
            self._take(found)
