"""How a client of the matrix is named, built once, and started.

A build is kept under `.cache/matrix/CLIENT` with the digest of its sources; nothing is built twice,
and several runs at once wait for each other. A toolchain or a registry that is not there is
`Unavailable`, which skips the client's cells; sources that do not compile fail them.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support.suite.missing import not_installed

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = Path(__file__).resolve().parents[1] / "programs"
CACHE = ROOT / ".cache" / "matrix"
BUILD_SECONDS_MAX = 900.0


_FAILED: dict[str, Unavailable | BuildFailed] = {}
"""The builds that this process has tried in vain, and does not try again."""


class Unavailable(Exception):
    """A program or package that the client needs is missing; the message names it."""


class BuildFailed(Exception):
    """The program's sources do not compile."""


class MatrixClient(NamedTuple):
    """One row of the table.

    `build` puts what it makes into a folder and returns the command that starts the program;
    it raises Unavailable or BuildFailed. `kafka_max` is the last Kafka that the client speaks to.
    A client of `only` has those scenarios and no others (an application, not a library).
    """

    name: str
    program: str
    build: Callable[[Path], Sequence[str]]
    fast: bool = False
    kafka_max: str | None = None
    only: tuple[str, ...] = ()

    @property
    def sources(self) -> Path:
        return PROGRAMS / self.program


def command_of(client: MatrixClient) -> list[str]:
    """The command that starts a client's program, built now unless that was done.

    Raises Unavailable, BuildFailed.
    """
    home = CACHE / client.name
    with _locked(client.name):
        digest = _digest(client)
        known = home / "built.json"
        if known.exists():
            built = json.loads(known.read_text())
            if built["digest"] == digest and is_whole(built["command"]):
                return list(built["command"])
        if client.name in _FAILED:
            raise _FAILED[client.name]
        sys.stderr.write(f"building {client.name}\n")
        try:
            with _emptied(home):
                command = list(client.build(home))
        except (Unavailable, BuildFailed) as failed:
            _FAILED[client.name] = failed
            raise
        known.write_text(json.dumps({"digest": digest, "command": command}))
        return command


@contextmanager
def _emptied(home: Path) -> Iterator[None]:
    """An empty folder to build in; what it had is back if the build is Unavailable.

    So a run without some toolchain in its path costs nobody a build that is there.
    """
    former = home.with_name(home.name + ".former")
    shutil.rmtree(former, ignore_errors=True)
    if home.exists():
        home.rename(former)
    home.mkdir(parents=True)
    try:
        yield
    except Unavailable:
        shutil.rmtree(home)
        if former.exists():
            former.rename(home)
        raise
    shutil.rmtree(former, ignore_errors=True)


def is_whole(command: Sequence[str]) -> bool:
    """Whether the program of a command and all files that it names are still there."""
    named = [path for word in command for path in word.split(os.pathsep)]
    missing = [path for path in named if path.startswith(os.sep) and not os.path.exists(path)]
    return not missing and shutil.which(command[0]) is not None


def needs(*programs: str) -> None:
    """Raise Unavailable unless all these programs are installed."""
    for program in programs:
        if shutil.which(program) is None:
            raise Unavailable(not_installed(program))


def build_step(command: Sequence[str], folder: Path, **environment: str) -> None:
    """One command of a build. Raises BuildFailed with the end of what it printed."""
    done = _run(command, folder, environment)
    if done.returncode != 0:
        raise BuildFailed(f"{' '.join(command[:3])}: {(done.stdout + done.stderr)[-2000:]}")


def download_step(command: Sequence[str], folder: Path, failure: str) -> None:
    """A command that needs a registry. Raises Unavailable with `failure` and what it printed."""
    done = _run(command, folder, {})
    if done.returncode != 0:
        raise Unavailable(f"{failure}: {done.stderr.strip()[-300:]}")


def _run(
    command: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS_MAX,
        check=False,
    )


@contextmanager
def _locked(name: str) -> Iterator[None]:
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _digest(client: MatrixClient) -> str:
    """Of the sources, and of the module that says how they are built."""
    found = (path for path in client.sources.rglob("*") if path.is_file())
    files = sorted(path for path in found if path.parent.name != "__pycache__")
    function = getattr(client.build, "func", client.build)
    files.append(Path(str(sys.modules[function.__module__].__file__)))
    state = hashlib.sha256(client.name.encode())
    for path in files:
        state.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return state.hexdigest()
