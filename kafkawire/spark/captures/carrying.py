"""The state of the one engine between two packets of a capture: it can be put down and taken up.

The objects are those of `kafkawire.dump`, private fields included: whoever has them goes on exactly
as if there had been no break. Bytes are given to the reader in the chunks that a file is read in,
since what damage is told of depends on them.
"""

from __future__ import annotations

import copyreg
import pickle
import struct
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import Reassembly
from kafkawire.dump.inputs.files import CHUNK_BYTES
from kafkawire.dump.inputs.packets import Complaints, Stretch
from kafkawire.dump.inputs.pcap import PcapReader
from kafkawire.dump.inputs.pcapng import PcapngReader
from kafkawire.dump.transport import Batch
from kafkawire.spark.captures.layout import (
    FILE_HEADER_BYTES,
    Buffer,
    Layout,
    layout_of,
    map_file,
    reader_at,
)

_SECOND_NS = 1_000_000_000
_WITH_FORMATS = {
    **copyreg.dispatch_table,
    struct.Struct: lambda compiled: (struct.Struct, (compiled.format,)),
}


class Carried:
    """Everything that is known at the offset `at` of a capture, where a record begins."""

    __slots__ = ("at", "complaints", "engine", "reassembly")

    def __init__(
        self,
        layout: Layout,
        data: Buffer,
        *,
        secrets: bool = False,
        ports: tuple[int, ...] = (),
    ) -> None:
        self.complaints = Complaints()
        self.at = layout.first
        reader_at(layout, data, self.complaints)
        self.reassembly = Reassembly(self.complaints)
        self.engine = Engine(secrets=secrets, ports=ports)

    def put_down(self) -> bytes:
        """As bytes, for `take_up`."""
        file = BytesIO()
        pickler = pickle.Pickler(file, protocol=5)
        pickler.dispatch_table = _WITH_FORMATS
        pickler.dump(self)
        return file.getvalue()

    @staticmethod
    def take_up(data: bytes) -> Carried:
        """What `put_down` made; such bytes are only ever our own."""
        found = pickle.loads(data)
        assert isinstance(found, Carried), "only states are put down"
        return found

    @property
    def packets(self) -> int:
        """How many packets there have been."""
        return self.reassembly._last[1]

    def batches(self, path: str, stop: int | None) -> Iterator[Batch]:
        """What the streams say up to `stop`, where a record begins; None is the file's end.

        Raises OSError.
        """
        data = map_file(path)
        layout = layout_of(data)
        assert layout is not None, "only such captures are cut"
        # What it had to complain of is known already.
        reader = reader_at(layout, data, Complaints())
        reader._complaints = self.complaints
        with Path(path).open("rb") as file:
            for stretch in self._stretches(reader, _chunks(file, self.at, stop)):
                yield self.reassembly._events(*stretch)
        if stop is not None:
            self.at = stop
            return
        yield from self.reassembly.batches(())

    def _stretches(
        self, reader: PcapReader | PcapngReader, chunks: Iterator[bytes]
    ) -> Iterator[Stretch]:
        last_ns = self.reassembly._last[0]
        if isinstance(reader, PcapngReader):
            reader._time_ns = last_ns
            yield from reader.stretches(chunks)
            return
        # A pcap's reader begins with the file's header, and judges damage by the last time.
        link_type, begin, left = reader._link_type, bytes(FILE_HEADER_BYTES), 0
        if self.packets:
            begin += struct.pack(reader._order + "IIII", last_ns // _SECOND_NS, 0, 0, 0)
            begin += bytes(reader._header_bytes - 16)
            left = 1
        first = next(chunks, b"")
        for data, _, places in reader.stretches(chain([begin + first], chunks)):
            if places[left:]:
                yield data, link_type, places[left:]
            left = 0


def _chunks(file: BinaryIO, at: int, stop: int | None) -> Iterator[bytes]:
    """The bytes from `at` on, cut where those are that reads a file from its beginning."""
    file.seek(at)
    while stop is None or at < stop:
        size = CHUNK_BYTES - at % CHUNK_BYTES
        chunk = file.read(size if stop is None else min(size, stop - at))
        if not chunk:
            return
        yield chunk
        at += len(chunk)
