"""A connection free of I/O: whole frames in order, one at a time, answers joined per turn."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.net.connection import Connection
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.errors import DecodeError, ProtocolError

FRAMES_PER_TURN = 64


class Peer:
    """A connection whose frames are echoed, unless they say otherwise."""

    def __init__(self, frame_bytes_max: int = 1_000_000) -> None:
        self.late: list[bytes] = []
        self.served: list[tuple[bytes, int]] = []
        self.pending: Any = None
        self.connection = Connection(self.handle, self.deliver, frame_bytes_max)

    def handle(self, frame: bytes | bytearray, reply: Any, now_ms: int) -> None:
        data = bytes(frame)
        self.served.append((data, now_ms))
        if data.startswith(b"bad"):
            raise DecodeError("bad")
        if data.startswith(b"bug"):
            raise AssertionError("bug")
        if data.startswith(b"park"):
            self.pending = reply
        elif data.startswith(b"none"):
            reply([])
        else:
            reply([b"<", data, b">"])

    def deliver(self, buffers: list[Any]) -> None:
        self.late.append(b"".join(buffers))

    def feed(self, *frames: bytes) -> None:
        self.connection.receive(b"".join(framed(frame) for frame in frames))

    def turn(self, now_ms: int = 1) -> bytes:
        return joined(self.connection.turn(now_ms))


def framed(frame: bytes) -> bytes:
    return len(frame).to_bytes(4, "big") + frame


@given(st.lists(st.binary(min_size=1, max_size=9000), max_size=8), st.data())
def test_however_bytes_arrive_every_frame_is_answered_in_order(
    frames: list[bytes], data: st.DataObject
) -> None:
    frames = [b"x" + frame for frame in frames]
    stream = b"".join(map(framed, frames))
    peer, out, at = Peer(), b"", 0
    while at < len(stream):
        size = data.draw(st.integers(1, 5000))
        room = peer.connection.room()
        if room is None:
            peer.connection.receive(stream[at : at + size])
        else:
            size = min(size, len(room), len(stream) - at)
            room[:size] = stream[at : at + size]
            room.release()
            peer.connection.received(size)
        at += size
        out += peer.turn()
    assert out == b"".join(b"<" + frame + b">" for frame in frames)
    assert peer.connection.bytes_held == 0


def test_all_frames_of_a_receive_are_answered_in_one_turn() -> None:
    peer = Peer()
    peer.feed(b"a", b"b", b"c")
    assert peer.turn(7) == b"<a><b><c>"
    assert peer.served == [(b"a", 7), (b"b", 7), (b"c", 7)]
    assert not peer.connection.more


def test_a_turn_serves_a_bounded_number_of_requests() -> None:
    peer = Peer()
    peer.feed(*[b"x"] * (2 * FRAMES_PER_TURN + 1))
    assert peer.turn() == b"<x>" * FRAMES_PER_TURN
    assert peer.connection.more
    assert peer.turn() == b"<x>" * FRAMES_PER_TURN
    assert peer.connection.more
    assert peer.turn() == b"<x>"
    assert not peer.connection.more


def test_what_follows_a_parked_request_waits_for_it() -> None:
    """fetch D-20: pipelined requests wait behind a parked one."""
    peer = Peer()
    peer.feed(b"a", b"park", b"b")
    assert peer.turn() == b"<a>"
    was_parked = peer.connection.parked
    assert peer.turn() == b""
    assert [frame for frame, _ in peer.served] == [b"a", b"park"]
    peer.pending([b"late"])
    assert peer.late == [b"late"]
    assert (was_parked, peer.connection.parked) == (True, False)
    assert peer.connection.more
    assert peer.turn() == b"<b>"


def test_what_arrives_while_a_request_is_parked_is_found_afterwards() -> None:
    peer = Peer()
    peer.feed(b"park")
    peer.turn()
    peer.feed(b"b")
    assert peer.connection.bytes_held == len(framed(b"b"))
    peer.pending([])
    assert peer.connection.more
    assert peer.turn() == b"<b>"


def test_nothing_more_to_do_after_a_late_answer_to_the_last_request() -> None:
    peer = Peer()
    peer.feed(b"park")
    peer.turn()
    peer.pending([b"late"])
    assert not peer.connection.more


def test_no_answer_is_an_answer_too() -> None:
    peer = Peer()
    peer.feed(b"none", b"a")
    assert peer.turn() == b"<a>"


def test_answering_twice_is_a_bug() -> None:
    peer = Peer()
    peer.feed(b"park")
    peer.turn()
    peer.pending([b"1"])
    with pytest.raises(AssertionError, match="twice"):
        peer.pending([b"2"])


@pytest.mark.parametrize("length", [b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff"])
def test_a_bad_length_fails_after_what_came_before_it(length: bytes) -> None:
    """fetch A-1: a negative, zero or too large length closes the connection."""
    peer = Peer()
    peer.connection.receive(framed(b"a") + length + b"rest")
    assert peer.turn() == b"<a>"
    assert isinstance(peer.connection.failure, ProtocolError)


def test_a_request_that_is_not_understood_ends_the_turn() -> None:
    peer = Peer()
    peer.feed(b"a", b"bad", b"b")
    assert peer.turn() == b"<a>"
    assert isinstance(peer.connection.failure, DecodeError)
    assert not peer.connection.more
    assert peer.connection.bytes_held == 0, "nothing is kept for a connection that is to be closed"


def test_bugs_are_not_taken_for_the_peers_mistakes() -> None:
    peer = Peer()
    peer.feed(b"bug")
    with pytest.raises(AssertionError, match="bug"):
        peer.turn()


def test_a_muted_connection_serves_nothing_until_it_is_resumed() -> None:
    """fetch B-62: the answer that muted it goes out, in its turn."""
    peer = Peer()

    def handle(frame: bytes | bytearray, reply: Any, now_ms: int) -> None:
        Peer.handle(peer, frame, reply, now_ms)
        if bytes(frame) == b"mute":
            peer.connection.mute()

    peer.connection = Connection(handle, peer.deliver, 1_000)
    peer.feed(b"mute", b"a")
    assert peer.turn() == b"<mute>"
    assert peer.connection.parked
    more = [peer.connection.more]
    peer.feed(b"b")
    assert peer.turn() == b""
    peer.connection.resume()
    more.append(peer.connection.more)
    assert peer.turn() == b"<a><b>"
    more.append(peer.connection.more)
    assert more == [False, True, False]


def test_a_late_answer_may_mute_its_connection_too() -> None:
    """fetch B-62."""
    peer = Peer()
    peer.feed(b"park", b"a")
    peer.turn()
    peer.pending([b"late"])
    assert peer.late == [b"late"]
    peer.connection.mute()
    assert peer.turn() == b""
    peer.connection.resume()
    assert peer.turn() == b"<a>"
