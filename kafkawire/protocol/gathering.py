"""Fewer buffers for the same bytes: sending many small ones costs more than copying them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.protocol.buffers import Buffer, Sendable

SMALL_BYTES_MAX = 4 * 1024
"""Neighbouring buffers below this size are joined."""


def gathered(items: list[Sendable]) -> list[Sendable]:
    """The same bytes: runs of small buffers are joined, large ones and parts of files are kept."""
    found: list[Sendable] = []
    small: list[Buffer] = []
    for item in items:
        if len(item) < SMALL_BYTES_MAX:
            small.append(item)  # type: ignore[arg-type]  # a slice of a file is larger
        else:
            if small:
                found.append(b"".join(small))
                small = []
            found.append(item)
    if small:
        found.append(b"".join(small))
    return found
