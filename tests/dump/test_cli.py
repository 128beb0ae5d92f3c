"""The `wire-dump` command, as far as all its commands share it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from kafkawire.dump.cli import main, names_for
from kafkawire.dump.commands import NAMES
from tests.support.dump.captures import make_capture
from tests.support.dump.conversations import conversation
from tools.programs import wire_dump


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert [name for name in NAMES if f"\n    {name} " not in shown] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main([name, "--help"]))
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: wire-dump {name} ")


def test_an_unknown_command_is_refused_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["reed"])
    assert ended.value.code == 2
    assert "'read'" in capsys.readouterr().err


def test_a_named_command_is_the_only_one_whose_grammar_is_made() -> None:
    assert names_for(["log", "read"]) == ["log"]
    assert names_for(["--help"]) == NAMES
    assert names_for([]) == NAMES


@pytest.mark.process
def test_the_grammar_alone_loads_nothing_that_decodes() -> None:
    """`wire-dump --help` is quick since what commands work with is imported when they run."""
    program = (
        "import sys, kafkawire.dump.cli as cli; cli.parser(cli.names_for([])); "
        "print(*sorted(sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    loaded = set(found.stdout.decode().split())
    unwanted = {"trio", "starlette", "pyarrow", "dpkt", "fastavro", "kafkawire.protocol.registry"}
    assert loaded & unwanted == set()
    assert not any(name.startswith("kafkawire.dump.engine") for name in loaded)


@pytest.mark.process
@pytest.mark.parametrize("name", ["filter", "detectors", "schema", "diff", "stats"])
def test_a_full_disk_is_said_in_a_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "traffic.pcap"
    path.write_bytes(make_capture(conversation(Random(4), 3)))
    files = {"diff": [path, path], "stats": [path]}.get(name, [])
    command = wire_dump(name, *map(str, files))
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.splitlines() == [ended.stderr.strip()]
    assert ended.stderr.endswith(": No space left on device\n")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["stats", "x", "--nope"], "wire-dump stats: unrecognized arguments: --nope"),
        (["stats", "x", "--top", "-3"], "argument --top: '-3' is not a whole number above 0"),
        (["read"], "wire-dump read: the following arguments are required: FILE"),
        (["replay", "x", "--to"], "wire-dump replay: argument --to: expected one argument"),
    ],
)
def test_a_wrong_command_line_is_complained_of_in_two_lines(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert ended.value.code == 2
    first, second = capsys.readouterr().err.splitlines()
    assert said in first
    assert second == f"wire-dump {given[0]} --help shows what there is"
