"""A client, a broker, and a detector that watches them; tests of detectors have it as a fixture."""

from __future__ import annotations

from typing import Any

from kafkawire.dump.detectors.detector import Detector, Finding
from kafkawire.dump.detectors.watch import Lookout
from kafkawire.dump.model import Event, ExchangeDone, RequestSeen
from tests.support.dump.dialogues import Dialogue


class Watched(Dialogue):
    """A conversation that one detector listens to; what it found is in `findings`."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: list[Finding] = []
        self.detector: Detector | None = None
        self.lookout = Lookout([])

    def by(self, kind: type[Detector], **thresholds: int) -> Watched:
        self.detector = kind(thresholds)
        self.lookout = Lookout([self.detector])
        return self

    def tell(self, event: Event) -> list[Finding]:
        assert self.detector is not None
        found = list(self.lookout.look(event))
        for each in found:
            assert each.detector == self.detector.NAME
            assert each.advice == self.detector.ADVICE
            assert each.text.isprintable()
        self.findings += found
        return found

    def say(self, *args: Any, **kwargs: Any) -> list[Finding]:
        """An exchange: its request is seen, then it is done."""
        exchange = self.exchange(*args, **kwargs)
        return self.tell(RequestSeen(exchange)) + self.tell(ExchangeDone(exchange))

    def hang_up(self, connection: Any) -> list[Finding]:
        return self.tell(self.close(connection))
