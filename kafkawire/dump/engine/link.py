"""A connection of Kafka's: what each end sends, read as what it is.

`Requests` and `Responses` say of each frame of their direction whether it can be one, and hand it
to the pairing. What is asked of a frame that is where it should be is little, since a dump shows
what is strange instead of refusing it: a header that no client could have written is shown as far
as it can be read, if what follows its frame shows that the frame's length was right.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.engine.framing import Budget, Direction
from kafkawire.dump.engine.headers import (
    HEADER_BYTES_MIN,
    Bytes,
    lenient_fields,
    read_int32,
    request_fields,
    request_header,
)
from kafkawire.dump.engine.judging import (
    CLIENT_ID_ROOM,
    CORRELATION_STEP_MAX,
    FRAME_BYTES_MAX,
    HEAD_BYTES,
    VERSION_MAX,
    Known,
    Verdict,
    is_intact,
    is_next,
    is_readable,
    is_sound_request,
    is_sound_response,
    judge_request,
    piece_places,
    request_places,
    request_places_unnamed,
)
from kafkawire.dump.engine.pairing import Pairing
from kafkawire.dump.engine.searching import Search
from kafkawire.dump.model import HeaderFields, Place
from kafkawire.protocol.api_keys import REQUEST_VERSIONS

RESPONSE_BYTES_MIN = 4
RESPONSE_HEAD_BYTES = 8
"""A response's length and its correlation id."""
NEAR_CORRELATION = 4_096
"""A response to a request that was not seen has an id at most so far from those that were."""
UNSEEN_IDS_MAX = 16
"""Requests before the first, or after the last that were seen, whose responses are looked for."""
STRANGE_BYTES_MAX = 64 << 10
"""A frame that no client of Kafka's writes is waited for if it is not larger."""
SEARCHED_IDS_MAX = 64
"""How many of the oldest requests that wait are looked for."""


class Requests:
    """Reads what the client sends."""

    __slots__ = ("_pairing", "size_min")

    def __init__(self, pairing: Pairing) -> None:
        self._pairing = pairing
        self.size_min = HEADER_BYTES_MIN

    def take(self, frame: bytes, place: Place, following: bytes) -> bool:
        """See `framing.Reader`."""
        pairing = self._pairing
        header = request_fields(frame, pairing.client)
        if pairing.is_raw:
            return self._take_raw(frame, header, place)
        if header is None or (header[0] not in REQUEST_VERSIONS and not is_readable(header[4])):
            return self._take_strange(frame, header, place, following)
        pairing.request(frame, header, place)
        return True

    def _take_strange(
        self, frame: bytes, header: HeaderFields | None, place: Place, following: bytes
    ) -> bool:
        """A frame that no client of Kafka's writes; it is one if its length was right."""
        if not is_intact(following):
            return False
        pairing = self._pairing
        if header is not None:
            pairing.request(frame, header, place)
            return True
        found = lenient_fields(frame)
        if pairing.may_have_tokens and not 0 <= found[1] <= VERSION_MAX:
            text = "a frame that may be a SASL token is not shown"
            pairing.damage(place, len(frame) + 4, text, is_request=True)
        else:
            pairing.strange_request(frame, found, place)
        return True

    def _take_raw(self, frame: bytes, header: HeaderFields | None, place: Place) -> bool:
        """A token, or the first request after all tokens."""
        pairing = self._pairing
        if header is not None and is_sound_request(frame, pairing.known):
            pairing.is_raw = False
            self.size_min = HEADER_BYTES_MIN
            pairing.request(frame, header, place)
        else:
            pairing.token(frame, place)
        return True

    def take_cut(self, start: bytes, place: Place, problem: str) -> None:
        """See `framing.Reader`."""
        header = request_fields(start, self._pairing.client)
        if header is not None and not self._pairing.is_raw:
            self._pairing.request(start, header, place, problem)

    def begins(self, start: bytes) -> bool:
        """See `framing.Reader`."""
        if self._pairing.is_raw:
            return True
        (size,) = read_int32(start, 0)
        header = request_header(start[4 : min(4 + size, CLIENT_ID_ROOM)])
        if header is None:
            has_more = len(start) < CLIENT_ID_ROOM and _has_known_key(start)
            return has_more or size <= STRANGE_BYTES_MAX
        is_believed = header.api_key in REQUEST_VERSIONS or is_readable(header.client_id)
        return is_believed or size <= STRANGE_BYTES_MAX

    def restarts(self, piece: bytes, waiting: bytes) -> bool:
        """See `framing.Reader`."""
        if len(piece) < HEAD_BYTES or piece[4] or piece[6] or piece[0] > FRAME_BYTES_MAX >> 24:
            return False
        known = self._pairing.known
        (size,) = read_int32(piece, 0)
        header = request_header(piece[4 : 4 + min(size, CLIENT_ID_ROOM)])
        if known.correlation_id is None and waiting:
            # The very first request, by its own account.
            first = request_header(waiting[4 : 4 + CLIENT_ID_ROOM])
            known = known if first is None else Known((first.client_id,), first.correlation_id)
        if header is None or known.correlation_id is None:
            return False
        if not 0 < header.correlation_id - known.correlation_id <= CORRELATION_STEP_MAX:
            return False
        if waiting and header.correlation_id == read_int32(waiting, 8)[0]:
            return False
        if 4 + size > len(piece):
            return is_next(header, known)
        return is_sound_request(piece[4 : 4 + size], known)

    def search(self, start: int) -> Search:
        """See `framing.Reader`."""
        known = self._pairing.known
        places = piece_places if known.is_believed else request_places
        if known.client_ids == {""}:
            places = request_places_unnamed
        return Search(start, places, partial(judge_request, known=known), HEAD_BYTES)

    def damage(self, offset: int, size: int, text: str, place: Place) -> None:
        """See `framing.Reader`."""
        self._pairing.damage((offset, *place[1:]), size, text, is_request=True)


def _has_known_key(start: bytes) -> bool:
    return int.from_bytes(start[4:6], "big") in REQUEST_VERSIONS


class Responses:
    """Reads what the broker sends."""

    __slots__ = ("_pairing", "size_min")

    def __init__(self, pairing: Pairing) -> None:
        self._pairing = pairing
        # An empty token is one too.
        self.size_min = 0

    def take(self, frame: bytes, place: Place, following: bytes) -> bool:
        """See `framing.Reader`."""
        pairing = self._pairing
        waiting = pairing.waiting
        if waiting:
            first = waiting[0]
            request = first.request
            assert request is not None, "only requests wait"
            if request.api_key == SASL_TOKEN or (
                len(frame) >= RESPONSE_BYTES_MIN
                and read_int32(frame, 0)[0] == request.correlation_id
            ):
                pairing.answer(first, frame, place)
                return True
        return self._take_other(frame, place, following)

    def _take_other(self, frame: bytes, place: Place, following: bytes) -> bool:
        """A frame that does not answer the oldest request."""
        pairing = self._pairing
        if len(frame) < RESPONSE_BYTES_MIN:
            return False
        (correlation_id,) = read_int32(frame, 0)
        exchange = pairing.find(correlation_id)
        if exchange is not None:
            pairing.answer(exchange, frame, place)
        elif pairing.is_early(correlation_id):
            pairing.keep_early(correlation_id, frame, place)
        elif not following or self._is_expected(following):
            if not pairing.has_lost_requests:
                text = f"nobody asked for the response with correlation id {correlation_id}"
                pairing.damage(place, len(frame) + 4, text, is_request=False)
            pairing.orphan(frame, place)
        else:
            return False
        return True

    def _is_expected(self, head: bytes) -> bool:
        """Whether a response that somebody waits for may begin so."""
        if len(head) < RESPONSE_HEAD_BYTES:
            return head[:1] in (b"", b"\0")
        (correlation_id,) = read_int32(head, 4)
        pairing = self._pairing
        return correlation_id in pairing.missing or pairing.find(correlation_id) is not None

    def take_cut(self, start: bytes, place: Place, problem: str) -> None:
        """See `framing.Reader`."""
        if len(start) >= RESPONSE_BYTES_MIN:
            exchange = self._pairing.find(read_int32(start, 0)[0])
            if exchange is not None:
                self._pairing.answer(exchange, start, place, problem)

    def begins(self, start: bytes) -> bool:
        """See `framing.Reader`."""
        pairing = self._pairing
        if pairing.is_raw or self._waits_for_token():
            return True
        (correlation_id,) = read_int32(start, 4)
        if pairing.find(correlation_id) is not None or pairing.is_early(correlation_id):
            return True
        last = pairing.last_correlation_id
        if last is None:
            return True
        return pairing.has_lost_requests and abs(correlation_id - last) <= NEAR_CORRELATION

    def _waits_for_token(self) -> bool:
        waiting = self._pairing.waiting
        first = waiting[0].request if waiting else None
        return first is not None and first.api_key == SASL_TOKEN

    def restarts(self, piece: bytes, waiting: bytes) -> bool:
        """See `framing.Reader`."""
        if len(piece) < RESPONSE_HEAD_BYTES:
            return False
        (size,) = read_int32(piece, 0)
        # The length first: nearly all that asks is the middle of a large frame.
        if not RESPONSE_BYTES_MIN <= size <= len(piece) - 4 or piece[4:8] == waiting[4:8]:
            return False
        return self._is_answer(piece[4 : 4 + size])

    def _is_answer(self, frame: Bytes) -> bool:
        exchange = self._pairing.find(read_int32(frame, 0)[0])
        if exchange is None or exchange.request is None:
            return False
        request = exchange.request
        return is_sound_response(frame, request.api_key, request.api_version)

    def search(self, start: int) -> Search:
        """See `framing.Reader`."""
        return Search(start, self._places, self._judge, RESPONSE_HEAD_BYTES)

    def _ids(self) -> list[int]:
        """Correlation ids that are looked for."""
        found = []
        for exchange in self._pairing.waiting:
            if exchange.request is not None and exchange.request.api_key != SASL_TOKEN:
                found.append(exchange.request.correlation_id)
            if len(found) == SEARCHED_IDS_MAX:
                break
        return [*found, *self._pairing.missing, *self._unseen_ids()]

    def _unseen_ids(self) -> list[int]:
        """Ids of requests before the first and after the last that were seen."""
        pairing = self._pairing
        first, last = pairing.first_correlation_id, pairing.last_correlation_id
        found: list[int] = []
        if first is not None and pairing.has_lost_requests:
            found += range(max(0, first - UNSEEN_IDS_MAX), first + 1)
        if last is not None:
            found += range(last + 1, last + 1 + UNSEEN_IDS_MAX)
        return found

    def _places(self, data: Bytes, start: int, newest: int) -> Iterator[int]:
        """Where one of these ids stands after what may be a length."""
        # Where nothing is known, a piece that is just one frame begins with one.
        found = {newest} if self._pairing.last_correlation_id is None else set()
        for correlation_id in self._ids():
            wanted = correlation_id.to_bytes(4, "big", signed=True)
            at = data.find(wanted, start + 4)
            while at >= 0:
                found.add(at - 4)
                at = data.find(wanted, at + 1)
        yield from sorted(found)

    def _judge(self, data: Bytes, pos: int) -> Verdict:
        if pos + RESPONSE_HEAD_BYTES > len(data):
            return Verdict.MAYBE
        size, correlation_id = read_int32(data, pos)[0], read_int32(data, pos + 4)[0]
        if not RESPONSE_BYTES_MIN <= size <= FRAME_BYTES_MAX:
            return Verdict.NO
        stop = pos + 4 + size
        if stop > len(data):
            return Verdict.MAYBE
        if self._pairing.find(correlation_id) is not None:
            return Verdict.YES if self._is_answer(data[pos + 4 : stop]) else Verdict.NO
        is_end = stop == len(data) or self._is_expected(bytes(data[stop : stop + HEAD_BYTES]))
        return Verdict.YES if is_end else Verdict.NO

    def damage(self, offset: int, size: int, text: str, place: Place) -> None:
        """See `framing.Reader`."""
        self._pairing.damage((offset, *place[1:]), size, text, is_request=False)


class Link:
    """Both directions of a connection; `client` is the end (0 or 1) that sends requests."""

    __slots__ = ("client", "directions", "pairing")

    def __init__(self, pairing: Pairing, client: int, budget: Budget) -> None:
        self.pairing = pairing
        self.client = client
        requests = Direction(Requests(pairing), budget)
        responses = Direction(Responses(pairing), budget)
        self.directions = (requests, responses) if client == 0 else (responses, requests)
        """What each end sends."""

    def begin_search(self) -> None:
        """Where the first frames begin is not known."""
        for direction in self.directions:
            direction.begin_search()

    def data(self, end: int, data: bytes, time_ns: int, packet: int) -> None:
        """Bytes of an end."""
        self.directions[end].feed(data, time_ns, packet)

    def gap(self, end: int, size: int, time_ns: int, packet: int) -> None:
        """Lost bytes of an end."""
        self.directions[end].gap(size, time_ns, packet)

    def close(self, how: str, time_ns: int) -> None:
        """Nothing more comes; requests end before responses do."""
        self.directions[self.client].close(time_ns)
        self.directions[1 - self.client].close(time_ns)
        self.pairing.close(how, time_ns)
