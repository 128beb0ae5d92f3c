"""The model finds what it is there to find, and steps are those of the work."""

from __future__ import annotations

import re

import pytest
import trio

from kafkawire.client import TopicPartition
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from tests.client.cancellation.ledger import Ledger, Reading
from tests.client.support.steps import Moment, Steps, simulated
from tests.client.test_batch import batch_of
from tests.support.requests.harness import BrokerHarness

KEY = TopicPartition("orders", 3)
COMMIT = 8


def ledger() -> Ledger:
    harness = BrokerHarness()
    harness.create_topic("orders", 4)
    return Ledger(harness)


def commit(found: Ledger, offset: int) -> None:
    """Have a commit arrive at the broker."""
    row = OffsetCommitRequest.OffsetCommitRequestPartition(
        partition_index=3, committed_offset=offset
    )
    topic = OffsetCommitRequest.OffsetCommitRequestTopic(name="orders", partitions=[row])
    found.watch(COMMIT, OffsetCommitRequest(group_id="g", topics=[topic]))


@pytest.mark.parametrize(
    ("offsets", "violation"),
    [([3, 5, 5], None), ([6], "6 of .* was committed, 5 is done"), ([4, 3], "3 of .* after 4")],
)
def test_commits_follow_what_is_done(
    offsets: list[int], violation: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """client N-10: nothing beyond it, and nothing lower than the broker has."""
    found = ledger()
    monkeypatch.setattr(found, "committed", lambda group, partition: 4 if 4 in offsets else 0)
    found.done("g", KEY, 5)
    for offset in offsets:
        commit(found, offset)
    assert [bool(re.search(violation or "", each)) for each in found.violations] == (
        [True] if violation else []
    )


@pytest.mark.parametrize(
    ("bases", "violation"),
    [
        ([0, 2, 4], None),
        ([0, 0], "goes on at 0 in the place of 2"),
        ([0, 3], "goes on at 3 in the place of 2"),
        ([1], "begins at 1, and 0 is committed"),
    ],
)
async def test_records_come_once_and_in_order(bases: list[int], violation: str | None) -> None:
    """client N-10."""
    reading = Reading(ledger())
    await reading.assigned([KEY])
    for base in bases:
        reading.got(batch_of(b"a", b"b", base=base))
    found = reading.ledger.violations
    assert [violation in each for each in found if violation] == ([True] if violation else [])
    assert bool(found) == bool(violation)


async def test_nothing_comes_of_what_was_taken() -> None:
    reading = Reading(ledger())
    await reading.assigned([KEY])
    await reading.taken([KEY])
    reading.got(batch_of(b"a"))
    assert "not assigned" in reading.ledger.violations[0]


async def pause() -> None:
    """Wait for something that comes at once."""
    event = trio.Event()
    trio.lowlevel.current_trio_token().run_sync_soon(event.set)
    await event.wait()


@pytest.mark.parametrize(
    ("at", "moment", "done"),
    [
        (1, Moment.WOKEN, ""),
        (1, Moment.BLOCKED, ""),
        (2, Moment.WOKEN, "a"),
        (2, Moment.BLOCKED, "a"),
        (3, Moment.WOKEN, "ab"),
        (3, Moment.BLOCKED, "abc"),
        (4, Moment.BLOCKED, "abc"),
        (None, Moment.BLOCKED, "abc"),
    ],
)
def test_work_is_cancelled_at_its_step(at: int | None, moment: Moment, done: str) -> None:
    found: list[str] = []

    async def work() -> None:
        await pause()
        found.append("a")
        await pause()
        found.append("b")
        await trio.lowlevel.checkpoint_if_cancelled()
        found.append("c")

    async def main() -> bool:
        steps = await Steps(at, moment).run(work)
        return steps.ended_early

    assert simulated(main) == (done != "abc")
    assert "".join(found) == done
