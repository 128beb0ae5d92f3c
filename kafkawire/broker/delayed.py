"""What a handler returns when its answer must wait.

The handler itself is not run again. It resolves and changes state once, and leaves two functions
behind: `is_ready` only looks, `respond` runs exactly once. That one shape serves long-poll
fetches, acks=all, JoinGroup and coordinator writes (Kafka's `DelayedOperation`).
"""

from collections.abc import Callable, Collection, Hashable
from typing import TYPE_CHECKING

from kafkawire.timers import NEVER

if TYPE_CHECKING:
    from kafkawire.protocol.message import Message

__all__ = ["NEVER", "Delayed"]


class Delayed:
    """An answer that waits until `is_ready()` or `deadline_ms`, whichever comes first.

    `watch` are the keys whose `Purgatory.wake` may make it ready: a TopicPartition, a fetch
    session, a group. `deadline_ms` may be NEVER. `respond(now_ms)` makes the answer; it may raise
    ApiError, which is answered like one raised by the handler. A Delayed belongs to the purgatory
    once it is returned.
    """

    __slots__ = ("deadline_ms", "is_ready", "respond", "watch")

    operation = ""
    """What Kafka calls the purgatory of those of a kind; "" where it has none."""

    def __init__(
        self,
        watch: Collection[Hashable],
        deadline_ms: int,
        is_ready: Callable[[], bool],
        respond: Callable[[int], "Message"],
    ) -> None:
        self.watch = watch
        self.deadline_ms = deadline_ms
        self.is_ready = is_ready
        self.respond = respond

    def on_expiration(self) -> None:
        """The deadline has come first: where Kafka counts that, a subclass does."""
