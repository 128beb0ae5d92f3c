"""What error codes mean for a transaction."""

from __future__ import annotations

import pytest

from kafkawire.client.core.producing.transaction_errors import Verdict, verdict

PRODUCE, INIT, ADD_PARTITIONS, ADD_OFFSETS, END, COMMIT = 0, 22, 24, 25, 26, 28
V = Verdict
TABLE: dict[int, tuple[Verdict, Verdict, Verdict, Verdict, Verdict, Verdict]] = {
    0: (V.DONE,) * 6,
    14: (V.RETRY,) * 6,
    51: (V.RETRY,) * 6,
    7: (V.RETRY, V.RETRY, V.RETRY, V.FIND, V.RETRY, V.RETRY),
    15: (V.FIND, V.FIND, V.FIND, V.FIND, V.FIND, V.RETRY),
    16: (V.FIND, V.FIND, V.FIND, V.FIND, V.FIND, V.RETRY),
    22: (V.ABORT,) * 6,
    25: (V.ABORT,) * 6,
    29: (V.ABORT,) * 6,
    30: (V.ABORT,) * 6,
    55: (V.ABORT,) * 6,
    82: (V.ABORT,) * 6,
    120: (V.ABORT,) * 6,
    47: (V.FENCED, V.FENCED, V.FENCED, V.FENCED, V.FENCED, V.BUMP),
    48: (V.FATAL, V.FATAL, V.FATAL, V.FATAL, V.FATAL, V.ABORT),
    49: (V.RENEW, V.RENEW, V.RENEW, V.RENEW, V.RENEW, V.BUMP),
    53: (V.ABORT, V.FATAL, V.FATAL, V.FATAL, V.FATAL, V.FATAL),
    90: (V.FENCED,) * 6,
}
"""By code: Init, AddPartitions, AddOffsets, TxnOffsetCommit, EndTxn, Produce (client I-30)."""


@pytest.mark.parametrize("code", TABLE)
def test_the_category_depends_on_the_request(code: int) -> None:
    """client I-30, I-34: each cell."""
    apis = (INIT, ADD_PARTITIONS, ADD_OFFSETS, COMMIT, END, PRODUCE)
    assert tuple(verdict(api, code) for api in apis) == TABLE[code]


def test_a_batch_out_of_order_aborts_under_a_new_epoch() -> None:
    """client I-30: 45, 59."""
    assert verdict(PRODUCE, 45) is V.BUMP
    assert verdict(PRODUCE, 59) is V.BUMP


@pytest.mark.parametrize("code", [-1, 12, 42, 87, 12345])
def test_other_codes_end_the_transaction_or_the_producer(code: int) -> None:
    """client I-30: without an id, or an end, there is no going on."""
    assert verdict(INIT, code) is V.FATAL
    assert verdict(END, code) is V.FATAL
    assert verdict(COMMIT, code) is V.ABORT
    assert verdict(PRODUCE, code) is V.ABORT
