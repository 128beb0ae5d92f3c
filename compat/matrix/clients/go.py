"""Go: one module for all of its clients, a command for each; the scenarios are shared."""

from __future__ import annotations

import functools
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

FOLDER = PROGRAMS / "go"


def _build(command: str, home: Path) -> Sequence[str]:
    needs("go")
    done = subprocess.run(
        ["go", "mod", "download"],
        cwd=FOLDER,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS_MAX,
        check=False,
    )
    if done.returncode != 0:
        raise Unavailable(f"Go cannot get its modules: {done.stderr.strip()[-300:]}")
    program = str(home / command)
    build_step(["go", "build", "-o", program, f"./cmd/{command}"], FOLDER)
    return [program]


def _go(name: str, command: str) -> MatrixClient:
    return MatrixClient(name=name, program="go", build=functools.partial(_build, command))


CLIENTS = (_go("franz-go", "franzgo"), _go("sarama", "sarama"), _go("kafka-go", "kafkago"))
