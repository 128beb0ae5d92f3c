"""Fields of heads are those that the core reads one by one."""

from __future__ import annotations

from hypothesis import given

from kafkawire.spark.columns.frames import all_frames
from kafkawire.spark.columns.head_fields import fields_of_heads
from tests.support.spark.columns import logs


@given(logs())
def test_fields_are_those_of_the_heads(data: bytes) -> None:
    frames = list(all_frames(data))
    fields = fields_of_heads(memoryview(data), frames)

    for place, frame in enumerate(frames):
        header = frame.header
        assert header is not None
        assert [column[place] for column in fields] == [
            frame.position,
            frame.size,
            header.base_offset,
            header.attributes,
            header.last_offset_delta,
            header.base_timestamp,
            header.max_timestamp,
            header.records_count,
        ]
    assert fields.some(slice(1, 3)).positions.tolist() == [each.position for each in frames[1:3]]
