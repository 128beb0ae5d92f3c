"""One fetcher: rounds, requests, and responses that change partitions."""

from __future__ import annotations

import pytest

from kafkawire.broker.followers.fetch_states import FetchState, Reason
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.broker.follower_world import (
    FollowerWorld,
    batch,
    error,
    nothing,
    records,
)

# Requests


def test_the_first_request_is_kafkas() -> None:
    """replication D-2, D-13, fetch G-42: an empty log is truncated first, then fetched from 0."""
    world = FollowerWorld()
    world.start()
    sent = world.only
    assert (sent.call.api, sent.version, sent.node, sent.call.timeout_ms) == (1, 18, 2, 30_000)
    body = sent.body
    assert (body.max_wait_ms, body.min_bytes, body.max_bytes) == (500, 1, 10_485_760)
    assert (body.session_id, body.session_epoch, body.isolation_level) == (0, 0, 0)
    assert (body.replica_state.replica_id, body.replica_state.replica_epoch) == (1, 13)
    assert (body.rack_id, body.cluster_id, body.replica_id) == ("", None, -1)
    (topic,) = body.topics
    assert topic.topic_id == world.topic_id
    (one,) = topic.partitions
    assert (one.partition, one.fetch_offset, one.current_leader_epoch) == (0, 0, 0)
    assert (one.last_fetched_epoch, one.log_start_offset) == (-1, 0)
    assert one.partition_max_bytes == 1_048_576


def test_a_log_with_epochs_is_fetched_from_its_end() -> None:
    """fetch G-43, replication D-13."""
    world = FollowerWorld()
    world.fill((0, 3))
    world.start()
    one = world.only.partitions[0]
    assert (one.fetch_offset, one.last_fetched_epoch) == (3, 0)


def test_records_are_appended_and_the_next_fetch_follows_at_once() -> None:
    """fetch G-18, G-46, G-48, G-17: high watermark and log start follow the leader's."""
    world = FollowerWorld()
    world.start()
    world.fetched(records(batch(0, 2), batch(2, 1), high_watermark=9))
    partition = world.partition()
    assert (partition.log_end_offset, partition.high_watermark) == (3, 3)
    assert world.only.offsets == {0: 3}
    assert world.only.at_ms == world.now_ms
    assert world.only.partitions[0].last_fetched_epoch == 0
    world.fetched(records(batch(3), high_watermark=2, log_start=1))
    assert (partition.log_end_offset, partition.high_watermark) == (4, 2)
    assert partition.log_start_offset == 1
    assert world.only.partitions[0].log_start_offset == 1


def test_a_session_sends_only_what_changed() -> None:
    """fetch G-41, F-2: an idle partition is no part of the next requests."""
    world = FollowerWorld((2, 1), (2, 1), (2, 1))
    world.start()
    assert sorted(world.only.partitions) == [0, 1, 2]
    world.fetched(records(batch(0), index=1))
    assert world.only.offsets == {1: 1}
    assert (world.only.body.session_id, world.only.body.session_epoch) == (77, 1)
    world.fetched()
    assert (world.only.offsets, world.only.body.session_epoch) == ({}, 2)


def test_a_leader_without_sessions_gets_full_fetches_in_turns() -> None:
    """replication D-3, fetch G-48: a partition that got records comes last."""
    world = FollowerWorld((2, 1), (2, 1))
    world.start()
    for turn in range(3):
        first, second = world.only.partitions
        topic = FetchResponse.FetchableTopicResponse(
            topic_id=world.topic_id,
            partitions=[
                records(batch(world.only.offsets[first]), index=first),
                nothing(second),
            ],
        )
        world.respond(FetchResponse(responses=[topic]))
        assert list(world.only.partitions) == [second, first], turn
        assert world.only.body.session_epoch == 0


def test_a_moved_log_start_is_sent_with_the_next_fetch() -> None:
    """fetch G-42, G-74: retention of the follower moves it between two fetches."""
    world = FollowerWorld()
    world.start()
    world.fetched(records(batch(0, 3), high_watermark=3))
    world.fetched()
    partition = world.partition()
    partition.log.delete_records_before(2)
    world.broker.replicas.changed(partition)
    world.fetched()
    assert world.only.partitions[0].log_start_offset == 2
    world.fetched()
    assert world.only.partitions == {}


def test_without_a_topic_id_names_are_used() -> None:
    """replication D-1, fetch G-42: version 12 at most."""
    world = FollowerWorld()
    world.partition().topic_id = bytes(16)
    world.start()
    assert world.only.version == 12
    assert world.only.body.topics[0].topic == "t"
    assert world.only.body.replica_id == 1


# Responses that come too late


def test_a_response_for_an_earlier_epoch_or_offset_is_ignored() -> None:
    """fetch G-44, replication D-8."""
    world = FollowerWorld()
    world.fill((0, 1))
    world.start()
    late = world.only
    world.change(leader=2)
    world.start()
    assert world.only is late
    world.fetched(records(batch(1)), sent=late)
    assert world.partition().log_end_offset == 1
    one = world.only.partitions[0]
    assert (one.current_leader_epoch, one.fetch_offset) == (1, 1)


def test_a_response_for_a_partition_that_is_led_now_is_ignored() -> None:
    """replication D-15: also if the fetcher has it still."""
    world = FollowerWorld()
    world.start()
    world.change(leader=1)
    world.fetched(records(batch(0)))
    assert world.partition().log_end_offset == 0


def test_records_that_do_not_begin_at_the_log_end_fail_the_partition() -> None:
    """fetch G-46: someone else has appended."""
    world = FollowerWorld()
    world.start()
    world.fill((0, 1))
    world.fetched(records(batch(0)))
    assert world.state().state is FetchState.FAILED
    assert world.state().why is Reason.BROKEN
    assert world.partition().log_end_offset == 1


# Errors


@pytest.mark.parametrize("code", [75, 6, 3, 100, 103, 2, -1, 999])
def test_an_error_delays_one_partition(code: int) -> None:
    """replication D-8, D-9, fetch G-49: for a second, and the others go on."""
    world = FollowerWorld((2, 1), (2, 1))
    world.start()
    world.fetched(error(code))
    assert (world.only.offsets, world.only.forgotten) == ({}, [0])
    world.harness.advance(999)
    world.fetched(records(batch(0), index=1))
    assert world.only.offsets == {1: 1}
    world.harness.advance(1)
    world.fetched()
    assert world.only.offsets == {0: 0}


def test_a_delay_ends_by_a_timer_if_nothing_else_is_fetched() -> None:
    """fetch G-41, replication D-7, D-9: replica.fetch.backoff.ms."""
    world = FollowerWorld(fetch_backoff_ms=300)
    world.start()
    world.fetched(error(6))
    world.fetched()  # the partition is forgotten
    assert world.sent == []
    world.harness.advance(299)
    assert world.sent == []
    world.harness.advance(1)
    assert world.only.offsets == {0: 0}


def test_a_fenced_partition_leaves_its_fetcher_until_the_next_epoch() -> None:
    """replication D-8, fetch G-49."""
    world = FollowerWorld()
    world.start()
    world.fetched(error(74))
    assert world.state().state is FetchState.FAILED
    assert world.only.forgotten == [0]
    world.fetched()
    world.harness.advance(10_000)
    world.start()
    assert world.sent == []
    world.change(leader=2)
    world.start()
    assert world.only.partitions[0].current_leader_epoch == 1


def test_damaged_records_are_not_appended_and_fetched_again() -> None:
    """replication D-8, fetch G-49: the other partition goes on."""
    world = FollowerWorld((2, 1), (2, 1))
    world.start()
    damaged = bytearray(batch(0))
    damaged[-1] ^= 1
    world.fetched(records(bytes(damaged)), records(batch(0), index=1))
    assert world.partition(0).log_end_offset == 0
    assert world.only.offsets == {1: 1}
    world.harness.advance(1000)
    world.fetched()
    assert world.only.offsets == {0: 0}


def test_batches_before_a_damaged_one_are_kept() -> None:
    """fetch G-46: the next fetch begins at the damaged batch."""
    world = FollowerWorld()
    world.start()
    damaged = bytearray(batch(2))
    damaged[-1] ^= 1
    world.fetched(records(batch(0, 2), bytes(damaged)))
    world.fetched()
    world.harness.advance(1000)
    assert world.only.offsets == {0: 2}
    world.fetched(records(batch(2)))
    assert world.partition().log_end_offset == 3


def test_a_batch_of_a_later_epoch_is_skipped() -> None:
    """fetch G-47, replication D-19: without error or delay."""
    world = FollowerWorld()
    world.start()
    world.fetched(records(batch(0, epoch=5)))
    assert world.partition().log_end_offset == 0
    assert world.state().state is FetchState.FETCHING
    world.fetched(records(batch(0, epoch=0)))
    assert world.only.offsets == {0: 1}


def test_a_lost_connection_delays_all_partitions_and_the_session() -> None:
    """replication D-8, fetch F-9, G-49: the next fetch is full."""
    world = FollowerWorld((2, 1), (2, 1))
    world.start()
    world.fetched()
    world.respond(None)
    assert world.sent == []
    world.harness.advance(1000)
    assert sorted(world.only.partitions) == [0, 1]
    assert (world.only.body.session_id, world.only.body.session_epoch) == (77, 0)


def test_an_error_of_the_whole_response_delays_nothing() -> None:
    """replication D-8: the session begins anew at once."""
    world = FollowerWorld()
    world.start()
    world.fetched()
    world.respond(FetchResponse(error_code=70))
    assert world.only.offsets == {0: 0}
    assert (world.only.body.session_id, world.only.body.session_epoch) == (0, 0)
    assert world.only.at_ms == world.now_ms


def test_a_session_with_the_wrong_kind_of_topic_ids_is_a_failure() -> None:
    """replication D-8: FETCH_SESSION_TOPIC_ID_ERROR delays all partitions."""
    world = FollowerWorld()
    world.start()
    world.respond(FetchResponse(error_code=106))
    assert world.sent == []
    world.harness.advance(1000)
    assert world.only.offsets == {0: 0}


def test_a_failed_log_fails_the_partition() -> None:
    """replication D-8: KAFKA_STORAGE_ERROR of this broker."""
    world = FollowerWorld()
    world.start()
    world.broker.replicas.fail(world.partition().topic_partition)
    world.fetched()
    assert world.state().state is FetchState.FAILED
    world.fetched()
    assert world.sent == []
