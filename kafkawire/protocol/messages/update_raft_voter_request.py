"""Generated from schemas/messages/UpdateRaftVoterRequest.json; do not edit.

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


class UpdateRaftVoterRequest(Message):
    """A voter tells the leader its addresses and versions when they changed (KIP-853).

    Request of api key 82, versions 0, flexible 0+.

    - cluster_id: string, 0+, null. Cluster the sender means to talk to; null leaves it
      unchecked.
    - current_leader_epoch: int32, 0+. Epoch of the leader this is meant for.
    - voter_id: int32, 0+
    - voter_directory_id: uuid, 0+. Directory id of the voter; all zero when the sender does
      not know it (KIP-853).
    - listeners: []Listener, 0+. Where the voter can be reached now.
    - kraft_version_feature: KRaftVersionFeature, 0+. kraft.version levels the voter can
      run.
    """

    __slots__ = (
        "cluster_id",
        "current_leader_epoch",
        "voter_id",
        "voter_directory_id",
        "listeners",
        "kraft_version_feature",
    )
    _FIELDS = __slots__

    API_KEY = 82
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class Listener(Struct):
        """Where the voter can be reached now.

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

    class KRaftVersionFeature(Struct):
        """kraft.version levels the voter can run.

        - min_supported_version: int16, 0+. Lowest kraft.version the voter can run.
        - max_supported_version: int16, 0+. Highest kraft.version the voter can run.
        """

        __slots__ = ("min_supported_version", "max_supported_version")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            min_supported_version: int = 0,
            max_supported_version: int = 0,
        ) -> None:
            self.min_supported_version: int = min_supported_version
            self.max_supported_version: int = max_supported_version
            self.unknown_tags = None

    def __init__(
        self,
        *,
        cluster_id: str | None = "",
        current_leader_epoch: int = 0,
        voter_id: int = 0,
        voter_directory_id: bytes = ZERO_UUID,
        listeners: list[UpdateRaftVoterRequest.Listener] = NEW,
        kraft_version_feature: UpdateRaftVoterRequest.KRaftVersionFeature = NEW,
    ) -> None:
        self.cluster_id: str | None = cluster_id
        self.current_leader_epoch: int = current_leader_epoch
        self.voter_id: int = voter_id
        self.voter_directory_id: bytes = voter_directory_id
        self.listeners: list[UpdateRaftVoterRequest.Listener] = (
            [] if listeners is NEW else listeners
        )
        self.kraft_version_feature: UpdateRaftVoterRequest.KRaftVersionFeature = (
            UpdateRaftVoterRequest.KRaftVersionFeature() if kraft_version_feature is NEW else kraft_version_feature
        )
        self.unknown_tags = None


_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_hh = packer(">hh")
_pack_hhx = packer(">hhx")
_pack_iiu = packer(">ii16s")
_pack_iiuB = packer(">ii16sB")
_unpack_HB = unpacker(">HB")
_unpack_hhB = unpacker(">hhB")
_unpack_iiuB = unpacker(">ii16sB")
_Listener = UpdateRaftVoterRequest.Listener
_KRaftVersionFeature = UpdateRaftVoterRequest.KRaftVersionFeature
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


def _encode_kraft_version_feature_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_kraft_version_feature(o, out):
    if o.unknown_tags is None:
        out.append(_pack_hhx(o.min_supported_version, o.max_supported_version))
    else:
        out.append(_pack_hh(o.min_supported_version, o.max_supported_version))
        _encode_kraft_version_feature_tags(o, out)


def _encode_update_raft_voter_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_update_raft_voter_request(o, out):
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
        out.append(_pack_iiuB(o.current_leader_epoch, o.voter_id, o.voter_directory_id, n + 1))
    else:
        out.append(_pack_iiu(o.current_leader_epoch, o.voter_id, o.voter_directory_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_listener_array, listeners_, out)
    elif n:
        _encode_listener_array(listeners_, out)
    _encode_kraft_version_feature(o.kraft_version_feature, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_update_raft_voter_request_tags(o, out)


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


def _decode_kraft_version_feature_tags(o, buf, pos, count):
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


def _decode_kraft_version_feature(buf, pos):
    o = make(_KRaftVersionFeature)
    o.min_supported_version, o.max_supported_version, t = _unpack_hhB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_kraft_version_feature_tags(o, buf, pos, t)
    return o, pos


def _decode_update_raft_voter_request_tags(o, buf, pos, count):
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


def _decode_update_raft_voter_request(buf, pos):
    o = make(UpdateRaftVoterRequest)
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
    o.current_leader_epoch, o.voter_id, o.voter_directory_id, n = _unpack_iiuB(buf, pos)
    pos += 25
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.listeners, pos = _decode_listener_array(buf, pos, n - 1)
    elif n:
        o.listeners = []
    else:
        null_error("Listeners")
    o.kraft_version_feature, pos = _decode_kraft_version_feature(buf, pos)
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_update_raft_voter_request_tags(o, buf, pos, t)
    return o, pos


UpdateRaftVoterRequest._ENCODERS = {0: _encode_update_raft_voter_request}
UpdateRaftVoterRequest._DECODERS = {0: _decode_update_raft_voter_request}
