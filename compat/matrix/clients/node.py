"""Node: npm installs what a program's manifest names beside a copy of its sources."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Sequence
from pathlib import Path

from compat.matrix.clients.base import PROGRAMS, MatrixClient, download_step, needs

INSTALL = ("npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")


def _build(program: str, home: Path) -> Sequence[str]:
    needs("node", "npm")
    folder = home / "program"
    shutil.copytree(PROGRAMS / program, folder, ignore=shutil.ignore_patterns("node_modules"))
    download_step(INSTALL, folder, "npm cannot install it")
    return ["node", str(folder / "main.js")]


CLIENTS = (
    MatrixClient(
        name="kafkajs", program="kafkajs", build=functools.partial(_build, "kafkajs"), fast=True
    ),
)
