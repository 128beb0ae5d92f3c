"""The view `protobuf`, with messages from a set of descriptors; reading is Google's (extra `dump`).

A `.proto` file has to be compiled to a set of descriptors by protoc, once; the library cannot do
that. Without any, fields are shown by number, as far as their bytes say what they are.

    protoc --include_imports --descriptor_set_out=orders.desc orders.proto
"""

from __future__ import annotations

from importlib import import_module
from struct import Struct
from typing import TYPE_CHECKING

from kafkawire.dump.records.avro import SCHEMA_BYTES_MAX, MissingLibrary
from kafkawire.dump.records.shown import Shown
from kafkawire.dump.records.views import View
from kafkawire.dump.records.wire_format import message_indexes, schema_id_of

if TYPE_CHECKING:
    from google.protobuf.descriptor import Descriptor
    from google.protobuf.descriptor_pb2 import FileDescriptorProto
    from google.protobuf.descriptor_pool import DescriptorPool

PROTO_SUFFIX = ".proto"
RAW_DEPTH_MAX = 16
"""How deep messages in messages are looked for where no descriptor says what they are."""
VARINT_BYTES_MAX = 10
TOO_DEEP = "the messages are nested too deep"
COMPILE = "protoc --include_imports --descriptor_set_out=FILE.desc FILE.proto makes one"

_WELL_KNOWN = "google/protobuf/"
_VARINT, _FIXED_64, _SIZED, _FIXED_32 = 0, 1, 2, 5
_NUMBERS = {_FIXED_64: Struct("<q"), _FIXED_32: Struct("<i")}


def protobuf_view(path: str | None, name: str = "") -> View:
    """The view with the message `name` of a set of descriptors; by number without a file.

    Without a name it is the first message of the set's last file. Raises ValueError that says
    what is wrong with the file or name.
    """
    if path is None:
        return lambda data: Shown("protobuf", raw_fields(_body(data)), "fields by number")
    descriptor = _message(_files(path), name)

    def show(data: bytes) -> Shown:
        return Shown("protobuf", decode_protobuf(descriptor, _body(data)))

    return show


def _body(data: bytes) -> bytes:
    if schema_id_of(data) is None:
        return data
    return data[message_indexes(data)[1] :]


def _files(path: str) -> list[FileDescriptorProto]:
    if path.endswith(PROTO_SUFFIX):
        raise ValueError(f"{path} has to be compiled to a set of descriptors first: {COMPILE}")
    try:
        from google.protobuf.descriptor_pb2 import FileDescriptorSet
        from google.protobuf.message import DecodeError
    except ImportError:
        raise MissingLibrary("protobuf") from None
    try:
        with open(path, "rb") as file:
            data = file.read(SCHEMA_BYTES_MAX + 1)
    except OSError as error:
        raise ValueError(f"cannot read the schema {path}: {error.strerror or error}") from None
    if len(data) > SCHEMA_BYTES_MAX:
        raise ValueError(f"{path} has more than {SCHEMA_BYTES_MAX:,} bytes")
    try:
        files = list(FileDescriptorSet.FromString(data).file)
    except DecodeError:
        files = []
    if not files:
        raise ValueError(f"{path} is no set of descriptors: {COMPILE}")
    return files


def _message(files: list[FileDescriptorProto], name: str) -> Descriptor:
    pool = pool_of(files)
    if name:
        try:
            return pool.FindMessageTypeByName(name)
        except KeyError:
            known = ", ".join(_names(files)) or "none"
            raise ValueError(f"there is no message {name}; there are {known}") from None
    return message_at(pool, files[-1].name, (0,))


def _names(files: list[FileDescriptorProto]) -> list[str]:
    return [
        f"{file.package}.{message.name}".lstrip(".")
        for file in files
        if not file.name.startswith(_WELL_KNOWN)
        for message in file.message_type
    ]


def pool_of(files: list[FileDescriptorProto]) -> DescriptorPool:
    """The messages of files, each after those it imports. Raises ValueError.

    What Google's own files define is known without them.
    """
    from google.protobuf.descriptor_pool import DescriptorPool

    pool = DescriptorPool()
    known = {file.name for file in files}
    try:
        for file in files:
            for dependency in file.dependency:
                if dependency.startswith(_WELL_KNOWN) and dependency not in known:
                    known.add(dependency)
                    pool.AddSerializedFile(_well_known(dependency))
            pool.AddSerializedFile(file.SerializeToString())
            pool.FindFileByName(file.name)
    except (TypeError, KeyError) as error:
        raise ValueError(f"the set of descriptors is not whole: {error}") from None
    return pool


def _well_known(name: str) -> bytes:
    module = name.removesuffix(PROTO_SUFFIX).replace("/", ".") + "_pb2"
    try:
        data: bytes = import_module(module).DESCRIPTOR.serialized_pb
        return data
    except ImportError:
        raise ValueError(f"{name} is not known") from None


def message_at(pool: DescriptorPool, file: str, indexes: tuple[int, ...]) -> Descriptor:
    """A message by its place in a file, from the outermost in. Raises ValueError."""
    try:
        # Descriptors list messages in another order than their file does.
        from google.protobuf.descriptor_pb2 import FileDescriptorProto

        declared = FileDescriptorProto()
        pool.FindFileByName(file).CopyToProto(declared)
        found = declared.message_type[indexes[0]]
        name = f"{declared.package}.{found.name}".lstrip(".")
        for index in indexes[1:]:
            found = found.nested_type[index]
            name = f"{name}.{found.name}"
        return pool.FindMessageTypeByName(name)
    except (IndexError, KeyError):
        raise ValueError(f"the schema has no message {list(indexes)}") from None


def decode_protobuf(descriptor: Descriptor, data: bytes) -> object:
    """The message of `data` as JSON has it. Raises ValueError."""
    from google.protobuf.json_format import MessageToDict, SerializeToJsonError
    from google.protobuf.message import DecodeError
    from google.protobuf.message_factory import GetMessageClass

    try:
        message = GetMessageClass(descriptor).FromString(data)
        value: object = MessageToDict(message, descriptor_pool=descriptor.file.pool)
        return value
    except (DecodeError, SerializeToJsonError, TypeError, RecursionError) as error:
        raise ValueError(f"not of the message {descriptor.full_name}: {error}") from None


def raw_fields(data: bytes, depth: int = 0) -> dict[str, object]:
    """Fields by number, several of one number as a list. Raises ValueError.

    Bytes are a message if they can be, else text, else digits: it is a guess.
    """
    if depth > RAW_DEPTH_MAX:
        raise ValueError(TOO_DEEP)
    found: dict[str, list[object]] = {}
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        value, at = _raw_value(data, at, tag & 7, depth)
        if not tag >> 3:
            raise ValueError("no protobuf: a field 0")
        found.setdefault(str(tag >> 3), []).append(value)
    return {number: values if len(values) > 1 else values[0] for number, values in found.items()}


def _raw_value(data: bytes, at: int, kind: int, depth: int) -> tuple[object, int]:
    if kind == _VARINT:
        return _varint(data, at)
    if kind in _NUMBERS:
        size = _NUMBERS[kind].size
        if len(data) - at < size:
            raise ValueError("no protobuf: a number ends early")
        return _NUMBERS[kind].unpack_from(data, at)[0], at + size
    if kind != _SIZED:
        raise ValueError(f"no protobuf: a field of type {kind}")
    size, at = _varint(data, at)
    if size > len(data) - at:
        raise ValueError("no protobuf: a field ends early")
    return _guessed(data[at : at + size], depth), at + size


def _guessed(data: bytes, depth: int) -> object:
    try:
        text = data.decode()
        if text.isprintable():
            return text
    except UnicodeDecodeError:
        pass
    try:
        return raw_fields(data, depth + 1)
    except ValueError:
        return data.hex()


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place, byte in enumerate(data[at : at + VARINT_BYTES_MAX]):
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return value, at + place + 1
    raise ValueError("no protobuf: a number ends early")
