"""How far a long read is."""

from __future__ import annotations

import io
from pathlib import Path

from kafkawire.dump.commands.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_how_far_it_is_and_then_nothing(tmp_path: Path) -> None:
    path = tmp_path / "big"
    path.write_bytes(bytes(4_000_000))
    errors, now = Terminal(), [0.0]
    progress = Progress([str(path)], errors, io.StringIO(), clock=lambda: now[0])
    for now[0], size in ((0.5, 500_000), (1.5, 1_000_000), (1.6, 1_500_000), (2.5, 3_000_000)):
        progress.at(size)
    shown = [line.split()[0] for line in errors.getvalue().split("\r") if line.strip()]
    assert shown == ["25%", "75%"]
    progress.done()
    assert errors.getvalue().endswith("\r")


def test_what_is_no_terminal_sees_nothing(tmp_path: Path) -> None:
    for errors, out in ((io.StringIO(), io.StringIO()), (Terminal(), Terminal())):
        progress = Progress(["-", str(tmp_path / "none")], errors, out, clock=lambda: 99.0)
        progress.at(1)
        progress.done()
        assert errors.getvalue() == ""


def test_of_a_pipe_only_the_amount_is_known() -> None:
    errors, now = Terminal(), [0.0]
    progress = Progress(["-"], errors, io.StringIO(), clock=lambda: now[0])
    now[0] = 5.0
    progress.at(7_000_000)
    assert errors.getvalue().split() == ["7", "MB", "-"]
