"""Generated from schemas/records/UserScramCredentialRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_tags,
)


class UserScramCredentialRecord(Message):
    """Sets a user's SCRAM credential.

    Metadata, versions 0, flexible 0+.

    - name: string, 0+
    - mechanism: int8, 0+. 1 SCRAM-SHA-256, 2 SCRAM-SHA-512.
    - salt: bytes, 0+. Random bytes; without them nobody could check the password again.
    - stored_key: bytes, 0+. Hash of the client key (RFC 5802).
    - server_key: bytes, 0+. HMAC with which the server proves itself (RFC 5802).
    - iterations: int32, 0+. PBKDF2 rounds; Kafka wants at least 4096.
    """

    __slots__ = ("name", "mechanism", "salt", "stored_key", "server_key", "iterations")
    _FIELDS = __slots__

    API_KEY = 11
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        name: str = "",
        mechanism: int = 0,
        salt: bytes = b'',
        stored_key: bytes = b'',
        server_key: bytes = b'',
        iterations: int = 0,
    ) -> None:
        self.name: str = name
        self.mechanism: int = mechanism
        self.salt: bytes = salt
        self.stored_key: bytes = stored_key
        self.server_key: bytes = server_key
        self.iterations: int = iterations
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_i = packer(">i")
_pack_ix = packer(">ix")
_unpack_bB = unpacker(">bB")
_unpack_iB = unpacker(">iB")


def _encode_user_scram_credential_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_user_scram_credential_record(o, out):
    name_ = o.name
    name_ = name_.encode()
    n = len(name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(name_)
    salt_ = o.salt
    n = len(salt_)
    if n < 127:
        out.append(_pack_bB(o.mechanism, n + 1))
    else:
        out.append(_pack_b(o.mechanism))
        out.append(varint(n + 1))
    out.append(salt_)
    stored_key_ = o.stored_key
    n = len(stored_key_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    out.append(stored_key_)
    server_key_ = o.server_key
    n = len(server_key_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    out.append(server_key_)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.iterations))
    else:
        out.append(_pack_i(o.iterations))
        _encode_user_scram_credential_record_tags(o, out)


def _decode_user_scram_credential_record_tags(o, buf, pos, count):
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


def _decode_user_scram_credential_record(buf, pos):
    o = make(UserScramCredentialRecord)
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
    o.mechanism, n = _unpack_bB(buf, pos)
    pos += 2
    if n > 127:
        e = buf[pos]
        if e < 128:
            n += (e << 7) - 128
            pos += 1
        else:
            n, pos = uvarint(buf, pos)
    if n:
        e = pos + n - 1
        o.salt = b"" + buf[pos:e]
        pos = e
    else:
        null_error("Salt")
    n = buf[pos]
    pos += 1
    if n > 127:
        e = buf[pos]
        if e < 128:
            n += (e << 7) - 128
            pos += 1
        else:
            n, pos = uvarint(buf, pos)
    if n:
        e = pos + n - 1
        o.stored_key = b"" + buf[pos:e]
        pos = e
    else:
        null_error("StoredKey")
    n = buf[pos]
    pos += 1
    if n > 127:
        e = buf[pos]
        if e < 128:
            n += (e << 7) - 128
            pos += 1
        else:
            n, pos = uvarint(buf, pos)
    if n:
        e = pos + n - 1
        o.server_key = b"" + buf[pos:e]
        pos = e
    else:
        null_error("ServerKey")
    o.iterations, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_user_scram_credential_record_tags(o, buf, pos, t)
    return o, pos


UserScramCredentialRecord._ENCODERS = {0: _encode_user_scram_credential_record}
UserScramCredentialRecord._DECODERS = {0: _decode_user_scram_credential_record}
