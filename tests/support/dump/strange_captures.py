"""Captures in which anything may happen, by a seed, and what an engine's state comes to.

Connections say what Kafka's clients say, one of them most of it; packets get lost, come twice, late
or cut, times run backwards, sequence numbers wrap, ports are used again, beginnings are missing,
responses are overtaken, and somebody talks something else.
"""

from __future__ import annotations

import os
import struct
from collections import deque
from functools import cache
from random import Random
from typing import Any

from kafkawire.dump.engine.framing import Direction as Framing
from kafkawire.dump.engine.pairing import Numbers
from kafkawire.dump.engine.searching import pieces_from
from kafkawire.protocol.messages.produce_request import ProduceRequest
from tests.support.dump.captures import Frame, Send, frames_of, make_capture, pcap
from tools.bench.dump_traffic import pools

SEEDS = range(int(os.environ.get("KAFKAWIRE_CAPTURES", "40")))
"""Of the captures that tests of any capture look at."""
SPLIT_BYTES = 1_000, 80_000
BYTES_MAX = 3000
NOW_NS = 1_700_000_000_000_000_000
FIRST_SEQUENCES = (1000, (1 << 32) - 3000, (1 << 31) - 3000)


@cache
def _pools() -> list[list[tuple[bytes, bytes]]]:
    found = [
        small
        for pool in pools()
        if (small := [each for each in pool if max(map(len, each)) < BYTES_MAX])
    ]
    for acks in (0, 1):
        body = ProduceRequest(acks=acks, timeout_ms=1000, topic_data=[]).encode(8)
        head = struct.pack(">hhih", 0, 8, 0, 8) + b"client-0"
        frame = head + bytes(body)
        response = struct.pack(">iii", 8, 0, 0)
        found.append([(struct.pack(">i", len(frame)) + frame, response if acks else b"")])
    return found


class _Client:
    """One connection: what it says next."""

    def __init__(self, random: Random, number: int) -> None:
        self.number = number
        self.correlation_id = random.choice((0, 5, 1 << 20))
        self.waiting: list[bytes] = []
        self.depth = random.choice((1, 1, 4))
        self.is_kafka = random.random() < 0.9
        self.step = random.choice((1, 1, 1, 3))

    def says(self, random: Random) -> list[tuple[int, bytes]]:
        if not self.is_kafka:
            return [(random.randrange(2), random.randbytes(random.randrange(1, 400)))]
        said = []
        for _ in range(random.randrange(1, self.depth + 1)):
            pool = random.choice(_pools())
            request, response = pool[random.randrange(len(pool))]
            if random.random() < 0.05:
                request = _with_zeros(request)
            self.correlation_id += self.step
            raw = struct.pack(">i", self.correlation_id)
            said.append((0, request[:8] + raw + request[12:]))
            if response:
                self.waiting.append(response[:4] + raw + response[8:])
        while self.waiting and random.random() < 0.8:
            said.append((1, self.waiting.pop(0)))
        if random.random() < 0.01 and len(self.waiting) > 1:
            self.waiting.reverse()
        return said


def _with_zeros(request: bytes) -> bytes:
    """A longer one, with nothing but zeros behind what it had."""
    (size,) = struct.unpack_from(">i", request)
    return struct.pack(">i", size + 700) + request[4:] + bytes(700)


def strange_sends(seed: int) -> list[Send]:
    """What is said in one, all of which arrives."""
    return _said(Random(seed), 120)


def _said(random: Random, exchanges: int) -> list[Send]:
    clients = [_Client(random, number) for number in range(random.randrange(1, 5))]
    sends: list[Send] = []
    time_ns = NOW_NS
    for _ in range(exchanges):
        heavy = random.random() < 0.6
        client = clients[0] if heavy else random.choice(clients)
        for end, data in client.says(random):
            time_ns += random.choice((1000, 100_000, 40_000_000))
            sends.append((client.number, end, data, time_ns))
    return sends


def strange_frames(seed: int, *, exchanges: int = 120) -> list[Frame]:
    """The packets of one, in the order of a capture."""
    random = Random(seed)
    sends = _said(random, exchanges)
    segment_bytes = random.choice((60, 100, 400, 1448))
    first_sequence = random.choice(FIRST_SEQUENCES)
    is_opened, is_closed = random.random() < 0.8, random.random() < 0.8
    capture = make_capture(
        sends,
        is_opened=is_opened,
        is_closed=is_closed,
        segment_bytes=segment_bytes,
        first_sequence=first_sequence,
    )
    frames = frames_of(capture)
    if random.random() < 0.3:
        again = make_capture(
            [(*send[:3], send[3] + 60_000_000_000) for send in sends],
            segment_bytes=segment_bytes,
            first_sequence=first_sequence + 77_777,
        )
        frames += frames_of(again)
    return _harmed(random, frames)


def _harmed(random: Random, frames: list[Frame]) -> list[Frame]:
    rate = random.choice((0, 0, 0.002, 0.01, 0.05))
    found: list[Frame] = []
    late: list[tuple[int, Frame]] = []
    for number, (time_ns, frame) in enumerate(frames):
        for due, each in [entry for entry in late if entry[0] <= number]:
            found.append((time_ns, each[1]))
            late.remove((due, each))
        what = random.random() / rate if rate else 9
        if what < 0.4:
            continue
        if what < 0.6:
            late.append((number + random.randrange(1, 30), (time_ns, frame)))
            continue
        if what < 0.7:
            found.append((time_ns, frame))
        elif what < 0.8:
            time_ns -= random.choice((500_000, 5_000_000, 3_000_000_000))
        elif what < 0.85:
            frame = frame[:12] + b"\x81\x00\x00\x05" + frame[12:]
        elif what < 0.9:
            frame = frame[:17] + bytes([frame[17] ^ 1]) + frame[18:]
        elif what < 1:
            frame = frame[: random.randrange(20, len(frame) + 1)] or frame
        found.append((time_ns, frame))
    found += [(found[-1][0] if found else NOW_NS, each[1]) for _, each in late]
    return found


def strange_pcap(seed: int, **kwargs: Any) -> bytes:
    """A file of them."""
    random = Random(seed)
    return pcap(strange_frames(seed, **kwargs), order=random.choice("<>"))


def splits_for(seed: int) -> list[int]:
    """Two sizes of splits, small ones as likely as large ones."""
    random, (least, most) = Random(~seed), SPLIT_BYTES
    return [round(least * (most / least) ** random.random()) for _ in range(2)]


def text_of_state(thing: object) -> str:
    """All that an engine's later doings can depend on, one fact to a line."""
    lines: list[str] = []
    _tell(thing, "", {}, lines)
    return "\n".join(lines)


_LEFT_OUT = {(Numbers, "exchanges"), ("Exchange", "number"), ("Engine", "_time_ns")}


def _tell(thing: Any, path: str, seen: dict[int, str], lines: list[str]) -> None:
    if isinstance(thing, int | str | bytes | bytearray | float | None):
        lines.append(f"{path} {thing!r}")
    elif isinstance(thing, set | frozenset):
        lines.append(f"{path} {sorted(thing, key=repr)!r}")
    elif id(thing) in seen:
        lines.append(f"{path} is {seen[id(thing)]}")
    elif not callable(thing) or hasattr(thing, "__slots__"):
        seen[id(thing)] = path
        _tell_inside(thing, path, seen, lines)


def _tell_inside(thing: Any, path: str, seen: dict[int, str], lines: list[str]) -> None:
    if isinstance(thing, Framing):
        _tell_framing(thing, path, seen, lines)
    elif isinstance(thing, dict):
        for key, value in thing.items():
            name = key if isinstance(key, int | str | bytes | tuple) else seen.get(id(key), "?")
            _tell(value, f"{path}[{name!r}]", seen, lines)
    elif isinstance(thing, tuple | list | deque):
        for number, each in enumerate(thing):
            _tell(each, f"{path}[{number}]", seen, lines)
    else:
        for name in _slots(thing) or sorted(vars(thing)):
            _tell_named(thing, name, path, seen, lines)


def _slots(thing: object) -> list[str]:
    names = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    return sorted(name for name in names if hasattr(thing, name))


def _tell_named(
    thing: object, name: str, path: str, seen: dict[int, str], lines: list[str]
) -> None:
    if {(type(thing), name), (type(thing).__name__, name)} & _LEFT_OUT or name == "_short_cuts":
        return
    _tell(getattr(thing, name), f"{path}.{name}", seen, lines)


def _tell_framing(thing: Framing, path: str, seen: dict[int, str], lines: list[str]) -> None:
    """What is remembered of the last frame counts only from behind its first byte."""
    recent = [tuple(each) for each in pieces_from(thing._recent, thing._recent_start + 1)]
    lines.append(f"{path} recent {recent!r} {thing._recent_start if recent else None}")
    for name in _slots(thing):
        is_stale = name in ("_need", "_start") and not thing._held
        if name not in ("_recent", "_recent_start") and not is_stale:
            _tell(getattr(thing, name), f"{path}.{name}", seen, lines)
