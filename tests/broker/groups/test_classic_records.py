"""The records that decisions about classic groups write."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.classic_records import (
    apply,
    assigned,
    created,
    current,
    emptied,
    replaced,
)
from kafkawire.broker.groups.join_call import JoinCall
from kafkawire.broker.groups.member import new_member
from kafkawire.broker.groups.records import GroupRecord
from kafkawire.protocol.messages.group_metadata_value import GroupMetadataValue

PROTOCOLS = (("range", b"1"), ("sticky", b"2"))


def call(member_id: str, instance_id: str | None = None, **fields: object) -> JoinCall:
    made = JoinCall(
        group_id="g",
        member_id=member_id,
        group_instance_id=instance_id,
        client_id=f"client of {member_id}",
        client_host="/h",
        protocol_type="consumer",
        protocols=PROTOCOLS,
        session_timeout_ms=7,
        rebalance_timeout_ms=9,
        api_version=9,
        now_ms=0,
    )
    return made._replace(**fields)  # type: ignore[arg-type]


def group_of(*member_ids: str) -> ClassicGroup:
    """A Stable group in generation 3; the instance id of `m` is `of m`."""
    group = ClassicGroup("g", 100)
    group.protocol_type, group.protocol, group.generation = "consumer", "range", 3
    for member_id in member_ids:
        group.add(new_member(call(member_id, f"of {member_id}")))
    apply(group, value_of(assigned(group, {each: each.encode() for each in member_ids})))
    return group


def value_of(record: GroupRecord) -> GroupMetadataValue:
    assert record.key.group == "g"
    assert record.value is not None
    return record.value


def test_a_new_group_has_neither_members_nor_a_protocol_type() -> None:
    """groups A-11."""
    value = value_of(created("g", 5))
    assert (value.protocol_type, value.generation, value.protocol) == ("", 0, None)
    assert (value.leader, value.members, value.current_state_timestamp) == (None, [], 5)


def test_an_emptied_group_keeps_its_type_and_counts_on() -> None:
    """groups A-11, B-43."""
    value = value_of(emptied(group_of("m1"), 200))
    assert (value.protocol_type, value.generation) == ("consumer", 4)
    assert (value.protocol, value.leader, value.members) == (None, None, [])
    assert value.current_state_timestamp == 200


def test_assignments_are_those_of_the_leader_and_of_members_only() -> None:
    """groups B-51."""
    group = group_of("m1", "m2")
    value = value_of(assigned(group, {"m1": b"new", "ghost": b"G"}))
    assert {each.member_id: each.assignment for each in value.members} == {"m1": b"new", "m2": b""}
    assert [each.subscription for each in value.members] == [b"1", b"1"]


@given(
    st.lists(st.sampled_from(["a", "b", "c", "d"]), unique=True, min_size=1),
    st.data(),
)
def test_a_replacement_is_what_a_rename_and_an_update_make(
    member_ids: list[str], data: st.DataObject
) -> None:
    """groups B-35, B-36: the order of the members, the leader and the former client included."""
    group = group_of(*member_ids)
    former = group.members[data.draw(st.sampled_from(member_ids))]
    newcomer = call(
        "new",
        former.group_instance_id,
        protocols=(("range", b"other"),),
        session_timeout_ms=70,
        rebalance_timeout_ms=90,
    )
    decided = value_of(replaced(group, former, newcomer))
    group.rename(former, "new")
    group.update(former, newcomer)
    assert decided == value_of(current(group))
    stored = next(each for each in decided.members if each.member_id == "new")
    assert stored.client_id != newcomer.client_id
    assert (stored.subscription, stored.session_timeout) == (b"other", 70)


@pytest.mark.parametrize("decision", ["assigned", "replaced", "emptied"])
def test_a_decision_changes_nothing(decision: str) -> None:
    """groups A-53: only its record does, once it is written and applied."""
    group = group_of("m1", "m2")
    before = deepcopy(current(group))
    members = dict(group.members)
    if decision == "assigned":
        made = assigned(group, {"m1": b"x"})
    elif decision == "replaced":
        made = replaced(group, group.members["m1"], call("new", "of m1"))
    else:
        made = emptied(group, 200)
    assert current(group) == before != made
    assert group.members == members
    apply(group, value_of(made))
    assert current(group) == made


def test_applying_a_replacement_keeps_what_no_record_holds() -> None:
    """groups B-35: the session and the place among those that have not sent SyncGroup yet."""
    group = group_of("m1", "m2")
    former = group.members["m1"]
    group.progress.pending_syncs.add("m1")
    apply(group, value_of(replaced(group, former, call("new", "of m1"))))
    assert group.members["new"] is former
    assert group.static_members == {"of m1": "new", "of m2": "m2"}
    assert group.progress.pending_syncs == {"new"}
    assert group.leader == "new"
