"""Logs that hold message sets, as topics up to 2.8 could have them and 0.10 had nothing else."""

from __future__ import annotations

from random import Random

import pytest

from kafkawire.broker.broker import Broker
from kafkawire.broker.emulation.emulation import Emulation
from kafkawire.broker.emulation.message_log import magic_of
from kafkawire.broker.storage import BrokerStorage
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.records.batch import iter_frames
from kafkawire.records.compression import GZIP, ZSTD
from kafkawire.records.message_set import encode_message_set, iter_deep
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import DATA, start, take_over
from tests.support.requests.fetching import Fetcher, asked, data_of, fetch_request
from tests.support.requests.produce import produce_request


def fetcher_with(release: str, format_version: str | None = None, **configs: str) -> Fetcher:
    """A broker of `release` with a topic `old`, whose format is `format_version`."""
    fetcher = Fetcher(emulate=release)
    configs = {name.replace("_", "."): value for name, value in configs.items()}
    if format_version is not None:
        configs["message.format.version"] = format_version
    fetcher.harness.create_topic("old", configs=configs)
    return fetcher


def put(fetcher: Fetcher, records: bytes, version: int) -> int:
    response = fetcher.client.request(produce_request(("old", 0, records), acks=1), version)
    code: int = response.responses[0].partition_responses[0].error_code
    return code


def got(fetcher: Fetcher, version: int, offset: int = 0, limit: int = 1 << 20) -> bytes:
    request = fetch_request(("old", asked(0, offset, limit)))
    return bytes(data_of(fetcher.client.request(request, version)).records)


def frames(records: bytes) -> list[tuple[int, int]]:
    """Offset and magic of each whole entry."""
    return [
        (int.from_bytes(records[at : at + 8], "big"), magic)
        for at, _, magic in iter_frames(records)
    ]


@pytest.mark.parametrize(
    ("text", "magic"),
    [("0.8.2", 0), ("0.9.0", 0), ("0.10.0-IV0", 1), ("0.10.2", 1), ("0.11.0", 2), ("2.8-IV1", 2)],
)
def test_versions_stand_for_formats(text: str, magic: int) -> None:
    assert magic_of(text) == magic


@pytest.mark.parametrize(("release", "format_version"), [("0.10.2", None), ("2.8", "0.10.2")])
def test_messages_are_stored_one_by_one(release: str, format_version: str | None) -> None:
    """produce A-93, fetch J 65: so a reader may begin at any of them."""
    fetcher = fetcher_with(release, format_version)
    messages = encode_message_set([(NOW_MS + at, b"k", b"v", ()) for at in range(5)], magic=1)
    assert put(fetcher, messages, 2) == 0
    assert got(fetcher, 3) == messages
    assert frames(got(fetcher, 2, offset=3)) == [(3, 1), (4, 1)]
    assert frames(got(fetcher, 1, offset=3)) == [(3, 0), (4, 0)]
    assert fetcher.partition(topic="old").log.log_end_offset == 5


def test_0_10_knows_no_batches() -> None:
    """produce A-3: a batch has no message's checksum."""
    fetcher = fetcher_with("0.10.2")
    assert put(fetcher, make_batch(), 2) == 2
    assert put(fetcher_with("0.11.0"), make_batch(), 2) == 0


@pytest.mark.parametrize("version", [3, 9])
def test_batches_are_taken_apart(version: int) -> None:
    """produce A-93, fetch A-53: what 2.8 stores of them in an older format, v4 and up get too."""
    fetcher = fetcher_with("2.8", "0.10.0")
    assert put(fetcher, make_batch(3), version) == 0
    assert frames(got(fetcher, 3)) == frames(got(fetcher, 12)) == [(0, 1), (1, 1), (2, 1)]
    assert put(fetcher, make_batch(3, compression=GZIP), version) == 0
    assert frames(got(fetcher, 12)) == [(0, 1), (1, 1), (2, 1), (5, 1)], "a wrapper"
    deep = [message.offset for message in iter_deep(got(fetcher, 12, offset=4))]
    assert deep == [3, 4, 5]


def test_a_wrapper_is_found_by_any_offset_in_it() -> None:
    """fetch A-44, A-45."""
    fetcher = fetcher_with("0.10.2")
    for _ in range(2):
        wrapped = encode_message_set([(NOW_MS, b"k", b"v", ())] * 3, magic=1, compression=GZIP)
        assert put(fetcher, wrapped, 2) == 0
    for offset in range(6):
        first, *_ = frames(got(fetcher, 2, offset=offset))
        assert first == (2 if offset < 3 else 5, 1)


def test_what_old_formats_cannot_express_is_refused() -> None:
    """produce A-94: producers and transactions (43); zstd (76)."""
    fetcher = fetcher_with("2.8", "0.10.0")
    numbered = make_batch(producer_id=1, producer_epoch=0, base_sequence=0)
    assert put(fetcher, numbered, 9) == 43
    assert put(fetcher, make_batch(compression=ZSTD), 9) == 76
    assert fetcher.partition(topic="old").log.log_end_offset == 0


@pytest.mark.parametrize("release", ["3.3", "3.9"])
def test_kafka_3_does_not_mind_the_format_version(release: str) -> None:
    """produce A-93: always magic 2."""
    fetcher = fetcher_with(release, "0.10.2")
    messages = encode_message_set([(NOW_MS, b"k", b"v", ())], magic=1)
    assert put(fetcher, messages, 2) == 0
    assert frames(got(fetcher, 4)) == [(0, 2)]


@pytest.mark.parametrize("version", [0, 2])
def test_limits_of_old_versions_are_hard_where_nothing_is_converted(version: int) -> None:
    """fetch C-1, C-7, J 39, J 99: exactly 100 bytes, and no whole message in them."""
    fetcher = fetcher_with("2.8", "0.9.0" if version == 0 else "0.10.2")
    message = encode_message_set([(NOW_MS, b"k", b"v" * 500, ())], magic=min(version, 1))
    assert put(fetcher, message, version) == 0
    cut = got(fetcher, version, limit=100)
    assert (len(cut), frames(cut)) == (100, [])
    assert len(got(fetcher, 3, limit=100)) > 500


def test_magic_0_has_no_times() -> None:
    """produce A-90, D-13: looking one up is UNSUPPORTED_FOR_MESSAGE_FORMAT."""
    fetcher = fetcher_with("2.8", "0.9.0")
    assert put(fetcher, make_batch(2), 9) == 0
    assert frames(got(fetcher, 12)) == [(0, 0), (1, 0)]
    assert listed(fetcher, NOW_MS) == (43, -1)
    assert listed(fetcher, -1) == (0, 2)


def listed(fetcher: Fetcher, timestamp: int) -> tuple[int, int]:
    api = fetcher.broker.load_api(ApiKey.LIST_OFFSETS)
    assert api is not None
    part = ListOffsetsRequest.ListOffsetsPartition(partition_index=0, timestamp=timestamp)
    topic = ListOffsetsRequest.ListOffsetsTopic(name="old", partitions=[part])
    request = ListOffsetsRequest(replica_id=-1, topics=[topic])
    (found,) = fetcher.client.request(request, api.versions.max).topics[0].partitions
    return found.error_code, found.offset


def test_times_are_looked_up_message_by_message() -> None:
    """produce D-13."""
    fetcher = fetcher_with("0.10.2")
    times = (1000, 3000, 2000, 5000, 4000)
    plain = encode_message_set([(time, b"k", b"v", ()) for time in times], magic=1)
    packed = encode_message_set(
        [(time + 5000, b"k", b"v", ()) for time in times], magic=1, compression=GZIP
    )
    assert put(fetcher, plain, 2) == put(fetcher, packed, 2) == 0
    found = [listed(fetcher, time) for time in (1000, 2500, 3001, 5001, 8000, 9000, 10001)]
    assert found == [(0, 0), (0, 1), (0, 3), (0, 5), (0, 6), (0, 8), (0, -1)]


def test_the_append_time_is_that_of_each_message() -> None:
    """produce A-54, A-90."""
    fetcher = fetcher_with("0.10.2", message_timestamp_type="LogAppendTime")
    messages = encode_message_set([(1, b"k", b"v", ())] * 2, magic=1)
    assert put(fetcher, messages, 2) == 0
    found = list(iter_deep(got(fetcher, 2)))
    assert {(each.timestamp, each.timestamp_type) for each in found} == {
        (fetcher.harness.now_ms, 1)
    }


def test_the_format_may_change_while_the_log_grows() -> None:
    """produce A-93: what is stored stays as it is."""
    fetcher = fetcher_with("2.8", "0.10.2", segment_bytes="200")
    log = fetcher.partition(topic="old").log
    assert put(fetcher, make_batch(2), 9) == 0
    log.config.message_format_version = "2.8"
    assert put(fetcher, make_batch(2), 9) == 0
    assert frames(b"".join(bytes(each) for _, each in stored(log))) == [(0, 1), (1, 1), (2, 2)]
    assert frames(got(fetcher, 2, offset=3))[-1] == (3, 1)
    assert listed(fetcher, NOW_MS + 1) == (0, -1)
    log.segments[0].truncate(1)
    assert log.segments[0].next_offset == 1


def stored(log: object) -> list[tuple[int, bytes]]:
    return [each for segment in log.segments for each in segment.storage.batches(0)]  # type: ignore[attr-defined]


def test_messages_keep_their_format_on_disk_and_over_a_restart() -> None:
    """produce A-93: of both lives, and whoever emulates nothing reads them."""
    disk = SimulatedDisk()
    for life in range(2):
        broker = emulating("2.8.2", disk, seed=life)
        if not life:
            create(broker, "old", {"message.format.version": "0.10.2"})
        partition = broker.replicas.partitions[TopicPartition("old", 0)]
        broker.replicas.append(partition, make_batch(size=3), now_ms=NOW_MS)
        assert broker.stop(NOW_MS)
    found = [(0, 1), (1, 1)]
    assert frames(disk.read(f"{DATA}/old-0/{0:020}.log")) == found
    log = start(disk).replicas.partitions[TopicPartition("old", 0)].log
    assert frames(b"".join(batch for _, batch in log.iter_batches())) == found


def emulating(release: str, disk: SimulatedDisk, seed: int) -> Broker:
    emulation = Emulation(release)
    broker = Broker(
        emulation.config({}),
        random=Random(seed),
        now_ms=NOW_MS,
        storage=BrokerStorage(take_over(disk), disk),
        parts=emulation.parts(),
    )
    broker.start(NOW_MS, "127.0.0.1", 9092)
    return broker


def create(broker: Broker, name: str, configs: dict[str, str]) -> None:
    named = [
        CreateTopicsRequest.CreatableTopicConfig(name=key, value=value)
        for key, value in configs.items()
    ]
    topic = CreateTopicsRequest.CreatableTopic(
        name=name, num_partitions=1, replication_factor=1, configs=named
    )
    (result,) = broker.controller.create_topics([topic], validate_only=False, now_ms=NOW_MS)
    assert result.error_code == 0
