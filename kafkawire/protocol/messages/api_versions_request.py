"""Generated from schemas/messages/ApiVersionsRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
    absent,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class ApiVersionsRequest(Message):
    """Asks which versions of which APIs the broker speaks; usually first on a connection.

    Request of api key 18, versions 0-5, flexible 3+.

    - client_software_name: string, 3+. Client library's name for metrics: letters, digits,
      dots and dashes (KIP-511).
    - client_software_version: string, 3+. Client library's version, in the same alphabet.
    - cluster_id: string, 5+, null. Cluster the client means to reach, together with NodeId;
      a mismatch gives 129 (KIP-1242).
    - node_id: int32, 5+. Node the client means to reach; -1 when ClusterId is null too.
    """

    __slots__ = ("client_software_name", "client_software_version", "cluster_id", "node_id")
    _FIELDS = __slots__

    API_KEY = 18
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 3

    def __init__(
        self,
        *,
        client_software_name: str = "",
        client_software_version: str = "",
        cluster_id: str | None = None,
        node_id: int = -1,
    ) -> None:
        self.client_software_name: str = client_software_name
        self.client_software_version: str = client_software_version
        self.cluster_id: str | None = cluster_id
        self.node_id: int = node_id
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_ix = packer(">ix")
_unpack_iB = unpacker(">iB")


def _encode_api_versions_request(o, out):
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_api_versions_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_api_versions_request_2(o, out):
    client_software_name_ = o.client_software_name
    client_software_name_ = client_software_name_.encode()
    n = len(client_software_name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(client_software_name_)
    client_software_version_ = o.client_software_version
    client_software_version_ = client_software_version_.encode()
    n = len(client_software_version_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(client_software_version_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_api_versions_request_tags(o, out)


def _encode_api_versions_request_3(o, out):
    client_software_name_ = o.client_software_name
    client_software_name_ = client_software_name_.encode()
    n = len(client_software_name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(client_software_name_)
    client_software_version_ = o.client_software_version
    client_software_version_ = client_software_version_.encode()
    n = len(client_software_version_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(client_software_version_)
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
        out.append(_pack_ix(o.node_id))
    else:
        out.append(_pack_i(o.node_id))
        _encode_api_versions_request_tags(o, out)


def _decode_api_versions_request(buf, pos):
    o = make(ApiVersionsRequest)
    o.client_software_name = ""
    o.client_software_version = ""
    o.cluster_id = None
    o.node_id = -1
    o.unknown_tags = None
    return o, pos


def _decode_api_versions_request_tags(o, buf, pos, count):
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


def _decode_api_versions_request_2(buf, pos):
    o = make(ApiVersionsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.client_software_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClientSoftwareName")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.client_software_version = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClientSoftwareVersion")
    t = buf[pos]
    pos += 1
    o.cluster_id = None
    o.node_id = -1
    o.unknown_tags = None
    if t:
        pos = _decode_api_versions_request_tags(o, buf, pos, t)
    return o, pos


def _decode_api_versions_request_3(buf, pos):
    o = make(ApiVersionsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.client_software_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClientSoftwareName")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.client_software_version = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClientSoftwareVersion")
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
    o.node_id, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_api_versions_request_tags(o, buf, pos, t)
    return o, pos


ApiVersionsRequest._ENCODERS = {
    0: _encode_api_versions_request,
    1: _encode_api_versions_request,
    2: _encode_api_versions_request,
    3: _encode_api_versions_request_2,
    4: _encode_api_versions_request_2,
    5: _encode_api_versions_request_3,
}
ApiVersionsRequest._DECODERS = {
    0: _decode_api_versions_request,
    1: _decode_api_versions_request,
    2: _decode_api_versions_request,
    3: _decode_api_versions_request_2,
    4: _decode_api_versions_request_2,
    5: _decode_api_versions_request_3,
}
