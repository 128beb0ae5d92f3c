"""The four measurements of `sessions`; what they are is said there."""

from __future__ import annotations

import contextlib
import itertools
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from tools.bench.brokers import KAFKA, OURS, Contender, ours
from tools.bench.load import ask_frame, connect
from tools.bench.report import Bar, Findings, progress, ratios
from tools.bench.session_crowd import Crowd
from tools.bench.session_load import (
    DrivenSession,
    Place,
    answer,
    cpu_of,
    delete_topics,
    empty_fetches,
    fetched,
    make_topics,
    produce_frame,
    send_all,
)

SIZES = (1, 100, 1_000, 10_000)
OUR_EMPTY_FETCHES = 6_000
EMPTY_FETCHES = dict(zip(SIZES, (3_000, 1_500, 300, 40), strict=True))
"""Of Kafka, for which the large ones take long."""
WAKE_SIZES = (1, 10_000)
WAKES = {1: 60, 10_000: 12}
WAKE_LIMIT_MS = 20_000
REST_SECONDS_MIN = 0.004
RESTS_PER_FETCH = 3
"""A fetch counts as parked after so many times the time that an empty one takes."""
TOPIC_PARTITIONS = 5_000
APPENDS = 3_000
FIRST_APPENDS = 5
READERS = 1_000
IDLE_PARTITIONS = 100
ACTIVE = 500
ACTIVE_FETCHES = 12_000

WARM_ROUNDS = 2
SLICES = 8

Costs = dict[tuple[str, int], list[float]]
"""Of each broker and size of session, one figure for each round."""


class Field:
    """A broker with 10,000 empty partitions, and sessions over the first so many of them."""

    def __init__(self, broker: Contender, sizes: Sequence[int]) -> None:
        self.broker = broker
        self.sock = connect(broker)
        self.producer = connect(broker)
        stem = f"bench-sessions-{time.time_ns() // 1_000_000}"
        self.topics = {f"{stem}-{half}": TOPIC_PARTITIONS for half in "ab"}
        progress(f"making {2 * TOPIC_PARTITIONS:,} partitions in {broker.name}")
        make_topics(self.sock, self.topics)
        self.places = [(name, index) for name in self.topics for index in range(TOPIC_PARTITIONS)]
        self.ends = dict.fromkeys(self.places, 0)
        self.sessions = {
            size: DrivenSession(self.sock, dict.fromkeys(self.places[:size], 0)) for size in sizes
        }

    def close(self) -> None:
        """Take the partitions away again."""
        delete_topics(self.producer, list(self.topics))
        self.sock.close()
        self.producer.close()


def compare(brokers: Sequence[Contender], findings: Findings, rounds: int) -> None:
    """What is measured of every broker, on 10,000 partitions."""
    fields = [Field(broker, SIZES) for broker in brokers]
    _empties(fields, findings, rounds)
    _wakes(fields, findings, rounds)
    for field in fields:
        field.close()


def _in_turns(rounds: int, things: Sequence[object]) -> Iterator[int]:
    """Indexes of the things to measure: some rounds of warming up, then each round rotated."""
    yield from list(range(len(things))) * WARM_ROUNDS
    for number in range(rounds):
        turn = number % len(things)
        yield from [*range(turn, len(things)), *range(turn)]


def _sliced(cases: Sequence[Callable[[int], float]], count: int) -> list[float]:
    """What each case costs, in slices that take turns: what disturbs one then disturbs all."""
    sums = [0.0] * len(cases)
    for number in range(SLICES):
        for index in range(len(cases)):
            at = (index + number) % len(cases)
            sums[at] += cases[at](count // SLICES)
    return [each / SLICES for each in sums]


def _empties(fields: Sequence[Field], findings: Findings, rounds: int) -> None:
    progress("empty fetches")
    costs: Costs = {(field.broker.name, size): [] for field in fields for size in SIZES}
    for index in _in_turns(rounds, fields):
        for size, cost in zip(SIZES, _empty_costs(fields[index]), strict=True):
            costs[fields[index].broker.name, size].append(cost)
    _report(findings, "empty: CPU of the broker for an empty incremental fetch, us", costs, SIZES)
    one, most = (_measured(costs, OURS, size) for size in (1, SIZES[-1]))
    judge = _measured(costs, KAFKA, SIZES[-1])
    findings.judge(Bar.of("empty fetch, ours at 10,000 / ours at 1", ratios(most, one), 1.3))
    findings.judge(
        Bar.of("empty fetch, ours at 10,000 / Kafka's at 10,000", ratios(most, judge), 1 / 200)
    )


def _empty_costs(field: Field) -> list[float]:
    """For each size of session."""
    costs = [partial(_empty_cost, field, size) for size in SIZES]
    if field.broker.name == OURS:
        return _sliced(costs, OUR_EMPTY_FETCHES)
    return [cost(EMPTY_FETCHES[size]) for size, cost in zip(SIZES, costs, strict=True)]


def _empty_cost(field: Field, size: int, count: int) -> float:
    frames = empty_fetches([field.sessions[size]])
    return cpu_of(field.broker, lambda: send_all(field.sock, frames, count)) / count / 1_000


def _wakes(fields: Sequence[Field], findings: Findings, rounds: int) -> None:
    progress("fetches that wait for a record")
    cases = [(field, size) for field in fields for size in WAKE_SIZES]
    costs: Costs = {(field.broker.name, size): [] for field, size in cases}
    for index in _in_turns(rounds, cases):
        field, size = cases[index]
        costs[field.broker.name, size].append(_wake_time(field, size))
    title = "wake: from sending a produce to having read the answer of the parked fetch, p50, ms"
    _report(findings, title, costs, WAKE_SIZES)
    for size, bar in ((1, 1.0), (10_000, 1 / 30)):
        mine, theirs = (_measured(costs, name, size) for name in (OURS, KAFKA))
        findings.judge(Bar.of(f"wake, ours / Kafka's at {size:,}", ratios(mine, theirs), bar))


def _wake_time(field: Field, size: int) -> float:
    session, sock = field.sessions[size], field.sock
    moved = {place: field.ends[place] for place in field.places[:size] if field.ends[place]}
    started = time.perf_counter()
    for _ in range(4):  # what was produced before is told and moved past
        sock.sendall(session.moved(moved))
        answer(sock)
    rest = max(REST_SECONDS_MIN, (time.perf_counter() - started) / 4 * RESTS_PER_FETCH)
    times, moved = [], {}
    for place in itertools.islice(itertools.cycle(field.places[:size][-100:]), WAKES[size]):
        sock.sendall(session.moved(moved, WAKE_LIMIT_MS))
        time.sleep(rest)
        times.append(_wake(field, place))
        field.ends[place] += 1
        moved = {place: field.ends[place]}
    sock.sendall(session.moved(moved))
    answer(sock)
    return statistics.median(times) * 1_000


def _wake(field: Field, place: Place) -> float:
    frame = produce_frame(place)
    started = time.perf_counter()
    field.producer.sendall(frame)
    data = answer(field.sock)
    taken = time.perf_counter() - started
    answer(field.producer)
    listed = [
        (topic.topic, each.partition_index)
        for topic in fetched(data).responses
        for each in topic.partitions
    ]
    assert listed == [place], f"{len(listed)} partitions, not {place} alone: it was not parked"
    return taken


def appends(broker: Contender, findings: Findings, rounds: int) -> None:
    """What readers of a partition cost those who append to it. Ours alone."""
    progress("appends beside 1,000 sessions")
    with Crowd(broker, READERS) as crowd:
        lagging, alone, first, woken, last = [], [], [], [], []
        for number in range(-1, rounds):
            crowd.lag()
            pair = [crowd.append_cost(index, APPENDS) for index in _alternating(number)]
            with_readers, without = pair if number % 2 == 0 else reversed(pair)
            once = [crowd.first_append_cost() for _ in range(FIRST_APPENDS)]
            each_us, last_ms = crowd.wake_all()
            if number >= 0:
                lagging.append(with_readers)
                alone.append(without)
                first.append(statistics.median(once))
                woken.append(each_us)
                last.append(last_ms)
    findings.table("append: CPU of the broker, us; no peer", [OURS])
    median = statistics.median
    findings.row("an append nobody reads", [median(alone)])
    findings.row("... that 1,000 sessions lag behind", [median(lagging)])
    findings.row("first append after 1,000 caught up, more than that", [median(first)])
    findings.row("an append wakes 1,000 fetches, each", [median(woken)])
    findings.row("... until the last answer is there, ms", [median(last)])
    findings.judge(
        Bar.of("append with 1,000 lagging sessions / without", ratios(lagging, alone), 1.1)
    )


def _alternating(number: int) -> tuple[int, int]:
    return (0, 1) if number % 2 == 0 else (1, 0)


class _Sessions(contextlib.ExitStack):
    """A broker of its own with sessions over 100 partitions; some go on, some are left alone."""

    def __init__(self, active: int, idle: int, settings: Sequence[str]) -> None:
        super().__init__()
        self.broker = self.enter_context(ours(*settings))
        self.sock = self.enter_context(connect(self.broker))
        make_topics(self.sock, {"t": IDLE_PARTITIONS})
        places = [("t", index) for index in range(IDLE_PARTITIONS)]
        begin, end = dict.fromkeys(places, 0), dict.fromkeys(places, 1)
        everyone = [DrivenSession(self.sock, begin) for _ in range(active + idle)]
        for place in places:
            ask_frame(self.sock, produce_frame(place))
        self._active = everyone[:active]
        send_all(self.sock, (each.moved(end) for each in self._active), active)

        self._frames = empty_fetches(self._active)

    def cost(self, count: int) -> float:
        """CPU of one empty fetch, us; the active sessions take turns on one connection."""
        return cpu_of(self.broker, lambda: send_all(self.sock, self._frames, count)) / count / 1_000


def idles(findings: Findings, rounds: int, settings: Sequence[str]) -> None:
    """What sessions cost each other. Ours alone, in brokers of their own."""
    progress("1,000 sessions, half of them idle")
    names = ["1 session of 100 partitions", "500 in turn", "500 in turn beside 500 idle ones"]
    with contextlib.ExitStack() as stack:
        cases = [
            stack.enter_context(_Sessions(active, idle, settings))
            for active, idle in ((1, 0), (ACTIVE, 0), (ACTIVE, ACTIVE))
        ]
        costs = [
            _sliced([case.cost for case in cases], ACTIVE_FETCHES)
            for _ in range(WARM_ROUNDS + rounds)
        ]
    findings.table("idle: CPU of the broker for an empty fetch, us; no peer", [OURS])
    one, alone, beside = (list(figures) for figures in zip(*costs[WARM_ROUNDS:], strict=True))
    for name, figures in zip(names, (one, alone, beside), strict=True):
        findings.row(name, [statistics.median(figures)])
    findings.judge(
        Bar.of("fetch of 500 beside 500 idle ones / of 1 alone", ratios(beside, one), 1.2)
    )
    findings.judge(
        Bar.of("fetch of 500 beside 500 idle ones / of 500 alone", ratios(beside, alone), 1.2)
    )


def _measured(costs: Costs, name: str, size: int) -> list[float]:
    """Without the rounds of warming up; empty if that broker is missing."""
    return costs.get((name, size), [])[WARM_ROUNDS:]


def _report(findings: Findings, title: str, costs: Costs, sizes: Sequence[int]) -> None:
    names = list(dict.fromkeys(name for name, _ in costs))
    findings.table(title, names)
    for size in sizes:
        label = f"{size:,} partition" + ("s" if size > 1 else "")
        figures = [statistics.median(_measured(costs, name, size)) for name in names]
        findings.row(label, figures)
