"""DescribeProducers: what a replica knows of its producers."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.describe_producers_request import DescribeProducersRequest
from tests.support.log.batches import NOW_MS, make_marker
from tests.support.requests.fetching import Fetcher


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def ask(fetcher: Fetcher, *wanted: tuple[str, list[int]]) -> dict[tuple[str, int], Any]:
    make = DescribeProducersRequest.TopicRequest
    topics = [make(name=name, partition_indexes=indexes) for name, indexes in wanted]
    response = fetcher.client.request(DescribeProducersRequest(topics=topics), 0)
    return {
        (topic.name, each.partition_index): each
        for topic in response.topics
        for each in topic.partitions
    }


def producers(fetcher: Fetcher, index: int = 0) -> dict[int, tuple[int, ...]]:
    """(epoch, last sequence, timestamp, coordinator epoch, transaction start) by producer id."""
    answer = ask(fetcher, ("t", [index]))["t", index]
    assert (answer.error_code, answer.error_message) == (0, None)
    return {
        each.producer_id: (
            each.producer_epoch,
            each.last_sequence,
            each.last_timestamp,
            each.coordinator_epoch,
            each.current_txn_start_offset,
        )
        for each in answer.active_producers
    }


def test_a_topic_is_refused_with_words_before_its_partitions(fetcher: Fetcher) -> None:
    """produce B-50, F 163: illegal name, unknown topic, unknown partition (without words)."""
    answers = ask(fetcher, ("a b", [0, 1]), ("", [0]), ("nope", [0]), ("t", [0, 9, -1]))
    described = {key: (each.error_code, each.error_message) for key, each in answers.items()}
    illegal = (
        "Topic name is invalid: 'a b' contains one or more characters other than ASCII "
        "alphanumerics, '.', '_' and '-'"
    )
    assert described == {
        ("a b", 0): (17, illegal),
        ("a b", 1): (17, illegal),
        ("", 0): (17, "Topic name is invalid: the empty string is not allowed"),
        ("nope", 0): (3, "This server does not host this topic-partition."),
        ("t", 0): (0, None),
        ("t", 9): (3, None),
        ("t", -1): (3, None),
    }


def test_a_partition_that_is_elsewhere(fetcher: Fetcher) -> None:
    """produce B-50: 6 where the cluster has it."""
    del fetcher.broker.replicas.partitions[TopicPartition("t", 1)]
    answer = ask(fetcher, ("t", [1]))["t", 1]
    assert (answer.error_code, answer.error_message, answer.active_producers) == (6, None, [])


def test_a_follower_tells_its_own_view(fetcher: Fetcher) -> None:
    """produce B-51, F 163."""
    fetcher.append(producer_id=7, producer_epoch=1, base_sequence=0)
    fetcher.elect(leader_id=2)
    assert list(producers(fetcher)) == [7]


def test_a_producer_as_it_was_left(fetcher: Fetcher) -> None:
    """produce B-52, B-43: sequence and coordinator -1 where there is none; -1 is an epoch too."""
    now_ms = fetcher.harness.now_ms
    fetcher.append()
    fetcher.append(count=3, producer_id=7, producer_epoch=1, base_sequence=0)
    fetcher.append(producer_id=8, producer_epoch=-1, base_sequence=0)
    fetcher.append(producer_id=-5, producer_epoch=2, base_sequence=0)
    fetcher.append_trusted(make_marker(9, 3, commit=True, coordinator_epoch=6))
    assert producers(fetcher) == {
        7: (1, 2, now_ms, -1, -1),
        8: (-1, 0, now_ms, -1, -1),
        9: (3, -1, NOW_MS, 6, -1),
    }
    assert producers(fetcher, 1) == {}


def test_an_open_transaction_is_told_even_where_its_start_is_deleted(fetcher: Fetcher) -> None:
    """produce B-52: a transaction start may lie below the log start."""
    fetcher.append()
    fetcher.append(producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    fetcher.append()
    assert producers(fetcher)[7][-1] == 1
    fetcher.delete_records(3)
    assert producers(fetcher)[7][-1] == 1
    fetcher.append_trusted(make_marker(7, 0, commit=False, coordinator_epoch=2))
    assert producers(fetcher)[7] == (0, 0, NOW_MS, 2, -1)


def test_expired_producers_are_absent(fetcher: Fetcher) -> None:
    """produce B-52, F 91: with the next check of `producer.id.expiration.ms`."""
    fetcher.append(producer_id=7, producer_epoch=0, base_sequence=0)
    fetcher.harness.advance(86_400_000 + 600_000)
    fetcher.append(producer_id=8, producer_epoch=0, base_sequence=0)
    assert list(producers(fetcher)) == [8]


def test_who_may_not_read_a_topic_is_not_told_whether_it_exists(fetcher: Fetcher) -> None:
    """produce B-50: after its name, before anything else."""
    rule = Rule(ResourceType.TOPIC, "t", Operation.READ)
    fetcher.harness.create_topic("secret")
    fetcher.broker.authorizer = RuleAuthorizer([rule])
    answers = ask(fetcher, ("a b", [0]), ("secret", [0, 9]), ("nope", [0]), ("t", [0]))
    described = {key: (each.error_code, each.error_message) for key, each in answers.items()}
    denied = (29, "Topic authorization failed.")
    assert described.pop(("a b", 0))[0] == 17
    assert described == {
        ("secret", 0): denied,
        ("secret", 9): denied,
        ("nope", 0): denied,
        ("t", 0): (0, None),
    }
