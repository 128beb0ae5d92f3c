"""Uuids as Kafka writes them: ids of topics, of directories, of members."""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

UUID_BYTES = 16
_TO_URL_ALPHABET = str.maketrans("+/", "-_")
_FROM_URL_ALPHABET = str.maketrans("-_", "+/")


def uuid_text(uuid: bytes) -> str:
    """Return a uuid of 16 bytes as 22 characters of URL-safe base64."""
    assert len(uuid) == UUID_BYTES
    return b2a_base64(uuid, newline=False)[:22].decode().translate(_TO_URL_ALPHABET)


def uuid_bytes(text: str) -> bytes:
    """Return the bytes of a uuid's text: 16, if it is one. Raises ValueError if it is no base64."""
    return a2b_base64(text.translate(_FROM_URL_ALPHABET) + "==")


def random_id(random: Random) -> str:
    """Return the text of 16 random bytes, for a new cluster or a new member.

    An id never begins with a hyphen, which command lines would take for an option.
    """
    while True:
        text = uuid_text(random.randbytes(UUID_BYTES))
        if not text.startswith("-"):
            return text
