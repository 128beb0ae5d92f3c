"""Rust: cargo builds a copy of a program's sources, so that its lock stays out of the tree."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Sequence
from pathlib import Path

from compat.matrix.clients.base import (
    PROGRAMS,
    MatrixClient,
    build_step,
    download_step,
    needs,
)


def _build(program: str, tools: tuple[str, ...], home: Path) -> Sequence[str]:
    needs("cargo", *tools)
    folder = home / "program"
    shutil.copytree(PROGRAMS / program, folder, ignore=shutil.ignore_patterns("target"))
    download_step(["cargo", "fetch"], folder, "cargo cannot get what it needs")
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
