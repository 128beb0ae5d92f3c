"""A classic group's members, protocols and record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.coordinator import Answer
from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.classic_records import apply, current
from kafkawire.broker.groups.group import Committer
from kafkawire.broker.groups.member import ClassicMember
from kafkawire.broker.groups.states import GroupState
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.group_metadata_value import GroupMetadataValue

NAMES = ["range", "roundrobin", "sticky", "cooperative-sticky"]


def member(
    member_id: str, *names: str, instance: str | None = None, waiting: bool = False
) -> ClassicMember:
    made = ClassicMember(member_id, instance, client_id="ca", client_host="/127.0.0.1")
    made.protocols = tuple((name, name.encode()) for name in names)
    made.presence.join = Answer() if waiting else None
    return made


def group_of(*members: ClassicMember) -> ClassicGroup:
    group = ClassicGroup("g", 0)
    group.protocol_type = "consumer"
    for each in members:
        group.add(each)
    return group


def test_the_first_member_leads_and_the_first_in_hash_order_follows_it() -> None:
    """groups B-23, B-44."""
    ids = ["m5", "m1", "m9", "m3"]
    group = group_of(*(member(member_id, "range") for member_id in ids))
    assert group.leader == "m5"
    group.remove("m5")
    assert group.leader == java_hash_order(ids[1:])[0]
    for member_id in ids:
        group.remove(member_id)
    assert group.leader is None


@pytest.mark.parametrize(
    ("offers", "selected"),
    [
        ([("range", "roundrobin"), ("roundrobin", "range")], "range"),
        ([("range", "sticky"), ("sticky", "range")], "sticky"),
        ([("range",), ("roundrobin", "range")], "range"),
        ([("sticky", "range"), ("sticky", "range"), ("range", "sticky")], "sticky"),
    ],
)
def test_the_protocol_of_most_votes_is_selected(
    offers: list[tuple[str, ...]], selected: str
) -> None:
    """groups B-45, scenario 28: a tie goes to Java's hash order."""
    group = group_of(*(member(f"m{i}", *names) for i, names in enumerate(offers)))
    assert group.select_protocol() == selected


@given(st.lists(st.lists(st.sampled_from(NAMES), min_size=1, unique=True), max_size=5))
def test_accepting_and_selecting_follow_the_rules(offers: list[list[str]]) -> None:
    """groups B-16, B-45, with the counts of supporters checked against a plain search."""
    group = group_of()
    joined: list[list[str]] = []
    for i, names in enumerate(offers):
        protocols = tuple((name, b"") for name in names)
        common = set(NAMES).intersection(*joined)
        if joined:
            group.state = GroupState.STABLE
            assert group.accepts("consumer", protocols) == bool(common & set(names))
            assert not group.accepts("connect", protocols)
        if not common & set(names):
            continue
        group.add(member(f"m{i}", *names))
        joined.append(names)
    if joined:
        candidates = set(NAMES).intersection(*joined)
        votes = [next(name for name in names if name in candidates) for names in joined]
        most = max(votes.count(name) for name in votes)
        best = {name for name in votes if votes.count(name) == most}
        assert group.select_protocol() == java_hash_order(set(votes) & best)[0] or (
            group.select_protocol() in best
        )


def test_an_empty_group_accepts_any_type_and_name() -> None:
    """groups B-16."""
    group = ClassicGroup("g", 0)
    assert group.accepts("connect", (("x", b""),))
    assert not group.accepts("", (("x", b""),))
    assert not group.accepts("connect", ())


@pytest.mark.parametrize(
    ("member_id", "instance", "code"),
    [
        ("m1", "i1", None),
        ("m1", None, None),
        ("m1", "i2", ErrorCode.UNKNOWN_MEMBER_ID),
        ("m2", "i1", ErrorCode.FENCED_INSTANCE_ID),
        ("m3", "i1", ErrorCode.FENCED_INSTANCE_ID),
        ("m3", None, ErrorCode.UNKNOWN_MEMBER_ID),
        ("m2", None, None),
    ],
)
def test_membership_is_checked_by_instance_and_then_by_id(
    member_id: str, instance: str | None, code: ErrorCode | None
) -> None:
    """groups B-20."""
    group = group_of(member("m1", "range", instance="i1"), member("m2", "range"))
    if code is None:
        assert group.check_member(member_id, instance).member_id == member_id
        return
    with pytest.raises(ApiError) as raised:
        group.check_member(member_id, instance)
    assert raised.value.code == code


def test_a_renamed_member_keeps_its_place() -> None:
    """groups B-35."""
    group = group_of(member("old", "range", instance="i"), member("m2", "range"))
    group.members["old"].assignment = b"mine"
    group.progress.pending_syncs.add("old")
    group.rename(group.members["old"], "new")
    assert group.leader == "new"
    assert group.static_members == {"i": "new"}
    assert group.members["new"].assignment == b"mine"
    assert group.progress.pending_syncs == {"new"}


# The record

ids = st.sampled_from(["m1", "m2", "m3", "m4"])


@st.composite
def values(draw: st.DrawFn) -> GroupMetadataValue:
    """Records as a coordinator writes them: ids and instances belong to one member each."""
    chosen = draw(st.lists(ids, unique=True, max_size=4))
    instances = draw(st.permutations(["i1", "i2", "i3", None]))
    protocol = draw(st.sampled_from(NAMES)) if chosen else None
    return GroupMetadataValue(
        protocol_type="consumer",
        generation=draw(st.integers(0, 5)),
        protocol=protocol,
        leader=chosen[0] if chosen else None,
        current_state_timestamp=draw(st.integers(0, 5)),
        members=[
            GroupMetadataValue.MemberMetadata(
                member_id=member_id,
                group_instance_id=instance,
                client_id=draw(st.sampled_from(["a", "b"])),
                client_host="/h",
                rebalance_timeout=draw(st.integers(0, 3)),
                session_timeout=draw(st.integers(0, 3)),
                subscription=draw(st.sampled_from([b"", b"x"])),
                assignment=draw(st.sampled_from([b"", b"y"])),
            )
            for member_id, instance in zip(java_hash_order(chosen), instances, strict=False)
        ],
    )


@given(st.lists(values(), min_size=1, max_size=6))
def test_a_group_is_what_its_last_record_says(history: list[GroupMetadataValue]) -> None:
    """groups A-9, A-21: whatever records came before, and `current` inverts `apply`."""
    group = ClassicGroup("g", 0)
    for value in history:
        apply(group, value)
        assert current(group).value == value
        is_empty = not value.members
        assert group.state is (GroupState.EMPTY if is_empty else GroupState.STABLE)
        statics = {m.group_instance_id: m.member_id for m in value.members}
        statics.pop(None, None)
        assert group.static_members == statics


def test_a_group_of_version_0_has_one_timeout_for_both() -> None:
    """groups A-21."""
    value = GroupMetadataValue(
        protocol_type="consumer",
        protocol="range",
        leader="m",
        members=[GroupMetadataValue.MemberMetadata(member_id="m", session_timeout=9)],
    )
    group = ClassicGroup("g", 0)
    apply(group, value)
    assert group.members["m"].rebalance_timeout_ms == 9
    assert group.rebalance_timeout_ms == 9


def test_a_negative_rebalance_timeout_counts_as_none() -> None:
    """groups B-10."""
    one = member("m", "range")
    one.rebalance_timeout_ms = -5
    assert group_of(one).rebalance_timeout_ms == 0


def test_only_consumers_are_known_to_subscribe() -> None:
    """groups E-3, B-91: what cannot be parsed counts as everything, other types as nothing."""
    group = group_of(member("m", "range"))
    group.protocol = "range"
    group.read_subscriptions()
    assert group.is_subscribed_to("anything")
    group.protocol_type = "connect"
    group.read_subscriptions()
    assert not group.is_subscribed_to("anything")


@pytest.mark.parametrize(("epoch", "code"), [(-1, None), (0, ErrorCode.UNKNOWN_MEMBER_ID)])
def test_an_empty_group_takes_commits_that_name_no_generation(
    epoch: int, code: ErrorCode | None
) -> None:
    """groups C-10: generation 0 is one that a member could have."""
    committer = Committer("", None, epoch, is_transactional=False, api_version=8)
    found = None
    try:
        ClassicGroup("g", 0).check_commit(committer)
    except ApiError as error:
        found = error.code
    assert found == code
