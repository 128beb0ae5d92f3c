"""Record batches: what producers write, logs keep and consumers read.

    batch         the head of a batch: reading, checksum, patching in place
    record, lazy  the records of a batch: all at once; one by one, or values only
    stretch       consecutive records of a batch, decoded when they are asked for
    aborted       which batches a reader of committed records leaves out
    builder       writing batches
    check, check_compressed
                  what a broker verifies before it appends a batch
    control       transaction markers and the other control records
    compression   gzip, snappy, lz4 and zstd in Kafka's framings, with bounds
    window        records that come out of their codec piece by piece
    message_set   messages of magic 0 and 1
    legacy        conversion from and to them
    crc32c        the checksum of batches

The names below are promised. Their modules are imported when they are first asked for, so that
whoever needs one of them does not pay for the others.
"""

from __future__ import annotations

from kafkawire.lazy_names import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.records.batch import (
        BatchHeader,
        crc_is_valid,
        iter_frames,
        iter_headers,
        patch,
        patch_timestamps,
        read_header,
    )
    from kafkawire.records.builder import encode_batch
    from kafkawire.records.check import check_records
    from kafkawire.records.check_compressed import check_compressed
    from kafkawire.records.compression import compress, decompress
    from kafkawire.records.control import (
        ControlType,
        encode_end_transaction_marker,
        read_control_record,
        read_marker,
    )
    from kafkawire.records.errors import (
        CorruptRecord,
        InvalidRecords,
        RecordsError,
        UnreadableRecords,
        UnsupportedCompression,
    )
    from kafkawire.records.lazy import RecordIndex, values_only
    from kafkawire.records.legacy import convert_to_v2, down_convert
    from kafkawire.records.message_set import iter_deep
    from kafkawire.records.record import Record, decode_records
    from kafkawire.records.tally import RecordsInfo

__all__ = [
    "BatchHeader",
    "ControlType",
    "CorruptRecord",
    "InvalidRecords",
    "Record",
    "RecordIndex",
    "RecordsError",
    "RecordsInfo",
    "UnreadableRecords",
    "UnsupportedCompression",
    "check_compressed",
    "check_records",
    "compress",
    "convert_to_v2",
    "crc_is_valid",
    "decode_records",
    "decompress",
    "down_convert",
    "encode_batch",
    "encode_end_transaction_marker",
    "iter_deep",
    "iter_frames",
    "iter_headers",
    "patch",
    "patch_timestamps",
    "read_control_record",
    "read_header",
    "read_marker",
    "values_only",
]

_HOMES = {
    "batch": (
        "BatchHeader",
        "crc_is_valid",
        "iter_frames",
        "iter_headers",
        "patch",
        "patch_timestamps",
        "read_header",
    ),
    "builder": ("encode_batch",),
    "compression": ("compress", "decompress"),
    "errors": (
        "CorruptRecord",
        "InvalidRecords",
        "RecordsError",
        "UnreadableRecords",
        "UnsupportedCompression",
    ),
    "control": (
        "ControlType",
        "encode_end_transaction_marker",
        "read_control_record",
        "read_marker",
    ),
    "legacy": ("convert_to_v2", "down_convert"),
    "message_set": ("iter_deep",),
    "check": ("check_records",),
    "check_compressed": ("check_compressed",),
    "lazy": ("RecordIndex", "values_only"),
    "record": ("Record", "decode_records"),
    "tally": ("RecordsInfo",),
}

__getattr__ = lazy_names(__name__, _HOMES)
