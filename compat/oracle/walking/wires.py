"""Moves about the wire: bursts, long polls that an append ends, hang-ups, malformed frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from compat.oracle.scripts.kit import Part, end_offsets, message
from compat.oracle.steps import Ask, Drop, Outcome, Pause, Raw, Receive, Send
from compat.oracle.walking import asking, batches, fetching, producing
from compat.oracle.walking.ground import Act, Ground, Request
from compat.oracle.walking.sketch import WITH_CONVERSION_BELOW, Sketch
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_request_header, encode_request
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.text import Lenient

BURST = "burst"
POLL = "poll"
LOST = "lost"
BROKEN = "broken"
LATEST_IN = 6
"""A version of ListOffsets that all know."""
HEAD_BYTES = 4 + 2 + 2 + 4 + 2
"""Length, api key, version, correlation id, length of the client id."""
CLIENT_ID = "walk"
FETCH_KEPT = 13
"""The bytes of a Fetch body that say how long it waits, at most: they stay as they are."""
CORRELATION_ID = 9
ID_BYTES = 16
NO_API = 999
CLIENT_AT = HEAD_BYTES - 2
HEADS = ((4, NO_API), (4, -1), (6, -1), (6, NO_API), (CLIENT_AT, -2), (CLIENT_AT, 1000))
"""Places in a header, and what they should not hold."""
BELOW_ZERO = b"\xff\xff\xff\xff\x0f"
"""The varint of -1. As a count of tags it ends the connection, but was none at all to 3.9."""
LARGE = (b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff", BELOW_ZERO, b"\x80\x80\x04", b"\0")

_WITHOUT_SESSION: tuple[Callable[[Sketch], Request], ...] = (
    producing.put,
    producing.put,
    producing.put_in_sequence,
    producing.put_broken,
    fetching.look,
    fetching.look,
    asking.list_offsets,
    asking.delete_records,
    asking.leader_epochs,
)
_ANY = (*_WITHOUT_SESSION, fetching.go_on, fetching.go_on, fetching.misuse)


def burst(sketch: Sketch) -> Act:
    """Several requests on one connection before the first answer is read."""
    count = sketch.random.randint(2, 6)
    choices = _ANY if sketch.sessions else _WITHOUT_SESSION
    requests = [sketch.random.choice(choices)(sketch) for _ in range(count)]
    if not requests[-1].is_answered:  # the answer to what follows says that it was served
        requests.append(asking.leader_epochs(sketch))

    def act(ground: Ground) -> Part[None]:
        for each in requests:
            yield from each.send(ground, BURST)
        for each in requests:
            yield from each.receive(ground, BURST)

    return act


def poll(sketch: Sketch) -> Act:
    """A fetch at the end of a log that waits for what another connection appends there."""
    topic = sketch.random.choice(list(sketch.topics.values()))
    partition = sketch.random.randrange(topic.partitions)
    data, count = batches.good(sketch.random, topic.codecs)
    version = sketch.version(FetchRequest, 0 if topic.pure else WITH_CONVERSION_BELOW)
    name_version = sketch.version(ProduceRequest, producing.WITH_BATCHES)
    append = producing.request(name_version, -1, (topic, partition, data))
    sketch.grown(topic, partition, count)

    def act(ground: Ground) -> Part[None]:
        outcome = yield Ask(end_offsets(ground.name(topic), [partition]), LATEST_IN)
        end = message(outcome, ListOffsetsResponse).topics[0].partitions[0].offset
        request = fetching.at_end(ground, version, topic, partition, end)
        yield Send(request, version, POLL)
        yield Pause()
        outcome = yield Ask(append.build(ground), append.version)
        yield Receive(POLL) if _has_appended(outcome) else Drop(POLL)

    return act


def _has_appended(outcome: Outcome) -> bool:
    """Whether an append was accepted, and so wakes who waits for it."""
    found = message(outcome, ProduceResponse)
    errors = (each.error_code for topic in found.responses for each in topic.partition_responses)
    return not any(errors)


def hang_up(sketch: Sketch) -> Act:
    """Requests without effect whose connection is gone before they are answered."""
    choices = (fetching.look, asking.list_offsets, asking.leader_epochs)
    requests = [sketch.random.choice(choices)(sketch) for _ in range(sketch.random.randint(1, 3))]

    def act(ground: Ground) -> Part[None]:
        for each in requests:
            yield from each.send(ground, LOST)
        yield Drop(LOST)

    return act


def malformed(sketch: Sketch) -> Act:
    """A frame that is wrong somewhere, on a connection of its own."""
    random = sketch.random
    choices = (producing.put, fetching.look, asking.list_offsets, asking.delete_records)
    return broken(sketch, random.choice((*choices, asking.leader_epochs))(sketch))


def broken(sketch: Sketch, request: Request, *, below_zero: bool = True) -> Act:
    """The frame of a request, wrong somewhere, on a connection of its own.

    `below_zero`: perhaps with a length that Java reads as a negative number. Where a field may be
    null Kafka takes it for that, and ours refuses it.
    """
    random = sketch.random
    way = random.choice(("cut", "cut", "more", "byte", "byte", "byte", "large", "large", "head"))
    seed = random.getrandbits(32)

    def act(ground: Ground) -> Part[None]:
        message = request.build(ground)
        frame = encode_request(message.API_KEY, request.version, CORRELATION_ID, CLIENT_ID, message)
        head = HEAD_BYTES + len(CLIENT_ID)
        kept = head + (FETCH_KEPT if isinstance(message, FetchRequest) else 0)
        places = _places(frame, min(kept, len(frame)), ground.ids.values())
        data = _spoiled(Random(seed), way, frame, places)
        if (sketch.is_old or not below_zero) and BELOW_ZERO in data:
            return
        reads = (message.API_KEY, request.version)
        if not _may_be_null_records(data, *reads):
            yield Raw(data, BROKEN, answers=False, reads=reads)
            yield Drop(BROKEN)

    return act


def _may_be_null_records(frame: bytes, api_key: int, version: int) -> bool:
    """Whether Kafka might never answer this, nor close the connection (produce A-23)."""
    if api_key != ProduceRequest.API_KEY:
        return False
    try:
        body = decode_request_header(frame[4:]).body_offset
        found, _ = ProduceRequest.decode_from(Lenient(frame[4:]), version, body)
    except ProtocolError:
        return False
    parts = (part for topic in found.topic_data for part in topic.partition_data)
    return any(part.records is None for part in parts)


def _places(frame: bytes, kept: int, ids: Iterable[bytes]) -> list[int]:
    """Where bytes may be changed: behind those that are kept, and away from topic ids.

    An id might have such a byte on one side by chance, and so stay what it is.
    """
    far = len(max(LARGE, key=len))
    found = [frame.find(each) for each in ids]
    near = {place for at in found if at >= 0 for place in range(at - far, at + ID_BYTES)}
    return [place for place in range(kept, len(frame)) if place not in near]


def _spoiled(random: Random, way: str, frame: bytes, places: list[int]) -> bytes:
    """The frame, wrong in that way at some of these places."""
    data = bytearray(frame)
    if way == "cut":
        del data[random.randint(HEAD_BYTES, len(data)) :]
    elif way == "more":
        data += random.randbytes(random.choice((1, 4, 30)))
    elif way == "byte" and places:
        for _ in range(random.randint(1, 2)):
            data[random.choice(places)] = random.choice((0, 1, 0xFF, 0x7F, 0x80, 0xC3))
    elif way == "large" and places:
        put = random.choice(LARGE)
        at = random.choice(places)
        data[at : at + len(put)] = put
    elif way == "head":
        at, value = random.choice(HEADS)
        data[at : at + 2] = value.to_bytes(2, "big", signed=True)
    length = len(data) - 4 if way != "head" or random.random() < 0.9 else random.choice((-1, 0))
    data[:4] = length.to_bytes(4, "big", signed=True)
    return bytes(data)
