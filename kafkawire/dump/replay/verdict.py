"""What came of a replay: each answer next to the recorded one, and how long both took."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.dump.diff.meaning import Rules
from kafkawire.dump.diff.report import Comparison
from kafkawire.dump.model import Exchange
from kafkawire.dump.outputs.figures import duration_text
from kafkawire.dump.replay.script import Script
from kafkawire.dump.stats.sketch import Sketch

QUANTILES = ((0.5, "p50"), (0.99, "p99"))


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
        self.lost: list[str] = []
        """What was said when a connection could not be made or was lost."""

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
        for text in self.lost:
            yield f"lost: {text}"

    def _latencies(self) -> Iterator[str]:
        for share, name in QUANTILES:
            old, new = self._recorded.quantile(share), self._new.quantile(share)
            assert old is not None, "there is some"
            assert new is not None, "there is some"
            yield f"{name} {duration_text(old)} -> {duration_text(new)}"
