"""A message's values without what is new in every run, and with its records in place of a size.

ids that a broker gives     set or not is all that counts: sessions, members, generations,
                            producers, topic ids, tokens, SASL's exchange of proofs
times and addresses         likewise; times that the client asks for (timeouts) count as such
leader epochs, throttle      not at all: they are the moment's
records                     offset, key, value and headers of each; not batches nor timestamps
tagged fields               one that is absent is as one with nothing in it
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from json import dumps

from kafkawire.dump.batches import batches_in
from kafkawire.dump.json_values import camel_case
from kafkawire.dump.model import Message
from kafkawire.dump.records.records_fields import records_of
from kafkawire.records.record import Record

RECORDS_SHOWN_MAX = 1000
"""Of each field; what follows counts as one digest."""
TEXT_CHARACTERS_MAX = 120
SET = "<set>"
IDS = frozenset(
    """sessionId sessionEpoch shareSessionEpoch memberId generationId generationIdOrMemberEpoch
    memberEpoch groupEpoch assignmentEpoch targetAssignmentEpoch producerId producerEpoch
    nextProducerId nextProducerEpoch newProducerId newProducerEpoch topicId clusterId brokerEpoch
    incarnationId directoryId replicaDirectoryId logDir tokenId hmac authBytes leader
    clientInstanceId subscriptionId finalizedFeaturesEpoch""".split()
)
ADDRESSES = frozenset(("host", "port", "clientHost", "rack"))
MOMENTARY = frozenset(
    """throttleTimeMs leaderEpoch currentLeaderEpoch lastFetchedEpoch committedLeaderEpoch
    offsetForLeaderEpoch""".split()
)
TIMES = ("TimeMs", "Timestamp", "TimestampMs", "timestamp", "timestampMs")
_ZERO_UUID = "A" * 22
_ABSENT = (None, 0, -1, "", _ZERO_UUID)
_NO_ID = (None, -1, "", _ZERO_UUID)
_SESSIONS = frozenset(("sessionId", "sessionEpoch", "shareSessionEpoch"))
"""Only of these ids 0 is none."""


class Rules:
    """Which fields do not count; `ignored` are names, `is_strict` lets nothing pass."""

    __slots__ = ("ignored", "is_strict")

    def __init__(self, ignored: frozenset[str] = frozenset(), *, is_strict: bool = False) -> None:
        self.ignored = frozenset(name.replace("_", "").lower() for name in ignored)
        self.is_strict = is_strict

    def leaves_out(self, name: str) -> bool:
        """Whether a field says nothing: quotas are the moment's, others the user names."""
        if name in MOMENTARY and not self.is_strict:
            return True
        return bool(self.ignored) and name.lower() in self.ignored

    def is_new_each_run(self, name: str) -> bool:
        """Whether a field is an id, a time or an address."""
        if self.is_strict:
            return False
        return name in IDS or name in ADDRESSES or name.endswith(TIMES)


def meaning(message: Message, rules: Rules) -> dict[str, object]:
    """The values that count."""
    values = _without(message.values, rules)
    assert isinstance(values, dict)
    for field in records_of(message):
        contents = list(_records(message, field.start, field.end))
        _put(values, field.path, contents)
    return values


def digest(values: object) -> bytes:
    """The same for equal values, whatever the order of their names."""
    return blake2b(dumps(values, sort_keys=True, default=str).encode(), digest_size=16).digest()


def is_absent(value: object) -> bool:
    """Whether a value says no more than that there is none."""
    if isinstance(value, dict):
        return all(map(is_absent, value.values()))
    return value is False or value == [] or (not isinstance(value, bool) and value in _ABSENT)


def _without(value: object, rules: Rules) -> object:
    if isinstance(value, list):
        return [_without(each, rules) for each in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for name, inner in value.items():
        if rules.leaves_out(name):
            continue
        if rules.is_new_each_run(name) and not isinstance(inner, dict | list):
            found[name] = inner if _is_no_id(name, inner) else SET
        else:
            found[name] = _without(inner, rules)
    return found


def _is_no_id(name: str, value: object) -> bool:
    return value in _NO_ID or (value == 0 and name in _SESSIONS)


def _records(message: Message, start: int, end: int) -> Iterator[object]:
    rest = blake2b(digest_size=8)
    count = 0
    for batch in batches_in(message.data, start, end):
        if batch.is_partial:
            continue  # the next fetch has it whole
        for record in batch.records():
            count += 1
            if count <= RECORDS_SHOWN_MAX:
                yield _record(record)
            else:
                rest.update(repr(_record(record)).encode())
        if batch.problem is not None:
            yield {"problem": batch.problem}
    if count > RECORDS_SHOWN_MAX:
        yield {"more": count - RECORDS_SHOWN_MAX, "digest": rest.hexdigest()}


def _record(record: Record) -> dict[str, object]:
    headers = {name: _text(value) for name, value in record.headers}
    found: dict[str, object] = {"offset": record.offset}
    found |= {"key": _text(record.key), "value": _text(record.value)}
    return {**found, "headers": headers} if headers else found


def _text(data: bytes | None) -> str | None:
    """Bytes as text, cut where they are long; what was cut off still counts."""
    if data is None:
        return None
    data = bytes(data)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = "0x" + data.hex()
    if len(text) <= TEXT_CHARACTERS_MAX:
        return text
    rest = blake2b(data, digest_size=8).hexdigest()
    return f"{text[:TEXT_CHARACTERS_MAX]}... ({len(data)} bytes, {rest})"


def _put(values: dict[str, object], path: str, found: list[object]) -> None:
    """Put something at a path as `responses[0].partitions[1].records`, which is there."""
    place: object = values
    *way, last = path.replace("[", ".[").split(".")
    for step in way:
        if step.startswith("["):
            assert isinstance(place, list)
            place = place[int(step[1:-1])]
        else:
            assert isinstance(place, dict)
            place = place.get(camel_case(step))
            if place is None:
                return  # it was left out
    assert isinstance(place, dict)
    if camel_case(last) in place:
        place[camel_case(last)] = found
