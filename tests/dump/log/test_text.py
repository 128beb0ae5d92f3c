"""Items as lines, with their indentation."""

from __future__ import annotations

from pathlib import Path

from kafkawire.dump.log.items import Item, problem
from kafkawire.dump.log.text import TextLines
from tests.support.log.batches import make_batch
from tests.support.log.segments import items_of, placed, write_segment


def lines_of(items: list[Item], *, colour: bool = False, brief: bool = False) -> list[str]:
    text = TextLines(colour=colour, brief=brief)
    return [line for item in items for line in text.lines(item)]


def data_directory(path: Path) -> Path:
    write_segment(path / "a-0", placed([make_batch()]))
    write_segment(path / "b-0", placed([make_batch()]))
    write_segment(path / "b-1", [])
    log = path / "b-0" / f"{0:020}.log"
    log.write_bytes(log.read_bytes() + b"torn")
    (path / "meta.properties").write_bytes(b"version=1\nnode.id=4\ncluster.id=c\n")
    return path


def test_files_stand_below_their_directory(tmp_path: Path) -> None:
    """A torn tail is marked where it is."""
    lines = lines_of(items_of(data_directory(tmp_path)))

    head = "             0  0               1 record              70 bytes  2023-11-14 22:13:20.000"
    assert lines == [
        str(tmp_path),
        "meta.properties  node 4, cluster c, version 1",
        "",
        "a-0",
        "  00000000000000000000.log  70 bytes",
        f"{head}  epoch 0",
        "  00000000000000000000.index  no entries",
        "  00000000000000000000.timeindex  1 entry",
        "  offsets 0, 1 segment, 1 batch, 1 record, 70 bytes",
        "",
        "b-0",
        "  00000000000000000000.log  74 bytes",
        f"{head}  epoch 0",
        "    !! byte 70: torn: 4 bytes are left, too few for the head of a batch",
        "  00000000000000000000.index  no entries",
        "  00000000000000000000.timeindex  1 entry",
        "  offsets 0, 1 segment, 1 batch, 1 record, 74 bytes",
        "",
        "b: 1 empty partition (1)",
    ]


def test_in_brief_a_partition_is_a_line(tmp_path: Path) -> None:
    lines = lines_of(items_of(data_directory(tmp_path), batches=False), brief=True)
    assert lines == [
        str(tmp_path),
        "meta.properties  node 4, cluster c, version 1",
        "",
        "a-0  offsets 0, 1 segment, 1 batch, 1 record, 70 bytes",
        "  !! b-0/00000000000000000000.log: byte 70: torn: 4 bytes are left, too few for the head"
        " of a batch",
        "b-0  offsets 0, 1 segment, 1 batch, 1 record, 74 bytes",
        "",
        "b: 1 empty partition (1)",
    ]


def test_what_is_wrong_with_another_file_names_it(tmp_path: Path) -> None:
    items = [
        Item("partition", {"directory": "a-0"}),
        problem("a-0/x", "wrong"),
        problem("y", "bad"),
    ]
    assert lines_of(items) == ["a-0", "    !! x: wrong", "    !! y: bad"]


def test_colour_is_of_names_and_problems_only(tmp_path: Path) -> None:
    items = items_of(data_directory(tmp_path))
    plain, coloured = lines_of(items), lines_of(items, colour=True)

    assert not any("\033" in line for line in plain)
    changed = [line for line, other in zip(coloured, plain, strict=True) if line != other]
    assert len(changed) == 11
    (red,) = (line for line in coloured if "\033[31m" in line)
    assert "torn" in red


def test_names_tell_a_terminal_nothing(tmp_path: Path) -> None:
    write_segment(tmp_path / "a\x1b-0", placed([make_batch()]))
    for brief in (False, True):
        lines = lines_of(items_of(tmp_path), colour=False, brief=brief)
        assert not any("\x1b" in line for line in lines)
