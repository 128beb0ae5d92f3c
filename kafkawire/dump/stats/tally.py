"""What is counted of the exchanges that have something in common."""

from __future__ import annotations

from collections import Counter

from kafkawire.dump.model import Exchange
from kafkawire.dump.stats.sketch import Sketch

ERRORS_MAX = 300
"""Different error codes that are kept apart; Kafka has some 140."""


class Tally:
    """Counts, bytes (of frames without their lengths), errors, latencies of some exchanges."""

    __slots__ = (
        "damaged_batches",
        "errors",
        "exchanges",
        "latencies",
        "partitions",
        "records_bytes",
        "request_bytes",
        "requests",
        "response_bytes",
        "responses",
        "throttled",
        "throttled_ms",
        "unanswered",
        "with_errors",
    )

    def __init__(self) -> None:
        self.exchanges = 0
        self.requests = 0
        self.responses = 0
        self.unanswered = 0
        """Requests whose response was due and never came."""
        self.request_bytes = 0
        self.response_bytes = 0
        self.records_bytes = 0
        """Of batches in either direction, as they were compressed."""
        self.damaged_batches = 0
        """Batches with a wrong checksum, or that are none."""
        self.partitions = 0
        """How often requests named a partition."""
        self.with_errors = 0
        """Exchanges with an error somewhere in the response."""
        self.errors: Counter[int] = Counter()
        """How often each code stood in responses."""
        self.latencies = Sketch()
        self.throttled = 0
        """Responses that told the client to wait."""
        self.throttled_ms = 0

    def add(self, exchange: Exchange) -> None:
        """Count an exchange that has ended."""
        self.exchanges += 1
        if exchange.ended and exchange.expects_response:
            self.unanswered += 1
        request = exchange.request
        if request is not None:
            self.requests += 1
            self.request_bytes += len(request.data)
            self.partitions += request.facts.partitions
            self.records_bytes += request.facts.records_bytes
            self.damaged_batches += request.facts.damaged_batches
        latency_ns = exchange.latency_ns
        if latency_ns is not None:
            self.latencies.add(latency_ns)
        if exchange.response is not None:
            self._add_response(exchange)

    def _add_response(self, exchange: Exchange) -> None:
        assert exchange.response is not None
        self.responses += 1
        self.response_bytes += len(exchange.response.data)
        facts = exchange.response.facts
        self.records_bytes += facts.records_bytes
        self.damaged_batches += facts.damaged_batches
        if facts.error_codes:
            self.with_errors += 1
            for code in facts.error_codes:
                if code in self.errors or len(self.errors) < ERRORS_MAX:
                    self.errors[code] += 1
        if facts.throttle_time_ms > 0:
            self.throttled += 1
            self.throttled_ms += facts.throttle_time_ms
