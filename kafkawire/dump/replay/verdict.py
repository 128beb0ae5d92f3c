"""What came of a replay: each answer next to the recorded one, and how long both took."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kafkawire.dump.diff.meaning import Rules
from kafkawire.dump.diff.report import Comparison
from kafkawire.dump.model import Exchange
from kafkawire.dump.outputs.figures import duration_text
from kafkawire.dump.replay.script import Script
from kafkawire.dump.stats.sketch import Sketch

QUANTILES = ((0.5, "p50"), (0.99, "p99"))
REASONS_SHOWN_MAX = 20
CONNECTIONS_SHOWN_MAX = 5


class Verdict:
    """Takes recorded and new exchanges, pair by pair."""

    def __init__(self, rules: Rules) -> None:
        self._comparison = Comparison(rules, names=("the recording", "the replay"))
        self._recorded = Sketch()
        self._new = Sketch()
        self.sent = 0
        self.not_compared = 0
        """Requests whose recorded answer was not seen."""
        self.unanswered = 0
        """Requests whose answer did not come, although one was recorded."""
        self.lost: dict[str, list[int]] = {}
        """Connections that could not be made or were lost, by what was said then."""

    def add(self, recorded: Exchange, new: Exchange) -> Iterator[str]:
        """An exchange of the replay; lines that say what differs."""
        for exchange, sketch in ((recorded, self._recorded), (new, self._new)):
            if exchange.latency_ns is not None:
                sketch.add(exchange.latency_ns)
        if recorded.response is None and recorded.expects_response:
            self.not_compared += 1
        elif new.response is None and recorded.response is not None:
            self.unanswered += 1
            yield f"{recorded.api_name} (#{recorded.number}): no answer ({new.ended or 'yet'})"
        else:
            yield from self._comparison.pair(recorded, new)

    def lose(self, connection: int, reason: str) -> None:
        """A recorded connection, by its number, has none of its own (any longer)."""
        self.lost.setdefault(reason, []).append(connection)

    @property
    def is_fine(self) -> bool:
        """Whether everything was answered as it was recorded."""
        return not (self._comparison.has_differences or self.unanswered or self.lost)

    def summary(self, script: Script, duration_ns: int) -> Iterator[str]:
        """The last lines."""
        recorded = duration_text(script.last_ns - script.first_ns)
        lanes = len(script.lanes)
        yield (
            f"{self.sent:,} of {script.steps:,} requests on {lanes:,} "
            f"connection{'s' * (lanes != 1)} in {duration_text(duration_ns)} "
            f"(recorded in {recorded})"
        )
        line = f"answers: {self._comparison.summary()}"
        line += f", {self.unanswered:,} missing" * bool(self.unanswered)
        line += f", {self.not_compared:,} without a recorded one" * bool(self.not_compared)
        yield line
        if self._recorded.count and self._new.count:
            yield f"latency: {', '.join(self._latencies())}"
        for reason, count in script.skipped.most_common():
            yield f"not sent: {count:,} with {reason}"
        yield from self._losses()

    def _losses(self) -> Iterator[str]:
        for reason, connections in islice(self.lost.items(), REASONS_SHOWN_MAX):
            yield f"lost: {_numbered(connections)}: {reason}"
        more = len(self.lost) - REASONS_SHOWN_MAX
        if more > 0:
            yield f"lost: and more, for {more:,} other reason{'s' * (more != 1)}"

    def _latencies(self) -> Iterator[str]:
        for share, name in QUANTILES:
            old, new = self._recorded.quantile(share), self._new.quantile(share)
            assert old is not None, "there is some"
            assert new is not None, "there is some"
            yield f"{name} {duration_text(old)} -> {duration_text(new)}"


def _numbered(connections: list[int]) -> str:
    """`connection 3`, or `17 connections (1, 2, 3, 5, 8 and 12 more)`."""
    if len(connections) == 1:
        return f"connection {connections[0]}"
    shown = ", ".join(map(str, connections[:CONNECTIONS_SHOWN_MAX]))
    more = len(connections) - CONNECTIONS_SHOWN_MAX
    shown += f" and {more:,} more" * (more > 0)
    return f"{len(connections):,} connections ({shown})"
