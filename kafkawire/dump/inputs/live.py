"""What passes an interface of this machine now, on Linux.

A packet socket (packet(7)) gives every packet, without its link header, with the time at which the
kernel saw it. On the loopback each packet passes twice, as it leaves and as it arrives: the second
one is kept. What the kernel had to drop, because nobody took it in time, it counts, and that is
complained of. An empty packet now and then says what time it is, for streams that are silent.
"""

from __future__ import annotations

import select
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence

from kafkawire.dump.inputs import link
from kafkawire.dump.inputs.captures import Reassembly
from kafkawire.dump.inputs.packet_filter import program
from kafkawire.dump.inputs.packets import Complaints, Packet
from kafkawire.dump.transport import TransportEvent

ANY = "any"
"""The name for all interfaces together."""
PACKET_BYTES_MAX = 1 << 20
"""Larger than any packet that is not cut before it is seen."""
RECEIVE_BUFFER_BYTES = 64 << 20
"""What the kernel is asked to keep for us; it may give less."""
IDLE_MS = 100
TELL_TIME_NS = 1_000_000_000
"""How often it is said what time it is where streams never fall silent."""
BURST_MAX = 4096
"""After so many packets it is looked whether to stop, and what was dropped."""

_EVERY_PROTOCOL = 3
_OUTGOING, _LOOPBACK_HARDWARE = 4, 772
_SOL_PACKET, _PACKET_STATISTICS = 263, 6
_SO_ATTACH_FILTER, _SO_RCVBUFFORCE, _SO_TIMESTAMPNS = 26, 33, 35
_TIMESPEC = struct.Struct("@qq")


class LiveError(Exception):
    """An interface cannot be listened to; its text says why, and what would help."""


def live(
    interface: str,
    *,
    ports: Sequence[int] = (),
    must_stop: Callable[[], bool] = lambda: False,
    when_ready: Callable[[], None] = lambda: None,
) -> Iterator[TransportEvent]:
    """What the streams on an interface say, or on all of them (`any`), until `must_stop`.

    With `ports` the kernel passes nothing else; `when_ready` is called when nothing will be missed
    any more. Raises LiveError.
    """
    opened = opened_socket(interface, ports)
    complaints = Complaints()
    packets = _packets(opened, complaints, must_stop)
    when_ready()
    try:
        yield from Reassembly(complaints).events(packets)
    finally:
        opened.close()


def opened_socket(interface: str, ports: Sequence[int]) -> socket.socket:
    """A socket that gets the packets of an interface. Raises LiveError."""
    if not sys.platform.startswith("linux"):
        text = "listening to interfaces works on Linux only; try tcpdump -w - | wire-dump read -"
        raise LiveError(text)
    try:
        # Of protocol 0 it gets nothing until it is bound, and then only what it is to get.
        protocol = socket.htons(_EVERY_PROTOCOL) if interface == ANY else 0
        opened = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, protocol)
    except PermissionError:
        raise LiveError(
            "listening to interfaces needs root or the capability CAP_NET_RAW; try sudo, or "
            f"sudo tcpdump -i {interface} -U -w - | wire-dump read -"
        ) from None
    try:
        _prepare(opened, ports)
        if interface == ANY:
            # What came before the filter was there is not to be told.
            list(_burst(opened, bytearray(1)))
        else:
            opened.bind((interface, _EVERY_PROTOCOL))
    except OSError as error:
        opened.close()
        names = ", ".join([name for _, name in socket.if_nameindex()] + [ANY])
        raise LiveError(
            f"cannot listen to {interface}: {error.strerror}; there are {names}"
        ) from None
    return opened


def _prepare(opened: socket.socket, ports: Sequence[int]) -> None:
    from ctypes import addressof, create_string_buffer

    opened.setblocking(False)
    opened.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
    try:
        opened.setsockopt(socket.SOL_SOCKET, _SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES)
    except PermissionError:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
    code = program(ports)
    instructions = create_string_buffer(code)
    pointer = struct.pack("HL", len(code) // 8, addressof(instructions))
    opened.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, pointer)


def _packets(
    opened: socket.socket, complaints: Complaints, must_stop: Callable[[], bool]
) -> Iterator[Packet]:
    """All packets, and an empty one whenever there is none."""
    poll = select.poll()
    poll.register(opened, select.POLLIN)
    buffer = bytearray(PACKET_BYTES_MAX)
    told_ns = 0
    while not must_stop():
        is_idle = not poll.poll(IDLE_MS)
        yield from _burst(opened, buffer)
        now_ns = time.time_ns()
        _complain_of_dropped(opened, complaints, now_ns)
        if is_idle or now_ns - told_ns > TELL_TIME_NS:
            told_ns = now_ns
            yield now_ns, link.RAW, b"", 0
    yield from _burst(opened, buffer)


def _burst(opened: socket.socket, buffer: bytearray) -> Iterator[Packet]:
    """The packets that are there, as far as they are a handful."""
    view, into = memoryview(buffer), [buffer]
    space = socket.CMSG_SPACE(_TIMESPEC.size)
    for _ in range(BURST_MAX):
        try:
            size, ancillary, _, address = opened.recvmsg_into(into, space)
        except BlockingIOError:
            return
        except OSError:
            return  # the interface went down; it may come up again
        if address[2] == _OUTGOING and address[3] == _LOOPBACK_HARDWARE:
            continue
        time_ns = _time_of(ancillary) or time.time_ns()
        yield time_ns, link.RAW, bytes(view[:size]), size


def _time_of(ancillary: list[tuple[int, int, bytes]]) -> int:
    """When the kernel saw a packet; 0 if it does not say."""
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == _SO_TIMESTAMPNS:
            seconds, rest_ns = _TIMESPEC.unpack(data)
            return int(seconds * 1_000_000_000 + rest_ns)
    return 0


def _complain_of_dropped(opened: socket.socket, complaints: Complaints, now_ns: int) -> None:
    """Looking sets the kernel's count back to zero."""
    counts = opened.getsockopt(_SOL_PACKET, _PACKET_STATISTICS, 8)
    _, dropped = struct.unpack("II", counts)
    if dropped:
        text = f"the kernel dropped {dropped} packets that were not taken in time"
        complaints.note("reports of dropped packets", text, now_ns)
