"""Compressors of codecs that cut their input into blocks: lz4, and snappy in xerial's framing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kafkawire.protocol.buffers import Buffer


class BlockCompressor:
    """One stream, made of data that come in pieces: a head, blocks, and an end.

    Args:
        head: What the stream begins with.
        blocks: Yields the compressed blocks of its input, cut after each `block_bytes`.
        block_bytes: How much of the input a block has.
        end: What the stream ends with.
    """

    __slots__ = ("_block_bytes", "_blocks", "_end", "_head", "_kept")

    def __init__(
        self,
        head: bytes,
        blocks: Callable[[bytes], Iterator[bytes]],
        block_bytes: int,
        end: bytes = b"",
    ) -> None:
        self._head = head
        self._blocks = blocks
        self._block_bytes = block_bytes
        self._end = end
        self._kept = b""

    def feed(self, data: Buffer) -> bytes:
        """Take `data`; return the blocks that are full."""
        whole = self._kept + data
        full = len(whole) - len(whole) % self._block_bytes
        self._kept = whole[full:]
        head, self._head = self._head, b""
        return b"".join((head, *self._blocks(whole[:full])))

    def finish(self) -> bytes:
        """Return the last block and the end of the stream."""
        return b"".join((self._head, *self._blocks(self._kept), self._end))
