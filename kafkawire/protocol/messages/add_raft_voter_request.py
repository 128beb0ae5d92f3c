"""Generated from schemas/messages/AddRaftVoterRequest.json; do not edit.

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


class AddRaftVoterRequest(Message):
    """Makes a KRaft observer a voter (KIP-853).

    Request of api key 80, versions 0-1, flexible 0+.

    - cluster_id: string, 0+, null. Cluster the sender means to talk to; null leaves it
      unchecked.
    - timeout_ms: int32, 0+. How long to wait for the new voter set to be committed.
    - voter_id: int32, 0+
    - voter_directory_id: uuid, 0+. Directory id of the replica, which tells a replaced disk
      from the old one.
    - listeners: []Listener, 0+. Where the voter can be reached.
    - ack_when_committed: bool, 1+. False answers once the voter set is in the leader's log
      (KIP-1186).
    """

    __slots__ = (
        "cluster_id",
        "timeout_ms",
        "voter_id",
        "voter_directory_id",
        "listeners",
        "ack_when_committed",
    )
    _FIELDS = __slots__

    API_KEY = 80
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class Listener(Struct):
        """Where the voter can be reached.

        - name: string, 0+
        - host: string, 0+
        - port: uint16, 0+
        """

        __slots__ = ("name", "host", "port")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            host: str = "",
            port: int = 0,
        ) -> None:
            self.name: str = name
            self.host: str = host
            self.port: int = port
            self.unknown_tags = None

    def __init__(
        self,
        *,
        cluster_id: str | None = "",
        timeout_ms: int = 0,
        voter_id: int = 0,
        voter_directory_id: bytes = ZERO_UUID,
        listeners: list[AddRaftVoterRequest.Listener] = NEW,
        ack_when_committed: bool = True,
    ) -> None:
        self.cluster_id: str | None = cluster_id
        self.timeout_ms: int = timeout_ms
        self.voter_id: int = voter_id
        self.voter_directory_id: bytes = voter_directory_id
        self.listeners: list[AddRaftVoterRequest.Listener] = (
            [] if listeners is NEW else listeners
        )
        self.ack_when_committed: bool = ack_when_committed
        self.unknown_tags = None


_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_iiu = packer(">ii16s")
_pack_iiuB = packer(">ii16sB")
_pack_o = packer(">?")
_pack_ox = packer(">?x")
_unpack_HB = unpacker(">HB")
_unpack_iiuB = unpacker(">ii16sB")
_unpack_oB = unpacker(">?B")
_Listener = AddRaftVoterRequest.Listener
_ONE_LISTENER = ((_Listener,),)


def _encode_listener_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_listener_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(host_)
        if o.unknown_tags is None:
            out.append(_pack_Hx(o.port))
        else:
            out.append(_pack_H(o.port))
            _encode_listener_tags(o, out)


def _encode_add_raft_voter_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_add_raft_voter_request(o, out):
    if o.ack_when_committed != True:
        absent("AckWhenCommitted")
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
    listeners_ = o.listeners
    n = len(listeners_)
    if n < 127:
        out.append(_pack_iiuB(o.timeout_ms, o.voter_id, o.voter_directory_id, n + 1))
    else:
        out.append(_pack_iiu(o.timeout_ms, o.voter_id, o.voter_directory_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_listener_array, listeners_, out)
    elif n:
        _encode_listener_array(listeners_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_add_raft_voter_request_tags(o, out)


def _encode_add_raft_voter_request_2(o, out):
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
    listeners_ = o.listeners
    n = len(listeners_)
    if n < 127:
        out.append(_pack_iiuB(o.timeout_ms, o.voter_id, o.voter_directory_id, n + 1))
    else:
        out.append(_pack_iiu(o.timeout_ms, o.voter_id, o.voter_directory_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_listener_array, listeners_, out)
    elif n:
        _encode_listener_array(listeners_, out)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.ack_when_committed))
    else:
        out.append(_pack_o(o.ack_when_committed))
        _encode_add_raft_voter_request_tags(o, out)


def _decode_listener_tags(o, buf, pos, count):
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


def _decode_listener_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Listener)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_listener_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LISTENER * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.port, t = _unpack_HB(buf, pos)
        pos += 3
        o.unknown_tags = None
        if t:
            pos = _decode_listener_tags(o, buf, pos, t)
    return found, pos


def _decode_add_raft_voter_request_tags(o, buf, pos, count):
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


def _decode_add_raft_voter_request(buf, pos):
    o = make(AddRaftVoterRequest)
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
    o.timeout_ms, o.voter_id, o.voter_directory_id, n = _unpack_iiuB(buf, pos)
    pos += 25
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.listeners, pos = _decode_listener_array(buf, pos, n - 1)
    elif n:
        o.listeners = []
    else:
        null_error("Listeners")
    t = buf[pos]
    pos += 1
    o.ack_when_committed = True
    o.unknown_tags = None
    if t:
        pos = _decode_add_raft_voter_request_tags(o, buf, pos, t)
    return o, pos


def _decode_add_raft_voter_request_2(buf, pos):
    o = make(AddRaftVoterRequest)
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
    o.timeout_ms, o.voter_id, o.voter_directory_id, n = _unpack_iiuB(buf, pos)
    pos += 25
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.listeners, pos = _decode_listener_array(buf, pos, n - 1)
    elif n:
        o.listeners = []
    else:
        null_error("Listeners")
    o.ack_when_committed, t = _unpack_oB(buf, pos)
    pos += 2
    o.unknown_tags = None
    if t:
        pos = _decode_add_raft_voter_request_tags(o, buf, pos, t)
    return o, pos


AddRaftVoterRequest._ENCODERS = {
    0: _encode_add_raft_voter_request,
    1: _encode_add_raft_voter_request_2,
}
AddRaftVoterRequest._DECODERS = {
    0: _decode_add_raft_voter_request,
    1: _decode_add_raft_voter_request_2,
}
