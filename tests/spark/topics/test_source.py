"""The data source as Spark sees it, without Spark."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
from pyspark.sql.datasource import CaseInsensitiveDict, DataSourceReader
from pyspark.sql.types import BinaryType, StructField, StructType

from kafkawire.spark.cluster import OptionError
from kafkawire.spark.topics import readers
from kafkawire.spark.topics.source import KafkaSource, planned
from tests.support.spark.pretended_logs import BOOTSTRAP

VALUE = StructType([StructField("value", BinaryType())])


def source(**options: str) -> KafkaSource:
    return KafkaSource(CaseInsensitiveDict({**BOOTSTRAP, "subscribe": "t", **options}))


def test_the_format_has_our_name() -> None:
    assert KafkaSource.name() == "kafkawire"


def test_the_schema_is_what_options_ask_for() -> None:
    assert source().schema().names[0] == "key"
    assert source(columns="offset,value").schema().names == ["value", "offset"]
    assert source(includeHeaders="true").schema().names[-1] == "headers"


def test_the_users_schema_prunes_what_tasks_decode() -> None:
    _, plan = planned(source().options, VALUE, is_stream=False)
    assert plan.names == ("value",)
    assert plan.wanted.names == ["value"]


def test_options_reach_the_tasks() -> None:
    options = {
        "kafka.isolation.level": "read_committed",
        "checkCrcs": "false",
        "failOnDataLoss": "false",
        "kafkaConsumer.pollTimeoutMs": "7",
    }
    _, plan = planned(source(**options).options, VALUE, is_stream=False)
    assert plan.is_committed
    assert not plan.checks_crcs
    assert not plan.fails_on_loss
    assert plan.limits.poll_timeout_ms == 7


def test_a_reader_takes_filters_only_where_asked_to() -> None:
    """A reader with `pushFilters` fails every query if Spark's pushdown of filters is off."""
    plain, filtering = source().reader(VALUE), source(pushFilters="true").reader(VALUE)
    assert type(plain).pushFilters is DataSourceReader.pushFilters
    assert type(filtering).pushFilters is not DataSourceReader.pushFilters


def test_bad_options_are_refused_before_anything_is_asked() -> None:
    with pytest.raises(OptionError, match="can't be latest"):
        source(startingOffsets="latest").reader(VALUE)
    with pytest.raises(OptionError, match="stateFile"):
        source().streamReader(VALUE)


def test_writers_are_those_of_the_sink() -> None:
    writer = source(topic="t").writer(VALUE, overwrite=False)
    assert type(writer).__module__ == "kafkawire.spark.sink.writers"
    stream_writer = source(topic="t").streamWriter(VALUE, overwrite=False)
    assert type(stream_writer).__module__ == "kafkawire.spark.sink.writers"
    with pytest.raises(OptionError, match=r"^Save mode Overwrite not allowed for Kafka"):
        source(topic="t").writer(VALUE, overwrite=True)


def test_readers_are_pickled_without_what_a_driver_has_open() -> None:
    made = source(startingOffsets="earliest").streamReader(VALUE)
    assert isinstance(made, readers.KafkaStreamReader)
    made.stop()
    again = pickle.loads(pickle.dumps(made))
    assert again.getDefaultReadLimit() == made.getDefaultReadLimit()


@pytest.mark.process
def test_to_look_the_format_up_imports_nothing_large() -> None:
    """Spark does so at the first use of any format, in a process of its own."""
    program = (
        "import sys; before = set(sys.modules);"
        "import kafkawire.spark.topics.source;"
        "print(sorted({name.split('.')[0] for name in set(sys.modules) - before}"
        " & {'numpy', 'pyarrow', 'pandas', 'trio'}),"
        " [name for name in sys.modules if name.startswith('kafkawire.protocol')])"
    )
    program = "import pyspark.sql.datasource, pyspark.sql.types;" + program
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True)
    assert done.stdout.strip() == b"[] []"
