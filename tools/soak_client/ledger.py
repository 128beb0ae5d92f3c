"""All journals together: every acknowledged record is in the log once, and read by each group."""

from __future__ import annotations

from tools.soak_client.journal import Entry

FINDINGS_MAX = 20


class Ledger:
    """What producers and groups have noted; `findings` has what is wrong."""

    def __init__(self, groups: list[str]) -> None:
        self.findings: list[str] = []
        self.acknowledged = 0
        self.read = dict.fromkeys(groups, 0)
        self.again = dict.fromkeys(groups, 0)
        """Records that a group read more than once."""
        self._log: dict[tuple[int, int], tuple[str, int]] = {}
        """By partition and offset: the producer and its number."""
        self._places: dict[tuple[str, int], tuple[int, int]] = {}
        self._covered: dict[str, set[tuple[int, int]]] = {group: set() for group in groups}
        self._acknowledged: set[tuple[int, int]] = set()
        self._next: dict[tuple[str, int], int] = {}
        self._last: dict[tuple[str, int], dict[str, int]] = {}
        """By process and partition: the last number of each producer, since it went back."""

    def note(self, text: str) -> None:
        """Note a finding."""
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(text)

    def wrote(self, entry: Entry) -> None:
        """Note a record that a producer was told is written."""
        self.acknowledged += 1
        self._acknowledged.add(entry[:2])
        self._is_at(entry)

    def was_read(self, group: str, reader: str, entry: Entry) -> None:
        """Note a record that a process of a group has read."""
        place = entry[:2]
        self.read[group] += 1
        if place in self._covered[group]:
            self.again[group] += 1
        self._covered[group].add(place)
        self._is_at(entry)
        self._check_order(reader, entry)

    def unread(self, group: str) -> int:
        """Return how many acknowledged records a group has not read."""
        return len(self._acknowledged - self._covered[group])

    def finish(self) -> None:
        """Note what is missing at the end."""
        for group in self._covered:
            missing = sorted(self._acknowledged - self._covered[group])
            if missing:
                first = [f"partition {partition} offset {offset}" for partition, offset in missing]
                self.note(f"{group}: {len(missing)} records were never read: {first[:3]}")

    def _is_at(self, entry: Entry) -> None:
        place, record = entry[:2], entry[2:]
        if self._log.setdefault(place, record) != record:
            self.note(f"{place}: {record} and {self._log[place]} are at one place")
        if self._places.setdefault(record, place) != place:
            self.note(f"{record} is at {place} and at {self._places[record]}: written twice")

    def _check_order(self, reader: str, entry: Entry) -> None:
        """One process may go back to what is committed, but never leaves an offset out."""
        key = (reader, entry.partition)
        expected = self._next.get(key)
        if expected is not None and entry.offset > expected:
            group = reader.split("/")[0]
            gap = {(entry.partition, offset) for offset in range(expected, entry.offset)}
            # Another process may have read them in between.
            if not gap <= self._covered.get(group, set()):
                self.note(f"{reader}: {entry} came, not offset {expected}")
        self._next[key] = entry.offset + 1
        if entry.offset != expected:
            self._last[key] = {}
        numbers = self._last[key]
        if entry.number <= numbers.get(entry.writer, -1):
            self.note(f"{reader}: {entry} came after {numbers[entry.writer]}")
        numbers[entry.writer] = entry.number
