"""Regular expressions whose time is bounded by what they look at, not by how they are written.

Python's `re` takes exponential time over some patterns, and a filter may come from a web page or
look at megabytes. So these are run as RE2 does: the pattern becomes a nondeterministic machine
(Thompson), whose sets of states become states of a deterministic one when they are first met. One
dictionary look-up a byte; if the table of met states is full it is begun anew.

They look at UTF-8 bytes, search (`^` and `$` hold them to the ends), and know

    . [a-z] [^a-z] \\d \\w \\s \\D \\W \\S \\t \\n \\r \\xNN    * + ? {m} {m,} {m,n}    ( ) (?: ) |

A letter outside ASCII counts as its bytes, in a class it is refused. There are no back references,
look-arounds or lazy repeats: only whether there is a match is asked. ASCII letters are taken as the
same in both cases unless `(?-i)` begins the pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from kafkawire.dump.filter.errors import Misfit

PATTERN_CHARACTERS_MAX = 500
STATES_MAX = 2000
"""Of the nondeterministic machine: what repeats such as `(a{50}){50}` come to."""
MET_MAX = 2000
"""Sets of states that are remembered; then the table begins anew."""
DEPTH_MAX = 50
REPEAT_MAX = 200

ALL = frozenset(range(256))
DIGIT = frozenset(b"0123456789")
WORD = DIGIT | frozenset(b"_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
SPACE = frozenset(b" \t\n\r\f\v")
_CLASSES = {"d": DIGIT, "w": WORD, "s": SPACE, "D": ALL - DIGIT, "W": ALL - WORD, "S": ALL - SPACE}
_ESCAPES = {"t": 9, "n": 10, "r": 13, "f": 12, "v": 11}
_COUNTS = re.compile(r"\{(\d+)(,(\d*))?\}")
_SPECIAL = frozenset(".[]()*+?{}|^$\\")
START, END = "^", "$"


class Bytes(NamedTuple):
    """One byte out of a set."""

    allowed: frozenset[int]


class Anchor(NamedTuple):
    """The beginning or the end."""

    where: str


class Sequence(NamedTuple):
    """One after the other."""

    parts: tuple[Piece, ...]


class Choice(NamedTuple):
    """One of several."""

    parts: tuple[Piece, ...]


class Repeat(NamedTuple):
    """Between `low` and `high` times; `high` None has no end."""

    part: Piece
    low: int
    high: int | None


Piece = Bytes | Anchor | Sequence | Choice | Repeat


def searcher(pattern: str) -> Callable[[bytes], bool]:
    """A function that says whether bytes have a match. Raises `Misfit` with the place in it."""
    if len(pattern) > PATTERN_CHARACTERS_MAX:
        raise Misfit(f"a regular expression has at most {PATTERN_CHARACTERS_MAX} characters")
    ignores_case = not pattern.startswith("(?-i)")
    reader = _Reader(pattern, 0 if ignores_case else len("(?-i)"), ignores_case=ignores_case)
    piece = reader.choice(0)
    if reader.at < len(pattern):
        raise Misfit("this ) closes nothing", reader.at)
    machine = _Machine()
    machine.start = machine.add(piece, machine.new(accepts=True))
    return _Search(machine).matches


class _Reader:
    """The pattern as pieces, by recursive descent."""

    def __init__(self, pattern: str, at: int, *, ignores_case: bool) -> None:
        self._pattern = pattern
        self.at = at
        self._ignores_case = ignores_case

    def _peek(self) -> str:
        return self._pattern[self.at : self.at + 1]

    def choice(self, depth: int) -> Piece:
        """`a|b|c` up to a `)` or the end."""
        if depth > DEPTH_MAX:
            raise Misfit(f"parentheses at most {DEPTH_MAX} deep", self.at)
        parts = [self._sequence(depth)]
        while self._peek() == "|":
            self.at += 1
            parts.append(self._sequence(depth))
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def _sequence(self, depth: int) -> Piece:
        parts: list[Piece] = []
        while self._peek() not in ("", "|", ")"):
            parts.append(self._repeated(self._atom(depth)))
        return Sequence(tuple(parts))

    def _repeated(self, atom: Piece) -> Piece:
        found = self._peek()
        if found not in ("*", "+", "?", "{") or not found:
            return atom
        begin = self.at
        low, high = self._counts(found)
        if self._peek() in ("*", "+", "?", "{") and self._peek():
            raise Misfit("a repeat cannot be repeated or be lazy", self.at)
        if max(low, high or 0) > REPEAT_MAX or (high is not None and high < low):
            raise Misfit(f"counts rise, up to {REPEAT_MAX}", begin)
        return Repeat(atom, low, high)

    def _counts(self, found: str) -> tuple[int, int | None]:
        if found != "{":
            self.at += 1
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[found]
        counts = _COUNTS.match(self._pattern, self.at)
        if counts is None:
            raise Misfit("{m}, {m,} or {m,n}; for a brace itself \\{", self.at)
        self.at = counts.end()
        low = int(counts[1])
        return low, (low if counts[2] is None else int(counts[3]) if counts[3] else None)

    def _atom(self, depth: int) -> Piece:
        begin, found = self.at, self._peek()
        self.at += 1
        if found == "(":
            return self._group(begin, depth)
        if found == "[":
            return Bytes(self._class(begin))
        if found in (START, END):
            return Anchor(found)
        if found == ".":
            return Bytes(ALL - {10})
        if found == "\\":
            return Bytes(self._folded(self._escape(begin)))
        if found in "*+?{":
            raise Misfit("there is nothing to repeat", begin)
        return Sequence(tuple(Bytes(self._folded(frozenset([byte]))) for byte in found.encode()))

    def _group(self, begin: int, depth: int) -> Piece:
        if self._peek() == "?":
            if not self._pattern.startswith("?:", self.at):
                raise Misfit("of groups that begin with (? only (?: is known", begin)
            self.at += 2
        inner = self.choice(depth + 1)
        if self._peek() != ")":
            raise Misfit("this ( is not closed", begin)
        self.at += 1
        return inner

    def _escape(self, begin: int) -> frozenset[int]:
        letter = self._peek()
        self.at += 1
        if letter in _CLASSES:
            return _CLASSES[letter]
        if letter in _ESCAPES:
            return frozenset([_ESCAPES[letter]])
        if letter == "x":
            digits = self._pattern[self.at : self.at + 2]
            self.at += 2
            if re.fullmatch("[0-9a-fA-F]{2}", digits):
                return frozenset([int(digits, 16)])
        elif letter and letter.isascii() and not letter.isalnum():
            return frozenset(letter.encode())
        raise Misfit(f"there is no \\{letter} here", begin)

    def _class(self, begin: int) -> frozenset[int]:
        negated = self._peek() == "^"
        self.at += negated
        found: set[int] = set()
        first = True
        while first or self._peek() != "]":
            first = False
            found |= self._member(begin)
        self.at += 1
        # Cases are made one before the set is turned round: [^a] is no A.
        members = self._folded(frozenset(found))
        return ALL - members if negated else members

    def _member(self, begin: int) -> frozenset[int]:
        low = self._one(begin)
        if self._peek() != "-" or self._pattern[self.at + 1 : self.at + 2] in ("]", ""):
            return low
        self.at += 1
        high = self._one(begin)
        if len(low) != 1 or len(high) != 1 or min(high) < min(low):
            raise Misfit("a range in [ ] goes up from one character to another", begin)
        return frozenset(range(min(low), min(high) + 1))

    def _one(self, begin: int) -> frozenset[int]:
        found, at = self._peek(), self.at
        if not found:
            raise Misfit("this [ is not closed", begin)
        self.at += 1
        if found == "\\":
            return self._escape(at)
        if not found.isascii():
            raise Misfit("in [ ] only ASCII characters are known", at)
        return frozenset(found.encode())

    def _folded(self, allowed: frozenset[int]) -> frozenset[int]:
        if not self._ignores_case:
            return allowed
        letters = bytes(each for each in allowed if each < 128)
        return allowed | frozenset(letters.lower()) | frozenset(letters.upper())


class _Machine:
    """States with one set of bytes and one next state, or with free steps to others."""

    def __init__(self) -> None:
        self.allowed: list[frozenset[int]] = []
        self.next: list[int] = []
        self.free: list[list[int]] = []
        self.anchor: list[str] = []
        self.accepts: list[bool] = []
        self.start = 0

    def new(self, *, accepts: bool = False) -> int:
        if len(self.next) >= STATES_MAX:
            raise Misfit("a smaller regular expression: its repeats multiply to too much")
        self.allowed.append(frozenset())
        self.next.append(-1)
        self.free.append([])
        self.anchor.append("")
        self.accepts.append(accepts)
        return len(self.next) - 1

    def add(self, piece: Piece, after: int) -> int:
        """States for a piece that goes on to `after`; where to begin."""
        if isinstance(piece, Sequence):
            for part in reversed(piece.parts):
                after = self.add(part, after)
            return after
        if isinstance(piece, Repeat):
            return self._repeat(piece, after)
        state = self.new()
        if isinstance(piece, Bytes):
            self.allowed[state], self.next[state] = piece.allowed, after
        elif isinstance(piece, Anchor):
            self.anchor[state] = piece.where
            self.free[state].append(after)
        else:
            self.free[state].extend([self.add(part, after) for part in piece.parts])
        return state

    def _repeat(self, piece: Repeat, after: int) -> int:
        if piece.high is None:
            loop = self.new()
            self.free[loop] = [self.add(piece.part, loop), after]
            begin = loop
        else:
            begin = after
            for _ in range(piece.high - piece.low):
                state = self.new()
                self.free[state] = [self.add(piece.part, begin), after]
                begin = state
        for _ in range(piece.low):
            begin = self.add(piece.part, begin)
        return begin

    def closure(self, states: list[int], anchors: str) -> frozenset[int]:
        """All states that are reached without a byte, through the anchors that hold here."""
        found: set[int] = set()
        waiting = list(states)
        while waiting:
            state = waiting.pop()
            if state in found:
                continue
            found.add(state)
            if not self.anchor[state] or self.anchor[state] in anchors:
                waiting += self.free[state]
        return frozenset(found)


class _Met:
    """A set of states that was met, and where bytes lead from it."""

    __slots__ = ("accepts", "accepts_at_end", "steps", "waiting")

    def __init__(self, machine: _Machine, states: frozenset[int], at_end: frozenset[int]) -> None:
        self.accepts = any(machine.accepts[state] for state in states)
        self.accepts_at_end = any(machine.accepts[state] for state in at_end)
        self.waiting = [state for state in states if machine.next[state] >= 0]
        self.steps: dict[int, _Met] = {}


class _Search:
    """The deterministic machine, as far as it was needed."""

    def __init__(self, machine: _Machine) -> None:
        self._machine = machine
        self._met: dict[frozenset[int], _Met] = {}
        self._first: _Met | None = None

    def matches(self, data: bytes) -> bool:
        state = self._first
        if state is None:
            state = self._first = self._meet([self._machine.start], START)
        for byte in data:
            if state.accepts:
                return True
            following = state.steps.get(byte)
            state = following if following is not None else self._step(state, byte)
        return state.accepts or state.accepts_at_end

    def _step(self, state: _Met, byte: int) -> _Met:
        machine = self._machine
        reached = [machine.next[each] for each in state.waiting if byte in machine.allowed[each]]
        # A search may begin anew at every byte.
        following = self._meet([*reached, machine.start], "")
        state.steps[byte] = following
        return following

    def _meet(self, states: list[int], anchors: str) -> _Met:
        found = self._machine.closure(states, anchors)
        if anchors:
            at_end = self._machine.closure(states, anchors + END)
            return _Met(self._machine, found, at_end)
        met = self._met.get(found)
        if met is None:
            if len(self._met) >= MET_MAX:
                self._met.clear()
                self._first = None
            at_end = self._machine.closure(list(found), END)
            met = self._met[found] = _Met(self._machine, found, at_end)
        return met
