"""What clients can see of a release on the fetch and produce path, beside its API versions.

`Behaviour` names each difference; `HISTORY` says which value it has since which release. That is
the whole table: a release behaves in each respect as the latest entry not after it says. What
only newer API versions can ask for (leader epochs, sessions, topic ids, rack-aware reading, leader
hints) needs no entry: a release without the version does not have it.

`UNION`, the default, is what a broker does that emulates nothing: 4.4 for all versions which 4.4
speaks, 3.9 for those that 4.0 dropped.

Seen on running nodes: 3.3.2, 3.9.2, 4.0.2 and 4.4.0. What differs further back was read in the
sources of the releases: `KafkaApis`, `ReplicaManager`, `Log`, `LogValidator`, `ProduceRequest`,
`ProducerStateManager`, `LazyDownConversionRecords`, `FetchSessionCache`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

INVALID_RECORD = 87
CORRUPT_MESSAGE = 2
UNKNOWN_PRODUCER_ID = 59
OUT_OF_ORDER_SEQUENCE_NUMBER = 45
ALL = 1 << 30

Number = tuple[int, ...]


class Behaviour:
    """The differences, each with its value in `UNION`; see `HISTORY` for when they changed.

    A plain class, since every start makes it and a NamedTuple of this length costs a millisecond.
    """

    def __init__(self, **changes: int) -> None:
        assert changes.keys() <= HISTORY.keys()
        self.__dict__.update(changes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Behaviour) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[int, ...]:
        return tuple(getattr(self, name) for name in HISTORY)

    # Fetch
    zstd_gate_below: int = 0
    """Fetch versions below this are refused topics of `compression.type=zstd` (76, fetch A-51)."""
    has_null_records: bool = False
    """Records are null, not empty, with 76, 35 and where a whole request failed (fetch A-17)."""
    has_null_aborted: bool = False
    """The list of aborted transactions is null, not empty, with every error (fetch A-18)."""
    hides_stable_offset: bool = False
    """The last stable offset is told to read_committed fetches only, others get -1."""
    converts_lazily: bool = True
    """Down-converted records have the size that was read, padded or cut (fetch A-56, KIP-283)."""
    converts_blindly: bool = True
    """Whether to convert is decided without a look at what was read (fetch A-54, C-7)."""
    endpoints_to_followers: bool = False
    """Followers are told, with 6 and 74, where the leader listens (fetch B-52)."""
    waits_by_batch: bool = True
    """Where a fetch stands is where its first batch begins, not its fetch offset (fetch B-23)."""
    answers_beyond_bound: bool = True
    """Nobody waits who fetches beyond what may be shown, unless it ends in an older segment
    (fetch D-6)."""
    clamps_min_bytes: bool = True
    """More than the answer may hold is not waited for (fetch B-12, KIP-541)."""
    session_shards: int = 8
    """Shards of the session cache; 0: one cache that is none (fetch E-35, E-37)."""
    rotates_all: bool = False
    """All that an incremental answer lists goes to the end of its session, not only what has
    records (fetch E-29)."""
    notes_uses: bool = True
    """A session was last used by its latest fetch, not when it was made (fetch E-17, E-39)."""
    keeps_zero_ids: bool = True
    """The topic id zero may stand in a session, as one that is unknown (fetch B-11); before it
    failed the whole request."""
    knows_partitions: bool = True
    """A partition beyond a topic's last is refused before reading, not by the read."""

    # Produce
    invalid_record_code: int = INVALID_RECORD
    """The code of a batch that is no good: 87 came with KIP-467."""
    unparsed_record_sets: bool = False
    """Record sets that versions from 3 on do not allow end the connection (produce A-30)."""
    record_errors_max: int = ALL
    """So many bad records are named (KIP-467)."""
    counts_record_errors: bool = True
    """The text of such a refusal counts and shows them (produce A-65)."""
    bounds_lengths: bool = True
    """The lengths of compressed records have a bound, so that negative ones are refused
    (max.decompressed.message.bytes, produce A-58)."""
    clamps_min_isr: bool = True
    """`min.insync.replicas` counts for no more than there are replicas (produce A-41, KIP-966)."""
    ends_texts: bool = False
    """What is said of a record without key ends with a full stop."""
    checks_epoch_first: bool = True
    """The epoch of a transaction is checked before its coordinator is asked, not by the append,
    whose answer would tell the log start (produce A-61, A-102)."""
    adds_begin_at_zero: bool = True
    """A producer whose batch adds an unknown partition must begin at 0 there (produce A-109)."""
    transaction_version: int = 2
    """What the feature was finalized at; before it existed coordinators did as at 0 (C-130)."""
    knows_zstd: bool = True
    """Codec 4 exists (KIP-110)."""
    unknown_producer_code: int = 0
    """The refusal of an unknown producer whose sequence is not 0; 0: accepted (produce B-20)."""
    batches_remembered: int = 5
    """So many batches of a producer are known again as duplicates (produce B-14)."""
    forgets_deleted_producers: bool = False
    """A producer is forgotten once its last record is deleted (produce B-30)."""
    honours_format: bool = False
    """Records are stored as `message.format.version` says, not always as batches (A-93, A-94)."""
    knows_batches: bool = True
    """Record batches exist: magic 2 (KIP-98)."""

    # ListOffsets, OffsetForLeaderEpoch, ApiVersions
    refuses_unknown_timestamps: bool = True
    """Negative timestamps without a meaning are refused (35), not looked up (produce D-1)."""
    negative_timestamps: int = -6
    """The least timestamp that has a meaning of its own."""
    newest_by_batch: bool = False
    """The offset with the greatest timestamp may be the last of its batch (produce D-14)."""
    repeats_in_place: bool = False
    """A partition named twice is refused at each mention, in request order (produce D-2)."""
    awaits_epoch_start: bool = True
    """A new leader hides the log's end until its high watermark is its own (KIP-207)."""
    knows_earlier_epochs: bool = True
    """An epoch older than the oldest known one ends where that begins (produce D-62)."""
    lists_itself: bool = True
    """ApiVersions answers an unknown version with its own range, not with nothing (KIP-511)."""


FIRST: Number = (0,)

HISTORY: Mapping[str, tuple[tuple[Number, int | bool], ...]] = {
    "zstd_gate_below": ((FIRST, 0), ((2, 1), 10), ((4, 0), 0)),
    "has_null_records": ((FIRST, False), ((3, 0), True), ((4, 0), False)),
    "has_null_aborted": ((FIRST, True), ((3, 0), False)),
    "hides_stable_offset": ((FIRST, True), ((2, 4), False)),
    "converts_lazily": ((FIRST, False), ((2, 0), True)),
    "converts_blindly": ((FIRST, False), ((3, 0), True)),
    "endpoints_to_followers": ((FIRST, False), ((3, 7), True), ((4, 0), False)),
    "waits_by_batch": ((FIRST, False), ((4, 0), True)),
    "answers_beyond_bound": ((FIRST, False), ((3, 8), True)),
    "clamps_min_bytes": ((FIRST, False), ((2, 5), True)),
    "session_shards": ((FIRST, 0), ((3, 8), 8)),
    "rotates_all": ((FIRST, True), ((3, 0), False)),
    "notes_uses": ((FIRST, False), ((2, 5), True)),
    "keeps_zero_ids": ((FIRST, False), ((4, 1), True)),
    "knows_partitions": ((FIRST, False), ((2, 0), True)),
    "invalid_record_code": ((FIRST, CORRUPT_MESSAGE), ((2, 4), INVALID_RECORD)),
    "unparsed_record_sets": ((FIRST, True), ((2, 4), False)),
    "record_errors_max": ((FIRST, 0), ((2, 4), 1), ((2, 5), ALL)),
    "counts_record_errors": ((FIRST, False), ((3, 2), True)),
    "bounds_lengths": ((FIRST, False), ((4, 1), True)),
    "clamps_min_isr": ((FIRST, False), ((3, 7), True)),
    "ends_texts": ((FIRST, True), ((3, 5), False)),
    "checks_epoch_first": ((FIRST, False), ((4, 1), True)),
    "adds_begin_at_zero": ((FIRST, False), ((4, 1), True)),
    "transaction_version": ((FIRST, 0), ((4, 0), 2)),
    "knows_zstd": ((FIRST, False), ((2, 1), True)),
    "unknown_producer_code": (
        (FIRST, OUT_OF_ORDER_SEQUENCE_NUMBER),
        ((1, 0), UNKNOWN_PRODUCER_ID),
        ((2, 5), 0),
    ),
    "batches_remembered": ((FIRST, 1), ((1, 0), 5)),
    "forgets_deleted_producers": ((FIRST, True), ((2, 3), False)),
    "honours_format": ((FIRST, True), ((3, 0), False)),
    "knows_batches": ((FIRST, False), ((0, 11), True)),
    "refuses_unknown_timestamps": ((FIRST, False), ((3, 9), True)),
    "negative_timestamps": ((FIRST, -2), ((3, 0), -3), ((3, 5), -4), ((3, 9), -5), ((4, 1), -6)),
    "newest_by_batch": ((FIRST, True), ((3, 7), False)),
    "repeats_in_place": ((FIRST, False), ((2, 8), True), ((4, 0), False)),
    "awaits_epoch_start": ((FIRST, False), ((2, 2), True)),
    "knows_earlier_epochs": ((FIRST, False), ((2, 0), True)),
    "lists_itself": ((FIRST, False), ((2, 4), True)),
}


UNION = Behaviour()


def behaviour_of(number: Number) -> Behaviour:
    """How the release of that number behaves."""
    found = {
        name: [value for since, value in changes if since <= number][-1]
        for name, changes in HISTORY.items()
    }
    return Behaviour(**found)
