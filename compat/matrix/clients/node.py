"""Node: npm installs what a program's manifest names beside a copy of its sources."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from compat.matrix.clients.base import BUILD_SECONDS_MAX, PROGRAMS, MatrixClient, Unavailable, needs

INSTALL = ("npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")


def _build(program: str, home: Path) -> Sequence[str]:
    needs("node", "npm")
    folder = home / "program"
    shutil.copytree(PROGRAMS / program, folder, ignore=shutil.ignore_patterns("node_modules"))
    done = subprocess.run(
        INSTALL,
        cwd=folder,
        env=os.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS_MAX,
        check=False,
    )
    if done.returncode != 0:
        raise Unavailable(f"npm cannot install it: {done.stderr.strip()[-300:]}")
    return ["node", str(folder / "main.js")]


CLIENTS = (
    MatrixClient(name="kafkajs", program="kafkajs", build=functools.partial(_build, "kafkajs")),
)
