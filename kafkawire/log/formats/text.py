"""Numbers, ids and lines as Kafka writes them into text files."""

from __future__ import annotations

from binascii import Error as Base64Error
from binascii import a2b_base64

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.protocol.uuids import UUID_BYTES

INT16_MAX = 2**15 - 1
INT32_MAX = 2**31 - 1
INT64_MAX = 2**63 - 1
SHOWN_MAX = 80
"""Characters of a broken line that a message repeats."""

_DIGITS_MAX = 19
_TO_STANDARD_ALPHABET = str.maketrans("-_", "+/")


def shown(text: str) -> str:
    """Broken text as a message repeats it: quoted, and not too much of it."""
    return repr(text if len(text) <= SHOWN_MAX else text[:SHOWN_MAX] + "...")


def text_of(data: bytes) -> str:
    """UTF-8 as text; raises CorruptFile."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise CorruptFile(f"byte {error.start} is not text") from None


def lines_of(data: bytes) -> list[str]:
    """The lines of UTF-8 text, each with or without an end; raises CorruptFile."""
    lines = text_of(data).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def number_of(text: str, largest: int, what: str) -> int:
    """A decimal number from -`largest` - 1 to `largest`; raises CorruptFile."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if digits.isascii() and digits.isdecimal() and len(digits.lstrip("0")) <= _DIGITS_MAX:
        # Through `str` of few digits: of millions, `int` would refuse.
        number = int(digits.lstrip("0") or "0")
        number = -number if text[0] == "-" else number
        if -largest - 1 <= number <= largest:
            return number
    raise CorruptFile(f"{shown(text)} is no {what}")


def uuid_of(text: str) -> bytes:
    """The 16 bytes of a uuid that Kafka wrote; raises CorruptFile."""
    bare = text.removesuffix("==")
    try:
        if not ("+" in bare or "/" in bare or "=" in bare):
            uuid = a2b_base64(bare.translate(_TO_STANDARD_ALPHABET) + "==", strict_mode=True)
            if len(uuid) == UUID_BYTES:
                return uuid
    except (Base64Error, ValueError):
        pass
    raise CorruptFile(f"{shown(text)} is no uuid")
