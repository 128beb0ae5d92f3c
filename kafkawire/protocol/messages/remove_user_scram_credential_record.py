"""Generated from schemas/records/RemoveUserScramCredentialRecord.json; do not edit.

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
    write_tags,
)


class RemoveUserScramCredentialRecord(Message):
    """Removes a user's SCRAM credential.

    Metadata, versions 0, flexible 0+.

    - name: string, 0+
    - mechanism: int8, 0+. 1 SCRAM-SHA-256, 2 SCRAM-SHA-512.
    """

    __slots__ = ("name", "mechanism")
    _FIELDS = __slots__

    API_KEY = 22
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        name: str = "",
        mechanism: int = 0,
    ) -> None:
        self.name: str = name
        self.mechanism: int = mechanism
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bx = packer(">bx")
_unpack_bB = unpacker(">bB")


def _encode_remove_user_scram_credential_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_remove_user_scram_credential_record(o, out):
    name_ = o.name
    name_ = name_.encode()
    n = len(name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(name_)
    if o.unknown_tags is None:
        out.append(_pack_bx(o.mechanism))
    else:
        out.append(_pack_b(o.mechanism))
        _encode_remove_user_scram_credential_record_tags(o, out)


def _decode_remove_user_scram_credential_record_tags(o, buf, pos, count):
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


def _decode_remove_user_scram_credential_record(buf, pos):
    o = make(RemoveUserScramCredentialRecord)
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
    o.mechanism, t = _unpack_bB(buf, pos)
    pos += 2
    o.unknown_tags = None
    if t:
        pos = _decode_remove_user_scram_credential_record_tags(o, buf, pos, t)
    return o, pos


RemoveUserScramCredentialRecord._ENCODERS = {0: _encode_remove_user_scram_credential_record}
RemoveUserScramCredentialRecord._DECODERS = {0: _decode_remove_user_scram_credential_record}
