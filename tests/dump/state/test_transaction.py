"""A transaction in words."""

from __future__ import annotations

import pytest

from kafkawire.dump.state.transaction import NOT_KNOWN, Transaction

SECOND_NS = 1_000_000_000


@pytest.mark.parametrize(
    ("producer_id", "epoch", "began_ns", "said"),
    [
        (4000, 3, 0, "transaction pay, producer 4000 epoch 3, open for 62 s"),
        (4000, NOT_KNOWN, 50 * SECOND_NS, "transaction pay, producer 4000, open for at least 12 s"),
        (NOT_KNOWN, NOT_KNOWN, None, "transaction pay, open for at least 0 ms"),
    ],
)
def test_it_says_who_has_it_open_for_how_long_as_far_as_that_is_known(
    producer_id: int, epoch: int, began_ns: int | None, said: str
) -> None:
    transaction = Transaction("pay", 0)
    transaction.producer_id, transaction.epoch = producer_id, epoch
    transaction.began_ns = began_ns
    transaction.is_begun = began_ns == 0
    assert transaction.open_for(62 * SECOND_NS) == said
