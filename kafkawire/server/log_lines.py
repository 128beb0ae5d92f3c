"""Lines of the broker's loggers on stderr.

    2026-11-22 14:35:34,123 DEBUG kafkawire.connection  127.0.0.1:53422: closed by the client

Texts come from the network: what is not printable is escaped, and what is too long is cut.
"""

import sys
import time

from kafkawire.protocol.visible_text import visible

LINE_CHARS_MAX = 4_000
"""The longest text of a line."""


def print_line(level: str, name: str, text: str) -> None:
    """Print one line; nothing where stderr is closed."""
    now_s = time.time()
    stamp = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now_s))
    line = f"{stamp},{int(now_s * 1000) % 1000:03} {level} {name}  {shown(text)}\n"
    try:
        sys.stderr.write(line.encode("utf-8", "backslashreplace").decode())
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass  # a line has no reader any more; the broker goes on


def shown(text: str) -> str:
    """The text as one printable line."""
    if len(text) > LINE_CHARS_MAX:
        text = f"{text[:LINE_CHARS_MAX]} ... ({len(text):,} characters)"
    return visible(text)
