"""A crash at every point of what a log does to its disk; what is found must be what was promised.

Each workload runs once on a simulated disk. Then, for every prefix of what it did there, a disk is
made of what might be left, and opened: after a power failure (what was synced, and any of the
rest) and after a kill (what was written). See `tests.support.log.crash_checks` for what must hold.
`CRASH_DRAWS` makes more of each moment than the few draws by default.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.support.log.crash_checks import follows_from_its_batches, survives
from tests.support.log.crashing import Life, Promise, content_of, new_disk
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.volume import EVERYTHING, NAMES, NOTHING, ZEROS, Drawn, Luck

pytestmark = pytest.mark.slow

DRAWS = int(os.environ.get("CRASH_DRAWS", "1"))
SEEDS = range(int(os.environ.get("CRASH_SEEDS", "12")))
KILLED_AGAIN = 0.3
LIVES = 4
STEPS_A_LIFE = 14

Configs = dict[str, str]
SYNCED = {"flush.messages": "1"}


def appends(life: Life) -> None:
    """Rolls by size, several epochs, several records to a batch."""
    for number in range(12):
        life.append(1 + number % 3, size=10 + 37 * (number % 5), timestamps=None)
        if number % 5 == 4:
            life.next_epoch()


def flushes(life: Life) -> None:
    life.restart()
    for number in range(9):
        life.append(size=150)
        if number % 4 == 1:
            life.flush()
    life.checkpoint()
    life.append(size=10)
    life.append(size=300)


def producers(life: Life) -> None:
    """Idempotent and transactional ones, over several segments."""
    for number in range(5):
        life.append_numbered(1, 1 + number % 2)
        life.append_numbered(2, open_=True)
        life.append_numbered(3, open_=True)
        life.end_transaction(2, commit=number % 2 == 0)
        if number == 2:
            life.flush()
            life.checkpoint()
        life.end_transaction(3, commit=number % 2 == 1)
    life.append_numbered(4, open_=True)


def truncations(life: Life) -> None:
    for number in range(10):
        life.append(2, size=60)
        if number == 6:
            life.flush()
            life.checkpoint()
    life.truncate(14)
    life.next_epoch()
    life.append(size=90)
    life.flush()
    life.append(size=100)
    life.truncate(4)
    life.append_numbered(9)
    life.next_epoch()
    life.append(size=500)
    life.truncate(0)
    life.append(size=10)


def deletions(life: Life) -> None:
    for _ in range(8):
        life.append(2, size=100)
    life.delete_records(5)
    life.checkpoint()
    life.delete_records(11)
    life.retain()
    life.append_numbered(5)
    life.checkpoint()
    life.append(size=200)
    life.retain(retention_bytes="600")
    life.checkpoint()
    life.retain(retention_bytes="0")
    life.append(size=20)
    life.checkpoint()


def everything_expires(life: Life) -> None:
    for _ in range(4):
        life.append(2, size=150)
        life.append_numbered(1)
    life.flush()
    life.checkpoint()
    life.retain(retention_bytes="0")
    life.checkpoint()
    life.append_numbered(1)
    life.restart()
    life.append_numbered(1)


def stops(life: Life) -> None:
    for number in range(3):
        life.append(2, size=100)
        life.append_numbered(1)
        life.append_numbered(2, open_=True)
        life.restart()
        life.append(size=300)
        if number:
            life.end_transaction(2, commit=False)
        life.next_epoch()
        life.restart()
    life.restart()


def cleanings(life: Life) -> None:
    for number in range(16):
        life.append(1, size=80 + 10 * (number % 4))
        if number % 4 == 3:
            life.append_numbered(1)
    life.compact(0, 2, lambda header: header.base_offset % 3 == 0)
    life.append(size=200)
    life.compact(0, 1, lambda header: header.base_offset % 2 == 0)
    life.flush()
    life.checkpoint()
    life.append(size=300)
    life.compact(0, 3, lambda header: header.base_offset % 6 == 0)
    life.restart()
    life.append(size=30)


WORKLOADS: list[Callable[[Life], None]] = [
    appends,
    flushes,
    producers,
    truncations,
    deletions,
    everything_expires,
    stops,
    cleanings,
]
IN_ANY_ORDER = [appends, flushes, producers, cleanings]
"""Workloads that rely on no order in which a file system makes names last."""


def crashed(
    life: Life, configs: Configs, *, killed: bool, lucks: Callable[[int], list[Luck | Random]]
) -> None:
    """Open what is left at each moment of a life, and look at it."""
    ever = {each for promise in life.promises for each in promise.content}
    for moment in life.disk.moments():
        before, after = life.around(moment.number)
        for luck in lucks(moment.number):
            disk = moment.killed(luck) if killed else moment.power_failed(luck)  # type: ignore[arg-type]
            label = f"after {moment.number} changes, in {after.step!r}, {killed=}"
            check(disk, configs, before, after, killed=killed, ever=ever, label=label)


def check(
    disk: SimulatedDisk,
    configs: Configs,
    before: Promise,
    after: Promise,
    *,
    killed: bool,
    ever: set[Any],
    label: str,
) -> None:
    """Open the disk and look; then kill the start itself at some moment, and look again."""
    disk.note_calls = False
    left = disk.volume.contents()
    try:
        found = Life(disk, configs)
        survives(found, before, after, killed=killed, ever=ever)
        is_found_again(found, configs, max(before.highest_start, after.highest_start))
        random = Random(label)
        if disk.changes and (DRAWS > 1 or random.random() < KILLED_AGAIN):
            chosen = random.randrange(len(disk.changes))
            label += f", and killed again after {chosen} changes"
            again = next(each for each in disk.moments() if each.number == chosen).killed(random)
            again.note_calls = False
            left = again.volume.contents()
            survives(Life(again, configs), before, after, killed=killed, ever=ever)
    except BaseException as error:
        error.add_note(label)
        error.add_note("\n".join(f"{path} {len(data or b'')}" for path, data in left.items()))
        raise


def is_found_again(found: Life, configs: Configs, start: int) -> None:
    """A start after a kill that follows at once finds the same."""
    *_, last = found.disk.moments()
    files = log_files(found.disk)
    again = Life(last.killed(Random(0)), configs)
    log, other = found.log, again.log
    assert content_of(log) == content_of(other)
    assert log.log_start_offset == other.log_start_offset
    assert log.log_end_offset == other.log_end_offset
    follows_from_its_batches(other, start)
    assert [segment.base_offset for segment in log.segments] == [
        segment.base_offset for segment in other.segments
    ]
    assert log_files(again.disk) == files


def log_files(disk: SimulatedDisk) -> dict[str, bytes | None]:
    return {path: data for path, data in disk.volume.contents().items() if path.endswith(".log")}


def lives_of(workload: Callable[[Life], None], configs: Configs) -> Life:
    life = Life(new_disk(), configs)
    workload(life)
    return life


@pytest.mark.parametrize("configs", [{}, SYNCED], ids=["unsynced", "flush.messages=1"])
@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda each: each.__name__)
def test_what_was_flushed_survives_a_power_failure_at_any_moment(
    workload: Callable[[Life], None], configs: Configs
) -> None:
    """fetch H-41, H-42, H-43, H-44, H-50, J 183, J 186: and nothing comes that never was."""

    def lucks(number: int) -> list[Luck | Random]:
        extreme = [NOTHING, EVERYTHING, ZEROS, NAMES]
        chosen = extreme if DRAWS > 1 else [extreme[number % len(extreme)]]
        ordered = workload not in IN_ANY_ORDER
        draws = [Random(f"{number}/{draw}") for draw in range(DRAWS)]
        return [*chosen, *(Drawn(draw, ordered=ordered) for draw in draws)]

    crashed(lives_of(workload, configs), configs, killed=False, lucks=lucks)


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda each: each.__name__)
def test_what_was_written_survives_a_kill_at_any_moment(workload: Callable[[Life], None]) -> None:
    """fetch H-41, H-42, H-43, H-44: a write that was under way is there or not, as a whole."""
    crashed(
        lives_of(workload, {}),
        {},
        killed=True,
        lucks=lambda number: [Random(f"{number}/{draw}") for draw in range(DRAWS)],
    )


def _truncate(life: Life, random: Random) -> None:
    log = life.log
    bases = [base for base, _ in content_of(log) if base >= log.log_start_offset]
    life.truncate(random.choice([*bases, log.log_end_offset]))


def _compact(life: Life, random: Random) -> None:
    count = random.randint(0, len(life.log.segments) - 1) if life.log.segments else 0
    if count:
        life.compact(0, count, lambda header: header.base_offset % 3 == 0)


def _delete_records(life: Life, random: Random) -> None:
    log = life.log
    life.delete_records(random.randint(log.log_start_offset, log.log_end_offset))


STEPS: list[tuple[int, Callable[[Life, Random], None]]] = [
    (8, lambda life, random: life.append(random.randint(1, 3), size=random.choice((1, 50, 150)))),
    (4, lambda life, random: life.append_numbered(random.randint(1, 3), random.randint(1, 3))),
    (1, lambda life, _: life.next_epoch()),
    (1, lambda life, _: life.flush()),
    (1, lambda life, _: life.checkpoint()),
    (1, _truncate),
    (1, _delete_records),
    (1, lambda life, random: life.retain(retention_bytes=random.choice(("0", "700", "2000")))),
    (1, _compact),
    (1, lambda life, _: life.restart()),
    (2, lambda life, _: life.settle()),
]


def wander(life: Life, random: Random) -> None:
    """Do this and that."""
    weights, steps = zip(*STEPS, strict=True)
    for step in random.choices(steps, weights, k=STEPS_A_LIFE):
        step(life, random)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_crash_after_another_loses_nothing_that_was_promised(seed: int) -> None:
    """fetch H-41, H-42, H-43, H-44: whatever went before, and however it ended each time."""
    random = Random(seed)
    configs = random.choice([{}, SYNCED, {"flush.messages": "5"}])
    deferred = random.random() < 0.5
    life = Life(new_disk(), configs, deferred=deferred)
    ever: set[Any] = set()
    for number in range(LIVES):
        wander(life, random)
        ever |= {each for promise in life.promises for each in promise.content}
        chosen = random.randint(0, len(life.disk.changes))
        moment = next(each for each in life.disk.moments() if each.number == chosen)
        before, after = life.around(chosen)
        killed = random.random() < 0.5
        disk = moment.killed(random) if killed else moment.power_failed(Drawn(random, ordered=True))
        try:
            found = Life(disk, configs, deferred=deferred)
            survives(found, before, after, killed=killed, ever=ever)
        except BaseException as error:
            error.add_note(
                f"life {number}, after {chosen} changes, in {after.step!r}, {killed=}, {deferred=}"
            )
            raise
        # What a kill left in the cache is as unsure as before.
        sure_end = min(before.sure_end, after.sure_end) if killed else found.log.log_end_offset
        highest = max(before.highest_start, after.highest_start)
        inherited = found.promises[-1]._replace(changes=0, sure_end=sure_end, highest_start=highest)
        life = found
        life.promises = [
            inherited,
            *(
                each._replace(sure_end=sure_end, highest_start=highest)
                for each in life.promises[1:]
            ),
        ]
