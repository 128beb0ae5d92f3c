"""Requests that were good once."""

from __future__ import annotations

from random import Random

from kafkawire.broker import api as apis
from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest

_NUMBERS = [b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff", b"\x80\0\0\0", b"\0\0\0\0", b"\0\0\0\1"]


def samples(topic: str) -> list[bytes]:
    """Frames: an empty request of every served API and version, and some about `topic`."""
    found = []
    for key in apis.served():
        api = apis.load(key)
        assert api is not None
        low, high = api.versions
        found += [_frame(api.request_class(), version) for version in range(low, high + 1)]
    asked = ListOffsetsRequest.ListOffsetsPartition(partition_index=0, timestamp=-1)
    listed = ListOffsetsRequest.ListOffsetsTopic(name=topic, partitions=[asked])
    partition = FetchRequest.FetchPartition(partition=0, partition_max_bytes=1 << 20)
    fetched = FetchRequest.FetchTopic(topic=topic, partitions=[partition])
    for version in range(8):
        found.append(_frame(ListOffsetsRequest(topics=[listed]), version))
        topics = [MetadataRequest.MetadataRequestTopic(name=topic)]
        found.append(_frame(MetadataRequest(topics=topics), version))
    for version in range(13):
        found.append(_frame(FetchRequest(max_wait_ms=0, topics=[fetched]), version))
    return found


def _frame(message: Message, version: int) -> bytes:
    return encode_request(message.API_KEY, version, 1, "fuzz", message)[4:]


def mutated(random: Random, frames: list[bytes]) -> bytes:
    """One of the frames, with one to four small changes."""
    data = bytearray(random.choice(frames))
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(data) + 1)
        kind = random.randrange(4)
        if kind == 0:
            data[at : at + 1] = random.randbytes(1)
        elif kind == 1:
            del data[at : at + random.randint(1, 9)]
        elif kind == 2:
            data[at:at] = random.randbytes(random.randint(1, 9))
        else:
            data[at : at + 4] = random.choice(_NUMBERS)
    return bytes(data)
