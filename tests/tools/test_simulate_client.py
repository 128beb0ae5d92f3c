"""Simulated days of clients: short ones go well, and every fault of a long one is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.client.core.offsets.done import Offsets
from kafkawire.client.errors import TimedOut
from kafkawire.client.values import TopicPartition
from tools.simulate_client.__main__ import main, summary
from tools.simulate_client.day import Report
from tools.simulate_client.ledger import Group, Handed, Ledger, Writings
from tools.simulate_client.seeds import Outcome, live
from tools.simulate_client.sizes import growth, sizes
from tools.simulate_client.truth import Log, Stored

PLACE = TopicPartition("orders", 0)
LATE = TimedOut("offsets were not committed in time")


def stored(*numbers: int, writer: str = "w") -> list[Stored]:
    """Return records whose values have these numbers, from offset 0 on."""
    return [(offset, b"%s:%d:.." % (writer.encode(), n)) for offset, n in enumerate(numbers)]


def log(records: list[Stored], committed: list[Stored] | None = None) -> dict[Any, Log]:
    return {PLACE: Log(records, records if committed is None else committed)}


# Days


@pytest.mark.slow
def test_an_hour_of_a_simulated_day_goes_well() -> None:
    """client N-10: one seed with two groups, three producers, and an hour of faults."""
    outcome = live(seed=3, hours=1)
    assert outcome.wrong == ""
    assert outcome.report is not None
    assert outcome.report.records > 0
    assert outcome.report.handed >= outcome.report.records


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_a_simulated_morning_goes_well(seed: int) -> None:
    """client N-10 (a) to (e), (g): order, commits, transactions, memory, growth, progress."""
    assert live(seed, hours=3).wrong == ""


@pytest.mark.slow
def test_a_seed_is_one_history() -> None:
    """A seed that fails can be run again."""
    assert live(seed=5, hours=1) == live(seed=5, hours=1)


@pytest.mark.slow
def test_an_offset_that_is_committed_too_early_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """client N-10 (b): the simulation finds a client that commits beyond what is done."""
    done = Offsets.done

    def too_far(self: Offsets, partition: TopicPartition, upto: Any, now_ms: int) -> None:
        done(self, partition, upto._replace(offset=upto.offset + 1), now_ms)

    monkeypatch.setattr(Offsets, "done", too_far)
    assert "beyond" in live(seed=3, hours=1).wrong


@pytest.mark.slow
@pytest.mark.parametrize("tells", [False, True])
def test_a_member_that_gives_partitions_back_uncommitted_has_to_tell(
    tells: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """client N-10 (a): the simulation finds a client that skips the commit without an error.

    Only a part of the hours have such a handover; which ones, depends on the hash seed, too.
    """

    def skipped(
        self: Offsets, partitions: Any, deadline_ms: int, then: Callable[[int], None], now_ms: int
    ) -> None:
        if tells:
            offsets = {each: self._done[each] for each in partitions if each in self._done}
            self._commits._told(offsets, LATE)
        then(now_ms)

    monkeypatch.setattr(Offsets, "commit_released", skipped)
    seeds = range(4 if tells else 12)
    wrong = next(filter(None, (live(seed, hours=1).wrong for seed in seeds)), "")
    assert ("begins at" in wrong) is not tells, wrong


# What the ledger sees


def written(*numbers: int, acknowledged: bool = True) -> tuple[Ledger, Writings]:
    ledger = Ledger(lambda: "00:00:00")
    writings = Writings(ledger)
    for offset, value in stored(*numbers):
        writings.gives(value)
        if acknowledged:
            writings.acknowledged(value, PLACE, offset)
    return ledger, writings


def test_a_log_with_all_that_was_acknowledged_is_right() -> None:
    ledger, writings = written(1, 2, 3)
    writings.check(log(stored(1, 2, 3)))
    assert ledger.faults == []


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        ((1, 2), "w:3: was acknowledged"),
        ((1, 2, 3, 3), "w:3: is at"),
        ((2, 1, 3), "w:1: comes after 2"),
        ((1, 2, 3, 4), "w:4: was never written"),
    ],
)
def test_records_that_are_lost_doubled_reordered_or_made_up_are_seen(
    found: tuple[int, ...], fault: str
) -> None:
    """client N-10 (c)."""
    ledger, writings = written(1, 2, 3)
    writings.check(log(stored(*found)))
    assert any(fault in each for each in ledger.faults), ledger.faults


@pytest.mark.parametrize(
    ("outcome", "visible", "is_right"),
    [
        (True, (1, 2), True),
        (True, (1,), False),
        (False, (), True),
        (False, (1, 2), False),
        (None, (1, 2), True),
        (None, (), True),
        (None, (1,), False),
    ],
)
def test_transactions_are_all_or_nothing(
    outcome: bool | None, visible: tuple[int, ...], is_right: bool
) -> None:
    """client N-10 (d)."""
    ledger = Ledger(lambda: "00:00:00")
    writings = Writings(ledger)
    transaction = writings.begins()
    for _, value in stored(1, 2):
        writings.gives(value, transaction)
    if outcome is not None:
        writings.ended(transaction, is_committed=outcome)
    writings.check(log(stored(1, 2), stored(*visible)))
    assert (ledger.faults == []) is is_right


class Reading:
    """A group of which each member begins at `committed`."""

    def __init__(self) -> None:
        self.ledger = Ledger(lambda: "00:00:00")
        self.committed: int | None = None
        self.group = Group(self.ledger, "g", "read_uncommitted", lambda name, place: self.committed)

    def hand(self, member: str, *records: Stored) -> None:
        self.group.handed(member, Handed(PLACE, list(records), records[-1][0] + 1))


def test_a_group_that_goes_on_where_it_committed_is_right() -> None:
    reading, records = Reading(), stored(1, 2, 3, 4)
    reading.hand("a", *records[:2])
    reading.group.done("a", PLACE, 2)
    reading.group.commits("a", PLACE, 2)
    reading.group.gave("a", [PLACE], "revoked")
    reading.committed = 2
    reading.hand("b", *records[2:])
    reading.group.check(log(records))
    assert reading.ledger.faults == []
    assert reading.group.unread(log(records)) == {}
    assert (reading.group.handed_count, reading.group.again_count) == (4, 0)


def test_a_member_that_died_has_its_records_read_again() -> None:
    reading, records = Reading(), stored(1, 2, 3)
    reading.hand("a", *records[:2])
    reading.group.done("a", PLACE, 2)
    reading.group.died("a")
    reading.hand("b", *records)
    reading.group.check(log(records))
    assert reading.ledger.faults == []
    assert reading.group.again_count == 2


def test_a_handover_that_reads_again_is_seen() -> None:
    """client N-10 (a): the member was neither lost nor killed."""
    reading, records = Reading(), stored(1, 2, 3)
    reading.hand("a", *records[:2])
    reading.group.done("a", PLACE, 2)
    reading.group.gave("a", [PLACE], "revoked")
    reading.hand("b", *records)
    assert "b begins at 0 after a from 0" in reading.ledger.faults[0]


@pytest.mark.parametrize(
    ("told", "committed", "is_right"),
    [
        ([(2, None), (3, LATE)], 2, True),
        ([(2, None), (3, LATE)], 3, True),
        ([(2, None), (3, LATE)], 1, False),
        ([(3, LATE), (3, None)], 2, False),
        ([(2, LATE)], 2, False),
        ([(4, LATE)], 2, False),
    ],
)
def test_a_handover_reads_again_what_the_client_told_it_could_not_commit(
    told: list[tuple[int, TimedOut | None]], committed: int, is_right: bool
) -> None:
    """client N-10 (a): from what was acknowledged at least, and only the offset that is done."""
    reading, records = Reading(), stored(1, 2, 3, 4)
    reading.hand("a", *records)
    reading.group.done("a", PLACE, 3)
    for offset, error in told:
        reading.group.told("a", {PLACE: offset}, error)
    reading.group.gave("a", [PLACE], "revoked")
    reading.committed = committed
    reading.hand("b", *records)
    assert (reading.ledger.faults == []) is is_right


def test_a_batch_after_a_commit_that_failed_has_to_be_committed() -> None:
    """client N-10 (a): an older failure explains no handover that reads again."""
    reading, records = Reading(), stored(1, 2, 3)
    reading.hand("a", *records)
    reading.group.done("a", PLACE, 2)
    reading.group.told("a", {PLACE: 2}, LATE)
    reading.group.done("a", PLACE, 3)
    reading.group.gave("a", [PLACE], "revoked")
    reading.hand("b", *records)
    assert "b begins at 0 after a from 0" in reading.ledger.faults[0]


def test_records_that_are_skipped_out_of_order_or_never_read_are_seen() -> None:
    """client N-10 (a)."""
    records = stored(1, 2, 3)
    skipped = Reading()
    skipped.hand("a", records[0])
    skipped.group.died("a")
    skipped.committed = 2
    skipped.hand("b", records[2])
    skipped.group.check(log(records))
    assert "1 w:2: were skipped" in skipped.ledger.faults[0]
    jumped = Reading()
    jumped.hand("a", records[0], records[2])
    jumped.group.check(log(records))
    assert "2 w:3: came, not 1 w:2:" in jumped.ledger.faults[0]
    unread = Reading()
    unread.hand("a", *records[:2])
    assert unread.group.unread(log(records)) == {PLACE: 1}


def test_a_commit_beyond_what_is_done_is_seen() -> None:
    """client N-10 (b)."""
    reading, records = Reading(), stored(1, 2)
    reading.hand("a", *records)
    reading.group.done("a", PLACE, 1)
    reading.group.commits("a", PLACE, 2)
    assert "a commits orders-0 2 beyond 1" in reading.ledger.faults[0]


def test_containers_that_grow_are_named_by_their_owner() -> None:
    """client N-10 (e)."""
    offsets = Ledger(lambda: "")  # not one of the client's
    assert sizes(offsets) == Counter()
    place = {TopicPartition("t", n): n for n in range(10)}
    before = sizes(place)
    place.update({TopicPartition("t", n): n for n in range(200)})
    assert growth(before, sizes(place), 1.0, 40) == [
        f"client: {before['client']} elements, then {sizes(place)['client']}"
    ]
    assert growth(before, sizes(place), 20.0, 40) == []


# The command


def report(seed: int) -> Report:
    return Report(seed, 24, Counter(write=2), 100, 10, 1, 20, 5, 35.0, [])


def test_a_seed_that_fails_is_printed_with_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = [Outcome(7, report(7), ""), Outcome(8, None, "01:02:03: a fault")]
    assert summary(outcomes, 2, 24) == 1
    said = capsys.readouterr().out
    assert "seed 8:\n    01:02:03: a fault\n" in said
    assert "python -m tools.simulate_client --first 8 --seeds 1 --hours 24" in said
    assert "1 of 2 went wrong" in said


def test_days_that_go_well_end_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert summary([Outcome(7, report(7), "")], 1, 24) == 0
    said = capsys.readouterr().out
    assert "all was read after 35 s at the latest (seed 7)" in said
    assert said.splitlines()[-1].endswith("nothing was wrong")


def test_numbers_that_make_no_sense_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--seeds", "0"])
    assert "at least 1" in capsys.readouterr().err
