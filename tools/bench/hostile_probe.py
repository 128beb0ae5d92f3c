"""A client that sends a small produce every few milliseconds, and prints how long each took.

    python -m tools.bench.hostile_probe HOST PORT

It runs until its standard input ends, then prints the latencies in seconds as JSON. A produce is
due at a fixed time and its latency counts from then on, also while the one before it is not yet
answered. So a broker that stands still for a second delays not one produce, but all that were due
in that second.
"""

from __future__ import annotations

import json
import select
import sys
import time

from tools.bench import load
from tools.bench.brokers import Contender

INTERVAL_S = 0.02


def main(host: str, port: int) -> None:
    latencies: list[float] = []
    with load.connect(Contender("probed", host, port, 0)) as sock:
        frame = load.produces(sock)()
        load.ask_frame(sock, frame)
        print("ready", flush=True)
        due = time.perf_counter()
        while not select.select([sys.stdin], [], [], max(0.0, due - time.perf_counter()))[0]:
            load.ask_frame(sock, frame)
            latencies.append(time.perf_counter() - due)
            due += INTERVAL_S
    print(json.dumps(latencies))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
