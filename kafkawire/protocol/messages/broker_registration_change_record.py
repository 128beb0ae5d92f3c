"""Generated from schemas/records/BrokerRegistrationChangeRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    Message,
    absent,
    make,
    many_tags,
    null_error,
    packer,
    tag_head,
    tag_size_error,
    unpacker,
    uuids,
    uvarint,
    varint,
    write_tags,
    write_uuids,
)


class BrokerRegistrationChangeRecord(Message):
    """Changes a registered broker; only what changes is present.

    Metadata, versions 0-3, flexible 0+.

    - broker_id: int32, 0+
    - broker_epoch: int64, 0+. Must be that of the registration.
    - fenced: int8, 0+, tag 0. 1 fences, -1 unfences, 0 no change.
    - in_controlled_shutdown: int8, 1+, tag 1. 1 begins a controlled shutdown, 0 no change.
    - log_dirs: []uuid, 2+, tag 2. New list of usable log directories; empty means no
      change.
    - cordoned_log_dirs: []uuid, 3+, null, tag 3. Log directories that take no new replicas
      (KIP-1066); null says nothing about them.
    """

    __slots__ = (
        "broker_id",
        "broker_epoch",
        "fenced",
        "in_controlled_shutdown",
        "log_dirs",
        "cordoned_log_dirs",
    )
    _FIELDS = __slots__

    API_KEY = 17
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = 0,
        fenced: int = 0,
        in_controlled_shutdown: int = 0,
        log_dirs: list[bytes] = NEW,
        cordoned_log_dirs: list[bytes] | None = None,
    ) -> None:
        self.broker_id: int = broker_id
        self.broker_epoch: int = broker_epoch
        self.fenced: int = fenced
        self.in_controlled_shutdown: int = in_controlled_shutdown
        self.log_dirs: list[bytes] = [] if log_dirs is NEW else log_dirs
        self.cordoned_log_dirs: list[bytes] | None = cordoned_log_dirs
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_unpack_b = unpacker(">b")
_unpack_iqB = unpacker(">iqB")


def _encode_broker_registration_change_record_tags(o, section):
    found = {}
    if o.fenced:
        out = []
        out.append(_pack_b(o.fenced))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_broker_registration_change_record(o, out):
    if o.in_controlled_shutdown:
        absent("InControlledShutdown")
    if o.log_dirs:
        absent("LogDirs")
    if o.cordoned_log_dirs is not None:
        absent("CordonedLogDirs")
    if not o.fenced and o.unknown_tags is None:
        out.append(_pack_iqx(o.broker_id, o.broker_epoch))
    else:
        out.append(_pack_iq(o.broker_id, o.broker_epoch))
        _encode_broker_registration_change_record_tags(o, out)


def _encode_broker_registration_change_record_tags_2(o, section):
    found = {}
    if o.fenced:
        out = []
        out.append(_pack_b(o.fenced))
        found[0] = b"".join(out)
    if o.in_controlled_shutdown:
        out = []
        out.append(_pack_b(o.in_controlled_shutdown))
        found[1] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_broker_registration_change_record_2(o, out):
    if o.log_dirs:
        absent("LogDirs")
    if o.cordoned_log_dirs is not None:
        absent("CordonedLogDirs")
    if not o.fenced and not o.in_controlled_shutdown and o.unknown_tags is None:
        out.append(_pack_iqx(o.broker_id, o.broker_epoch))
    else:
        out.append(_pack_iq(o.broker_id, o.broker_epoch))
        _encode_broker_registration_change_record_tags_2(o, out)


def _encode_broker_registration_change_record_tags_3(o, section):
    found = {}
    if o.fenced:
        out = []
        out.append(_pack_b(o.fenced))
        found[0] = b"".join(out)
    if o.in_controlled_shutdown:
        out = []
        out.append(_pack_b(o.in_controlled_shutdown))
        found[1] = b"".join(out)
    if o.log_dirs:
        out = []
        log_dirs_ = o.log_dirs
        n = len(log_dirs_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_uuids(log_dirs_, out)
        found[2] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_broker_registration_change_record_3(o, out):
    if o.cordoned_log_dirs is not None:
        absent("CordonedLogDirs")
    if not o.fenced and not o.in_controlled_shutdown and not o.log_dirs and o.unknown_tags is None:
        out.append(_pack_iqx(o.broker_id, o.broker_epoch))
    else:
        out.append(_pack_iq(o.broker_id, o.broker_epoch))
        _encode_broker_registration_change_record_tags_3(o, out)


def _encode_broker_registration_change_record_tags_4(o, section):
    found = {}
    if o.fenced:
        out = []
        out.append(_pack_b(o.fenced))
        found[0] = b"".join(out)
    if o.in_controlled_shutdown:
        out = []
        out.append(_pack_b(o.in_controlled_shutdown))
        found[1] = b"".join(out)
    if o.log_dirs:
        out = []
        log_dirs_ = o.log_dirs
        n = len(log_dirs_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_uuids(log_dirs_, out)
        found[2] = b"".join(out)
    if o.cordoned_log_dirs is not None:
        out = []
        cordoned_log_dirs_ = o.cordoned_log_dirs
        if cordoned_log_dirs_ is None:
            out.append(b"\0")
        else:
            n = len(cordoned_log_dirs_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                write_uuids(cordoned_log_dirs_, out)
        found[3] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_broker_registration_change_record_4(o, out):
    if (
        not o.fenced
        and not o.in_controlled_shutdown
        and not o.log_dirs
        and o.cordoned_log_dirs is None
        and o.unknown_tags is None
    ):
        out.append(_pack_iqx(o.broker_id, o.broker_epoch))
    else:
        out.append(_pack_iq(o.broker_id, o.broker_epoch))
        _encode_broker_registration_change_record_tags_4(o, out)


def _decode_broker_registration_change_record_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.fenced, = _unpack_b(buf, pos)
            pos += 1
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_broker_registration_change_record(buf, pos):
    o = make(BrokerRegistrationChangeRecord)
    o.broker_id, o.broker_epoch, t = _unpack_iqB(buf, pos)
    pos += 13
    o.fenced = 0
    o.in_controlled_shutdown = 0
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_broker_registration_change_record_tags(o, buf, pos, t)
    return o, pos


def _decode_broker_registration_change_record_tags_2(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.fenced, = _unpack_b(buf, pos)
            pos += 1
        elif tag == 1:
            o.in_controlled_shutdown, = _unpack_b(buf, pos)
            pos += 1
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_broker_registration_change_record_2(buf, pos):
    o = make(BrokerRegistrationChangeRecord)
    o.broker_id, o.broker_epoch, t = _unpack_iqB(buf, pos)
    pos += 13
    o.fenced = 0
    o.in_controlled_shutdown = 0
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_broker_registration_change_record_tags_2(o, buf, pos, t)
    return o, pos


def _decode_broker_registration_change_record_tags_3(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.fenced, = _unpack_b(buf, pos)
            pos += 1
        elif tag == 1:
            o.in_controlled_shutdown, = _unpack_b(buf, pos)
            pos += 1
        elif tag == 2:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.log_dirs, pos = uuids(buf, pos, n - 1)
            elif n:
                o.log_dirs = []
            else:
                null_error("LogDirs")
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_broker_registration_change_record_3(buf, pos):
    o = make(BrokerRegistrationChangeRecord)
    o.broker_id, o.broker_epoch, t = _unpack_iqB(buf, pos)
    pos += 13
    o.fenced = 0
    o.in_controlled_shutdown = 0
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_broker_registration_change_record_tags_3(o, buf, pos, t)
    return o, pos


def _decode_broker_registration_change_record_tags_4(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.fenced, = _unpack_b(buf, pos)
            pos += 1
        elif tag == 1:
            o.in_controlled_shutdown, = _unpack_b(buf, pos)
            pos += 1
        elif tag == 2:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.log_dirs, pos = uuids(buf, pos, n - 1)
            elif n:
                o.log_dirs = []
            else:
                null_error("LogDirs")
        elif tag == 3:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.cordoned_log_dirs, pos = uuids(buf, pos, n - 1)
            elif n:
                o.cordoned_log_dirs = []
            else:
                o.cordoned_log_dirs = None
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_broker_registration_change_record_4(buf, pos):
    o = make(BrokerRegistrationChangeRecord)
    o.broker_id, o.broker_epoch, t = _unpack_iqB(buf, pos)
    pos += 13
    o.fenced = 0
    o.in_controlled_shutdown = 0
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    if t:
        pos = _decode_broker_registration_change_record_tags_4(o, buf, pos, t)
    return o, pos


BrokerRegistrationChangeRecord._ENCODERS = {
    0: _encode_broker_registration_change_record,
    1: _encode_broker_registration_change_record_2,
    2: _encode_broker_registration_change_record_3,
    3: _encode_broker_registration_change_record_4,
}
BrokerRegistrationChangeRecord._DECODERS = {
    0: _decode_broker_registration_change_record,
    1: _decode_broker_registration_change_record_2,
    2: _decode_broker_registration_change_record_3,
    3: _decode_broker_registration_change_record_4,
}
