"""Transactions: who has which producer id, what is open since when, and how it ends.

    InitProducerId       a producer id and epoch; older epochs are fenced, what is open is aborted
    AddPartitionsToTxn   partitions take part from now on; from Produce v12 on this is implied
    AddOffsetsToTxn      so do a group's offsets; from TxnOffsetCommit v5 on this is implied
    EndTxn               commit or abort

What is open on a partition is found by the partition, since that is what holds back its readers.
Transactional ids and partitions are those of a cluster.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kafkawire.dump.state.clusters import FIRST
from kafkawire.dump.state.memory import Memory
from kafkawire.dump.state.phrases import error_name, lasted, partitions_text
from kafkawire.dump.state.transaction import (
    ABORTED,
    COMMITTED,
    CONNECTIONS_MAX,
    EMPTY,
    NOT_KNOWN,
    ONGOING,
    Partitions,
    Transaction,
    TransactionStep,
)
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.since import (
    ADD_PARTITIONS_TO_TXN_BROKERS_SINCE,
    PRODUCE_ADDS_PARTITIONS_SINCE,
    TXN_OFFSET_COMMIT_ADDS_GROUP_SINCE,
)
from kafkawire.wording import counted

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange, Message
    from kafkawire.dump.state.clusters import Clusters
    from kafkawire.dump.state.topics import TopicNames

TRANSACTIONS_MAX = 10_000
PARTITIONS_MAX = 10_000
"""Of one transaction; what comes after is not remembered."""
PARTITIONS_OPEN_MAX = 200_000
"""Of all of them together, likewise."""

_MILLISECOND = 1_000_000


class Transactions:
    """All transactional ids that were met."""

    def __init__(self, names: TopicNames, clusters: Clusters) -> None:
        self._names = names
        self._clusters = clusters
        self._transactions: Memory[tuple[int, str], Transaction] = Memory(TRANSACTIONS_MAX)
        self._open: dict[tuple[int, TopicPartition], dict[str, None]] = {}
        self._partitions_open = 0

    def find(self, transactional_id: str, cluster: int = FIRST) -> Transaction | None:
        """A transactional id as it is now."""
        return self._transactions.get((cluster, transactional_id))

    @property
    def is_any_open(self) -> bool:
        """Whether one is open on any partition."""
        return bool(self._open)

    def open_on(self, partition: TopicPartition, connection: Connection) -> Transaction | None:
        """The transaction that is open on a partition for longest, of those that were seen.

        The partition is one of the cluster that the connection leads to.
        """
        cluster = self._clusters.of(connection)
        ids = self._open.get((cluster, partition))
        return self._transactions.get((cluster, next(iter(ids)))) if ids else None

    def not_decoded(self, exchange: Exchange) -> None:
        """An EndTxn that may have ended something: what was open is in doubt."""
        request = exchange.request
        for name in () if request is None else request.facts.transactional_ids:
            self._use(exchange, name).is_doubted = True

    def init_done(self, exchange: Exchange) -> None:
        """A producer gets its id and epoch."""
        for asked, said, now_ns in _values(exchange):
            name = asked["transactionalId"] or ""
            transaction = self._use(exchange, name) if name else Transaction(name, FIRST)
            code = said["errorCode"]
            if code != ErrorCode.NONE:
                exchange.transaction = _told(transaction, "init", _why_no_id(code), now_ns, code)
                continue
            text = _welcome(transaction, said)
            if transaction.state == ONGOING and transaction.is_sure:
                text += f"; what was open for {_age(transaction, now_ns)} is aborted"
            self._end(transaction, EMPTY)
            transaction.is_doubted = False
            transaction.producer_id = said["producerId"]
            transaction.epoch = said["producerEpoch"]
            transaction.timeout_ms = asked["transactionTimeoutMs"]
            exchange.transaction = _told(transaction, "init", text, now_ns)

    def add_done(self, exchange: Exchange) -> None:
        """Partitions are to take part."""
        for asked, said, now_ns in _values(exchange):
            is_list = exchange.message.api_version >= ADD_PARTITIONS_TO_TXN_BROKERS_SINCE
            for each, results in _additions(asked, said) if is_list else [_addition(asked, said)]:
                self._add(exchange, each, results, now_ns)

    def _add(
        self, exchange: Exchange, asked: dict[str, Any], results: list[dict[str, Any]], now_ns: int
    ) -> None:
        transaction = self._use(exchange, asked["transactionalId"])
        codes, wanted = [], []
        for topic in results:
            for result in topic["resultsByPartition"]:
                codes.append(result["partitionErrorCode"])
                wanted.append(TopicPartition(topic["name"], result["partitionIndex"]))
        code = next((each for each in codes if each != ErrorCode.NONE), ErrorCode.NONE)
        named = partitions_text(wanted)
        if code != ErrorCode.NONE:
            text = f"{named} cannot take part: {error_name(code)}"
            exchange.transaction = _told(transaction, "add", text, now_ns, code)
        elif asked.get("verifyOnly"):
            exchange.transaction = _told(transaction, "add", f"{named} verified", now_ns)
        else:
            added = self._begin(transaction, asked, wanted, now_ns)
            exchange.transaction = _told(transaction, "add", f"{named} added", now_ns)._replace(
                added=added
            )

    def offsets_added(self, exchange: Exchange) -> None:
        """A group's offsets are to take part."""
        for asked, said, now_ns in _values(exchange):
            transaction = self._use(exchange, asked["transactionalId"])
            code = said["errorCode"]
            text = f"offsets of group {asked['groupId']} "
            if code != ErrorCode.NONE:
                text += f"cannot take part: {error_name(code)}"
            else:
                self._begin(transaction, asked, [], now_ns)
                transaction.groups[asked["groupId"]] = None
                text += "added"
            exchange.transaction = _told(transaction, "add", text, now_ns, code)

    def offsets_done(self, exchange: Exchange) -> None:
        """Offsets are committed as part of it."""
        for asked, _, now_ns in _values(exchange):
            assert exchange.response is not None
            transaction = self._use(exchange, asked["transactionalId"])
            code = next(iter(exchange.response.facts.error_codes), ErrorCode.NONE)
            if (
                code == ErrorCode.NONE
                and exchange.message.api_version >= TXN_OFFSET_COMMIT_ADDS_GROUP_SINCE
            ):
                self._begin(transaction, asked, [], now_ns)
                transaction.groups[asked["groupId"]] = None
            many = counted(exchange.message.facts.partitions, "offset")
            text = f"{many} of group {asked['groupId']} "
            text += "to be committed" if code == ErrorCode.NONE else f"refused: {error_name(code)}"
            exchange.transaction = _told(transaction, "offsets", text, now_ns, code)

    def produce_done(self, exchange: Exchange) -> None:
        """Records are written as part of it."""
        request, response = exchange.request, exchange.response
        if request is None or not request.facts.transactional_ids:
            return
        if response is None and exchange.expects_response:
            return
        transaction = self._use(exchange, request.facts.transactional_ids[0])
        now_ns = _now_ns(exchange)
        codes = () if response is None else response.facts.error_codes
        many = counted(request.facts.partitions, "partition")
        text = f"records for {many}"
        if codes:
            text += f" refused: {error_name(codes[0])}"
            exchange.transaction = _told(transaction, "produce", text, now_ns, codes[0])
            return
        added: Partitions = ()
        if request.api_version >= PRODUCE_ADDS_PARTITIONS_SINCE:
            added = self._begin(transaction, {}, list(self._produced(request)), now_ns)
        exchange.transaction = _told(transaction, "produce", text, now_ns)._replace(added=added)

    def end_done(self, exchange: Exchange) -> None:
        """It is committed or aborted."""
        if exchange.response is None:
            self.not_decoded(exchange)
        for asked, said, now_ns in _values(exchange):
            transaction = self._use(exchange, asked["transactionalId"])
            code = said["errorCode"]
            verb, state = ("commit", COMMITTED) if asked["committed"] else ("abort", ABORTED)
            if code != ErrorCode.NONE:
                text = f"{verb} refused: {error_name(code)}{_late(transaction, now_ns)}"
                exchange.transaction = _told(transaction, "end", text, now_ns, code)
                continue
            text = f"{state}{_after(transaction, now_ns)}, {_content(transaction)}"
            step = _step(transaction, "end", text, now_ns)
            self._end(transaction, state)
            transaction.is_doubted = False
            transaction.producer_id = asked["producerId"]
            transaction.epoch = asked["producerEpoch"]
            if said.get("producerId", NOT_KNOWN) >= 0:
                transaction.producer_id = said["producerId"]
                transaction.epoch = said["producerEpoch"]
            exchange.transaction = step._replace(state=state)

    def _produced(self, request: Message) -> Iterator[TopicPartition]:
        for topic in request.values.get("topicData", ()):
            name = topic.get("name") or self._names.shown(topic.get("topicId", ""))
            for partition in topic["partitionData"]:
                yield TopicPartition(name, partition["index"])

    def _use(self, exchange: Exchange, transactional_id: str) -> Transaction:
        cluster = self._clusters.of(exchange.connection)
        transaction = self._transactions.use((cluster, transactional_id))
        if transaction is None:
            transaction = Transaction(transactional_id, cluster)
            dropped = self._transactions.keep((cluster, transactional_id), transaction)
            if dropped is not None:
                self._end(dropped, "")
        if len(transaction.used_on) < CONNECTIONS_MAX:
            transaction.used_on[exchange.connection.number] = exchange.connection
        else:
            transaction.is_doubted = True
        return transaction

    def _begin(
        self,
        transaction: Transaction,
        asked: dict[str, Any],
        partitions: list[TopicPartition],
        now_ns: int,
    ) -> Partitions:
        """Have it open, with these partitions; those that are new to it."""
        if transaction.state != ONGOING:
            transaction.is_begun = transaction.state != ""
            self._end(transaction, ONGOING)
            transaction.began_ns = now_ns
        transaction.producer_id = asked.get("producerId", transaction.producer_id)
        transaction.epoch = asked.get("producerEpoch", transaction.epoch)
        room = PARTITIONS_MAX - len(transaction.partitions)
        room = max(0, min(room, PARTITIONS_OPEN_MAX - self._partitions_open))
        added = [each for each in dict.fromkeys(partitions) if each not in transaction.partitions]
        del added[room:]
        for partition in added:
            transaction.partitions[partition] = None
            on = (transaction.cluster, partition)
            self._open.setdefault(on, {})[transaction.id] = None
        self._partitions_open += len(added)
        return tuple(added)

    def _end(self, transaction: Transaction, state: str) -> None:
        self._partitions_open -= len(transaction.partitions)
        for partition in transaction.partitions:
            on = (transaction.cluster, partition)
            ids = self._open[on]
            del ids[transaction.id]
            if not ids:
                del self._open[on]
        transaction.partitions, transaction.groups = {}, {}
        transaction.state, transaction.began_ns = state, None
        last = next(reversed(transaction.used_on.values()), None)
        transaction.used_on = {} if last is None else {last.number: last}


def _told(
    transaction: Transaction, kind: str, text: str, now_ns: int, code: int = ErrorCode.NONE
) -> TransactionStep:
    """The step of an answer that leaves the transaction as it now is."""
    if code == ErrorCode.NONE and kind != "init":
        text += _overdue(transaction, now_ns)
    error = "" if code == ErrorCode.NONE else error_name(code)
    return _step(transaction, kind, text, now_ns)._replace(error=error)


def _step(transaction: Transaction, kind: str, text: str, now_ns: int) -> TransactionStep:
    name = f"transaction {transaction.id}" if transaction.id else "idempotent producer"
    began_ns = transaction.began_ns
    return TransactionStep(
        transaction.id,
        kind,
        f"{name}: {text}",
        transaction.state,
        transaction.producer_id,
        transaction.epoch,
        partitions=len(transaction.partitions),
        groups=tuple(transaction.groups),
        open_ms=None if began_ns is None else (now_ns - began_ns) / _MILLISECOND,
    )


def _now_ns(exchange: Exchange) -> int:
    return exchange.message.end_ns if exchange.response is None else exchange.response.time_ns


def _values(exchange: Exchange) -> Iterator[tuple[dict[str, Any], dict[str, Any], int]]:
    """What was asked, what was said and when; nothing if one of both cannot be read."""
    request, response = exchange.request, exchange.response
    if request is not None and response is not None and request.values and response.values:
        yield request.values, response.values, response.time_ns


def _addition(
    asked: dict[str, Any], said: dict[str, Any]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    before = "v3AndBelow"
    names = ("TransactionalId", "ProducerId", "ProducerEpoch")
    found = {name[0].lower() + name[1:]: asked[before + name] for name in names}
    return found, said["resultsByTopicV3AndBelow"]


def _additions(
    asked: dict[str, Any], said: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    wanted = {each["transactionalId"]: each for each in asked["transactions"]}
    for each in said["resultsByTransaction"]:
        if each["transactionalId"] in wanted:
            yield wanted[each["transactionalId"]], each["topicResults"]


def _welcome(transaction: Transaction, said: dict[str, Any]) -> str:
    producer_id, epoch = said["producerId"], said["producerEpoch"]
    text = f"producer {producer_id} epoch {epoch}"
    if transaction.producer_id == producer_id and transaction.epoch < epoch:
        text += f", which fences epoch {transaction.epoch}"
    elif transaction.producer_id not in (NOT_KNOWN, producer_id):
        text += f", after producer {transaction.producer_id}"
    return text


def _why_no_id(code: int) -> str:
    if code == ErrorCode.CONCURRENT_TRANSACTIONS:
        return "no producer id yet: the transaction before is still being completed"
    return f"no producer id: {error_name(code)}"


def _age(transaction: Transaction, now_ns: int) -> str:
    lasts = lasted(now_ns - (now_ns if transaction.began_ns is None else transaction.began_ns))
    return lasts if transaction.is_begun else f"at least {lasts}"


def _after(transaction: Transaction, now_ns: int) -> str:
    return f" after {_age(transaction, now_ns)}" if transaction.began_ns is not None else ""


def _content(transaction: Transaction) -> str:
    parts = [counted(len(transaction.partitions), "partition")] if transaction.partitions else []
    parts += [f"offsets of group {group}" for group in transaction.groups]
    return " and ".join(parts) or "nothing seen in it"


def _is_overdue(transaction: Transaction, now_ns: int) -> bool:
    if not transaction.is_sure or transaction.began_ns is None or not transaction.timeout_ms:
        return False
    return now_ns - transaction.began_ns > transaction.timeout_ms * _MILLISECOND


def _overdue(transaction: Transaction, now_ns: int) -> str:
    if not _is_overdue(transaction, now_ns):
        return ""
    timeout = lasted(transaction.timeout_ms * _MILLISECOND)
    return f"; open for {_age(transaction, now_ns)}, longer than its timeout of {timeout}"


def _late(transaction: Transaction, now_ns: int) -> str:
    if not _is_overdue(transaction, now_ns):
        return ""
    timeout = lasted(transaction.timeout_ms * _MILLISECOND)
    return f", it was open for longer than its timeout of {timeout}"
