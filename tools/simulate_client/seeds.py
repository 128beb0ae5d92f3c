"""Days of many seeds, in several processes."""

from __future__ import annotations

import logging
import multiprocessing
import os
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import NamedTuple

from tools.simulate_client.clock import simulate
from tools.simulate_client.day import Day, Report
from tools.simulate_client.ledger import Violation

FRAMES_SHOWN = 4
HASH_SEED = "0"
"""The order of sets of strings is part of a seed's history."""


class Outcome(NamedTuple):
    """How the day of a seed went: `report`, or what is wrong."""

    seed: int
    report: Report | None
    wrong: str


def live(seed: int, hours: int) -> Outcome:
    """Live through the day of one seed."""
    # What clients log of faults is expected here.
    logging.disable(logging.WARNING)
    try:
        day = Day(seed, hours)
        return Outcome(seed, simulate(day.run, seed), "")
    except Exception as error:  # noqa: BLE001 - whatever it is, the seed is what is needed
        return Outcome(seed, None, "\n".join(_lines(error)))
    finally:
        logging.disable(logging.NOTSET)


def all_of(seeds: range, hours: int, processes: int) -> Iterator[Outcome]:
    """Live through the days of seeds; outcomes come as they are there."""
    os.environ["PYTHONHASHSEED"] = HASH_SEED
    context = multiprocessing.get_context("spawn")
    # Without max_tasks_per_child: Python 3.11 hangs when its processes are replaced at once.
    with ProcessPoolExecutor(min(processes, len(seeds)), context) as pool:
        running = [pool.submit(live, seed, hours) for seed in seeds]
        try:
            yield from (each.result() for each in as_completed(running))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _lines(error: BaseException) -> Iterator[str]:
    """Return the text of a failure: a violation by its text, other errors with their place."""
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _lines(each)
    elif isinstance(error, Violation):
        yield str(error)
    else:
        yield f"{type(error).__name__}: {error}"
        frames = traceback.extract_tb(error.__traceback__)[-FRAMES_SHOWN:]
        yield from (f"  {each.filename}:{each.lineno} {each.name}" for each in frames)
