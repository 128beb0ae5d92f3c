"""`wire-dump log`, as a person and a program meet it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.commands.log import EXAMPLES
from kafkawire.records.builder import encode_batch
from tests.support.dump.started import started
from tests.support.log.batches import make_batch
from tests.support.log.segments import placed, write_segment
from tools.programs import wire_dump

LOG = f"{0:020}.log"


def test_a_sound_directory_has_no_problems(
    kafka_directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", str(kafka_directory)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{kafka_directory}\n.kafka_cleanshutdown  stopped cleanly, ")
    assert shown.endswith(
        "\n\n9 partitions, 10 segments, 274 batches, 1,404 records, 60,919 bytes, no problems\n"
    )


def test_what_is_wrong_is_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_segment(tmp_path, placed([make_batch()]))
    (tmp_path / LOG).write_bytes(make_batch() + b"torn")

    assert main(["log", "--brief", str(tmp_path)]) == 1
    shown = capsys.readouterr().out
    assert "!! 00000000000000000000.log: byte 70: torn: 4 bytes are left" in shown
    assert shown.endswith("1 problem\n")


def test_json_is_one_object_on_each_line(
    kafka_directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", "--json", "-r", str(kafka_directory)]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert all("kind" in found for found in objects)
    assert objects[0] == {"kind": "dataDirectory", "path": str(kafka_directory)}
    assert objects[-1]["kind"] == "total"
    topics = [
        found["value"]["name"] for found in objects if found.get("valueType") == "TopicRecord"
    ]
    assert "tx" in topics


def test_several_paths_are_shown_one_after_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a-0", "b-0"):
        write_segment(tmp_path / name, placed([make_batch()]))
    assert main(["log", str(tmp_path / "b-0"), str(tmp_path / "a-0")]) == 0
    shown = capsys.readouterr().out
    assert shown.index("b-0") < shown.index("a-0")
    assert "2 partitions, 2 segments, 2 batches" in shown


@pytest.mark.parametrize("name", ["missing", "notes.txt", "."])
def test_what_cannot_be_read_is_said_in_one_line(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_bytes(b"")
    assert main(["log", str(tmp_path / name)]) == 2

    captured = capsys.readouterr()
    assert captured.err.startswith("wire-dump: ")
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_colour_is_asked_for_or_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_segment(tmp_path, placed([make_batch()]))
    main(["log", str(tmp_path)])
    assert "\033" not in capsys.readouterr().out
    main(["log", "--color", "always", str(tmp_path)])
    assert "\033" in capsys.readouterr().out


def test_records_of_a_copied_segment_are_read_as_a_topics(
    kafka_directory: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / LOG
    copy.write_bytes((kafka_directory / "__transaction_state-9" / LOG).read_bytes())
    main(["log", "-r", str(copy)])
    assert "TransactionLogKey" not in capsys.readouterr().out
    main(["log", "-r", "--topic", "__transaction_state", str(copy)])
    assert "TransactionLogKey v0  transactionalId: 'open-tx'" in capsys.readouterr().out


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["log", "--help"])
    assert ended.value.code == 0
    assert EXAMPLES in capsys.readouterr().out


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A segment whose lines fill any pipe."""
    path = tmp_path / LOG
    path.write_bytes(b"".join(placed([make_batch()] * 20_000)))
    return path


@pytest.mark.process
def test_who_has_seen_enough_may_leave(many: Path) -> None:
    process = started("log", str(many))
    assert process.stdout is not None
    assert process.stdout.readline()
    process.stdout.close()
    assert process.wait() == 0
    assert process.stderr is not None
    with process.stderr as errors:
        assert errors.read() == b""


@pytest.mark.process
@pytest.mark.skipif(
    os.name == "nt",
    reason="Windows has no SIGINT for a child: the end of wire-dump log is not tried",
)
def test_an_interrupt_ends_it_quietly(many: Path) -> None:
    process = started("log", str(many))
    assert process.stdout is not None
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert (process.returncode, errors) == (130, b"")


@pytest.mark.process
def test_what_a_terminal_cannot_show_is_escaped(tmp_path: Path) -> None:
    (tmp_path / LOG).write_bytes(bytes(encode_batch([(0, b"k", "\u00e9".encode(), [])])))
    command = wire_dump("log", "-r", str(tmp_path / LOG))
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    found = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert b"value '\\xe9'" in found.stdout
