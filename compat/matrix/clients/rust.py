"""Rust: cargo builds a copy of a program's sources, so that its lock stays out of the tree."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from compat.matrix.clients.base import (
    BUILD_SECONDS_MAX,
    PROGRAMS,
    MatrixClient,
    Unavailable,
    build_step,
    needs,
)


def _build(program: str, tools: tuple[str, ...], home: Path) -> Sequence[str]:
    needs("cargo", *tools)
    folder = home / "program"
    shutil.copytree(PROGRAMS / program, folder, ignore=shutil.ignore_patterns("target"))
    done = subprocess.run(
        ["cargo", "fetch"],
        cwd=folder,
        env=os.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS_MAX,
        check=False,
    )
    if done.returncode != 0:
        raise Unavailable(f"cargo cannot get what it needs: {done.stderr.strip()[-300:]}")
    target = home / "target"
    build_step(["cargo", "build", "--quiet"], folder, CARGO_TARGET_DIR=str(target))
    name = f"matrix-{program}"
    shutil.move(target / "debug" / name, home / name)
    shutil.rmtree(target)
    return [str(home / name)]


def _rust(program: str, *tools: str) -> MatrixClient:
    return MatrixClient(
        name=program, program=program, build=functools.partial(_build, program, tools)
    )


CLIENTS = (_rust("rskafka"), _rust("rdkafka", "cc", "make"))
"""rdkafka brings librdkafka as C, and builds it."""
