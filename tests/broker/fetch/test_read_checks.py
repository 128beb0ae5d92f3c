"""The checks of a partition in their order, and diverging epochs, through bytes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from tests.support.requests.fetching import Fetcher, asked, base_offsets, data_of, entries

NAMES_UP_TO = 12
EPOCHS = range(9, 19)
"""The versions that say which leader epoch a client believes in."""
FETCHED_EPOCHS = range(12, 19)
"""The versions that say which epoch was fetched last."""


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def key_of(fetcher: Fetcher, version: int) -> str | bytes:
    return fetcher.topic_id if version > NAMES_UP_TO else "t"


def answer(fetcher: Fetcher, version: int, partition: Any, **fields: Any) -> Any:
    response = fetcher.fetch((key_of(fetcher, version), partition), version=version, **fields)
    return data_of(response, partition.partition)


def outcome(data: Any) -> Any:
    """An error, a divergence as (epoch, end offset), or the base offsets of what came."""
    if data.error_code:
        assert (data.high_watermark, data.last_stable_offset, data.log_start_offset) == (-1, -1, -1)
        assert data.records == b""
        return data.error_code
    if data.diverging_epoch.epoch >= 0:
        assert data.records == b""
        assert data.aborted_transactions is None
        return data.diverging_epoch.epoch, data.diverging_epoch.end_offset
    return base_offsets(data.records)


# Order


@pytest.mark.parametrize("version", FETCHED_EPOCHS)
def test_each_check_hides_those_behind_it(fetcher: Fetcher, version: int) -> None:
    """fetch B-17, B-18, B-20, B-21, B-33: leader epoch, leadership, fetched epoch, offset, limit:
    a request with all defects, mended one by one.
    """
    fetcher.append(count=2)
    fetcher.elect()
    fetcher.append()
    defects = {"current_leader_epoch": 0, "last_fetched_epoch": 0, "max_bytes": -1}
    found = [outcome(answer(fetcher, version, asked(0, 99, **defects)))]
    defects["current_leader_epoch"] = -1
    if version < 15:
        found.append(outcome(answer(fetcher, version, asked(0, 99, **defects), replica_id=5)))
    else:
        found.append(6)
    found.append(outcome(answer(fetcher, version, asked(0, 99, **defects))))
    defects["last_fetched_epoch"] = -1
    found.append(outcome(answer(fetcher, version, asked(0, 99, **defects))))
    found.append(outcome(answer(fetcher, version, asked(0, 0, **defects))))
    defects["max_bytes"] = 1 << 20
    found.append(outcome(answer(fetcher, version, asked(0, 0, **defects))))
    assert found == [74, 6, (0, 2), 1, -1, [0, 2]]


@pytest.mark.parametrize("version", EPOCHS)
def test_a_leader_epoch_is_compared(fetcher: Fetcher, version: int) -> None:
    """fetch B-17, J 54: lower is 74, higher 75, equal and any negative one pass; at a broker that
    does not lead, too.
    """
    fetcher.append()
    fetcher.elect()
    epochs = (0, 2, 1, -1, -7)
    found = [
        outcome(answer(fetcher, version, asked(0, current_leader_epoch=epoch))) for epoch in epochs
    ]
    assert found == [74, 75, [0], [0], [0]]
    fetcher.elect(leader_id=2)
    found = [
        outcome(answer(fetcher, version, asked(0, current_leader_epoch=epoch))) for epoch in (1, 3)
    ]
    assert found == [74, 75]


@pytest.mark.parametrize("version", range(13, 19))
def test_the_topic_id_is_compared_first_of_all(fetcher: Fetcher, version: int) -> None:
    """fetch B-15, B-17, J 51: 103 where both have one and they differ, whatever the epoch; a
    partition without an id serves any.
    """
    fetcher.partition().topic_id = b"\x01" * 16
    wanted = asked(0, 99, current_leader_epoch=7)
    assert outcome(answer(fetcher, version, wanted)) == 103
    fetcher.partition().topic_id = bytes(16)
    assert outcome(answer(fetcher, version, wanted)) == 75
    assert outcome(answer(fetcher, version, asked(0))) == []


@pytest.mark.parametrize("version", range(19))
def test_names_are_not_compared_with_ids(fetcher: Fetcher, version: int) -> None:
    """fetch B-9, B-15: up to v12 whatever bears the name is served."""
    if version <= NAMES_UP_TO:
        fetcher.partition().topic_id = b"\x01" * 16
    assert outcome(answer(fetcher, version, asked(0))) == []


@pytest.mark.parametrize("version", range(19))
def test_every_offset_of_a_short_log(fetcher: Fetcher, version: int) -> None:
    """fetch A-19, B-22, B-23, B-24, B-28, J 48, 62, 63: start 2, high watermark 4, end 6."""
    for _ in range(4):
        fetcher.append()
    fetcher.delete_records(2)
    fetcher.hold_back()
    fetcher.append(count=2)
    codes = [
        answer(fetcher, version, asked(0, offset)).error_code
        for offset in (-9_000_000_000, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9_000_000_000)
    ]
    assert codes == [1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1]
    sent = [bool(answer(fetcher, version, asked(0, offset)).records) for offset in range(2, 7)]
    assert sent == [True, True, False, False, False]
    empty, wrong = answer(fetcher, version, asked(0, 5)), answer(fetcher, version, asked(0, 7))
    assert (empty.high_watermark, wrong.high_watermark) == (4, -1)
    if version >= 5:
        assert (empty.last_stable_offset, empty.log_start_offset) == (4, 2)
        assert (wrong.last_stable_offset, wrong.log_start_offset) == (-1, -1)


@pytest.mark.parametrize("version", range(4, 19))
def test_whole_batches_from_the_one_that_holds_the_offset(fetcher: Fetcher, version: int) -> None:
    """fetch B-25, B-26, J 65: never trimmed in front, and none at or beyond the bound."""
    for count in (3, 2, 4):
        fetcher.append(count=count)
    fetcher.hold_back()
    fetcher.append()
    found = [outcome(answer(fetcher, version, asked(0, offset))) for offset in range(11)]
    assert found == [[0, 3, 5]] * 3 + [[3, 5]] * 2 + [[5]] * 4 + [[]] * 2


# Errors


def test_what_fetch_never_says(fetcher: Fetcher) -> None:
    """fetch B-14, B-31: neither 78 just after an election, nor 5 without a leader, nor 9 for a
    replica that is elsewhere.
    """
    fetcher.append()
    fetcher.hold_back()
    fetcher.append()
    fetcher.elect()
    latest = ListOffsetsRequest.ListOffsetsPartition(partition_index=0, timestamp=-1)
    topic = ListOffsetsRequest.ListOffsetsTopic(name="t", partitions=[latest])
    asking = ListOffsetsRequest(replica_id=-1, topics=[topic])
    listed = fetcher.client.request(asking, 7)
    assert listed.topics[0].partitions[0].error_code == 78
    assert outcome(answer(fetcher, 12, asked(0, 0))) == [0]
    assert outcome(answer(fetcher, 12, asked(0, 2))) == []
    fetcher.elect(leader_id=-1)
    assert outcome(answer(fetcher, 10, asked(0, 0))) == 6
    del fetcher.broker.replicas.partitions[TopicPartition("t", 1)]
    for version in (0, 8, 12, 18):
        assert answer(fetcher, version, asked(1)).error_code == 6


@pytest.mark.parametrize("version", range(19))
def test_what_is_not_here_is_elsewhere_or_nowhere(fetcher: Fetcher, version: int) -> None:
    """fetch B-14, B-47, J 53: 6 where the metadata has it, whatever the epoch, else 3."""
    del fetcher.broker.replicas.partitions[TopicPartition("t", 0)]
    for epoch in (-1, 0, 99) if version >= 9 else (-1,):
        wanted = asked(0, 77, current_leader_epoch=epoch)
        assert answer(fetcher, version, wanted).error_code == 6
    assert answer(fetcher, version, asked(9)).error_code == 3


# Diverging epochs


def worked_example(fetcher: Fetcher) -> None:
    """Epochs 0@0, 3@2, 4@8, 7@13, 9@14; the leader's is 10 and the log ends at 17."""
    for epoch, count in ((0, 2), (3, 6), (4, 5), (7, 1), (9, 3)):
        partition = fetcher.partition()
        while partition.leader_epoch < epoch:
            fetcher.elect()
        fetcher.append(count=count)
        partition.log.leader_epochs.entries[:] = [
            entry
            for entry in partition.log.leader_epochs.entries
            if entry[0] in (0, 3, 4, 7, 9) and entry[0] <= epoch
        ]
    fetcher.elect()


OK = "as usual"
EXAMPLE = {
    **dict.fromkeys([(2, 5), (0, 4)], (0, 2)),
    **dict.fromkeys([(6, 6), (5, 9)], (4, 13)),
    (10, 18): (10, 17),
    **dict.fromkeys([(0, 2), (7, 14), (9, 17), (10, 17)], OK),
    **dict.fromkeys([(11, 0), (11, 17), (11, 99)], 1),
}
FROM_5_ON = {
    (2, 8): (2, 5),
    **dict.fromkeys([(0, 5), (3, 5)], OK),
    (6, 6): (4, 13),
    **dict.fromkeys([(epoch, offset) for epoch in (0, 3, 5, 6, 8, 10) for offset in (0, 2, 4)], 1),
}


@pytest.mark.parametrize("version", FETCHED_EPOCHS)
@pytest.mark.parametrize("table", ["from 0", "from 5"])
def test_the_worked_example(fetcher: Fetcher, version: int, table: str) -> None:
    """fetch B-33 to B-39, J 77, 78, 82, 83: every pair, before and after the log start moved."""
    worked_example(fetcher)
    assert fetcher.partition().log_end_offset == 17
    pairs: dict[tuple[int, int], Any] = EXAMPLE
    if table == "from 5":
        fetcher.delete_records(5)
        pairs = FROM_5_ON
    for (epoch, offset), expected in pairs.items():
        wanted = asked(0, offset, last_fetched_epoch=epoch)
        found = outcome(answer(fetcher, version, wanted))
        if expected == OK:
            expected = outcome(answer(fetcher, version, asked(0, offset)))
            assert isinstance(expected, list)
        assert found == expected, (epoch, offset)


@pytest.mark.parametrize("version", FETCHED_EPOCHS)
def test_the_log_start_beats_divergence(fetcher: Fetcher, version: int) -> None:
    """fetch B-35, J 78: of an epoch in which nothing was written, which diverges wherever it is."""
    fetcher.append(count=3)
    fetcher.elect()
    fetcher.elect()
    fetcher.append()
    fetcher.delete_records(2)
    found = [
        outcome(answer(fetcher, version, asked(0, offset, last_fetched_epoch=1)))
        for offset in range(5)
    ]
    assert found == [1, 1, (0, 3), (0, 3), (0, 3)]


@pytest.mark.parametrize("version", FETCHED_EPOCHS)
def test_a_divergence_tells_the_offsets(fetcher: Fetcher, version: int) -> None:
    """fetch B-36, B-39: and no more, to a plain consumer as well."""
    fetcher.append(count=3)
    fetcher.elect()
    fetcher.append()
    wanted = asked(0, 4, last_fetched_epoch=0)
    data = answer(fetcher, version, wanted, isolation_level=1)
    assert outcome(data) == (0, 3)
    assert (data.high_watermark, data.last_stable_offset, data.log_start_offset) == (4, 4, 0)


@pytest.mark.parametrize("version", FETCHED_EPOCHS)
def test_who_does_not_lead_knows_of_divergence_too(fetcher: Fetcher, version: int) -> None:
    """fetch B-33: the lookup asks for no leader, but for the right epoch."""
    fetcher.append(count=3)
    fetcher.elect()
    fetcher.append()
    fetcher.elect(leader_id=2)
    assert outcome(answer(fetcher, version, asked(0, 4, last_fetched_epoch=0))) == (0, 3)
    wanted = asked(0, 4, last_fetched_epoch=0, current_leader_epoch=1)
    assert outcome(answer(fetcher, version, wanted)) == 74


@pytest.mark.parametrize("version", FETCHED_EPOCHS)
def test_a_divergence_does_not_wait(fetcher: Fetcher, version: int) -> None:
    """fetch D-1, D-2, J 79: nor do the others of its request."""
    key = key_of(fetcher, version)
    fetcher.append(1)
    wanted = [(key, asked(0, 5, last_fetched_epoch=0)), (key, 1), (key, 2)]
    pending = fetcher.send(*wanted, version=version, max_wait_ms=60_000, min_bytes=10_000)
    assert entries(pending.response) == [(key, 0, 0), (key, 1, 0), (key, 2, 0)]
    assert base_offsets(data_of(pending.response, 1).records) == [0]
