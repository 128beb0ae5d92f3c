"""Encoding and decoding messages, against kafka-python, kio and aiokafka.

Eighteen cases over eight messages, the shapes that brokers and clients really exchange. The bars
are promises (`--check`): at least 6x kafka-python in encoding and 2x in decoding as geometric
means, and a floor for each case. kio decodes in Rust; it is no reference for decoding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from tools.bench import imports, kio_pure, peers
from tools.bench.measure import Case, Result, geometric_mean, measure
from tools.bench.report import Findings, print_table

ENCODE_MEAN_MIN, ENCODE_EACH_MIN = 6.0, 3.0
DECODE_MEAN_MIN, DECODE_EACH_MIN = 2.0, 1.3
KIO_MEANS_MIN = {"encode": 10.0, "decode": 0.55}
KIO_EACH_MIN = {"encode": 3.0}
AIOKAFKA_MEANS_MIN = {"encode": 7.0, "decode": 5.0}
EMPTY_FETCH, LARGE_FETCH = "FetchResponse v12 1,000 empty", "FetchResponse v12 10 x 100 KB"
BARS = {("encode", EMPTY_FETCH): 15.0, ("decode", LARGE_FETCH): 4.0}
"""Bars of single cases that are above the floor."""
UNJOINED_MIN = 12.0


@dataclass(slots=True)
class Sample:
    """A message to measure, and how many units (partitions, members) it holds."""

    name: str
    message: Message
    version: int
    units: int


def fetch_request(topics: int, partitions: int) -> FetchRequest:
    return FetchRequest(
        max_wait_ms=500,
        min_bytes=1,
        max_bytes=52428800,
        session_id=1234,
        session_epoch=5,
        rack_id="rack-1",
        topics=[
            FetchRequest.FetchTopic(
                topic=f"topic-{topic}",
                partitions=[
                    FetchRequest.FetchPartition(
                        partition=number,
                        current_leader_epoch=3,
                        fetch_offset=1000 + number,
                        partition_max_bytes=1048576,
                    )
                    for number in range(partitions)
                ],
            )
            for topic in range(topics)
        ],
    )


def fetch_response(partitions: int, size: int) -> FetchResponse:
    data = bytes(range(256)) * (size // 256 + 1)
    return FetchResponse(
        session_id=1234,
        responses=[
            FetchResponse.FetchableTopicResponse(
                topic="topic-0",
                partitions=[
                    FetchResponse.PartitionData(
                        partition_index=number,
                        high_watermark=5000 + number,
                        last_stable_offset=5000 + number,
                        log_start_offset=0,
                        aborted_transactions=None,
                        records=data[:size],
                    )
                    for number in range(partitions)
                ],
            )
        ],
    )


def metadata_response(topics: int, partitions: int) -> MetadataResponse:
    return MetadataResponse(
        brokers=[
            MetadataResponse.MetadataResponseBroker(
                node_id=node, host=f"broker-{node}.example", port=9092, rack=f"rack-{node}"
            )
            for node in range(6)
        ],
        cluster_id="abcdefghijklmnopqrstuv",
        controller_id=1,
        topics=[
            MetadataResponse.MetadataResponseTopic(
                name=f"topic-{topic}",
                topic_id=bytes((topic,)) * 16,
                partitions=[
                    MetadataResponse.MetadataResponsePartition(
                        partition_index=number,
                        leader_id=number % 6,
                        leader_epoch=7,
                        replica_nodes=[1, 2, 3],
                        isr_nodes=[1, 2, 3],
                    )
                    for number in range(partitions)
                ],
            )
            for topic in range(topics)
        ],
    )


def without_epoch(response: MetadataResponse) -> MetadataResponse:
    """What version 5 can carry."""
    for topic in response.topics:
        topic.topic_id = bytes(16)
        for partition in topic.partitions:
            partition.leader_epoch = -1
    return response


def produce_request(partitions: int, size: int) -> ProduceRequest:
    return ProduceRequest(
        acks=-1,
        timeout_ms=30000,
        topic_data=[
            ProduceRequest.TopicProduceData(
                name="topic-0",
                partition_data=[
                    ProduceRequest.PartitionProduceData(index=number, records=b"r" * size)
                    for number in range(partitions)
                ],
            )
        ],
    )


def api_versions_response() -> ApiVersionsResponse:
    return ApiVersionsResponse(
        api_keys=[
            ApiVersionsResponse.ApiVersion(api_key=key, min_version=0, max_version=key % 12)
            for key in range(62)
        ]
    )


def offset_commit_request(partitions: int) -> OffsetCommitRequest:
    return OffsetCommitRequest(
        group_id="group-1",
        generation_id_or_member_epoch=17,
        member_id="consumer-1-0f2b",
        topics=[
            OffsetCommitRequest.OffsetCommitRequestTopic(
                name="topic-0",
                partitions=[
                    OffsetCommitRequest.OffsetCommitRequestPartition(
                        partition_index=number,
                        committed_offset=10000 + number,
                        committed_leader_epoch=3,
                        committed_metadata="",
                    )
                    for number in range(partitions)
                ],
            )
        ],
    )


def join_group_response(members: int) -> JoinGroupResponse:
    return JoinGroupResponse(
        generation_id=4,
        protocol_type="consumer",
        protocol_name="range",
        leader="consumer-1",
        member_id="consumer-1",
        members=[
            JoinGroupResponse.JoinGroupResponseMember(
                member_id=f"consumer-{number}-0f2b-42", metadata=b"m" * 60
            )
            for number in range(members)
        ],
    )


def join_group_request() -> JoinGroupRequest:
    return JoinGroupRequest(
        group_id="group-1",
        session_timeout_ms=45000,
        rebalance_timeout_ms=300000,
        member_id="consumer-1-0f2b",
        protocol_type="consumer",
        protocols=[
            JoinGroupRequest.JoinGroupRequestProtocol(name="range", metadata=b"m" * 60),
            JoinGroupRequest.JoinGroupRequestProtocol(name="cooperative", metadata=b"m" * 60),
        ],
    )


def samples() -> list[Sample]:
    """The eighteen cases."""
    return [
        Sample("FetchRequest v12 1 partition", fetch_request(1, 1), 12, 1),
        Sample("FetchRequest v12 100", fetch_request(1, 100), 12, 100),
        Sample("FetchRequest v12 1,000", fetch_request(1, 1000), 12, 1000),
        Sample("FetchRequest v12 10,000", fetch_request(1, 10000), 12, 10000),
        Sample("FetchRequest v11 1,000", fetch_request(1, 1000), 11, 1000),
        Sample("FetchRequest v12 1,000 x 1", fetch_request(1000, 1), 12, 1000),
        Sample("FetchRequest v12 100 x 10", fetch_request(100, 10), 12, 1000),
        Sample(EMPTY_FETCH, fetch_response(1000, 0), 12, 1000),
        Sample("FetchResponse v12 100 x 1 KB", fetch_response(100, 1000), 12, 100),
        Sample(LARGE_FETCH, fetch_response(10, 100_000), 12, 10),
        Sample("MetadataResponse v12 100 x 10", metadata_response(100, 10), 12, 1000),
        Sample("MetadataResponse v5", without_epoch(metadata_response(100, 10)), 5, 1000),
        Sample("ProduceRequest v9 10 x 16 KB", produce_request(10, 16384), 9, 10),
        Sample("ProduceRequest v9 100 x 200 B", produce_request(100, 200), 9, 100),
        Sample("ApiVersionsResponse v3", api_versions_response(), 3, 62),
        Sample("OffsetCommitRequest v8 100", offset_commit_request(100), 8, 100),
        Sample("JoinGroupResponse v7 50", join_group_response(50), 7, 50),
        Sample("JoinGroupRequest v7", join_group_request(), 7, 1),
    ]


def cases(sample: Sample) -> dict[str, Case]:
    """The encoding and decoding of one sample, by ourselves and by whoever else can."""
    message, version = sample.message, sample.version
    cls = type(message)
    data = message.encode(version)
    encode: dict[str, Callable[[], object]] = {}
    decode: dict[str, Callable[[], object]] = {}
    theirs: Any = peers.kafka_python_class(cls.__name__)
    other = peers.kafka_python_message(message, theirs, version)
    assert other.encode(version=version) == data, f"{sample.name}: kafka-python differs"
    encode["kafka-python"] = lambda: other.encode(version=version)
    decode["kafka-python"] = lambda: theirs.decode(data, version=version)
    kio_decode, kio_encode = peers.kio_codec(cls.__name__, version)
    entity = kio_decode(data)
    assert kio_encode(entity) == data, f"{sample.name}: kio differs"
    encode["kio"] = lambda: kio_encode(entity)
    decode["kio"] = lambda: kio_decode(data)
    struct = peers.aiokafka_class(cls.__name__, version)
    if struct is not None:
        value = struct.decode(data)
        assert value.encode() == data, f"{sample.name}: aiokafka differs"
        encode["aiokafka"] = value.encode
        decode["aiokafka"] = lambda: struct.decode(data)
    units = sample.units
    return {
        "encode": Case(
            sample.name,
            lambda: message.encode(version),
            encode,
            BARS.get(("encode", sample.name), ENCODE_EACH_MIN),
            units=units,
        ),
        "decode": Case(
            sample.name,
            lambda: cls.decode(data, version),
            decode,
            BARS.get(("decode", sample.name), DECODE_EACH_MIN),
            units=units,
        ),
    }


def unjoined(sample: Sample) -> Case:
    """Large records sent as they are, without joining the buffers."""
    joined = cases(sample)["encode"]

    def encode() -> None:
        sample.message.encode_into(sample.version, [])

    return Case(f"{sample.name}, unjoined", encode, joined.peers, UNJOINED_MIN, units=sample.units)


def means(direction: str, results: list[Result]) -> list[str]:
    """Print the geometric means; name the bars that they miss."""
    bars = {
        "kafka-python": ENCODE_MEAN_MIN if direction == "encode" else DECODE_MEAN_MIN,
        "kio": KIO_MEANS_MIN[direction],
        "aiokafka": AIOKAFKA_MEANS_MIN[direction],
    }
    failures = []
    for peer, bar in bars.items():
        ratios = [result.ratios[peer] for result in results if peer in result.ratios]
        if not ratios:
            failures.append(f"{direction}, mean against {peer}: it was not measured")
            continue
        mean = geometric_mean(ratios)
        print(f"  {direction}, geometric mean over {len(ratios)}: {mean:.2f}x {peer} (bar {bar:g})")
        if mean < bar:
            failures.append(f"{direction}, mean against {peer}: {mean:.2f} < {bar:g}")
        least = KIO_EACH_MIN.get(direction) if peer == "kio" else None
        if least is not None and min(ratios) < least:
            failures.append(f"{direction}, worst against {peer}: {min(ratios):.2f} < {least:g}")
    return failures


def run(check: bool) -> int:
    """Measure everything; with `check`, name each bar that falls short and return 1."""
    chosen = samples()
    by_direction = [cases(sample) for sample in chosen]
    findings = Findings()
    for direction in ("encode", "decode"):
        results = [measure(found[direction]) for found in by_direction]
        if direction == "encode":
            large = next(sample for sample in chosen if sample.name == LARGE_FETCH)
            print_table(direction, [*results, measure(unjoined(large))], findings)
        else:
            print_table(direction, results, findings)
        findings.short += means(direction, results)
    from tools.bench import records_cases  # its peers are wanted here and not before

    print_table("records", [measure(case) for case in records_cases.cases()], findings)
    kio_pure.run_rows(findings)
    imports.run_rows(findings)
    return findings.conclude(check)
