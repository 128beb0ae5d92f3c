"""Which outputs there are for which options."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from kafkawire.dump.model import ConnectionOpened
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.sinks import make_sinks
from tests.support.dump.exchanges import connection


def shown(options: OutputOptions) -> str:
    out = StringIO()
    for sink in make_sinks(options, out):
        sink.event(ConnectionOpened(connection()))
        sink.close()
    return out.getvalue()


def test_lines_are_for_people_unless_asked_otherwise() -> None:
    assert "#1 opened" in shown(OutputOptions())
    assert shown(OutputOptions(json=True)).startswith('{"kind":"opened"')
    assert "\033[" in shown(OutputOptions(color="always", verbosity=4))
    assert shown(OutputOptions(quiet=True)) == ""


def test_files_come_beside_the_lines(tmp_path: Path) -> None:
    path = tmp_path / "out.pcapng"

    assert "#1 opened" in shown(OutputOptions(write=str(path)))
    assert path.exists()
