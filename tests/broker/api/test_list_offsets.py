"""ListOffsets, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.records.builder import encode_batch
from tests.support.requests.fetching import Fetcher

VERSIONS = range(12)


@pytest.fixture
def fetcher() -> Fetcher:
    fetcher = Fetcher()
    fetcher.append(count=2)
    return fetcher


def ask(
    fetcher: Fetcher,
    *wanted: tuple[Any, ...],
    version: int = 11,
    replica_id: int = -1,
    isolation_level: int = 0,
) -> list[Any]:
    """(topic, entry) for each answer; wanted is (topic, partition, timestamp[, epoch])."""
    topics = [
        ListOffsetsRequest.ListOffsetsTopic(
            name=name,
            partitions=[
                ListOffsetsRequest.ListOffsetsPartition(
                    partition_index=index,
                    timestamp=timestamp,
                    current_leader_epoch=rest[0] if rest else -1,
                    max_num_offsets=10 if version == 0 else 1,
                )
            ],
        )
        for name, index, timestamp, *rest in wanted
    ]
    request = ListOffsetsRequest(
        replica_id=replica_id, isolation_level=isolation_level, topics=topics
    )
    response: Any = fetcher.client.request(request, version)
    return [(topic.name, each) for topic in response.topics for each in topic.partitions]


def one(fetcher: Fetcher, timestamp: int, *epoch: int, **fields: Any) -> tuple[int, ...]:
    """(error, timestamp, offset, leader epoch) of partition 0."""
    ((_, each),) = ask(fetcher, ("t", 0, timestamp, *epoch), **fields)
    return each.error_code, each.timestamp, each.offset, each.leader_epoch


@pytest.mark.parametrize("version", VERSIONS)
def test_the_ends_at_every_version(fetcher: Fetcher, version: int) -> None:
    """produce D-10, D-12, D-20, F 175, fetch F-65: the leader epoch is told from v4."""
    if version == 0:
        ((_, latest),) = ask(fetcher, ("t", 0, -1), version=0)
        ((_, earliest),) = ask(fetcher, ("t", 0, -2), version=0)
        assert [list(each.old_style_offsets) for each in (latest, earliest)] == [[2, 0], [0]]
    else:
        epoch = 0 if version >= 4 else -1
        assert one(fetcher, -1, version=version) == (0, -1, 2, epoch)
        assert one(fetcher, -2, version=version) == (0, -1, 0, epoch)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_question_is_answered_once_its_version_knows_it(fetcher: Fetcher, version: int) -> None:
    """produce D-1, D-7, D-15, D-22: before, and for unknown ones, 35 without anything."""
    for timestamp, since in ((-3, 7), (-4, 8), (-5, 9), (-6, 11), (-7, 99), (-100, 99)):
        ((_, each),) = ask(fetcher, ("t", 0, timestamp), version=version)
        assert each.error_code == (0 if version >= since else 35)
        if version < since:
            assert (each.timestamp, each.offset, each.leader_epoch) == (-1, -1, -1)
            assert not each.old_style_offsets
        elif timestamp < -4:
            assert (each.timestamp, each.offset, each.leader_epoch) == (-1, -1, -1)


def test_by_time(fetcher: Fetcher) -> None:
    """produce D-13, D-14: nothing found is no error."""
    now_ms = fetcher.harness.now_ms
    assert one(fetcher, now_ms) == (0, now_ms, 0, 0)
    assert one(fetcher, now_ms + 1) == (0, -1, -1, -1)
    assert one(fetcher, -3) == (0, now_ms, 0, 0)


def test_the_bound_is_that_of_the_asker(fetcher: Fetcher) -> None:
    """produce D-4, D-12, F 171: last stable offset, high watermark, log end."""
    fetcher.append(producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    fetcher.hold_back()
    fetcher.append()
    latest = {
        (replica_id, isolation_level): one(
            fetcher, -1, replica_id=replica_id, isolation_level=isolation_level
        )[2]
        for replica_id in (-1, -2, 5)
        for isolation_level in (0, 1)
    }
    assert latest == {(-1, 0): 3, (-1, 1): 2, (-2, 0): 4, (-2, 1): 4, (5, 0): 4, (5, 1): 4}


@pytest.mark.parametrize("isolation_level", [2, -1])
def test_an_unknown_isolation_level_fails_each(fetcher: Fetcher, isolation_level: int) -> None:
    """produce D-5, F 173."""
    answers = ask(fetcher, ("t", 0, -1), ("no", 0, -1), isolation_level=isolation_level)
    assert [each.error_code for _, each in answers] == [-1, -1]


def test_an_unknown_isolation_level_is_judged_before_repetitions(fetcher: Fetcher) -> None:
    """Seen on 4.4.0: each is answered, as often as it was asked for."""
    answers = ask(fetcher, ("t", 0, -1), ("t", 0, -2), isolation_level=2)
    assert [(each.partition_index, each.error_code) for _, each in answers] == [(0, -1), (0, -1)]


def test_a_repeated_partition_is_refused_after_the_others(fetcher: Fetcher) -> None:
    """produce D-2, F 172, fetch F-60: once, and both values are lost."""
    answers = ask(fetcher, ("t", 1, -1), ("t", 0, -1), ("t", 1, -2), ("t", 1, -2))
    assert [(name, each.partition_index, each.error_code) for name, each in answers] == [
        ("t", 0, 0),
        ("t", 1, 42),
    ]


def test_errors_in_their_order(fetcher: Fetcher) -> None:
    """produce D-2, D-3, F 174: 35 before 3; 74 and 75 before 6; -2 reads any replica."""
    answers = ask(fetcher, ("no", 0, -1), ("no", 1, -100), ("t", 9, -1))
    assert [each.error_code for _, each in answers] == [3, 35, 3]
    fetcher.elect(leader_id=2)
    assert one(fetcher, -1, 0)[0] == 74
    assert one(fetcher, -1, 9)[0] == 75
    assert one(fetcher, -1, -5)[0] == 74, "only -1 is no epoch (seen on 4.4.0)"
    assert one(fetcher, -1, 1) == (6, -1, -1, -1)
    assert one(fetcher, -1, replica_id=-2) == (0, -1, 2, 1)
    assert one(fetcher, -1, 0, replica_id=-2)[0] == 74


@pytest.mark.parametrize(("version", "code"), [(4, 5), (5, 78)])
def test_just_after_an_election_the_end_is_not_known(
    fetcher: Fetcher, version: int, code: int
) -> None:
    """produce D-6, F 176, fetch F-64: consumers get the start and what lies below the bound."""
    fetcher.hold_back()
    fetcher.append()
    fetcher.elect()
    now_ms = fetcher.harness.now_ms
    assert one(fetcher, -1, version=version)[0] == code
    assert one(fetcher, now_ms + 1, version=version)[0] == code
    assert one(fetcher, -1, version=version, isolation_level=1)[0] == code
    assert one(fetcher, now_ms, version=version)[:3] == (0, now_ms, 0)
    assert one(fetcher, -2, version=version)[:3] == (0, -1, 0)
    assert one(fetcher, -1, version=version, replica_id=-2)[:3] == (0, -1, 3)


def test_just_after_an_election_other_questions_go_on(fetcher: Fetcher) -> None:
    """produce D-6, D-15: the greatest timestamp only below the bound; nothing is tiered anyway."""
    now_ms = fetcher.harness.now_ms
    fetcher.hold_back()
    fetcher.append()
    fetcher.elect()
    assert one(fetcher, -3) == (0, now_ms, 0, 0)
    assert one(fetcher, -4) == (0, -1, 0, 0)
    assert [one(fetcher, tiered) for tiered in (-5, -6)] == [(0, -1, -1, -1)] * 2
    fetcher.harness.advance(7)
    fetcher.append()
    assert one(fetcher, -3)[0] == 78
    fetcher.catch_up()
    assert one(fetcher, -3) == (0, now_ms + 7, 3, 1)


ANSWERS: dict[int, tuple[int, Any]] = {
    -1: (0, (-1, 5, 2)),
    -2: (0, (-1, 2, 0)),
    -3: (7, (9_000, 3, 0)),
    -4: (8, (-1, 2, 0)),
    -5: (9, (-1, -1, -1)),
    -6: (11, (-1, -1, -1)),
    -7: (99, None),
    -(2**63): (99, None),
    0: (0, (2_000, 2, 0)),
    2_001: (0, (9_000, 3, 0)),
    9_000: (0, (9_000, 3, 0)),
    9_001: (0, (-1, -1, -1)),
    2**63 - 1: (0, (-1, -1, -1)),
}
"""By timestamp: the first version that knows it, and (timestamp, offset, epoch) from then on."""


@pytest.mark.parametrize("timestamp", ANSWERS)
@pytest.mark.parametrize("version", range(1, 12))
def test_every_question_at_every_version(version: int, timestamp: int) -> None:
    """produce D-1, D-7, D-10 to D-15, D-17, F 166, F 169: epochs are told from v4 on."""
    fetcher = Fetcher()
    for at, time in enumerate((1_000, 1_500, 2_000, 9_000, 4_000)):
        if at == 4:
            fetcher.elect()
            fetcher.elect()
        batch = encode_batch([(time, None, b"v", [])])
        fetcher.broker.replicas.append(fetcher.partition(), batch, now_ms=fetcher.harness.now_ms)
    fetcher.delete_records(2)
    since, expected = ANSWERS[timestamp]
    if version < since:
        expected = 35, -1, -1, -1
    else:
        found, offset, epoch = expected
        expected = 0, found, offset, epoch if version >= 4 else -1
    assert one(fetcher, timestamp, version=version) == expected


def test_nothing_is_found_beyond_an_open_transaction(fetcher: Fetcher) -> None:
    """produce D-4, D-12, D-13, D-14, F 170: at read_committed the bound is its first offset."""
    fetcher.harness.advance(5)
    later_ms = fetcher.harness.now_ms
    fetcher.append(producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    committed = {at: one(fetcher, at, isolation_level=1) for at in (-1, -3, later_ms)}
    assert committed == {
        -1: (0, -1, 2, 0),
        -3: (0, -1, -1, -1),
        later_ms: (0, -1, -1, -1),
    }
    assert one(fetcher, -3) == one(fetcher, later_ms) == (0, later_ms, 2, 0)
    assert one(fetcher, -3, isolation_level=1, replica_id=-2) == (0, later_ms, 2, 0)


def test_nothing_asked_nothing_answered(fetcher: Fetcher) -> None:
    """produce D-2."""
    assert ask(fetcher) == []
