"""A split read by itself: what in it simply continues, and what has to be looked at.

What is found is small beside the split: leaps, which packets each of them takes, and the places of
those that are anything else. Frames of leaps (`leapt`) are added for whoever wants them, and are as
many as are said. Nothing of all that is believed before the engine's state has been compared with
what it assumes: a wrong guess here costs time and never a row.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kafkawire.dump.inputs.captures import HALF, RACE_NS
from kafkawire.dump.inputs.tcp import reversed_key
from kafkawire.spark.captures.heads import Heads, OddKey, heads_of, key_of_odd
from kafkawire.spark.captures.layout import (
    Buffer,
    Ints,
    Layout,
    Records,
    find_record,
    records_between,
)
from kafkawire.spark.captures.leaps import NO_FRAMES, Leap, Stretch, Talk, lead_of, leap_of
from kafkawire.spark.captures.leapt import Leapt, leapt_of
from kafkawire.spark.captures.talk import (
    Request,
    Response,
    first_request,
    first_response,
    hop_requests,
    hop_responses,
    restart_of_request,
    restart_of_response,
)
from kafkawire.spark.captures.views import View

STRETCH_PACKETS_MIN = 24
"""Shorter ones are fed to the engine, which takes no longer."""
PLACES_STEP = 64
"""Packets between two places that are kept, to look at some packets again."""
TRIES_MAX = 64
"""So often frames are looked for again in a stretch; what is left then is fed."""
_SEQUENCE_BITS = 0xFFFF_FFFF


class Scan(NamedTuple):
    """What was found in a split: packets are numbered from 0."""

    first: int
    """Where its first record begins."""
    end: int
    packets: int
    is_whole: bool
    """Whether nothing but records is in it."""
    last_ns: int
    latest_ns: int
    """The latest time of its packets; that of the last one may be earlier."""
    leaps: list[Leap]
    taken: list[npt.NDArray[np.uint32]]
    """The packets of each leap."""
    odd: Ints
    """Packets of no leap."""
    sample: Ints
    """Packets that may have to be fed: the odd ones, and those before later entries of leaps."""
    records: Records
    """Of the sample."""
    before_ns: Ints
    """The times of the packets before them."""
    places: Ints
    """Where every `PLACES_STEP`th packet's record begins."""


class Flow(NamedTuple):
    """All plain packets of a connection, of which `breaks` are told to be odd."""

    keys: tuple[bytes, bytes]
    packets: Ints
    ends: Ints
    breaks: Ints


_Leaps = list[tuple[Leap, Ints, Leapt | None]]
"""Leaps, the packets of each, and its frames if they are wanted."""


def scan(
    layout: Layout,
    data: Buffer,
    start: int,
    stop: int,
    *,
    is_known: bool = False,
    leapt: list[Leapt] | None = None,
) -> Scan:
    """Scan the records that begin from `start` on and before `stop`.

    Only with `is_known` a record does begin at `start`, or else the first one is looked for. The
    frames of each leap are added to `leapt`.
    """
    first = start if is_known else find_record(layout, data, start)
    records = records_between(layout, data, first, stop)
    count = len(records.at)
    if not count:
        return _nothing(first, records)
    heads = heads_of(data, records)
    heads.group[_out_of_time(records)] = -1
    leaps, taken, leads = [], [], []
    is_odd = np.ones(count, bool)
    for flow in _flows(data, records, heads):
        found = _leaps(data, records, heads, flow, has_leapt=leapt is not None)
        for leap, packets, frames in found:
            leaps.append(leap)
            taken.append(packets.astype(np.uint32))
            leads.append(lead_of(leap, packets))
            is_odd[packets] = False
            if leapt is not None and frames is not None:
                leapt.append(frames)
    odd = np.flatnonzero(is_odd)
    sample = np.unique(np.concatenate([odd, *leads]))
    before_ns = records.time_ns[np.maximum(sample - 1, 0)]
    return Scan(
        first,
        records.end,
        count,
        records.is_whole,
        int(records.time_ns[-1]),
        int(records.time_ns.max()),
        leaps,
        taken,
        odd,
        sample,
        records.some(sample),
        before_ns,
        records.at[::PLACES_STEP].copy(),
    )


def _nothing(first: int, records: Records) -> Scan:
    none = np.zeros(0, np.int64)
    whole, end = records.is_whole, records.end
    return Scan(first, end, 0, whole, 0, 0, [], [], none, none, records, none, none)


def _out_of_time(records: Records) -> Ints:
    """The first packet, and those that are much earlier than the one before."""
    earlier = np.diff(records.time_ns, prepend=records.time_ns[0]) < -RACE_NS
    earlier[0] = True
    return np.flatnonzero(earlier)


def _flows(data: Buffer, records: Records, heads: Heads) -> list[Flow]:
    number_of = {key: number for number, key in enumerate(heads.keys)}
    flow_of = np.zeros(len(heads.keys) + 1, np.int64)
    flow_of[-1] = -1
    pairs: list[tuple[bytes, bytes]] = []
    for number, key in enumerate(heads.keys):
        other = number_of.get(reversed_key(key), number)
        flow_of[number] = flow_of[other] if other < number else len(pairs)
        if other >= number:
            pairs.append((key, reversed_key(key)))
    breaks, wild = _breaks(data, records, heads)
    of_packet = flow_of[heads.group]
    order = np.argsort(of_packet, kind="stable")
    bounds = np.searchsorted(of_packet[order], np.arange(len(pairs) + 1))
    flows = []
    for number, keys in enumerate(pairs):
        packets = order[bounds[number] : bounds[number + 1]]
        ends = (heads.group[packets] != number_of[keys[0]]).astype(np.int64)
        mine = sorted([*wild, *breaks.get(keys[0], ()), *breaks.get(keys[1], ())])
        flows.append(Flow(keys, packets, ends, np.array(mine, np.int64)))
    return flows


def _breaks(
    data: Buffer, records: Records, heads: Heads
) -> tuple[dict[bytes, list[int]], list[int]]:
    """Odd packets by the direction that they have to do with, and those of which nobody knows."""
    found: dict[bytes, list[int]] = {}
    wild: list[int] = []
    for packet in np.flatnonzero(heads.group < 0).tolist():
        odd = odd_key(data, records, packet)
        if odd.is_wild:
            wild.append(packet)
        elif odd.key is not None:
            found.setdefault(odd.key, []).append(packet)
    return found, wild


def odd_key(data: Buffer, records: Records, packet: int) -> OddKey:
    """Whose an odd packet is."""
    frame = data[int(records.start[packet]) : int(records.stop[packet])]
    return key_of_odd(int(records.link_type[packet]), frame, int(records.size[packet]))


def _leaps(data: Buffer, records: Records, heads: Heads, flow: Flow, *, has_leapt: bool) -> _Leaps:
    """The leaps of a connection."""
    packets = flow.packets
    if len(packets) < STRETCH_PACKETS_MIN:
        return []
    whole = Stretch(
        flow.keys,
        packets,
        flow.ends,
        heads.sequence[packets],
        heads.acknowledged[packets],
        heads.new[packets],
        heads.data_at[packets],
        records.time_ns[packets],
    )
    cuts = [0, *_cuts(whole, flow.breaks).tolist(), len(packets)]
    found: _Leaps = []
    for begin, stop in pairwise(cuts):
        client = next((leap.client for leap, *_ in found if leap.client != NO_FRAMES), None)
        found += _of_stretch(data, _Wanted(whole, client, has_leapt), begin, stop)
    return found


class _Wanted(NamedTuple):
    """Of what leaps are looked for."""

    whole: Stretch
    client: int | None
    """The end that asks, if that was seen before."""
    has_leapt: bool


def _cuts(whole: Stretch, breaks: Ints) -> Ints:
    """Where a packet does not continue what was before it, at the level of TCP."""
    ends, count = whole.ends, len(whole.packets)
    following = (whole.sequence + whole.new) & _SEQUENCE_BITS
    is_cut = np.zeros(count, bool)
    numbers = np.arange(count)
    for end in (0, 1):
        mine = np.flatnonzero(ends == end)
        is_cut[mine[1:]] |= whole.sequence[mine[1:]] != following[mine[:-1]]
        others = np.flatnonzero(ends != end)
        latest = np.maximum.accumulate(np.where(ends == end, numbers, -1))[others]
        said = latest >= 0
        lead = following[latest[said]] - whole.acknowledged[others[said]]
        is_cut[others[said]] |= ~((lead >= 0) & (lead < HALF))
    if len(breaks):
        places = np.searchsorted(whole.packets, breaks)
        is_cut[places[places < count]] = True
    is_cut[0] = False
    return np.flatnonzero(is_cut)


def _of_stretch(data: Buffer, wanted: _Wanted, begin: int, stop: int) -> _Leaps:
    """The leaps of what continues at the level of TCP; between them are packets to be fed."""
    found: _Leaps = []
    step = STRETCH_PACKETS_MIN
    for _ in range(TRIES_MAX):
        if stop - begin < STRETCH_PACKETS_MIN:
            break
        part = _part(wanted.whole, begin, stop)
        views = _views(data, part)
        talk, violation = talk_of(views, wanted.client)
        if violation is not None:
            upto = int(np.searchsorted(part.packets, violation))
            if upto >= STRETCH_PACKETS_MIN:
                found += _of_stretch(data, wanted, begin, begin + upto)
            begin += max(upto, 1) + step
            step *= 2
            continue
        leap = leap_of(part, views, talk)
        if leap is not None:
            leapt = leapt_of(part, views, talk, leap) if wanted.has_leapt else None
            found.append((leap, part.packets, leapt))
        break
    return found


def _part(whole: Stretch, begin: int, stop: int) -> Stretch:
    return Stretch(whole.keys, *(each[begin:stop] for each in whole[1:]))


def _views(data: Buffer, part: Stretch) -> tuple[View, View]:
    def view(end: int) -> View:
        mine = part.ends == end
        return View(data, part.packets[mine], part.data_at[mine], part.new[mine])

    return view(0), view(1)


Found = tuple[Talk | None, int | None]
"""The frames of both directions, or the packet with the first thing that is none."""


def talk_of(views: tuple[View, View], likely: int | None = None) -> Found:
    """What both ends say; `likely` is the end that asks, if that was seen before."""
    ends = (0, 1) if likely is None else (likely,)
    for is_aligned in (True, False):
        for client in ends:
            begin = first_request(views[client], is_aligned=is_aligned)
            if begin is not None:
                return _talk(views, client, begin)
    return None, None


def _talk(views: tuple[View, View], client: int, begin: int) -> Found:
    hop = hop_requests(views[client], begin)
    requests, answering = hop.requests, views[1 - client]
    violations = [hop.violation, restart_of_request(views[client], hop)]
    at = first_response(answering, requests)
    responses: list[Response] = []
    if at is not None:
        responses, violation = hop_responses(answering, _earliest(answering, at))
        violations += [violation, restart_of_response(answering, responses)]
    elif answering.end or any(each.expects for each in requests):
        return None, None
    answers, violation = _answers(requests, responses)
    known = [each for each in (*violations, violation) if each is not None]
    if known:
        return None, min(known)
    return Talk(client, requests, responses, answers, hop.client_ids), None


def _earliest(view: View, at: int) -> int:
    """The position of the first of the responses that lead to the one at `at`."""
    for position in view.starts:
        if position >= at:
            break
        found, _ = hop_responses(view, position, 256)
        if any(each.start == at or each.stop == at for each in found):
            return position
    return at


def _answers(requests: list[Request], responses: list[Response]) -> tuple[int, int | None]:
    """Which response answers the first request, and where one does not answer its own."""
    asking = [each for each in requests if each.expects]
    if not asking or not responses:
        return len(responses), None
    wanted = asking[0].correlation_id
    answers = next(
        (at for at, each in enumerate(responses) if each.correlation_id == wanted), len(responses)
    )
    for request, response in zip(asking, responses[answers:], strict=False):
        if request.correlation_id != response.correlation_id or response.first <= request.last:
            return answers, response.first
    if len(responses) - answers > len(asking):
        return answers, responses[answers + len(asking)].first
    return answers, None
