"""From when on metadata may be published."""

from __future__ import annotations

from kafkawire.broker.metadata.catch_up import CatchUp
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.protocol.messages.abort_transaction_record import AbortTransactionRecord
from kafkawire.protocol.messages.begin_transaction_record import BeginTransactionRecord
from kafkawire.protocol.messages.end_transaction_record import EndTransactionRecord


def image() -> MetadataImage:
    return MetadataImage("cluster")


def test_everything_committed_must_be_applied_first() -> None:
    """replication A-69: up to the high watermark, which must be known."""
    catch_up = CatchUp()
    catch_up.read_records()
    assert not catch_up.may_publish(image(), 10, None)
    assert not catch_up.may_publish(image(), 10, 11)
    assert catch_up.may_publish(image(), 11, 11)


def test_a_log_of_leader_changes_is_not_enough() -> None:
    """replication A-69: a controller must have written something."""
    catch_up = CatchUp()
    assert not catch_up.may_publish(image(), 1, 1)
    catch_up.read_records()
    assert catch_up.may_publish(image(), 2, 2)


def test_a_node_that_has_caught_up_publishes_each_batch() -> None:
    """replication A-69: also while it is behind again, or the high watermark is unknown."""
    catch_up = CatchUp()
    catch_up.read_records()
    assert catch_up.may_publish(image(), 11, 11)
    assert catch_up.may_publish(image(), 12, 20)
    assert catch_up.may_publish(image(), 13, None)


def test_half_of_a_transaction_is_not_published() -> None:
    """replication A-68, A-69: neither at the beginning nor later."""
    catch_up = CatchUp()
    catch_up.read_records()
    state = image()
    state.apply(BeginTransactionRecord(), 0)
    assert not catch_up.may_publish(state, 5, 5)
    state.apply(EndTransactionRecord(), 0)
    assert catch_up.may_publish(state, 6, 9)
    state.apply(BeginTransactionRecord(), 0)
    assert not catch_up.may_publish(state, 10, 10)
    state.apply(AbortTransactionRecord(), 0)
    assert catch_up.may_publish(state, 11, 11)
