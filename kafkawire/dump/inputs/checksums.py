"""The checksum of IP and TCP (RFC 1071): the ones' complement sum of 16-bit words.

2**16 is 1 modulo 65535, so that the sum of the words is the whole number modulo 65535, and one
division of a long integer does what a loop would take a hundred times as long for.
"""

from __future__ import annotations

TCP_PROTOCOL = 6
_ONES = 0xFFFF


def checksum(data: bytes) -> int:
    """Of bytes that are not all zero; 0 if a right checksum is among them."""
    total = int.from_bytes(data, "big") << (8 * (len(data) & 1))
    return _ONES - (total % _ONES or _ONES)


def tcp_checksum(addresses: bytes, segment: bytes) -> int:
    """Of a segment between two addresses, source first, of IPv4 (8 bytes) or IPv6 (32)."""
    pseudo_header = addresses + len(segment).to_bytes(4, "big") + b"\0\0\0\x06"
    return checksum(pseudo_header + segment)


def partial_checksum(addresses: bytes, size: int) -> int:
    """What Linux leaves in a segment of `size` bytes whose checksum the card is to make."""
    pseudo_header = addresses + size.to_bytes(4, "big") + b"\0\0\0\x06"
    return _ONES - checksum(pseudo_header)
