"""What all detectors have in common.

A detector names the APIs of the exchanges it is given when they are done, or the error codes: an
exchange with one of these is given to it whatever its API, and no other costs anything. It may ask
for the ends of connections too, and to be asked about once a second of the capture's time, for
what shows by not happening. `watch.Lookout` gives it all that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from kafkawire.dump.detectors.counting import QUIET_MS, Repeats

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange

INFO = "info"
WARNING = "warning"
ERROR = "error"
SEVERITIES = (INFO, WARNING, ERROR)
"""Could be better; costs something; something fails or is lost."""
TRAFFIC, LATENCY, RETRIES, SESSIONS, REBALANCES, BATCHES = SUBJECTS = (
    "traffic",
    "latency",
    "retries",
    "sessions",
    "rebalances",
    "batches",
)
"""The part of a report in which a finding belongs."""
OF_HOST, OF_GROUP, OF_BROKER = SCOPES = ("client host", "group", "broker")
"""A detector needs all exchanges of one of these, in their order."""


class Threshold(NamedTuple):
    """A number that decides, its unit being the end of its name where it has one."""

    name: str
    value: int
    about: str


class Finding(NamedTuple):
    """What a detector has to say."""

    detector: str
    severity: str
    connection: Connection | None
    exchange: Exchange | None
    """The one that tipped the scales."""
    text: str
    advice: str
    time_ns: int


class Detector:
    """One habit that hurts; subclasses say which, and watch for it."""

    NAME: ClassVar[str]
    SEVERITY: ClassVar[str] = WARNING
    WHAT: ClassVar[str]
    """What it finds, in a few words."""
    WHY: ClassVar[str]
    """Why that hurts, in a sentence."""
    ADVICE: ClassVar[str]
    """What to do, in a sentence."""
    SUBJECT: ClassVar[str] = TRAFFIC
    """One of `SUBJECTS`."""
    SCOPE: ClassVar[str] = OF_HOST
    """One of `SCOPES`: Spark gives an instance the exchanges of some of these, and no others."""
    READS_RECORDS: ClassVar[bool] = False
    """True if the detector needs produced records; Spark's second stage has none."""
    THRESHOLDS: ClassVar[tuple[Threshold, ...]] = ()
    APIS: ClassVar[frozenset[int]] = frozenset()
    """Of these, all exchanges that are done go to `exchange`."""
    CODES: ClassVar[frozenset[int]] = frozenset()
    """With these, exchanges of any API go to `failed`."""
    SEES_THROTTLING: ClassVar[bool] = False
    """Whether exchanges with a throttle time go to `throttled`."""
    SEES_CLOSING: ClassVar[bool] = False
    """Whether closed connections go to `closed`."""
    HAS_TICKS: ClassVar[bool] = False
    """Whether it is asked every second, by `tick`."""

    def __init__(self, thresholds: Mapping[str, int] | None = None) -> None:
        given = thresholds or {}
        self._thresholds = {each.name: given.get(each.name, each.value) for each in self.THRESHOLDS}
        self.start()

    def start(self) -> None:
        """Set up what it remembers, by its thresholds."""

    def at(self, name: str) -> int:
        """A threshold."""
        return self._thresholds[name]

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Take an exchange of its APIs."""
        return None

    def not_decoded(self, exchange: Exchange) -> None:
        """Take an exchange of its APIs that says nothing for certain."""

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Take an exchange with one of its codes."""
        return None

    def throttled(self, exchange: Exchange, throttle_ms: int, now_ns: int) -> Finding | None:
        """Take an exchange with a throttle time above 0."""
        return None

    def closed(self, connection: Connection) -> Finding | None:
        """Take a connection that is no more."""
        return None

    def tick(self, now_ns: int) -> Finding | None:
        """Look for what should have happened by now."""
        return None

    def finding(
        self,
        text: str,
        now_ns: int,
        exchange: Exchange | None = None,
        connection: Connection | None = None,
    ) -> Finding:
        """A finding of this detector; the connection is the exchange's unless it is given."""
        if connection is None and exchange is not None:
            connection = exchange.connection
        return Finding(self.NAME, self.SEVERITY, connection, exchange, text, self.ADVICE, now_ns)


class Counted(Detector):
    """A detector of what is bad only if it comes often: `count` times in `window_ms`."""

    QUIET_MS: ClassVar[int] = QUIET_MS
    SEES_CLOSING = True

    def start(self) -> None:
        """Count from nothing."""
        self.repeats = Repeats(self.at("count"), self.at("window_ms"), self.QUIET_MS)

    def closed(self, connection: Connection) -> Finding | None:
        """Forget what was counted by a connection."""
        self.repeats.forget(connection.number)
        return None

    def often_on(self, connection: Connection, now_ns: int) -> bool:
        """Count by connection, and tell of the client once in a while."""
        return self.repeats.often(connection.number, now_ns) and self.repeats.silence.breaks(
            client_of(connection), now_ns
        )

    @property
    def often(self) -> str:
        """The threshold in words: `5 times in 30 s`."""
        return f"{self.at('count')} times in {seconds(self.at('window_ms'))}"


def client_of(connection: Connection) -> tuple[str, str | None]:
    """Who a client is, whatever connections it makes: where it runs and its client id."""
    return connection.client.host, connection.client_id


def who(connection: Connection) -> str:
    """The same in words."""
    name = connection.client_id
    return (
        f"{name} at {connection.client.host}" if name else f"a client at {connection.client.host}"
    )


def seconds(ms: float) -> str:
    """`1.5 s` of 1500."""
    return f"{ms / 1000:g} s"


def named(names: tuple[str, ...], noun: str) -> str:
    """`topic orders`, `topics a, b and 3 more`; the noun's plural where none is known."""
    if not names:
        return f"some {noun}s"
    if len(names) == 1:
        return f"{noun} {names[0]}"
    more = f" and {len(names) - NAMED_MAX} more" if len(names) > NAMED_MAX else ""
    return f"{noun}s {', '.join(names[:NAMED_MAX])}{more}"


NAMED_MAX = 3
"""How many names a finding lists."""
