"""Small requests: one record of 100 bytes, and fetches of which nothing comes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from tools.bench import load
from tools.bench.brokers import Contender
from tools.bench.lines.line import Figure, Line, Measure, Prepare, Size
from tools.bench.load import Shape

STRETCHES = {
    ("small produce", "1 x 32"): "0.2x",
    ("small produce", "16 x 32"): "0.5x",
    ("small produce", "64 x 1"): "0.6x",
    ("empty incremental fetch", "1 x 32"): "0.25x",
    ("empty incremental fetch", "16 x 32"): "0.3x",
    ("empty incremental fetch", "64 x 1"): "0.5x",
}


def lines() -> list[Line]:
    """Those of the benchmark `requests`."""
    from tools.bench.requests import LINES

    found = []
    for line in LINES:
        shape = str(line.shape)
        figure = Figure("CPU a request", "us", line.bar, STRETCHES[line.name, shape])
        short = line.name.replace("incremental ", "").replace(" ", "-")
        name = f"{short}-{shape.replace(' ', '')}"
        found.append(Line(name, (figure,), _prepare(line.shape, line.requests_of)))
    return found


def _prepare(shape: Shape, requests_of: load.RequestsOf) -> Prepare:
    @contextlib.contextmanager
    def prepare(broker: Contender, size: Size) -> Iterator[Measure]:
        load.make_topic(broker)
        part = shape._replace(requests=size.of(shape.requests, shape.connections * 8))
        yield lambda: (load.run(broker, part, requests_of) / 1_000,)

    return prepare
