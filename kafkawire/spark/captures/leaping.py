"""Leaps, applied to the engine's state, if that is proven to be what they assume.

What is compared says all that the packets of the stretch could depend on:

    TCP       nothing is held out of order, nothing awaited; both sequence numbers are those of the
              stretch; nothing is acknowledged that has not come, so that each packet goes the
              short way (`kafkawire.dump.inputs.captures`), whose only effects are the bytes it
              gives out and the next number
    frames    both directions are in step, and the frames that are half there end where the stretch
              has the next ones begin; the half request's header has been seen
    pairing   the client ids are known; the requests that wait, and then those of the stretch, are
              just those that its responses answer, in their order; no response is early; no ids of
              lost requests would have to be remembered

Then all frames but the last answered request and what follows, and the last response, leave nothing
behind but a number to count on from; and these last ones the engine is fed, as they lie in the
file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.engine.core import Encrypted, Engine
from kafkawire.dump.engine.framing import HELD_BYTES_MAX
from kafkawire.dump.engine.framing import Direction as Framing
from kafkawire.dump.engine.headers import (
    CONTROLLED_SHUTDOWN,
    SASL_HANDSHAKE,
    read_int32,
    request_header,
    wants_no_response,
)
from kafkawire.dump.engine.judging import CORRELATION_STEP_MAX, HEAD_BYTES
from kafkawire.dump.engine.link import RESPONSE_HEAD_BYTES, Link
from kafkawire.dump.engine.pairing import Pairing
from kafkawire.dump.inputs.captures import HALF
from kafkawire.dump.inputs.direction import Direction as Sequenced
from kafkawire.dump.model import Event, Header
from kafkawire.protocol.api_keys import REQUEST_VERSIONS
from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.layout import Buffer
from kafkawire.spark.captures.leaps import NO_FRAMES, Entry, Half, Leap
from kafkawire.spark.captures.talk import NULL_ID

_CHANGES_ALL = ((SASL_HANDSHAKE, 0), (CONTROLLED_SHUTDOWN, 0))
_ACKS_ROOM = 64
"""So much of a produce request's body has to be there, for its acks to be."""


class Told(Protocol):
    """Who wants to know what there is in the packets that are passed."""

    def leap(self, link: Link, leap: Leap, entry: Entry, order: tuple[int, int]) -> None:
        """A leap is about to be taken; `order` are the stream's numbers of its ends."""

    def events(self, events: Sequence[Event]) -> None:
        """What the engine has told of what it was fed."""


def apply(
    carried: Carried, data: Buffer, leap: Leap, entry: Entry, base: int, told: Told | None = None
) -> bool:
    """Take a leap from an entry, if that is right; `base` packets came before the split's."""
    directions = carried.reassembly._streams.directions
    found = [directions.get(key) for key in leap.keys]
    if found[0] is None or found[1] is None or found[0].peer is not found[1]:
        return False
    ends = (found[0], found[1])
    if not all(_continues(each, half) for each, half in zip(ends, entry.halves, strict=True)):
        return False
    # Ends of the stream are numbered by who opened it, those of a leap by who spoke first.
    order = (ends[0].end, ends[1].end)
    step = _Step(data, leap, entry, base, order)
    if not _leap_frames(carried.engine, ends[0].number, step, told):
        return False
    for direction, after, last in zip(ends, leap.final, leap.active, strict=True):
        if after is not None and last is not None:
            direction.next = after
            direction.active = base + last + 1
    return True


def _continues(direction: Sequenced, half: Half) -> bool:
    """Whether a direction goes on as a leap assumes, all packets on the short way."""
    if direction.is_odd or direction.has_hole:
        return False
    if half.next is not None and direction.next != half.next:
        return False
    known = direction.peer.next
    if half.acks is None:
        return True
    return known - half.acks.most >= 0 and known - half.acks.least < HALF


class _Step(NamedTuple):
    """A leap that is to be taken."""

    data: Buffer
    leap: Leap
    entry: Entry
    base: int
    order: tuple[int, int]


def _leap_frames(engine: Engine, stream: int, step: _Step, told: Told | None) -> bool:
    state = engine._streams.get(stream)
    if state is None or isinstance(state, Encrypted):
        return True
    leap = step.leap
    if not isinstance(state, Link) or leap.client == NO_FRAMES:
        return False
    if step.order[leap.client] != state.client or not _may_leap(state, step):
        return False
    if told is not None:
        told.leap(state, leap, step.entry, step.order)
    _go(engine, state, step)
    events = engine._take_out()
    if told is not None:
        told.events(events)
    return True


def _may_leap(link: Link, step: _Step) -> bool:
    _, leap, entry, _, order = step
    pairing = link.pairing
    if pairing.is_raw or pairing._early or not pairing.client_ids:
        return False
    if not _are_known(link, leap.client_ids):
        return False
    for half, end in zip(entry.halves, order, strict=True):
        direction = link.directions[end]
        if direction._search is not None or direction._skip_to is not None or direction._todo:
            return False
        if not _is_in_step(direction, half.distance):
            return False
    return _answers_fit(link, leap, entry)


def _are_known(link: Link, client_ids: frozenset[bytes]) -> bool:
    known = link.pairing.client_ids
    return all(each == NULL_ID or each[2:].decode(errors="replace") in known for each in client_ids)


def _is_in_step(direction: Framing, distance: int) -> bool:
    """Whether the next frame begins so many bytes from here."""
    if not direction._held:
        return distance == 0
    return bool(direction._need) and direction._need - direction._held_size == distance


def _answers_fit(link: Link, leap: Leap, entry: Entry) -> bool:
    """Whether what waits, and the request that is half there, are what responses answer."""
    expected = _waiting_ids(link.pairing)
    head = _half_request(link, entry)
    if expected is None or head is None:
        return False
    last_id, is_expecting = head
    if not _follows(link.pairing, last_id, entry.first_id):
        return False
    if link.pairing.has_lost_requests and not leap.is_consecutive:
        return False
    if is_expecting:
        expected.append(last_id)
    responses = link.directions[1 - link.client]
    answered: list[int] = []
    if responses._held:
        if responses._held_size < RESPONSE_HEAD_BYTES:
            return False
        answered.append(read_int32(responses._start, 4)[0])
    return expected == [*answered, *entry.early]


def _waiting_ids(pairing: Pairing) -> list[int] | None:
    """Of all requests that wait; None if one of them changes how frames are read."""
    found: list[int] = []
    for exchange in pairing.waiting:
        request = exchange.request
        if request is None or request.api_key in (SASL_TOKEN, SASL_HANDSHAKE):
            return None
        found.append(request.correlation_id)
    return found


def _half_request(link: Link, entry: Entry) -> tuple[int, bool] | None:
    """The last request's id, and whether it is one that is half there and expects an answer."""
    last_id, requests = link.pairing.last_correlation_id, link.directions[link.client]
    if last_id is None:
        return None
    if not requests._held:
        return last_id, False
    header = _head_request(requests, link)
    if header is None or not _follows(link.pairing, last_id, header.correlation_id):
        return None
    is_expecting = bool(header.api_key) or not wants_no_response(requests._start[4:], header)
    if is_expecting and not entry.is_head_answered:
        return None
    return header.correlation_id, is_expecting


def _follows(pairing: Pairing, last_id: int, next_id: int) -> bool:
    """Whether a request may follow another, and no id between them has to be remembered."""
    step = next_id - last_id
    return step == 1 if pairing.has_lost_requests else 0 < step <= CORRELATION_STEP_MAX


def _head_request(direction: Framing, link: Link) -> Header | None:
    """The header of the request that is half there, if the engine will take it for sure."""
    if direction._held_size < HEAD_BYTES:
        return None
    header = request_header(direction._start[4:])
    if header is None or header.api_key not in REQUEST_VERSIONS:
        return None
    if (header.api_key, header.api_version) in _CHANGES_ALL:
        return None
    is_known = header.client_id is None or header.client_id in link.pairing.client_ids
    is_all_there = header.body_offset + _ACKS_ROOM <= len(direction._start) - 4
    return header if is_known and (header.api_key or is_all_there) else None


def _go(engine: Engine, link: Link, step: _Step) -> None:
    """Forget what the stretch completes, and feed its last frames."""
    data, leap, entry, base, order = step
    pairing = link.pairing
    skipped = entry.skipped
    if link.directions[link.client]._held:
        skipped += 1
    engine._numbers.exchanges += skipped
    if entry.skipped:
        pairing.last_correlation_id = leap.before_id
    elif link.directions[link.client]._held:
        pairing.last_correlation_id = leap.before_id or entry.first_id - 1
    if leap.answers_waiting(entry):
        pairing.waiting.clear()
    for each in leap.goes_on(entry):
        direction = link.directions[order[each]]
        direction.offset += leap.begin[each] - entry.halves[each].position
        direction._release()
        direction._recent = []
    for piece in leap.tail:
        direction = link.directions[order[piece.end]]
        payload = data[piece.at : piece.at + piece.size]
        direction.feed(payload, piece.time_ns, base + piece.packet + 1)


def has_room(engine: Engine, split_bytes: int) -> bool:
    """Whether no bound of what is held can be met within a split."""
    return engine._budget.used + split_bytes <= HELD_BYTES_MAX
