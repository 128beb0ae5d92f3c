"""What releases answer otherwise to Fetch, on both sides of each change."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest

from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.primitives import ZERO_UUID
from kafkawire.records.compression import GZIP, ZSTD
from tests.support.broker.partitions import reassign
from tests.support.log.batches import make_marker
from tests.support.requests.fetching import (
    Fetcher,
    asked,
    base_offsets,
    data_of,
    entries,
    fetch_request,
    sizes,
)
from tests.support.requests.harness import BrokerHarness

COMPRESSION_REFUSED = 76
VERSION_REFUSED = 35


def zstd_fetcher(release: str) -> Fetcher:
    """Topic `packed` is configured for zstd and holds a batch; `t` is plain and holds one too."""
    fetcher = Fetcher(emulate=release)
    fetcher.harness.create_topic("packed", configs={"compression.type": "zstd"})
    fetcher.append(topic="packed", compression=ZSTD)
    fetcher.append()
    return fetcher


@pytest.mark.parametrize("version", [4, 7, 9])
@pytest.mark.parametrize("release", ["2.4", "2.8", "3.3", "3.9"])
def test_a_zstd_topic_is_refused_below_version_10(release: str, version: int) -> None:
    """fetch A-51, A-17, J 33, J 35: only it, whatever the read gave."""
    fetcher = zstd_fetcher(release)
    for offset in (0, 1, 99):
        answer = fetcher.client.request(
            fetch_request(("packed", asked(0, offset)), ("t", 0)), version
        )
        assert entries(answer) == [("packed", 0, COMPRESSION_REFUSED), ("t", 0, 0)]
        refused = answer.responses[0].partitions[0]
        assert (refused.high_watermark, refused.last_stable_offset) == (-1, -1)
        has_nulls = release.startswith("3.")
        assert refused.records is None if has_nulls else not refused.records
        assert refused.aborted_transactions == ([] if has_nulls else None)


@pytest.mark.parametrize("release", ["2.4", "3.9"])
def test_version_10_gets_the_data(release: str) -> None:
    """fetch A-51, J 33."""
    fetcher = zstd_fetcher(release)
    answer = fetcher.client.request(fetch_request(("packed", 0)), 10)
    assert base_offsets(data_of(answer).records) == [0]


@pytest.mark.parametrize("version", [4, 9])
@pytest.mark.parametrize("release", ["4.0", "4.4"])
def test_kafka_4_has_no_gate(release: str, version: int) -> None:
    """fetch A-51, J 33."""
    fetcher = zstd_fetcher(release)
    answer = fetcher.client.request(fetch_request(("packed", 0)), version)
    assert base_offsets(data_of(answer).records) == [0]


def test_zstd_batches_of_a_plain_topic_pass_from_version_4_on() -> None:
    """fetch A-52, J 34: v2 is refused, v9 gets the bytes."""
    fetcher = Fetcher(emulate="3.9")
    fetcher.append(compression=ZSTD)
    assert data_of(fetcher.client.request(fetch_request(("t", 0)), 2)).error_code == 76
    found = data_of(fetcher.client.request(fetch_request(("t", 0)), 9))
    assert base_offsets(found.records) == [0]


def test_the_gate_does_not_reach_the_session() -> None:
    """fetch A-51: the refusal replaces the answer when all else is done."""
    fetcher = zstd_fetcher("3.9")
    client = fetcher.client
    opened = client.request(fetch_request(("packed", 0), session=(0, 0)), 8)
    assert entries(opened) == [("packed", 0, COMPRESSION_REFUSED)]
    session = fetcher.broker.fetch_sessions.get(opened.session_id)
    assert session is not None
    (cached,) = session.partitions.values()
    assert cached.high_watermark == 1
    again = client.request(
        fetch_request(("packed", asked(0, 1)), session=(opened.session_id, 1)), 8
    )
    assert entries(again) == [], "the end of the log has nothing to tell"
    fetcher.append(topic="packed", compression=ZSTD)
    told = client.request(fetch_request(session=(opened.session_id, 2)), 8)
    assert entries(told) == [("packed", 0, COMPRESSION_REFUSED)]


@pytest.mark.parametrize(
    ("release", "version", "records", "aborted"),
    [
        ("1.1", 7, b"", None),
        ("2.8", 12, b"", None),
        ("3.3", 12, None, []),
        ("3.9", 4, None, []),
        ("3.9", 12, None, []),
        ("4.0", 12, b"", []),
        ("4.4", 12, b"", []),
    ],
)
def test_a_failed_request_has_null_records_in_kafka_3(
    release: str, version: int, records: Any, aborted: Any
) -> None:
    """fetch A-17, A-24."""
    fetcher = Fetcher(emulate=release)
    answer = fetcher.client.request(fetch_request(("t", 0), isolation_level=2), version)
    found = data_of(answer)
    assert found.error_code == -1
    assert found.aborted_transactions == aborted
    assert found.records is None if records is None else bytes(found.records) == records


@pytest.mark.parametrize("release", ["2.8", "3.9"])
def test_the_unknown_have_no_null_records(release: str) -> None:
    """fetch A-17, A-18: their lists of aborted transactions were null before 3.0."""
    answer = Fetcher(emulate=release).client.request(fetch_request(("nope", 0)), 11)
    found = data_of(answer)
    assert (found.error_code, bytes(found.records)) == (3, b"")
    assert found.aborted_transactions == (None if release == "2.8" else [])


@pytest.mark.parametrize(("release", "stable"), [("0.11", -1), ("2.0", -1), ("2.4", 1)])
@pytest.mark.parametrize("isolation_level", [0, 1])
def test_the_stable_offset_is_for_those_who_read_to_it(
    release: str, stable: int, isolation_level: int
) -> None:
    """fetch A-23: for everybody only since 2.4."""
    fetcher = Fetcher(emulate=release)
    fetcher.append()
    request = fetch_request(("t", 0), isolation_level=isolation_level)
    found = data_of(fetcher.client.request(request, 5))
    assert found.last_stable_offset == (1 if isolation_level else stable)


def disabled(release: str) -> Fetcher:
    fetcher = Fetcher(emulate=release)
    configs = {"message.downconversion.enable": "false"}
    fetcher.harness.create_topic("strict", configs=configs)
    return fetcher


@pytest.mark.parametrize("release", ["2.0", "2.8", "3.3", "3.9"])
def test_conversion_can_be_forbidden_from_2_0_to_3_9(release: str) -> None:
    """fetch A-54, J 38: consumers only; an empty read is refused only since 3.0."""
    fetcher = disabled(release)
    empty = data_of(fetcher.client.request(fetch_request(("strict", 0)), 1))
    assert empty.error_code == (VERSION_REFUSED if release.startswith("3") else 0)
    fetcher.append(topic="strict")
    found = data_of(fetcher.client.request(fetch_request(("strict", 0)), 1))
    assert found.error_code == VERSION_REFUSED
    if release.startswith("3"):
        assert found.records is None
    found = data_of(fetcher.client.request(fetch_request(("strict", 0)), 4))
    assert base_offsets(found.records) == [0]
    follower = fetch_request(("strict", 0), replica_id=2)
    reassign(fetcher.partition(topic="strict"), replicas=(1, 2))
    assert data_of(fetcher.client.request(follower, 1)).error_code != VERSION_REFUSED


@pytest.mark.parametrize("release", ["1.1", "4.0", "4.4"])
def test_other_releases_do_not_know_that_name(release: str) -> None:
    """fetch A-54, A-57."""
    with pytest.raises(AssertionError, match="40"):
        BrokerHarness(emulate=release).create_topic(
            "strict", configs={"message.downconversion.enable": "false"}
        )


@pytest.mark.parametrize(
    ("release", "sent"), [("1.1", "all"), ("2.0", "all"), ("2.8", "all"), ("3.3", "none")]
)
def test_half_a_batch_is_sent_to_old_clients_before_3_0(release: str, sent: str) -> None:
    """fetch A-56, C-7, J 39: so that they complain of its size."""
    fetcher = Fetcher(emulate=release)
    fetcher.append(size=500)
    found = data_of(fetcher.client.request(fetch_request(("t", asked(0, 0, 100))), 2))
    assert found.error_code == 0
    assert len(found.records) == (100 if sent == "all" else 0)


@pytest.mark.parametrize(("release", "is_padded"), [("0.11", False), ("1.1", False), ("2.0", True)])
def test_converted_records_are_padded_since_2_0(release: str, is_padded: bool) -> None:
    """fetch A-53, A-55, A-56: before, they had the size that they came to."""
    fetcher = Fetcher(emulate=release)
    size = fetcher.append(compression=GZIP) + fetcher.append()
    records = bytes(data_of(fetcher.client.request(fetch_request(("t", 0)), 3)).records)
    position = whole = 0
    while position + 12 <= len(records):
        length = int.from_bytes(records[position + 8 : position + 12], "big")
        whole, position = (position, position + 12 + length)
    assert position == len(records) or is_padded
    assert (records[whole : whole + 8] == b"\xff" * 8) == is_padded
    assert (len(records) == size) == is_padded


@pytest.mark.parametrize("release", ["3.9", "4.0", "4.4"])
def test_followers_are_told_the_leaders_endpoint_only_by_3_9(release: str) -> None:
    """fetch B-52, J 60."""
    fetcher = Fetcher(emulate=release)
    reassign(fetcher.partition(), replicas=(1, 2))
    request = fetch_request(
        (fetcher.topic_id, asked(0, current_leader_epoch=-1)),
        replica_state=FetchRequest.ReplicaState(replica_id=7),
    )
    answer = fetcher.client.request(request, 16)
    assert data_of(answer).error_code == 6
    assert data_of(answer).current_leader.leader_id == 1
    assert len(answer.node_endpoints) == (1 if release == "3.9" else 0)


@pytest.mark.parametrize(("release", "waits"), [("3.9", False), ("4.0", True)])
def test_where_a_fetch_stands_within_a_batch(release: str, waits: bool) -> None:
    """fetch B-23, D-6: with LSO 3 at the base of a batch, offset 4 waits only since 4.0."""
    fetcher = Fetcher(emulate=release)
    fetcher.append(count=3)
    fetcher.append(count=2, producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    assert fetcher.partition().last_stable_offset == 3
    fields: dict[str, Any] = {"isolation_level": 1, "max_wait_ms": 500, "min_bytes": 1}
    pending = fetcher.client.send(fetch_request(("t", asked(0, 4)), **fields), 11)
    assert pending.done != waits
    fetcher.harness.advance(500)
    assert data_of(pending.response).error_code == 0
    pending = fetcher.client.send(fetch_request(("t", asked(0, 3)), **fields), 11)
    assert not pending.done, "at the bound every release waits"


@pytest.mark.parametrize(("release", "waits"), [("0.11", True), ("3.3", True), ("3.9", False)])
def test_beyond_the_bound_there_was_a_wait_before_3_8(release: str, waits: bool) -> None:
    """fetch D-6: for more elsewhere, or until the bound has passed by."""
    fetcher = Fetcher(emulate=release)
    fetcher.append()
    fetcher.append(producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    parked: Any = {"isolation_level": 1, "max_wait_ms": 500, "min_bytes": 1}
    beyond = ("t", asked(0, 2))
    first = fetcher.client.send(fetch_request(beyond, ("t", 1), **parked), 5)
    second = fetcher.harness.connect().send(fetch_request(beyond, **parked), 5)
    assert (first.done, second.done) == (not waits, not waits)
    fetcher.append(0)
    fetcher.append(1)
    assert (first.done, second.done) == (True, not waits)
    fetcher.append_trusted(make_marker(7, 0, commit=True))
    assert (sizes(second.response)[0] > 0) == waits


def test_beyond_a_bound_in_an_older_segment_nobody_waited() -> None:
    """fetch D-6."""
    fetcher = Fetcher(emulate="3.3")
    fetcher.configure(segment_bytes="100")
    fetcher.append(producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    fetcher.append()
    fetcher.append()
    assert len(fetcher.partition().log.segments) == 3
    assert fetcher.send(("t", asked(0, 2)), isolation_level=1, max_wait_ms=500).done


@pytest.mark.parametrize(("release", "waits"), [("1.1", True), ("2.4", True), ("2.8", False)])
@pytest.mark.parametrize(("max_bytes", "min_bytes"), [(0, 1), (100, 200)])
@pytest.mark.parametrize("epoch", [-1, 0])
def test_more_was_waited_for_than_would_come_before_2_5(
    release: str, waits: bool, max_bytes: int, min_bytes: int, epoch: int
) -> None:
    """fetch B-12, C-11: with fetch.max.bytes came a bound of min_bytes by max_bytes."""
    fetcher = Fetcher(emulate=release)
    request = fetch_request(("t", 0), max_wait_ms=500, min_bytes=min_bytes, max_bytes=max_bytes)
    request.session_epoch = epoch
    size = fetcher.append(size=90) if max_bytes else 0
    first = fetcher.client.send(request, 7)
    assert first.done != waits
    fetcher.harness.advance(500)
    assert sizes(first.response) == {0: size}
    if epoch == 0:
        request.topics, request.session_epoch = [], 1
        request.session_id = first.response.session_id
        assert fetcher.client.send(request, 7).done != waits


@pytest.mark.parametrize(("release", "listed"), [("1.1", [3, 0]), ("2.0", [0, 3])])
def test_a_missing_partition_was_a_matter_of_the_read_before_2_0(
    release: str, listed: list[int]
) -> None:
    """fetch B-10, A-16: it then kept its place, and ended the wait of the others."""
    fetcher = Fetcher(emulate=release)
    request = fetch_request(("t", 9), ("t", 0), max_wait_ms=100)
    pending = fetcher.client.send(request, 7)
    assert pending.done == (release == "1.1")
    fetcher.harness.advance(100)
    assert [error for _, _, error in entries(pending.response)] == listed


@pytest.mark.parametrize(("release", "size"), [("2.4", 100), ("2.8", 0)])
def test_the_brokers_own_limit_came_with_2_5(release: str, size: int) -> None:
    """fetch B-12: fetch.max.bytes."""
    broker = BrokerHarness(emulate=release).broker
    limit = broker.config.int("fetch.max.bytes")
    assert (limit == 2**31 - 1) == bool(size)


@pytest.mark.parametrize(("release", "fails"), [("3.3", True), ("4.0", True), ("4.4", False)])
def test_the_topic_id_zero_had_no_place_in_a_session(release: str, fails: bool) -> None:
    """fetch B-11, A-24: before 4.1 the whole request failed, and used up no epoch."""
    fetcher = Fetcher(emulate=release)
    known, zero = (fetcher.topic_id, 0), (ZERO_UUID, 0)
    sessions = fetcher.broker.fetch_sessions
    assert fetcher.fetch(known, zero, version=13).error_code == 0
    answer = fetcher.fetch(known, zero, version=13, session=(0, 0))
    assert answer.error_code == (-1 if fails else 0)
    assert (answer.session_id, sessions.sessions_count) == ((0, 0) if fails else (ANY, 1))

    session = fetcher.open(known, version=13)
    real = session.real
    more = fetch_request((fetcher.topic_id, 1), zero, (fetcher.topic_id, 2), session=(real.id, 2))
    assert fetcher.client.request(more, 13).error_code == 71
    more.session_epoch = 1
    assert fetcher.client.request(more, 13).error_code == (-1 if fails else 0)
    indexes = [index for _, index in real.partitions]
    assert (indexes, real.epoch) == (([0, 1], 1) if fails else ([0, 1, 0, 2], 2))
    less = fetch_request(
        forgotten=(known, zero, (fetcher.topic_id, 1)), session=(real.id, real.epoch)
    )
    assert fetcher.client.request(less, 13).error_code == (-1 if fails else 0)
    indexes = [index for _, index in real.partitions]
    assert (indexes, real.epoch) == (([1], 1) if fails else ([2], 3))


@pytest.mark.parametrize(
    ("release", "order"),
    [("1.1", [3, 4, 0, 1, 2, 9]), ("2.8", [3, 4, 0, 1, 2, 9]), ("3.3", [0, 2, 3, 4, 9, 1])],
)
def test_all_that_was_listed_went_to_the_end_before_3_0(release: str, order: list[int]) -> None:
    """fetch E-29: errors, refusals and new high watermarks, too."""
    fetcher = Fetcher(5, emulate=release)
    session = fetcher.open(*[("t", index) for index in (0, 1, 2, 3, 4, 9)], version=7)
    fetcher.append(1)
    fetcher.append(2)
    answer = session.fetch(("t", asked(2, 1)), ("t", asked(0, 5)))
    assert entries(answer) == [("t", 0, 1), ("t", 1, 0), ("t", 2, 0), ("t", 9, 3)]
    ranked = sorted(session.real.partitions.items(), key=lambda item: item[1].rank)
    assert [index for (_, index), _ in ranked] == order
