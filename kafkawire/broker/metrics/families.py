"""What a metric is: Kafka's name for it, what it means, and where a broker has its values.

Kafka's names have five parts: a domain and a type (together the class that counts), a name, tags
that tell several of the same name apart, and the attribute that is read. They are written as
`kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec,topic=orders:Count`, an MBean's object name
and an attribute of it, as Kafka's own JmxTool prints them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kafkawire.broker.metrics.observed import Observed

    Read = Callable[[Observed], Iterable["Reading"]]
    """Reads the values of a family; it may ask for less than all that is observed."""

COUNT = "Count"
"""The attribute of a meter: its events since the start."""
VALUE = "Value"
"""The attribute of a gauge: what it is now."""

Tags = tuple[tuple[str, str], ...]
Reading = tuple[Tags, int]

NO_TAGS: Tags = ()


class Family(NamedTuple):
    """All metrics of one name. `name` is "" where Kafka has attributes instead."""

    domain: str
    type: str
    name: str
    attribute: str
    is_counter: bool
    help: str
    tag_names: Sequence[str]
    """The tags that its metrics may have."""
    read: "Read"

    def key(self, tags: Tags) -> str:
        """The full name of one metric."""
        named = f",name={self.name}" if self.name else ""
        tagged = "".join(f",{tag}={value}" for tag, value in tags)
        return f"{self.domain}:type={self.type}{named}{tagged}:{self.attribute}"


class Sample(NamedTuple):
    """One metric and its value."""

    family: Family
    tags: Tags
    value: int


def meter(
    where: str,
    name: str,
    help: str,
    read: "Read",
    *,
    tags: Sequence[str] = (),
) -> Family:
    """A counter of events; `where` is domain and type, with a colon between."""
    return gauge(where, name, help, read, tags=tags)._replace(attribute=COUNT, is_counter=True)


def gauge(
    where: str,
    name: str,
    help: str,
    read: "Read",
    *,
    tags: Sequence[str] = (),
) -> Family:
    """A number of now."""
    domain, _, type_name = where.partition(":")
    return Family(domain, type_name, name, VALUE, False, help, tags, read)


def single(value: "Callable[[Observed], int]") -> "Read":
    """The readings of a metric without tags."""
    return lambda broker: ((NO_TAGS, value(broker)),)
