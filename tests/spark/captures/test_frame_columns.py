"""The table of frames by columns, against the rows that define it."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.model import Sink
from kafkawire.dump.pipeline import Pipeline
from kafkawire.spark.captures import frame_columns
from kafkawire.spark.captures.frame_columns import FrameSink
from kafkawire.spark.tables.sink import Collected, TableSink
from tests.support.dump.strange_captures import strange_pcap


@pytest.mark.parametrize("seed", range(8))
def test_columns_are_those_of_the_rows(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame_columns, "ROWS_MAX", 50)
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(seed))
    rows, batches = Collected(), list[pa.RecordBatch]()
    sinks: list[Sink] = [TableSink(rows.write, ("frames",)), FrameSink(batches.append)]
    pipeline = Pipeline(Engine(), None, None, sinks)
    pipeline.run(read_capture(str(path)))
    pipeline.close()

    expected = rows.table("frames")
    assert expected.num_rows
    assert pa.Table.from_batches(batches, expected.schema).equals(expected)
