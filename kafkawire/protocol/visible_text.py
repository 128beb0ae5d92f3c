"""Text of a peer as one line that a person can read: for terminals, logs and pages.

A client id, a topic or an error message may hold any character. On a terminal some of them clear
the screen, begin a line of their own, or turn what follows around; others cannot be seen, so that
two names look alike. `visible` writes all of these as escapes (`\\x1b`, `\\u202e`).
"""

from __future__ import annotations

_LOOKS_LIKE_NOTHING = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE0E)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
"""Characters that Unicode calls ignorable although Python calls them printable.

The two variation selectors of emoji (U+FE0E, U+FE0F) are left out: records are full of them.
"""


def visible(text: str) -> str:
    """Return the text with escapes in place of characters that a terminal obeys or hides.

    The result is one line. A backslash stays a single one.
    """
    if text.isprintable() and (text.isascii() or _LOOKS_LIKE_NOTHING.isdisjoint(text)):
        return text
    return "".join([each if _is_seen(each) else _escaped(each) for each in text])


def _is_seen(letter: str) -> bool:
    return letter.isprintable() and letter not in _LOOKS_LIKE_NOTHING


def _escaped(letter: str) -> str:
    code = ord(letter)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x1_0000 else f"\\U{code:08x}"
