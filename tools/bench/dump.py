"""wire-dump beside tshark on one capture, its memory, and what its proxy costs.

    python -m tools.bench dump [--check] [--quick]

capture   100 MB of mixed traffic (`dump_traffic`), read by both in turns: JSON, and a line for each
          message or pair; CPU time of the whole process, output thrown away. tshark is the one
          that is installed; without it, a line says so and those bars are not judged. It prints
          the records inside batches too; ours does so if asked (`-r`), which has a row of its own.
memory    the most that ours holds of a capture of 10 MB and of one of 1 GB, made while it is read.
proxy     before our own broker, each a process of its own: a small request at a time, and produce
          and fetch of batches of 1 MiB, directly and through the proxy in turns, with all of it
          looked at and printed (thrown away).

`--quick` takes a third of the capture and a tenth of the rest. The capture is kept in the system's
directory for such things.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tools.bench import dump_proxy, dump_traffic
from tools.bench.report import Bar, Findings, progress, ratios

CAPTURE_BYTES, QUICK_BYTES = 100_000_000, 30_000_000
SMALL_BYTES, LARGE_BYTES = 10_000_000, 1_000_000_000
ROUNDS = 3
JSON_AT_MOST = 0.25
"""Of tshark's time: four times its messages per second."""
SUMMARY_AT_MOST = 1.0
MEMORY_AT_MOST = 1.15
"""Of what a hundredth of the capture takes."""
FINE = (0, 1)
"""Exit codes of who has read all there is; 1 if something makes no sense to it."""
ROOT = Path(__file__).resolve().parents[2]


def run(check: bool, arguments: Sequence[str] = ()) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench dump")
    parser.add_argument("--check", action="store_true", help="fail if a bar falls short")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    options = parser.parse_args(arguments)
    part = 10 if options.quick else 1
    findings = Findings()
    _read(findings, QUICK_BYTES if options.quick else CAPTURE_BYTES, ROUNDS)
    _memory(findings, LARGE_BYTES // part)
    dump_proxy.measure(findings, part)
    return findings.conclude(check or options.check)


def _read(findings: Findings, size_bytes: int, rounds: int) -> None:
    path, messages = capture(size_bytes)
    ours = {
        "JSON": _ours("read", "--json", str(path)),
        "summary": _ours("read", str(path)),
        "JSON with records": _ours("read", "--json", "-r", str(path)),
    }
    tshark = shutil.which("tshark")
    if tshark is None:
        print("tshark is not installed (Debian: apt install tshark): nothing to compare with")
    theirs = {"JSON": [tshark, "-n", "-T", "json"], "summary": [tshark, "-n"]} if tshark else {}
    times: dict[tuple[str, str], list[float]] = {}
    # Once before it counts: Python compiles, and the file comes into memory.
    seconds(ours["summary"])
    for _ in range(rounds):
        for name, command in ours.items():
            times.setdefault((name, "ours"), []).append(seconds(command))
        for name, words in theirs.items():
            command = [str(word) for word in (*words, "-r", path)]
            times.setdefault((name, "tshark"), []).append(seconds(command))
    heads = ["ours", _version(tshark) if tshark else "tshark", "ratio of times"]
    findings.table(f"messages per second of CPU, {messages:,} in {size_bytes / 1e6:g} MB", heads)
    for name in ours:
        mine, their = times[name, "ours"], times.get((name, "tshark"), [])
        ratio = ratios(mine, their)
        cells = [messages / median(mine), messages / median(their) if their else None]
        findings.row(name, [*cells, median(ratio) if ratio else None])
        if name in theirs or not theirs:
            at_most = JSON_AT_MOST if name == "JSON" else SUMMARY_AT_MOST
            if name != "JSON with records":
                findings.judge(Bar.of(f"{name}, time of ours / tshark's", ratio, at_most))


def capture(size_bytes: int) -> tuple[Path, int]:
    """A capture of that size, made unless it is there, and how many messages it has."""
    home = Path(tempfile.gettempdir()) / "kafkawire-bench"
    home.mkdir(exist_ok=True)
    source = Path(dump_traffic.__file__).read_bytes()
    stamp = f"{hash_of(source)}-{size_bytes}"
    path, count = home / f"dump-{stamp}.pcapng", home / f"dump-{stamp}.messages"
    if not (path.exists() and count.exists()):
        progress(f"making a capture of {size_bytes / 1e6:g} MB")
        with open(path, "wb") as file:
            count.write_text(str(dump_traffic.write_capture(file, size_bytes)))
    return path, int(count.read_text())


def hash_of(data: bytes) -> str:
    """A short name for content."""
    from zlib import crc32

    return f"{crc32(data):08x}"


def seconds(command: Sequence[str]) -> float:
    """The CPU time that a command takes, from its start, whose output nobody wants."""
    process = subprocess.Popen(
        command, cwd=ROOT, env=as_installed(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in FINE, f"{command} ended with {process.returncode}"
    return usage.ru_utime + usage.ru_stime


def as_installed() -> dict[str, str]:
    """The environment, in which Python keeps what it has compiled, as installed programs do."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _ours(*arguments: str) -> list[str]:
    return [str(Path(sys.executable).with_name("wire-dump")), *arguments]


def _version(tshark: str) -> str:
    said = subprocess.run([tshark, "--version"], capture_output=True, text=True, check=False)
    words = said.stdout.split()
    return f"tshark {words[2]}" if len(words) > 2 else "tshark"


def _memory(findings: Findings, large_bytes: int) -> None:
    sizes = (SMALL_BYTES, large_bytes)
    found = {size: peak_bytes(size) for size in sizes}
    heads = [f"{size / 1e6:g} MB" for size in sizes]
    findings.table("the most memory held, MB, of a capture that is", heads)
    findings.row("lines", [found[size] / 1e6 for size in sizes])
    ratio = found[large_bytes] / found[SMALL_BYTES]
    name = f"memory of {heads[1]} / of {heads[0]}"
    findings.judge(Bar.of(name, [ratio], MEMORY_AT_MOST))


def peak_bytes(size_bytes: int) -> int:
    """The most memory that ours holds while it reads a capture that is made at the same time."""
    progress(f"reading {size_bytes / 1e6:g} MB as they are made")
    making = [sys.executable, "-m", "tools.bench.dump_traffic", str(size_bytes)]
    maker = subprocess.Popen(making, cwd=ROOT, stdout=subprocess.PIPE)
    reader = subprocess.Popen(
        _ours("read", "-"),
        cwd=ROOT,
        stdin=maker.stdout,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert maker.stdout is not None
    maker.stdout.close()
    _, status, usage = os.wait4(reader.pid, 0)
    reader.returncode = os.waitstatus_to_exitcode(status)
    assert maker.wait() == 0, "the capture could not be made"
    assert reader.returncode in FINE, f"reading it ended with {reader.returncode}"
    return usage.ru_maxrss * 1024


if __name__ == "__main__":
    sys.exit(run(False, sys.argv[1:]))
