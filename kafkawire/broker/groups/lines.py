"""What happens to groups, as lines of the logger `kafkawire.group`."""

from __future__ import annotations

from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.records import GroupRecord, OffsetRecord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.group import Group
    from kafkawire.broker.groups.records import Record


def state_line(group: ClassicGroup) -> str:
    """The state of a classic group, its generation and how many members it has."""
    return (
        f"group {group.group_id!r}: {group.state_name}, generation {group.generation}, "
        f"{_members(len(group.members))}"
    )


def record_line(group: Group | None, record: Record) -> str | None:
    """What a record, just applied, has made of its group; None if that is not worth a line."""
    if isinstance(record, OffsetRecord):
        return None
    name = f"group {record.group_id!r}"
    if isinstance(record, GroupRecord):
        if isinstance(group, ClassicGroup):
            return state_line(group)
        return f"{name}: is gone"
    return _consumer_line(name, group, record.key.API_KEY, record)


def _consumer_line(name: str, group: Group | None, kind: int, record: Record) -> str | None:
    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer_classes import CURRENT, EPOCH, MEMBER

    if not isinstance(group, ConsumerGroup):
        return f"{name}: is gone" if kind == EPOCH else None
    if kind == EPOCH:
        return f"{name}: {group.state_name}, epoch {group.epoch}, {_members(len(group.members))}"
    if kind == MEMBER:
        member_id: str = record.key.member_id  # type: ignore[attr-defined]
        return f"{name}: member {member_id!r} {'is gone' if record.value is None else 'is there'}"
    if kind == CURRENT and record.value is not None:
        member_id = record.key.member_id  # type: ignore[attr-defined]
        epoch: int = record.value.member_epoch  # type: ignore[attr-defined]
        return f"{name}: {group.state_name}, member {member_id!r} is at epoch {epoch}"
    return None


def _members(count: int) -> str:
    return "1 member" if count == 1 else f"{count} members"
