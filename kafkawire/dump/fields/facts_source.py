"""How readers of facts are made: which fields tell which fact, and the source that goes to them.

What a field tells is known from its declaration: what entity it names, or its own name. The source
is one function in which everything is inline; over what nobody asked for it only moves on.
"""

from __future__ import annotations

from struct import Struct as Packing

from kafkawire.dump.declarations import FieldDeclaration, MessageDeclaration
from kafkawire.dump.fields.reading import FIXED, Source, malformed, tag_head, varint

PARTITION_NAMES = frozenset(("Partition", "PartitionIndex", "PartitionId", "Index"))
PARTITIONS_NAMES = frozenset(("Partitions", "PartitionIndexes", "PartitionIds"))
ZERO_UUID = bytes(16)
_FIND_COORDINATOR = "FindCoordinatorRequest"
_TOPIC_RESOURCE = 2
"""ConfigResource.Type.TOPIC: what else has configurations is named in the same field."""
_KEY_TYPES = {0: "groups", 1: "transactional_ids"}


def fact_of(field: FieldDeclaration, message: str) -> str:
    """The fact that a field tells, or "" if it tells none."""
    if field.is_struct:
        return ""
    if field.type == "string":
        return _fact_of_text(field, message)
    if field.type == "uuid":
        return "topic_ids" if field.name in ("TopicId", "TopicIds") else ""
    if field.type == "records":
        return "records_bytes"
    if field.type == "int16" and field.name.endswith("ErrorCode"):
        return "error_codes"
    if field.type == "int8":
        return "resource_type" if _is_of_resource(field, message) else ""
    if field.type != "int32":
        return ""
    if field.name == "ThrottleTimeMs":
        return "throttle_time_ms"
    names = PARTITIONS_NAMES if field.is_array else PARTITION_NAMES
    return "partitions" if field.name in names else ""


def _fact_of_text(field: FieldDeclaration, message: str) -> str:
    if field.entity_type == "topicName":
        return "topics"
    if field.entity_type == "groupId" or field.name == "GroupId":
        return "groups"
    if field.entity_type == "transactionalId":
        return "transactional_ids"
    if _is_of_resource(field, message):
        return "resource_name"
    is_key = message == _FIND_COORDINATOR and field.name in ("Key", "CoordinatorKeys")
    return "keys" if is_key else ""


def _is_of_resource(field: FieldDeclaration, message: str) -> bool:
    """Whether it is part of a resource's name in (Incremental)AlterConfigs or DescribeConfigs."""
    is_about_configs = message.removesuffix("Request").removesuffix("Response").endswith("Configs")
    return is_about_configs and field.name in ("ResourceType", "ResourceName")


def has_facts(declaration: MessageDeclaration, struct: str, version: int) -> bool:
    """Whether anything in a struct tells a fact."""
    return any(
        has_facts(declaration, field.type, version)
        if field.is_struct
        else fact_of(field, declaration.name) != ""
        for field in declaration.structs[struct]
        if field.versions.has(version)
    )


class FactsSource(Source):
    """Writes a reader's source: one function, in which everything is inline."""

    def __init__(self, declaration: MessageDeclaration, version: int) -> None:
        super().__init__(declaration, version)
        self.names |= {
            "ZERO_UUID": ZERO_UUID,
            "damaged": damaged_in,
            "new": tuple.__new__,
            "skip_tags": skip_tags,
            "tag_head": tag_head,
            "uuids": uuids,
        }
        self._lists: set[str] = set()
        self._has_key_type = False

    def write(self, struct: str) -> None:
        """The whole function."""
        self.lines = []
        self.struct(struct)
        self.flush()
        body, self.lines = self.lines, ["def read(buf, pos):"]
        self.add("left = len(buf)")
        self.add("throttle_time_ms = partitions = records_bytes = damaged_batches = 0")
        for name in sorted(self._lists):
            self.add(f"{name} = []")
        self.lines += body
        self.results()

    def results(self) -> None:
        """Put together what was found."""
        if "keys" in self._lists:
            self.coordinator_keys()
        lists = ("topics", "topic_ids", "groups", "transactional_ids", "error_codes")
        parts = []
        for name in lists:
            if name in self._lists and name != "error_codes":
                self.add(f"if len({name}) > 1:")
                self.add(f"    {name} = dict.fromkeys({name})")
            parts.append(f"tuple({name})" if name in self._lists else "()")
        numbers = "throttle_time_ms, partitions, records_bytes, damaged_batches"
        # Past NamedTuple's own constructor, which is the half of what a small message costs.
        self.add(f"return new(Facts, ({', '.join(parts)}, {numbers})), pos")

    def coordinator_keys(self) -> None:
        """What FindCoordinator looks for is groups' coordinators, or transactions'."""
        if not self._has_key_type:
            self.add("groups = keys")
            self._lists.add("groups")
            return
        for name in _KEY_TYPES.values():
            self._lists.add(name)
        self.add("groups = keys if key_type == 0 else []")
        self.add("transactional_ids = keys if key_type == 1 else []")

    def struct(self, name: str, *, are_counted: bool = False) -> None:
        """Go over a struct; `are_counted` if its array has counted its partitions already."""
        for field in self.plain(name):
            fact = fact_of(field, self.declaration.name)
            if fact == "partitions" and are_counted and not field.is_array:
                fact = ""
            self.field(field, fact)
        if not self.is_flexible:
            return
        tags = self.take("B", 1)
        self.flush()
        with self.block(f"if {tags}:"):
            self.tags(name, tags)

    def tags(self, struct: str, count: str) -> None:
        """Go over a tag section, and into the fields that tell something."""
        told = [field for field in self.tagged(struct) if self.tells(field)]
        if not told:
            self.add(f"pos = skip_tags(buf, pos, {count})")
            return
        tag, stop = self.new("tag"), self.new("stop")
        with self.block(f"if {count} > 127:"):
            self.add(f"{count}, pos = varint(buf, pos)")
        with self.block(f"for _ in range({count}):"):
            self.add(f"{tag}, {stop}, pos = tag_head(buf, pos)")
            self.add(f"{stop} += pos")
            for field in told:
                with self.block(f"if {tag} == {field.tag}:"):
                    self.field(field, fact_of(field, self.declaration.name))
                    self.flush()
                    with self.block(f"if pos != {stop}:"):
                        self.add("malformed()")
            self.add(f"pos = {stop}")

    def tells(self, field: FieldDeclaration) -> bool:
        """Whether a field or something in it tells a fact."""
        if field.is_struct:
            return has_facts(self.declaration, field.type, self.version)
        return fact_of(field, self.declaration.name) != ""

    def field(self, field: FieldDeclaration, fact: str) -> None:
        """Go over a field."""
        if field.is_array:
            self.array(field, fact)
        elif field.is_struct:
            self.nested(field)
        elif field.type in FIXED:
            self.fixed(field, fact)
        else:
            self.sized(field, fact)

    def fixed(self, field: FieldDeclaration, fact: str) -> None:
        """A value of fixed size."""
        code, size = FIXED[field.type]
        is_key_type = self.declaration.name == _FIND_COORDINATOR and field.name == "KeyType"
        if fact == "partitions":
            self.skip(size)
            self.add("partitions += 1")
        elif fact or is_key_type:
            self.told("key_type" if is_key_type else fact, self.take(code, size))
        else:
            self.skip(size)

    def told(self, fact: str, name: str) -> None:
        """Keep a value of fixed size once it is read."""
        if fact in ("throttle_time_ms", "key_type", "resource_type"):
            self.after(f"{fact} = {name}")
        elif fact == "error_codes":
            self.after(f"if {name}: error_codes.append({name})")
        else:
            self.after(f"if {name} != ZERO_UUID: topic_ids.append({name})")
        if fact == "key_type":
            self._has_key_type = True
        elif fact not in ("throttle_time_ms", "resource_type"):
            self._lists.add(fact)

    def null(self, field: FieldDeclaration, *, is_element: bool = False) -> None:
        """The branch for a null, where there may be none."""
        if is_element or not field.nullable.has(self.version):
            with self.block("else:"):
                self.add("malformed()")

    def sized(self, field: FieldDeclaration, fact: str, *, is_element: bool = False) -> None:
        """A string, bytes or records."""
        length, is_compact = self.length(field, is_array=False)
        size = f"{length} - 1" if is_compact else length
        with self.block(f"if {length}:" if is_compact else f"if {length} >= 0:"):
            if fact == "records_bytes":
                self.add(f"records_bytes += {size}")
                # What a snapshot is cut into may begin within a batch.
                if field.name != "UnalignedRecords":
                    self.add(f"damaged_batches += damaged(buf, pos, pos + {size})")
            if fact in ("", "records_bytes"):
                self.add(f"pos += {size}")
            else:
                self.text(fact, size)
        self.null(field, is_element=is_element)

    def text(self, fact: str, size: str) -> None:
        """Keep a text that is not empty; a resource's name if it is a topic's."""
        condition = "if end > pos:"
        if fact == "resource_name":
            # Its type stands before it, in all messages and versions.
            fact, condition = "topics", f"if end > pos and resource_type == {_TOPIC_RESOURCE}:"
        self._lists.add(fact)
        self.add(f"end = pos + {size}")
        with self.block(condition):
            self.add(f"{fact}.append(buf[pos:end].decode())")
        self.add("pos = end")

    def nested(self, field: FieldDeclaration) -> None:
        """A struct that may be null."""
        if not field.nullable.has(self.version):
            self.struct(field.type)
            return
        is_tagged = field.is_tagged_in(self.version)
        mark = self.take("B" if is_tagged else "b", 1)
        self.flush()
        with self.block(f"if {mark}:" if is_tagged else f"if {mark} >= 0:"):
            self.struct(field.type)
            self.flush()
            self.add("pass")

    def array(self, field: FieldDeclaration, fact: str) -> None:
        """An array of anything."""
        count, is_compact = self.length(field, is_array=True)
        with self.block(f"if {count} > 1:" if is_compact else f"if {count} > 0:"):
            if is_compact:
                self.add(f"{count} -= 1")
            with self.block(f"if {count} > left - pos:"):
                self.add("malformed()")
            if field.is_struct:
                self.structs(field.type, count)
            elif field.type in FIXED:
                self.numbers(field, fact, count)
            else:
                with self.block(f"for _ in range({count}):"):
                    single = field._replace(is_array=False)
                    self.sized(single, fact, is_element=True)
        if not field.nullable.has(self.version):
            with self.block(f"elif not {count}:" if is_compact else f"elif {count}:"):
                self.add("malformed()")

    def numbers(self, field: FieldDeclaration, fact: str, count: str) -> None:
        """An array of values of fixed size."""
        if fact == "partitions":
            self.add(f"partitions += {count}")
        elif fact == "topic_ids":
            self._lists.add(fact)
            self.add(f"topic_ids += uuids(buf, pos, {count})")
        self.add(f"pos += {FIXED[field.type][1]} * {count}")

    def structs(self, struct: str, count: str) -> None:
        """An array of structs: all at once if they have a fixed size, else one by one."""
        are_counted = any(
            fact_of(field, self.declaration.name) == "partitions" and not field.is_array
            for field in self.plain(struct)
        )
        if are_counted:
            self.add(f"partitions += {count}")
        if self.fixed_codes(struct) is None:
            self.loop(struct, count, are_counted=are_counted)
            return
        self.rows(struct, count, are_counted=are_counted)

    def rows(self, struct: str, count: str, *, are_counted: bool) -> None:
        """Elements of a fixed size, as far as their tag sections are empty."""
        codes, told = "", []
        for field in self.plain(struct):
            code, size = FIXED[field.type]
            fact = fact_of(field, self.declaration.name)
            if fact and not (fact == "partitions" and are_counted):
                told.append((fact, self.new()))
                codes += code
            else:
                codes += f"{size}x"
        packing = Packing(f">{codes}{'x' if self.is_flexible else ''}")
        self.add(f"end = pos + {packing.size} * {count}")
        if not self.is_flexible:
            self.columns(packing, codes, told)
            return
        last = f"buf[pos + {packing.size - 1}:end:{packing.size}]"
        with self.block(f"if {last}.count(0) == {count}:"):
            self.columns(packing, codes + "x", told)
        with self.block("else:"):
            self.loop(struct, count, are_counted=are_counted)

    def columns(self, packing: Packing, codes: str, told: list[tuple[str, str]]) -> None:
        """What the elements tell."""
        if told:
            rows = self.constant("rows", packing.iter_unpack, codes)
            targets = ", ".join(name for _, name in told)
            with self.block(f"for {targets}, in {rows}(buf[pos:end]):"):
                for fact, name in told:
                    self.told(fact, name)
                self.flush()
        self.add("pos = end")

    def loop(self, struct: str, count: str, *, are_counted: bool) -> None:
        """Structs one by one."""
        with self.block(f"for _ in range({count}):"):
            self.struct(struct, are_counted=are_counted)
            self.flush()


def skip_tags(buf: bytes, pos: int, count: int) -> int:
    """The position behind a tag section of which nothing is asked."""
    if count > 127:
        count, pos = varint(buf, pos)
    for _ in range(count):
        _tag, size, pos = tag_head(buf, pos)
        pos += size
    return pos


def damaged_in(buf: bytes, start: int, end: int) -> int:
    """How many damaged batches there are; what verifies them is imported when there are some."""
    if start >= end:
        return 0
    from kafkawire.dump.damaged_batches import damaged_batches

    return damaged_batches(buf, start, end)


def uuids(buf: bytes, pos: int, count: int) -> list[bytes]:
    """An array of topic ids, without those of zeros."""
    if 16 * count > len(buf) - pos:
        malformed()
    found = [bytes(buf[at : at + 16]) for at in range(pos, pos + 16 * count, 16)]
    return [uuid for uuid in found if uuid != ZERO_UUID]
