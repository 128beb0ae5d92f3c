"""One client connection, free of I/O: bytes in, frames served, buffers out.

Requests are served strictly one after another (fetch D-20): while one waits for its answer, those
behind it stay where they are. `turn` serves what is there, at most `FRAMES_PER_TURN` requests, and
returns all their answers at once, so that whoever moves the bytes needs one send for one receive.
An answer that comes later goes to `deliver`, from wherever it was made.

Nothing is allocated per request: the reply function is one bound method, and whether a request was
parked shows in that it did not reply.
"""

from collections import deque
from collections.abc import Callable

from kafkawire.protocol.buffers import Sendable
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.framing import FrameBuffer

FRAMES_PER_TURN = 64
"""So many requests are served before other connections get their turn."""

Deliver = Callable[[list[Sendable]], None]
Handle = Callable[[bytes | bytearray, Deliver, int], None]
"""Serves a frame: the frame, where its answer goes, now_ms."""


class Connection:
    """The state of one connection between receives.

    `failure` is set when the peer sent what cannot be understood: the connection is to be closed
    once the answers before that have gone. `more` says that another `turn` has work to do.
    """

    __slots__ = (
        "_deliver",
        "_frames",
        "_handle",
        "_out",
        "_waiting",
        "failure",
        "more",
        "parked",
        "receive",
        "received",
        "room",
        "served",
    )

    def __init__(self, handle: Handle, deliver: Deliver, frame_bytes_max: int) -> None:
        self.failure: ProtocolError | None = None
        self.more = False
        self.parked = False
        """Whether a request waits for its answer, or the connection is muted."""
        self.served = 0
        """How many requests there have been."""
        self._handle = handle
        self._deliver = deliver
        self._frames = frames = FrameBuffer(frame_bytes_max)
        self.receive: Callable[[bytes], None] = frames.feed
        """Take what arrived."""
        self.room: Callable[[], memoryview | None] = frames.room
        """Where to receive directly, if a large frame is under way; then call `received`."""
        self.received: Callable[[int], None] = frames.received
        """So many bytes were put into `room()`."""
        self._waiting: deque[bytes | bytearray] = deque()
        self._out: list[Sendable] | None = None

    @property
    def in_turn(self) -> bool:
        """Whether `turn` is under way, so that its answers are still to be sent."""
        return self._out is not None

    @property
    def bytes_held(self) -> int:
        """Received bytes that were not served yet."""
        return self._frames.bytes_held + sum(map(len, self._waiting))

    def turn(self, now_ms: int) -> list[Sendable]:
        """Serve requests until one must wait or the turn is over; returns their answers."""
        out = self._out = []
        self.more = False
        try:
            self._serve(now_ms)
        except ProtocolError as error:
            self.failure = error
            self._waiting.clear()
            self.more = False
        finally:
            self._out = None
        return out

    def mute(self) -> None:
        """Serve nothing until `resume`, as if a request waited for its answer."""
        assert not self.parked, "muted before the answer was given"
        self.parked = True
        self.more = False

    def resume(self) -> None:
        """Go on after `mute`."""
        self.parked = False
        self.more = bool(self._waiting) or self._frames.bytes_held > 0

    def _serve(self, now_ms: int) -> None:
        waiting, handle, reply = self._waiting, self._handle, self._reply
        left = FRAMES_PER_TURN
        while not self.parked:
            if not left:
                self.more = True
                return
            if not waiting:
                if self._frames.is_empty:
                    return
                waiting.extend(self._frames.cut(left))
                if not waiting:
                    return
            left -= 1
            self.served += 1
            self.parked = True
            handle(waiting.popleft(), reply, now_ms)

    def _reply(self, buffers: list[Sendable]) -> None:
        """The answer to the request that is being served, in its turn or later."""
        assert self.parked, "a request was answered twice"
        if self._out is not None:
            self.parked = False
            self._out += buffers
            return
        self.resume()
        self._deliver(buffers)
