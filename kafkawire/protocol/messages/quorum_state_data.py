"""Generated from schemas/records/QuorumStateData.json; do not edit.

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
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    rower,
    short,
    starmap,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class QuorumStateData(Message):
    """The quorum-state file, in JSON: what a KRaft node must remember of elections.

    Data, versions 0-1, flexible 0+.

    - cluster_id: string, 0. Cluster the sender means to talk to; null leaves it unchecked.
    - leader_id: int32, 0+. Leader of the epoch; -1 unknown.
    - leader_epoch: int32, 0+. Newest epoch seen; -1 before the first.
    - voted_id: int32, 0+. Whom this node voted for in the epoch; -1 for nobody.
    - voted_directory_id: uuid, 1+. Directory id of that candidate.
    - applied_offset: int64, 0. Version 0 only; always 0.
    - current_voters: []Voter, 0, null. Voter set, version 0 only; version 1 has it in the
      log (KIP-853).
    """

    __slots__ = (
        "cluster_id",
        "leader_id",
        "leader_epoch",
        "voted_id",
        "voted_directory_id",
        "applied_offset",
        "current_voters",
    )
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class Voter(Struct):
        """Voter set, version 0 only; version 1 has it in the log (KIP-853).

        - voter_id: int32, 0
        """

        __slots__ = ("voter_id",)
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            voter_id: int = 0,
        ) -> None:
            self.voter_id: int = voter_id
            self.unknown_tags = None

    def __init__(
        self,
        *,
        cluster_id: str = "",
        leader_id: int = -1,
        leader_epoch: int = -1,
        voted_id: int = -1,
        voted_directory_id: bytes = ZERO_UUID,
        applied_offset: int = 0,
        current_voters: list[QuorumStateData.Voter] | None = NEW,
    ) -> None:
        self.cluster_id: str = cluster_id
        self.leader_id: int = leader_id
        self.leader_epoch: int = leader_epoch
        self.voted_id: int = voted_id
        self.voted_directory_id: bytes = voted_directory_id
        self.applied_offset: int = applied_offset
        self.current_voters: list[QuorumStateData.Voter] | None = (
            [] if current_voters is NEW else current_voters
        )
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iiiq = packer(">iiiq")
_pack_iiiqB = packer(">iiiqB")
_pack_iiiqx = packer(">iiiqx")
_pack_iiiu = packer(">iii16s")
_pack_iiiux = packer(">iii16sx")
_pack_ix = packer(">ix")
_row_ix = rower(">ix")
_unpack_iB = unpacker(">iB")
_unpack_iiiqB = unpacker(">iiiqB")
_unpack_iiiuB = unpacker(">iii16sB")
_Voter = QuorumStateData.Voter
_ONE_VOTER = ((_Voter,),)


def _encode_voter_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_voter_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_ix(o.voter_id))
        else:
            out.append(_pack_i(o.voter_id))
            _encode_voter_tags(o, out)


def _encode_quorum_state_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_quorum_state_data(o, out):
    if o.voted_directory_id != ZERO_UUID:
        absent("VotedDirectoryId")
    cluster_id_ = o.cluster_id
    cluster_id_ = cluster_id_.encode()
    n = len(cluster_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(cluster_id_)
    current_voters_ = o.current_voters
    if current_voters_ is None:
        out.append(_pack_iiiqx(o.leader_id, o.leader_epoch, o.voted_id, o.applied_offset))
    else:
        n = len(current_voters_)
        if n < 127:
            out.append(_pack_iiiqB(
                o.leader_id,
                o.leader_epoch,
                o.voted_id,
                o.applied_offset,
                n + 1,
            ))
        else:
            out.append(_pack_iiiq(o.leader_id, o.leader_epoch, o.voted_id, o.applied_offset))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_voter_array, current_voters_, out)
        elif n:
            _encode_voter_array(current_voters_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_quorum_state_data_tags(o, out)


def _encode_quorum_state_data_2(o, out):
    if o.cluster_id:
        absent("ClusterId")
    if o.applied_offset:
        absent("AppliedOffset")
    if not (not o.current_voters and o.current_voters is not None):
        absent("CurrentVoters")
    if o.unknown_tags is None:
        out.append(_pack_iiiux(o.leader_id, o.leader_epoch, o.voted_id, o.voted_directory_id))
    else:
        out.append(_pack_iiiu(o.leader_id, o.leader_epoch, o.voted_id, o.voted_directory_id))
        _encode_quorum_state_data_tags(o, out)


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
                o.unknown_tags = None
            return found, end
    for o in found:
        o.voter_id, t = _unpack_iB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_voter_tags(o, buf, pos, t)
    return found, pos


def _decode_quorum_state_data_tags(o, buf, pos, count):
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


def _decode_quorum_state_data(buf, pos):
    o = make(QuorumStateData)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClusterId")
    o.leader_id, o.leader_epoch, o.voted_id, o.applied_offset, n = _unpack_iiiqB(buf, pos)
    pos += 21
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.current_voters, pos = _decode_voter_array(buf, pos, n - 1)
    elif n:
        o.current_voters = []
    else:
        o.current_voters = None
    t = buf[pos]
    pos += 1
    o.voted_directory_id = ZERO_UUID
    o.unknown_tags = None
    if t:
        pos = _decode_quorum_state_data_tags(o, buf, pos, t)
    return o, pos


def _decode_quorum_state_data_2(buf, pos):
    o = make(QuorumStateData)
    (o.leader_id, o.leader_epoch, o.voted_id, o.voted_directory_id, t) = _unpack_iiiuB(buf, pos)
    pos += 29
    o.cluster_id = ""
    o.applied_offset = 0
    o.current_voters = []
    o.unknown_tags = None
    if t:
        pos = _decode_quorum_state_data_tags(o, buf, pos, t)
    return o, pos


QuorumStateData._ENCODERS = {0: _encode_quorum_state_data, 1: _encode_quorum_state_data_2}
QuorumStateData._DECODERS = {0: _decode_quorum_state_data, 1: _decode_quorum_state_data_2}
