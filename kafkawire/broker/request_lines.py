"""Requests and their answers, as lines of the logger `kafkawire.request`.

A line has names, sizes and the time that passed, and nothing of a request's body: that may be
large, and may hold secrets.
"""

from typing import TYPE_CHECKING

from kafkawire.protocol.api_keys import API_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.buffers import Sendable

    Reply = Callable[[list[Sendable]], None]

NS_PER_US = 1_000


def with_line(broker: "Broker", context: "RequestContext", size: int, reply: "Reply") -> "Reply":
    """Reply as `reply` does, and write a line about a request of `size` bytes and its answer."""
    begun_ns = broker.thread_time_ns()
    connection = context.connection

    def reply_and_tell(buffers: "list[Sendable]") -> None:
        reply(buffers)
        write = broker.loggers.request.trace
        if write is None:  # switched off while the request waited
            return
        took_us = (broker.thread_time_ns() - begun_ns) // NS_PER_US
        answered = f"{sum(map(len, buffers)):,} bytes" if buffers else "nothing"
        write(
            f"{API_NAMES[context.api_key]} v{context.api_version} "
            f"number {context.correlation_id} of {context.client_id!r} "
            f"at {connection.client_host}:{connection.client_port} "
            f"({size:,} bytes): answered with {answered} after {took_us / 1000:.3f} ms"
        )

    return reply_and_tell
