"""The engine's state at the beginning of each split.

Splits come in order. Within one, what is left of it after leaps is done in the order of its
packets: an odd packet is fed to the engine; a leap is taken at its first packet, or, where the
state is not what it assumes, at a later entry, and until there its packets are fed like odd ones.
That is right although leaps of one connection go ahead of odd packets of another, since nothing of
one connection can touch another that waits for nothing: bounds are kept away from, and what is told
in passing (what packets there have been, the last one's time) is set for each packet that is fed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import numpy as np

from kafkawire.dump.engine import core
from kafkawire.dump.inputs import tcp
from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.layout import Buffer, Ints, Layout, Records, records_between
from kafkawire.spark.captures.leaping import Told, apply, has_room
from kafkawire.spark.captures.scanning import PLACES_STEP, Scan, scan


class Cut(NamedTuple):
    """A part of a capture, and the engine's state where it begins; `stop` None is the end.

    Without a state the part is the whole capture, and the rest says how it is read.
    """

    start: int
    stop: int | None
    state: bytes | None
    secrets: bool = False
    ports: tuple[int, ...] = ()
    latest_ns: int | None = None
    """The latest time of all packets up to its end, if that is known: no row is later."""


class Fed:
    """What it cost."""

    __slots__ = ("leaps", "packets", "rescans", "total")

    def __init__(self) -> None:
        self.packets = 0
        """Packets that the engine was fed."""
        self.total = 0
        self.leaps = 0
        self.rescans = 0
        """Splits whose first record was not where it was guessed."""


class _Split:
    """One split while it is gone through; packets that nobody foresaw are looked at again."""

    __slots__ = ("_layout", "_near", "_some", "base", "before_ns", "data", "scan")

    def __init__(self, layout: Layout, data: Buffer, scan: Scan, carried: Carried) -> None:
        self._layout = layout
        self.data = data
        self.scan = scan
        self._some = _feeds(scan.sample, scan.records, scan.before_ns)
        self._near: dict[int, _Feed] = {}
        """Of the packets that were looked at last."""
        self.before_ns, self.base = carried.reassembly._last

    def feed_of(self, packet: int) -> _Feed:
        """What the engine needs to be fed a packet."""
        found = self._some.get(packet) or self._near.get(packet)
        if found is None:
            numbers, records = self._between(packet, packet + 1)
            first_ns = records.time_ns[:1]
            before_ns = np.concatenate([first_ns, records.time_ns[:-1]])
            self._near = _feeds(numbers, records, before_ns)
            found = self._near[packet]
        return found if packet else (self.before_ns, *found[1:])

    def packets_of(self, leap: int, first: int, stop: int) -> list[int]:
        """The packets of a leap from one to another."""
        packets = self.scan.taken[leap]
        begin, end = np.searchsorted(packets, (first, stop))
        found: list[int] = packets[begin:end].tolist()
        return found

    def _between(self, first: int, stop: int) -> tuple[Ints, Records]:
        """The numbers and records of these packets, the one before them, and some around."""
        places = self.scan.places
        step, end = max(0, first - 1) // PLACES_STEP, -(-stop // PLACES_STEP)
        upto = int(places[end]) if end < len(places) else self.scan.end
        records = records_between(self._layout, self.data, int(places[step]), upto)
        begin = step * PLACES_STEP
        return np.arange(begin, begin + len(records.at)), records


_Feed = tuple[int, tuple[int, int, int, int], int]
"""The time of the packet before, the packet's place, its link."""


def _feeds(numbers: Ints, records: Records, before_ns: Ints) -> dict[int, _Feed]:
    _, times, starts, stops, sizes, links = (each.tolist() for each in records[:6])
    places = zip(times, starts, stops, sizes, strict=True)
    feeds = zip(before_ns.tolist(), places, links, strict=True)
    return dict(zip(numbers.tolist(), feeds, strict=True))


def stitch(
    layout: Layout,
    data: Buffer,
    carried: Carried,
    scans: Iterable[tuple[int, Scan]],
    fed: Fed | None = None,
) -> Iterator[Cut]:
    """All parts of a capture; scans come with where their splits end, in order."""
    fed, latest_ns = fed or Fed(), 0
    for stop, found in scans:
        if found.first != carried.at:
            fed.rescans += 1
            found = scan(layout, data, carried.at, stop, is_known=True)
        start, state = carried.at, carried.put_down()
        if not found.is_whole:
            yield Cut(start, None, state)
            return
        pass_split(layout, data, carried, found, fed)
        carried.at = found.end
        is_last = found.end >= len(data)
        latest_ns = max(latest_ns, found.latest_ns)
        end = None if is_last else found.end
        yield Cut(start, end, state, latest_ns=latest_ns)
        if is_last:
            return


def pass_split(
    layout: Layout,
    data: Buffer,
    carried: Carried,
    found: Scan,
    fed: Fed,
    told: Told | None = None,
) -> None:
    """Bring the state from the beginning of a split to its end."""
    if not found.packets:
        return
    split = _Split(layout, data, found, carried)
    fed.total += found.packets
    if not _is_far_from_bounds(carried, found):
        _feed(split, carried, range(found.packets), fed, told)
    else:
        _leap_and_feed(split, carried, fed, told)
    carried.reassembly._last = found.last_ns, split.base + found.packets


def _is_far_from_bounds(carried: Carried, found: Scan) -> bool:
    opened = len(found.odd)
    return (
        len(carried.reassembly._streams.streams) + opened < tcp.STREAMS_MAX
        and len(carried.engine._streams) + opened < core.STREAMS_MAX
        and has_room(carried.engine, found.end - found.first)
    )


def _feed(
    split: _Split, carried: Carried, packets: Iterable[int], fed: Fed, told: Told | None
) -> None:
    """Feed packets as the file's reader would."""
    reassembly, engine = carried.reassembly, carried.engine
    for packet in packets:
        before_ns, place, link_type = split.feed_of(packet)
        reassembly._last = before_ns, split.base + packet
        events = engine.feed_all(reassembly._events(split.data, link_type, [place]))  # type: ignore[arg-type]
        if told is not None and events:
            told.events(events)
        fed.packets += 1


def _leap_and_feed(split: _Split, carried: Carried, fed: Fed, told: Told | None) -> None:
    found = split.scan
    todo: list[tuple[int, int, int]] = [(leap.first, n, 0) for n, leap in enumerate(found.leaps)]
    odd = -1
    todo += [(packet, odd, 0) for packet in found.odd.tolist()]
    heapify(todo)
    while todo:
        packet, number, at = heappop(todo)
        if number == odd:
            _feed(split, carried, (packet,), fed, told)
            continue
        leap = found.leaps[number]
        if apply(carried, split.data, leap, leap.entries[at], split.base, told):
            fed.leaps += 1
            continue
        is_last = at + 1 == len(leap.entries)
        stop = leap.last + 1 if is_last else leap.entries[at + 1].packet
        for each in split.packets_of(number, packet, stop):
            heappush(todo, (each, odd, 0))
        if not is_last:
            heappush(todo, (stop, number, at + 1))
