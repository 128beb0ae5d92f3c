"""kcat: a command of the operating system, driven by a script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from compat.matrix.clients.base import PROGRAMS, MatrixClient, needs

PROGRAM = "kcat"


def _build(home: Path) -> Sequence[str]:
    del home
    needs("kcat", "bash", "awk", "sed", "paste")
    return ["bash", str(PROGRAMS / PROGRAM / "main.sh")]


CLIENTS = (MatrixClient(name="kcat", program=PROGRAM, build=_build, fast=True),)
