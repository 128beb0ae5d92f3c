"""What can be said of how captures are read; names are the same in any case.

path         files, directories and patterns (`*`), with commas between them
level        packets, frames, messages or records; messages if nothing is said
table        of the level messages, which table (see tables/README.md); requests
from, to     only what began at or after, and before: ISO 8601, or nanoseconds since 1970; what ends
             before `from` is not decoded, but what begins after `to` is, of all but packets: a
             request of before may be answered, and told of, at any time
ports        brokers' ports, believed to be Kafka's; Kafka is found on all others too (not of level
             packets)
filter       in wire-dump's language: only exchanges that it chooses (not of level packets)
secrets      true: passwords and the like are not masked
splitBytes   how much a task reads; 128 MiB
batchBytes   of a stream: how much of a file, which is one task's, a batch reads at most; 1 GiB
stateDir     of a stream: where states are kept between batches, see `stream`
"""

from __future__ import annotations

import glob
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

SPLIT_BYTES = 128 << 20
BATCH_BYTES = 1 << 30
LEVELS = {"frames": "frames", "records": "records", "packets": "packets"}
MESSAGES = "messages"
OF_ENGINE = "filter", "ports"
"""What says how streams are understood: of packets nobody asks."""
PORT_MAX = 0xFFFF
KEYS = (
    "path", "paths", "level", "table", "from", "to", "ports", "filter", "secrets", "splitbytes",
    "batchbytes", "statedir",
)  # fmt: skip
ENDINGS = (".pcap", ".pcapng", ".cap", ".pcap.gz", ".pcapng.gz", ".pcap.zst", ".pcapng.zst")
"""Of what is read in a directory; files that are named are read whatever they are called."""


class CaptureOptionError(Exception):
    """An option that cannot be followed; the text names it and says what it may be."""


class CaptureOptions(NamedTuple):
    """Options, understood."""

    paths: tuple[str, ...] = ()
    table: str = "requests"
    from_ns: int | None = None
    to_ns: int | None = None
    ports: tuple[int, ...] = ()
    filter: str = ""
    secrets: bool = False
    split_bytes: int = SPLIT_BYTES
    batch_bytes: int = BATCH_BYTES


def read_options(given: Mapping[str, str]) -> CaptureOptions:
    """Raises CaptureOptionError."""
    options = {key.lower(): value for key, value in given.items()}
    unknown = sorted(set(options) - set(KEYS))
    if unknown:
        raise CaptureOptionError(f"there is no option {unknown[0]}; there are {', '.join(KEYS)}")
    text = options.get("path") or options.get("paths") or ""
    found = CaptureOptions(
        tuple(each.strip() for each in text.strip("[]").split(",") if each.strip(' "')),
        _table(options),
        _time_ns("from", options.get("from")),
        _time_ns("to", options.get("to")),
        _ports(options.get("ports", "")),
        options.get("filter", ""),
        _flag("secrets", options.get("secrets", str(CaptureOptions().secrets))),
        _count("splitBytes", options.get("splitbytes", str(SPLIT_BYTES))),
        _count("batchBytes", options.get("batchbytes", str(BATCH_BYTES))),
    )
    if not found.paths:
        raise CaptureOptionError("option path is missing: a capture, a directory or a pattern")
    if found.filter:
        _try_filter(found.filter)
    return found


def _refuse_idle(level: str, options: Mapping[str, str]) -> None:
    """Options that would be without effect. Raises CaptureOptionError."""
    if options.get("table"):
        raise CaptureOptionError(
            f"table is of the level {MESSAGES}, and level is {level}: take one of them away"
        )
    for name in OF_ENGINE if level == "packets" else ():
        if options.get(name):
            raise CaptureOptionError(
                f"{name} says nothing of packets, and level is packets: take {name} away, or ask"
                f" for another level"
            )


def _table(options: Mapping[str, str]) -> str:
    from kafkawire.spark.tables.catalogue import BY_NAME, OF_EXCHANGES

    level = options.get("level", MESSAGES).lower()
    if level in LEVELS:
        _refuse_idle(level, options)
        return LEVELS[level]
    if level != MESSAGES:
        raise CaptureOptionError(f"level is {level!r}, not one of {', '.join((*LEVELS, MESSAGES))}")
    table = options.get("table", "requests").lower()
    known = [*(each.name for each in OF_EXCHANGES), "digests"]
    if table not in known or table not in BY_NAME:
        raise CaptureOptionError(f"table is {table!r}, not one of {', '.join(known)}")
    return table


def _time_ns(name: str, text: str | None) -> int | None:
    if not text:
        return None
    if text.isdecimal():
        return int(text)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise CaptureOptionError(f"{name} is {text!r}, neither ISO 8601 nor nanoseconds") from None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    since = moment - datetime(1970, 1, 1, tzinfo=UTC)
    return ((since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds) * 1000


def _ports(text: str) -> tuple[int, ...]:
    try:
        found = tuple(int(each) for each in text.split(",") if each.strip())
    except ValueError:
        raise CaptureOptionError(f"ports are {text!r}, not numbers with commas") from None
    for each in found:
        if not 0 < each <= PORT_MAX:
            raise CaptureOptionError(f"ports: {each} is none, they are from 1 to {PORT_MAX}")
    return found


def _flag(name: str, text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise CaptureOptionError(f"{name} is {text!r}, not true or false")
    return text.lower() == "true"


def _count(name: str, text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise CaptureOptionError(f"{name} is {text!r}, not a number above 0")
    return int(text)


def _try_filter(text: str) -> None:
    from kafkawire.dump.filter import Filter
    from kafkawire.dump.filter.errors import FilterError

    try:
        Filter(text)
    except FilterError as error:
        raise CaptureOptionError(f"filter: {error}") from None


def files_of(paths: tuple[str, ...]) -> list[str]:
    """The captures that are meant, each once, in order of their names.

    Raises CaptureOptionError if a path is nothing.
    """
    found: dict[str, None] = {}
    for path in paths:
        path = path.strip('"').removeprefix("file://")
        if os.path.isdir(path):
            inside = sorted(os.listdir(path))
            names = [os.path.join(path, each) for each in inside if each.endswith(ENDINGS)]
        else:
            is_pattern = glob.has_magic(path) and not os.path.exists(path)
            names = sorted(glob.glob(path)) if is_pattern else [path]
        for name in names:
            if not os.path.isfile(name):
                raise CaptureOptionError(f"there is no capture {name}")
            found[name] = None
    return list(found)
