"""Buffers and slices on a socket: whatever the kernel takes, nothing is lost or reordered."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.net import sending
from kafkawire.net.sending import CutFile, rest_of, send_some
from kafkawire.protocol.buffers import FileSlice, Sendable, joined
from tests.support.log.files import BrokenFile, TestFile
from tests.support.rings.skips import skip_without

BUFFERS_PER_CALL = 1024

CONTENT = bytes(at * 7 % 251 for at in range(300_000))
TURN = 64 * 1024
DRAIN_BYTES = 5000


@pytest.fixture
def file(tmp_path: Path) -> Iterator[TestFile]:
    found = TestFile(tmp_path / "file", CONTENT)
    yield found
    found.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestFile]:
    """One file for all examples of a property."""
    found = TestFile(tmp_path_factory.mktemp("files") / "file", CONTENT)
    yield found
    found.close()


@pytest.fixture(params=["sendfile", "reading"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How files are sent."""
    if request.param == "reading":
        monkeypatch.setattr(sending, "_sendfile", None)
    elif not hasattr(os, "sendfile"):
        skip_without("this system has no sendfile", "files are sent by reading them only")
    way: str = request.param
    return way


def items_of(file: TestFile) -> st.SearchStrategy[list[Sendable]]:
    ranges = st.tuples(st.integers(0, 200_000), st.integers(1, 100_000))
    buffer = st.binary(max_size=10) | st.integers(0, 70_000).map(bytes)
    return st.lists(buffer | ranges.map(lambda found: file.slice(*found)), min_size=1, max_size=10)


def test_the_rest_is_what_was_not_sent(shared: TestFile) -> None:
    @given(items_of(shared), st.data())
    def check(items: list[Sendable], data: st.DataObject) -> None:
        whole = joined(items)
        sent = data.draw(st.integers(0, len(whole)))
        assert joined(rest_of(items, sent)) == whole[sent:]
        if sent == len(whole):
            assert rest_of(items, sent) == []

    check()


def tcp_pair() -> tuple[socket.socket, socket.socket]:
    """A connection as a broker has it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        far = socket.create_connection(listener.getsockname())
        near = listener.accept()[0]
    near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return near, far


def through_a_narrow_socket(items: list[Sendable], pair: Any = tcp_pair) -> tuple[bytes, int]:
    """Send all through a small socket buffer; what arrived, and how many calls it took."""
    near, far = pair()
    received, calls = bytearray(), 0
    with near, far:
        near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        near.setblocking(False)
        far.setblocking(False)
        while items:
            items = send_some(near, items)
            calls += 1
            try:
                received += far.recv(DRAIN_BYTES)
            except BlockingIOError:
                pass
        near.shutdown(socket.SHUT_WR)
        far.setblocking(True)
        while data := far.recv(1 << 20):
            received += data
    return bytes(received), calls


def test_any_mix_of_buffers_and_slices_arrives_as_it_is(shared: TestFile, way: str) -> None:
    @given(items_of(shared))
    @settings(max_examples=20, deadline=None)
    def check(items: list[Sendable]) -> None:
        assert through_a_narrow_socket(list(items))[0] == joined(items)

    check()


@given(st.lists(st.integers(0, 9), min_size=1), st.data())
def test_however_little_the_kernel_takes_nothing_is_lost(
    sizes: list[int], data: st.DataObject
) -> None:
    class Stingy:
        """Takes some of what it is given, or nothing at all."""

        received = b""

        def send(self, buffer: bytes, flags: int = 0) -> int:
            count = data.draw(st.integers(-1, len(buffer)))
            if count < 0:
                raise BlockingIOError
            self.received += bytes(buffer[:count])
            return count

        def sendmsg(self, buffers: list[bytes], more: object, flags: int) -> int:
            return self.send(b"".join(buffers), flags)

    items: list[Sendable] = [bytes([at]) * size for at, size in enumerate(sizes)]
    whole, sock = joined(items), Stingy()
    for _ in range(100):
        items = send_some(sock, items)  # type: ignore[arg-type]
        assert sock.received + joined(items) == whole


def test_large_answers_arrive_whole_though_the_kernel_takes_little() -> None:
    buffers: list[Sendable] = [bytes([index]) * 30_000 for index in range(20)]
    received, calls = through_a_narrow_socket(list(buffers))
    assert received == joined(buffers)
    assert calls > 1


def test_more_buffers_than_one_call_takes() -> None:
    buffers: list[Sendable] = [b"%07d" % index * 4 for index in range(2 * BUFFERS_PER_CALL + 1)]
    received, _ = through_a_narrow_socket(list(buffers))
    assert received == joined(buffers)


@pytest.mark.parametrize("pair", [tcp_pair, socket.socketpair])
def test_small_buffers_go_out_in_one_call(pair: Any) -> None:
    received, calls = through_a_narrow_socket([b"a", bytearray(b"b"), memoryview(b"c")], pair)
    assert (received, calls) == (b"abc", 1)


def test_nothing_is_lost_when_the_kernel_takes_nothing(file: TestFile, way: str) -> None:
    near, far = socket.socketpair()
    with near, far:
        near.setblocking(False)
        try:
            while True:
                near.send(bytes(65536))
        except BlockingIOError:
            pass
        assert send_some(near, [b"a", b"b"]) == [b"a", b"b"]
        (left,) = send_some(near, [file.slice(5, 40_000)])
        assert isinstance(left, FileSlice)
        assert (left.position, left.size) == (5, 40_000)


def test_a_head_shares_a_packet_with_the_slice_behind_it_and_the_end_is_not_held_back(
    file: TestFile,
) -> None:
    flags_seen: list[int] = []

    class Watched:
        def send(self, buffer: bytes, flags: int = 0) -> int:
            flags_seen.append(flags)
            return len(buffer)

    items: list[Sendable] = [b"head", b"er", file.slice(0, 40_000), b"head", file.slice(9, 50_000)]
    assert send_some(Watched(), [*items, b"tail"]) == []  # type: ignore[arg-type]
    heads = [flags for flags in flags_seen if flags]
    assert heads == [getattr(socket, "MSG_MORE", 0)] * 2
    assert flags_seen[-1] == 0


def test_huge_answers_are_sent_in_parts(
    file: TestFile, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "FILE_BYTES_PER_TURN", TURN)
    near, far = tcp_pair()
    with near, far:
        near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        near.setblocking(False)
        items: list[Sendable] = [b"h", file.slice(0, 50_000), b"h", file.slice(0, 200_000)]
        left = send_some(near, items)
        assert sum(map(len, items)) - sum(map(len, left)) == TURN + 2
        assert not isinstance(left[0], bytes)  # no head waits for its slice


def test_where_there_is_no_sendfile_small_pieces_are_read(
    file: TestFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "_sendfile", None)
    assert through_a_narrow_socket([file.slice(0, 300_000)])[0] == CONTENT
    assert max(file.pieces) == 64 * 1024


def test_a_file_that_was_cut_ends_the_connection(file: TestFile, way: str) -> None:
    near, far = tcp_pair()
    with near, far:
        near.setblocking(False)
        os.truncate(file.fd, 100)
        with pytest.raises(OSError):
            send_some(near, [file.slice(100, 40_000)])
        assert file.failures == []


def test_a_file_that_was_cut_within_a_slice_ends_it_too(file: TestFile) -> None:
    near, far = tcp_pair()
    with near, far:
        near.setblocking(False)
        os.truncate(file.fd, 50_000)
        left = send_some(near, [file.slice(0, 60_000)])
        with pytest.raises(CutFile):
            send_some(near, left)
        assert file.failures == []


@pytest.mark.parametrize("code", ["EPIPE", "ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "ENOBUFS"])
def test_a_lost_connection_is_no_fault_of_the_file(
    file: TestFile, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    assert failures_when(file, getattr(errno, code), monkeypatch) == []


@pytest.mark.parametrize("code", ["EIO", "ESTALE"])
def test_a_file_that_cannot_be_read_is_told(
    file: TestFile, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    assert failures_when(file, getattr(errno, code), monkeypatch) == [getattr(errno, code)]


def test_a_file_system_without_sendfile_is_read(
    file: TestFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(sending, "_sendfile", refuse)
    assert through_a_narrow_socket([b"head", file.slice(7, 200_000)])[0] == (
        b"head" + CONTENT[7:200_007]
    )
    assert file.failures == []


def failures_when(file: TestFile, code: int, monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """What the file is told when sending it ends in this error."""

    def refuse(*_: object) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(sending, "_sendfile", refuse)
    near, far = tcp_pair()
    with near, far, pytest.raises(OSError) as caught:
        send_some(near, [file.slice(0, 40_000)])
    assert caught.value.errno == code
    return [error.errno for error in file.failures]


def test_a_file_that_cannot_be_read_without_sendfile_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "_sendfile", None)
    broken = BrokenFile(tmp_path / "file", CONTENT)
    near, far = tcp_pair()
    with near, far, pytest.raises(OSError):
        send_some(near, [broken.slice(0, 40_000)])
    assert [error.errno for error in broken.failures] == [errno.EIO]
    broken.close()
