"""Interface of a frame that the field readers read: its bytes and its decoded header."""

from __future__ import annotations

from typing import Protocol


class Undecoded(Protocol):
    """A frame whose header was read, as `kafkawire.dump.model.Message` is one."""

    data: bytes
    is_request: bool
    api_key: int
    api_version: int
    body_offset: int
    protocol_type: str
    problem: str | None
    """Set by the reader that fails."""

    @property
    def name(self) -> str:
        """As the schemas call it."""

    @property
    def tree(self) -> object:
        """The whole frame as nodes; to ask for it finds where the frame is damaged."""
