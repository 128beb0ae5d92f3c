"""The options that choose views, shared by all commands that show records.

    --key [TOPIC=]VIEW   --value [TOPIC=]VIEW   --registry URL

A VIEW is `auto`, `json`, `string`, `int`, `hex`, `avro:FILE`, `protobuf:FILE#MESSAGE`, or `avro`
or `protobuf` alone: then schemas come from the registry, or of protobuf fields go by number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from kafkawire.dump.records.views import View, Views

VIEW_NAMES = ("auto", "json", "string", "int", "hex", "avro", "protobuf")
VIEW_HELP = (
    "[TOPIC=]VIEW: auto, json, string, int, hex, avro:FILE.avsc, protobuf:FILE.desc#MESSAGE, or "
    "avro and protobuf alone with --registry"
)


def add_view_options(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add them to a command."""
    parser.add_argument(
        "--key", action="append", default=[], metavar="VIEW", help=f"show keys so; {VIEW_HELP}"
    )
    parser.add_argument(
        "--value", action="append", default=[], metavar="VIEW", help="show values so, likewise"
    )
    parser.add_argument(
        "--registry", metavar="URL", help="ask this schema registry; without it none is asked"
    )


def views_of(arguments: argparse.Namespace) -> Views:
    """The views that the options ask for. Raises ValueError that says what is wrong."""
    return make_views(arguments.key, arguments.value, arguments.registry)


def make_views(
    keys: Sequence[str] = (), values: Sequence[str] = (), registry: str | None = None
) -> Views:
    """Views from what options say. Raises ValueError that says what is wrong."""
    from kafkawire.dump.records.views import Views

    schemas = _registry_view(registry) if registry else None
    key, by_topic_keys = _chosen("--key", keys, schemas)
    value, by_topic_values = _chosen("--value", values, schemas)
    return Views(key, value, keys=by_topic_keys, values=by_topic_values)


def _registry_view(address: str) -> View:
    from kafkawire.dump.records.registry import RegistrySchemas
    from kafkawire.dump.schema_registry import Registry

    return RegistrySchemas(Registry(address))


def _chosen(
    option: str, texts: Sequence[str], schemas: View | None
) -> tuple[View, dict[str, View]]:
    default = make_view("auto", schemas)
    by_topic: dict[str, View] = {}
    for text in texts:
        topic, view = _split(text)
        try:
            found = make_view(view, schemas)
        except ValueError as error:
            raise ValueError(f"{option} {text}: {error}") from None
        if topic:
            by_topic[topic] = found
        else:
            default = found
    return default, by_topic


def _split(text: str) -> tuple[str, str]:
    """Topic and view; a file's name may have an equals sign, a topic's cannot."""
    topic, equals, view = text.partition("=")
    is_topic = equals and not topic.startswith(("avro:", "protobuf:"))
    return (topic, view) if is_topic else ("", text)


def make_view(text: str, schemas: View | None = None) -> View:
    """One view. Raises ValueError."""
    from kafkawire.dump.records.views import SIMPLE_VIEWS, Auto

    name, colon, schema = text.partition(":")
    if name not in VIEW_NAMES:
        raise ValueError(f"there is no view {name!r}; there are {', '.join(VIEW_NAMES)}")
    if name == "auto" and not colon:
        return Auto(schemas)
    if name in SIMPLE_VIEWS:
        if colon:
            raise ValueError(f"the view {name} has no schema")
        return SIMPLE_VIEWS[name]
    if name == "avro":
        return _avro(schema, schemas)
    return _protobuf(schema, schemas)


def _avro(schema: str, schemas: View | None) -> View:
    if schema:
        from kafkawire.dump.records.avro import avro_view

        return avro_view(schema)
    if schemas is None:
        raise ValueError("the view avro needs avro:FILE or --registry")
    return schemas


def _protobuf(schema: str, schemas: View | None) -> View:
    if schemas is not None and not schema:
        return schemas
    from kafkawire.dump.records.protobuf import protobuf_view

    path, _, message = schema.partition("#")
    return protobuf_view(path or None, message)
