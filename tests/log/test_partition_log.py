"""The log of a partition against a naive list of batches."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from kafkawire.log.append import AppendOrigin
from kafkawire.log.read import LogPosition
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import iter_headers
from tests.support.log.batches import (
    append,
    header_of,
    headers_of,
    make_batch,
    make_log,
    records_of,
)

SEGMENT_BYTES = 400


class Stored:
    """A batch as the model keeps it: bytes, offsets, and the segment it went to."""

    def __init__(self, batch: bytes, segment: int) -> None:
        header = header_of(batch)
        self.batch = batch
        self.segment = segment
        self.base_offset = header.base_offset
        self.last_offset = header.last_offset


class LogAgainstModel(RuleBasedStateMachine):
    """Appends, reads, deletions and truncations; the model is a list that is walked each time."""

    def __init__(self) -> None:
        super().__init__()
        self.log = make_log({"internal.segment.bytes": str(SEGMENT_BYTES)})
        self.stored: list[Stored] = []
        self.start = 0
        self.end = 0
        self.segment = -1

    @rule(count=st.integers(1, 4), size=st.integers(1, 60), data=st.data())
    def append(self, count: int, size: int, data: st.DataObject) -> None:
        batch = make_batch(count, size=size)
        form: Any = data.draw(st.sampled_from([bytes, bytearray, lambda each: memoryview(each)]))
        info = append(self.log, form(batch), leader_epoch=3)
        used = sum(len(each.batch) for each in self.stored if each.segment == self.segment)
        if self.segment < 0 or (used and used + len(batch) > SEGMENT_BYTES):
            self.segment = self.end
        placed = self.end.to_bytes(8, "big") + batch[8:12] + b"\0\0\0\3" + batch[16:]
        self.stored.append(Stored(placed, self.segment))
        assert (info.first_offset, info.last_offset) == (self.end, self.end + count - 1)
        assert info.size == len(batch)
        self.end += count

    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        offset = data.draw(st.integers(0, self.end))
        self.log.delete_records_before(offset)
        self.start = max(self.start, offset)

    @precondition(lambda self: self.end > 0)
    @rule(data=st.data())
    def truncate(self, data: st.DataObject) -> None:
        offset = data.draw(st.integers(max(0, self.end - 6), self.end))
        self.log.truncate_to(offset)
        self.stored = [each for each in self.stored if each.last_offset < offset]
        self.end = offset
        self.start = min(self.start, offset)
        self.segment = max(
            [each.segment for each in self.stored] + [base for base in self.bases if base <= offset]
        )

    @property
    def bases(self) -> list[int]:
        return [segment.base_offset for segment in self.log.segments] or [0]

    @rule(data=st.data())
    def read(self, data: st.DataObject) -> None:
        offset = data.draw(st.integers(-1, self.end + 1))
        bound = data.draw(st.integers(0, self.end))
        max_bytes = data.draw(st.integers(0, 500))
        minimum_one = data.draw(st.booleans())
        # A bound is a high watermark or a last stable offset: where a batch begins.
        if bound != self.end:
            held = self.holding(bound)
            bound = self.end if held is None else held.base_offset
        expected = self.expected(offset, bound, max_bytes, minimum_one)
        if expected is None:
            with pytest.raises(ApiError, match="OFFSET_OUT_OF_RANGE"):
                self.log.read(offset, max_bytes=1, upper_bound=bound, minimum_one=True)
            return
        found = self.log.read(
            offset, max_bytes=max_bytes, upper_bound=bound, minimum_one=minimum_one
        )
        assert joined(found.buffers) == expected
        assert found.size == len(expected)

    def holding(self, offset: int) -> Stored | None:
        return next((each for each in self.stored if each.last_offset >= offset), None)

    def expected(self, offset: int, bound: int, max_bytes: int, minimum_one: bool) -> bytes | None:
        """fetch C-3 to C-9, B-22 to B-26."""
        if not self.start <= offset <= self.end:
            return None
        first = self.holding(offset)
        if offset >= bound or first is None:
            return b""
        allowed = max(max_bytes, len(first.batch)) if minimum_one else max_bytes
        below = [
            each.batch
            for each in self.stored
            if each.segment == first.segment and first.base_offset <= each.base_offset < bound
        ]
        return b"".join(below)[:allowed]

    @rule(data=st.data())
    def position(self, data: st.DataObject) -> None:
        offset = data.draw(st.integers(0, self.end))
        held = self.holding(offset)
        found = self.log.position_of(offset)
        if held is not None:
            before = [
                each
                for each in self.stored
                if each.segment == held.segment and each.base_offset < held.base_offset
            ]
            size = sum(len(each.batch) for each in before)
            assert found == LogPosition(held.segment, held.base_offset, size)
        else:
            assert found.offset == offset

    @invariant()
    def the_offsets_are_those_of_the_model(self) -> None:
        log = self.log
        assert log.log_end_offset == self.end
        assert log.log_start_offset == self.start
        assert log.size == sum(len(each.batch) for each in self.stored)
        assert self.start <= log.last_stable_offset <= log.high_watermark <= self.end
        assert [bytes(batch) for _, batch in log.iter_batches()] == [
            each.batch for each in self.stored
        ]


TestLogAgainstModel = LogAgainstModel.TestCase


def test_a_log_that_was_never_written_to_is_small() -> None:
    """It makes its containers on first use."""
    log = make_log()

    assert log.segments == []
    assert log.position_of(0) == LogPosition(0, 0, 0)
    assert log.read(0, max_bytes=9, upper_bound=0, minimum_one=True).buffers == []
    assert log.max_timestamp_offset() is None
    assert log.offset_for_timestamp(0, 0) is None
    assert list(log.iter_batches()) == []


def test_a_position_is_that_of_the_batch_which_holds_the_offset() -> None:
    """fetch B-23: on 4.4.0 the base offset of the batch is compared."""
    log = make_log()
    for _ in range(3):
        append(log, make_batch(2))
    size = len(make_batch(2))

    assert log.position_of(3) == LogPosition(0, 2, size)
    assert log.position_of(6) == LogPosition(0, 6, 3 * size)


def test_reads_at_the_bound_and_beyond_are_empty() -> None:
    """fetch B-23, H-30: not an error up to the log end."""
    log = make_log()
    for _ in range(4):
        append(log, make_batch())

    for offset in (2, 3, 4):
        found = log.read(offset, max_bytes=9**9, upper_bound=2, minimum_one=True)
        assert (found.size, found.first_batch_size) == (0, 0)
    with pytest.raises(ApiError):
        log.read(5, max_bytes=9**9, upper_bound=2, minimum_one=True)


def test_a_negative_limit_fails_where_there_is_something_to_read() -> None:
    """fetch C-10; that it does not at the end of the log was observed."""
    log = make_log()
    append(log, make_batch())

    assert log.read(1, max_bytes=-1, upper_bound=1, minimum_one=True).size == 0
    assert log.read(0, max_bytes=-1, upper_bound=0, minimum_one=True).size == 0
    with pytest.raises(ApiError, match="UNKNOWN_SERVER_ERROR"):
        log.read(0, max_bytes=-1, upper_bound=1, minimum_one=True)


def test_the_size_of_the_first_batch_tells_whether_it_was_cut() -> None:
    """fetch C-7."""
    log = make_log()
    append(log, make_batch(size=100))
    size = len(make_batch(size=100))

    cut = log.read(0, max_bytes=10, upper_bound=1, minimum_one=False)
    whole = log.read(0, max_bytes=10, upper_bound=1, minimum_one=True)

    assert (cut.size, cut.first_batch_size) == (10, size)
    assert (whole.size, whole.first_batch_size) == (size, size)


def test_the_examples_of_fetch_max_bytes() -> None:
    """fetch C-13: values of 1, 500, 1040, 500 and 50 bytes under a cap of 1024."""
    log = make_log()
    for size in (1, 500, 1040, 500, 50):
        append(log, bytes(make_batch(size=size)))
    sizes = [header.size for header in headers_of(log)]

    def read(offset: int) -> int:
        return log.read(offset, max_bytes=1024, upper_bound=5, minimum_one=True).size

    assert [read(at) for at in range(4)] == [1024, 1024, sizes[2], sizes[3] + sizes[4]]


def test_a_gap_is_read_from_the_next_batch_on() -> None:
    """fetch B-27, J 66."""
    log = make_log()
    for _ in range(3):
        append(log, make_batch(2))
    batches = [bytes(batch) for _, batch in log.iter_batches()]
    hollow = make_log()
    for at, batch in ((0, batches[0]), (4, batches[2])):
        hollow.log_end_offset = at
        append(hollow, bytes(8) + batch[8:])

    found = hollow.read(2, max_bytes=999, upper_bound=6, minimum_one=True)

    assert [header.base_offset for _, header in iter_headers(joined(found.buffers))] == [4]
    assert found.position.offset == 4


def test_leader_epochs_are_stamped_and_noted() -> None:
    """fetch H-20, produce scenario 40: whatever epoch the client sent."""
    log = make_log()
    append(log, make_batch(leader_epoch=77), leader_epoch=4)
    append(log, make_batch(2), leader_epoch=4)
    append(log, make_batch(), leader_epoch=6)

    assert [header.partition_leader_epoch for header in headers_of(log)] == [4, 4, 6]
    assert log.leader_epochs.entries == [(4, 0), (6, 3)]


def test_a_segment_rolls_when_the_next_batch_does_not_fit() -> None:
    """fetch H-22."""
    size = len(make_batch())
    log = make_log({"internal.segment.bytes": str(2 * size)})
    for _ in range(5):
        append(log, make_batch())

    assert [segment.base_offset for segment in log.segments] == [0, 2, 4]
    assert log.position_of(1).segment_base_offset == 0
    assert log.position_of(5).segment_base_offset == 4


def test_coordinators_append_several_batches_unexamined() -> None:
    log = make_log({"max.message.bytes": "10"})
    info = append(
        log,
        make_batch(2) + make_batch(control=True),
        origin=AppendOrigin.COORDINATOR,
        leader_epoch=2,
    )

    assert (info.first_offset, info.last_offset) == (0, 2)
    assert [header.base_offset for header in headers_of(log)] == [0, 2]
    assert [record.offset for record in records_of(log)] == [0, 1, 2]


def test_the_latest_read_is_given_again_only_while_nothing_else_would_come() -> None:
    """Many who wait at the end of a log read the same; what was cut off since is not served."""
    log = make_log()
    append(log, make_batch(2, size=10))
    asked: dict[str, Any] = {"max_bytes": 10_000, "upper_bound": 2, "minimum_one": True}
    first = log.read(0, **asked)
    assert log.read(0, **asked) is first
    assert log.read(0, **{**asked, "max_bytes": 9_999}) is not first
    log.truncate_to(0)
    append(log, make_batch(2, size=20))
    assert log.read(0, **asked).size > first.size
    beyond: dict[str, Any] = {**asked, "upper_bound": 100}
    before = log.read(0, **beyond)
    append(log, make_batch(2, size=20))
    assert log.read(0, **beyond).size > before.size
    log.high_watermark = log.log_end_offset
    assert log.read(0, **asked).size
    log.drop_segments(1)
    with pytest.raises(ApiError):
        log.read(0, **asked)
