"""The headers of all packets of a split at once: which are plain, of what direction, and where.

*Plain* packets are those of which the reassembly's short cut asks nothing that depends on its
state (`kafkawire.dump.inputs.captures`): TCP in IPv4 without options or in IPv6, no fragment,
whole, and with no flag but ACK and PSH. All others are *odd*. A direction is named by its key, as
there: both addresses and both ports as they stand in the packet.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kafkawire.dump.inputs import link
from kafkawire.dump.inputs.ip import IpReader, Segment
from kafkawire.dump.inputs.link import UnknownLink
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.spark.captures.layout import Buffer, Ints, Records, words


class _Link(NamedTuple):
    """Where IP begins, where a word says what it is (if any does), and what it says then."""

    ip_at: int
    mark_at: int | None
    shift: int
    mark_4: int
    mark_6: int


_LINKS = {
    link.ETHERNET: _Link(14, 12, 16, 0x0800, 0x86DD),
    link.COOKED: _Link(16, 14, 16, 0x0800, 0x86DD),
    link.COOKED_V2: _Link(20, 0, 16, 0x0800, 0x86DD),
    link.NULL: _Link(4, 0, 0, 0x0200_0000, 0x1E00_0000),
    link.RAW: _Link(0, None, 0, 0, 0),
}
_IPV4_KEY, _IPV6_KEY = (12, 24), (8, 44)
_MIX = np.uint64(0x9E37_79B9_7F4A_7C15)
_IPV4_ODD, _PLAIN_FLAGS, _FLAGS = 0x3FFF_00FF, 0x0010, 0x0F17
_TCP, _UDP = 6, 17
_WITH_MORE = (0, 4, 41, 43, 44, 47, 51, 60, 135, 139, 140)
"""Protocols of IP that can hold fragments or other packets."""
_TUNNEL_PORTS = (4789, 8472)
_MOST_HEADER_BYTES = 60


class Heads(NamedTuple):
    """Of each packet; what is not plain has the group -1, and its numbers mean nothing."""

    group: Ints
    """Which of `keys` its direction has."""
    sequence: Ints
    acknowledged: Ints
    new: Ints
    """How many bytes it brings."""
    data_at: Ints
    """Where they are in the file."""
    keys: list[bytes]


class _Fields(NamedTuple):
    """Of packets of one version of IP; `key` are the words of their keys."""

    places: Ints
    key: npt.NDArray[np.uint32]
    sequence: Ints
    acknowledged: Ints
    new: Ints
    end: Ints


def heads_of(data: Buffer, records: Records) -> Heads:
    """Read all headers."""
    count = len(records.at)
    group = np.full(count, -1, np.int64)
    sequence, acknowledged, new, data_at = (np.zeros(count, np.int64) for _ in range(4))
    keys: list[bytes] = []
    if len(data) < _MOST_HEADER_BYTES + 64:
        return Heads(group, sequence, acknowledged, new, data_at, keys)
    for link_type in np.unique(records.link_type).tolist():
        if link_type not in _LINKS:
            continue
        places = np.flatnonzero(records.link_type == link_type)
        for fields in _plain(data, records, places, _LINKS[link_type]):
            where = fields.places
            group[where] = _groups(fields.key, keys)
            sequence[where] = fields.sequence
            acknowledged[where] = fields.acknowledged
            new[where] = fields.new
            data_at[where] = fields.end - fields.new
    return Heads(group, sequence, acknowledged, new, data_at, keys)


def _plain(data: Buffer, records: Records, places: Ints, shape: _Link) -> list[_Fields]:
    ip_at, mark_at, shift, mark_4, mark_6 = shape
    every = words(data, ">")
    # What would reach beyond the file's end is too short to be plain; it only must not be read.
    room = np.minimum(records.start[places], len(every) - _MOST_HEADER_BYTES - ip_at - 20)
    is_there = room == records.start[places]
    places, at = places[is_there], room[is_there] + ip_at
    first = every[at] >> 24
    if mark_at is None:
        is_4, is_6 = first == 0x45, first >> 4 == 6
    else:
        mark = every[at - ip_at + mark_at] >> shift
        is_4, is_6 = (mark == mark_4) & (first == 0x45), (mark == mark_6) & (first >> 4 == 6)
    found = []
    for is_it, is_ipv6 in ((is_4, False), (is_6, True)):
        if is_it.any():
            found.append(_of_version(every, records, places[is_it], at[is_it], is_ipv6=is_ipv6))
    return found


def _of_version(
    every: npt.NDArray[np.uint32], records: Records, places: Ints, at: Ints, *, is_ipv6: bool
) -> _Fields:
    """The plain packets among those of one version of IP."""
    if is_ipv6:
        total = (every[at + 4] >> 16).astype(np.int64) + 40
        is_tcp = (every[at + 6] >> 24) == _TCP
        tcp, key_at = 40, _IPV6_KEY
    else:
        total = (every[at] & 0xFFFF).astype(np.int64)
        is_tcp = (every[at + 6] & _IPV4_ODD) == _TCP
        tcp, key_at = 20, _IPV4_KEY
    control = every[at + tcp + 12] >> 16
    new = total - tcp - 4 * (control >> 12).astype(np.int64)
    is_plain = is_tcp & (control & _FLAGS == _PLAIN_FLAGS) & (control >> 12 >= 5)
    is_plain &= (new >= 0) & (at + total <= records.stop[places])
    places, at, new, total = places[is_plain], at[is_plain], new[is_plain], total[is_plain]
    begin, stop = key_at
    key = np.stack([every[at + word] for word in range(begin, stop, 4)], axis=1)
    sequence = every[at + tcp + 4].astype(np.int64)
    acknowledged = every[at + tcp + 8].astype(np.int64)
    return _Fields(places, key, sequence, acknowledged, new, at + total)


def _groups(key: npt.NDArray[np.uint32], keys: list[bytes]) -> Ints:
    """Which of `keys` each row is; new ones are added to them."""
    mixed = np.zeros(len(key), np.uint64)
    for column in range(key.shape[1]):
        mixed = (mixed ^ key[:, column]) * _MIX
        mixed ^= mixed >> np.uint64(29)
    _, first, inverse = np.unique(mixed, return_index=True, return_inverse=True)
    known = {each: number for number, each in enumerate(keys)}
    numbers = []
    for row in key[first]:
        raw = row.astype(">u4").tobytes()
        if raw not in known:
            known[raw] = len(keys)
            keys.append(raw)
        numbers.append(known[raw])
    found = np.array(numbers, np.int64)[inverse.reshape(-1)]
    # Two keys of the same mixture: the second one's packets are odd, which is slow and right.
    found[(key != key[first][inverse.reshape(-1)]).any(axis=1)] = -1
    return found


class OddKey(NamedTuple):
    """What an odd packet may have to do with: one direction, none at all, or anything."""

    key: bytes | None
    is_wild: bool


def key_of_odd(link_type: int, frame: bytes, size: int) -> OddKey:
    """Whose an odd packet is, by the readers of the layers themselves."""
    try:
        inner = link.packet_of(link_type, frame)
    except UnknownLink:
        return OddKey(None, False)
    if not inner:
        return OddKey(None, False)
    if _needs_others(inner):
        return OddKey(None, True)
    segment = IpReader(Complaints()).segment(inner, max(0, size - len(frame)), 0, 0)
    if not isinstance(segment, Segment) or len(segment.data) < 4:
        return OddKey(None, False)
    return OddKey(segment.addresses + segment.data[:4], False)


def _needs_others(packet: bytes) -> bool:
    """Whether it is a fragment or in a tunnel, so that others may have to do with it."""
    if packet[0] >> 4 == 4 and len(packet) >= 20:
        is_fragment = int.from_bytes(packet[6:8], "big") & 0x3FFF
        return bool(is_fragment) or _may_hold_more(packet[9], packet[(packet[0] & 15) * 4 :])
    return packet[0] >> 4 == 6 and len(packet) >= 40 and _may_hold_more(packet[6], packet[40:])


def _may_hold_more(protocol: int, inner: bytes) -> bool:
    is_tunnel = protocol == _UDP and int.from_bytes(inner[2:4], "big") in _TUNNEL_PORTS
    return protocol in _WITH_MORE or is_tunnel
