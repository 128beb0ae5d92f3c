"""The tables of single exchanges have no numbers that are counted over everything."""

from __future__ import annotations

from random import Random

from kafkawire.dump.engine import Engine
from kafkawire.spark.tables.catalogue import BY_NAME
from kafkawire.spark.tables.rows import ROWS
from tests.support.dump.conversations import conversation, exchanges_of, fed, transport


def test_rows_are_the_same_whatever_was_read_before() -> None:
    sends = conversation(Random(5), 30, stream=1)
    other = conversation(Random(6), 30, stream=0)
    alone = exchanges_of(fed(Engine(), transport(sends)))
    behind = exchanges_of(fed(Engine(), [*transport(other), *transport(sends)]))[-len(alone) :]
    for name, make in ROWS.items():
        rows = [row for each in alone for row in make(each)]
        assert rows == [row for each in behind for row in make(each)]
        assert BY_NAME[name].batch(rows).num_rows == len(rows)
