"""JoinGroup requests as groups read them."""

from typing import Any

from kafkawire.broker.context import ConnectionContext, RequestContext
from kafkawire.broker.groups.join_call import join_call
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest


def context(api_version: int) -> RequestContext:
    connection = ConnectionContext(client_host="10.0.0.1")
    return RequestContext(
        api_key=11,
        api_version=api_version,
        correlation_id=1,
        client_id="ca",
        connection=connection,
        now_ms=5,
    )


def test_version_0_has_the_session_timeout_for_both() -> None:
    """groups B-10, scenario 18."""
    request = JoinGroupRequest(session_timeout_ms=7, rebalance_timeout_ms=-1, protocols=[])
    assert join_call(request, context(0)).rebalance_timeout_ms == 7
    assert join_call(request, context(1)).rebalance_timeout_ms == -1


def test_a_call_has_what_the_request_and_its_connection_declare() -> None:
    """groups B-15: metadata are bytes of their own, not a view of the request's frame."""
    metadata: Any = memoryview(b"x")
    offered = JoinGroupRequest.JoinGroupRequestProtocol(name="range", metadata=metadata)
    request = JoinGroupRequest(
        group_id="g",
        member_id="m",
        group_instance_id="i",
        protocol_type="consumer",
        session_timeout_ms=7,
        rebalance_timeout_ms=9,
        protocols=[offered],
    )
    call = join_call(request, context(9))
    assert (call.group_id, call.member_id, call.group_instance_id) == ("g", "m", "i")
    assert (call.client_id, call.client_host) == ("ca", "/10.0.0.1")
    assert (call.protocol_type, call.protocols) == ("consumer", (("range", b"x"),))
    assert type(call.protocols[0][1]) is bytes
    assert (call.session_timeout_ms, call.rebalance_timeout_ms) == (7, 9)
    assert (call.api_version, call.now_ms) == (9, 5)
