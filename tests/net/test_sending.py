"""Many buffers on a socket: whatever the kernel takes, nothing is lost, doubled or reordered."""

import socket

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.net.sending import BUFFERS_PER_CALL, rest_of, send_some
from kafkawire.protocol.buffers import Buffer

buffers_lists = st.lists(st.binary(max_size=10), min_size=1, max_size=10)


@given(buffers_lists, st.data())
def test_the_rest_is_what_was_not_sent(buffers: list[Buffer], data: st.DataObject) -> None:
    joined = b"".join(buffers)
    sent = data.draw(st.integers(0, len(joined)))
    assert b"".join(rest_of(buffers, sent)) == joined[sent:]
    if sent == len(joined):
        assert rest_of(buffers, sent) == []


def through_a_narrow_socket(buffers: list[Buffer]) -> tuple[bytes, int]:
    """Send all through a small socket buffer; what arrived, and how many calls it took."""
    near, far = socket.socketpair()
    received, calls = b"", 0
    with near, far:
        near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        near.setblocking(False)
        far.setblocking(False)
        while buffers:
            buffers = send_some(near, buffers)
            calls += 1
            try:
                received += far.recv(1 << 20)
            except BlockingIOError:
                pass
        near.shutdown(socket.SHUT_WR)
        while data := far.recv(1 << 20):
            received += data
    return received, calls


def test_large_answers_arrive_whole_though_the_kernel_takes_little() -> None:
    buffers: list[Buffer] = [bytes([index]) * 30_000 for index in range(20)]
    received, calls = through_a_narrow_socket(list(buffers))
    assert received == b"".join(buffers)
    assert calls > 1


def test_more_buffers_than_one_call_takes() -> None:
    buffers: list[Buffer] = [b"%07d" % index * 4 for index in range(2 * BUFFERS_PER_CALL + 1)]
    received, _ = through_a_narrow_socket(list(buffers))
    assert received == b"".join(buffers)


def test_small_buffers_go_out_in_one_call() -> None:
    received, calls = through_a_narrow_socket([b"a", bytearray(b"b"), memoryview(b"c")])
    assert (received, calls) == (b"abc", 1)


def test_nothing_is_lost_when_the_kernel_takes_nothing() -> None:
    near, far = socket.socketpair()
    with near, far:
        near.setblocking(False)
        try:
            while True:
                near.send(bytes(65536))
        except BlockingIOError:
            pass
        assert send_some(near, [b"a", b"b"]) == [b"a", b"b"]
