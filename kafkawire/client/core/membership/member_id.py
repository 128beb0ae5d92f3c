"""The id that a member of a KIP-848 group makes up for itself, once for its life."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.uuids import uuid_text

if TYPE_CHECKING:
    from random import Random


def made_member_id(random: Random) -> str:
    """Return 16 random bytes in URL-safe base64: a random UUID, as Kafka's clients make it.

    An id never begins with a hyphen, which command lines would take for an option.
    """
    while True:
        octets = bytearray(random.randbytes(16))
        octets[6] = octets[6] & 0x0F | 0x40
        octets[8] = octets[8] & 0x3F | 0x80
        made = uuid_text(bytes(octets))
        if not made.startswith("-"):
            return made
