"""`kafkawire cluster` against a broker."""

from __future__ import annotations

from kafkawire.cli import parser
from kafkawire.client.descriptions import LogDirDescription
from kafkawire.client.errors import TimedOut, refusal
from kafkawire.client.outcomes import Outcomes
from tests.client.support.commands import command, verb
from tests.support.requests.served import serving


async def test_the_cluster_and_its_brokers_are_shown() -> None:
    """client O.2, N 140."""
    async with serving() as broker:
        host, port = broker.server.address
        shown = await command(broker, "cluster", "info")
        cluster_id = broker.server.broker.cluster_id
        assert shown.lines == [
            ["cluster", cluster_id],
            ["BROKER", "HOST", "PORT", "RACK", "ROLE"],
            ["1", host, str(port), "-", "controller"],
        ]
        (told,) = (await command(broker, "cluster", "info", "--json")).objects
        assert told["controller"] == 1
        assert told["nodes"] == [{"id": 1, "host": host, "port": port, "rack": None}]


class Forgetful:
    """Notes the nodes that it is to forget."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    async def unregister_broker(self, node: int) -> None:
        self.asked.append(("broker", node))

    async def unregister_controller(self, node: int) -> None:
        self.asked.append(("controller", node))


async def test_a_node_that_is_gone_is_unregistered() -> None:
    """client J-2, O-5: a person is asked before."""
    cluster = Forgetful()
    told = await verb(cluster, "cluster", "unregister", "3")
    assert told.out == "broker 3 is unregistered\n"
    told = await verb(cluster, "cluster", "unregister", "4", "--controller", "--json")
    assert told.objects == [{"id": 4, "kind": "controller", "is_unregistered": True}]
    assert cluster.asked == [("broker", 3), ("controller", 4)]
    arguments = parser("cluster").parse_args(["cluster", "unregister", "3"])
    question = "Unregister broker 3, which must not run any more?"
    assert (arguments.yes, arguments.question(arguments)) == (False, question)


async def test_an_unknown_broker_is_not_unregistered() -> None:
    """client N 140."""
    async with serving() as broker:
        told = await command(broker, "cluster", "unregister", "7", "--yes")
        assert told.code == 1
        assert "BROKER_ID_NOT_REGISTERED" in told.err
        assert "`kafkawire cluster info` shows the brokers" in told.err


async def test_log_directories_and_replicas_are_shown() -> None:
    async with serving() as broker:
        shown = await command(broker, "cluster", "logdirs")
        assert shown.lines[1][:2] == ["1", "/memory"]
        assert shown.lines[1][-2:] == ["in", "use"]
        replicas = await command(broker, "cluster", "logdirs", "--topic", "t", "--broker", "1")
        assert [line[2:6] for line in replicas.lines[1:]] == [
            ["t", "0", "0", "B"],
            ["t", "1", "0", "B"],
        ]
        told = await command(broker, "cluster", "logdirs", "--replicas", "--json")
        assert {each["size"] for each in told.objects if each["topic"] == "t"} == {0}


async def test_a_broker_that_does_not_answer_hides_no_other() -> None:
    """client B-50."""

    class Admin:
        async def describe_log_dirs(self, brokers: list[int]) -> Outcomes[int, object]:
            volume = LogDirDescription(None, (), 2048, 1024, is_cordoned=True)
            broken = LogDirDescription(refusal(56, "d2"), (), None, None)
            found = {"/d1": volume, "/d2": broken}
            return Outcomes({1: found}, {9: TimedOut("no answer in time")})

    told = await verb(Admin(), "cluster", "logdirs", "--broker", "1", "--broker", "9")
    assert told.code == 1
    assert "broker 9: no answer in time" in told.err
    assert told.lines[1] == ["1", "/d1", "0", "0", "B", "1.0", "KiB", "2.0", "KiB", "cordoned"]
    assert "KAFKA_STORAGE_ERROR" in told.out.splitlines()[2]
