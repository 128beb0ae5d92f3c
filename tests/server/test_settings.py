"""Flags, --set and the file: who wins, and what is refused."""

from pathlib import Path

import pytest

from kafkawire.server.address import Address
from kafkawire.server.errors import UsageError
from kafkawire.server.settings import Flags, TopicSetting, make_settings


def test_without_flags_it_listens_where_clients_look() -> None:
    settings = make_settings(Flags())
    assert settings.listen == Address("127.0.0.1", 9092)
    assert settings.advertise is None
    assert settings.overrides == {}


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:9404", Address("127.0.0.1", 9404)),
        ("9404", Address("127.0.0.1", 9404)),
        (":9404", Address("", 9404)),
        ("[::1]:0", Address("::1", 0)),
    ],
)
def test_metrics_are_served_where_they_are_asked_for(text: str, address: Address) -> None:
    assert make_settings(Flags(metrics=text)).metrics == address
    assert make_settings(Flags()).metrics is None


@pytest.mark.parametrize("text", ["host", "[::1]", "h:1x", ""])
def test_metrics_want_a_port(text: str) -> None:
    with pytest.raises(UsageError, match="--metrics"):
        make_settings(Flags(metrics=text))


@pytest.mark.parametrize(("name", "release"), [("2.8", "2.8.2"), ("3.9.2", "3.9.2")])
def test_a_release_is_called_by_its_number_or_the_beginning_of_it(name: str, release: str) -> None:
    assert make_settings(Flags(emulate=name)).emulate == release
    assert make_settings(Flags()).emulate is None


def test_an_unknown_release_is_refused_with_a_list() -> None:
    with pytest.raises(UsageError, match=r"--emulate '7'.*there are 0\.10\.2\.2"):
        make_settings(Flags(emulate="7"))


def test_flags_win_over_set_and_set_over_the_file(tmp_path: Path) -> None:
    path = tmp_path / "server.properties"
    path.write_text("node.id=1\nnum.partitions=1\nlog.dirs=/x\n")
    flags = Flags(config=str(path), assignments=["num.partitions=2", "node.id=2"], node_id=3)
    assert make_settings(flags).overrides == {
        "node.id": "3",
        "num.partitions": "2",
        "log.dirs": "/x",
    }


@pytest.mark.parametrize("name", ["node.id", "broker.id"])
def test_a_nodes_id_wins_under_either_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "server.properties"
    path.write_text("broker.id=0\nnum.partitions=2\n")
    flags = Flags(config=str(path), assignments=[f"{name}=5"])
    assert make_settings(flags).overrides == {name: "5", "num.partitions": "2"}
    flags = flags._replace(node_id=6)
    assert make_settings(flags).overrides == {"node.id": "6", "num.partitions": "2"}


def test_lines_are_kept_of_what_only_the_file_said(tmp_path: Path) -> None:
    path = tmp_path / "server.properties"
    path.write_text("# mine\nnode.id=1\nnum.partitions=1\n\nlog.dirs=/x\n")
    settings = make_settings(Flags(config=str(path), assignments=["num.partitions=2"]))
    assert settings.lines == {"node.id": 2, "log.dirs": 5}
    assert settings.file == str(path)


def test_the_files_listeners_are_used_unless_flags_say_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "server.properties"
    path.write_text(
        "controller.listener.names=CONTROLLER\n"
        "listeners=CONTROLLER://:9093,INTERNAL://0.0.0.0:9094\n"
        "advertised.listeners=INTERNAL://host:9094\n"
        "listener.security.protocol.map=CONTROLLER:PLAINTEXT,INTERNAL:PLAINTEXT\n"
    )
    settings = make_settings(Flags(config=str(path)))
    assert settings.listen == Address("0.0.0.0", 9094)
    assert settings.advertise == Address("host", 9094)
    settings = make_settings(Flags(config=str(path), listen=":1", advertise="other:2"))
    assert settings.listen == Address("", 1)
    assert settings.advertise == Address("other", 2)


@pytest.mark.parametrize(
    ("assignments", "data"),
    [
        ([], None),
        (["log.dirs=/a"], "/a"),
        (["log.dir=/a/"], "/a"),
        (["log.dirs=/a", "log.dir=/b"], "/a"),
        (["log.dirs= /a , /a/"], "/a"),
        (["log.dirs=/a", "metadata.log.dir=/a"], "/a"),
        (["metadata.log.dir=/a"], "/a"),
        (["log.dirs="], None),
    ],
)
def test_kafkas_settings_name_a_directory_for_data(
    assignments: list[str], data: str | None
) -> None:
    """admin F-34: by default there is none, whatever Kafka's own default is."""
    assert make_settings(Flags(assignments=assignments)).data == data


def test_the_flag_wins_over_the_files_directories(tmp_path: Path) -> None:
    file = tmp_path / "server.properties"
    file.write_text("log.dirs=/a,/b\nmetadata.log.dir=/c\nnode.id=4\n")
    settings = make_settings(Flags(config=str(file), data="/d"))
    assert (settings.data, settings.overrides["log.dirs"]) == ("/d", "/d")
    assert "metadata.log.dir" not in settings.overrides
    assert settings.node_id == 4


def test_a_node_may_have_no_id_yet() -> None:
    assert make_settings(Flags()).node_id is None
    assert make_settings(Flags(assignments=["broker.id=7"])).node_id == 7


def test_topics_may_say_how_many_partitions() -> None:
    flags = Flags(topics=["a", "b:12"])
    assert make_settings(flags).topics == [TopicSetting("a", -1), TopicSetting("b", 12)]


def test_levels_of_loggers_may_be_in_lower_case() -> None:
    flags = Flags(levels=["kafkawire=debug", "kafkawire.request=TRACE"])
    assert make_settings(flags).levels == {"kafkawire": "DEBUG", "kafkawire.request": "TRACE"}


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        (Flags(assignments=["a"]), "--set a: not of the form NAME=VALUE"),
        (Flags(assignments=["=a"]), "--set =a: not of the form NAME=VALUE"),
        (Flags(topics=["a:x"]), "--topic a:x: 'x' is not a number of partitions"),
        (Flags(topics=["a:0"]), "--topic a:0: '0' is not a number of partitions"),
        (Flags(topics=["a:9999999999"]), "is not a number of partitions"),
        (Flags(advertise="0.0.0.0:1"), "--advertise 0.0.0.0:1: clients cannot connect to that"),
        (
            Flags(assignments=["advertised.listeners=PLAINTEXT://:1"]),
            "advertised.listeners :1: clients cannot connect to that",
        ),
        (Flags(assignments=["listeners=SASL_SSL://:1"]), "only PLAINTEXT"),
        (Flags(assignments=["listeners=here"]), "only PLAINTEXT"),
        (
            Flags(assignments=["log.dirs=/a,/b"]),
            "log.dirs: 2 directories, /a, /b, and only one can be served yet",
        ),
        (
            Flags(assignments=["log.dir=/a", "metadata.log.dir=/m"]),
            "log.dir, metadata.log.dir: 2 directories, /a, /m, and only one can be served yet",
        ),
        (Flags(levels=["root"]), "--log root: not of the form LOGGER=LEVEL"),
        (
            Flags(levels=["x=DEBUG"]),
            "--log x=DEBUG: Logger x does not exist!",
        ),
        (Flags(levels=["root=LOUD"]), "--log root=LOUD: Cannot set the log level of root to LOUD"),
        (Flags(data=" "), "--data: the name of a directory is missing"),
    ],
)
def test_what_makes_no_sense_is_said(flags: Flags, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        make_settings(flags)
