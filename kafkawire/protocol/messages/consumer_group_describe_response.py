"""Generated from schemas/messages/ConsumerGroupDescribeResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    INT32S,
    NEW,
    READY_COUNTS,
    VARINTS,
    ZERO_UUID,
    LargeFrame,
    Message,
    Struct,
    compact_strings,
    integers,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    pack_integers,
    packer,
    short,
    starmap,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_compact_strings,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ConsumerGroupDescribeResponse(Message):
    """State, members and assignments of new-protocol groups.

    Response of api key 69, versions 0-1, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - groups: []DescribedGroup, 0+
    """

    __slots__ = ("throttle_time_ms", "groups")
    _FIELDS = __slots__

    API_KEY = 69
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class TopicPartitions(Struct):
        """TopicPartitions of `ConsumerGroupDescribeResponse`.

        - topic_id: uuid, 0+
        - topic_name: string, 0+
        - partitions: []int32, 0+
        """

        __slots__ = ("topic_id", "topic_name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            topic_name: str = "",
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.topic_name: str = topic_name
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    class Assignment(Struct):
        """Assignment of `ConsumerGroupDescribeResponse`.

        - topic_partitions: []TopicPartitions, 0+
        """

        __slots__ = ("topic_partitions",)
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_partitions: list[ConsumerGroupDescribeResponse.TopicPartitions] = NEW,
        ) -> None:
            self.topic_partitions: list[ConsumerGroupDescribeResponse.TopicPartitions] = (
                [] if topic_partitions is NEW else topic_partitions
            )
            self.unknown_tags = None

    class DescribedGroup(Struct):
        """DescribedGroup of `ConsumerGroupDescribeResponse`.

        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - group_id: string, 0+
        - group_state: string, 0+. Empty, Assigning, Reconciling, Stable or Dead.
        - group_epoch: int32, 0+. Rises with every change of members, subscriptions or topic
          metadata.
        - assignment_epoch: int32, 0+. Group epoch for which the target assignment was worked
          out.
        - assignor_name: string, 0+. Assignor in use on the broker.
        - members: []Member, 0+
        - authorized_operations: int32, 0+. Bit n set: AclOperation n is allowed; -2147483648
          when it was not asked for.
        """

        __slots__ = (
            "error_code",
            "error_message",
            "group_id",
            "group_state",
            "group_epoch",
            "assignment_epoch",
            "assignor_name",
            "members",
            "authorized_operations",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            error_message: str | None = None,
            group_id: str = "",
            group_state: str = "",
            group_epoch: int = 0,
            assignment_epoch: int = 0,
            assignor_name: str = "",
            members: list[ConsumerGroupDescribeResponse.Member] = NEW,
            authorized_operations: int = -2147483648,
        ) -> None:
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.group_id: str = group_id
            self.group_state: str = group_state
            self.group_epoch: int = group_epoch
            self.assignment_epoch: int = assignment_epoch
            self.assignor_name: str = assignor_name
            self.members: list[ConsumerGroupDescribeResponse.Member] = (
                [] if members is NEW else members
            )
            self.authorized_operations: int = authorized_operations
            self.unknown_tags = None

    class Member(Struct):
        """Member of `ConsumerGroupDescribeResponse`.

        - member_id: string, 0+
        - instance_id: string, 0+, null. Static member name that outlives restarts (KIP-345);
          null for a dynamic member.
        - rack_id: string, 0+, null. Null when the member gave none.
        - member_epoch: int32, 0+. Group epoch the member has reconciled to.
        - client_id: string, 0+
        - client_host: string, 0+. Address the member connected from, with Java's leading slash.
        - subscribed_topic_names: []string, 0+
        - subscribed_topic_regex: string, 0+, null. Null or empty when the member has no
          pattern.
        - assignment: Assignment, 0+. What the member owns at the moment.
        - target_assignment: Assignment, 0+. What the member shall own in the end.
        - member_type: int8, 1+. 0 classic protocol, 1 consumer protocol, -1 unknown (KIP-1099).
        """

        __slots__ = (
            "member_id",
            "instance_id",
            "rack_id",
            "member_epoch",
            "client_id",
            "client_host",
            "subscribed_topic_names",
            "subscribed_topic_regex",
            "assignment",
            "target_assignment",
            "member_type",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            member_id: str = "",
            instance_id: str | None = None,
            rack_id: str | None = None,
            member_epoch: int = 0,
            client_id: str = "",
            client_host: str = "",
            subscribed_topic_names: list[str] = NEW,
            subscribed_topic_regex: str | None = None,
            assignment: ConsumerGroupDescribeResponse.Assignment = NEW,
            target_assignment: ConsumerGroupDescribeResponse.Assignment = NEW,
            member_type: int = -1,
        ) -> None:
            self.member_id: str = member_id
            self.instance_id: str | None = instance_id
            self.rack_id: str | None = rack_id
            self.member_epoch: int = member_epoch
            self.client_id: str = client_id
            self.client_host: str = client_host
            self.subscribed_topic_names: list[str] = (
                [] if subscribed_topic_names is NEW else subscribed_topic_names
            )
            self.subscribed_topic_regex: str | None = subscribed_topic_regex
            self.assignment: ConsumerGroupDescribeResponse.Assignment = (
                ConsumerGroupDescribeResponse.Assignment() if assignment is NEW else assignment
            )
            self.target_assignment: ConsumerGroupDescribeResponse.Assignment = (
                ConsumerGroupDescribeResponse.Assignment() if target_assignment is NEW else target_assignment
            )
            self.member_type: int = member_type
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        groups: list[ConsumerGroupDescribeResponse.DescribedGroup] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.groups: list[ConsumerGroupDescribeResponse.DescribedGroup] = (
            [] if groups is NEW else groups
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_b = packer(">b")
_pack_bx = packer(">bx")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_pack_iiB = packer(">iiB")
_pack_ix = packer(">ix")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_unpack_bB = unpacker(">bB")
_unpack_hB = unpacker(">hB")
_unpack_iB = unpacker(">iB")
_unpack_iiB = unpacker(">iiB")
_unpack_uB = unpacker(">16sB")
_TopicPartitions = ConsumerGroupDescribeResponse.TopicPartitions
_Assignment = ConsumerGroupDescribeResponse.Assignment
_DescribedGroup = ConsumerGroupDescribeResponse.DescribedGroup
_Member = ConsumerGroupDescribeResponse.Member
_ONE_TOPIC_PARTITIONS = ((_TopicPartitions,),)
_ONE_MEMBER = ((_Member,),)
_ONE_DESCRIBED_GROUP = ((_DescribedGroup,),)


def _encode_topic_partitions_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_partitions_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(string_length(n))
        out.append(topic_name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n == 3:
            i, j, k = partitions_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = partitions_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partitions_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_partitions_tags(o, out)


def _encode_assignment_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_assignment(o, out):
    topic_partitions_ = o.topic_partitions
    n = len(topic_partitions_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_partitions_array, topic_partitions_, out)
    elif n:
        _encode_topic_partitions_array(topic_partitions_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_assignment_tags(o, out)


def _encode_member_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_member_array(array, out):
    for o in array:
        member_id_ = o.member_id
        member_id_ = member_id_.encode()
        n = len(member_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(member_id_)
        instance_id_ = o.instance_id
        if instance_id_ is None:
            out.append(b"\0")
        else:
            instance_id_ = instance_id_.encode()
            n = len(instance_id_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(instance_id_)
        rack_id_ = o.rack_id
        if rack_id_ is None:
            out.append(b"\0")
        else:
            rack_id_ = rack_id_.encode()
            n = len(rack_id_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(rack_id_)
        client_id_ = o.client_id
        client_id_ = client_id_.encode()
        n = len(client_id_)
        if n < 127:
            out.append(_pack_iB(o.member_epoch, n + 1))
        else:
            out.append(_pack_i(o.member_epoch))
            out.append(string_length(n))
        out.append(client_id_)
        client_host_ = o.client_host
        client_host_ = client_host_.encode()
        n = len(client_host_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(client_host_)
        subscribed_topic_names_ = o.subscribed_topic_names
        n = len(subscribed_topic_names_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(subscribed_topic_names_, out)
        subscribed_topic_regex_ = o.subscribed_topic_regex
        if subscribed_topic_regex_ is None:
            out.append(b"\0")
        else:
            subscribed_topic_regex_ = subscribed_topic_regex_.encode()
            n = len(subscribed_topic_regex_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(subscribed_topic_regex_)
        _encode_assignment(o.assignment, out)
        _encode_assignment(o.target_assignment, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_member_tags(o, out)


def _encode_described_group_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_described_group_array(array, out):
    for o in array:
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hx(o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_hB(o.error_code, n + 1))
            else:
                out.append(_pack_h(o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
        group_state_ = o.group_state
        group_state_ = group_state_.encode()
        n = len(group_state_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_state_)
        assignor_name_ = o.assignor_name
        assignor_name_ = assignor_name_.encode()
        n = len(assignor_name_)
        if n < 127:
            out.append(_pack_iiB(o.group_epoch, o.assignment_epoch, n + 1))
        else:
            out.append(_pack_ii(o.group_epoch, o.assignment_epoch))
            out.append(string_length(n))
        out.append(assignor_name_)
        members_ = o.members
        n = len(members_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_member_array, members_, out)
        elif n:
            _encode_member_array(members_, out)
        if o.unknown_tags is None:
            out.append(_pack_ix(o.authorized_operations))
        else:
            out.append(_pack_i(o.authorized_operations))
            _encode_described_group_tags(o, out)


def _encode_consumer_group_describe_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_consumer_group_describe_response(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_described_group_array, groups_, out)
    elif n:
        _encode_described_group_array(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_consumer_group_describe_response_tags(o, out)


def _encode_member_array_2(array, out):
    for o in array:
        member_id_ = o.member_id
        member_id_ = member_id_.encode()
        n = len(member_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(member_id_)
        instance_id_ = o.instance_id
        if instance_id_ is None:
            out.append(b"\0")
        else:
            instance_id_ = instance_id_.encode()
            n = len(instance_id_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(instance_id_)
        rack_id_ = o.rack_id
        if rack_id_ is None:
            out.append(b"\0")
        else:
            rack_id_ = rack_id_.encode()
            n = len(rack_id_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(rack_id_)
        client_id_ = o.client_id
        client_id_ = client_id_.encode()
        n = len(client_id_)
        if n < 127:
            out.append(_pack_iB(o.member_epoch, n + 1))
        else:
            out.append(_pack_i(o.member_epoch))
            out.append(string_length(n))
        out.append(client_id_)
        client_host_ = o.client_host
        client_host_ = client_host_.encode()
        n = len(client_host_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(client_host_)
        subscribed_topic_names_ = o.subscribed_topic_names
        n = len(subscribed_topic_names_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(subscribed_topic_names_, out)
        subscribed_topic_regex_ = o.subscribed_topic_regex
        if subscribed_topic_regex_ is None:
            out.append(b"\0")
        else:
            subscribed_topic_regex_ = subscribed_topic_regex_.encode()
            n = len(subscribed_topic_regex_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(subscribed_topic_regex_)
        _encode_assignment(o.assignment, out)
        _encode_assignment(o.target_assignment, out)
        if o.unknown_tags is None:
            out.append(_pack_bx(o.member_type))
        else:
            out.append(_pack_b(o.member_type))
            _encode_member_tags(o, out)


def _encode_described_group_array_2(array, out):
    for o in array:
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hx(o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_hB(o.error_code, n + 1))
            else:
                out.append(_pack_h(o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
        group_state_ = o.group_state
        group_state_ = group_state_.encode()
        n = len(group_state_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_state_)
        assignor_name_ = o.assignor_name
        assignor_name_ = assignor_name_.encode()
        n = len(assignor_name_)
        if n < 127:
            out.append(_pack_iiB(o.group_epoch, o.assignment_epoch, n + 1))
        else:
            out.append(_pack_ii(o.group_epoch, o.assignment_epoch))
            out.append(string_length(n))
        out.append(assignor_name_)
        members_ = o.members
        n = len(members_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_member_array_2, members_, out)
        elif n:
            _encode_member_array_2(members_, out)
        if o.unknown_tags is None:
            out.append(_pack_ix(o.authorized_operations))
        else:
            out.append(_pack_i(o.authorized_operations))
            _encode_described_group_tags(o, out)


def _encode_consumer_group_describe_response_2(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_described_group_array_2, groups_, out)
    elif n:
        _encode_described_group_array_2(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_consumer_group_describe_response_tags(o, out)


def _decode_topic_partitions_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if o.unknown_tags is None:
            o.unknown_tags = {}
        o.unknown_tags[tag] = bytes(buf[pos:end])
        pos = end
    return pos


def _decode_topic_partitions_array(buf, pos, count):
    if 19 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicPartitions)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_partitions_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PARTITIONS * count)]
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.partitions = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_partitions_tags(o, buf, pos, t)
    return found, pos


def _decode_assignment_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if o.unknown_tags is None:
            o.unknown_tags = {}
        o.unknown_tags[tag] = bytes(buf[pos:end])
        pos = end
    return pos


def _decode_assignment(buf, pos):
    o = make(_Assignment)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_partitions, pos = _decode_topic_partitions_array(buf, pos, n - 1)
    elif n:
        o.topic_partitions = []
    else:
        null_error("TopicPartitions")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_assignment_tags(o, buf, pos, t)
    return o, pos


def _decode_member_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if o.unknown_tags is None:
            o.unknown_tags = {}
        o.unknown_tags[tag] = bytes(buf[pos:end])
        pos = end
    return pos


def _decode_member_array(buf, pos, count):
    if 16 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Member)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.member_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("MemberId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.instance_id = buf[pos:e].decode()
            pos = e
        else:
            o.instance_id = None
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.rack_id = buf[pos:e].decode()
            pos = e
        else:
            o.rack_id = None
        o.member_epoch, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.client_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.client_host = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientHost")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.subscribed_topic_names, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.subscribed_topic_names = []
        else:
            null_error("SubscribedTopicNames")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.subscribed_topic_regex = buf[pos:e].decode()
            pos = e
        else:
            o.subscribed_topic_regex = None
        o.assignment, pos = _decode_assignment(buf, pos)
        o.target_assignment, pos = _decode_assignment(buf, pos)
        t = buf[pos]
        pos += 1
        o.member_type = -1
        o.unknown_tags = None
        if t:
            pos = _decode_member_tags(o, buf, pos, t)
    return found, pos


def _decode_described_group_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if o.unknown_tags is None:
            o.unknown_tags = {}
        o.unknown_tags[tag] = bytes(buf[pos:end])
        pos = end
    return pos


def _decode_described_group_array(buf, pos, count):
    if 20 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP * count)]
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.group_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.group_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupState")
        o.group_epoch, o.assignment_epoch, n = _unpack_iiB(buf, pos)
        pos += 9
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.assignor_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("AssignorName")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.members, pos = _decode_member_array(buf, pos, n - 1)
        elif n:
            o.members = []
        else:
            null_error("Members")
        o.authorized_operations, t = _unpack_iB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_described_group_tags(o, buf, pos, t)
    return found, pos


def _decode_consumer_group_describe_response_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if o.unknown_tags is None:
            o.unknown_tags = {}
        o.unknown_tags[tag] = bytes(buf[pos:end])
        pos = end
    return pos


def _decode_consumer_group_describe_response(buf, pos):
    o = make(ConsumerGroupDescribeResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_described_group_array(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_consumer_group_describe_response_tags(o, buf, pos, t)
    return o, pos


def _decode_member_array_2(buf, pos, count):
    if 17 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Member)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.member_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("MemberId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.instance_id = buf[pos:e].decode()
            pos = e
        else:
            o.instance_id = None
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.rack_id = buf[pos:e].decode()
            pos = e
        else:
            o.rack_id = None
        o.member_epoch, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.client_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.client_host = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientHost")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.subscribed_topic_names, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.subscribed_topic_names = []
        else:
            null_error("SubscribedTopicNames")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.subscribed_topic_regex = buf[pos:e].decode()
            pos = e
        else:
            o.subscribed_topic_regex = None
        o.assignment, pos = _decode_assignment(buf, pos)
        o.target_assignment, pos = _decode_assignment(buf, pos)
        o.member_type, t = _unpack_bB(buf, pos)
        pos += 2
        o.unknown_tags = None
        if t:
            pos = _decode_member_tags(o, buf, pos, t)
    return found, pos


def _decode_described_group_array_2(buf, pos, count):
    if 20 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP * count)]
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.group_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.group_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupState")
        o.group_epoch, o.assignment_epoch, n = _unpack_iiB(buf, pos)
        pos += 9
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.assignor_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("AssignorName")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.members, pos = _decode_member_array_2(buf, pos, n - 1)
        elif n:
            o.members = []
        else:
            null_error("Members")
        o.authorized_operations, t = _unpack_iB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_described_group_tags(o, buf, pos, t)
    return found, pos


def _decode_consumer_group_describe_response_2(buf, pos):
    o = make(ConsumerGroupDescribeResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_described_group_array_2(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_consumer_group_describe_response_tags(o, buf, pos, t)
    return o, pos


ConsumerGroupDescribeResponse._ENCODERS = {
    0: _encode_consumer_group_describe_response,
    1: _encode_consumer_group_describe_response_2,
}
ConsumerGroupDescribeResponse._DECODERS = {
    0: _decode_consumer_group_describe_response,
    1: _decode_consumer_group_describe_response_2,
}
