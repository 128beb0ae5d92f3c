"""What is wrong with the damaged batches of an exchange; `damaged_batches` counts them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.dump.model import Exchange

PROBLEMS_SHOWN_MAX = 3
"""Damaged batches of an exchange that its line describes; it says if there are more."""


def has_damaged_batches(exchange: Exchange) -> bool:
    """Whether a message of the exchange has any."""
    both = (exchange.request, exchange.response)
    return any(each is not None and each.facts.damaged_batches for each in both)


def damage_of(exchange: Exchange) -> list[str]:
    """What is wrong with the batches of an exchange, of the first few that are damaged."""
    if not has_damaged_batches(exchange):
        return []
    found = list(islice(_described(exchange), PROBLEMS_SHOWN_MAX + 1))
    if len(found) > PROBLEMS_SHOWN_MAX:
        found[-1] = "and more batches that are damaged"
    return found


def _described(exchange: Exchange) -> Iterator[str]:
    from kafkawire.dump.records.show import records_of_exchange

    for shown in records_of_exchange(exchange):
        for problem in shown.problems:
            offset = shown.batch.base_offset
            yield f"{shown.topic}-{shown.partition}, the batch at offset {offset}: {problem}"
