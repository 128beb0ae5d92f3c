"""What was written, handed out and committed, and every fault that is found in it."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.values import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from random import Random

    from kafkawire.client.errors import ClientError
    from tools.simulate_client.truth import Log, Stored


class Violation(Exception):
    """Something that must not be."""


class Ledger:
    """All that is noted of one day; `faults` has what was wrong, in order."""

    def __init__(self, now: Callable[[], str]) -> None:
        self.faults: list[str] = []
        self.notes: list[str] = []
        """Errors that applications got, and were right to get."""
        self._now = now

    def note(self, text: str) -> None:
        """Keep what an application got."""
        self.notes.append(f"{self._now()}: {text}")

    def fault(self, text: str) -> None:
        """Note a fault."""
        self.faults.append(f"{self._now()}: {text}")

    def raise_faults(self) -> None:
        """Raise Violation with the first faults, if there are any."""
        if self.faults:
            raise Violation("\n".join(self.faults[:5]))


class Writings:
    """Records by their values, each of which is given once.

    A value is `WRITER:NUMBER:...`, and the numbers of a writer grow.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._given: set[bytes] = set()
        self._acknowledged: dict[bytes, tuple[TopicPartition, int]] = {}
        self._transactions: dict[int, list[bytes]] = {}
        self._outcomes: dict[int, bool] = {}
        self.refused = 0
        """Deliveries that have failed."""

    @property
    def count(self) -> int:
        """How many records were acknowledged."""
        return len(self._acknowledged)

    @property
    def transactions(self) -> int:
        """How many transactions have a known outcome."""
        return len(self._outcomes)

    def gives(self, value: bytes, transaction: int | None = None) -> None:
        """Note a record that is about to be given to a producer."""
        self._given.add(value)
        if transaction is not None:
            self._transactions[transaction].append(value)

    def withdraws(self, value: bytes, transaction: int | None = None) -> None:
        """Note that a record was not accepted."""
        self._given.discard(value)
        if transaction is not None:
            self._transactions[transaction].remove(value)

    def begins(self) -> int:
        """Return the number of a new transaction."""
        number = len(self._transactions)
        self._transactions[number] = []
        return number

    def acknowledged(self, value: bytes, partition: TopicPartition, offset: int) -> None:
        """Note where a record was written."""
        self._acknowledged[value] = (partition, offset)

    def ended(self, transaction: int, *, is_committed: bool) -> None:
        """Note the outcome of a transaction; without one, it is all or nothing."""
        self._outcomes[transaction] = is_committed

    def check(self, logs: Mapping[TopicPartition, Log]) -> None:
        """Compare with the logs: nothing lost, doubled, reordered or half committed."""
        found: dict[bytes, tuple[TopicPartition, int]] = {}
        for partition, log in logs.items():
            numbers: dict[bytes, int] = {}
            for offset, value in log.uncommitted:
                if value not in self._given:
                    self._ledger.fault(f"{partition}: {_short(value)} was never written")
                if value in found:
                    self._ledger.fault(
                        f"{_short(value)} is at {found[value]} and {partition} {offset}"
                    )
                found[value] = (partition, offset)
                writer, number = value.split(b":")[:2]
                if numbers.get(writer, -1) >= int(number):
                    self._ledger.fault(
                        f"{partition} {offset}: {_short(value)} comes after {numbers[writer]}"
                    )
                numbers[writer] = int(number)
        for value, place in self._acknowledged.items():
            if found.get(value) != place:
                self._ledger.fault(
                    f"{_short(value)} was acknowledged at {place} and is at {found.get(value)}"
                )
        self._check_transactions({v for log in logs.values() for _, v in log.committed})

    def _check_transactions(self, visible: set[bytes]) -> None:
        for transaction, values in self._transactions.items():
            seen = sum(value in visible for value in values)
            outcome = self._outcomes.get(transaction)
            if outcome is None:
                allowed = (0, len(values))
            else:
                allowed = (len(values) if outcome else 0,) * 2
            if seen not in allowed:
                self._ledger.fault(
                    f"transaction {transaction} ({outcome}): {seen} of {len(values)} are visible"
                )


class Episode:
    """What one member was handed of one partition, from an assignment or a seek on."""

    def __init__(self, member: str, begins_at: int) -> None:
        self.member = member
        self.begins_at = begins_at
        """The committed offset, or that of the seek."""
        self.records: list[Stored] = []
        self.handed = begins_at
        """The offset after the last batch that was handed out."""
        self.done: int | None = None
        """The same of batches that are done."""
        self.stored = 0
        """Up to where the client has told that offsets are committed."""
        self.has_given_up = False
        """Whether the client has told that it could not commit `done`."""
        self.ended = ""

    def may_be_followed_from(self, committed: int) -> bool:
        """Return whether the next member may begin at this offset.

        A member that gave the partition back has committed `done`. If the client has told that it
        could not, the offset is one that was committed before: `stored`, or one whose
        acknowledgement was lost, or one from before a seek.
        """
        if self.ended != "revoked" or self.done is None:
            return True
        return committed >= self.stored if self.has_given_up else committed == self.done

    def __repr__(self) -> str:
        return (
            f"{self.member} from {self.begins_at}, handed {self.handed}, done {self.done}, "
            f"{self.ended or 'reads'}"
        )


class Handed(NamedTuple):
    """A batch as it was handed out."""

    partition: TopicPartition
    records: list[Stored]
    next_offset: int


class Group:
    """What the members of one group were handed, and what they committed."""

    def __init__(
        self,
        ledger: Ledger,
        name: str,
        isolation: str,
        committed: Callable[[str, TopicPartition], int | None],
    ) -> None:
        self.name = name
        self.isolation = isolation
        self.episodes: dict[TopicPartition, list[Episode]] = {}
        self.handed_count = 0
        self.again_count = 0
        """Records that were handed out more than once."""
        self._ledger = ledger
        self._committed = committed
        self._seen: dict[TopicPartition, int] = {}
        self._upto: dict[tuple[str, TopicPartition], int] = {}
        """By member: up to where it may commit."""
        self._reads: dict[tuple[str, TopicPartition], Episode] = {}

    # What members do

    def handed(self, member: str, batch: Handed) -> None:
        """Note a batch that a member was handed."""
        episode = self._reads.get((member, batch.partition))
        if episode is None:
            episode = self._begun(member, batch.partition)
        episode.records += batch.records
        episode.handed = batch.next_offset
        self.handed_count += len(batch.records)
        seen = self._seen.get(batch.partition, 0)
        self.again_count += sum(offset < seen for offset, _ in batch.records)
        self._seen[batch.partition] = max(seen, batch.next_offset)

    def done(self, member: str, partition: TopicPartition, offset: int) -> None:
        """Note that what was handed before an offset is done."""
        key = (member, partition)
        episode = self._reads.get(key)
        if episode is not None:
            if episode.done != offset:
                episode.done, episode.has_given_up = offset, False
            self._upto[key] = max(self._upto.get(key, 0), offset)

    def told(
        self, member: str, offsets: Mapping[TopicPartition, int], error: ClientError | None
    ) -> None:
        """Note what became of a commit, as the client has told."""
        for partition, offset in offsets.items():
            episode = self._reads.get((member, partition))
            # Offsets from before a seek may be higher than what is done since.
            if episode is None or episode.done is None or offset > episode.done:
                continue
            if error is None:
                episode.stored = max(episode.stored, offset)
            if offset == episode.done:
                episode.has_given_up = error is not None

    def place_before(self, member: str, partition: TopicPartition, random: Random) -> int | None:
        """Draw an offset of what a member was handed, None if that is nothing."""
        episode = self._reads.get((member, partition))
        if episode is None or not episode.records:
            return None
        return random.choice(episode.records)[0]

    def sought(self, member: str, partition: TopicPartition, offset: int) -> None:
        """Note that a member goes on elsewhere. It may commit that position."""
        key = (member, partition)
        self._upto[key] = max(self._upto.get(key, 0), offset)
        if key in self._reads:
            self._reads[key].ended = "sought"
            self._reads[key] = Episode(member, offset)
            self.episodes[partition].append(self._reads[key])

    def gave(self, member: str, partitions: Iterable[TopicPartition], how: str) -> None:
        """Note that a member does not read partitions any more: revoked, lost or killed."""
        for partition in partitions:
            episode = self._reads.pop((member, partition), None)
            if episode is not None:
                episode.ended = how

    def died(self, member: str) -> None:
        """Note that a member was killed, or ended without a word."""
        self.gave(member, [each for name, each in self._reads if name == member], "killed")

    def commits(self, member: str, partition: TopicPartition, offset: int) -> None:
        """Note a commit that is on its way."""
        upto = self._upto.get((member, partition), 0)
        # A position that nothing was handed of yet may be committed again, or be the log's start.
        if offset > upto and offset > (self._committed(self.name, partition) or 0):
            self._ledger.fault(f"{self.name}: {member} commits {partition} {offset} beyond {upto}")

    def _begun(self, member: str, partition: TopicPartition) -> Episode:
        committed = self._committed(self.name, partition) or 0
        episodes = self.episodes.setdefault(partition, [])
        if episodes and not episodes[-1].may_be_followed_from(committed):
            self._ledger.fault(
                f"{self.name} {partition}: {member} begins at {committed} after {episodes[-1]}"
            )
        episode = self._reads[member, partition] = Episode(member, committed)
        episodes.append(episode)
        return episode

    # What has to be right

    def unread(self, logs: Mapping[TopicPartition, Log]) -> dict[TopicPartition, int]:
        """Return how many records of each partition its last reader was not handed."""
        found: dict[TopicPartition, int] = {}
        for partition, log in logs.items():
            visible = log.visible(self.isolation)
            episodes = self.episodes.get(partition)
            upto = episodes[-1].handed if episodes else 0
            count = len(visible) - bisect_left(visible, (upto,))
            if count:
                found[partition] = count
        return found

    def check(self, logs: Mapping[TopicPartition, Log]) -> None:
        """Compare with the logs: every episode has what is visible, in order, without gaps."""
        for partition, episodes in self.episodes.items():
            visible = logs[partition].visible(self.isolation)
            read_upto = 0
            for episode in episodes:
                first = bisect_left(visible, (episode.begins_at,))
                expected = visible[first : first + len(episode.records)]
                if episode.records != expected:
                    self._ledger.fault(_difference(self.name, partition, episode, expected))
                if first > read_upto:
                    self._ledger.fault(
                        f"{self.name} {partition}: {_texts(visible[read_upto:first])} were skipped "
                        f"before {episode}"
                    )
                read_upto = max(read_upto, first + len(episode.records))
            if read_upto < len(visible):
                self._ledger.fault(
                    f"{self.name} {partition}: {_texts(visible[read_upto:])} were never read"
                )


def _difference(
    group: str, partition: TopicPartition, episode: Episode, expected: list[Stored]
) -> str:
    for ours, theirs in zip(episode.records, expected, strict=False):
        if ours != theirs:
            return f"{group} {partition}: {_texts([ours])} came, not {_texts([theirs])} ({episode})"
    return f"{group} {partition}: {len(episode.records)} came, {len(expected)} exist ({episode})"


def _short(value: bytes) -> str:
    """Return a value without what fills it up."""
    return value.rstrip(b".").decode()


def _texts(records: list[Stored]) -> str:
    return ", ".join(f"{offset} {_short(value)}" for offset, value in records[:3])
