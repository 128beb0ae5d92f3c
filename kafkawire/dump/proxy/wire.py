"""The two directions of a connection as the proxy sees them. Free of I/O; both are fed chunks.

`Requests` changes nothing. It notes what each request asks for, so that the response can be told,
and holds back no byte: it is enough that the note is made before the last byte has gone.

`Responses` returns what is to be sent on. A frame without addresses goes as it comes, in the same
chunks; one that may have them is held until it is complete. Where what comes makes no sense, the
rest of that direction passes as it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from struct import Struct as Format
from struct import error as StructError

from kafkawire.dump.proxy.addresses import Asked, Translate, carries_addresses, offer_cut, rewritten
from kafkawire.dump.proxy.fetches import FetchWalk, tags_of_same_size
from kafkawire.protocol.api_keys import FLEXIBLE_SINCE, ApiKey
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_request_header
from kafkawire.protocol.primitives import uvarint
from kafkawire.protocol.since import PRODUCE_TRANSACTIONS_SINCE

FRAME_BYTES_MAX = 1 << 30
"""A longer frame is none; text, read as a length, is above that."""
HEAD_BYTES = 12
"""A request's length, API, version and correlation id."""
HEAD_BYTES_MAX = 128 * 1024
"""So many bytes of a produce request are looked at for its acks: two texts of 32 KiB and tags."""
HELD_BYTES_MAX = 256 << 20
"""A response with addresses that is longer passes unchanged; it would be half a million brokers."""
FOLLOWED_BYTES_MIN = 64 * 1024
"""A shorter fetch response is held as a whole, and its addresses may have any size."""
TAGS_BYTES_MAX = 1 << 20
"""More tags than this at the end of one pass as they are."""
TOKEN = 1 << 16
"""The `api_key` of what is no request but a SASL token (SaslHandshake version 0)."""
STRANGE = TOKEN + 1
"""The `api_key` of all that comes after bytes that are no request."""
VERSION_MAX = 30
"""No API has so many versions; what claims more, after such a handshake, is a token."""
UNANSWERED_MAX = 10_000
"""More requests than this without an answer, and the connection passes as it is."""

FOREVER = 1 << 62
"""The size of what is not followed any further."""
TLS_GREETING = b"\x16\x03"
TLS_SIZE_MIN = 0x16030000
"""A request's length from which it is none: brokers refuse those beyond 100 MiB, and this is what a
TLS greeting looks like."""

_head = Format(">hhi").unpack_from
_int32_at = Format(">i").unpack_from
_int16_at = Format(">h").unpack_from
_lengths = Format(">ii").unpack_from
_PRODUCE = int(ApiKey.PRODUCE)
_FETCH = int(ApiKey.FETCH)
_SASL_HANDSHAKE = int(ApiKey.SASL_HANDSHAKE)
_API_VERSIONS = int(ApiKey.API_VERSIONS)
_HEADS = {TOKEN: 4, STRANGE: 1}


Pending = deque[Asked]


Note = Callable[[str], None]
"""Told what could not be followed."""


class Requests:
    """What a client asks; `pending` gets each request that will be answered."""

    __slots__ = ("_held", "_left", "_may_be_token", "_note", "pending")

    def __init__(self, pending: Pending, note: Note) -> None:
        self.pending = pending
        self._note = note
        self._held = b""
        self._left = 0
        """Bytes of the frame under way that nobody needs to look at."""
        self._may_be_token = False

    def feed(self, data: bytes) -> None:
        """Look at the next bytes."""
        if len(data) <= self._left:
            self._left -= len(data)
            return
        position, self._left = self._left, 0
        if self._held:
            data, self._held = self._held + data, b""
        end = len(data)
        while position < end:
            after = self._frame(data, position)
            if after < 0:
                self._held = data[position:]
                return
            position = after
        self._left = position - end

    def _frame(self, data: bytes, position: int) -> int:
        """Note the frame that begins there; where it ends, -1 if more of it is needed."""
        there = len(data) - position
        if there < 4:
            return -1
        (size,) = _int32_at(data, position)
        if not 0 <= size < TLS_SIZE_MIN or len(self.pending) >= UNANSWERED_MAX:
            return self._give_up(data[position : position + 4])
        if there < min(HEAD_BYTES, 4 + size):
            return -1
        end = position + 4 + int(size)
        if size < HEAD_BYTES - 4:
            return end if self._is_token(0, -1) else self._give_up(data[position : position + 4])
        api_key, api_version, correlation_id = _head(data, position + 4)
        if self._is_token(api_key, api_version):
            return end
        if api_key == _PRODUCE:
            prefix_end = min(end, position + HEAD_BYTES_MAX)
            acks = produce_acks(data[position + 4 : prefix_end])
            if acks is None and len(data) < prefix_end:
                return -1
            if acks == 0:
                return end
        elif api_key == _SASL_HANDSHAKE and not api_version:
            self._may_be_token = True
        self.pending.append(Asked(api_key, api_version, correlation_id))
        return end

    def _is_token(self, api_key: int, api_version: int) -> bool:
        """Whether a frame after a SaslHandshake in version 0 is no request; then it is noted."""
        if not self._may_be_token:
            return False
        if 0 <= api_version <= VERSION_MAX and api_key in FLEXIBLE_SINCE:
            self._may_be_token = False
            return False
        self.pending.append(Asked(TOKEN, 0, 0))
        return True

    def _give_up(self, data: bytes) -> int:
        is_tls = data[:2] == TLS_GREETING
        what = "a TLS greeting (--tls serves TLS)" if is_tls else f"no request: {data.hex(' ')}"
        self._note(f"the client sent {what}; what follows passes as it is")
        self.pending.append(Asked(STRANGE, 0, 0))
        return FOREVER


def produce_acks(frame: bytes) -> int | None:
    """The acks of a produce request's beginning; None if they are not there."""
    try:
        header = decode_request_header(frame)
        position, version = header.body_offset, header.api_version
        if version >= FLEXIBLE_SINCE[_PRODUCE]:
            size, position = frame[position], position + 1
            if size > 127:
                size, position = uvarint(frame, position)
            position += max(0, size - 1)
        elif version >= PRODUCE_TRANSACTIONS_SINCE:
            position += 2 + max(0, _int16_at(frame, position)[0])
        return int(_int16_at(frame, position)[0])
    except (ProtocolError, StructError, IndexError):
        return None


class Responses:
    """What a broker answers, with addresses replaced by `translate`'s."""

    __slots__ = (
        "_asked",
        "_current",
        "_held",
        "_left",
        "_note",
        "_translate",
        "_walk",
        "_wanted",
    )

    def __init__(self, pending: Pending, translate: Translate, note: Note) -> None:
        self._asked = pending
        self._translate = translate
        self._note = note
        self._left = 0
        """Bytes of the frame under way that pass unseen."""
        self._current: Asked | None = None
        """What the frame that is held answers, once that is known."""
        self._held = bytearray()
        self._wanted = 0
        """How much of it is to be held."""
        self._walk: FetchWalk | None = None
        """Where in a large fetch response we are; of that only the end is held."""

    @property
    def is_idle(self) -> bool:
        """Whether every request has its answer, as far as that can be told."""
        return not (self._asked or self._is_busy) and not 0 < self._left <= FRAME_BYTES_MAX

    def feed(self, data: bytes) -> bytes:
        """What is to be sent on for the next bytes; `data` itself if nothing is to be changed."""
        end = len(data)
        if end <= self._left:
            self._left -= end
            return data
        out: list[bytes] = []
        position = 0
        if not self._is_busy:
            position = self._skim(data, self._left)
            if position >= end:
                self._left = position - end
                return data
            _append(out, data[:position])
        self._left = 0
        while position < end:
            begin = position
            if self._walk is not None and not self._is_held:
                position = self._follow(self._walk, data, position)
            else:
                position = begin = self._collect(data, position, out)
            if not self._is_busy:
                position = self._skim(data, position + self._left)
                self._left = max(0, position - end)
            _append(out, data[begin:position])
        return out[0] if len(out) == 1 else b"".join(out)

    @property
    def _is_busy(self) -> bool:
        """Whether what comes next belongs to a frame of which something is held."""
        return bool(self._held) or self._walk is not None

    def _follow(self, walk: FetchWalk, data: bytes, position: int) -> int:
        """Let a large fetch response pass up to the tags at its end, which are held."""
        position = walk.feed(data, position)
        if walk.is_at_tags and 0 < walk.left <= TAGS_BYTES_MAX:
            self._current, self._wanted = walk.asked, walk.left
        elif walk.is_at_tags or not walk.left:
            self._left, self._walk = walk.left, None
        return position

    def rest(self) -> bytes:
        """What is held of a frame that will never be complete: its sender has ended."""
        rest = bytes(self._held)
        self._held.clear()
        return rest

    def _skim(self, data: bytes, position: int) -> int:
        """Where frames end that pass: behind `data`, or where one begins that is to be held."""
        end = len(data)
        while end - position >= self._head_bytes:
            size = self._frame(data, position)
            if self._walk is not None:
                return position + 8
            if self._is_held:
                self._wanted = size
                return position
            position += size
        return position

    @property
    def _is_held(self) -> bool:
        return self._current is not None

    @property
    def _head_bytes(self) -> int:
        """A response's length and correlation id; SASL's tokens have none, what is strange less."""
        return _HEADS.get(self._asked[0].api_key, 8) if self._asked else 8

    def _collect(self, data: bytes, position: int, out: list[bytes]) -> int:
        """Hold bytes until it is known what becomes of them; how far `data` has been used.

        `_left` is what the frame has beyond that, if it passes.
        """
        held = self._held
        if self._current is None and not held:
            self._wanted = self._head_bytes
        while True:
            some = data[position : position + self._wanted - len(held)]
            held += some
            position += len(some)
            if len(held) < self._wanted:
                return position
            if self._current is not None:
                out.append(self._changed(bytes(held), self._current))
                self._walk = None
                break
            size = self._frame(held, 0)
            if not self._is_held:
                out.append(bytes(held))
                self._left = 0 if self._walk is not None else size - len(held)
                break
            self._wanted = size
        held.clear()
        self._current = None
        return position

    def _frame(self, data: bytes | bytearray, position: int) -> int:
        """The size of the frame that begins there; `_current` is set if it is to be held."""
        if self._head_bytes < 8:
            if self._asked.popleft().api_key == STRANGE:
                return FOREVER
            (size,) = _int32_at(data, position)
            return 4 + int(size) if 0 <= size <= FRAME_BYTES_MAX else self._give_up(size)
        size, correlation_id = _lengths(data, position)
        if not 4 <= size <= FRAME_BYTES_MAX:
            return self._give_up(size)
        asked = self._answered(correlation_id)
        if asked is not None and _may_change(asked):
            if asked.api_key == _FETCH and size >= FOLLOWED_BYTES_MIN:
                self._walk = FetchWalk(asked, int(size) - 4)
            elif size <= HELD_BYTES_MAX:
                self._current = asked
        return 4 + int(size)

    def _answered(self, correlation_id: int) -> Asked | None:
        """The request that is answered; those before it are forgotten, they never will be."""
        pending = self._asked
        for at, asked in enumerate(pending):
            if asked.correlation_id == correlation_id and asked.api_key < TOKEN:
                for _ in range(at + 1):
                    pending.popleft()
                return asked
        return None

    def _changed(self, frame: bytes, asked: Asked) -> bytes:
        """What goes out instead of what was held: frames with their lengths, or a fetch's tags."""
        body = frame[4:]
        cut: list[str] = []
        try:
            if self._walk is not None:
                return tags_of_same_size(frame, asked.api_version, self._translate)
            if asked.api_key == _API_VERSIONS:
                new, cut = offer_cut(body, asked.api_version)
            else:
                new = rewritten(body, asked.api_key, asked.api_version, self._translate)
        except ProtocolError as error:
            self._note(f"a response passes as it is, with its addresses if it has any: {error}")
            return frame
        if cut:
            self._note(f"versions that are newer than this proxy are not offered: {', '.join(cut)}")
        return frame if new is body else len(new).to_bytes(4, "big") + new

    def _give_up(self, size: int) -> int:
        self._note(f"the broker sent no response, of {size} bytes; what it says passes as it is")
        return FOREVER


def _append(out: list[bytes], data: bytes) -> None:
    if data:
        out.append(data)


def _may_change(asked: Asked) -> bool:
    return asked.api_key == _API_VERSIONS or carries_addresses(asked.api_key, asked.api_version)
