"""A request that never ends: its connection does, however often a byte comes."""

from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from config.server import REQUEST_SECONDS
from config.sockets import Requests


def connection() -> tuple[Requests, Clock]:
    clock, made = Clock(), Requests()
    made.callLater, made.timeOut = clock.callLater, REQUEST_SECONDS
    made.makeConnection(StringTransport())
    return made, clock


def test_bytes_that_trickle_in_keep_no_connection_open():
    made, clock = connection()
    clock.advance(REQUEST_SECONDS - 1)
    made.dataReceived(b"GET / HTTP/1.1\r\n")
    for _ in range(int(REQUEST_SECONDS) - 1):
        clock.advance(1)
        made.dataReceived(b"X-More: 1\r\n")
    assert not made.transport.disconnecting
    clock.advance(1)
    assert made.transport.disconnecting


def test_who_says_nothing_is_not_waited_for():
    made, clock = connection()
    clock.advance(REQUEST_SECONDS)
    assert made.transport.disconnecting
