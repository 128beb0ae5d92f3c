"""What a command is given: what is no capture is refused by one line."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed: inputs of a report are not read")

from kafkawire.dump.inputs.captures import NotACapture
from kafkawire.spark.captures.options import CaptureOptionError
from kafkawire.spark.report.inputs import captures_in, look_at, tables_in
from kafkawire.spark.tables.places import Place
from tests.support.dump.captures import make_capture
from tests.support.dump.conversations import conversation
from tests.support.spark.stored_tables import write_input

CAPTURE = make_capture(conversation(Random(1), 3))


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    path = tmp_path / "in" / "a, b [1].pcapng"
    path.parent.mkdir()
    path.write_bytes(CAPTURE)
    return path


def test_captures_are_found_once_each(capture: Path) -> None:
    packed = capture.with_name("c.pcapng.gz")
    packed.write_bytes(gzip.compress(CAPTURE))
    given = [str(capture.parent), str(capture), f"{capture.parent}/*.gz"]
    assert captures_in(given) == [str(capture), str(packed)]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "it is empty"),
        (b"hello", "it begins with 68 65 6c 6c"),
        (b"\x1f\x8b\x08garbage", "the gzip file is damaged"),
        (b"\x28\xb5\x2f\xfdgarbage", "the zstd file is damaged"),
        (gzip.compress(b"hello", mtime=0), "it begins with 68 65 6c 6c"),
    ],
)
def test_a_file_that_is_no_capture_is_named(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "none.pcap"
    path.write_bytes(content)
    with pytest.raises(NotACapture, match=r"none\.pcap") as raised:
        captures_in([str(path)])
    assert told in str(raised.value)


@pytest.mark.parametrize(
    ("name", "told"),
    [("gone.pcap", "no capture .*gone.pcap"), ("", "no capture in"), ("x*", r"no file like .*x\*")],
)
def test_where_no_file_is_that_is_said(tmp_path: Path, name: str, told: str) -> None:
    with pytest.raises(CaptureOptionError, match=told):
        captures_in([str(tmp_path / name)])


def test_tables_are_for_reports_only(tmp_path: Path) -> None:
    place = str(tmp_path / "tables")
    write_input(Place(place), "a")
    found = tables_in([place])
    assert found is not None
    assert found.root == place
    assert look_at([place], str(tmp_path / "out"), takes_tables=True) == []
    with pytest.raises(CaptureOptionError, match="tables already"):
        look_at([place], str(tmp_path / "out"), takes_tables=False)


def test_a_directory_for_the_output_is_made_when_inputs_are_good(
    capture: Path, tmp_path: Path
) -> None:
    out = tmp_path / "x" / "out"
    with pytest.raises(CaptureOptionError):
        look_at([str(tmp_path / "gone.pcap")], str(out), takes_tables=True)
    assert not out.exists()
    assert look_at([str(capture)], str(out), takes_tables=True) == [str(capture)]
    assert out.is_dir()
    with pytest.raises(CaptureOptionError, match=r"--out .*\.pcapng: "):
        look_at([str(capture)], str(capture), takes_tables=True)
