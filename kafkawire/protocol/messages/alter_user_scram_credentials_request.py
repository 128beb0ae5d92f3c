"""Generated from schemas/messages/AlterUserScramCredentialsRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
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


class AlterUserScramCredentialsRequest(Message):
    """Adds, changes and deletes SCRAM credentials (KIP-554).

    Request of api key 51, versions 0, flexible 0+.

    - deletions: []ScramCredentialDeletion, 0+. One mechanism of one user each.
    - upsertions: []ScramCredentialUpsertion, 0+. Added when new, replaced when there.
    """

    __slots__ = ("deletions", "upsertions")
    _FIELDS = __slots__

    API_KEY = 51
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class ScramCredentialDeletion(Struct):
        """One mechanism of one user each.

        - name: string, 0+
        - mechanism: int8, 0+. 1 SCRAM-SHA-256, 2 SCRAM-SHA-512.
        """

        __slots__ = ("name", "mechanism")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            mechanism: int = 0,
        ) -> None:
            self.name: str = name
            self.mechanism: int = mechanism
            self.unknown_tags = None

    class ScramCredentialUpsertion(Struct):
        """Added when new, replaced when there.

        - name: string, 0+
        - mechanism: int8, 0+. 1 SCRAM-SHA-256, 2 SCRAM-SHA-512.
        - iterations: int32, 0+. PBKDF2 rounds; Kafka wants at least 4096.
        - salt: bytes, 0+. Random bytes; without them nobody could check the password again.
        - salted_password: bytes, 0+. PBKDF2 result; the password itself never travels.
        """

        __slots__ = ("name", "mechanism", "iterations", "salt", "salted_password")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            mechanism: int = 0,
            iterations: int = 0,
            salt: bytes = b'',
            salted_password: bytes = b'',
        ) -> None:
            self.name: str = name
            self.mechanism: int = mechanism
            self.iterations: int = iterations
            self.salt: bytes = salt
            self.salted_password: bytes = salted_password
            self.unknown_tags = None

    def __init__(
        self,
        *,
        deletions: list[AlterUserScramCredentialsRequest.ScramCredentialDeletion] = NEW,
        upsertions: list[AlterUserScramCredentialsRequest.ScramCredentialUpsertion] = NEW,
    ) -> None:
        self.deletions: list[AlterUserScramCredentialsRequest.ScramCredentialDeletion] = (
            [] if deletions is NEW else deletions
        )
        self.upsertions: list[AlterUserScramCredentialsRequest.ScramCredentialUpsertion] = (
            [] if upsertions is NEW else upsertions
        )
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bi = packer(">bi")
_pack_biB = packer(">biB")
_pack_bx = packer(">bx")
_unpack_bB = unpacker(">bB")
_unpack_biB = unpacker(">biB")
_ScramCredentialDeletion = AlterUserScramCredentialsRequest.ScramCredentialDeletion
_ScramCredentialUpsertion = AlterUserScramCredentialsRequest.ScramCredentialUpsertion
_ONE_SCRAM_CREDENTIAL_DELETION = ((_ScramCredentialDeletion,),)
_ONE_SCRAM_CREDENTIAL_UPSERTION = ((_ScramCredentialUpsertion,),)


def _encode_scram_credential_deletion_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_scram_credential_deletion_array(array, out):
    for o in array:
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
            _encode_scram_credential_deletion_tags(o, out)


def _encode_scram_credential_upsertion_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_scram_credential_upsertion_array(array, out):
    for o in array:
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
            out.append(_pack_biB(o.mechanism, o.iterations, n + 1))
        else:
            out.append(_pack_bi(o.mechanism, o.iterations))
            out.append(varint(n + 1))
        out.append(salt_)
        salted_password_ = o.salted_password
        n = len(salted_password_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        out.append(salted_password_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_scram_credential_upsertion_tags(o, out)


def _encode_alter_user_scram_credentials_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_user_scram_credentials_request(o, out):
    deletions_ = o.deletions
    n = len(deletions_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_scram_credential_deletion_array, deletions_, out)
    elif n:
        _encode_scram_credential_deletion_array(deletions_, out)
    upsertions_ = o.upsertions
    n = len(upsertions_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_scram_credential_upsertion_array, upsertions_, out)
    elif n:
        _encode_scram_credential_upsertion_array(upsertions_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_user_scram_credentials_request_tags(o, out)


def _decode_scram_credential_deletion_tags(o, buf, pos, count):
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


def _decode_scram_credential_deletion_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ScramCredentialDeletion)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_scram_credential_deletion_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_SCRAM_CREDENTIAL_DELETION * count)]
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
        o.mechanism, t = _unpack_bB(buf, pos)
        pos += 2
        o.unknown_tags = None
        if t:
            pos = _decode_scram_credential_deletion_tags(o, buf, pos, t)
    return found, pos


def _decode_scram_credential_upsertion_tags(o, buf, pos, count):
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


def _decode_scram_credential_upsertion_array(buf, pos, count):
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ScramCredentialUpsertion)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_scram_credential_upsertion_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_SCRAM_CREDENTIAL_UPSERTION * count)]
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
        o.mechanism, o.iterations, n = _unpack_biB(buf, pos)
        pos += 6
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
            o.salted_password = b"" + buf[pos:e]
            pos = e
        else:
            null_error("SaltedPassword")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_scram_credential_upsertion_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_user_scram_credentials_request_tags(o, buf, pos, count):
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


def _decode_alter_user_scram_credentials_request(buf, pos):
    o = make(AlterUserScramCredentialsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.deletions, pos = _decode_scram_credential_deletion_array(buf, pos, n - 1)
    elif n:
        o.deletions = []
    else:
        null_error("Deletions")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.upsertions, pos = _decode_scram_credential_upsertion_array(buf, pos, n - 1)
    elif n:
        o.upsertions = []
    else:
        null_error("Upsertions")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_alter_user_scram_credentials_request_tags(o, buf, pos, t)
    return o, pos


AlterUserScramCredentialsRequest._ENCODERS = {0: _encode_alter_user_scram_credentials_request}
AlterUserScramCredentialsRequest._DECODERS = {0: _decode_alter_user_scram_credentials_request}
