"""The sink that fills tables."""

from __future__ import annotations

import pytest

from kafkawire.dump.model import Damage
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.spark.tables import sink as module
from kafkawire.spark.tables.sink import Collected, TableSink
from tests.support.dump.dialogues import Dialogue
from tests.support.dump.dumped_sessions import said, told
from tests.support.dump.exchanges import START_NS
from tests.support.requests.fetching import fetch_request
from tests.support.spark.tabled import Tabled

ORDERS = bytes(range(16))


def test_only_the_tables_asked_for_are_filled() -> None:
    collected, dialogue = Collected(), Dialogue()
    sink = TableSink(collected.write, ("requests", "damage"))
    sink.event(dialogue.done(dialogue.connect(), HeartbeatRequest(), HeartbeatResponse()))
    sink.event(Damage(None, None, 0, 0, "a cut packet", START_NS, 3))
    sink.close()
    assert collected.table("requests").num_rows == collected.table("damage").num_rows == 1
    assert collected.table("frames").num_rows == 0


def test_batches_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROWS_MAX", 4)
    sizes: list[int] = []
    dialogue = Dialogue()
    sink = TableSink(lambda _, batch: sizes.append(batch.num_rows), ("frames",))
    for _ in range(5):
        sink.event(dialogue.done(dialogue.connect(), HeartbeatRequest(), HeartbeatResponse()))
    sink.close()
    assert sizes == [4, 4, 2]


def test_a_name_that_comes_late_is_there_at_the_end() -> None:
    tabled = Tabled()
    tabled.talk.say(fetch_request((ORDERS, 0)), said(told(0), topic=""), 13)
    topic = MetadataResponse.MetadataResponseTopic(name="orders", topic_id=ORDERS)
    tabled.talk.say(MetadataRequest(), MetadataResponse(topics=[topic]), 12)
    assert tabled.rows("partitions")[0]["topic"] == "orders"
    assert tabled.rows("requests")[0]["topics"][0] == "orders"
