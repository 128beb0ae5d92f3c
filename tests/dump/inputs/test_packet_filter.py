"""The kernel's filter, run by a small machine of our own (the kernel's own is tried by live)."""

from __future__ import annotations

import struct

import pytest

from kafkawire.dump.inputs.packet_filter import program

PORTS_MAX = 56

SYNACK = bytes(16)


def passes(code: bytes, packet: bytes) -> bool:
    """Run a program of classic BPF, as far as ours go; loads beyond the packet reject it."""
    steps = list(struct.iter_unpack("=HBBI", code))
    accumulator = register = at = 0
    while True:
        operation, if_true, if_false, operand = steps[at]
        at += 1
        try:
            if operation == 0x30:
                accumulator = packet[operand]
            elif operation in (0x28, 0x48):
                start = operand + (register if operation == 0x48 else 0)
                (accumulator,) = struct.unpack_from("!H", packet, start)
            elif operation == 0xB1:
                register = (packet[operand] & 15) * 4
            elif operation == 0x54:
                accumulator &= operand
            elif operation in (0x15, 0x45):
                is_true = accumulator == operand if operation == 0x15 else accumulator & operand
                at += if_true if is_true else if_false
            else:
                assert operation == 0x06
                return bool(operand > 0)
        except (IndexError, struct.error):
            return False


def v4(protocol: int, ports: tuple[int, int], *, options: int = 0, fragment: int = 0) -> bytes:
    head = struct.pack("!BxHHHBBH8x", 0x45 + options // 4, 0, 0, fragment, 64, protocol, 0)
    return head + bytes(options) + struct.pack("!HH", *ports) + SYNACK


def v6(protocol: int, ports: tuple[int, int]) -> bytes:
    head = struct.pack("!IHBB32x", 6 << 28, 20, protocol, 64)
    return head + struct.pack("!HH", *ports) + SYNACK


def test_all_of_tcp_passes_without_ports() -> None:
    code = program()
    assert passes(code, v4(6, (1, 2)))
    assert passes(code, v6(6, (1, 2)))
    assert not passes(code, v4(17, (1, 2)))
    assert not passes(code, v6(17, (1, 2)))
    assert not passes(code, v6(58, (1, 2)))
    assert not passes(code, b"\x00" * 60)


@pytest.mark.parametrize("count", [1, 2, PORTS_MAX])
def test_of_ports_either_end_may_have_one(count: int) -> None:
    ports = range(9092, 9092 + count)
    code = program(ports)
    for port in ports:
        for pair in ((port, 5), (5, port)):
            assert passes(code, v4(6, pair))
            assert passes(code, v4(6, pair, options=12))
            assert passes(code, v6(6, pair))
    assert not passes(code, v4(6, (5, 6)))
    assert not passes(code, v4(6, (5, 6), options=8))
    assert not passes(code, v6(6, (5, 6)))


def test_what_cannot_be_judged_passes() -> None:
    code = program([9092])
    assert passes(code, v4(6, (5, 6), fragment=0x2001))
    assert passes(code, v6(43, (5, 6)))
    assert not passes(code, v4(6, (5, 6), fragment=0x2000))


def test_more_ports_than_a_jump_can_cross_let_all_of_tcp_pass() -> None:
    assert program(range(1, PORTS_MAX + 2)) == program()
