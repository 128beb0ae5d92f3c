"""Whether a stream is Kafka's, and which end is the client.

Kafka has no magic number, but a request's header leaves little to chance, and its body nothing.
What is asked for depends on what is known:

    the port was named       it is Kafka's: the end with that port is the broker; so is all that
                             the proxy relays
    the beginning is missing ... and so is one that another stream has shown to be a broker
    who connected was seen   the first bytes of that end are a request, or, as a request may be
                             damaged, one follows soon if they begin as a length does
    nothing was seen         either end sends requests, from some place on (`searching`)

A request that does not speak for itself, as one of a newer version or of a client without a name,
is believed if the other end answers with its correlation id (`dialogue`). TLS is seen from its
records, and its content stays unknown. Nothing of an undecided stream is lost: what it sent
is kept, within a bound, and read once it is decided.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from enum import Enum
from functools import partial

from kafkawire.dump.engine.dialogue import Dialogue
from kafkawire.dump.engine.headers import (
    Bytes,
    lenient_fields,
    read_int16,
    read_int32,
    request_header,
)
from kafkawire.dump.engine.judging import (
    CLIENT_ID_ROOM,
    HEAD_BYTES,
    Known,
    Verdict,
    is_readable,
    judge_request,
    request_places,
)
from kafkawire.dump.engine.searching import Piece, Search
from kafkawire.dump.transport import Data, Endpoint, Gap, Note, StreamOpened
from kafkawire.protocol.api_keys import REQUEST_VERSIONS

BEGINNING_BYTES_MAX = 64 << 10
"""A first request that is not complete by then is believed for its header."""
KEPT_BYTES_MAX = 1 << 20
"""Of an end of an undecided stream; beyond, the oldest are let go."""
EXAMINED_BYTES_MAX = 8 << 20
"""An end that sent so much without a request sends none."""
TLS_RECORD_BYTES_MAX = (1 << 14) + 2048
TLS_HEAD_BYTES = 6
USUAL_PORTS = frozenset(range(9092, 9100))
"""TLS on these is taken for Kafka's, unless other ports were named."""

Kept = Data | Gap | Note


class Decision(Enum):
    """What a stream is; `FIRST` and `SECOND` say which end is the client of Kafka's."""

    FIRST = 0
    SECOND = 1
    TLS = 2
    OTHER = 3


ANSWER_BYTES = 8
"""A response's length and the correlation id that it repeats."""
CLIENTS = (Decision.FIRST, Decision.SECOND)
_NOTHING_KNOWN = Known()


def is_tls(start: Bytes) -> bool:
    """Whether bytes begin with a TLS record: a hello, or data of a session that is under way."""
    if len(start) < TLS_HEAD_BYTES or start[1] != 3 or start[2] > 4:
        return False
    if not 0 < int.from_bytes(start[3:5], "big") <= TLS_RECORD_BYTES_MAX:
        return False
    return start[0] == 23 or (start[0] == 22 and start[5] in (1, 2))


class Beginning:
    """What one end has sent, and whether it is the client."""

    __slots__ = ("_search", "correlation_id", "data", "examined", "is_from_start", "verdict")

    def __init__(self, *, is_from_start: bool) -> None:
        self.data = bytearray()
        """Its first bytes."""
        self.examined = 0
        self.is_from_start = is_from_start
        """Whether a client's first request must be where the data begins."""
        self.verdict = Verdict.MAYBE
        self.correlation_id: int | None = None
        """Of the first request that was found."""
        self._search: Search | None = None

    def feed(self, piece: Piece) -> None:
        """Take what it sent next."""
        if self.examined < BEGINNING_BYTES_MAX:
            self.data += piece.data
        self.examined += len(piece.data)
        if self._search is not None:
            self._look(piece)
        else:
            self._judge(piece)

    def gap(self) -> None:
        """Bytes of it were lost."""
        if self._search is not None:
            self._search.forget()
        elif self.verdict is Verdict.MAYBE:
            self._search = _search()

    def _judge(self, piece: Piece) -> None:
        verdict = judge_request(self.data, 0, _NOTHING_KNOWN)
        if verdict is Verdict.MAYBE and self.examined >= BEGINNING_BYTES_MAX:
            verdict = Verdict.YES if _has_name(self.data) else Verdict.NO
        if verdict is Verdict.NO and (not self.is_from_start or not self.data[0]):
            self._search = _search()
            # What came before was judged as one: its first byte is no beginning.
            begin = piece.offset + len(piece.data) - len(self.data)
            self._look(piece._replace(offset=begin, data=bytes(self.data)))
            return
        self.verdict = verdict
        if verdict is Verdict.YES:
            (self.correlation_id,) = read_int32(self.data, 8)

    def _look(self, piece: Piece) -> None:
        assert self._search is not None
        found = self._search.feed(piece)
        if found is not None:
            self.verdict = Verdict.YES
            data = b"".join(piece.data for piece in self._search.pieces(found))
            (self.correlation_id,) = read_int32(data, 8)
        elif self.examined >= (BEGINNING_BYTES_MAX if self.is_from_start else EXAMINED_BYTES_MAX):
            self.verdict = Verdict.NO


def _has_name(data: Bytes) -> bool:
    header = request_header(data[4:])
    return header is not None and is_readable(header.client_id)


def _search() -> Search:
    return Search(
        0,
        request_places,
        partial(judge_request, known=_NOTHING_KNOWN),
        HEAD_BYTES,
    )


class Undecided:
    """A stream of which it is not clear yet what it is; `kept` is all that came."""

    __slots__ = (
        "_beginnings",
        "_brokers",
        "_dialogue",
        "_kept_bytes",
        "_offsets",
        "_server",
        "kept",
        "opened",
        "skipped",
    )

    def __init__(
        self,
        opened: StreamOpened,
        ports: Collection[int],
        brokers: Collection[Endpoint] = (),
        *,
        is_relayed: bool = False,
    ) -> None:
        self.opened = opened
        self.kept: deque[Kept] = deque()
        self.skipped = [0, 0]
        """How many bytes of each end were let go."""
        self._kept_bytes = [0, 0]
        self._offsets = [0, 0]
        seen = opened.opener is not None
        self._beginnings = tuple(Beginning(is_from_start=seen) for _ in range(2))
        self._server = _server(opened, ports)
        if is_relayed and opened.opener is not None:
            self._server = 1 - opened.opener
        self._brokers = brokers
        self._dialogue = Dialogue()

    @property
    def is_named(self) -> bool:
        """Whether a port, or the proxy, says that the stream is Kafka's."""
        return self._server is not None

    @property
    def is_empty(self) -> bool:
        """Whether neither end has sent anything that was seen."""
        return not self.kept

    def feed(self, event: Kept) -> Decision | None:
        """Take what came; what the stream is, once that is clear."""
        self.kept.append(event)
        if isinstance(event, Note):
            return None
        beginning = self._beginnings[event.end]
        if isinstance(event, Gap):
            beginning.gap()
            self._dialogue.forget(event.end)
            return None
        piece = Piece(self._offsets[event.end], event.data, event.time_ns, event.packet)
        self._offsets[event.end] += len(event.data)
        self._keep(event)
        return self._decide(event.end, beginning, piece)

    def _has_waited(self) -> bool:
        """Whether too much is kept to wait on for the first request of a missing beginning."""
        return sum(self._kept_bytes) > BEGINNING_BYTES_MAX

    def guess(self) -> Decision | None:
        """Who is the client, from ports and what other streams have shown."""
        if self._server is not None:
            return CLIENTS[1 - self._server]
        if self.opened.opener is None:
            for end in (0, 1):
                if self.opened.ends[end] in self._brokers:
                    return CLIENTS[1 - end]
        return None

    def correlation_id(self, client: int) -> int | None:
        """Of the first request that was found."""
        return self._beginnings[client].correlation_id

    def _keep(self, event: Data) -> None:
        """Count what is kept, and let go of the oldest if that is too much."""
        self._kept_bytes[event.end] += len(event.data)
        while self._kept_bytes[event.end] > KEPT_BYTES_MAX and len(self.kept) > 1:
            old = self.kept.popleft()
            if isinstance(old, Data):
                self._kept_bytes[old.end] -= len(old.data)
                self.skipped[old.end] += len(old.data)

    def _decide(self, end: int, beginning: Beginning, piece: Piece) -> Decision | None:
        start = beginning.data[:TLS_HEAD_BYTES] + piece.data[:TLS_HEAD_BYTES]
        if is_tls(start):
            return Decision.TLS
        if len(start) < TLS_HEAD_BYTES:
            beginning.feed(piece)
            return None
        guess = self.guess()
        if guess is not None and (self.opened.opener is not None or self._has_waited()):
            return guess
        client = self._dialogue.client(end, piece.data)
        opener = self.opened.opener
        if client is not None and opener in (None, client):
            return CLIENTS[client]
        if opener is not None and end != opener:
            return self._judge_answer(piece, opener, beginning)
        beginning.feed(piece)
        if beginning.verdict is Verdict.YES:
            return CLIENTS[end]
        if guess is not None:
            return None
        if opener is not None:
            is_none = beginning.verdict is Verdict.NO and not _may_be_newer(beginning.data)
            return Decision.OTHER if is_none or sum(self._kept_bytes) > KEPT_BYTES_MAX else None
        verdicts = [each.verdict for each in self._beginnings]
        return Decision.OTHER if verdicts == [Verdict.NO, Verdict.NO] else None

    def _judge_answer(self, piece: Piece, opener: int, answer: Beginning) -> Decision | None:
        """The end that was connected to says something."""
        answer.examined += len(piece.data)
        answer.data += piece.data[: BEGINNING_BYTES_MAX - len(answer.data)]
        client = self._beginnings[opener]
        if answer.examined > KEPT_BYTES_MAX and client.examined < HEAD_BYTES:
            return Decision.OTHER
        if client.examined < HEAD_BYTES or len(answer.data) < ANSWER_BYTES:
            return None
        size = read_int32(answer.data, 0)[0]
        if size >= 4 and answer.data[4:8] == client.data[8:12] and _may_be_newer(client.data):
            return CLIENTS[opener]
        return Decision.OTHER if client.verdict is Verdict.NO else None


def _server(opened: StreamOpened, ports: Collection[int]) -> int | None:
    """The end that must be a broker, since its port was named."""
    named = [end for end in (0, 1) if opened.ends[end].port in ports]
    if not named:
        return None
    if len(named) == 1:
        return named[0]
    return None if opened.opener is None else 1 - opened.opener


def _may_be_newer(data: Bytes) -> bool:
    """Whether a request that we do not know may begin so, or one that is cut."""
    if len(data) < HEAD_BYTES:
        return True
    header = request_header(data[4:])
    if header is not None:
        return is_readable(header.client_id)
    first, last = REQUEST_VERSIONS.get(read_int16(data, 4)[0], (0, -1))
    is_cut = len(data) < min(CLIENT_ID_ROOM, 4 + read_int32(data, 0)[0])
    if is_cut and first <= read_int16(data, 6)[0] <= last:
        return True
    return is_readable(lenient_fields(data[4:])[4])
