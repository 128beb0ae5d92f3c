"""DeleteRecords, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.metadata.parts import BrokerImage
from kafkawire.broker.replicas.remote_replica import FollowerFetch, RemoteReplicas
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from tests.support.broker.metadata import broker
from tests.support.broker.partitions import reassign
from tests.support.log.batches import make_marker
from tests.support.requests.fetching import Fetcher, asked, base_offsets, data_of
from tests.support.requests.harness import Pending


@pytest.fixture
def fetcher() -> Fetcher:
    fetcher = Fetcher()
    for _ in range(4):
        fetcher.append(count=2)
    return fetcher


Result = tuple[str, int, int, int]
"""Topic, partition, low watermark, error."""


def request(*wanted: tuple[str, int, int], timeout_ms: int = 1_000) -> DeleteRecordsRequest:
    topics = [
        DeleteRecordsRequest.DeleteRecordsTopic(
            name=name,
            partitions=[
                DeleteRecordsRequest.DeleteRecordsPartition(partition_index=index, offset=offset)
            ],
        )
        for name, index, offset in wanted
    ]
    return DeleteRecordsRequest(topics=topics, timeout_ms=timeout_ms)


def results(response: Any) -> list[Result]:
    return [
        (topic.name, each.partition_index, each.low_watermark, each.error_code)
        for topic in response.topics
        for each in topic.partitions
    ]


def delete(fetcher: Fetcher, *wanted: tuple[str, int, int], version: int = 2) -> list[Result]:
    return results(fetcher.client.request(request(*wanted), version))


@pytest.mark.parametrize("version", range(3))
def test_the_start_moves_up(fetcher: Fetcher, version: int) -> None:
    """produce D-42, D-44, F 181, fetch H-54: also into a batch, which is still returned whole."""
    assert delete(fetcher, ("t", 0, 3), version=version) == [("t", 0, 3, 0)]
    assert data_of(fetcher.fetch(("t", asked(0, 2)))).error_code == 1
    assert base_offsets(data_of(fetcher.fetch(("t", asked(0, 3)))).records) == [2, 4, 6]


def test_the_start_never_moves_back(fetcher: Fetcher) -> None:
    """produce D-41."""
    assert delete(fetcher, ("t", 0, 0)) == [("t", 0, 0, 0)]
    delete(fetcher, ("t", 0, 2))
    assert delete(fetcher, ("t", 0, 1)) == [("t", 0, 2, 0)]


def test_minus_one_is_the_high_watermark(fetcher: Fetcher) -> None:
    """produce D-40, D-46: log start and log end then agree."""
    fetcher.hold_back()
    fetcher.append()
    assert delete(fetcher, ("t", 0, -1)) == [("t", 0, 8, 0)]


@pytest.mark.parametrize("offset", [9, 100, -2])
def test_an_offset_beyond_the_high_watermark_is_refused(fetcher: Fetcher, offset: int) -> None:
    """produce D-40, D-43: errors have low watermark -1."""
    fetcher.hold_back()
    fetcher.append(count=5)
    assert delete(fetcher, ("t", 0, offset)) == [("t", 0, -1, 1)]
    assert fetcher.partition().log_start_offset == 0


def test_an_open_transaction_does_not_hinder(fetcher: Fetcher) -> None:
    """produce D-43, B-31, F 180: the bound is the high watermark, not the last stable offset."""
    fetcher.append(producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    fetcher.append()
    assert delete(fetcher, ("t", 0, 9)) == [("t", 0, 9, 0)]
    assert fetcher.partition().last_stable_offset == 9
    assert delete(fetcher, ("t", 0, -1)) == [("t", 0, 10, 0)]
    assert fetcher.partition().last_stable_offset == 10
    fetcher.append_trusted(make_marker(7, 0, commit=True))
    assert fetcher.partition().last_stable_offset == 11


def test_one_deletion_after_the_other(fetcher: Fetcher) -> None:
    """produce D-40, D-41, D-43, F 177: errors have low watermark -1 and change nothing."""
    wanted = (0, 2, 1, 2, -2, 9, 8, -1, 9)
    found = [delete(fetcher, ("t", 0, offset))[0][2:] for offset in wanted]
    assert found == [(0, 0), (2, 0), (2, 0), (2, 0), (-1, 1), (-1, 1), (8, 0), (8, 0), (-1, 1)]
    assert fetcher.partition().log_start_offset == 8


def test_unknown_and_internal_topics_are_refused(fetcher: Fetcher) -> None:
    """produce D-40, F 178: 3 before 17."""
    internal = "__consumer_offsets"
    assert delete(fetcher, ("no", 0, 0), ("t", 9, 0), (internal, 0, 0)) == [
        ("no", 0, -1, 3),
        ("t", 9, -1, 3),
        (internal, 0, -1, 3),
    ]
    fetcher.broker.controller.create_internal_topic(internal, fetcher.harness.now_ms)
    assert delete(fetcher, (internal, 0, 0)) == [(internal, 0, -1, 17)]


def test_a_follower_refuses(fetcher: Fetcher) -> None:
    """produce D-40."""
    fetcher.elect(leader_id=2)
    assert delete(fetcher, ("t", 0, 1)) == [("t", 0, -1, 6)]


@pytest.mark.parametrize(("policy", "code"), [("compact", 44), ("compact,delete", 0)])
def test_a_compacted_topic_keeps_its_records(fetcher: Fetcher, policy: str, code: int) -> None:
    """produce D-40, F 178."""
    fetcher.configure(cleanup_policy=policy)
    ((_, _, _, error),) = delete(fetcher, ("t", 0, 1))
    assert error == code


def test_the_last_offset_wins(fetcher: Fetcher) -> None:
    """produce D-45: one entry for a partition named twice."""
    assert delete(fetcher, ("t", 0, 6), ("t", 1, 0), ("t", 0, 2)) == [
        ("t", 0, 2, 0),
        ("t", 1, 0, 0),
    ]


def test_a_topic_without_partitions_is_left_out(fetcher: Fetcher) -> None:
    """produce D-45."""
    request = DeleteRecordsRequest(topics=[DeleteRecordsRequest.DeleteRecordsTopic(name="t")])
    assert fetcher.client.request(request, 2).topics == []


def test_of_two_reasons_to_refuse_the_first_is_told(fetcher: Fetcher) -> None:
    """produce D-40: 6, then 44, then 1; nothing changes."""
    fetcher.configure(cleanup_policy="compact")
    assert delete(fetcher, ("t", 0, 99), ("t", 1, 99)) == [("t", 0, -1, 44), ("t", 1, -1, 1)]
    fetcher.elect(leader_id=2)
    assert delete(fetcher, ("t", 0, 99)) == [("t", 0, -1, 6)]
    assert fetcher.partition().log_start_offset == 0


def test_both_ends_agree_when_all_is_deleted(fetcher: Fetcher) -> None:
    """produce D-46: and the greatest timestamp is still the one that was (D-14)."""
    assert delete(fetcher, ("t", 0, -1)) == [("t", 0, 8, 0)]
    make = ListOffsetsRequest.ListOffsetsPartition
    for version in (1, 8, 11):
        ends = []
        for timestamp in (-1, -2, -4, -3)[: 2 if version == 1 else 4]:
            partitions = [make(partition_index=0, timestamp=timestamp)]
            topic = ListOffsetsRequest.ListOffsetsTopic(name="t", partitions=partitions)
            wanted = ListOffsetsRequest(replica_id=-1, topics=[topic])
            (answer,) = fetcher.client.request(wanted, version).topics[0].partitions
            ends.append(answer.offset)
        assert ends == ([8, 8] if version == 1 else [8, 8, 8, 0])


# More than one replica


@pytest.fixture
def replicated(fetcher: Fetcher) -> Fetcher:
    """Partition 0 with a live follower, number 2, that has all eight records."""
    replicas = fetcher.broker.replicas
    fetcher.broker.metadata.brokers[2] = BrokerImage(broker(2))
    partition = fetcher.partition()
    reassign(partition, replicas=(1, 2), isr=(1, 2))
    partition.followers = RemoteReplicas(replicas.peers, [2])
    follow(fetcher)
    return fetcher


def follow(fetcher: Fetcher, log_start_offset: int = 0, *, offset: int = 8) -> None:
    """A fetch of the follower, which tells where its own log begins."""
    partition = fetcher.partition()
    now_ms = fetcher.harness.now_ms
    told = FollowerFetch(offset, log_start_offset, -1, partition.log_end_offset, now_ms)
    fetcher.broker.replicas.follower_fetched(partition, 2, told, None)
    fetcher.harness.settle()


def send(fetcher: Fetcher, *wanted: tuple[str, int, int], timeout_ms: int = 1_000) -> Pending:
    return fetcher.client.send(request(*wanted, timeout_ms=timeout_ms), 2)


def test_the_answer_waits_for_the_live_replicas(replicated: Fetcher) -> None:
    """produce D-42: the leader's log start has moved already; each partition has its answer."""
    sent = send(replicated, ("t", 0, 5), ("t", 1, 0))
    assert replicated.partition().log_start_offset == 5
    assert not sent.done
    follow(replicated, 4)
    assert not sent.done
    follow(replicated, 6)
    assert results(sent.response) == [("t", 0, 5, 0), ("t", 1, 0, 0)]
    assert len(replicated.broker.purgatory) == 0


def test_what_is_not_deleted_in_time_is_told_with_the_low_watermark(replicated: Fetcher) -> None:
    """produce D-42, F 179: as it was after the deletion; others are told as they are."""
    sent = send(replicated, ("t", 0, 5), ("t", 1, 0), timeout_ms=200)
    replicated.harness.advance(199)
    assert not sent.done
    replicated.harness.advance(1)
    assert results(sent.response) == [("t", 0, 0, 7), ("t", 1, 0, 0)]
    follow(replicated, 5)
    sent = send(replicated, ("t", 0, 7), timeout_ms=0)
    assert results(sent.response) == [("t", 0, 5, 7)]


def test_a_replica_that_is_down_is_not_waited_for(replicated: Fetcher) -> None:
    """produce D-42: nor one that is not registered."""
    replicated.broker.metadata.brokers[2] = BrokerImage(broker(2, fenced=True))
    assert delete(replicated, ("t", 0, 5)) == [("t", 0, 5, 0)]
    del replicated.broker.metadata.brokers[2]
    assert delete(replicated, ("t", 0, -1)) == [("t", 0, 8, 0)]


def test_below_the_low_watermark_nothing_is_waited_for(replicated: Fetcher) -> None:
    """produce D-41, D-42."""
    send(replicated, ("t", 0, 5))
    follow(replicated, 5)
    assert delete(replicated, ("t", 0, 4)) == [("t", 0, 5, 0)]


def test_all_that_is_replicated_is_what_was_when_it_was_asked(replicated: Fetcher) -> None:
    """produce D-40, D-42: -1 stands for the high watermark of then."""
    sent = send(replicated, ("t", 0, -1))
    replicated.append()
    follow(replicated, 0, offset=9)
    assert (replicated.partition().high_watermark, sent.done) == (9, False)
    follow(replicated, 8, offset=9)
    assert results(sent.response) == [("t", 0, 8, 0)]


@pytest.mark.parametrize(("loss", "code"), [("demoted", 6), ("deleted", 3), ("failed", 56)])
def test_a_partition_that_goes_away_while_it_is_waited_for(
    replicated: Fetcher, loss: str, code: int
) -> None:
    """produce D-42, D-40: without a low watermark."""
    sent = send(replicated, ("t", 0, 5), timeout_ms=200)
    if loss == "demoted":
        replicated.elect(leader_id=2)
    elif loss == "deleted":
        replicated.broker.replicas.delete(TopicPartition("t", 0))
    else:
        replicated.broker.replicas.fail(TopicPartition("t", 0))
    replicated.harness.advance(200)
    assert results(sent.response) == [("t", 0, -1, code)]
