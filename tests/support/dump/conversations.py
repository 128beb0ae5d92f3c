"""Random conversations from a seed, of real bytes, for the engine and the inputs before it.

    sends = conversation(Random(7), 40)                    # for `captures.make_capture`
    found = fed(Engine(), transport(sends))                # or for the engine, without packets
    exchanges, damage = exchanges_of(found), damage_of(found)

`dialogues` has exchanges whose every message a test chooses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from kafkawire.dump.engine import Engine
from kafkawire.dump.model import Damage, Event, Exchange, ExchangeDone
from kafkawire.dump.transport import Data, Endpoint, StreamClosed, StreamOpened, TransportEvent
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.captures import Send, ends_of

BATCH_OVERHEAD_BYTES = 70
"""What a batch of a few hundred bytes has besides its one value."""
MILLISECOND_NS = 1_000_000
Said = tuple[Message, Message | None]
"""A request and its response; None if there is none."""


def spoken(random: Random) -> tuple[Said, int]:
    """A request with its response, and a version of both."""
    size = random.choice((0, 10, 300, 3_000, 20_000))
    records = _batch(random.randbytes(size))
    match random.randrange(6):
        case 0:
            found = MetadataResponse(
                brokers=[
                    MetadataResponse.MetadataResponseBroker(node_id=1, host="broker", port=9092)
                ]
            )
            return (
                MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name="orders")]),
                found,
            ), 9
        case 1:
            asked = ProduceRequest(acks=1, timeout_ms=100, topic_data=[_produced(records)])
            return (asked, ProduceResponse()), random.choice((3, 8, 9, 12))
        case 2:
            asked = ProduceRequest(acks=0, timeout_ms=100, topic_data=[_produced(records)])
            return (asked, None), random.choice((2, 7, 9, 12))
        case 3:
            partition = FetchResponse.PartitionData(
                partition_index=0, high_watermark=7, records=records
            )
            topic = FetchResponse.FetchableTopicResponse(topic="orders", partitions=[partition])
            asked_topic = FetchRequest.FetchTopic(
                topic="orders", partitions=[FetchRequest.FetchPartition(partition=0)]
            )
            answer = FetchResponse(responses=[topic])
            return (FetchRequest(topics=[asked_topic]), answer), random.choice((4, 11, 12))
        case _:
            asked_heartbeat = HeartbeatRequest(group_id="group", member_id="member")
            return (asked_heartbeat, HeartbeatResponse()), random.choice((0, 3, 4))


def _batch(noise: bytes) -> bytes:
    """A batch of as many bytes; if these are too few, the beginning of one."""
    size = len(noise)
    value = noise[: max(0, size - BATCH_OVERHEAD_BYTES)]
    excess = len(encode_batch([(0, None, value, [])])) - size
    made = bytes(encode_batch([(0, None, value[: len(value) - max(0, excess)], [])]))
    return made[:size]


def _produced(records: bytes) -> ProduceRequest.TopicProduceData:
    partition = ProduceRequest.PartitionProduceData(index=0, records=records)
    return ProduceRequest.TopicProduceData(name="orders", partition_data=[partition])


def conversation(
    random: Random,
    count: int,
    *,
    stream: int = 0,
    client_id: str | None = "client",
    in_flight: int = 3,
    start_ns: int = 1_700_000_000_000_000_000,
) -> list[Send]:
    """`count` requests and their responses, with up to `in_flight` of them unanswered."""
    sends: list[Send] = []
    waiting: list[tuple[int, int, Message]] = []
    now_ns = start_ns + stream
    first: Said = ApiVersionsRequest(), ApiVersionsResponse()
    for number in range(count):
        now_ns += MILLISECOND_NS
        (request, response), version = (first, 3) if not number else spoken(random)
        frame = encode_request(request.API_KEY, version, number, client_id, request)
        sends.append((stream, 0, frame, now_ns))
        if response is not None:
            waiting.append((number, version, response))
        while len(waiting) >= in_flight or (waiting and random.random() < 0.5):
            now_ns += MILLISECOND_NS
            sends.append((stream, 1, _answer(*waiting.pop(0)), now_ns))
    for each in waiting:
        now_ns += MILLISECOND_NS
        sends.append((stream, 1, _answer(*each), now_ns))
    return sends


def _answer(correlation_id: int, version: int, response: Message) -> bytes:
    parts = encode_response(correlation_id, response.API_KEY, version, response)
    return b"".join(bytes(part) for part in parts)  # type: ignore[arg-type]  # no file is sent


def transport(
    sends: Iterable[Send],
    *,
    sizes: Sequence[int] = (),
    opener: int | None = 0,
    ends: tuple[Endpoint, Endpoint] | None = None,
) -> list[TransportEvent]:
    """The same as events of an input; bytes come in pieces of `sizes`, over and over."""
    events: list[TransportEvent] = []
    streams: dict[int, None] = {}
    packet = turn = time_ns = 0
    for stream, end, data, time_ns in sends:
        if stream not in streams:
            streams[stream] = None
            events.append(StreamOpened(stream, ends or ends_of(stream), opener, time_ns))
        while data:
            size = sizes[turn % len(sizes)] if sizes else len(data)
            turn += 1
            packet += 1
            events.append(Data(stream, end, data[:size], time_ns, packet))
            data = data[size:]
    events += [StreamClosed(stream, "FIN", time_ns) for stream in streams]
    return events


def fed(engine: Engine, events: Iterable[TransportEvent]) -> list[Event]:
    """All events of the engine."""
    found = [told for event in events for told in engine.feed(event)]
    return found + engine.finish()


def exchanges_of(events: Iterable[Event]) -> list[Exchange]:
    """The exchanges that ended, each once."""
    found = [event.exchange for event in events if isinstance(event, ExchangeDone)]
    assert len({id(exchange) for exchange in found}) == len(found)
    return found


def damage_of(events: Iterable[Event]) -> list[Damage]:
    """What was lost."""
    return [event for event in events if isinstance(event, Damage)]
