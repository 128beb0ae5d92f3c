"""Values with the places of records."""

from __future__ import annotations

import pytest

from kafkawire.dump.records.records_fields import records_of
from kafkawire.spark.tables.placed import entries_of, placed
from tests.support.dump.dialogues import Dialogue
from tests.support.dump.dumped_sessions import said, told
from tests.support.log.batches import make_batch
from tests.support.requests.fetching import fetch_request
from tests.support.requests.produce import produce_request


@pytest.mark.parametrize("version", [3, 8, 9, 12])
def test_records_are_where_the_tree_finds_them(version: int) -> None:
    dialogue = Dialogue()
    request = produce_request(("a", 0, make_batch(2)), ("b", 3, None), ("b", 4, make_batch(1)))
    made = dialogue.exchange(dialogue.connect(), request, None, version)
    assert made.request is not None
    found = [
        (each.topic, each.partition, *each.place) for each in entries_of(made.request) if each.place
    ]
    assert found == [
        (each.topic, each.partition, each.start, each.end) for each in records_of(made.request)
    ]
    assert len(found) == 2


@pytest.mark.parametrize("version", [4, 11, 12])
def test_the_other_values_are_as_they_are_everywhere(version: int) -> None:
    dialogue = Dialogue()
    answer = said(told(3, records=make_batch(1)), told(4), session=0)
    made = dialogue.exchange(dialogue.connect(), fetch_request(("t", 3)), answer, version)
    assert made.response is not None
    values, same = made.response.values, placed(made.response)
    for entry in values["responses"][0]["partitions"]:
        entry.pop("records")
    assert [each.values.pop("records") for each in entries_of(made.response)]
    assert same == values


def test_what_cannot_be_read_has_no_entries() -> None:
    dialogue = Dialogue()
    made = dialogue.exchange(dialogue.connect(), produce_request(("a", 0, b"")), None, 9)
    assert made.request is not None
    made.request.data = made.request.data[:-3]
    assert list(entries_of(made.request)) == []
