"""Generated from schemas/records/ZkMigrationStateRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    Message,
    make,
    many_tags,
    packer,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class ZkMigrationStateRecord(Message):
    """How far the migration from ZooKeeper is; gone since 4.0 (KIP-866).

    Metadata, versions 0, flexible 0+.

    - zk_migration_state: int8, 0+. 0 none, 1 pre-migration, 2 migration, 3 post-migration.
    """

    __slots__ = ("zk_migration_state",)
    _FIELDS = __slots__

    API_KEY = 21
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        zk_migration_state: int = 0,
    ) -> None:
        self.zk_migration_state: int = zk_migration_state
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bx = packer(">bx")
_unpack_bB = unpacker(">bB")


def _encode_zk_migration_state_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_zk_migration_state_record(o, out):
    if o.unknown_tags is None:
        out.append(_pack_bx(o.zk_migration_state))
    else:
        out.append(_pack_b(o.zk_migration_state))
        _encode_zk_migration_state_record_tags(o, out)


def _decode_zk_migration_state_record_tags(o, buf, pos, count):
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


def _decode_zk_migration_state_record(buf, pos):
    o = make(ZkMigrationStateRecord)
    o.zk_migration_state, t = _unpack_bB(buf, pos)
    pos += 2
    o.unknown_tags = None
    if t:
        pos = _decode_zk_migration_state_record_tags(o, buf, pos, t)
    return o, pos


ZkMigrationStateRecord._ENCODERS = {0: _encode_zk_migration_state_record}
ZkMigrationStateRecord._DECODERS = {0: _decode_zk_migration_state_record}
