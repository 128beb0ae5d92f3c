"""The format's reader, called as Spark would call it: in tasks there is only what was sent."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

pytest.importorskip(
    "pyspark", reason="pyspark is not installed: the package for Spark is not tested"
)

from pyspark.sql.datasource import InputPartition
from pyspark.sql.streaming.datasource import ReadAllAvailable
from pyspark.sql.types import DataType, IntegerType, LongType, StringType, StructField, StructType

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.pipeline import Pipeline
from kafkawire.spark.captures.options import CaptureOptionError
from kafkawire.spark.captures.planning import Part, schema_of
from kafkawire.spark.captures.source import NAME, CaptureReader, CaptureSource, table_schema
from kafkawire.spark.captures.stream import CaptureStreamReader
from kafkawire.spark.tables.catalogue import BY_NAME, OF_EXCHANGES
from kafkawire.spark.tables.sink import Collected, TableSink
from tests.support.dump.strange_captures import strange_pcap

Rows = list[dict[str, object]]
REFUSED = [{}, {"path": "a", "level": "bytes"}, {"path": "a", "speed": "high"}]
KINDS: dict[str, DataType] = {"string": StringType(), "int": IntegerType(), "long": LongType()}
PROBE = """
import sys
import kafkawire.spark.captures.source
large = {"kafkawire.dump", "kafkawire.protocol", "pyarrow", "numpy"}
print(sorted(large & set(sys.modules)))
"""


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(4, exchanges=50))
    return path


def source_of(capture: Path, **more: str) -> CaptureSource:
    return CaptureSource({"path": str(capture), "splitBytes": "15000", **more})


def reader_of(source: CaptureSource, schema: StructType) -> CaptureReader:
    reader = source.reader(schema)
    assert isinstance(reader, CaptureReader)
    return reader


def rows_of(reader: CaptureReader) -> Rows:
    """Every partition is read by a reader of its own, last ones first."""
    rows: Rows = []
    for partition in reversed(reader.partitions()):
        task, sent = pickle.loads(pickle.dumps((reader, partition)))
        rows = [row for batch in task.read(sent) for row in batch.to_pylist()] + rows
    return rows


def rows_of_one(capture: Path, table: str) -> Rows:
    collected = Collected()
    pipeline = Pipeline(Engine(), None, None, [TableSink(collected.write, (table,))])
    pipeline.run(read_capture(str(capture)))
    pipeline.close()
    rows: Rows = collected.table(table).to_pylist()
    return rows


def some_of(schema: StructType, random: Random) -> StructType:
    """A query's columns, in its order."""
    return StructType(random.sample(schema.fields, 4))


@pytest.mark.parametrize("table", ["frames", "requests", "damage"])
@pytest.mark.parametrize("seed", [1, 2])
def test_tasks_give_the_columns_of_the_query_in_its_order(
    table: str, seed: int, capture: Path
) -> None:
    more = {"level": "frames"} if table == "frames" else {"table": table}
    source = source_of(capture, **more)
    schema = some_of(source.schema(), Random(seed))
    reader = reader_of(source, schema)
    expected = rows_of_one(capture, table)
    assert expected
    assert len(reader.partitions()) > 2
    # As lists, since the order of columns counts.
    found = [list(row.items()) for row in rows_of(reader)]
    assert found == [[(name, row[name]) for name in schema.names] for row in expected]


def test_every_partition_is_a_part(capture: Path) -> None:
    source = source_of(capture)
    parts = [each.value for each in reader_of(source, source.schema()).partitions()]
    assert all(isinstance(part, Part) and part.path == str(capture) for part in parts)
    whole = source_of(capture, splitBytes=str(capture.stat().st_size))
    assert len(reader_of(whole, whole.schema()).partitions()) == 1 < len(parts)


@pytest.mark.parametrize("table", [table.name for table in OF_EXCHANGES])
def test_tables_have_the_schema_of_their_rows(table: str) -> None:
    schema = CaptureSource({"path": "a", "table": table}).schema()
    assert schema == table_schema(table) == BY_NAME[table].spark
    assert schema.fieldNames() == schema_of(table).names


@pytest.mark.parametrize(
    ("given", "table"),
    [
        ({}, "requests"),
        ({"level": "messages"}, "requests"),
        ({"level": "frames"}, "frames"),
        ({"LEVEL": "records"}, "records"),
        ({"level": "packets"}, "packets"),
    ],
)
def test_levels_have_schemas(given: dict[str, str], table: str) -> None:
    schema = CaptureSource({"path": "a", **given}).schema()
    assert schema.fieldNames() == schema_of(table).names


def test_packets_are_read_like_a_table(capture: Path) -> None:
    source = source_of(capture, level="packets")
    schema = some_of(source.schema(), Random(3))
    rows = rows_of(reader_of(source, schema))
    assert rows
    assert {tuple(row) for row in rows} == {tuple(schema.names)}


def test_of_no_partition_there_is_no_row(capture: Path) -> None:
    """Spark makes one up where there is none."""
    source = source_of(capture)
    assert list(reader_of(source, source.schema()).read(InputPartition(None))) == []


def test_options_of_a_query_are_followed_by_its_tasks(capture: Path) -> None:
    everything = source_of(capture)
    rows = rows_of(reader_of(everything, everything.schema()))
    fetches = source_of(capture, filter="~api Fetch")
    found = rows_of(reader_of(fetches, fetches.schema()))
    assert found == [row for row in rows if row["api"] == "Fetch"]
    assert 0 < len(found) < len(rows)


def test_a_stream_has_the_same_rows(capture: Path, tmp_path: Path) -> None:
    source = source_of(capture, stateDir=str(tmp_path / "states"))
    schema = some_of(source.schema(), Random(4))
    stream = source.streamReader(schema)
    assert isinstance(stream, CaptureStreamReader)
    (part,) = stream.partitions({}, stream.latestOffset({}, ReadAllAvailable()))
    found = [row for batch in stream.read(part) for row in batch.to_pylist()]
    rows = rows_of(reader_of(source_of(capture), schema))
    assert found
    assert [list(row) for row in found] == [schema.names] * len(found)
    assert found == rows[: len(found)]


@pytest.mark.parametrize("given", REFUSED)
def test_options_that_cannot_be_followed_are_refused_at_once(given: dict[str, str]) -> None:
    source, empty = CaptureSource(given), StructType([])
    with pytest.raises(CaptureOptionError):
        source.schema()
    with pytest.raises(CaptureOptionError):
        source.reader(empty)
    with pytest.raises(CaptureOptionError):
        source.streamReader(empty)


@pytest.mark.parametrize(
    ("given", "schema", "words"),
    [
        ({}, "api string, latency long", "'latency' is none of requests, which has .*client_id"),
        ({"level": "packets"}, "api string", "'api' is none of packets, which has time, time_ns"),
        ({"level": "frames"}, "time_ns int", "'time_ns' of frames is bigint, not int"),
    ],
)
def test_columns_that_a_table_does_not_have_are_refused_at_once(
    given: dict[str, str], schema: str, words: str
) -> None:
    source = CaptureSource({"path": "a", "stateDir": "b", **given})
    fields = [each.split() for each in schema.split(", ")]
    asked = StructType([StructField(name, KINDS[kind]) for name, kind in fields])
    with pytest.raises(CaptureOptionError, match=words):
        source.reader(asked)
    with pytest.raises(CaptureOptionError, match=words):
        source.streamReader(asked)


def test_a_stream_without_a_place_for_states_is_refused() -> None:
    with pytest.raises(CaptureOptionError, match="stateDir"):
        CaptureSource({"path": "a"}).streamReader(StructType([]))


@pytest.mark.parametrize("table", ["damage", "digests"])
def test_a_stream_of_what_depends_on_earlier_choices_is_refused(table: str) -> None:
    given = {"path": "a", "stateDir": "b", "table": table}
    CaptureSource(given).streamReader(StructType([]))
    with pytest.raises(CaptureOptionError, match=f"table {table} .* take filter away"):
        CaptureSource({**given, "filter": "~api Fetch"}).streamReader(StructType([]))


def test_a_capture_that_is_missing_is_named(tmp_path: Path) -> None:
    reader = reader_of(source_of(tmp_path / "none.pcap"), StructType([]))
    with pytest.raises(CaptureOptionError, match=r"none\.pcap"):
        reader.partitions()


@pytest.mark.process
def test_looking_the_format_up_loads_nothing_large() -> None:
    found = subprocess.run(
        [sys.executable, "-c", PROBE], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"
    assert CaptureSource.name() == NAME == "kafkawire-capture"
