"""What a newcomer reads, and where clients are told to connect."""

import socket

import pytest

from kafkawire import __version__
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.server.address import Address, bound_address, listen
from kafkawire.server.main import _failure, _say, advertised, banner
from kafkawire.server.settings import Flags, make_settings


@pytest.mark.parametrize(
    ("flags", "host"),
    [
        (Flags(listen="127.0.0.1:0"), "127.0.0.1"),
        (Flags(listen="localhost:0"), "localhost"),
        (Flags(listen="127.0.0.1:0", advertise="elsewhere:0"), "elsewhere"),
    ],
)
def test_clients_are_told_the_name_that_was_asked_for(flags: Flags, host: str) -> None:
    """Some clients compare host names as text: to them, localhost is not 127.0.0.1."""
    settings = make_settings(flags)
    with listen(settings.listen) as sock:
        assert advertised(settings, sock) == Address(host, bound_address(sock).port)


def test_an_advertised_port_is_kept() -> None:
    settings = make_settings(Flags(listen="127.0.0.1:0", advertise="elsewhere:7"))
    with listen(settings.listen) as sock:
        assert advertised(settings, sock) == Address("elsewhere", 7)


def test_listening_everywhere_advertises_this_machine() -> None:
    settings = make_settings(Flags(listen="0.0.0.0:0"))
    with listen(settings.listen) as sock:
        address = advertised(settings, sock)
    assert not address.is_everywhere
    assert "--advertise" in banner(settings, address, 1)


def test_the_banner_says_what_where_and_how() -> None:
    text = banner(make_settings(Flags()), Address("127.0.0.1", 9092), 1)
    first, *rest = text.splitlines()
    assert first == f"kafkawire {__version__}: a Kafka at 127.0.0.1:9092 (node 1, in memory)"
    assert "bootstrap.servers=127.0.0.1:9092" in rest[0]
    assert "Ctrl-C" in rest[-1]


def test_the_banner_says_where_data_stays() -> None:
    text = banner(make_settings(Flags(data="here")), Address("127.0.0.1", 9092), 1)
    first, *rest = text.splitlines()
    assert first.endswith("(node 1, data in here)")
    assert rest[-1] == "  Ctrl-C stops it; the data stays in here"


def test_the_banner_says_which_release_is_emulated() -> None:
    text = banner(make_settings(Flags(emulate="2.8")), Address("127.0.0.1", 9092), 1)
    assert f"kafkawire {__version__}: a Kafka 2.8.2 at 127.0.0.1:9092" in text


def test_metrics_are_pointed_to_if_they_are_served() -> None:
    settings, address = make_settings(Flags()), Address("h", 9)
    assert "metrics" not in banner(settings, address, 1)
    text = banner(settings, address, 1, address, Address("::1", 9404))
    assert "http://[::1]:9404/metrics" in text


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::"])
def test_metrics_that_are_served_everywhere_are_pointed_to_by_name(everywhere: str) -> None:
    address = Address("h", 9)
    text = banner(make_settings(Flags()), address, 1, address, Address(everywhere, 9404))
    assert f"http://{socket.gethostname()}:9404/metrics" in text


def test_where_it_listens_is_said_if_clients_are_told_something_else() -> None:
    settings = make_settings(Flags(advertise="h:9"))
    text = banner(settings, Address("h", 9), 1, Address("127.0.0.1", 1234))
    assert "listening on 127.0.0.1:1234" in text
    same = banner(settings, Address("h", 9), 1, Address("h", 9))
    assert "listening on" not in same


def test_a_closed_standard_output_is_written_to_without_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    _say("nobody reads this")


def test_files_that_failed_are_told_of_by_their_names() -> None:
    error = PermissionError(13, "Permission denied", "/data/t-0/00000000000000000000.log")
    assert _failure(TopicPartition("t", 0), error) == (
        "t-0 is offline, its files have failed: Permission denied: "
        "/data/t-0/00000000000000000000.log"
    )
    assert _failure(TopicPartition("__cluster_metadata", 0), OSError(28, "No space left")) == (
        "no topic can be made or changed until the next start, __cluster_metadata-0: "
        "its files have failed: No space left"
    )
