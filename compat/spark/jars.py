"""The jars of the stock connector, through Maven, each asked for by name.

Four jars, and nothing that they depend on: the rest comes with pyspark, and the parent of Spark's
POMs names a repository that is not reached everywhere. Maven keeps the jars in its own repository;
the class path is kept beside that of Apache Kafka. KAFKAWIRE_SPARK_JARS, a directory, stands in
for Maven.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path
from typing import NamedTuple

from compat.oracle.node import OracleUnavailable, resolved
from tests.support.suite.missing import NO_JAVA

VARIABLE = "KAFKAWIRE_SPARK_JARS"


class Jar(NamedTuple):
    """Maven's coordinates."""

    group: str
    name: str
    version: str

    @property
    def file_name(self) -> str:
        return f"{self.name}-{self.version}.jar"


# The newest of the token provider that was to be had is older than the connector's; it is loaded,
# and only asked for anything where there are delegation tokens.
CONNECTOR = Jar("org.apache.spark", "spark-sql-kafka-0-10_2.13", "4.2.0")
CLIENTS = Jar("org.apache.kafka", "kafka-clients", "3.9.2")
JARS = (
    CONNECTOR,
    Jar("org.apache.spark", "spark-token-provider-kafka-0-10_2.13", "4.0.0"),
    CLIENTS,
    Jar("org.apache.commons", "commons-pool2", "2.13.1"),
)

DEPENDENCY = """    <dependency>
      <groupId>{0.group}</groupId><artifactId>{0.name}</artifactId><version>{0.version}</version>
      <exclusions>
        <exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion>
      </exclusions>
    </dependency>
"""
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>kafkawire.oracle</groupId>
  <artifactId>spark-connector</artifactId>
  <version>{version}</version>
  <dependencies>
{dependencies}  </dependencies>
</project>
"""


class Unavailable(Exception):
    """Java, pyspark, Maven or the jars are missing; the message names which."""


def connector_jars() -> list[str]:
    """The paths of the four jars. Raises Unavailable."""
    if shutil.which("java") is None:
        raise Unavailable(NO_JAVA)
    if importlib.util.find_spec("pyspark") is None:
        raise Unavailable("pyspark is not installed (pip install 'kafkawire[spark]')")
    home = os.environ.get(VARIABLE)
    if home:
        return _of_directory(Path(home))
    try:
        return resolved(f"spark-connector-{CONNECTOR.version}", pom()).split(os.pathsep)
    except OracleUnavailable as missing:
        raise Unavailable(str(missing)) from None


def pom() -> str:
    """What Maven is asked for."""
    dependencies = "".join(DEPENDENCY.format(jar) for jar in JARS)
    return POM.format(version=CONNECTOR.version, dependencies=dependencies)


def _of_directory(home: Path) -> list[str]:
    """Any version of the four will do here. Raises Unavailable."""
    found = []
    for jar in JARS:
        files = sorted(home.glob(f"{jar.name}-[0-9]*.jar"))
        if not files:
            raise Unavailable(f"{VARIABLE}: there is no {jar.name} in {home}")
        found.append(str(files[-1]))
    return found
