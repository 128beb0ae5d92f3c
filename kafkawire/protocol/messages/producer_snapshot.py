"""Generated from schemas/records/ProducerSnapshot.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEVER_FLEXIBLE,
    NEW,
    LargeFrame,
    Message,
    Struct,
    absent,
    long_array,
    make,
    null_error,
    packer,
    rower,
    short,
    starmap,
    unpacker,
    write_long,
)


class ProducerSnapshot(Message):
    """The .snapshot file of a log: its producer state at an offset, after an int16 version.

    Data, versions 1.

    - crc: uint32, 1. CRC-32C of all that follows this field.
    - producer_entries: []ProducerEntry, 1. One entry per producer id that is not expired.
    """

    __slots__ = ("crc", "producer_entries")
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (1, 1)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    class ProducerEntry(Struct):
        """One entry per producer id that is not expired.

        - producer_id: int64, 1. Producer the entry is about.
        - epoch: int16, 1. Newest epoch that has written.
        - last_sequence: int32, 1. Sequence number of the last record of the last batch; -1 for
          none.
        - last_offset: int64, 1. Offset of the last record of the last batch; -1 for none.
        - offset_delta: int32, 1. Last minus first offset of the last batch, which gives its
          first sequence.
        - timestamp: int64, 1. When the producer wrote last, milliseconds.
        - coordinator_epoch: int32, 1. Newest coordinator epoch that wrote a marker for it;
          older ones are fenced.
        - current_txn_first_offset: int64, 1. First offset of the open transaction; -1 when
          there is none.
        """

        __slots__ = (
            "producer_id",
            "epoch",
            "last_sequence",
            "last_offset",
            "offset_delta",
            "timestamp",
            "coordinator_epoch",
            "current_txn_first_offset",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            producer_id: int = 0,
            epoch: int = 0,
            last_sequence: int = 0,
            last_offset: int = 0,
            offset_delta: int = 0,
            timestamp: int = 0,
            coordinator_epoch: int = 0,
            current_txn_first_offset: int = 0,
        ) -> None:
            self.producer_id: int = producer_id
            self.epoch: int = epoch
            self.last_sequence: int = last_sequence
            self.last_offset: int = last_offset
            self.offset_delta: int = offset_delta
            self.timestamp: int = timestamp
            self.coordinator_epoch: int = coordinator_epoch
            self.current_txn_first_offset: int = current_txn_first_offset
            self.unknown_tags = None

    def __init__(
        self,
        *,
        crc: int = 0,
        producer_entries: list[ProducerSnapshot.ProducerEntry] = NEW,
    ) -> None:
        self.crc: int = crc
        self.producer_entries: list[ProducerSnapshot.ProducerEntry] = (
            [] if producer_entries is NEW else producer_entries
        )
        self.unknown_tags = None


_pack_Ii = packer(">Ii")
_pack_qhiqiqiq = packer(">qhiqiqiq")
_row_qhiqiqiq = rower(">qhiqiqiq")
_unpack_Ii = unpacker(">Ii")
_unpack_qhiqiqiq = unpacker(">qhiqiqiq")
_ProducerEntry = ProducerSnapshot.ProducerEntry
_ONE_PRODUCER_ENTRY = ((_ProducerEntry,),)


def _encode_producer_entry_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_qhiqiqiq(
            o.producer_id,
            o.epoch,
            o.last_sequence,
            o.last_offset,
            o.offset_delta,
            o.timestamp,
            o.coordinator_epoch,
            o.current_txn_first_offset,
        ))


def _encode_producer_snapshot(o, out):
    producer_entries_ = o.producer_entries
    n = len(producer_entries_)
    out.append(_pack_Ii(o.crc, n))
    if n > 32:
        write_long(_encode_producer_entry_array, producer_entries_, out)
    elif n:
        _encode_producer_entry_array(producer_entries_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_producer_entry_array(buf, pos, count):
    if 46 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ProducerEntry)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_producer_entry_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PRODUCER_ENTRY * count)]
        end = pos + 46 * count
        if count > 7:
            for o, (
                o.producer_id, o.epoch, o.last_sequence, o.last_offset, o.offset_delta, o.timestamp, o.coordinator_epoch, o.current_txn_first_offset,
            ) in zip(found, _row_qhiqiqiq(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.producer_id,
            o.epoch,
            o.last_sequence,
            o.last_offset,
            o.offset_delta,
            o.timestamp,
            o.coordinator_epoch,
            o.current_txn_first_offset,
        ) = _unpack_qhiqiqiq(buf, pos)
        pos += 46
        o.unknown_tags = None
    return found, pos


def _decode_producer_snapshot(buf, pos):
    o = make(ProducerSnapshot)
    o.crc, n = _unpack_Ii(buf, pos)
    pos += 8
    if n > 0:
        o.producer_entries, pos = _decode_producer_entry_array(buf, pos, n)
    elif not n:
        o.producer_entries = []
    else:
        null_error("ProducerEntries")
    o.unknown_tags = None
    return o, pos


ProducerSnapshot._ENCODERS = {1: _encode_producer_snapshot}
ProducerSnapshot._DECODERS = {1: _decode_producer_snapshot}
