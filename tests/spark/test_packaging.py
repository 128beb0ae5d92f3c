"""The package where Spark runs: shipped as a zip, to this machine and to a cluster of two workers.

Both run in an environment that has Spark and what we need but not kafkawire, from an empty
directory: whatever works there does not work by accident of where it was started.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client.blocking import pool
from kafkawire.spark.cluster import Cluster, TopicPartition
from kafkawire.spark.shipping import make_zip
from kafkawire.testing import LocalBroker
from tests.support.rings.skips import skip_without
from tests.support.spark.spark_cluster import SparkCluster
from tests.support.spark.spark_sessions import settings
from tests.support.spark.topic_rows import settings as settings_of
from tests.support.suite.patience import patient

# Five JVMs and more: a loaded machine takes its time.
pytestmark = [
    pytest.mark.cluster,
    pytest.mark.usefixtures("spark_or_skip"),
    pytest.mark.timeout(900),
]
LIMIT_S = patient(400.0)
ROWS = 300


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with all that is installed here but kafkawire."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, symlinks=True, with_pip=False)
    found = next(folder.glob("lib/python*/site-packages"))
    ours = [path for path in sys.path if path.endswith("site-packages")]
    # Directories named by a .pth have their own .pth files (kafkawire's) left out.
    (found / "all.pth").write_text("\n".join(ours))
    python = folder / "bin" / "python"
    # -E: another test's session may have put our sources on the PYTHONPATH.
    look: list[str | Path] = [python, "-E", "-c", "import pyspark, kafkawire"]
    seen = subprocess.run(look, capture_output=True, cwd="/")
    if b"No module named 'kafkawire'" not in seen.stderr:
        skip_without(
            "kafkawire is installed and not linked", "the zip is not tried in a Python without it"
        )
    return python


@pytest.fixture(scope="module")
def zipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("zip") / "kafkawire.zip"
    make_zip(path)
    return path


@pytest.fixture(scope="module")
def broker() -> Iterator[LocalBroker]:
    with LocalBroker() as found:
        found.create_topic("orders", partitions=2)
        with Cluster(settings_of(found.bootstrap)) as cluster:
            producer = cluster.producer(cluster.init_producer_id())
            now_ms = time.time_ns() // 1_000_000
            for number in range(ROWS):
                row = (now_ms + number, b"key-%d" % number, b"value-%d" % number, ())
                producer.append(TopicPartition("orders", number % 2), [row])
            producer.flush()
            producer.close()
        yield found
        pool.close_all()


def environment(bare: Path) -> dict[str, str]:
    """What processes of Spark get, so that nothing of ours comes in by a variable."""
    names = ("HOME", "JAVA_HOME", "LANG", "PATH", "TMPDIR")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    home = subprocess.run(
        [bare, "-c", "import pyspark; print(pyspark.__path__[0])"],
        capture_output=True,
        check=True,
        text=True,
    )
    return {
        **kept,
        "PYSPARK_PYTHON": str(bare),
        "SPARK_HOME": home.stdout.strip(),
        "SPARK_LOCAL_IP": "127.0.0.1",
    }


def run(command: list[str], folder: Path, environment: dict[str, str]) -> dict[str, Any]:
    """What a job says in its last line."""
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT_S
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


READ = """
import json, socket, sys
from pyspark.sql import SparkSession

def digest(spark):
    rows = spark.read.format("kafkawire").option("subscribe", "orders")
    rows = rows.option("kafka.bootstrap.servers", BOOTSTRAP).option("minPartitions", 8).load()
    summed = "cast(sum(cast(xxhash64(struct(*)) as decimal(38, 0))) as string)"
    return rows.selectExpr("count(*)", summed).collect()[0]

builder = SparkSession.builder
for name, value in SETTINGS.items():
    builder = builder.config(name, value)
"""
LOCAL = """
sys.path.insert(0, ZIP)  # which tasks know nothing of
from kafkawire.spark import register

spark = builder.master("local[2]").getOrCreate()
register(spark)
try:
    trap = str(digest(spark))
except Exception as error:
    trap = str(error)
register(spark, ship=True)
print(json.dumps({"trap": trap, "digest": list(digest(spark))}))
spark.stop()
"""
REMOTE = """
sys.path.insert(0, ZIP)  # which the server knows nothing of
from kafkawire.spark import register

spark = SparkSession.builder.remote("local[2]").getOrCreate()
register(spark, ship=True)
print(json.dumps({"kind": type(spark).__module__, "digest": list(digest(spark))}))
spark.stop()
"""
SUBMITTED = """
from kafkawire.spark import register  # the zip is on the driver's path as well

spark = builder.getOrCreate()
register(spark)  # Spark does not look into zips for formats
found = list(digest(spark))
workers = spark.sparkContext._jsc.sc().statusTracker().getExecutorInfos()
print(json.dumps({"workers": len(workers) - 1, "digest": found}))
spark.stop()
"""


def job(folder: Path, text: str, **values: object) -> Path:
    """A program in an empty directory; the zip is elsewhere."""
    path = folder / "job.py"
    head = [f"{name} = {value!r}" for name, value in values.items()]
    path.write_text("\n".join([*head, READ, text]))
    return path


@pytest.fixture(scope="module")
def local(
    bare: Path, zipped: Path, broker: LocalBroker, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("local")
    values = {"ZIP": str(zipped), "BOOTSTRAP": broker.bootstrap, "SETTINGS": settings(folder)}
    program = job(folder, LOCAL, **values)
    empty = tmp_path_factory.mktemp("empty")
    return run([str(bare), "-P", str(program)], empty, environment(bare))


def test_a_path_of_the_driver_alone_is_a_trap_and_shipping_is_the_way_out(
    local: dict[str, Any],
) -> None:
    assert "No module named 'kafkawire'" in local["trap"]
    assert local["digest"][0] == ROWS


def test_two_workers_with_nothing_but_the_zip_read_what_this_machine_reads(
    local: dict[str, Any], bare: Path, zipped: Path, broker: LocalBroker, tmp_path: Path
) -> None:
    values = {"BOOTSTRAP": broker.bootstrap, "SETTINGS": settings(tmp_path)}
    program = job(tmp_path, SUBMITTED, **values)
    around = environment(bare)
    empty = tmp_path / "empty"
    empty.mkdir()
    with SparkCluster(tmp_path, environment=around) as cluster:
        submit = [f"{around['SPARK_HOME']}/bin/spark-submit", "--master", cluster.url]
        found = run([*submit, "--py-files", str(zipped), str(program)], empty, around)
    assert found == {"workers": 2, "digest": local["digest"]}


def test_a_session_of_connect_is_sent_the_zip_as_an_artifact(
    local: dict[str, Any], bare: Path, zipped: Path, broker: LocalBroker, tmp_path: Path
) -> None:
    pytest.importorskip(
        "grpc",
        reason="grpc is not installed: Spark Connect is not tried (kafkawire[connect])",
    )
    values = {"ZIP": str(zipped), "BOOTSTRAP": broker.bootstrap, "SETTINGS": settings(tmp_path)}
    program = job(tmp_path, REMOTE, **values)
    empty = tmp_path / "empty"
    empty.mkdir()
    found = run([str(bare), "-P", str(program)], empty, environment(bare))
    assert found == {"kind": "pyspark.sql.connect.session", "digest": local["digest"]}
