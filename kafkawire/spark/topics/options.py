"""The options of format "kafkawire" for reading, as one value that goes to tasks.

Names, defaults, precedence and refusals are those of Spark's Kafka source; names are
case-insensitive. Ours in addition:

    columns         comma-separated; only these are decoded and carried (or give a schema)
    fetchBytes      bytes of one partition in a Fetch answer; 8 MiB
    checkCrcs       true
    pushFilters     false; true needs spark.sql.python.filterPushdown.enabled=true, batch only
    stateFile       where a stream keeps the offsets that it began with (see `memory`): a path on
                    the driver's machine, there again when the driver is started elsewhere
    commitOffsets   false; true commits to `kafka.group.id` what batches have read, for lag tools

Everything wrong with them is said before anything is asked of a cluster.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.spark.cluster import FetchLimits, OptionError, Settings, TopicPartition
from kafkawire.spark.columns import Wanted
from kafkawire.spark.topics.bounds import Bound, ending, is_missing_latest, starting
from kafkawire.spark.topics.memory import WHERE_IT_IS
from kafkawire.spark.topics.offsets import parse_partitions

STRATEGIES = ("subscribe", "subscribepattern", "assign")
POLL_TIMEOUT_MS = 120_000
RETRIES = 3
RETRY_INTERVAL_MS = 1_000
MAX_TRIGGER_DELAY_MS = 15 * 60 * 1_000
KNOWN = frozenset(
    (
        *STRATEGIES,
        "startingoffsets",
        "endingoffsets",
        "startingtimestamp",
        "endingtimestamp",
        "startingoffsetsbytimestamp",
        "endingoffsetsbytimestamp",
        "startingoffsetsbytimestampstrategy",
        "failondataloss",
        "kafkaconsumer.polltimeoutms",
        "fetchoffset.numretries",
        "fetchoffset.retryintervalms",
        "maxoffsetspertrigger",
        "minoffsetspertrigger",
        "maxtriggerdelay",
        "minpartitions",
        "maxrecordsperpartition",
        "includeheaders",
        "topic",
        "columns",
        "fetchbytes",
        "checkcrcs",
        "pushfilters",
        "statefile",
        "commitoffsets",
        "path",
        "paths",
    )
)
POINTLESS = {
    "groupidprefix": "there are no groups: partitions are read without one",
}
"""Options of the stock connector that have no meaning here, and why."""
_UNITS_MS = {"ms": 1, "s": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000}
_DURATION = re.compile(r"\s*(\d+)\s*([a-z]*)\s*\Z")


class Selection(NamedTuple):
    """Which partitions: `names` or a `pattern` or what is `assigned`; the others are None."""

    names: tuple[str, ...] | None = None
    pattern: str | None = None
    assigned: tuple[TopicPartition, ...] | None = None


class StreamOptions(NamedTuple):
    """Of streams only."""

    rows_max: int | None = None
    rows_min: int | None = None
    trigger_delay_max_ms: int = MAX_TRIGGER_DELAY_MS
    state_file: str | None = None
    commits_offsets: bool = False


class SourceOptions(NamedTuple):
    """All of it, checked."""

    settings: Settings
    selection: Selection
    start: Bound
    end: Bound
    takes_latest: bool = False
    """Where no record is as late as a starting timestamp: start at the end instead of failing."""
    fails_on_loss: bool = True
    poll_timeout_ms: int = POLL_TIMEOUT_MS
    retries: int = RETRIES
    retry_interval_ms: int = RETRY_INTERVAL_MS
    partitions_min: int | None = None
    records_max: int | None = None
    wanted: Wanted = Wanted()
    fetch_bytes: int | None = None
    checks_crcs: bool = True
    group_id: str | None = None
    stream: StreamOptions = StreamOptions()

    @property
    def limits(self) -> FetchLimits:
        """Of each Fetch request."""
        limits = FetchLimits.of(self.settings, self.poll_timeout_ms)
        if self.fetch_bytes is None:
            return limits
        bytes_max = max(self.fetch_bytes, limits.max_bytes)
        return limits._replace(partition_bytes=self.fetch_bytes, max_bytes=bytes_max)


_USUAL = SourceOptions._field_defaults


def read_options(options: Mapping[str, str], *, is_stream: bool) -> SourceOptions:
    """What a query's options say. Raises OptionError."""
    given = {name.lower(): str(value) for name, value in options.items()}
    selection = _selection(given)
    reader = _Reader(given)
    settings = Settings.from_options(given)
    found = SourceOptions(
        settings=settings,
        selection=selection,
        start=starting(given, is_stream=is_stream),
        end=ending(given, is_stream=is_stream),
        takes_latest=_takes_latest(given),
        fails_on_loss=reader.flag("failOnDataLoss", default=_USUAL["fails_on_loss"]),
        poll_timeout_ms=reader.number("kafkaConsumer.pollTimeoutMs", POLL_TIMEOUT_MS),
        retries=reader.number("fetchOffset.numRetries", RETRIES),
        retry_interval_ms=reader.number("fetchOffset.retryIntervalMs", RETRY_INTERVAL_MS),
        partitions_min=reader.positive("minPartitions"),
        records_max=reader.positive("maxRecordsPerPartition"),
        wanted=wanted_columns(given),
        fetch_bytes=reader.positive("fetchBytes"),
        checks_crcs=reader.flag("checkCrcs", default=_USUAL["checks_crcs"]),
        group_id=given.get("kafka.group.id") or None,
        stream=_stream(reader) if is_stream else StreamOptions(),
    )
    _check(found, is_stream=is_stream)
    _warn_of_unknown(given)
    return found


def wanted_columns(options: Mapping[str, str]) -> Wanted:
    """What `columns` and `includeHeaders` ask for. Raises OptionError."""
    given = {name.lower(): str(value) for name, value in options.items()}
    headers = _Reader(given).flag("includeHeaders", default=Wanted().headers)
    names = [name.strip() for name in given.get("columns", "").split(",") if name.strip()]
    if not names:
        return Wanted(headers=headers)
    by_lower = {name.lower(): name for name in Wanted(headers=True).names}
    try:
        return Wanted.of(by_lower.get(name.lower(), name) for name in names)
    except ValueError as error:
        raise OptionError(f"Option 'columns': {error}") from None


def pushes_filters(options: Mapping[str, str]) -> bool:
    """Whether the batch reader should take filters."""
    given = {name.lower(): str(value) for name, value in options.items()}
    return _Reader(given).flag("pushFilters", default=False)


def _selection(given: Mapping[str, str]) -> Selection:
    names = [name for name in STRATEGIES if name in given]
    many = f"{', '.join(STRATEGIES)}. See the docs for more details."
    if not names:
        raise OptionError(
            f"One of the following options must be specified for Kafka source: {many}"
        )
    if len(names) > 1:
        raise OptionError(
            f"Only one of the following options can be specified for Kafka source: {many}"
        )
    text = given[names[0]].strip()
    if names[0] == "assign":
        return Selection(assigned=_assigned(text))
    if names[0] == "subscribe":
        topics = [topic.strip() for topic in text.split(",") if topic.strip()]
        if not topics:
            raise OptionError(
                f"No topics to subscribe to as specified value for option 'subscribe' is '{text}'"
            )
        return Selection(names=tuple(dict.fromkeys(topics)))
    return Selection(pattern=_pattern(text))


def _assigned(text: str) -> tuple[TopicPartition, ...]:
    found = parse_partitions(text)
    if not found:
        raise OptionError(
            f"No topicpartitions to assign as specified value for option 'assign' is '{text}'"
        )
    return tuple(found)


def _pattern(text: str) -> str:
    if not text:
        raise OptionError(
            f"Pattern to subscribe is empty as specified value for option 'subscribePattern' is"
            f" '{text}'"
        )
    try:
        re.compile(text)
    except re.error as error:
        raise OptionError(f"Option 'subscribePattern' is no regular expression: {error}") from None
    return text


def _takes_latest(given: Mapping[str, str]) -> bool:
    name = "startingOffsetsByTimestampStrategy"
    text = given.get(name.lower(), "error").strip().lower()
    if text not in ("error", "latest"):
        raise OptionError(f"Option '{name}' should be either 'error' or 'latest', not '{text}'")
    return text == "latest"


def _stream(reader: _Reader) -> StreamOptions:
    usual, delay = StreamOptions(), reader.text("maxTriggerDelay")
    return StreamOptions(
        rows_max=reader.positive("maxOffsetsPerTrigger"),
        rows_min=reader.positive("minOffsetsPerTrigger"),
        trigger_delay_max_ms=_duration_ms(delay) if delay else usual.trigger_delay_max_ms,
        state_file=reader.text("stateFile") or None,
        commits_offsets=reader.flag("commitOffsets", default=usual.commits_offsets),
    )


def _duration_ms(text: str) -> int:
    """As Spark writes times: a number with a unit, milliseconds without."""
    match = _DURATION.match(text.lower())
    if match is None or (match[2] or "ms") not in _UNITS_MS:
        raise OptionError(f"Option 'maxTriggerDelay' is no time: {text!r} (e.g. 15m, 30s, 500ms)")
    return int(match[1]) * _UNITS_MS[match[2] or "ms"]


def _check(found: SourceOptions, *, is_stream: bool) -> None:
    stream = found.stream
    if (stream.rows_min or 0) > (stream.rows_max or stream.rows_min or 0):
        raise OptionError(
            f"The value of minOffsetPerTrigger({stream.rows_min}) is higher than the"
            f" maxOffsetPerTrigger({stream.rows_max})."
        )
    if stream.commits_offsets and found.group_id is None:
        raise OptionError("Option 'commitOffsets' needs 'kafka.group.id': whose offsets they are")
    if is_stream and stream.state_file is None and is_missing_latest(found.start):
        why = "what was latest at the first start is in no checkpoint until a batch is committed"
        raise OptionError(
            "Option 'startingOffsets' asks for latest, which is the default of streams, so"
            f" 'stateFile' must name a file that keeps it: {why}, and records would be lost."
            f" {WHERE_IT_IS}"
        )
    if is_stream and stream.state_file is None and found.takes_latest and found.start.is_time:
        raise OptionError(
            "Option 'startingOffsetsByTimestampStrategy' is latest, so 'stateFile' must name a"
            f" file. {WHERE_IT_IS}"
        )


def _warn_of_unknown(given: Mapping[str, str]) -> None:
    """Once for each in a process, as Python's warnings do."""
    for name in sorted(given):
        if name in POINTLESS:
            warnings.warn(f"option '{name}' has no effect: {POINTLESS[name]}", stacklevel=3)
        elif name not in KNOWN and not name.startswith("kafka."):
            warnings.warn(f"option '{name}' is not known and has no effect", stacklevel=3)


class _Reader:
    """Options by the names that people write."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given

    def text(self, name: str) -> str:
        return self._given.get(name.lower(), "").strip()

    def number(self, name: str, default: int) -> int:
        value = self._number(name)
        if value is not None and value < 0:
            raise OptionError(f"Option '{name}' must not be negative: {value}")
        return default if value is None else value

    def positive(self, name: str) -> int | None:
        value = self._number(name)
        if value is not None and value <= 0:
            raise OptionError(f"{name} must be positive")
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        text = self.text(name).lower()
        if text and text not in ("true", "false"):
            raise OptionError(f"Option '{name}' must be true or false, not '{text}'")
        return text == "true" if text else default

    def _number(self, name: str) -> int | None:
        text = self.text(name)
        if not text:
            return None
        try:
            return int(text)
        except ValueError:
            raise OptionError(f"Option '{name}' must be a number, not '{text}'") from None
