"""Decoding against kio 0.5.0, the last release whose decoder is Python.

It cannot be installed beside kio 0.6, so it goes into a folder under `.cache` on first use and is
measured in a process of its own, again beside our codec. Where it cannot be installed, one line
says so and the rows are left out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tools.bench import peers
from tools.bench.measure import Case, geometric_mean, measure
from tools.bench.report import print_table

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".cache" / "kio-0.5.0"
MEAN_MIN = 10.0
PEER = "kio 0.5.0"


def installed() -> bool:
    """Whether the release is there, after trying to install it."""
    if (FOLDER / "kio").is_dir():
        return True
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--target", str(FOLDER), "kio==0.5.0"]
    try:
        return subprocess.run(command, capture_output=True, timeout=300).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def run_rows() -> list[str]:
    """Print the rows, measured in another process; name the bar if it is missed."""
    if not installed():
        print(f"\n{PEER}: skipped, it could not be installed")
        return []
    sys.stdout.flush()
    path = os.pathsep.join([str(FOLDER), str(ROOT)])
    command = [sys.executable, "-m", "tools.bench.kio_pure"]
    code = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, cwd=ROOT).returncode
    return [f"decode, mean against {PEER} < {MEAN_MIN:g}"] if code else []


def main() -> int:
    """Measure with the kio that the path leads to, which must be 0.5.0."""
    from tools.bench.codec import Sample, samples

    def case(sample: Sample) -> Case:
        cls = type(sample.message)
        data = sample.message.encode(sample.version)
        decode, encode = peers.kio_codec(cls.__name__, sample.version)
        assert encode(decode(data)) == data
        theirs = {PEER: lambda: decode(data)}
        return Case(
            sample.name, lambda: cls.decode(data, sample.version), theirs, units=sample.units
        )

    results = [measure(case(sample), repetitions=5) for sample in samples()]
    print_table("decode, kio in Python", results, [])
    mean = geometric_mean([result.ratios[PEER] for result in results])
    print(f"  decode, geometric mean over {len(results)}: {mean:.2f}x {PEER} (bar {MEAN_MIN:g})")
    return int(mean < MEAN_MIN)


if __name__ == "__main__":
    sys.exit(main())
