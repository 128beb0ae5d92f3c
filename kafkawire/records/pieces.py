"""Large data in pieces: how much is handled at once, and where large results are put.

A large result goes into an anonymous memory map (`room`). Its slices are bytes, as those of bytes
are, the system provides its pages one by one as they are written, and takes all of them back when
it is dropped. A bytearray of the same size would be filled with zeros first, which takes as long as
decompressing into it, and would hold Python's lock meanwhile.
"""

from __future__ import annotations

from kafkawire.protocol.pacing import rest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from mmap import mmap

    Plain = bytes | mmap
    """Bytes to be read; slices of both are bytes."""
    Data = Plain | bytearray
    """What records are looked at in, where no part of it is kept."""
    Column = bytes | bytearray
    """A slice of `Data`."""

AT_ONCE_BYTES_MAX = 1 << 20
"""More is compressed and decompressed in steps or in a thread, if others are to be served."""


def room(size: int) -> mmap:
    """Memory for `size` bytes, more than 0."""
    from mmap import mmap  # large data are rare, and a start should not wait for it

    return mmap(-1, size)


def copied(view: memoryview) -> mmap:
    """A copy of a large view, made in steps: the looks at it then need no copies of their own."""
    whole = room(len(view))
    for start in range(0, len(view), AT_ONCE_BYTES_MAX):
        whole.write(view[start : start + AT_ONCE_BYTES_MAX])
        rest()
    return whole


def joined(pieces: Iterable[bytes], bytes_max: int) -> Plain:
    """Return the pieces as one, with a rest after each; they come to `bytes_max` bytes at most.

    Pages of a memory map that are not written cost nothing, so a large result gets room for
    `bytes_max` bytes, and gives back what it does not need.
    """
    parts: list[bytes] = []
    size = 0
    whole: mmap | None = None
    for piece in pieces:
        size += len(piece)
        if whole is None and size <= AT_ONCE_BYTES_MAX:
            parts.append(piece)
            continue
        if whole is None:
            whole = room(bytes_max)
            whole.write(b"".join(parts))
        whole.write(piece)
        rest()
    if whole is None:
        return parts[0] if len(parts) == 1 else b"".join(parts)
    whole.resize(size)
    return whole
