"""Generated from schemas/messages/LeaderChangeMessage.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    ZERO_UUID,
    LargeFrame,
    Message,
    Struct,
    absent,
    long_array,
    make,
    many_tags,
    null_error,
    packer,
    rower,
    short,
    starmap,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class LeaderChangeMessage(Message):
    """Control record with which a KRaft leader opens its epoch.

    Data, versions 0-1, flexible 0+.

    - version: int16, 0+. Version of this message, also in front of it on disk.
    - leader_id: int32, 0+. The new leader.
    - voters: []Voter, 0+. Voter set at the time.
    - granting_voters: []Voter, 0+. Those who voted for the leader.
    """

    __slots__ = ("version", "leader_id", "voters", "granting_voters")
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class Voter(Struct):
        """Voter of `LeaderChangeMessage`.

        - voter_id: int32, 0+
        - voter_directory_id: uuid, 1+. Directory id of the voter, from version 1.
        """

        __slots__ = ("voter_id", "voter_directory_id")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            voter_id: int = 0,
            voter_directory_id: bytes = ZERO_UUID,
        ) -> None:
            self.voter_id: int = voter_id
            self.voter_directory_id: bytes = voter_directory_id
            self.unknown_tags = None

    def __init__(
        self,
        *,
        version: int = 0,
        leader_id: int = 0,
        voters: list[LeaderChangeMessage.Voter] = NEW,
        granting_voters: list[LeaderChangeMessage.Voter] = NEW,
    ) -> None:
        self.version: int = version
        self.leader_id: int = leader_id
        self.voters: list[LeaderChangeMessage.Voter] = [] if voters is NEW else voters
        self.granting_voters: list[LeaderChangeMessage.Voter] = (
            [] if granting_voters is NEW else granting_voters
        )
        self.unknown_tags = None


_pack_hi = packer(">hi")
_pack_hiB = packer(">hiB")
_pack_i = packer(">i")
_pack_iu = packer(">i16s")
_pack_iux = packer(">i16sx")
_pack_ix = packer(">ix")
_row_iux = rower(">i16sx")
_row_ix = rower(">ix")
_unpack_hiB = unpacker(">hiB")
_unpack_iB = unpacker(">iB")
_unpack_iuB = unpacker(">i16sB")
_Voter = LeaderChangeMessage.Voter
_ONE_VOTER = ((_Voter,),)


def _encode_voter_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_voter_array(array, out):
    for o in array:
        if o.voter_directory_id != ZERO_UUID:
            absent("VoterDirectoryId")
        if o.unknown_tags is None:
            out.append(_pack_ix(o.voter_id))
        else:
            out.append(_pack_i(o.voter_id))
            _encode_voter_tags(o, out)


def _encode_leader_change_message_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_change_message(o, out):
    voters_ = o.voters
    n = len(voters_)
    if n < 127:
        out.append(_pack_hiB(o.version, o.leader_id, n + 1))
    else:
        out.append(_pack_hi(o.version, o.leader_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_voter_array, voters_, out)
    elif n:
        _encode_voter_array(voters_, out)
    granting_voters_ = o.granting_voters
    n = len(granting_voters_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_voter_array, granting_voters_, out)
    elif n:
        _encode_voter_array(granting_voters_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_leader_change_message_tags(o, out)


def _encode_voter_array_2(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iux(o.voter_id, o.voter_directory_id))
        else:
            out.append(_pack_iu(o.voter_id, o.voter_directory_id))
            _encode_voter_tags(o, out)


def _encode_leader_change_message_2(o, out):
    voters_ = o.voters
    n = len(voters_)
    if n < 127:
        out.append(_pack_hiB(o.version, o.leader_id, n + 1))
    else:
        out.append(_pack_hi(o.version, o.leader_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_voter_array_2, voters_, out)
    elif n:
        _encode_voter_array_2(voters_, out)
    granting_voters_ = o.granting_voters
    n = len(granting_voters_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_voter_array_2, granting_voters_, out)
    elif n:
        _encode_voter_array_2(granting_voters_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_leader_change_message_tags(o, out)


def _decode_voter_tags(o, buf, pos, count):
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


def _decode_voter_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Voter)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_voter_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_VOTER * count)]
        end = pos + 5 * count
        if count > 7 and buf[pos + 4:end:5].count(0) == count:
            for o, (o.voter_id,) in zip(found, _row_ix(buf[pos:end])):
                o.voter_directory_id = ZERO_UUID
                o.unknown_tags = None
            return found, end
    for o in found:
        o.voter_id, t = _unpack_iB(buf, pos)
        pos += 5
        o.voter_directory_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_voter_tags(o, buf, pos, t)
    return found, pos


def _decode_leader_change_message_tags(o, buf, pos, count):
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


def _decode_leader_change_message(buf, pos):
    o = make(LeaderChangeMessage)
    o.version, o.leader_id, n = _unpack_hiB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.voters, pos = _decode_voter_array(buf, pos, n - 1)
    elif n:
        o.voters = []
    else:
        null_error("Voters")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.granting_voters, pos = _decode_voter_array(buf, pos, n - 1)
    elif n:
        o.granting_voters = []
    else:
        null_error("GrantingVoters")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_leader_change_message_tags(o, buf, pos, t)
    return o, pos


def _decode_voter_array_2(buf, pos, count):
    if 21 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Voter)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_voter_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_VOTER * count)]
        end = pos + 21 * count
        if count > 7 and buf[pos + 20:end:21].count(0) == count:
            for o, (o.voter_id, o.voter_directory_id) in zip(found, _row_iux(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.voter_id, o.voter_directory_id, t = _unpack_iuB(buf, pos)
        pos += 21
        o.unknown_tags = None
        if t:
            pos = _decode_voter_tags(o, buf, pos, t)
    return found, pos


def _decode_leader_change_message_2(buf, pos):
    o = make(LeaderChangeMessage)
    o.version, o.leader_id, n = _unpack_hiB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.voters, pos = _decode_voter_array_2(buf, pos, n - 1)
    elif n:
        o.voters = []
    else:
        null_error("Voters")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.granting_voters, pos = _decode_voter_array_2(buf, pos, n - 1)
    elif n:
        o.granting_voters = []
    else:
        null_error("GrantingVoters")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_leader_change_message_tags(o, buf, pos, t)
    return o, pos


LeaderChangeMessage._ENCODERS = {
    0: _encode_leader_change_message,
    1: _encode_leader_change_message_2,
}
LeaderChangeMessage._DECODERS = {
    0: _decode_leader_change_message,
    1: _decode_leader_change_message_2,
}
