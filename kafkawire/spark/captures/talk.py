"""The frames of a stretch, as far as they are what an engine that is in step would see.

Of each frame only the header is read, where it lies. What is asked for is enough that the engine
takes each frame as it comes, whatever else it knows: requests of known keys and one client id,
responses in the order of their requests, each beginning after its request has ended, and no piece
in the middle of a frame that begins as another could (`framing.Reader.restarts`). The first thing
that is not so is a *violation*, and the stretch ends before its packet.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import islice, pairwise
from struct import Struct
from typing import NamedTuple

from kafkawire.dump.engine.headers import (
    API_VERSION_MAX,
    CLIENT_ID_BYTES_MAX,
    request_header,
    wants_no_response,
)
from kafkawire.dump.engine.judging import (
    CORRELATION_STEP_MAX,
    FRAME_BYTES_MAX,
    HEAD_BYTES,
    is_readable,
    request_places,
)
from kafkawire.dump.engine.link import RESPONSE_BYTES_MIN, RESPONSE_HEAD_BYTES
from kafkawire.dump.engine.pairing import CLIENT_IDS_MAX, WAITING_MAX
from kafkawire.protocol.api_keys import REQUEST_VERSIONS
from kafkawire.spark.captures.views import View

CHAIN_FRAMES = 3
COUNT_MAX = 1 << 62
PLACES_MAX = 256
"""So many places are tried for a frame's beginning."""
LOOKED_THROUGH_BYTES = 1 << 17
"""If no packet begins with a frame, so much is looked through for one."""
PRODUCE_HEAD_BYTES = 512
"""A produce request whose acks come later is a violation."""

_INT32 = Struct(">i").unpack
_REQUEST = Struct(">ihhih").unpack
_RESPONSE = Struct(">ii").unpack
_NO_REQUEST_BYTES_MAX = 9
_CHANGES_ALL = {(17, 0), (7, 0)}
"""What changes how frames are read, or has another header."""
NULL_ID = b"\xff\xff"
_ZEROS = bytes(1 << 15)


class Request(NamedTuple):
    """`first` and `last` are the packets with its first and last byte."""

    start: int
    stop: int
    correlation_id: int
    expects: bool
    first: int
    last: int
    api_key: int
    api_version: int
    client_id: bytes
    """With its length in front."""


class Response(NamedTuple):
    """The same of a response."""

    start: int
    stop: int
    correlation_id: int
    first: int
    last: int


class Hop(NamedTuple):
    """Frames, and the packet with the first that is none, if there is one."""

    requests: list[Request]
    violation: int | None
    client_ids: frozenset[bytes]
    """With their lengths in front."""
    end: int
    """Where the next one would begin."""


def hop_requests(view: View, position: int, count_max: int = COUNT_MAX) -> Hop:
    """Requests from where one begins."""
    found: list[Request] = []
    ids: set[bytes] = set()
    starts, bounds, packets, data_at, end = view.table
    data, piece, last = view.data, 0, len(packets) - 1
    while len(found) < count_max and position + HEAD_BYTES <= end:
        if bounds[piece] <= position:
            piece = bisect_right(starts, position, piece) - 1
        first = packets[piece]
        at = data_at[piece] + position - starts[piece]
        room = bounds[piece] - position
        head = data[at : at + HEAD_BYTES] if room >= HEAD_BYTES else view.read(position, HEAD_BYTES)
        size, key, version, correlation_id, id_size = _REQUEST(head)
        stop = position + 4 + size
        if not _is_request(size, key, version, id_size):
            return Hop(found, first, frozenset(ids), position)
        if stop > end:
            break
        if room >= HEAD_BYTES + id_size:
            client_id = data[at + HEAD_BYTES - 2 : at + HEAD_BYTES + max(0, id_size)]
        else:
            client_id = view.read(position + HEAD_BYTES - 2, 2 + max(0, id_size))
        expects = True if key else _expects(view, position, piece, size)
        if expects is None or (client_id not in ids and not _is_added(client_id, ids)):
            return Hop(found, first, frozenset(ids), position)
        if bounds[piece] < stop:
            piece = min(bisect_right(starts, stop - 1, piece) - 1, last)
        found.append(
            Request(
                position,
                stop,
                correlation_id,
                expects,
                first,
                packets[piece],
                key,
                version,
                client_id,
            )
        )
        position = stop
    return Hop(found, None, frozenset(ids), position)


def _is_request(size: int, key: int, version: int, id_size: int) -> bool:
    """Whether a header is one that the engine takes for a request, and that changes nothing."""
    return (
        _NO_REQUEST_BYTES_MAX < size <= FRAME_BYTES_MAX
        and key in REQUEST_VERSIONS
        and 0 <= version <= API_VERSION_MAX
        and (key, version) not in _CHANGES_ALL
        and -1 <= id_size <= min(CLIENT_ID_BYTES_MAX, size - 10)
    )


def _is_added(client_id: bytes, ids: set[bytes]) -> bool:
    """Note another client id; False if a connection cannot have it beside those."""
    if len(ids) == CLIENT_IDS_MAX or (ids and NULL_ID in (client_id, *ids)):
        return False
    ids.add(client_id)
    return True


def _expects(view: View, position: int, piece: int, size: int) -> bool | None:
    """Whether a produce request will be answered; None if its beginning does not tell."""
    frame = view.read_near(position + 4, min(size, PRODUCE_HEAD_BYTES), piece)
    header = request_header(frame)
    if header is None:
        return None
    if wants_no_response(frame, header):
        return False
    # Where the acks would be beyond what is read, nothing is told.
    is_all = len(frame) == size or not wants_no_response(frame + _ZEROS, header)
    return True if is_all else None


def hop_responses(
    view: View, position: int, count_max: int = COUNT_MAX
) -> tuple[list[Response], int | None]:
    """Responses from where one begins, and the packet with the first frame that is none."""
    found: list[Response] = []
    starts, bounds, packets, data_at, end = view.table
    data, piece, last = view.data, 0, len(packets) - 1
    while len(found) < count_max and position + RESPONSE_HEAD_BYTES <= end:
        if bounds[piece] <= position:
            piece = bisect_right(starts, position, piece) - 1
        first = packets[piece]
        if bounds[piece] - position >= RESPONSE_HEAD_BYTES:
            at = data_at[piece] + position - starts[piece]
            size, correlation_id = _RESPONSE(data[at : at + RESPONSE_HEAD_BYTES])
        else:
            size, correlation_id = _RESPONSE(view.read(position, RESPONSE_HEAD_BYTES))
        stop = position + 4 + size
        if not RESPONSE_BYTES_MIN <= size <= FRAME_BYTES_MAX:
            return found, first
        if stop > end:
            break
        if bounds[piece] < stop:
            piece = min(bisect_right(starts, stop - 1, piece) - 1, last)
        found.append(Response(position, stop, correlation_id, first, packets[piece]))
        position = stop
    return found, None


def first_request(view: View, *, is_aligned: bool) -> int | None:
    """Where a request begins, by all that can be seen: others follow it.

    Nearly always a packet begins with one somewhere; only then `is_aligned` finds it.
    """
    if is_aligned:
        places: Iterable[int] = view.plausible_starts()
    else:
        places = request_places(view.read(0, LOOKED_THROUGH_BYTES), 0, 0)
    return next((each for each in islice(places, PLACES_MAX) if _is_chain(view, each)), None)


def _is_chain(view: View, position: int) -> bool:
    found, violation, ids, _ = hop_requests(view, position, CHAIN_FRAMES)
    if not found or violation is not None:
        return False
    if not all(each == NULL_ID or is_readable(each[2:].decode(errors="replace")) for each in ids):
        return False
    return all(
        0 < after.correlation_id - before.correlation_id <= CORRELATION_STEP_MAX
        for before, after in pairwise(found)
    )


def first_response(view: View, requests: list[Request]) -> int | None:
    """Where the response to one of these requests begins."""
    wanted = {each.correlation_id for each in requests if each.expects}
    tried = 0
    for position in view.starts:
        head = view.read(position, RESPONSE_HEAD_BYTES)
        if head[4:] and int.from_bytes(head[4:8], "big", signed=True) in wanted:
            tried += 1
            found, violation = hop_responses(view, position, CHAIN_FRAMES)
            if found and violation is None and all(f.correlation_id in wanted for f in found):
                return position
        if tried == PLACES_MAX:
            break
    return _looked_through(view, requests, wanted)


def _looked_through(view: View, requests: list[Request], wanted: set[int]) -> int | None:
    data = view.read(0, LOOKED_THROUGH_BYTES)
    for request in requests[:CHAIN_FRAMES]:
        at = data.find(request.correlation_id.to_bytes(4, "big", signed=True), 4)
        if at < 0:
            continue
        found, violation = hop_responses(view, at - 4, CHAIN_FRAMES)
        if found and violation is None and all(f.correlation_id in wanted for f in found):
            return at - 4
    return None


def restart_of_request(view: View, hop: Hop) -> int | None:
    """The packet with a piece that the engine could take for the start of another request.

    What is behind the last complete one is fed to the engine whatever it is.
    """
    requests = hop.requests
    starts = [each.start for each in requests]
    for piece, head in view.suspicious_requests():
        position = view.starts[piece]
        if position >= hop.end:
            break
        at = bisect_left(starts, position)
        if at < len(starts) and starts[at] == position:
            continue
        (correlation_id,) = _INT32(head[8:12])
        step = correlation_id - requests[max(0, at - 1)].correlation_id
        if (0 < step <= CORRELATION_STEP_MAX) or (not at and abs(step) <= CORRELATION_STEP_MAX):
            return view.packets[piece]
    return None


def restart_of_response(view: View, responses: list[Response]) -> int | None:
    """The same of responses; which requests wait then is not known here."""
    starts = [each.start for each in responses]
    for piece, head in view.suspicious_responses():
        position = view.starts[piece]
        if responses and position >= responses[-1].start:
            break
        at = bisect_left(starts, position)
        if at < len(starts) and starts[at] == position:
            continue
        near = responses[at].correlation_id if responses else 0
        if not responses or abs(_INT32(head[4:8])[0] - near) <= 2 * WAITING_MAX:
            return view.packets[piece]
    return None
