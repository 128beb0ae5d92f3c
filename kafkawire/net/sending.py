"""Sending many buffers on a socket that does not block."""

import socket

from kafkawire.protocol.buffers import Buffer

BUFFERS_PER_CALL = 1024
"""The most that one `sendmsg` takes (IOV_MAX of Linux)."""

JOIN_BYTES_MAX = 16 * 1024
"""Up to this size copying buffers together costs no more than sending them one by one."""


def send_some(sock: socket.socket, buffers: list[Buffer]) -> list[Buffer]:
    """Send what the kernel takes now, in one call; returns what is left.

    Raises OSError when the connection is lost.
    """
    if not buffers:
        return buffers
    try:
        if len(buffers) > 1:
            return rest_of(buffers, _send(sock, buffers))
        (buffer,) = buffers
        sent = sock.send(buffer)
    except (BlockingIOError, InterruptedError):
        return buffers
    return [] if sent == len(buffer) else [memoryview(buffer)[sent:]]


def _send(sock: socket.socket, buffers: list[Buffer]) -> int:
    if sum(map(len, buffers)) <= JOIN_BYTES_MAX:
        return sock.send(b"".join(buffers))
    if hasattr(sock, "sendmsg"):
        return sock.sendmsg(buffers[:BUFFERS_PER_CALL])
    return sock.send(buffers[0])  # Windows


def rest_of(buffers: list[Buffer], sent: int) -> list[Buffer]:
    """What is left of `buffers` after `sent` bytes; nothing is copied."""
    for index, buffer in enumerate(buffers):
        size = len(buffer)
        if sent < size:
            rest = buffers[index:]
            if sent:
                rest[0] = memoryview(buffer)[sent:]
            return rest
        sent -= size
    return []
