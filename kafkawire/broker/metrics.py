"""What a broker counts: plain integers, added to where things happen and read by whoever asks."""


class Metrics:
    """Counters since the start, and gauges of now."""

    __slots__ = (
        "connections",
        "connections_total",
        "protocol_errors",
        "requests",
    )

    def __init__(self) -> None:
        self.connections = 0
        self.connections_total = 0
        self.protocol_errors = 0
        """Connections closed because of what they sent."""
        self.requests = 0
        """Requests understood."""
