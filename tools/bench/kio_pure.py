"""Decoding against kio 0.5.0, the last release whose decoder is Python.

It cannot be installed beside kio 0.6, so it goes into a folder under `.cache` on first use and is
measured in a process of its own, again beside our codec. Where it cannot be installed, its bar is
named as not judged, with the reason.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tools.bench import peers
from tools.bench.measure import Case, geometric_mean, measure
from tools.bench.report import Findings, print_table

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".cache" / "kio-0.5.0"
MEAN_MIN = 10.0
PEER = "kio 0.5.0"
INSTALL_LIMIT_S = 300
SHORT = 3
"""What the process exits with when the bar is missed; whatever else is not 0 is a failure of it."""


def lacking() -> str | None:
    """Why the release is not there, after trying to install it; None if it is."""
    if (FOLDER / "kio").is_dir():
        return None
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--target", str(FOLDER), "kio==0.5.0"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_LIMIT_S)
    except subprocess.TimeoutExpired:
        return f"pip took more than {INSTALL_LIMIT_S} s"
    said = done.stderr.strip().splitlines() or [f"pip ended with {done.returncode}"]
    return said[-1] if done.returncode else None


def run_rows(findings: Findings) -> None:
    """Print the rows, measured in another process; name the bar if it is missed or not judged."""
    reason = lacking()
    if reason is not None:
        findings.not_judged.append(f"{PEER} ({reason})")
        return
    sys.stdout.flush()
    path = os.pathsep.join([str(FOLDER), str(ROOT)])
    command = [sys.executable, "-m", "tools.bench.kio_pure"]
    code = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, cwd=ROOT).returncode
    if code == SHORT:
        findings.short.append(f"decode, mean against {PEER} < {MEAN_MIN:g}")
    elif code:
        findings.short.append(f"decode against {PEER}: measuring it ended with {code}")


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
    print_table("decode, kio in Python", results, Findings())
    mean = geometric_mean([result.ratios[PEER] for result in results])
    print(f"  decode, geometric mean over {len(results)}: {mean:.2f}x {PEER} (bar {MEAN_MIN:g})")
    return SHORT if mean < MEAN_MIN else 0


if __name__ == "__main__":
    sys.exit(main())
