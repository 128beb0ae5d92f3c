"""The proxy as a SASL client: what it says to a broker before it lets a client speak.

The conversation is that of all clients (`kafkawire.sasl`), here in frames on a stream, each version
as old as a broker may be that speaks SaslAuthenticate.
"""

from __future__ import annotations

import secrets
from collections.abc import Generator

from kafkawire.dump.proxy.streams import Stream
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.sasl.conversation import Login
from kafkawire.sasl.conversation import conversation as requests_of
from kafkawire.sasl.tokens import Refused as LoginRefused

CLIENT_ID = "wire-dump"
VERSION = 1
FRAME_BYTES_MAX = 1 << 20
NONCE_BYTES = 18

Conversation = Generator[bytes, bytes, None]


class Refused(OSError):
    """The broker does not let the proxy in, or is not who it should be."""


def conversation(login: Login) -> Conversation:
    """All frames of a login: yields them with their lengths, is sent those that answer without.

    Raises `Refused`, and `ProtocolError` for what is no answer.
    """
    talk = requests_of(login.mechanism, login.tokens(secrets.token_urlsafe(NONCE_BYTES)))
    request, number = next(talk), 0
    while True:
        api = request.API_KEY
        frame = yield encode_request(api, VERSION, number, CLIENT_ID, request)
        _, answer = decode_response(frame, api, VERSION)
        number += 1
        try:
            request = talk.send(answer)
        except StopIteration:
            return
        except LoginRefused as error:
            raise Refused(str(error)) from None


async def log_in(stream: Stream, login: Login) -> None:
    """Have the conversation on a stream. Raises `Refused`, and what streams raise."""
    talk = conversation(login)
    frame = next(talk)
    try:
        while True:
            await stream.send(frame)
            frame = talk.send(await _receive_frame(stream))
    except StopIteration:
        return
    except ProtocolError as error:
        raise Refused(f"the broker's answer to the login makes no sense: {error}") from None


async def _receive_frame(stream: Stream) -> bytes:
    """One frame; nothing comes behind it before we ask again."""
    data = b""
    while len(data) < 4 or len(data) < 4 + int.from_bytes(data[:4], "big"):
        if int.from_bytes(data[:4], "big") > FRAME_BYTES_MAX:
            raise Refused("the broker does not speak Kafka's protocol (or speaks TLS: --to-tls)")
        more = await stream.receive()
        if not more:
            raise Refused("the broker closed the connection during the login")
        data += more
    return data[4:]
