"""Have fifty members join, leave and vanish at random for sixty simulated seconds, many times.

    python -m tools.storm                             # 200 seeds of each protocol
    python -m tools.storm --protocol consumer --seeds 20 --first 1000

In no generation two members may be told to read the same partition, and when the storm is over
the group must come to rest in bounded time, with every partition read. Simulated, so each storm
takes a fraction of a second, and the same seed is the same storm.

Exit code 0 if all storms end well, else 1; each that does not is named with its seed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping

from tests.support.broker.classic_storm import classic_storm
from tests.support.broker.consumer_storm import consumer_storm
from tests.support.broker.storm import MEMBERS, PARTITIONS, STORM_MS, Storm, StormError

SEEDS = 200
PROTOCOLS: Mapping[str, Callable[[int], Storm]] = {
    "classic": classic_storm,
    "consumer": consumer_storm,
}


def main(arguments: list[str] | None = None) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.storm", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--protocol", choices=(*PROTOCOLS, "both"), default="both")
    parser.add_argument("--seeds", type=int, default=SEEDS, help=f"how many ({SEEDS})")
    parser.add_argument("--first", type=int, default=0, help="the first of them (0)")
    options = parser.parse_args(arguments)
    seeds = range(options.first, options.first + options.seeds)
    names = PROTOCOLS if options.protocol == "both" else (options.protocol,)
    return 1 if sum([blow(name, seeds) for name in names]) else 0


def blow(name: str, seeds: range) -> int:
    """Make the storms of one protocol, and say how they ended; the number of bad ends."""
    settled: list[int] = []
    generations = bad = 0
    for seed in seeds:
        storm = PROTOCOLS[name](seed)
        try:
            storm.run()
        except StormError as error:
            bad += 1
            print(f"{name}, seed {seed}: {error}")
            continue
        settled.append(storm.settled_ms)
        generations += max(member.generation for member in storm.members)
        _progress(name, len(settled) + bad, len(seeds))
    settled.sort()
    print(
        f"{name}: {len(seeds)} storms of {MEMBERS} members over {PARTITIONS} partitions for "
        f"{STORM_MS // 1000} s, {generations} generations, never two owners in one; {bad} ended "
        f"badly; at rest after {settled[len(settled) // 2] if settled else 0} ms in the median, "
        f"{settled[-1] if settled else 0} ms at most"
        if not bad
        else f"{name}: {bad} of {len(seeds)} storms ended badly"
    )
    return bad


def _progress(name: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{name}: {done} of {total}" if done < total else "\r\x1b[K")
        sys.stderr.flush()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
