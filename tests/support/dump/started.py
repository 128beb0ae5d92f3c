"""`wire-dump` in a process of its own, with bytes on all its pipes."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

from tools.programs import wire_dump


def started(*arguments: str, prepare: Callable[[], None] | None = None) -> subprocess.Popen[bytes]:
    """Start the command; the process calls `prepare` before that. The caller waits for its end."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        wire_dump(*arguments), stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=prepare
    )
