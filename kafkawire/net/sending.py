"""Sending the buffers and file slices of answers on a socket that does not block.

Bytes in memory are handed to the kernel as they are, many buffers at once. Bytes in a file it
copies by itself (`os.sendfile`); they never enter this process. The head before a slice goes out
with MSG_MORE, so that it shares a packet with what follows; TCP_CORK round many slices would hold
back the very bytes that are to make room for the rest, and stall for 200 ms at a time.

A call sends as much of a list as the kernel takes, but of huge answers a bounded part: whoever has
the rest comes again when others have had their turn. Where the kernel cannot copy from a file to
the socket, the file is read in bounded pieces; `send_slice` is the one place that knows.
"""

from __future__ import annotations

import errno
import os
import socket
from typing import TYPE_CHECKING

from kafkawire.protocol.buffers import FileSlice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.protocol.buffers import Buffer, Sendable

BUFFERS_PER_CALL = 1024
"""The most that one `sendmsg` takes (IOV_MAX of Linux)."""

JOIN_BYTES_MAX = 16 * 1024
"""Up to this size copying buffers together costs no more than sending them one by one."""

FILE_BYTES_PER_TURN = 4 << 20
"""So much of files is sent before others have their turn."""

READ_BYTES = 64 * 1024
"""One piece of a file that is read to be sent; larger ones cost fresh memory each time."""

FILE_ERRORS = frozenset(
    getattr(errno, name)
    for name in ("EIO", "ENODATA", "ENODEV", "ENXIO", "EREMOTEIO", "ESTALE", "EUCLEAN")
    if hasattr(errno, name)
)
"""What only a file can be the cause of. All else that ends a `sendfile` is the connection's."""

NO_SENDFILE_ERRORS = frozenset((errno.EINVAL, errno.ENOSYS, errno.ENOTSUP))
"""What some file systems say that have no such thing."""

_MORE = getattr(socket, "MSG_MORE", 0)
_sendfile = getattr(os, "sendfile", None)


class CutFile(OSError):
    """A file ends before what was promised of it: the client can never get the whole answer."""


def send_some(sock: socket.socket, items: list[Sendable]) -> list[Sendable]:
    """Send what the kernel takes now, of files a bounded part; returns what is left.

    Raises OSError when the connection is lost, or cannot go on because a file cannot be read.
    """
    try:
        if len(items) != 1 or items[0].__class__ is FileSlice:
            return _send_mixed(sock, items)
        buffer: Buffer = items[0]  # type: ignore[assignment]
        sent = sock.send(buffer)
    except (BlockingIOError, InterruptedError):
        return items
    return [] if sent == len(buffer) else [memoryview(buffer)[sent:]]


def _send_mixed(sock: socket.socket, items: list[Sendable]) -> list[Sendable]:
    """Buffers up to the next slice, the slice, and so on, until the kernel takes no more."""
    left = FILE_BYTES_PER_TURN
    try:
        while items and left > 0:
            first = items[0]
            if isinstance(first, FileSlice):
                wanted = min(len(first), left)
                sent = send_slice(sock, first, wanted)
                left -= sent
            else:
                buffers = _buffers_before_a_slice(items)
                wanted = sum(map(len, buffers))
                sent = _send(sock, buffers, wanted, _MORE if len(buffers) < len(items) else 0)
            items = rest_of(items, sent)
            if sent < wanted:
                break
    except (BlockingIOError, InterruptedError):
        pass
    return items


def _buffers_before_a_slice(items: Sequence[Sendable]) -> list[Buffer]:
    found: list[Buffer] = []
    for item in items:
        if isinstance(item, FileSlice) or len(found) == BUFFERS_PER_CALL:
            break
        found.append(item)
    return found


def _send(sock: socket.socket, buffers: list[Buffer], size: int, flags: int) -> int:
    if size <= JOIN_BYTES_MAX:
        return sock.send(b"".join(buffers), flags)
    if hasattr(sock, "sendmsg"):
        return sock.sendmsg(buffers, (), flags)
    return sock.send(buffers[0])  # Windows


def send_slice(sock: socket.socket, file_slice: FileSlice, bytes_max: int) -> int:
    """Send the first bytes of a slice, `bytes_max` at most; returns how many the kernel took.

    Raises OSError, BlockingIOError where nothing can be sent now, `CutFile` where there is nothing
    to send. The file is told of errors that are its own.
    """
    try:
        if _sendfile is None or sock.__class__ is not socket.socket:
            return _send_by_reading(sock, file_slice, bytes_max)
        return _send_by_kernel(sock, file_slice, bytes_max)
    except OSError as error:
        if error.errno in FILE_ERRORS:
            file_slice.file.failed(error)
        raise


def _send_by_kernel(sock: socket.socket, file_slice: FileSlice, bytes_max: int) -> int:
    assert _sendfile is not None
    try:
        sent: int = _sendfile(sock.fileno(), file_slice.file.fd, file_slice.position, bytes_max)
    except OSError as error:
        if error.errno in NO_SENDFILE_ERRORS:
            return _send_by_reading(sock, file_slice, bytes_max)
        raise
    if not sent:
        raise CutFile(f"{file_slice} is not there any more")
    return sent


def _send_by_reading(sock: socket.socket, file_slice: FileSlice, bytes_max: int) -> int:
    """For platforms without `sendfile`, and sockets that do not send bytes as they are."""
    sent = 0
    while sent < bytes_max:
        piece = file_slice.file.read(min(READ_BYTES, bytes_max - sent), file_slice.position + sent)
        try:
            count = sock.send(piece)
        except (BlockingIOError, InterruptedError):
            break
        sent += count
        if count < len(piece):
            break
    return sent


def rest_of(items: list[Sendable], sent: int) -> list[Sendable]:
    """What is left of `items` after `sent` bytes; nothing is copied."""
    for index, item in enumerate(items):
        size = len(item)
        if sent < size:
            rest = items[index:]
            if sent:
                rest[0] = _without(item, sent)
            return rest
        sent -= size
    return []


def _without(item: Sendable, start: int) -> Sendable:
    if isinstance(item, FileSlice):
        return FileSlice(item.file, item.position + start, len(item) - start)
    return memoryview(item)[start:]
