"""Bounding zstd: how many bytes frames can become, told from their heads alone (RFC 8878).

    frame   magic u32 le, descriptor, [window], [dictionary], [content size], blocks, [checksum]
    block   3 bytes: last 1 bit, type 2 bits (raw, repeated, compressed), size 21 bits

A raw block makes its size, a repeated one makes `size` bytes of one, a compressed one at most 128
KiB. So a walk over the blocks' heads gives a bound that is never more than 128 KiB for each
compressed block above the truth; room for the smaller of that and `bytes_max` is taken at once.
The operating system gives such room page by page, as it is written.
"""

from __future__ import annotations

from kafkawire.records.errors import UnreadableRecords

FRAME_MAGIC = 0xFD2FB528
SKIPPABLE_MAGIC = 0x184D2A50
BLOCK_BYTES_MAX = 128 << 10
WINDOW_LOG_MAX = 27
"""What zstd's own decoders, Kafka's too, take without being told to take more."""
_RAW = 0
_REPEATED = 1
_COMPRESSED = 2


def decompress(data: bytes, bytes_max: int) -> bytes:
    """The content of all frames. Raises UnreadableRecords, also above `bytes_max`."""
    import cramjam

    bound = decompressed_bound(data)
    room = bytearray(min(bound, bytes_max))
    try:
        size = cramjam.zstd.decompress_into(data, room)
    except cramjam.DecompressionError as failure:
        raise UnreadableRecords(f"zstd: {failure}") from None
    return bytes(memoryview(room)[:size])


def decompressed_bound(data: bytes) -> int:
    """Bytes that the frames in `data` become at most."""
    bound = position = 0
    if not data:
        raise UnreadableRecords("zstd: nothing there")
    while position < len(data):
        frame_bound, position = _frame(data, position)
        bound += frame_bound
    return bound


def _frame(data: bytes, position: int) -> tuple[int, int]:
    """The bound of the frame at `position`, and the position after it."""
    magic = _little(data, position, 4)
    if magic & ~0xF == SKIPPABLE_MAGIC:
        return 0, position + 8 + _little(data, position + 4, 4)
    if magic != FRAME_MAGIC:
        raise UnreadableRecords("zstd: no frame")
    descriptor = _little(data, position + 4, 1)
    position = _after_head(data, position + 5, descriptor)
    bound = 0
    is_last = False
    while not is_last:
        head = _little(data, position, 3)
        is_last = head & 1 == 1
        block_bound, stored = _block(head >> 1 & 3, head >> 3)
        bound += block_bound
        position += 3 + stored
    return bound, position + (4 if descriptor & 4 else 0)


def _after_head(data: bytes, position: int, descriptor: int) -> int:
    """Where the blocks begin. Refuses a window that would need too much memory."""
    is_single = descriptor >> 5 & 1
    if not is_single:
        if (_little(data, position, 1) >> 3) + 10 > WINDOW_LOG_MAX:
            raise UnreadableRecords("zstd: the window is too large")
        position += 1
    position += (0, 1, 2, 4)[descriptor & 3]
    return position + ((1 if is_single else 0), 2, 4, 8)[descriptor >> 6]


def _block(kind: int, size: int) -> tuple[int, int]:
    """The bound of a block, and the bytes it takes in the frame."""
    if kind == _RAW:
        return size, size
    if kind == _REPEATED:
        return size, 1
    if kind == _COMPRESSED:
        return BLOCK_BYTES_MAX, size
    raise UnreadableRecords("zstd: reserved block type")


def _little(data: bytes, position: int, size: int) -> int:
    found = data[position : position + size]
    if len(found) < size:
        raise UnreadableRecords("zstd: the frame ends early")
    return int.from_bytes(found, "little")
