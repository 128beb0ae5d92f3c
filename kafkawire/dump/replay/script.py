"""What a replay sends: for each recorded connection its requests in order.

A client acts on what it was told. So a request waits for the answers that its client (address and
client id) had when it sent it, and, whoever sent it, for the answers to changes of the cluster
(`CHANGES`) that came before. Nothing else is waited for, unless recorded times are to be kept.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.model import Connection, Exchange, Header, Message
from kafkawire.dump.secrets import mask
from kafkawire.protocol.api_keys import ApiKey

BYTES_MAX = 512 << 20
"""Frames that a replay keeps at most."""
CONNECTIONS_MAX = 1000
CHANGES = frozenset(
    key.value
    for key in (
        ApiKey.CREATE_TOPICS,
        ApiKey.DELETE_TOPICS,
        ApiKey.CREATE_PARTITIONS,
        ApiKey.ALTER_CONFIGS,
        ApiKey.INCREMENTAL_ALTER_CONFIGS,
        ApiKey.CREATE_ACLS,
        ApiKey.DELETE_ACLS,
        ApiKey.ALTER_USER_SCRAM_CREDENTIALS,
    )
)
SASL = frozenset((SASL_TOKEN, ApiKey.SASL_HANDSHAKE.value, ApiKey.SASL_AUTHENTICATE.value))
PLAIN = "PLAIN"
SASL_SKIPPED = "authentication, which is masked; --secrets sends it"
PROOF_SKIPPED = "authentication by a proof that was good once (only PLAIN can be repeated)"
MASKED_SKIPPED = "secrets, which are masked; --secrets sends them"
LOST_SKIPPED = "secrets, which were masked in the recording"


class TooMuch(Exception):
    """A recording is larger than a replay can be; its text says what to do."""


class Step:
    """A request to be sent."""

    __slots__ = ("after", "exchange", "lane")

    def __init__(self, exchange: Exchange, lane: Lane) -> None:
        self.exchange = exchange
        """As it was recorded; its request is there."""
        self.lane = lane
        self.after: list[Step] = []
        """Those whose answers its client had, besides what the step before it waited for."""

    @property
    def request(self) -> Message:
        """What is sent."""
        assert self.exchange.request is not None, "a step without a request"
        return self.exchange.request


class Lane:
    """A recorded connection and what was sent on it."""

    __slots__ = ("connection", "steps")

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.steps: list[Step] = []


class Script(NamedTuple):
    """All there is to do."""

    lanes: list[Lane]
    skipped: Counter[str]
    """How many requests cannot be sent, by the reason."""
    first_ns: int
    last_ns: int
    """When the first and the last request were recorded."""

    @property
    def steps(self) -> int:
        """How many requests there are."""
        return sum(len(lane.steps) for lane in self.lanes)


def make_script(exchanges: Iterable[Exchange], *, secrets: bool) -> Script:
    """The script of a recording; `secrets` says that it was read with them. Raises `TooMuch`."""
    lanes: dict[int, Lane] = {}
    skipped: Counter[str] = Counter()
    size = 0
    for exchange in sorted(exchanges, key=lambda exchange: exchange.number):
        reason = why_not(exchange, secrets=secrets)
        if reason:
            skipped[reason] += 1
            continue
        connection = exchange.connection
        lane = lanes.setdefault(connection.number, Lane(connection))
        step = Step(exchange, lane)
        lane.steps.append(step)
        size += len(step.request.data)
        if size > BYTES_MAX or len(lanes) > CONNECTIONS_MAX:
            raise TooMuch(
                f"more than {BYTES_MAX >> 20} MiB of requests or {CONNECTIONS_MAX:,} connections: "
                "choose some with --filter, as ~time or ~conn"
            )
    steps = [step for lane in lanes.values() for step in lane.steps]
    _order(steps, list(lanes.values()))
    times = [step.request.time_ns for step in steps] or [0]
    return Script(list(lanes.values()), skipped, min(times), max(times))


def why_not(exchange: Exchange, *, secrets: bool) -> str:
    """Why a request cannot be sent again; nothing if it can."""
    request = exchange.request
    if request is None:
        return "no request that was seen"
    if request.api_key in SASL:
        if not secrets:
            return SASL_SKIPPED
        if exchange.connection.sasl_mechanism not in (PLAIN, ""):
            return PROOF_SKIPPED
    if is_masked(request):
        return LOST_SKIPPED if secrets else MASKED_SKIPPED
    return ""


def is_masked(request: Message) -> bool:
    """Whether a request has stars where its secrets were."""
    data = request.data
    if b"*" not in data[request.body_offset :]:
        return False
    header = Header(
        request.api_key, request.api_version, request.correlation_id, request.body_offset
    )
    found = mask(data, header, True)
    # What has no secrets comes back as it is; masking what is masked changes nothing.
    return found is not data and found == data


def _order(steps: list[Step], lanes: list[Lane]) -> None:
    """Fill in what each step waits for."""
    by_client: dict[tuple[str, str | None], list[Step]] = {}
    changes = []
    for step in steps:
        if step.exchange.response is not None:
            by_client.setdefault(_client(step), []).append(step)
            if step.request.api_key in CHANGES:
                changes.append(step)
    for lane in lanes:
        if not lane.steps:
            continue
        own = _Answered(by_client.get(_client(lane.steps[0]), []))
        others = _Answered(changes)
        for step in lane.steps:
            now_ns = step.request.time_ns
            found = dict.fromkeys([*own.until(now_ns), *others.until(now_ns)])
            step.after = [each for each in found if each is not step]


class _Answered:
    """Steps by the time of their answers, each told once."""

    __slots__ = ("_at", "_steps", "_times")

    def __init__(self, steps: list[Step]) -> None:
        self._steps = sorted(steps, key=_answered_ns)
        self._times = [_answered_ns(step) for step in self._steps]
        self._at = 0

    def until(self, now_ns: int) -> list[Step]:
        """Those that were answered by now and have not been told."""
        end = max(self._at, bisect_right(self._times, now_ns))
        found = self._steps[self._at : end]
        self._at = end
        return found


def _answered_ns(step: Step) -> int:
    assert step.exchange.response is not None, "only those that were answered"
    return step.exchange.response.end_ns


def _client(step: Step) -> tuple[str, str | None]:
    return step.exchange.connection.client.host, step.request.client_id
