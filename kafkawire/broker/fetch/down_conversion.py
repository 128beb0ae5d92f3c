"""What Fetch versions 0 to 3 get: message sets instead of batches v2 (fetch A.8).

Those versions existed up to Kafka 3.9, so here they behave as there: message format 0 for
versions 0 and 1, format 1 for 2 and 3, made when the answer is. Formats that old have no zstd, and
a topic configured for zstd is refused to them whatever the read gave (76).

The gate that 3.9 also had for zstd at versions 4 to 9 is not here: 4.x sends such batches as they
are (A-51), and versions that both releases speak behave as in the newer one. Records are sent
with length zero where 3.9 sent null, which some clients cannot read (A-17). Whoever emulates 3.9
has both (`emulation.fetch`).

Two things differ in older releases. Before 3.0 the read was looked at first: what holds no whole
batch of a newer format is sent as it is, so that a client hears of a batch too large for its limit
by half of it (C-7). Before 2.0 everything was converted at once, and had the size that it came to.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kafkawire.broker.fetch.counting import count_conversions
from kafkawire.broker.fetch.partition_read import PartitionRead, rejection
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.behaviour import Behaviour
    from kafkawire.broker.fetch.plan import FetchPlan
    from kafkawire.log.config import LogConfig
    from kafkawire.protocol.buffers import Sendable

DOWN_CONVERTED_BYTES_MAX = 4 << 20
"""So many stored bytes are converted for one answer, though never less than a batch of each
partition. Kafka converts while it sends; here the answer is made at once, and a client that asks
for everything and reads nothing must not cost us everything. The rest comes with its next fetch."""

BATCHES_V2_FROM = 4
MAGIC_0_UP_TO = 1
"""The last version whose clients read nothing newer than message format 0."""

NONE = int(ErrorCode.NONE)
NOT_LEADER_OR_FOLLOWER = int(ErrorCode.NOT_LEADER_OR_FOLLOWER)
UNSUPPORTED_COMPRESSION_TYPE = int(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)
UNSUPPORTED_VERSION = int(ErrorCode.UNSUPPORTED_VERSION)


def down_converted(
    reads: list[PartitionRead], plan: FetchPlan, behaviour: Behaviour
) -> list[PartitionRead]:
    """`reads` as clients of this version understand them.

    What cannot be converted fails the whole request: `ApiError` with UNKNOWN_SERVER_ERROR. Kafka
    converts the first batch of each partition before it answers, the others while it sends; if one
    of these fails, the connection ends: `Unconvertible`, a ProtocolError.
    """
    if plan.version >= BATCHES_V2_FROM:
        return reads
    from kafkawire.records.errors import Unconvertible

    left = DOWN_CONVERTED_BYTES_MAX
    broken = None
    found = []
    for read in reads:
        try:
            if behaviour.converts_blindly or _is_too_new(read, plan):
                read = _converted(read, plan, left, fitted=behaviour.converts_lazily)
        except Unconvertible as error:
            if not error.is_late:
                raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR) from None
            broken = error
        except OSError:  # these clients do not know KAFKA_STORAGE_ERROR
            read = _refused(read, NOT_LEADER_OR_FOLLOWER)
        found.append(read)
        left = max(0, left - read.size)
    if broken is not None:
        raise broken
    return found


def _is_too_new(read: PartitionRead, plan: FetchPlan) -> bool:
    """Whether there is a whole batch of a format that the client cannot read."""
    from kafkawire.records.batch import iter_frames

    wanted = _magic_for(plan)
    frames = iter_frames(_start_of(read.data.records, read.size))
    return any(magic > wanted for _, _, magic in frames)


def _magic_for(plan: FetchPlan) -> int:
    return 0 if plan.version <= MAGIC_0_UP_TO else 1


def _converted(
    read: PartitionRead, plan: FetchPlan, bytes_max: int, *, fitted: bool
) -> PartitionRead:
    cached = read.cached
    if cached.partition is None:
        return read
    error = _gate(cached.partition.log.config, plan)
    if not error and read.size:
        error = _convert_records(read, plan, bytes_max, fitted=fitted)
    if error:
        return _refused(read, error)
    return read


def _refused(read: PartitionRead, error: int) -> PartitionRead:
    cached = read.cached
    return PartitionRead(cached, rejection(cached.asked.partition, error), 0)


def _gate(config: LogConfig, plan: FetchPlan) -> int:
    if config.compression_type == "zstd":
        return UNSUPPORTED_COMPRESSION_TYPE
    if not (config.message_downconversion_enable or plan.view.is_follower):
        return UNSUPPORTED_VERSION
    return NONE


def _convert_records(read: PartitionRead, plan: FetchPlan, bytes_max: int, *, fitted: bool) -> int:
    from kafkawire.records.errors import UnsupportedCompression
    from kafkawire.records.legacy import down_convert

    stored = _start_of(read.data.records, max(bytes_max, read.cached.next_batch_size))
    offset = read.cached.asked.fetch_offset
    try:
        read.data.records = down_convert(
            stored,
            _magic_for(plan),
            offset,
            fitted=fitted,
            count=partial(count_conversions, read.cached),
        )
    except UnsupportedCompression:
        return UNSUPPORTED_COMPRESSION_TYPE
    return NONE


def _start_of(records: Sendable | list[Sendable] | None, bytes_max: int) -> bytes:
    """The first bytes of the buffers that were read, which may end within a batch."""
    items = records if isinstance(records, list) else [records or b""]
    return joined(items, bytes_max)
