"""Generated from schemas/messages/UpdateRaftVoterResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    Message,
    Struct,
    freeze,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    tag_size_error,
    unpacker,
    uvarint,
    write_tags,
)


class UpdateRaftVoterResponse(Message):
    """Whether the change was taken.

    Response of api key 82, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - current_leader: CurrentLeader, 0+, tag 0. Leader to go to instead, with its address.
    """

    __slots__ = ("throttle_time_ms", "error_code", "current_leader")
    _FIELDS = __slots__

    API_KEY = 82
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class CurrentLeader(Struct):
        """Leader to go to instead, with its address.

        - leader_id: int32, 0+. Leader the sender knows for the epoch; -1 when there is none
          yet.
        - leader_epoch: int32, 0+. Epoch of that leader; -1 unknown.
        - host: string, 0+
        - port: int32, 0+
        """

        __slots__ = ("leader_id", "leader_epoch", "host", "port")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            leader_id: int = -1,
            leader_epoch: int = -1,
            host: str = "",
            port: int = 0,
        ) -> None:
            self.leader_id: int = leader_id
            self.leader_epoch: int = leader_epoch
            self.host: str = host
            self.port: int = port
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        current_leader: UpdateRaftVoterResponse.CurrentLeader = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.current_leader: UpdateRaftVoterResponse.CurrentLeader = (
            _CURRENT_LEADER_DEFAULT if current_leader is NEW else current_leader
        )
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_ih = packer(">ih")
_pack_ihx = packer(">ihx")
_pack_ii = packer(">ii")
_pack_iiB = packer(">iiB")
_pack_ix = packer(">ix")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_unpack_iiB = unpacker(">iiB")
_CurrentLeader = UpdateRaftVoterResponse.CurrentLeader
_CURRENT_LEADER_DEFAULT = _CurrentLeader()
freeze(_CURRENT_LEADER_DEFAULT)


def _encode_current_leader_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_current_leader(o, out):
    host_ = o.host
    host_ = host_.encode()
    n = len(host_)
    if n < 127:
        out.append(_pack_iiB(o.leader_id, o.leader_epoch, n + 1))
    else:
        out.append(_pack_ii(o.leader_id, o.leader_epoch))
        out.append(string_length(n))
    out.append(host_)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.port))
    else:
        out.append(_pack_i(o.port))
        _encode_current_leader_tags(o, out)


def _encode_update_raft_voter_response_tags(o, section):
    found = {}
    if not (o.current_leader is _CURRENT_LEADER_DEFAULT or o.current_leader == _CURRENT_LEADER_DEFAULT):
        out = []
        _encode_current_leader(o.current_leader, out)
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_update_raft_voter_response(o, out):
    if o.current_leader is _CURRENT_LEADER_DEFAULT and o.unknown_tags is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        _encode_update_raft_voter_response_tags(o, out)


def _decode_current_leader_tags(o, buf, pos, count):
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


def _decode_current_leader(buf, pos):
    o = make(_CurrentLeader)
    o.leader_id, o.leader_epoch, n = _unpack_iiB(buf, pos)
    pos += 9
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.host = buf[pos:e].decode()
        pos = e
    else:
        null_error("Host")
    o.port, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_current_leader_tags(o, buf, pos, t)
    return o, pos


def _decode_update_raft_voter_response_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.current_leader, pos = _decode_current_leader(buf, pos)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_update_raft_voter_response(buf, pos):
    o = make(UpdateRaftVoterResponse)
    o.throttle_time_ms, o.error_code, t = _unpack_ihB(buf, pos)
    pos += 7
    o.current_leader = _CURRENT_LEADER_DEFAULT
    o.unknown_tags = None
    if t:
        pos = _decode_update_raft_voter_response_tags(o, buf, pos, t)
    return o, pos


UpdateRaftVoterResponse._ENCODERS = {0: _encode_update_raft_voter_response}
UpdateRaftVoterResponse._DECODERS = {0: _decode_update_raft_voter_response}
