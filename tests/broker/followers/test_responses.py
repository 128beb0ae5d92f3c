"""The effects of responses on a partition: truncation, and offsets out of range."""

from __future__ import annotations

import pytest

from kafkawire.broker.followers.fetch_states import FetchState, Reason
from tests.support.broker.follower_world import (
    OLD_VERSIONS,
    FollowerWorld,
    batch,
    diverging,
    error,
    records,
)

LIST_OFFSETS, EPOCHS = 2, 23


# Divergence


def test_a_diverging_epoch_truncates_and_drops_the_records() -> None:
    """fetch G-45, G-50, replication D-17: the next fetch begins at the cut, at once."""
    world = FollowerWorld()
    world.fill((0, 2), (0, 1))
    world.partition().log.move_high_watermark(2)
    world.start()
    data = diverging(0, 2)
    data.records = batch(3)
    data.high_watermark = 9
    world.fetched(data)
    partition = world.partition()
    assert (partition.log_end_offset, partition.high_watermark) == (2, 2)
    assert world.only.offsets == {0: 2}


def test_truncation_below_the_high_watermark_lowers_it() -> None:
    """replication D-17, fetch G-51."""
    world = FollowerWorld()
    world.fill((0, 1), (0, 1))
    world.partition().log.move_high_watermark(2)
    world.start()
    world.fetched(diverging(0, 1))
    partition = world.partition()
    assert (partition.log_end_offset, partition.high_watermark) == (1, 1)
    assert world.state().state is FetchState.FETCHING


def test_an_unknown_epoch_of_the_leader_takes_two_rounds() -> None:
    """fetch G-50: the follower cuts to the end of its own epoch below, and fetches again."""
    world = FollowerWorld()
    world.change(leader=2)
    for _ in range(3):
        world.change(leader=2)
    world.fill((1, 2), (4, 2))
    world.start()
    assert world.only.partitions[0].last_fetched_epoch == 4
    world.fetched(diverging(3, 5))
    assert world.partition().log_end_offset == 2
    one = world.only.partitions[0]
    assert (one.fetch_offset, one.last_fetched_epoch) == (2, 1)


def test_a_leader_that_appended_nothing_forgets_its_epoch() -> None:
    """fetch G-50, G-62: its next fetch has the epoch of its last record."""
    world = FollowerWorld()
    world.fill((0, 2))
    world.change(leader=1)
    assert world.partition().log.leader_epochs.entries == [(0, 0), (1, 2)]
    world.change(leader=2)
    world.start()
    assert world.only.partitions[0].last_fetched_epoch == 1
    world.fetched(diverging(0, 7))
    one = world.only.partitions[0]
    assert (one.fetch_offset, one.last_fetched_epoch) == (2, 0)


def test_a_log_without_epochs_is_cut_to_its_high_watermark() -> None:
    """replication D-13, fetch G-43, G-52."""
    world = FollowerWorld()
    world.fill((-1, 3))
    world.partition().log.move_high_watermark(1)
    world.start()
    assert world.only.offsets == {0: 1}
    assert world.partition().log_end_offset == 1


# Leaders that do not compare epochs


def old_world() -> FollowerWorld:
    """A follower with epochs 0 and 2, whose high watermark is 1; the cluster is in epoch 2."""
    world = FollowerWorld(versions=OLD_VERSIONS)
    world.change(leader=2)
    world.change(leader=2)
    world.fill((0, 2), (2, 2))
    world.partition().log.move_high_watermark(1)
    world.start()
    return world


def test_an_old_leader_is_asked_for_the_end_of_the_latest_epoch() -> None:
    """fetch G-41, G-43, G-50: before the first fetch, which has no last epoch."""
    world = old_world()
    sent = world.only
    assert (sent.call.api, sent.version, sent.body.replica_id) == (EPOCHS, 3, 1)
    one = sent.partitions[0]
    assert (one.current_leader_epoch, one.leader_epoch) == (2, 2)
    world.ended((0, 0, 2, 3))
    assert world.partition().log_end_offset == 3
    assert world.only.offsets == {0: 3}
    assert world.only.version == 11
    world.fetched(records(batch(3, epoch=2)))
    assert world.only.offsets == {0: 4}


def test_an_old_leader_is_asked_again_if_the_follower_lacks_its_epoch() -> None:
    """fetch G-50: with the epoch below (KIP-279)."""
    world = old_world()
    world.ended((0, 0, 1, 3))
    assert world.partition().log_end_offset == 2
    assert world.only.call.api == EPOCHS
    assert world.only.partitions[0].leader_epoch == 0
    world.ended((0, 0, 0, 2))
    assert world.only.offsets == {0: 2}


def test_an_old_leader_without_the_epoch_has_the_log_cut_to_the_high_watermark() -> None:
    """fetch G-50."""
    world = old_world()
    world.ended((0, 0, -1, -1))
    assert world.only.offsets == {0: 1}
    assert world.partition().log_end_offset == 1


@pytest.mark.parametrize("code", [75, 6, 3])
def test_an_error_delays_the_truncation(code: int) -> None:
    """fetch G-52, replication D-9: nothing is cut or fetched meanwhile."""
    world = old_world()
    world.ended((0, code, -1, -1))
    assert world.sent == []
    world.harness.advance(1000)
    assert world.only.call.api == EPOCHS
    assert world.partition().log_end_offset == 4


def test_a_fence_during_truncation_fails_the_partition() -> None:
    """fetch G-52."""
    world = old_world()
    world.ended((0, 74, -1, -1))
    assert world.state().state is FetchState.FAILED
    assert world.state().why is Reason.FENCED


def test_a_lost_lookup_delays_the_truncation() -> None:
    """fetch G-52."""
    world = old_world()
    world.respond(None)
    assert world.state().state is FetchState.TRUNCATION_DELAYED
    world.harness.advance(1000)
    assert world.only.call.api == EPOCHS


def test_a_late_lookup_of_an_earlier_epoch_cuts_nothing() -> None:
    """fetch G-44."""
    world = old_world()
    late = world.only
    world.change(leader=3)
    world.start()
    assert {each.node for each in world.sent} == {3}  # the fetcher of broker 2 has ended
    assert late not in world.sent
    world.change(leader=2)
    world.start()
    late = world.only
    world.change(leader=2)
    world.start()
    world.ended((0, 0, 0, 0))
    assert world.partition().log_end_offset == 4
    assert world.only.partitions[0].current_leader_epoch == 5


# Out of range


def lost_world(leader_epoch: int = 0) -> FollowerWorld:
    """A follower that has [0, 3), whose leader responds that 3 is out of range."""
    world = FollowerWorld()
    world.fill((leader_epoch, 3))
    world.partition().log.move_high_watermark(3)
    world.start()
    world.fetched(error(1))
    return world


def test_a_leader_that_ends_earlier_was_elected_uncleanly() -> None:
    """replication D-20, fetch G-53: the request, and a truncation to the leader's end."""
    world = lost_world()
    sent = world.only
    assert (sent.call.api, sent.version) == (LIST_OFFSETS, 11)
    body = sent.body
    assert (body.replica_id, body.isolation_level, body.timeout_ms) == (1, 0, 0)
    one = sent.partitions[0]
    assert (one.timestamp, one.current_leader_epoch) == (-1, 0)
    world.listed((0, 0, 2))
    partition = world.partition()
    # The batch at 0 goes as well: the leader's log has another one there.
    assert (partition.log_end_offset, partition.high_watermark) == (2, 2)
    assert world.only.offsets == {0: 2}


def test_a_leader_that_begins_later_has_the_whole_log_replaced() -> None:
    """fetch G-53, G-54, replication D-12."""
    world = lost_world()
    world.listed((0, 0, 20))
    assert world.only.partitions[0].timestamp == -2
    world.listed((0, 0, 10))
    log = world.partition().log
    assert (log.log_start_offset, log.log_end_offset, log.high_watermark) == (10, 10, 10)
    assert log.leader_epochs.entries == []
    one = world.only.partitions[0]
    assert (one.fetch_offset, one.log_start_offset, one.last_fetched_epoch) == (10, 10, -1)
    world.fetched(records(batch(10), high_watermark=11))
    assert (log.log_end_offset, log.high_watermark) == (11, 11)


def test_a_leader_that_has_the_offset_after_all_changes_nothing() -> None:
    """fetch G-53, F-2: the leader appended meanwhile; the session has the same fetch still."""
    world = lost_world()
    world.listed((0, 0, 9))
    world.listed((0, 0, 1))
    assert world.partition().log_end_offset == 3
    assert (world.only.call.api, world.only.offsets, world.only.forgotten) == (1, {}, [])
    world.fetched(records(batch(3)))
    assert world.only.offsets == {0: 4}


@pytest.mark.parametrize("round_number", [1, 2])
def test_an_error_of_a_search_delays_the_partition(round_number: int) -> None:
    """fetch G-49, G-53: the next fetch finds the offset out of range again."""
    world = lost_world()
    if round_number > 1:
        world.listed((0, 0, 9))
    world.listed((0, 6, -1))
    assert world.only.forgotten == [0]
    world.fetched()
    world.harness.advance(1000)
    assert world.only.offsets == {0: 3}
    world.fetched(error(1))
    assert world.only.partitions[0].timestamp == -1


def test_a_fenced_search_fails_the_partition() -> None:
    """fetch G-49."""
    world = lost_world()
    world.listed((0, 74, -1))
    assert world.state().state is FetchState.FAILED


def test_others_wait_while_offsets_are_searched() -> None:
    """replication D-20: one request is in flight for a fetcher."""
    world = FollowerWorld((2, 1), (2, 1))
    world.start()
    world.fetched(error(1, index=0), records(batch(0), index=1))
    assert world.only.call.api == LIST_OFFSETS
    world.listed((0, 0, 0))
    world.listed((0, 0, 0))
    assert (world.only.call.api, world.only.offsets) == (1, {1: 1})


def test_a_leader_that_starts_beyond_the_log_has_it_replaced() -> None:
    """replication D-12: seen in the response to a fetch."""
    world = FollowerWorld()
    world.start()
    world.fetched(records(high_watermark=9, log_start=7))
    assert world.only.offsets == {0: 7}
    assert world.partition().log_start_offset == 7
