"""What a detector's finding looks like to an output, whoever made it."""

from __future__ import annotations

from typing import Protocol

from kafkawire.dump.model import Connection, Exchange


class Finding(Protocol):
    """Something that is not good practice, or goes wrong again and again."""

    @property
    def detector(self) -> str:
        """Its short name."""

    @property
    def severity(self) -> str:
        """How much it matters."""

    @property
    def connection(self) -> Connection | None:
        """Where, if it is one connection's."""

    @property
    def exchange(self) -> Exchange | None:
        """The exchange that tipped the scales, if there is one."""

    @property
    def text(self) -> str:
        """What was seen, in figures."""

    @property
    def advice(self) -> str:
        """What to do about it."""

    @property
    def time_ns(self) -> int:
        """When it was found, nanoseconds since 1970."""
