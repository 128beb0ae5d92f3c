"""The rate of what one client does, over a sliding window of samples.

The arithmetic is Kafka's to the last bit (`Rate`, `SampledStat`, `QuotaUtils`), since clients see
the throttle times that follow from it. A sample gathers what comes in its `window_ms`; it stays as
long as its latest event lies within all `samples` windows, and one more sample than that is kept
for the one that overlaps the beginning. The rate is the sum over the time since the oldest sample
began, which counts as at least `samples - 1` whole windows and the present part of one: so a
client may spend that many windows' worth at once before it is over its quota (admin E-20).
"""

from math import floor

MS_PER_SECOND = 1000.0


class Window:
    """How a rate is sampled: `quota.window.num` samples of `quota.window.size.seconds`."""

    __slots__ = ("ms", "samples")

    def __init__(self, samples: int, seconds: int) -> None:
        self.samples = samples
        self.ms = seconds * 1000


class _Sample:
    __slots__ = ("latest_ms", "start_ms", "value")

    def __init__(self, now_ms: int) -> None:
        self.reset(now_ms)

    def reset(self, now_ms: int) -> None:
        self.start_ms = now_ms
        self.latest_ms = now_ms
        self.value = 0.0


class Rate:
    """What was recorded, and how much of it there is in a second."""

    __slots__ = ("_current", "_samples", "_window", "recorded_ms")

    def __init__(self, window: Window, now_ms: int) -> None:
        self._window = window
        self._samples = [_Sample(now_ms)]
        self._current = 0
        self.recorded_ms = now_ms
        """When something was recorded for the last time."""

    def record(self, value: float, now_ms: int) -> None:
        """Add `value`, which may be negative to take back what was added at the same time."""
        sample = self._samples[self._current]
        if now_ms - sample.start_ms >= self._window.ms:
            sample = self._advance(now_ms)
        sample.value += value
        sample.latest_ms = self.recorded_ms = now_ms

    def throttle_ms(self, bound: float, now_ms: int) -> int:
        """How long to do nothing until the rate is down to `bound`; 0 if it is not above it."""
        self._purge(now_ms)
        covered_ms = self._covered_ms(now_ms)
        rate = sum([sample.value for sample in self._samples]) / (covered_ms / MS_PER_SECOND)
        if rate <= bound:
            return 0
        return floor((rate - bound) / bound * covered_ms + 0.5)

    def bytes_per_second(self, now_ms: int) -> float:
        """The rate since the oldest sample began, of one window at least (Kafka's `SimpleRate`).

        Replication quotas are measured so; no windows are taken to have been empty before.
        """
        self._purge(now_ms)
        elapsed_ms = now_ms - min([sample.start_ms for sample in self._samples])
        total = sum([sample.value for sample in self._samples])
        return total / (max(elapsed_ms, self._window.ms) / MS_PER_SECOND)

    def _advance(self, now_ms: int) -> _Sample:
        self._current = (self._current + 1) % (self._window.samples + 1)
        if self._current >= len(self._samples):
            self._samples.append(_Sample(now_ms))
        else:
            self._samples[self._current].reset(now_ms)
        return self._samples[self._current]

    def _purge(self, now_ms: int) -> None:
        expired_ms = now_ms - self._window.samples * self._window.ms
        for sample in self._samples:
            if sample.latest_ms <= expired_ms:
                sample.reset(now_ms)

    def _covered_ms(self, now_ms: int) -> int:
        window = self._window
        covered_ms = now_ms - min([sample.start_ms for sample in self._samples])
        missing = window.samples - 1 - covered_ms // window.ms
        if missing > 0:
            covered_ms += missing * window.ms
        return max(covered_ms, 1)
