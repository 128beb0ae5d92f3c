"""Topics for as long as a load needs them."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterator

from tools.bench.brokers import Contender
from tools.bench.load import connect
from tools.bench.session_load import delete_topics, make_topics

_numbers = itertools.count()


@contextlib.contextmanager
def topic(broker: Contender, partitions: int = 1) -> Iterator[str]:
    """A topic of its own, which is deleted in the end."""
    name = f"bench-{os.getpid()}-{next(_numbers)}"
    with connect(broker) as sock:
        make_topics(sock, {name: partitions})
        try:
            yield name
        finally:
            delete_topics(sock, [name])
