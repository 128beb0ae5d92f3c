"""Tables on disk: an input written as the one process does, and what is there then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.spark.tables.places import Place
from kafkawire.spark.tables.sink import TableSink
from kafkawire.spark.tables.writing import TableWriter
from tests.support.dump.dialogues import Dialogue
from tests.support.dump.dumped_sessions import said, told
from tests.support.requests.fetching import fetch_request

ORDERS = bytes(range(16))
TABLES = ("requests", "partitions", "damage")


def write_input(place: Place, input_: str, beats: int = 2) -> None:
    """A fetch by an id whose name comes later, and some heartbeats."""
    writer = TableWriter(place, input_, TABLES)
    sink, dialogue = TableSink(writer.write, TABLES), Dialogue()
    on = dialogue.connect()
    answer = said(told(0))
    answer.responses[0].topic_id = ORDERS
    sink.event(dialogue.done(on, fetch_request((ORDERS, 0)), answer, 13))
    for _ in range(beats):
        sink.event(dialogue.done(on, HeartbeatRequest(), HeartbeatResponse(), 3))
    topic = MetadataResponse.MetadataResponseTopic(name="orders", topic_id=ORDERS)
    sink.event(dialogue.done(on, MetadataRequest(), MetadataResponse(topics=[topic]), 12))
    sink.close()
    writer.commit(sink.names)


def stored_rows(root: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(root / table, partitioning="hive").to_pylist()
    return found


def stored_files(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*.parquet"))
