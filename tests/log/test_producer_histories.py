"""Producers with and without transactions, over random histories.

What the log says of each batch is held against a look at everything that happened before.
"""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.log.append import Verification
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import NOW_MS, append, append_marker, header_of, make_batch, make_log

WINDOW = 5


class Event(NamedTuple):
    """Something that one producer did; `kind` is data, plain, marker or verify."""

    kind: str
    epoch: int
    first: int
    last: int
    offset: int
    adds: bool = False


class Producer:
    """All that a producer ever did, and what follows from it."""

    def __init__(self, history: list[Event]) -> None:
        self.epoch: int | None = None
        self.batches: list[Event] = []
        self.open_since: int | None = None
        self.verifying: Event | None = None
        for event in history:
            if event.kind == "verify":
                self._verify(event)
            else:
                self._take(event)

    def _verify(self, event: Event) -> None:
        known = self.verifying
        if known is None:
            self.verifying = event
        elif (-event.epoch, event.first) < (-known.epoch, known.first):
            # A newer epoch, or a lower sequence of the same.
            self.verifying = event._replace(adds=known.adds)

    def _take(self, event: Event) -> None:
        if event.epoch != self.epoch:
            self.epoch, self.batches = event.epoch, []
        if event.kind == "marker":
            self.open_since = None
            known = self.verifying
            if known is not None and not (known.adds and known.epoch == event.epoch):
                self.verifying = None
            return
        self.batches.append(event)
        if event.kind == "data":
            self.verifying = None
            if self.open_since is None:
                self.open_since = event.offset

    def answer(self, sent: Event, *, is_verified: bool) -> tuple[int, int]:
        """Code and offset for a batch; -2 stands for the end of the log."""
        if sent.epoch == self.epoch:
            for each in self.batches[-WINDOW:]:
                if (each.first, each.last) == (sent.first, sent.last):
                    return 0, each.offset
        is_older = self.epoch is not None and sent.epoch < self.epoch
        is_open = self.open_since is not None
        if sent.kind == "data" and not (is_open and sent.epoch == self.epoch):
            if is_older:
                return 47, -1
            if not is_verified:
                return 48, -1
        if is_older:
            return 47, -1
        if self._must_wait(sent) or not self._continues(sent):
            return 45, -1
        return (48, -1) if is_open and sent.kind == "plain" else (0, -2)

    def _must_wait(self, sent: Event) -> bool:
        known = self.verifying
        if known is None:
            return False
        return sent.first > known.first or (known.adds and self.epoch is None and sent.first != 0)

    def _continues(self, sent: Event) -> bool:
        if self.epoch is None:
            return True
        if sent.epoch != self.epoch or not self.batches:
            return sent.first == 0
        return sent.first == self.batches[-1].last + 1


class Step(NamedTuple):
    """What a producer does next, as it stands to what it did before."""

    who: int
    kind: str
    newer: int
    back: int
    skip: int
    records: int
    flag: bool


steps = st.builds(
    Step,
    who=st.integers(1, 2),
    kind=st.sampled_from(["data", "data", "data", "plain", "marker", "verify", "verify"]),
    newer=st.sampled_from([0, 0, 0, 0, 1, -1]),
    back=st.sampled_from([0, 0, 0, 0, 1, 2, 6]),
    skip=st.sampled_from([0, 0, 0, 1, 2]),
    records=st.integers(1, 2),
    flag=st.booleans(),
)


@given(st.lists(steps, max_size=16))
@settings(max_examples=250)
def test_each_batch_is_judged_by_all_that_happened_before(history: list[Step]) -> None:
    """produce A-42 rows 18 to 21, A-108, A-109, B-10, B-15, B-16, B-20 to B-23, B-26 to B-28, B-43.

    And the last stable offset is where the first open transaction begins.
    """
    log = make_log()
    past: dict[int, list[Event]] = {1: [], 2: []}
    for step in history:
        do(log, past[step.who], step)
        open_since = [Producer(each).open_since for each in past.values()]
        stable = min([log.high_watermark, *(at for at in open_since if at is not None)])
        assert log.last_stable_offset == stable


def do(log: PartitionLog, past: list[Event], step: Step) -> None:
    """One step on the log, which must answer as the past of its producer says."""
    naive = Producer(past)
    epoch = max(0, (naive.epoch or 0) + step.newer)
    end = log.log_end_offset
    if step.kind == "marker":
        if naive.epoch is None or epoch >= naive.epoch:
            append_marker(log, step.who, epoch, commit=step.flag)
            past.append(Event("marker", epoch, -1, -1, end))
        return
    first = naive.batches[-1].last + 1 + step.skip if naive.batches else step.skip
    if step.newer > 0 and not step.skip:
        first = 0
    last = first + step.records - 1
    if step.back and step.back <= len(naive.batches):
        first, last = naive.batches[-step.back][2:4]
    batch = make_batch(
        last - first + 1,
        producer_id=step.who,
        producer_epoch=epoch,
        base_sequence=first,
        transactional=step.kind != "plain",
    )
    sent = Event(step.kind, epoch, first, last, end, step.flag)
    if step.kind == "verify":
        log.producer_state.start_verification(header_of(batch), NOW_MS, adds=step.flag)
        past.append(sent)
        return
    code, offset = naive.answer(sent, is_verified=step.flag)
    assert appended(log, batch, is_verified=step.flag) == (code, end if offset == -2 else offset)
    if offset == -2:
        past.append(sent)


def appended(log: PartitionLog, batch: bytes, *, is_verified: bool) -> tuple[int, int]:
    verification = Verification.VERIFIED if is_verified else Verification.MISSING
    try:
        return 0, append(log, batch, verification=verification).first_offset
    except ApiError as error:
        return error.code, -1
