"""Go: one module for all of its clients, a command for each; the scenarios are shared."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from compat.matrix.clients.base import (
    PROGRAMS,
    MatrixClient,
    build_step,
    download_step,
    needs,
)

FOLDER = PROGRAMS / "go"


def _build(command: str, home: Path) -> Sequence[str]:
    needs("go")
    download_step(["go", "mod", "download"], FOLDER, "Go cannot get its modules")
    program = str(home / command)
    build_step(["go", "build", "-o", program, f"./cmd/{command}"], FOLDER)
    return [program]


def _go(name: str, command: str, *, fast: bool = False) -> MatrixClient:
    build = functools.partial(_build, command)
    return MatrixClient(name=name, program="go", build=build, fast=fast)


CLIENTS = (
    _go("franz-go", "franzgo"),
    _go("sarama", "sarama", fast=True),
    _go("kafka-go", "kafkago"),
)
