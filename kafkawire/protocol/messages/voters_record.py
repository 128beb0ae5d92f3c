"""Generated from schemas/messages/VotersRecord.json; do not edit.

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


class VotersRecord(Message):
    """Control record with a new voter set, in force as soon as it is appended (KIP-853).

    Data, versions 0, flexible 0+.

    - version: int16, 0+
    - voters: []Voter, 0+. The whole set, not a change to it.
    """

    __slots__ = ("version", "voters")
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class Voter(Struct):
        """The whole set, not a change to it.

        - voter_id: int32, 0+
        - voter_directory_id: uuid, 0+. Directory id of the voter.
        - endpoints: []Endpoint, 0+. Where the voter can be reached, one per listener.
        - kraft_version_feature: KRaftVersionFeature, 0+
        """

        __slots__ = ("voter_id", "voter_directory_id", "endpoints", "kraft_version_feature")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            voter_id: int = 0,
            voter_directory_id: bytes = ZERO_UUID,
            endpoints: list[VotersRecord.Endpoint] = NEW,
            kraft_version_feature: VotersRecord.KRaftVersionFeature = NEW,
        ) -> None:
            self.voter_id: int = voter_id
            self.voter_directory_id: bytes = voter_directory_id
            self.endpoints: list[VotersRecord.Endpoint] = [] if endpoints is NEW else endpoints
            self.kraft_version_feature: VotersRecord.KRaftVersionFeature = (
                VotersRecord.KRaftVersionFeature() if kraft_version_feature is NEW else kraft_version_feature
            )
            self.unknown_tags = None

    class Endpoint(Struct):
        """Where the voter can be reached, one per listener.

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
        """KRaftVersionFeature of `VotersRecord`.

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
        version: int = 0,
        voters: list[VotersRecord.Voter] = NEW,
    ) -> None:
        self.version: int = version
        self.voters: list[VotersRecord.Voter] = [] if voters is NEW else voters
        self.unknown_tags = None


_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hh = packer(">hh")
_pack_hhx = packer(">hhx")
_pack_iu = packer(">i16s")
_pack_iuB = packer(">i16sB")
_unpack_HB = unpacker(">HB")
_unpack_hB = unpacker(">hB")
_unpack_hhB = unpacker(">hhB")
_unpack_iuB = unpacker(">i16sB")
_Voter = VotersRecord.Voter
_Endpoint = VotersRecord.Endpoint
_KRaftVersionFeature = VotersRecord.KRaftVersionFeature
_ONE_ENDPOINT = ((_Endpoint,),)
_ONE_VOTER = ((_Voter,),)


def _encode_endpoint_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_endpoint_array(array, out):
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
            _encode_endpoint_tags(o, out)


def _encode_kraft_version_feature_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_kraft_version_feature(o, out):
    if o.unknown_tags is None:
        out.append(_pack_hhx(o.min_supported_version, o.max_supported_version))
    else:
        out.append(_pack_hh(o.min_supported_version, o.max_supported_version))
        _encode_kraft_version_feature_tags(o, out)


def _encode_voter_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_voter_array(array, out):
    for o in array:
        endpoints_ = o.endpoints
        n = len(endpoints_)
        if n < 127:
            out.append(_pack_iuB(o.voter_id, o.voter_directory_id, n + 1))
        else:
            out.append(_pack_iu(o.voter_id, o.voter_directory_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_endpoint_array, endpoints_, out)
        elif n:
            _encode_endpoint_array(endpoints_, out)
        _encode_kraft_version_feature(o.kraft_version_feature, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_voter_tags(o, out)


def _encode_voters_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_voters_record(o, out):
    voters_ = o.voters
    n = len(voters_)
    if n < 127:
        out.append(_pack_hB(o.version, n + 1))
    else:
        out.append(_pack_h(o.version))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_voter_array, voters_, out)
    elif n:
        _encode_voter_array(voters_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_voters_record_tags(o, out)


def _decode_endpoint_tags(o, buf, pos, count):
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


def _decode_endpoint_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Endpoint)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_endpoint_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ENDPOINT * count)]
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
            pos = _decode_endpoint_tags(o, buf, pos, t)
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
    if 27 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Voter)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_voter_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_VOTER * count)]
    for o in found:
        o.voter_id, o.voter_directory_id, n = _unpack_iuB(buf, pos)
        pos += 21
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.endpoints, pos = _decode_endpoint_array(buf, pos, n - 1)
        elif n:
            o.endpoints = []
        else:
            null_error("Endpoints")
        o.kraft_version_feature, pos = _decode_kraft_version_feature(buf, pos)
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_voter_tags(o, buf, pos, t)
    return found, pos


def _decode_voters_record_tags(o, buf, pos, count):
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


def _decode_voters_record(buf, pos):
    o = make(VotersRecord)
    o.version, n = _unpack_hB(buf, pos)
    pos += 3
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.voters, pos = _decode_voter_array(buf, pos, n - 1)
    elif n:
        o.voters = []
    else:
        null_error("Voters")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_voters_record_tags(o, buf, pos, t)
    return o, pos


VotersRecord._ENCODERS = {0: _encode_voters_record}
VotersRecord._DECODERS = {0: _decode_voters_record}
