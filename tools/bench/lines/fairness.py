"""A quiet connection beside two that pipeline without pause."""

from __future__ import annotations

import contextlib
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from tools.bench import load
from tools.bench.brokers import ROOT, Contender
from tools.bench.lines.line import Figure, Line, Measure, Size
from tools.bench.load import Channel, connect
from tools.bench.session_load import answer
from tools.programs import printed, running

ROUND_TRIPS = 150
UNDER_WAY = 256
PAUSE_SECONDS = 0.002
LOUD = 2
FOR_EVER = 1 << 60
BEGUN = "begun"


def lines() -> list[Line]:
    """The one."""
    figures = (
        Figure("round trip, p50", "ms", 10, "5 ms", against=""),
        Figure("round trip, p99", "ms"),
    )
    return [Line("fairness", figures, _prepare)]


@contextlib.contextmanager
def _prepare(broker: Contender, size: Size) -> Iterator[Measure]:
    load.make_topic(broker)
    count = size.of(ROUND_TRIPS, 20)
    with connect(broker) as sock:
        following = load.empty_fetches(sock)

        def work() -> Sequence[float]:
            times = []
            with contextlib.ExitStack() as stack:
                for _ in range(LOUD):
                    stack.enter_context(_loud(broker))
                for _ in range(count):
                    started = time.perf_counter()
                    sock.sendall(following())
                    answer(sock)
                    times.append(time.perf_counter() - started)
                    time.sleep(PAUSE_SECONDS)
            p99 = statistics.quantiles(times, n=100)[98]
            return statistics.median(times) * 1_000, p99 * 1_000

        yield work


@contextlib.contextmanager
def _loud(broker: Contender) -> Iterator[None]:
    """A process that pipelines; it has begun when this returns."""
    command = [sys.executable, "-m", "tools.bench.lines.fairness", broker.host, str(broker.port)]
    with running(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        printed(process.stdout, BEGUN)
        yield


def pipeline(host: str, port: int) -> None:
    """Ask without pause, many requests under way, until the process is ended."""
    with connect(Contender("loud", host, port, 0)) as sock:
        channel = Channel(sock, load.empty_fetches(sock), FOR_EVER)
        channel.begin(UNDER_WAY)
        print(BEGUN, flush=True)
        while channel.advance():
            pass


if __name__ == "__main__":
    pipeline(sys.argv[1], int(sys.argv[2]))
