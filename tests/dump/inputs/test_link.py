"""Every link: the IP packet in a frame is found, whatever stands before it."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.inputs import link
from kafkawire.dump.inputs.link import UnknownLink, packet_of

V4 = b"\x45" + bytes(19) + b"inside"
V6 = b"\x60" + bytes(39) + b"inside"
MACS = bytes(12)
COOKED = bytes(14)
WIRELESS = b"\x08\x00" + bytes(22) + b"\xaa\xaa\x03\0\0\0\x08\x00"


@pytest.mark.parametrize("packet", [V4, V6])
@pytest.mark.parametrize(
    ("link_type", "before"),
    [
        (link.ETHERNET, MACS + b"TT"),
        (link.ETHERNET, MACS + b"\x81\x00\x00\x05TT"),
        (link.ETHERNET, MACS + b"\x88\xa8\x00\x05\x81\x00\x00\x06TT"),
        (link.ETHERNET, MACS + b"\x91\x00\x00\x05\x81\x00\x00\x06\x81\x00\x00\x07TT"),
        (link.ETHERNET, MACS + b"\x00\x64\xaa\xaa\x03\0\0\0TT"),
        (link.ETHERNET, MACS + b"\x88\x47\x00\x01\x01\x40"),
        (link.ETHERNET, MACS + b"\x88\x47\x00\x01\x00\x40\x00\x02\x01\x40"),
        (link.COOKED, COOKED + b"TT"),
        (link.COOKED, COOKED + b"\x81\x00\x00\x05TT"),
        (link.COOKED_V2, b"TT" + bytes(18)),
        (link.RAW, b""),
        (link.RAW_BSD, b""),
        (link.FIREWALL_LOG, b"\x3d" + bytes(63)),
    ],
)
def test_it_is_found_behind_the_header(link_type: int, before: bytes, packet: bytes) -> None:
    ether_type = b"\x08\x00" if packet is V4 else b"\x86\xdd"
    assert packet_of(link_type, before.replace(b"TT", ether_type) + packet) == packet


@pytest.mark.parametrize("link_type", [link.NULL, link.LOOP])
@pytest.mark.parametrize("order", ["little", "big"])
@pytest.mark.parametrize("family", [2, 10, 24, 28, 30])
def test_loopback_has_a_family_in_either_byte_order(
    link_type: int, order: str, family: int
) -> None:
    packet = V4 if family == 2 else V6
    assert order in ("little", "big")
    head = family.to_bytes(4, "little" if order == "little" else "big")
    assert packet_of(link_type, head + packet) == packet


def test_point_to_point_over_ethernet_is_found() -> None:
    head = MACS + b"\x88\x64\x11\x00\x00\x01\x00\x1c"
    assert packet_of(link.ETHERNET, head + b"\x00\x21" + V4) == V4
    assert packet_of(link.ETHERNET, head + b"\x00\x57" + V6) == V6
    assert packet_of(link.ETHERNET, head + b"\xc0\x21" + V6) == b""


@pytest.mark.parametrize(
    "frame",
    [
        MACS + b"\x08\x06" + bytes(28),
        MACS + b"\x88\xcc" + bytes(28),
        MACS + b"\x81\x00\x00\x01" * 20,
        MACS + b"\x00\x26\x42\x42\x03" + bytes(35),
        MACS + b"\x88\x47" + b"\x00\x01\x00\x40" * 30,
        MACS[:5],
        b"",
    ],
)
def test_what_holds_no_ip_holds_nothing(frame: bytes) -> None:
    assert packet_of(link.ETHERNET, frame) == b""


def test_a_loopback_of_another_family_holds_nothing() -> None:
    assert packet_of(link.NULL, b"\x07\0\0\0" + V4) == b""
    assert packet_of(link.NULL, b"\x02") == b""


def ip_packet() -> bytes:
    from dpkt.ip import IP

    # dpkt reads on into what is inside: it wants a whole packet.
    return bytes(IP(src=bytes(4), dst=bytes(4), p=253, data=b"inside"))


@pytest.mark.parametrize(
    ("link_type", "before"),
    [
        (link.PPP, b"\xff\x03\x00\x21"),
        (link.PPP_SERIAL, b"\xff\x03\x00\x21"),
        (link.WIRELESS, WIRELESS),
        (link.RADIOTAP, b"\0\0\x08\0" + bytes(4) + WIRELESS),
    ],
)
def test_rarer_links_go_through_dpkt(link_type: int, before: bytes) -> None:
    packet = ip_packet()
    assert packet_of(link_type, before + packet) == packet


def test_links_that_nobody_reads_are_named() -> None:
    with pytest.raises(UnknownLink, match="link type 147"):
        packet_of(147, b"whatever")


def test_without_dpkt_it_is_said_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dpkt", None)
    with pytest.raises(UnknownLink, match=r"kafkawire\[dump\]"):
        packet_of(link.PPP, b"\xff\x03\x00\x21" + V4)


LINKS = (0, 1, 9, 12, 14, 50, 101, 105, 108, 113, 117, 127, 228, 229, 276)


@given(st.sampled_from(LINKS), st.binary(max_size=100))
def test_any_frame_is_read_without_error(link_type: int, frame: bytes) -> None:
    packet_of(link_type, frame)
