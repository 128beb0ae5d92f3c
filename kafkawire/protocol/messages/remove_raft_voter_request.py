"""Generated from schemas/messages/RemoveRaftVoterRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    ZERO_UUID,
    Message,
    long_string,
    make,
    many_tags,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class RemoveRaftVoterRequest(Message):
    """Takes a voter out of the KRaft quorum (KIP-853).

    Request of api key 81, versions 0, flexible 0+.

    - cluster_id: string, 0+, null. Cluster the sender means to talk to; null leaves it
      unchecked.
    - voter_id: int32, 0+
    - voter_directory_id: uuid, 0+. Directory id of the voter; it must match.
    """

    __slots__ = ("cluster_id", "voter_id", "voter_directory_id")
    _FIELDS = __slots__

    API_KEY = 81
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        cluster_id: str | None = "",
        voter_id: int = 0,
        voter_directory_id: bytes = ZERO_UUID,
    ) -> None:
        self.cluster_id: str | None = cluster_id
        self.voter_id: int = voter_id
        self.voter_directory_id: bytes = voter_directory_id
        self.unknown_tags = None


_pack_iu = packer(">i16s")
_pack_iux = packer(">i16sx")
_unpack_iuB = unpacker(">i16sB")


def _encode_remove_raft_voter_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_remove_raft_voter_request(o, out):
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(b"\0")
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(cluster_id_)
    if o.unknown_tags is None:
        out.append(_pack_iux(o.voter_id, o.voter_directory_id))
    else:
        out.append(_pack_iu(o.voter_id, o.voter_directory_id))
        _encode_remove_raft_voter_request_tags(o, out)


def _decode_remove_raft_voter_request_tags(o, buf, pos, count):
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


def _decode_remove_raft_voter_request(buf, pos):
    o = make(RemoveRaftVoterRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.voter_id, o.voter_directory_id, t = _unpack_iuB(buf, pos)
    pos += 21
    o.unknown_tags = None
    if t:
        pos = _decode_remove_raft_voter_request_tags(o, buf, pos, t)
    return o, pos


RemoveRaftVoterRequest._ENCODERS = {0: _encode_remove_raft_voter_request}
RemoveRaftVoterRequest._DECODERS = {0: _decode_remove_raft_voter_request}
