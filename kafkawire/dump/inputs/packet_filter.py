"""A filter for the kernel: TCP, and of it only some ports, so that nothing else is copied.

It is a program for the classic BPF machine (McCanne and Jacobson 1993; `linux/filter.h`), for
packets that begin with their IP header. What it cannot judge it lets pass: later fragments, which
have no ports, and IPv6 with extension headers.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

PORTS_MAX = 56
"""Jumps are 255 instructions long at most; with more ports all of TCP passes."""

_LOAD_BYTE, _LOAD_HALF, _LOAD_HALF_AT_X, _LOAD_X_HEADER = 0x30, 0x28, 0x48, 0xB1
_AND, _JUMP_EQUAL, _JUMP_SET, _RETURN = 0x54, 0x15, 0x45, 0x06
_ALL = 0xFFFF_FFFF
_TCP, _UDP, _ICMPV6 = 6, 17, 58


class Step(NamedTuple):
    """An instruction; jumps name the label that they go to, or go on."""

    code: int
    operand: int = 0
    if_true: str = ""
    if_false: str = ""
    label: str = ""


def program(ports: Sequence[int] = ()) -> bytes:
    """The instructions, as `struct sock_filter` has them, in this machine's byte order."""
    if len(ports) > PORTS_MAX:
        ports = ()
    steps = [
        Step(_LOAD_BYTE, 0),
        Step(_AND, 0xF0),
        Step(_JUMP_EQUAL, 0x60, if_true="v6"),
        Step(_JUMP_EQUAL, 0x40, if_false="reject"),
        Step(_LOAD_BYTE, 9),
        Step(_JUMP_EQUAL, _TCP, if_false="reject"),
        Step(_LOAD_HALF, 6),
        Step(_JUMP_SET, 0x1FFF, if_true="accept"),
        Step(_LOAD_X_HEADER, 0),
        *_one_of(ports, _LOAD_HALF_AT_X, 0),
        Step(_LOAD_BYTE, 6, label="v6"),
        Step(_JUMP_EQUAL, _UDP, if_true="reject"),
        Step(_JUMP_EQUAL, _ICMPV6, if_true="reject"),
        Step(_JUMP_EQUAL, _TCP, if_false="accept"),
        *_one_of(ports, _LOAD_HALF, 40),
        Step(_RETURN, 0, label="reject"),
        Step(_RETURN, _ALL, label="accept"),
    ]
    return _assembled(steps)


def _one_of(ports: Sequence[int], load: int, at: int) -> list[Step]:
    """Accept if either port is one of these, or if there are none; reject otherwise."""
    if not ports:
        return [Step(_RETURN, _ALL)]
    compare = [Step(_JUMP_EQUAL, port, if_true="accept") for port in ports]
    return [Step(load, at), *compare, Step(load, at + 2), *compare, Step(_RETURN, 0)]


def _assembled(steps: Sequence[Step]) -> bytes:
    labels = {step.label: at for at, step in enumerate(steps) if step.label}
    code = b""
    for at, step in enumerate(steps):
        jumps = [labels[to] - at - 1 if to else 0 for to in (step.if_true, step.if_false)]
        code += struct.pack("=HBBI", step.code, *jumps, step.operand)
    return code
