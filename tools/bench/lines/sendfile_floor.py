"""A process that answers each byte with 100 slices of 10 kB, by `sendfile`, heads before each.

It is what a broker would do that sent every slice by itself: no request is read, no partition
looked for. Prints its port; serves one connection until it ends.
"""

from __future__ import annotations

import os
import select
import socket
import tempfile

from kafkawire.net.sending import send_some
from kafkawire.protocol.buffers import FileSlice, Sendable

SLICES = 100
SLICE_BYTES = 10_000
HEAD_BYTES = 60
ANSWER_BYTES = SLICES * (SLICE_BYTES + HEAD_BYTES)
CHUNK_BYTES = 1 << 20


class Sent:
    """The file that is sent."""

    def __init__(self, fd: int) -> None:
        self.fd = fd

    def read(self, size: int, position: int) -> bytes:
        """Bytes of it."""
        return os.pread(self.fd, size, position)

    def failed(self, error: OSError) -> None:
        """Never happens here."""
        raise error


def main() -> None:
    """Serve one connection."""
    with (
        tempfile.TemporaryFile() as file,
        socket.create_server(("127.0.0.1", 0)) as listener,
    ):
        file.write(os.urandom(SLICES * SLICE_BYTES))
        file.flush()
        sent = Sent(file.fileno())
        answer: list[Sendable] = []
        for number in range(SLICES):
            answer += [bytes(HEAD_BYTES), FileSlice(sent, number * SLICE_BYTES, SLICE_BYTES)]
        print(listener.getsockname()[1], flush=True)
        sock, _ = listener.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with sock:
            while sock.recv(1):
                sock.setblocking(False)
                left = answer
                while left := send_some(sock, left):
                    select.select([], [sock], [])
                sock.setblocking(True)


if __name__ == "__main__":
    main()
