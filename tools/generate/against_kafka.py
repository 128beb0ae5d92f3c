"""`python -m tools.generate.against_kafka [--version V] [--seeds N]`: the last word on bytes.

Random messages of every kind and version are passed through the classes that Apache Kafka itself
generated from its declarations: it must read our bytes to their end and write the same. Needs Java
17 and Maven, which fetches the release's jars once. What a release does not have is only listed.

Known differences: 3.9.2 has early, unstable shapes of ReadShareGroupStateSummaryResponse and
ShareGroupMetadataValue.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from compat.oracle.node import OracleUnavailable, class_path
from tests.support.requests.strategies import SPECS, draw, versions

COMPARISON = Path(__file__).with_name("AgainstKafka.java")
SEEDS = 10


def lines(seeds: int) -> str:
    """Messages as "Name version hex", one a line."""
    return "".join(
        f"{spec.name} {version} {draw(spec, version, seed).encode(version).hex()}\n"
        for spec in SPECS.values()
        for version in versions(spec)
        for seed in range(seeds)
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.generate.against_kafka")
    parser.add_argument("--version", default="4.4.0", help="the release of Apache Kafka")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="messages of each version")
    options = parser.parse_args(arguments)
    try:
        command = ["java", "-cp", class_path(options.version), str(COMPARISON)]
    except OracleUnavailable as missing:
        print(f"skipped: {missing}")
        return 0
    return subprocess.run(command, input=lines(options.seeds), text=True).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
