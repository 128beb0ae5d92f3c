"""Addresses of bootstrap.servers: HOST:PORT, [IPv6]:PORT, with or without a scheme before them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kafkawire.client.errors import ConfigurationError

PORT_MAX = 65_535
_ADDRESS = re.compile(r"(?:[A-Za-z][\w+.-]*://)?(?:\[([0-9A-Fa-f:.%\w]+)\]|([^\s:\[\]/]+)):(\d+)/?")


def addresses(texts: Sequence[str]) -> list[tuple[str, int]]:
    """Return host and port of each text.

    Raises:
        ConfigurationError: A text is no address; the message names it.
    """
    found: list[tuple[str, int]] = []
    for text in texts:
        match = _ADDRESS.fullmatch(text.strip())
        port = 0 if match is None else int(match[3])
        if match is None or not 0 < port <= PORT_MAX:
            raise ConfigurationError(f"bootstrap.servers: {text!r} is no HOST:PORT")
        found.append((match[1] or match[2], port))
    return list(dict.fromkeys(found))
