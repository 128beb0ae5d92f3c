"""Several captures as one, in the order of their times.

Two sides of a connection may have been captured apart, and `tcpdump -C` writes one capture into
many files. Each file is opened for its first packet, and again when its time has come, so that a
thousand rotated files do not need a thousand open ones. Within a file the order is the file's own.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from heapq import heapify, heappop, heapreplace

from kafkawire.dump.inputs.captures import Reassembly, packets_of, stretches_of
from kafkawire.dump.inputs.files import Progress, Wait
from kafkawire.dump.inputs.packets import Complaints, Packet, Stretch, stretch_of
from kafkawire.dump.transport import Batch, TransportEvent, named

STANDARD_INPUT = "-"
Packets = Generator[Packet, None, None]


def read_captures(
    paths: Sequence[str],
    *,
    progress: Progress | None = None,
    wait: Wait | None = None,
    must_verify: bool = False,
) -> Iterator[TransportEvent]:
    """What the streams of these files said, merged by time; `-` is the standard input.

    `progress` is told the bytes of all files that were read until now; `wait` is asked for more
    at the end of each file, and so makes sense for one only. Raises OSError, and NotACapture.
    """
    return named(read_batches(paths, progress=progress, wait=wait, must_verify=must_verify))


def read_batches(
    paths: Sequence[str],
    *,
    progress: Progress | None = None,
    wait: Wait | None = None,
    must_verify: bool = False,
) -> Iterator[Batch]:
    """The same, many events at once: what a piece of a file that was read comes to."""
    complaints = Complaints()
    stretches: Iterator[Stretch]
    if len(paths) == 1:
        stretches = stretches_of(paths[0], complaints, progress=progress, wait=wait)
    else:
        stretches = map(stretch_of, merged(paths, complaints, progress=progress))
    return Reassembly(complaints, must_verify=must_verify).batches(stretches)


def merged(
    paths: Sequence[str], complaints: Complaints, *, progress: Progress | None = None
) -> Iterator[Packet]:
    """The packets of all files. Raises OSError, and NotACapture."""
    counter = _Counter(progress)
    heap: list[tuple[int, int, Packet | None, Packets]] = []
    for index, path in enumerate(paths):
        packets = packets_of(path, complaints, progress=counter.of_file(index))
        first = next(packets, None)
        if first is None:
            continue
        if path == STANDARD_INPUT:
            heap.append((first[0], index, first, packets))
        else:
            packets.close()
            again = packets_of(path, Complaints(), progress=counter.of_file(index))
            heap.append((first[0], index, None, again))
    heapify(heap)
    while heap:
        _, index, packet, packets = heap[0]
        if packet is not None:
            yield packet
        following = next(packets, None)
        if following is None:
            heappop(heap)
        else:
            heapreplace(heap, (following[0], index, following, packets))


class _Counter:
    """Adds up how much of each file has been read."""

    __slots__ = ("_progress", "_sizes")

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._sizes: dict[int, int] = {}

    def of_file(self, index: int) -> Progress:
        """Takes the progress of one file."""

        def read(size: int) -> None:
            self._sizes[index] = size
            if self._progress is not None:
                self._progress(sum(self._sizes.values()))

        return read
