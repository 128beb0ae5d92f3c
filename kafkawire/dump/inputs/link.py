"""From a frame to the IP packet in it, for every link that captures are usually taken on.

Own code reads Ethernet (with VLAN tags, QinQ, MPLS, PPPoE and LLC/SNAP), Linux cooked captures of
both versions, loopback, the BSDs' firewall log, and bare IP; the rarer links (wireless, PPP) go
through dpkt, which is in the extra `dump`. Numbers are those of the list at tcpdump.org.
"""

from __future__ import annotations

from collections.abc import Callable

NULL, ETHERNET, LOOP, COOKED, FIREWALL_LOG, COOKED_V2 = 0, 1, 108, 113, 117, 276
RAW, RAW_BSD, RAW_OPENBSD, IPV4, IPV6 = 101, 12, 14, 228, 229
PPP, PPP_SERIAL, WIRELESS, RADIOTAP = 9, 50, 105, 127

TAGS_MAX = 8
"""More VLAN tags or MPLS labels on one frame are taken for damage."""

_IPV4_TYPE, _IPV6_TYPE, _PPPOE_TYPE = b"\x08\x00", b"\x86\xdd", b"\x88\x64"
_VLAN_TYPES = (b"\x81\x00", b"\x88\xa8", b"\x91\x00")
_MPLS_TYPES = (b"\x88\x47", b"\x88\x48")
_SNAP = b"\xaa\xaa\x03"
_LENGTH_MAX = b"\x05\xdc"
_IPV6_FAMILIES = (10, 24, 28, 30)


class UnknownLink(Exception):
    """Frames of this link cannot be read; its text says what would help."""


def packet_of(link_type: int, frame: bytes) -> bytes:
    """The IP packet in a frame, empty if it holds something else. Raises UnknownLink."""
    read = _READERS.get(link_type)
    return _by_dpkt(link_type, frame) if read is None else read(frame)


def _ethernet(frame: bytes) -> bytes:
    return _typed(frame, 12)


def _cooked(frame: bytes) -> bytes:
    return _typed(frame, 14)


def _cooked_v2(frame: bytes) -> bytes:
    return _untagged(frame[0:2], frame, 20)


def _typed(frame: bytes, at: int) -> bytes:
    """What follows an Ethernet type at `at`."""
    return _untagged(frame[at : at + 2], frame, at + 2)


def _untagged(ether_type: bytes, frame: bytes, at: int) -> bytes:
    """What follows an Ethernet type, with all that can stand between it and the IP packet."""
    for _ in range(TAGS_MAX):
        if ether_type in (_IPV4_TYPE, _IPV6_TYPE):
            return frame[at:]
        if ether_type in _VLAN_TYPES:
            ether_type, at = frame[at + 2 : at + 4], at + 4
        elif ether_type <= _LENGTH_MAX and frame.startswith(_SNAP, at):
            ether_type, at = frame[at + 6 : at + 8], at + 8
        else:
            break
    if ether_type in _MPLS_TYPES:
        return _after_labels(frame, at)
    if ether_type == _PPPOE_TYPE and frame[at + 6 : at + 8] in (b"\x00\x21", b"\x00\x57"):
        return frame[at + 8 :]
    return b""


def _after_labels(frame: bytes, at: int) -> bytes:
    for stop in range(at + 4, at + 4 * TAGS_MAX, 4):
        if stop > len(frame):
            break
        if frame[stop - 2] & 1:  # the bottom of the stack
            return _bare(frame[stop:])
    return b""


def _loopback(frame: bytes) -> bytes:
    """Four bytes of an address family, in the byte order of who captured; never above 255."""
    family = frame[0] or frame[3] if len(frame) >= 4 else 0
    return frame[4:] if family == 2 or family in _IPV6_FAMILIES else b""


def _firewall_log(frame: bytes) -> bytes:
    """A header that begins with its length, padded to four bytes."""
    return _bare(frame[frame[0] + 3 & ~3 :]) if frame else b""


def _bare(frame: bytes) -> bytes:
    return frame if frame and frame[0] >> 4 in (4, 6) else b""


_READERS: dict[int, Callable[[bytes], bytes]] = {
    ETHERNET: _ethernet,
    COOKED: _cooked,
    COOKED_V2: _cooked_v2,
    NULL: _loopback,
    LOOP: _loopback,
    FIREWALL_LOG: _firewall_log,
    **dict.fromkeys((RAW, RAW_BSD, RAW_OPENBSD, IPV4, IPV6), _bare),
}


def _by_dpkt(link_type: int, frame: bytes) -> bytes:
    """Let dpkt look for the IP packet; damaged frames hold none."""
    try:
        from dpkt import UnpackError
        from dpkt.ieee80211 import IEEE80211
        from dpkt.ppp import PPP as Ppp
        from dpkt.radiotap import Radiotap
    except ImportError:
        text = f"frames of link type {link_type} are read with dpkt: pip install 'kafkawire[dump]'"
        raise UnknownLink(text) from None
    layers = {PPP: Ppp, PPP_SERIAL: Ppp, WIRELESS: IEEE80211, RADIOTAP: Radiotap}
    if link_type not in layers:
        raise UnknownLink(f"frames of link type {link_type} cannot be read")
    try:
        layer = layers[link_type](frame)
        while not isinstance(layer, bytes):
            if type(layer).__name__ in ("IP", "IP6"):
                return bytes(layer)
            layer = layer.data
    except (UnpackError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return b""
    return _untagged(b"\0\0", layer, 0)  # wireless frames have LLC and SNAP
